import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseStudy } from '../../../src/exchange/study-file';
import { expandConditions } from '../../../src/experiment/condition';
import { FIRST_DRAFT, idOf, readDraft, writeDraft } from '../../../src/pages/lab/draft';
import { studyOf, temperaturesOf } from '../../../src/pages/lab/draft-study';
import { issuesOf } from '../../../src/pages/lab/issues';
import { draftOf } from '../../../src/pages/lab/study-draft';

const folder = new URL('../../../datasets/studies/', import.meta.url);
const builtIn = readdirSync(folder).map((file) =>
  parseStudy(JSON.parse(readFileSync(new URL(file, folder), 'utf8'))),
);

describe('the lab’s draft', () => {
  it.each(builtIn.map((study) => [study.id, study] as const))(
    'takes in %s and gives the very same study back',
    async (_id, study) => {
      const draft = await draftOf(study);
      expect(draft.keepsConditions).toBe(false);
      expect(issuesOf(draft)).toEqual([]);
      expect(studyOf(draft)).toEqual(study);
      // Without the source the form alone says the same conditions, in whatever order.
      const said = await expandConditions(studyOf({ ...draft, source: null }));
      const meant = await expandConditions(study);
      expect(new Set(said.map(({ id }) => id))).toEqual(new Set(meant.map(({ id }) => id)));
    },
  );

  it('is a valid study from the beginning', () => {
    expect(issuesOf(FIRST_DRAFT)).toEqual([]);
    expect(parseStudy(studyOf(FIRST_DRAFT))).toEqual(studyOf(FIRST_DRAFT));
  });

  it('keeps conditions that the form cannot show', async () => {
    const study = parseStudy({
      ...studyOf(FIRST_DRAFT),
      conditions: [
        { shaping: ['none'] },
        { persona: [{ description: 'You are a sailor.' }], negated: [true] },
      ],
    });
    const draft = await draftOf(study);
    expect(draft.keepsConditions).toBe(true);
    expect(studyOf(draft)).toEqual(study);
    expect(studyOf({ ...draft, repeats: 1, lead: '' }).conditions).toEqual(study.conditions);
    expect(studyOf({ ...draft, keepsConditions: false }).conditions).not.toEqual(study.conditions);
  });

  it('gives a changed study another id, so that it does not go by the name of the old one', async () => {
    const quick = builtIn.find(({ id }) => id === 'quick')!;
    const draft = await draftOf(quick);
    expect(studyOf({ ...draft, seed: 7 }).id).toBe('quick-changed');
    expect(studyOf({ ...draft, title: 'Quick, renamed' }).id).toBe('quick');
  });

  it('survives being kept', async () => {
    for (const study of builtIn.slice(0, 3)) {
      const draft = await draftOf(study);
      expect(readDraft(writeDraft(draft))).toEqual(draft);
    }
    expect(readDraft('{"title": 3}')).toBeNull();
    expect(readDraft('{')).toBeNull();
  });

  it('keeps what is half typed', () => {
    const half = { ...FIRST_DRAFT, title: '', repeats: null, temperatures: '0.5, abc' };
    expect(readDraft(writeDraft(half))).toEqual(half);
  });
});

describe('what the lab says stands in the way', () => {
  const fields = (changes: Partial<typeof FIRST_DRAFT>) =>
    issuesOf({ ...FIRST_DRAFT, ...changes }).map(({ field }) => field);

  it('names repeats and temperatures that would vary nothing by probability', () => {
    expect(fields({ repeats: 3 })).toEqual(['repeats']);
    expect(fields({ temperatures: '0.5, 1' })).toEqual(['temperatures']);
    expect(fields({ answer: 'generate', repeats: 3, temperatures: '0.5, 1' })).toEqual([]);
  });

  it('names a descriptive combination with a level between', () => {
    const combos = [{ openness: 5, neuroticism: 3 } as const];
    expect(fields({ combos, comboShaping: 'descriptive' })).toEqual(['conditions']);
    expect(fields({ combos, comboShaping: 'quantified' })).toEqual([]);
    expect(fields({ combos: [{}] })).toEqual(['conditions']);
  });

  it('names what is missing or out of range', () => {
    expect(fields({ title: ' ' })).toEqual(['title']);
    expect(fields({ traits: [] })).toEqual(['items']);
    expect(fields({ baseline: false, descriptive: [] })).toEqual(['conditions']);
    expect(fields({ seed: null })).toEqual(['seed']);
    expect(fields({ perBehavior: 0 })).toEqual(['perBehavior']);
    expect(fields({ topP: 0 })).toEqual(['topP']);
    expect(fields({ wordings: [] })).toEqual(['wordings']);
    expect(fields({ repeats: null })).toEqual(['repeats']);
  });
});

describe('the lab’s texts', () => {
  it('read temperatures as typed', () => {
    expect(temperaturesOf('')).toEqual([]);
    expect(temperaturesOf(' 0.5, 1;1 ')).toEqual([0.5, 1]);
    expect(temperaturesOf('3')).toBeNull();
    expect(temperaturesOf('warm')).toBeNull();
  });

  it('make an id of a title', () => {
    expect(idOf('Äpfel & Pears, 2nd try!')).toBe('apfel-pears-2nd-try');
    expect(idOf('日本')).toBe('study');
    expect(idOf('x'.repeat(200))).toHaveLength(80);
  });
});
