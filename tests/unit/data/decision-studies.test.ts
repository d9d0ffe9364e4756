import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { METHODS, studySchema, type Study } from '../../../src/core/study';
import { parseCatalogue } from '../../../src/decision/catalogue';
import { parseDataset } from '../../../src/decision/dataset';
import { familyOf, MOTIVATIONS, type Motivation } from '../../../src/decision/motivations';
import { select, decisionSuite } from '../../../src/decision/suite';
import { bareOf } from '../../../src/experiment/condition';
import { makePlan } from '../../../src/experiment/plan';
import { readJson, readText, studyIds as everyId } from './files';

const read = (id: string): Study => v.parse(studySchema, readJson(`studies/${id}.json`));
const studyIds = everyId.filter((id) => read(id).suite === 'decision');
const catalogue = parseCatalogue(readJson('decision/novels.json'));
const dataset = parseDataset({
  novels: catalogue,
  decisions: readText('decision/decisions.jsonl'),
  characters: readText('decision/characters.jsonl'),
  entities: readText('decision/entities.jsonl'),
  ratings: readText('decision/ratings.jsonl'),
});
const suite = decisionSuite(dataset);
const all = dataset.decisions.length;

/**
 * Decisions and conditions of each study. Four controls stand before the methods: options only, no profile with names
 * kept and replaced, random memories. Table 3 then has eight methods and no profile, each with motivation too.
 */
const SIZES: Readonly<Record<string, [decisions: number, conditions: number]>> = {
  'decision-quick': [5, 4],
  'decision-core': [60, 5],
  'lifechoice-table-3': [all, 4 + 8 + 9],
  'lifechoice-table-5': [all, 5],
  'lifechoice-figure-3': [all, 4 + 4],
  'lifechoice-figure-4': [all, 2],
  'lifechoice-figure-5': [40, 1 + 5],
};
const WITHOUT_TWIN = ['decision-quick', 'decision-core'];
const motivationsOf = (id: string): Motivation[] =>
  select(dataset, read(id).items).map(({ motivation }) => motivation?.type as Motivation);

describe('the built-in studies of decisions', () => {
  it('are one for each table and figure, with twins where their original writes', () => {
    const twins = Object.keys(SIZES)
      .filter((id) => !WITHOUT_TWIN.includes(id))
      .map((id) => `${id}-p`);
    expect(studyIds).toEqual([...Object.keys(SIZES), ...twins].sort());
  });
  it.each(studyIds)(
    '%s plans its trials, each condition beside one without a profile',
    async (id) => {
      const study = read(id);
      expect(study.id).toBe(id);
      const [decisions, conditions] = SIZES[id.replace(/-p$/, '')] as [number, number];
      const plan = await makePlan(study, suite);
      expect([plan.items.length, plan.conditions.length]).toEqual([decisions, conditions]);
      expect(plan.trials).toHaveLength(decisions * conditions);
      expect(new Set(plan.trials.map((trial) => trial.id)).size).toBe(plan.trials.length);
      const alone = plan.conditions.filter((one) => bareOf(one, plan.conditions) === null);
      expect(alone.every(({ method, motivation }) => method === 'none' && !motivation)).toBe(true);
      expect(alone.length).toBeGreaterThan(0);
    },
  );
  it.each(studyIds.filter((id) => id.endsWith('-p')))(
    '%s differs from its original in id, title, answer and lead alone',
    (id) => {
      const original = read(id.replace(/-p$/, ''));
      expect(read(id)).toEqual({
        ...original,
        id: `${original.id}-p`,
        title: `${original.title}, by probability`,
        answer: 'probability',
        lead: 'Answer:',
      });
      // As the paper's script does: no chance in the writing.
      expect(original).toMatchObject({
        answer: 'generate',
        lead: '',
        decoding: { temperature: 0 },
      });
    },
  );
  it.each(studyIds)('%s counts what cannot be read as wrong and sends no system message', (id) => {
    expect(read(id)).toMatchObject({
      system: 'none',
      placement: 'user',
      order: 'authored',
      unparsed: 'wrong',
      repeats: 1,
    });
  });
  it.each(['lifechoice-table-3', 'lifechoice-figure-3'])('%s begins with the controls', (id) => {
    expect(read(id).conditions.slice(0, 3)).toEqual([
      { method: ['options-only'] },
      { method: ['none'], entities: [false, true] },
      { method: ['random'] },
    ]);
  });
});

describe('decision-quick', () => {
  const study = read('decision-quick');
  it('needs one offline novel and no second model', () => {
    const novels = new Set(select(dataset, study.items).map(({ novel }) => novel));
    expect(novels.size).toBe(1);
    const [novel] = novels;
    expect(catalogue.find(({ id }) => id === novel)?.source.kind).toBe('offline');
    const methods = study.conditions.flatMap(({ method }) => method ?? []);
    expect(methods.filter((method) => method.includes('embedding'))).toEqual([]);
    expect(study.profile).toMatchObject({ budget: 400, charmap: 'bm25' });
    expect(study.answer).toBe('probability');
  });
});

describe('decision-core', () => {
  it('has every motivation type at least three times, in at least eight novels', () => {
    const types = motivationsOf('decision-core');
    const novels = select(dataset, read('decision-core').items).map(({ novel }) => novel);
    expect(new Set(novels).size).toBeGreaterThanOrEqual(8);
    for (const type of MOTIVATIONS) {
      expect([type, types.filter((one) => one === type).length >= 3]).toEqual([type, true]);
    }
  });
});

describe('lifechoice-figure-5', () => {
  it('has 20 character-driven and 20 plot-driven decisions, and all five sections', () => {
    const families = motivationsOf('lifechoice-figure-5').map(familyOf);
    expect(families.filter((family) => family === 'character-driven')).toHaveLength(20);
    expect(families.filter((family) => family === 'plot-driven')).toHaveLength(20);
    const sections = read('lifechoice-figure-5').conditions.flatMap(({ section }) => section ?? []);
    expect(sections).toEqual([1, 2, 3, 4, 5]);
  });
});

describe('lifechoice-table-3', () => {
  it('has all methods of the paper’s table, with and without motivation', () => {
    const paper = [
      'hierarchical',
      'curated',
      'bm25',
      'embedding',
      'hierarchical+embedding',
      'curated+embedding',
      'curated+charmap',
    ] as const;
    const motivated = read('lifechoice-table-3').conditions.find(
      ({ motivation }) => motivation?.length === 2,
    );
    for (const method of paper) {
      expect(METHODS).toContain(method);
      expect(motivated?.method).toContain(method);
    }
    expect(motivated?.motivation).toEqual([false, true]);
  });
});
