import { describe, expect, it } from 'vitest';
import { methodNeeds } from '../../../src/components/running/method-needs';
import { parseCatalogue } from '../../../src/decision/catalogue';
import { joined, ownDataset, parseDataset } from '../../../src/decision/dataset';
import { familyOf } from '../../../src/decision/motivations';
import { parseStudy } from '../../../src/exchange/study-file';
import { expandConditions } from '../../../src/experiment/condition';
import {
  budgetsOf,
  chosenIds,
  FIRST_DECISIONS,
  type DecisionDraft,
} from '../../../src/pages/lab/decision-draft';
import { choicesLike, choicesOf, pickedIds } from '../../../src/pages/lab/decision-choice';
import { FIRST_DRAFT, readDraft, withSuite, writeDraft } from '../../../src/pages/lab/draft';
import { studyOf } from '../../../src/pages/lab/draft-study';
import { issuesOf } from '../../../src/pages/lab/issues';
import { METHOD_GROUPS } from '../../../src/pages/lab/method-groups';
import { draftOf } from '../../../src/pages/lab/study-draft';
import { METHODS, PROFILE_DEFAULTS } from '../../../src/core/study';
import { readJson, readText } from '../data/files';

const dataset = parseDataset({
  novels: parseCatalogue(readJson('decision/novels.json')),
  decisions: readText('decision/decisions.jsonl'),
  characters: readText('decision/characters.jsonl'),
  entities: readText('decision/entities.jsonl'),
  ratings: readText('decision/ratings.jsonl'),
});
const first = withSuite(FIRST_DRAFT, 'decision');
const drafted = (change: Partial<DecisionDraft>) => ({
  ...first,
  decisions: { ...first.decisions, ...change },
});
const conditionsOf = async (change: Partial<DecisionDraft>) =>
  (await expandConditions(studyOf(drafted(change)))).map(({ id }) => id);

describe('a draft of decisions', () => {
  it('is a valid study from the beginning', () => {
    expect(issuesOf(first)).toEqual([]);
    const study = studyOf(first);
    expect(parseStudy(study)).toEqual(study);
    expect(study).toMatchObject({
      suite: 'decision',
      items: { novels: ['the-man-who-was-thursday'] },
      conditions: [{ method: ['none', 'curated'] }],
      profile: { ...PROFILE_DEFAULTS, budget: 400 },
      unparsed: 'wrong',
    });
  });

  it('makes a condition of each tick', async () => {
    expect(
      await conditionsOf({
        methods: ['none', 'curated', 'bm25'],
        motivated: ['curated'],
        renamed: ['none'],
      }),
    ).toEqual([
      'baseline',
      'method=curated',
      'method=bm25',
      'method=curated,motivation=on',
      'entities=on',
    ]);
  });

  it('asks methods with a profile in every section, others once', async () => {
    expect(await conditionsOf({ methods: ['none', 'curated'], sections: [5, 1] })).toEqual([
      'baseline',
      'method=curated,section=1',
      'method=curated',
    ]);
  });

  it('takes one budget as the study’s own and compares several', async () => {
    expect(studyOf(drafted({ budgets: '' })).profile).toBeUndefined();
    expect(studyOf(drafted({ budgets: ' 900 ' })).profile?.budget).toBe(900);
    expect(await conditionsOf({ budgets: '400, 900' })).toEqual([
      'baseline',
      'method=curated,budget=400',
      'method=curated,budget=900',
    ]);
    expect([budgetsOf('400; 400 900'), budgetsOf('40'), budgetsOf('4.5')]).toEqual([
      [400, 900],
      null,
      null,
    ]);
  });

  it('says what stands in the way', () => {
    const fields = (draft: typeof first) => issuesOf(draft).map(({ field }) => field);
    expect(fields(drafted({ methods: [] }))).toEqual(['conditions']);
    expect(fields(drafted({ sections: [] }))).toEqual(['sections']);
    expect(fields(drafted({ budgets: '12' }))).toEqual(['budgets']);
    const overlapping = { ...PROFILE_DEFAULTS, chunkTokens: 100, overlapTokens: 100 };
    expect(fields(drafted({ profile: overlapping }))).toEqual(['budgets']);
    expect(fields({ ...first, ids: [] })).toEqual(['items']);
  });

  it('keeps what the form cannot show', async () => {
    const study = parseStudy({
      ...studyOf(first),
      conditions: [{ method: ['none', 'curated'], motivation: [true], entities: [true] }],
      models: { answer: 'embedded', judge: 'another' },
    });
    const draft = await draftOf(study);
    expect(draft.keepsConditions).toBe(true);
    expect(studyOf(draft)).toEqual(study);
    expect(studyOf({ ...draft, seed: 3 }).models).toEqual({ answer: 'embedded', judge: 'another' });
  });

  it('survives being kept, and a draft of before decisions still opens', () => {
    const draft = drafted({ motivated: ['curated'], budgets: '4' });
    expect(readDraft(writeDraft(draft))).toEqual(draft);
    const { suite: _suite, decisions: _decisions, ...old } = FIRST_DRAFT;
    expect(readDraft(JSON.stringify(old))).toEqual(FIRST_DRAFT);
  });

  it('comes anew where the suite changes, and not where it stays', () => {
    expect(withSuite(first, 'decision')).toBe(first);
    const back = withSuite({ ...first, title: 'Mine', ids: ['x'] }, 'behavior');
    expect(back).toMatchObject({
      suite: 'behavior',
      title: 'Mine',
      ids: null,
      unparsed: 'leave-out',
    });
    expect(issuesOf(back)).toEqual([]);
  });
});

describe('the decisions chosen', () => {
  const ids = (change: Partial<DecisionDraft>) =>
    chosenIds({ ...FIRST_DECISIONS, novels: [], ...change }, dataset);
  it('are named by novels alone where nothing else is chosen', () => {
    expect(ids({ novels: ['emma'] })).toBeNull();
  });
  it('fit novel, motivation and character together', () => {
    const plot = ids({ novels: ['emma'], motivations: ['plot-driven'] }) ?? [];
    expect(plot.length).toBeGreaterThan(0);
    for (const id of plot) {
      const decision = dataset.byId.get(id);
      expect(decision?.novel).toBe('emma');
      expect(decision?.motivation && familyOf(decision.motivation.type)).toBe('plot-driven');
    }
    const [one] = plot;
    const character = dataset.byId.get(one ?? '')?.character.id ?? '';
    const own = ids({ characters: [character], motivations: ['plot-driven'] }) ?? [];
    expect(own).toContain(one);
    expect(own.every((id) => dataset.byId.get(id)?.character.id === character)).toBe(true);
    expect(ids({ novels: ['alice'], characters: [character] })).toEqual([]);
  });
  it('are one’s own only where their book or character is chosen', () => {
    const [ours] = dataset.decisions.filter(({ motivation }) => motivation !== null);
    if (ours === undefined) throw new Error('a decision');
    const character = { ...ours.character, id: 'own-character' };
    const mine = { ...ours, id: 'mine', novel: 'own-1', character };
    const both = joined(dataset, ownDataset([{ id: 'own-1', title: '', author: '' }], [mine]));
    const of = (change: Partial<DecisionDraft>) =>
      chosenIds({ ...FIRST_DECISIONS, novels: [], ...change }, both);
    const motivations = [ours.motivation?.type ?? ''];
    expect(of({ motivations })).toEqual(ids({ motivations }));
    expect(of({ motivations, novels: ['own-1'] })).toEqual(['mine']);
    expect(of({ characters: ['own-character'] })).toEqual(['mine']);
  });
});

describe('single decisions', () => {
  const [one, two] = dataset.decisions.map(({ id }) => id);
  it('are listed by novel, character and first words, and found by any of them', () => {
    const choices = choicesOf(dataset);
    expect(choices.map(({ id }) => id)).toEqual(dataset.decisions.map(({ id }) => id));
    expect(choices.find(({ id }) => id === 'alice-alice-1')).toMatchObject({
      character: 'Alice',
      words: 'What do you do as the White Rabbit goes …',
    });
    const found = choicesLike(choices, ' RABBIT  alice');
    expect(found.map(({ id }) => id)).toContain('alice-alice-1');
    expect(found.every(({ character }) => character === 'Alice')).toBe(true);
    expect(choicesLike(choices, '')).toHaveLength(choices.length);
    expect(choicesLike(choices, 'alice nowhere-at-all')).toEqual([]);
  });
  it('are named in authored order, and by novels again where none is left', () => {
    const picked = pickedIds(pickedIds(null, two!, true, dataset), one!, true, dataset);
    expect(picked).toEqual([one, two]);
    expect(pickedIds(['not-here', one!], two!, true, dataset)).toEqual([one, two, 'not-here']);
    expect(pickedIds([one!], one!, false, dataset)).toBeNull();
    expect(studyOf({ ...first, ids: picked }).items).toEqual({ ids: [one, two] });
  });
});

describe('what a method needs', () => {
  it('is told of every method, each in one group', () => {
    const grouped = METHOD_GROUPS.flatMap(({ methods }) => methods);
    expect([...grouped].sort()).toEqual([...METHODS].sort());
    expect(METHOD_GROUPS[0]?.methods).toEqual(['options-only', 'none', 'random']);
  });
  it.each([
    ['none', []],
    ['curated', []],
    ['bm25', ['novel']],
    ['curated+embedding', ['embedding', 'novel']],
    ['hierarchical', ['describe']],
    ['curated+charmap', ['locate', 'embedding', 'novel']],
    ['raw', ['context']],
  ] as const)('%s', (method, needs) => {
    expect(methodNeeds(method, null)).toEqual(needs);
  });
  it('goes by the search behind CharMap', () => {
    expect(methodNeeds('curated+charmap', { charmap: 'bm25' })).toEqual(['locate', 'novel']);
  });
});
