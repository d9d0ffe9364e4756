import { describe, expect, it } from 'vitest';
import {
  accuracyMeasures,
  groupedCells,
  methodNames,
  methodRun,
  methodsOf,
  motivationRows,
  type DecisionRun,
} from '../../../src/components/results/decision-view';
import { commonNotes, methodColumns } from '../../../src/components/results/method-columns';
import { methodTable } from '../../../src/analysis/methods';
import { resultsCsv } from '../../../src/components/run/exports';
import { profileNumbers } from '../../../src/components/run/profile-numbers';
import { relatedTo } from '../../../src/components/run/related-artifacts';
import { placesOf } from '../../../src/components/run/run-names';
import { facetsOf, filterSamples } from '../../../src/components/run/sample-filter';
import { decisionsBehind } from '../../../src/components/run/run-place';
import { decisionSentences } from '../../../src/components/running/decision-words';
import { shownLetter } from '../../../src/components/shown-letters';
import type { ConditionGroup, Study } from '../../../src/core/study';
import { parseCatalogue } from '../../../src/decision/catalogue';
import { parseDataset } from '../../../src/decision/dataset';
import { evidenceRecall } from '../../../src/decision/evidence';
import { familyOf } from '../../../src/decision/motivations';
import { traceOf } from '../../../src/decision/profile';
import { rowsOf } from '../../../src/decision/rows';
import { decisionSuite } from '../../../src/decision/suite';
import { expandConditions } from '../../../src/experiment/condition';
import { parseStudy } from '../../../src/exchange/study-file';
import { madeRun } from '../../fixtures/decision/made-run';
import { readJson, readText } from '../data/files';

const dataset = parseDataset({
  novels: parseCatalogue(readJson('decision/novels.json')),
  decisions: readText('decision/decisions.jsonl'),
  characters: readText('decision/characters.jsonl'),
  entities: readText('decision/entities.jsonl'),
  ratings: readText('decision/ratings.jsonl'),
});
const suite = decisionSuite(dataset);
const conditionsOf = (...conditions: ConditionGroup[]) =>
  expandConditions({ suite: 'decision', conditions } as Study);

async function shown(id: string, share = 1) {
  const study = parseStudy(readJson(`studies/${id}.json`));
  const run = await madeRun(study, dataset, share);
  const { rows } = rowsOf(run.samples, dataset);
  const conditions = await expandConditions(study);
  const view: DecisionRun = {
    model: 'made up',
    manifest: run.manifest,
    rows,
    conditions,
    suite,
    dataset,
    hasHoles: share < 1,
  };
  return { run, rows, conditions, view };
}

describe('names of methods', () => {
  it('say no more than it takes to tell them apart', async () => {
    const conditions = await conditionsOf(
      { method: ['options-only', 'none'] },
      { method: ['none'], entities: [true] },
      { method: ['curated+charmap'], motivation: [false, true] },
      { method: ['hierarchical'], section: [2] },
    );
    expect([...methodNames(conditions).values()]).toEqual([
      'options only',
      'no profile, names kept',
      'no profile, names replaced',
      'curated + CharMap',
      'curated + CharMap + motivation',
      'model (merged), 2 of 5 sections',
    ]);
  });
  it('name budgets where they differ', async () => {
    const conditions = await conditionsOf({ method: ['none', 'curated'], budget: [400, 900] });
    expect([...methodNames(conditions).values()]).toEqual([
      'no profile',
      'curated, 400 tokens',
      'curated, 900 tokens',
    ]);
  });
});

describe('a decision run', () => {
  it('has expected accuracy only where probabilities are', () => {
    const study = { answer: 'probability' } as Study;
    expect(accuracyMeasures({ study })).toEqual(['accuracy-expected', 'accuracy']);
    expect(accuracyMeasures({ study: { ...study, answer: 'generate' } })).toEqual(['accuracy']);
  });

  it('counts each decision in its type and in its family', async () => {
    const { view, conditions } = await shown('decision-quick');
    const cells = groupedCells(view, ['family', 'motivation'], {
      measure: 'accuracy',
      leaveOutFlagged: false,
    });
    const [first] = conditions;
    const count = (family: boolean): number =>
      cells
        .filter(
          ({ group, condition }) => group.endsWith('-driven') === family && condition === first?.id,
        )
        .reduce((sum, { n }) => sum + n, 0);
    expect([count(true), count(false)]).toEqual([5, 5]);
    const rows = motivationRows(new Set(cells.map(({ group }) => group)));
    expect(rows[0]).toMatchObject({ label: 'all of them' });
    for (const { id, group } of rows.filter(({ label }) => label !== 'all of them')) {
      const family = familyOf(id as Parameters<typeof familyOf>[0]);
      expect(group?.toLowerCase()).toBe(family);
    }
  });

  it('says where trials are missing, in groups too', async () => {
    const { view } = await shown('decision-quick', 0.5);
    const cells = groupedCells(view, ['motivation'], {
      measure: 'accuracy',
      leaveOutFlagged: false,
    });
    expect(cells.some(({ notes }) => notes.includes('holes'))).toBe(true);
    const { lines } = methodTable([methodRun(view)], { measure: 'accuracy' });
    expect(lines).toHaveLength(4);
    expect(lines.reduce((sum, { accuracy }) => sum + accuracy.n, 0)).toBe(10);
  });

  it('has no column that would be empty', async () => {
    const { view } = await shown('decision-quick');
    const names = new Map(methodsOf(view.conditions).map((one) => [one.id, one]));
    const lines = methodTable([methodRun(view)], { measure: 'accuracy-expected' }).lines.map(
      (line) => ({
        ...line,
        label: names.get(line.condition)?.label ?? '',
        control: names.get(line.condition)?.control ?? false,
        mass: 0.9,
        hrefOf: () => undefined,
      }),
    );
    expect(lines[0]).toMatchObject({ label: 'no profile', control: true, gain: null });
    expect(methodColumns(lines).map(({ id }) => id)).toEqual([
      'method',
      'accuracy',
      'expected',
      'gain',
      'verdict',
      'mass',
      'items',
      'notes',
    ]);
    const accuracy = methodColumns(lines)[1];
    // Five decisions of one novel: no interval, and the note says why.
    expect(accuracy?.text?.(lines[1] as (typeof lines)[number])).toMatch(/^\d+\.0$/);
    expect(commonNotes(lines).join(' ')).toContain('fewer than five');
    const notes = methodColumns(lines).at(-1);
    // Said once for all lines, so not again in each.
    expect(notes?.value(lines[1] as (typeof lines)[number])).not.toContain('fewer than five');
  });

  it('brings evidence recall through its profiles', async () => {
    const { run } = await shown('decision-quick');
    const { recalls, scores } = profileNumbers(run.samples, run.artifacts);
    expect(scores).toBeUndefined();
    // BM25 and CharMap have memories, no profile and the description alone have none.
    expect(recalls?.size).toBe(10);
    const [trial, recall] = [...(recalls ?? [])][0] as [string, number];
    const profile = run.samples.find((sample) => sample.trial === trial)?.profile;
    const artifact = run.artifacts.find(({ id }) => id === profile);
    expect(recall).toBe(artifact && evidenceRecall(traceOf(artifact)));
    expect(artifact && relatedTo(artifact, new Map())).toEqual([]);
  });

  it('has a judge beside people, and the leakage probe, where they are', async () => {
    const { run } = await shown('decision-quick');
    const rating = (of: string, rater: string, level: 1 | 2 | 3, kind: 'judgement' | 'rating') => ({
      id: `${kind} ${of} ${rater}`,
      kind,
      key: '',
      text: String(level),
      trace: { of, rater, by: rater === 'judge' ? 'model' : 'person', level, score: level },
      calls: [],
    });
    const profiles = run.artifacts.map(({ id }) => id).slice(0, 3);
    const levels = [1, 2, 3] as const;
    const judged = profiles.flatMap((of, i) => [
      rating(of, 'judge', levels[i] ?? 1, 'judgement'),
      rating(of, 'Ann', levels[2 - i] ?? 1, 'judgement'),
    ]);
    const continued = [false, true].map((entities) => ({
      id: `continued ${entities}`,
      kind: 'continuation',
      key: '',
      text: '',
      trace: { decision: 'x', entities },
      calls: [],
    }));
    const restored = rating('continued false', 'judge', 3, 'rating');
    const artifacts = [...run.artifacts, ...judged, ...continued, restored];
    const found = profileNumbers(run.samples, artifacts);
    // Ann turns the judge's order round.
    expect(found.agreements.map(({ rater, pearson: { value, n } }) => [rater, value, n])).toEqual([
      ['Ann', -1, 3],
    ]);
    expect(found.scores?.size).toBeGreaterThan(0);
    expect(found.leakage[0]?.shares).toEqual({ complete: 1, partial: 0, different: 0 });
    expect(found.leakage[1]).toMatchObject({ n: 0, shares: null });
    expect(profileNumbers(run.samples, run.artifacts).leakage).toEqual([]);
  });

  it('is exported by method and by every kind of group', async () => {
    const { run, rows, conditions } = await shown('decision-quick');
    const lines = resultsCsv(run, rows, conditions, dataset).trimEnd().split('\r\n');
    const some = (measure: string, by: string): number =>
      lines.filter((line) => line.includes(`,${measure},${by},`)).length;
    expect(some('accuracy', 'all')).toBe(4);
    expect(some('accuracy-expected', 'all')).toBe(4);
    expect(some('gain', 'all')).toBe(3);
    expect(some('recall', 'all')).toBe(2);
    expect(some('mass', 'all')).toBe(4);
    expect(some('accuracy', 'cluster')).toBe(4);
    expect(some('accuracy', 'motivation')).toBeGreaterThan(4);
    expect(some('accuracy', 'genre')).toBeGreaterThan(4);
  });
});

describe('samples of decisions', () => {
  it('are found by novel, motivation and genre', async () => {
    const { run } = await shown('decision-quick');
    const placeOf = placesOf(suite, dataset);
    const facets = facetsOf(run.samples, placeOf, undefined);
    expect(facets.novels).toEqual(['the-man-who-was-thursday']);
    expect(facets.behaviours).toEqual([]);
    expect(facets.genres).toEqual(['detective', 'satire', 'thriller']);
    const family = facets.motivations[0] as string;
    const found = filterSamples(run.samples, { motivation: family }, placeOf);
    expect(found.length).toBeGreaterThan(0);
    for (const { item } of found) {
      const type = dataset.byId.get(item)?.motivation?.type;
      expect(type && familyOf(type)).toBe(family);
    }
    expect(filterSamples(run.samples, { novel: 'emma' }, placeOf)).toEqual([]);
    expect(filterSamples(run.samples, { genre: 'satire' }, placeOf)).toHaveLength(20);
  });
  it('stand behind the cells', () => {
    const cell = { group: 'plot-driven', condition: 'method=curated' };
    expect(decisionsBehind(cell, 'motivation', { flagged: 'without' })).toEqual({
      tab: 'samples',
      motivation: 'plot-driven',
      condition: 'method=curated',
      flagged: 'without',
    });
    expect(decisionsBehind({ ...cell, group: 'decision' }, 'motivation', {})).toEqual({
      tab: 'samples',
      condition: 'method=curated',
    });
  });
  it('go by the letters that the model saw', () => {
    expect(shownLetter('C', 'B,C,D,A')).toBe('B');
    expect(shownLetter('A', 'A,B,C,D')).toBe('A');
    expect(shownLetter('yes', 'A,B')).toBe('yes');
  });
});

describe('what a run of decisions says', () => {
  it('names the largest gain and whether chance can be told from it', async () => {
    const { view } = await shown('decision-core');
    const { lines } = methodTable([methodRun(view)], { measure: 'accuracy-expected' });
    const sentences = decisionSentences(lines, 'Model', (id) => id, 'accuracy-expected', []);
    const best = lines.reduce((a, b) => ((b.gain?.value ?? -99) > (a.gain?.value ?? -99) ? b : a));
    expect(sentences[0]).toContain(`With ${best.condition}, Model`);
    expect(sentences[1]).toContain(best.condition);
    expect(sentences[2]).toBe(
      (best.gain?.low ?? 0) > 0
        ? 'Its interval leaves out zero.'
        : 'Its interval holds zero, so this study cannot tell it from chance.',
    );
  });
  it('says that one novel is a single look, and that a model barely answers', async () => {
    const { view } = await shown('decision-quick');
    const { lines } = methodTable([methodRun(view)], { measure: 'accuracy' });
    const mass = { ...lines[0]!.accuracy, value: 0.2 };
    const sentences = decisionSentences(lines, 'Model', (id) => id, 'accuracy', [mass]);
    expect(sentences[0]).toContain('20 %'.replace(' ', '\u202f'));
    expect(sentences.at(-1)).toContain('too few novels');
  });
  it('says that there is nothing where nothing is answered', () => {
    expect(decisionSentences([], 'Model', (id) => id, 'accuracy', [])).toHaveLength(1);
  });
});
