import type { Rate } from '../../experiment/estimate';
import { settings } from '../../storage/here';
import { FIRST_RATES, type Answer } from './first-rates';

/** Rates of models no longer used are forgotten. */
const MOST = 20;

/** A rate, and whether this device measured it in an earlier run. */
export interface KnownRate {
  readonly rate: Rate;
  readonly measured: boolean;
}

/**
 * How fast a model answers here: as last measured, else as the catalogue's models do on two cores. Never rejects.
 * @param concurrency trials under way at once: so many change how long a run takes
 */
export async function rateOf(model: string, answer: Answer, concurrency = 1): Promise<KnownRate> {
  try {
    const rate = (await settings.all()).rates[keyOf(model, answer, concurrency)];
    if (rate !== undefined) return { rate, measured: true };
  } catch {
    // Without storage nothing was measured before.
  }
  return { rate: FIRST_RATES[answer], measured: false };
}

/** Keeps a measured rate for the next run. Never rejects: it is a convenience only. */
export async function keepRate(
  model: string,
  answer: Answer,
  rate: Rate,
  concurrency = 1,
): Promise<void> {
  try {
    const { rates } = await settings.all();
    const key = keyOf(model, answer, concurrency);
    const { [key]: _before, ...others } = rates;
    const latest = Object.entries(others).slice(1 - MOST);
    await settings.set('rates', { ...Object.fromEntries(latest), [key]: rate });
  } catch {
    // The next run begins with the catalogue's rate.
  }
}

function keyOf(model: string, answer: Answer, concurrency: number): string {
  return concurrency === 1 ? `${model}/${answer}` : `${model}/${answer}/${concurrency} at once`;
}
