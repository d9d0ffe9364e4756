import type { PairedItem } from '../../analysis/paired-items';
import type { Sample } from '../../core/run';

/** An item answered on both sides, with the samples behind it. */
export interface ItemPair {
  readonly item: string;
  /** The line of the table that it belongs to. */
  readonly group: string;
  /** In percent or points, by the table's measure. */
  readonly a: number;
  readonly b: number;
  readonly delta: number;
  /** Whether the answers themselves differ, not only their probabilities. */
  readonly parts: boolean;
  readonly samplesA: readonly Sample[];
  readonly samplesB: readonly Sample[];
}

/** Differences nearer to zero than this are none. */
const TINY = 1e-9;

/** The pairs of a comparison, those furthest apart first, else in the order of the data. */
export function itemPairs(
  items: readonly PairedItem[],
  samplesA: readonly Sample[],
  samplesB: readonly Sample[],
  groupOf: (item: string) => string | null,
): readonly ItemPair[] {
  const first = byItem(samplesA);
  const second = byItem(samplesB);
  const pairs = items.map(({ item, a, b }): ItemPair => {
    const [x, y] = [first.get(item) ?? [], second.get(item) ?? []];
    return {
      item,
      group: groupOf(item) ?? '',
      a: 100 * a.value,
      b: 100 * b.value,
      delta: 100 * (a.value - b.value),
      parts: answersPart(x, y),
      samplesA: x,
      samplesB: y,
    };
  });
  return pairs.sort((x, y) => {
    const gap = Math.abs(y.delta) - Math.abs(x.delta);
    return Math.abs(gap) < 100 * TINY ? 0 : gap;
  });
}

/** The pairs that are listed: of one group, or of all; those whose answers differ, or all. */
export function listed(
  pairs: readonly ItemPair[],
  { group, all }: { readonly group: string | undefined; readonly all: boolean },
): readonly ItemPair[] {
  return pairs.filter(
    (pair) => (all || pair.parts) && (group === undefined || pair.group === group),
  );
}

/**
 * Whether two lists of samples hold other answers: another share of any answer, or of answers that could not be read.
 * One answer each: whether they are not the same. An error is no answer.
 */
export function answersPart(a: readonly Sample[], b: readonly Sample[]): boolean {
  const first = sharesOf(a);
  const second = sharesOf(b);
  return [...new Set([...first.keys(), ...second.keys()])].some(
    (answer) => Math.abs((first.get(answer) ?? 0) - (second.get(answer) ?? 0)) > TINY,
  );
}

function sharesOf(samples: readonly Sample[]): Map<string, number> {
  const outcomes = samples.filter(({ status }) => status !== 'error');
  const shares = new Map<string, number>();
  for (const { answer, status } of outcomes) {
    const key = answer ?? status;
    shares.set(key, (shares.get(key) ?? 0) + 1 / outcomes.length);
  }
  return shares;
}

function byItem(samples: readonly Sample[]): Map<string, Sample[]> {
  const items = new Map<string, Sample[]>();
  for (const sample of samples) {
    const known = items.get(sample.item);
    if (known === undefined) items.set(sample.item, [sample]);
    else known.push(sample);
  }
  return items;
}
