import { describe, expect, it } from 'vitest';
import type { Artifact, Sample } from '../../../src/core/run';
import { PROFILE_DEFAULTS } from '../../../src/core/study';
import type { SuiteItem } from '../../../src/core/suite';
import type { Decision } from '../../../src/decision/dataset';
import { judgeProfile } from '../../../src/decision/judge';
import {
  continuationsOf,
  continueStory,
  leakageTable,
  rateContinuation,
  shownDescription,
  truthOf,
} from '../../../src/decision/leakage';
import { ratersOf, recallsByTrial, scoresByTrial } from '../../../src/decision/measures';
import { modelRating, personRating, ratingsIn, ratingsOf } from '../../../src/decision/ratings';
import { decisionSuite } from '../../../src/decision/suite';
import { condition, dataset, study } from './made';
import { madeWorkshop, type Made } from './made-workshop';

const suite = decisionSuite(dataset);
const decision = dataset.byId.get('made-ann-1') as Decision;
const item = suite.item('made-ann-1') as SuiteItem;

async function judged(made: Made, change: Parameters<typeof condition>[0] = {}) {
  const under = condition({ method: 'curated+bm25', ...change });
  const set = { ...PROFILE_DEFAULTS, budget: 200, chunkTokens: 80 };
  const profile = await suite.profile?.(item, under, study({ profile: set }), made.workshop);
  if (!profile) throw new Error('the suite makes profiles');
  const rating = await judgeProfile(decision, under, profile, made.workshop, dataset);
  return { rating, profile };
}

describe('the profile score', () => {
  it('is the expected step by the judge’s probabilities', async () => {
    // 0.1, 0.2 and 0.5 of 0.8: shares of 1/8, 2/8 and 5/8.
    const made = madeWorkshop({
      next: () => ({ ' 1': 0.1, '2': 0.2, ' 3': 0.3, '3': 0.2, x: 0.2 }),
    });
    const { rating, profile } = await judged(made);
    expect(rating).toMatchObject({
      of: profile.artifact,
      rater: 'stand-in',
      by: 'model',
      level: 3,
      cut: false,
    });
    expect(rating?.score).toBeCloseTo(1 / 8 + 4 / 8 + 15 / 8, 9);
    const [prompt] = made.prompts;
    expect(prompt).toContain(profile.text);
    expect(prompt).toContain('Target sentence:\nAnn holds that what is hidden does harm.');
    expect(prompt?.endsWith('\nRating:')).toBe(true);
    const artifact = [...made.kept.values()].find(({ kind }) => kind === 'judgement');
    expect(artifact?.calls).toHaveLength(1);
    expect(JSON.stringify(artifact)).not.toMatch(/c\dp\d \w+ \w+/);
  });

  it('does not count a motivation that was added, and hides names where the profile does', async () => {
    const made = madeWorkshop({ next: () => ({ '2': 1 }) });
    await judged(made, { motivation: true, entities: true });
    const [prompt] = made.prompts;
    expect(prompt?.split('does harm')).toHaveLength(2);
    expect(prompt).toContain('[character A] holds that');
    expect(prompt).not.toMatch(/\bAnn\b/);
  });

  it('is asked once for one profile, and not at all where there is nothing to rate', async () => {
    const made = madeWorkshop({ next: () => ({ '2': 1 }) });
    await judged(made);
    await judged(made);
    expect(made.prompts).toHaveLength(1);
    expect((await judged(made, { method: 'none', motivation: true })).rating).toBeNull();
    expect(made.prompts).toHaveLength(1);
  });

  it('is missing where the judge gives no number', async () => {
    expect((await judged(madeWorkshop({ next: () => ({ well: 1 }) }))).rating).toBeNull();
  });

  it('cuts a text that the judge cannot hold and says so', async () => {
    const { profile } = await judged(madeWorkshop());
    const small = madeWorkshop({ next: () => ({ '1': 1 }), context: 260 });
    const rating = await judgeProfile(decision, condition(), profile, small.workshop, dataset);
    expect(rating?.cut).toBe(true);
    expect(small.prompts[0]?.split(/\s+/).length).toBeLessThanOrEqual(260);
    expect(JSON.stringify([...small.kept.values()])).not.toMatch(/c\dp\d \w+ \w+/);
  });
});

describe('the measures by trial', () => {
  it('follow the profile of each sample', async () => {
    const made = madeWorkshop({ next: () => ({ '3': 0.5, '1': 0.5 }) });
    const { profile } = await judged(made, { budget: 2000 });
    const artifacts = [
      ...made.kept.values(),
      await personRating('judgement', profile.artifact, 'Kim', 2),
    ];
    const samples = [
      { trial: 't1', profile: profile.artifact },
      { trial: 't2' },
      { trial: 't3', profile: 'x' },
    ];
    expect(scoresByTrial(samples as Sample[], artifacts)).toEqual(new Map([['t1', 2]]));
    expect(recallsByTrial(samples as Sample[], artifacts)).toEqual(new Map([['t1', 1]]));
    expect([...ratersOf(artifacts, 'model').keys()]).toEqual(['stand-in']);
    const people = ratersOf(artifacts, 'person');
    expect([...people.keys()]).toEqual(['Kim']);
    expect(people.get('Kim')?.get(profile.artifact)?.score).toBe(2);
  });

  it('are people’s where no judge rated, whatever they call themselves', async () => {
    const samples = [
      { trial: 't1', profile: 'a' },
      { trial: 't2', profile: 'b' },
    ] as Sample[];
    const people = [
      await personRating('judgement', 'a', 'Kim', 3),
      await personRating('judgement', 'a', 'Sam', 2),
    ];
    expect(scoresByTrial(samples, people)).toEqual(new Map([['t1', 2.5]]));
    const judge = { ...modelRating('b', 'Kim', { '1': 1 }, false) };
    const judged = { ...people[0], id: 'j', trace: judge } as Artifact;
    expect(scoresByTrial(samples, [...people, judged])).toEqual(new Map([['t2', 1]]));
    expect([
      ...(ratersOf([...people, judged], 'person')
        .get('Kim')
        ?.keys() ?? []),
    ]).toEqual(['a']);
  });

  it('tell one person’s rating from the judge’s and from others’', async () => {
    const judge = { ...modelRating('a', 'judge', { '3': 1 }, false) };
    const kim = await personRating('judgement', 'a', 'Kim', 1);
    const all = [
      { ...kim, id: 'j', trace: judge },
      kim,
      await personRating('judgement', 'b', 'Kim', 2),
      await personRating('judgement', 'a', 'Sam', 2),
      await personRating('rating', 'a', 'Sam', 3),
    ];
    const seen = ratingsOf('a', 'judgement', all, 'Kim');
    expect(seen.own).toBe(1);
    expect(seen.judge?.rater).toBe('judge');
    expect(seen.others.map(({ rater, level }) => [rater, level])).toEqual([['Sam', 2]]);
    expect(ratingsOf('a', 'judgement', all, null)).toMatchObject({ own: null });
    expect(ratingsOf('a', 'judgement', all, 'judge').own).toBeNull();
  });

  it('keep one rating of a person', async () => {
    const first = await personRating('rating', 'x', 'Kim', 1);
    const second = await personRating('rating', 'x', 'Kim', 3);
    const other = await personRating('rating', 'x', 'Sam', 3);
    expect(second.id).toBe(first.id);
    expect(other.id).not.toBe(first.id);
    expect(ratingsIn([second, { ...other, trace: null }], 'rating')).toEqual([
      { of: 'x', rater: 'Kim', by: 'person', level: 3, score: 3, cut: false },
    ]);
  });
});

describe('the leakage probe', () => {
  it('continues from the description, with names kept and replaced', async () => {
    const made = madeWorkshop({ write: () => 'She reads it aloud.' });
    const kept = await continueStory(decision, false, made.workshop, dataset);
    const hidden = await continueStory(decision, true, made.workshop, dataset);
    expect(kept?.id).not.toBe(hidden?.id);
    expect(made.prompts[0]).toContain('Ann quarrelled with her brother');
    expect(made.prompts[1]).toContain('[character A] quarrelled with her brother');
    expect(made.prompts[1]).not.toMatch(/\bAnn\b/);
    for (const prompt of made.prompts) {
      expect(prompt).not.toContain('FUTURE');
      expect(prompt).not.toContain('does harm');
    }
  });

  it('knows the description that a continuation was shown, cut or whole', async () => {
    const made = madeWorkshop({ write: () => 'She reads it aloud.' });
    const artifact = (await continueStory(decision, true, made.workshop, dataset)) as Artifact;
    const [found] = continuationsOf([artifact, { ...artifact, kind: 'rating' }], dataset);
    expect(found).toMatchObject({ entities: true, decision: { id: decision.id } });
    const whole = shownDescription(found!, dataset) ?? '';
    expect(whole).toMatch(/^\[character A\] .*quarrelled with her brother/s);
    const [first] = whole.split('\n');
    const cut = { ...artifact.calls[0]!, prompt: `Go on.\n\n${first}\nEND` };
    const shorter = { ...found!, artifact: { ...artifact, calls: [cut] } };
    expect(shownDescription(shorter, dataset)).toBe(first);
    const other = { ...found!, artifact: { ...artifact, calls: [{ ...cut, prompt: 'Other.' }] } };
    expect(shownDescription(other, dataset)).toBeNull();
    expect(continuationsOf([artifact], { byId: new Map() })).toEqual([]);
  });

  it('tells the judge what really happens in our words', async () => {
    expect(truthOf(decision)).toBe(
      'Read it aloud at once.\nAnn holds that what is hidden does harm.\nFUTURE Ann read the letter aloud.\nFUTURE Ann left Port Ardent.',
    );
    const made = madeWorkshop({ write: () => '[character A] reads it.', next: () => ({ '3': 1 }) });
    const hidden = await continueStory(decision, true, made.workshop, dataset);
    const rating = await rateContinuation(decision, hidden as Artifact, made.workshop, dataset);
    expect(rating?.level).toBe(3);
    expect(made.prompts[1]).toContain('Text:\nMiss Ann Reed reads it.');
    expect(made.prompts[1]).not.toMatch(/c\dp\d/);
  });

  it('shares out the levels, each continuation once', async () => {
    const continuation = (id: string, entities: boolean): Artifact => ({
      id,
      kind: 'continuation',
      key: '',
      text: '',
      trace: { decision: 'd', entities },
      calls: [],
    });
    const table = leakageTable([
      continuation('a', false),
      continuation('b', false),
      continuation('c', true),
      continuation('unrated', true),
      await personRating('rating', 'a', 'Kim', 3),
      await personRating('rating', 'a', 'Sam', 1),
      await personRating('rating', 'b', 'Kim', 2),
      await personRating('rating', 'c', 'Kim', 1),
      await personRating('judgement', 'c', 'Kim', 3),
    ]);
    expect(table).toEqual([
      {
        entities: false,
        n: 2,
        ratings: 3,
        shares: { complete: 0.25, partial: 0.5, different: 0.25 },
      },
      { entities: true, n: 1, ratings: 1, shares: { complete: 0, partial: 0, different: 1 } },
    ]);
    expect(leakageTable([])[0]).toEqual({ entities: false, n: 0, ratings: 0, shares: null });
  });
});
