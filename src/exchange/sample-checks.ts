import type { Sample } from '../core/run';
import { shown } from './issues';

/** What a sample says that cannot be, after the schema has passed: the member and what is wrong with it. */
export interface Contradiction {
  readonly member: string;
  readonly says: string;
}

/** Checks that the schema cannot express; null where the sample is consistent. */
export function contradiction(sample: Sample): Contradiction | null {
  const options = sample.order.split(',');
  if (options.some((option) => option === '') || new Set(options).size !== options.length) {
    return {
      member: 'order',
      says: `is ${shown(sample.order)}, but must name each option once, joined by commas`,
    };
  }
  const { answer, status, probabilities, bounds } = sample;
  if (status === 'answered' && answer === undefined) {
    return { member: 'answer', says: 'is missing, but the status is "answered"' };
  }
  if (answer !== undefined && !options.includes(answer)) {
    return { member: 'answer', says: `is ${shown(answer)}, but the options are ${sample.order}` };
  }
  if (probabilities !== undefined) {
    const keys = Object.keys(probabilities);
    const stray = keys.find((key) => !options.includes(key));
    if (stray !== undefined) {
      return {
        member: 'probabilities',
        says: `names ${shown(stray)}, but the options are ${sample.order}`,
      };
    }
    const sum = keys.reduce((total, key) => total + (probabilities[key] ?? 0), 0);
    // Recorded to a few digits, so the sum is not exact.
    if (Math.abs(sum - 1) > 0.01) {
      return { member: 'probabilities', says: `add up to ${sum.toFixed(3)}, but must add up to 1` };
    }
  }
  if (bounds !== undefined && bounds[0] > bounds[1]) {
    return { member: 'bounds', says: `are ${bounds.join(' to ')}, the larger one first` };
  }
  return null;
}
