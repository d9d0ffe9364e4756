import { en } from '../../text/en';
import { formatInterval, formatNumber, formatPercent, formatPoints } from '../../text/format';
import type { Measure } from './colour';

/** Under so many items a value is marked. */
export const FEW = 10;

/** What a chart shows of one estimate. Values in percent or points. */
export interface Estimate {
  readonly value: number | null;
  readonly low?: number | null;
  readonly high?: number | null;
  readonly n: number;
  /** Why there is no value, or what to know of it. */
  readonly note?: string;
  /** An address of this page, `#/...`. */
  readonly href?: string;
}

/** The value as it stands in a cell: `63.3`, `+12.5`. */
export function shortValue(measure: Measure, value: number): string {
  return measure === 'pis' ? formatPoints(value) : formatNumber(value);
}

/**
 * The name of an estimate for a screen reader and for speech control: everything that is seen of it, in the same
 * order, so that what one reads aloud is what one can call it.
 * @param shown what is seen between value and n: an interval
 */
export function nameEstimate(
  measure: Measure,
  place: string,
  estimate: Estimate,
  shown: readonly string[] = [],
): string {
  const { value, n, note = '' } = estimate;
  if (value === null) return `${place}: ${en.charts.missingSpoken(note)}`;
  const spoken = measure === 'pis' ? formatPoints(value) : formatPercent(value);
  return `${place}: ${[spoken, ...shown, en.charts.nSpoken(n)].join(', ')}`;
}

/** What there is to say beyond its name: interval, cautions, where it leads. */
export function detailEstimate(measure: Measure, estimate: Estimate, leads: boolean): string {
  const { value, n, note = '' } = estimate;
  const parts: string[] = [];
  if (value !== null) {
    parts.push(`${intervalOf(measure, estimate)}.`);
    if (n < FEW) parts.push(en.charts.fewSpoken);
    if (note !== '') parts.push(note);
  }
  if (leads) parts.push(en.charts.follow);
  return parts.join(' ');
}

/** Name and detail as one text. */
export function fullText(name: string, detail: string): string {
  return `${name.replace(/\.$/, '')}. ${detail}`.trim();
}

function intervalOf(measure: Measure, { low, high }: Estimate): string {
  return low === null || low === undefined || high === null || high === undefined
    ? en.charts.noInterval
    : `${en.charts.interval(formatInterval(low, high, measure === 'pis'))} ${measure === 'pis' ? en.charts.pis : en.charts.rate}`;
}

/** Follows an address of this page; anything else is not followed. */
export function follow(href: string | undefined): boolean {
  if (href === undefined || !href.startsWith('#/')) return false;
  location.hash = href;
  return true;
}
