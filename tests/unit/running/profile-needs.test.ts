import { describe, expect, it } from 'vitest';
import { profileNeeds, type NeedsAround } from '../../../src/components/running/profile-needs';
import type { ConditionGroup, Study } from '../../../src/core/study';
import { parseCatalogue } from '../../../src/decision/catalogue';
import { parseDataset } from '../../../src/decision/dataset';
import { decisionSuite } from '../../../src/decision/suite';
import { makePlan } from '../../../src/experiment/plan';
import { parseStudy } from '../../../src/exchange/study-file';
import { readJson, readText } from '../data/files';

const dataset = parseDataset({
  novels: parseCatalogue(readJson('decision/novels.json')),
  decisions: readText('decision/decisions.jsonl'),
  characters: readText('decision/characters.jsonl'),
  entities: readText('decision/entities.jsonl'),
  ratings: readText('decision/ratings.jsonl'),
});
const quick = parseStudy(readJson('studies/decision-quick.json'));
const NOVELS = ['emma', 'the-man-who-was-thursday'];

/** A device that has one novel and no embedding model. */
const around = (parts: Partial<NeedsAround> = {}): NeedsAround => ({
  dataset: () => Promise.resolve(dataset),
  isHere: (novel) => Promise.resolve(novel === 'emma'),
  embedderKept: () => Promise.resolve(0),
  ...parts,
});

async function planOf(conditions: ConditionGroup[], changes: Partial<Study> = {}) {
  const study: Study = { ...quick, items: { novels: NOVELS }, conditions, ...changes };
  return makePlan(study, decisionSuite(dataset));
}

describe('what profiles take', () => {
  it('is which novels are here, which are fetched, and the embedding model', async () => {
    const plan = await planOf([{ method: ['none', 'curated', 'embedding'] }]);
    const needs = await profileNeeds(plan, around());
    expect(needs).toMatchObject({ novels: 2, here: 1, absent: [], described: 0, located: 0 });
    expect(needs.fetched).toEqual(['The Man Who Was Thursday']);
    expect(needs.embedding).toBe(22_928_619);
    const kept = around({ embedderKept: () => Promise.resolve(22_928_619) });
    expect((await profileNeeds(plan, kept)).embedding).toBe(0);
  });

  it('is no novel and no embedding model where no method reads or searches', async () => {
    const needs = await profileNeeds(await planOf([{ method: ['none', 'curated'] }]), around());
    expect(needs).toMatchObject({ novels: 0, fetched: [], embedding: null, reviewed: false });
    const words = await profileNeeds(await planOf([{ method: ['bm25'] }]), around());
    expect(words).toMatchObject({ novels: 2, embedding: null });
    const sections = await planOf([{ method: ['curated'], section: [1, 5] }]);
    expect((await profileNeeds(sections, around())).novels).toBe(2);
  });

  it('counts what models write, and what is rated', async () => {
    const plan = await planOf([{ method: ['hierarchical+charmap'] }], {
      reviews: ['profile-score'],
    });
    const items = dataset.decisions.filter(({ novel }) => NOVELS.includes(novel)).length;
    expect(await profileNeeds(plan, around())).toMatchObject({
      described: items,
      located: items,
      reviewed: true,
    });
  });

  it('counts what the storage cannot tell as not here, and names own books apart', async () => {
    const plan = await planOf([{ method: ['bm25'] }]);
    const broken = around({ isHere: () => Promise.reject(new Error('no storage')) });
    expect((await profileNeeds(plan, broken)).here).toBe(0);
    const [item] = plan.items;
    const decision = dataset.byId.get(item?.id ?? '');
    const own = around({
      dataset: () =>
        Promise.resolve({
          ...dataset,
          byId: new Map([[item?.id ?? '', { ...decision!, novel: 'own-abc' }]]),
        }),
    });
    const one = { ...plan, items: plan.items.slice(0, 1) };
    expect(await profileNeeds(one, own)).toMatchObject({ fetched: [], absent: ['own-abc'] });
  });
});
