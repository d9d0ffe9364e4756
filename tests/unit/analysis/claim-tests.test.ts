import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { claimOf, separationClaim, type ClaimRun } from '../../../src/analysis/claim-tests';
import type { Condition } from '../../../src/core/plan';
import type { Trait } from '../../../src/core/study';
import { shownRun } from '../../../src/components/running/shown-run';
import { PUBLISHED_CLAIMS } from '../../../src/exchange/published-claims';
import { BUILT_IN_STUDIES } from '../../../src/exchange/built-in-studies';
import { readRunText } from '../../../src/exchange/run-file';
import { row } from './made';

const plain: Condition = {
  id: 'baseline',
  persona: 'nobody',
  shaping: 'none',
  levels: null,
  template: 1,
  temperature: null,
  thinking: false,
  negated: false,
  method: 'none',
  budget: null,
  motivation: false,
  entities: false,
  section: 5,
};
const level = (own: 1 | 5): Condition => ({
  ...plain,
  id: `level ${own}`,
  shaping: 'quantified',
  levels: { own },
});

/** Ten clusters of four items; so many of each cluster's four say yes, one cluster more and one less. */
const rowsOf = (scale: Trait, condition: string, yes: number) =>
  Array.from({ length: 40 }, (_, i) => {
    const cluster = Math.floor(i / 4);
    const shift = cluster === 0 ? 1 : cluster === 1 ? -1 : 0;
    return row({
      item: `${scale} ${i}`,
      cluster: `${scale} ${cluster}`,
      scale,
      condition,
      y: i % 4 < yes + shift ? 1 : 0,
    });
  });
const made = (scales: readonly Trait[], base: number, low: number, high: number): ClaimRun => ({
  byProbability: false,
  conditions: [plain, level(1), level(5)],
  rows: scales.flatMap((scale) => [
    ...rowsOf(scale, 'baseline', base),
    ...rowsOf(scale, 'level 1', low),
    ...rowsOf(scale, 'level 5', high),
  ]),
});
const three: readonly Trait[] = ['openness', 'extraversion', 'agreeableness'];

const recorded = async (model: string): Promise<ClaimRun> => {
  const name = `datasets/reference-runs/behavior-table-3-p.${model}.json.gz`;
  const { manifest, samples } = await readRunText(new Uint8Array(readFileSync(name)));
  const { rows, conditions } = await shownRun(manifest, samples);
  return { rows, conditions, byProbability: true };
};

describe('claims on made-up answers', () => {
  it('are supported where all intervals lie on their side', () => {
    const found = claimOf({ kind: 'moves', shaping: 'quantified' }, made(three, 2, 1, 3));
    expect(found?.verdict).toBe('supported');
    // One of four more upward, one of four less downward: 25 points each.
    expect(found?.figures.map(({ of, value }) => [of, value])).toEqual([
      ['high', 25],
      ['low', 25],
    ]);
  });

  it('are contradicted where one lies on the other', () => {
    expect(claimOf({ kind: 'moves', shaping: 'quantified' }, made(three, 2, 1, 1))).toMatchObject({
      verdict: 'contradicted',
      figures: [{ value: -25 }, { value: 25 }],
    });
  });

  it('cannot be told where nothing moves', () => {
    const still = made(three, 2, 2, 2);
    expect(claimOf({ kind: 'moves', shaping: 'quantified' }, still)?.verdict).toBe('cannot-tell');
    const test = { kind: 'no-effect', shaping: 'quantified', trait: 'openness' } as const;
    // Every item is answered alike: no effect.
    expect(claimOf(test, still)?.verdict).toBe('supported');
    // As many say yes, but others: forty single answers leave an interval far wider than five points.
    const others = still.rows.map((given, i) =>
      given.condition === 'baseline' ? given : row({ ...given, y: i % 4 < 2 ? 0 : 1 }),
    );
    expect(claimOf(test, { ...still, rows: others })?.verdict).toBe('cannot-tell');
    expect(claimOf(test, made(three, 1, 1, 3))?.verdict).toBe('contradicted');
  });

  it('count the traits that clearly rise', () => {
    const rises = { kind: 'rises', shaping: 'quantified' } as const;
    expect(claimOf(rises, made(three, 2, 1, 3))?.verdict).toBe('supported');
    expect(claimOf(rises, made(three, 2, 2, 2))?.verdict).toBe('contradicted');
    expect(claimOf(rises, made(three.slice(0, 2), 2, 1, 3))).toBeNull();
    // Level 5 less level 1 by other items of the same number: intervals far wider than five points.
    const wide = made(three, 2, 2, 2);
    const others = wide.rows.map((given, i) =>
      given.condition === 'level 5' ? row({ ...given, y: i % 4 < 2 ? 0 : 1 }) : given,
    );
    expect(claimOf(rises, { ...wide, rows: others })?.verdict).toBe('cannot-tell');
    const seldom = { kind: 'seldom-up', shaping: 'quantified' } as const;
    expect(claimOf(seldom, made(three, 2, 1, 3))?.verdict).toBe('contradicted');
    expect(claimOf(seldom, made(three, 2, 1, 2))?.verdict).toBe('supported');
  });

  it('hold a rate against a line', () => {
    const test = { kind: 'baseline-above', trait: 'openness', above: 50 } as const;
    expect(claimOf(test, made(three, 3, 1, 3))).toMatchObject({
      verdict: 'supported',
      figures: [{ value: 75, n: 40 }],
    });
    expect(claimOf(test, made(three, 1, 1, 3))?.verdict).toBe('contradicted');
    expect(claimOf(test, made(three, 2, 1, 3))?.verdict).toBe('cannot-tell');
  });

  it('need their conditions', () => {
    const run = made(three, 2, 1, 3);
    expect(claimOf({ kind: 'moves', shaping: 'descriptive' }, run)).toBeNull();
    expect(claimOf({ kind: 'better', method: 'curated', than: ['none'] }, run)).toBeNull();
  });

  it('compare methods item by item', () => {
    const conditions = [plain, { ...plain, id: 'curated', method: 'curated' as const }];
    const run: ClaimRun = {
      byProbability: false,
      conditions,
      rows: [...rowsOf('openness', 'baseline', 1), ...rowsOf('openness', 'curated', 3)],
    };
    expect(claimOf({ kind: 'better', method: 'curated', than: ['none'] }, run)).toMatchObject({
      verdict: 'supported',
      figures: [{ of: 'none', value: 50, n: 40 }],
    });
    expect(claimOf({ kind: 'accuracy-above', method: 'none', above: 25 }, run)?.verdict).toBe(
      'cannot-tell',
    );
  });

  it('set two models side by side by their separations', () => {
    const found = separationClaim(made(three, 2, 1, 3), made(three, 2, 2, 2), 'quantified');
    // High less low: 50 points in the larger, none in the smaller.
    expect(found).toMatchObject({ verdict: 'supported', figures: [{ value: 50 }] });
    const turned = separationClaim(made(three, 2, 2, 2), made(three, 2, 1, 3), 'quantified');
    expect(turned?.verdict).toBe('contradicted');
    expect(separationClaim(made(three, 2, 1, 3), made(three, 2, 1, 3), 'descriptive')).toBeNull();
  });
});

describe('claims on recorded runs', () => {
  it('rest on the figures that the run itself shows', async () => {
    const run = await recorded('qwen2.5-coder-1.5b');
    // As `npm run reproduce` printed them when the run was made: +13.8 [11.8, 15.7], +11.4 [9.4, 13.5].
    const found = claimOf({ kind: 'moves', shaping: 'descriptive' }, run);
    expect(found?.verdict).toBe('supported');
    const rounded = found?.figures.map(({ value, low, high }) =>
      [value, low, high].map((x) => Math.round(10 * (x ?? NaN)) / 10),
    );
    expect(rounded).toEqual([
      [13.8, 11.8, 15.7],
      [11.4, 9.4, 13.5],
    ]);
    // +4.9 upward but -2.4 downward under numbers.
    expect(claimOf({ kind: 'moves', shaping: 'quantified' }, run)?.verdict).toBe('contradicted');
    const more = { kind: 'moves-more', shaping: 'quantified', than: 'descriptive' } as const;
    // (4.9 - 13.8 - 2.4 - 11.4) / 2
    expect(claimOf(more, run)?.figures[0]?.value).toBeCloseTo(-11.35, 0);
    expect(claimOf(more, run)?.verdict).toBe('contradicted');
  });
});

describe('the list of claims', () => {
  it('names studies that come with the page, each claim once', () => {
    for (const { study } of PUBLISHED_CLAIMS) expect(BUILT_IN_STUDIES).toContain(study);
    const ids = PUBLISHED_CLAIMS.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
