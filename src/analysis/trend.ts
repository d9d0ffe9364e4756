import { normalTail } from './quantile';
import type { Unit } from './units';
import { mean } from './variance';

/** Page's test of a rising order. */
export interface PageTest {
  /** L = sum_j j * (sum of ranks under level j). */
  readonly L: number;
  /** Blocks and levels. */
  readonly blocks: number;
  readonly levels: number;
  /** (L - its mean) / its standard deviation, both over all orders within blocks; 0 where nothing differs. */
  readonly z: number;
  /** One-sided, for values that rise with the level, by the normal approximation. */
  readonly p: number;
}

/** How a rate moves over levels. */
export interface LevelTrend {
  /** Mean at each level in points, over the items answered at every level. */
  readonly rates: readonly number[];
  /** Least-squares slope in points a level. */
  readonly slope: number;
  /** Items answered at every level. */
  readonly n: number;
  readonly page: PageTest;
}

/**
 * Page's L over blocks (rows) and levels (columns, in the order predicted), with mid-ranks for ties.
 * Page 1963 (seen through SciPy's page_trend_test, whose asymptotic z and p are the same without ties). The variance
 * is that of L over all orders within each block, sum_j (j - jbar)^2 * sum_j (R_j - Rbar)^2 / (k - 1) summed over the
 * blocks: Page's m k^2 (k+1) (k^2-1) / 144 without ties, less with them. The normal approximation is held to be
 * reliable for more than 12 blocks of four levels or more (real-statistics.com); with 8 to 11 it is a guide.
 * Throws a RangeError on fewer than two levels or blocks of unequal length.
 */
export function pageTest(blocks: readonly (readonly number[])[]): PageTest {
  const k = blocks[0]?.length ?? 2;
  if (k < 2 || blocks.some((block) => block.length !== k)) {
    throw new RangeError('every block needs the same two or more levels');
  }
  const middle = (k + 1) / 2;
  const levelSpread = (k * (k * k - 1)) / 12;
  let L = 0;
  let variance = 0;
  for (const block of blocks) {
    const ranks = midRanks(block);
    let rankSpread = 0;
    ranks.forEach((rank, j) => {
      L += (j + 1) * rank;
      rankSpread += (rank - middle) ** 2;
    });
    variance += (levelSpread * rankSpread) / (k - 1);
  }
  const centre = blocks.length * k * middle * middle;
  const z = variance === 0 ? 0 : (L - centre) / Math.sqrt(variance);
  return { L, blocks: blocks.length, levels: k, z, p: normalTail(z) };
}

/**
 * The trend over levels, lowest first, each given as its items. Blocks are clusters (behaviours), whose items move
 * together, or items; by default clusters, and items where the clusters are fixed strata. Only items answered at
 * every level count; rates and slope are NaN without any.
 */
export function levelTrend(
  levels: readonly (readonly Unit[])[],
  block: 'cluster' | 'item' = levels[0]?.[0]?.design === 'strata' ? 'item' : 'cluster',
): LevelTrend {
  const byItem = levels.map((units) => new Map(units.map((unit) => [unit.item, unit.mean])));
  const complete = (levels[0] ?? []).filter((unit) =>
    byItem.every((level) => level.has(unit.item)),
  );
  const groups = new Map<string, string[]>();
  for (const unit of complete) {
    const key = block === 'cluster' ? unit.cluster : unit.item;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [unit.item]);
    else group.push(unit.item);
  }
  const over = (items: readonly string[]) =>
    byItem.map((level) => mean(items.map((item) => level.get(item) as number)));
  const rates = over(complete.map((unit) => unit.item)).map((rate) => 100 * rate);
  return {
    rates,
    slope: slopeOf(rates),
    n: complete.length,
    page: pageTest([...groups.values()].map(over)),
  };
}

/** Ranks from 1; values within 1e-9 of the least of their run share their mean rank. */
function midRanks(values: readonly number[]): number[] {
  const order = values.map((_, index) => index);
  order.sort((i, j) => (values[i] as number) - (values[j] as number));
  const ranks = new Array<number>(values.length);
  for (let start = 0; start < order.length;) {
    const least = values[order[start] as number] as number;
    let end = start + 1;
    while (end < order.length && (values[order[end] as number] as number) - least <= 1e-9) end += 1;
    for (let i = start; i < end; i += 1) ranks[order[i] as number] = (start + 1 + end) / 2;
    start = end;
  }
  return ranks;
}

function slopeOf(rates: readonly number[]): number {
  const middle = (rates.length - 1) / 2;
  const centre = mean(rates);
  let products = 0;
  let squares = 0;
  rates.forEach((rate, level) => {
    products += (level - middle) * (rate - centre);
    squares += (level - middle) ** 2;
  });
  return products / squares;
}
