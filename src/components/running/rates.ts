import type { Rate } from '../../experiment/estimate';
import { settings } from '../../storage/here';

/**
 * What a prompt costs before anything was measured here: a new token takes about 33 ms on two cores and holds about
 * 4.4 characters; a written answer of a dozen tokens costs as much as a hundred new characters or so.
 */
const MS_PER_TOKEN = 33;
const CHARACTERS_PER_TOKEN = 4.4;
const FIRST: Readonly<Record<Answer, Rate>> = {
  probability: { perCharacter: MS_PER_TOKEN / CHARACTERS_PER_TOKEN, perTrial: 80 },
  generate: { perCharacter: MS_PER_TOKEN / CHARACTERS_PER_TOKEN, perTrial: 900 },
};
/** Rates of models no longer used are forgotten. */
const MOST = 20;

export type Answer = 'generate' | 'probability';

/** A rate, and whether this device measured it in an earlier run. */
export interface KnownRate {
  readonly rate: Rate;
  readonly measured: boolean;
}

/** How fast a model answers here: as last measured, else as the catalogue's models do on two cores. Never rejects. */
export async function rateOf(model: string, answer: Answer): Promise<KnownRate> {
  try {
    const rate = (await settings.all()).rates[keyOf(model, answer)];
    if (rate !== undefined) return { rate, measured: true };
  } catch {
    // Without storage nothing was measured before.
  }
  return { rate: FIRST[answer], measured: false };
}

/** Keeps a measured rate for the next run. Never rejects: it is a convenience only. */
export async function keepRate(model: string, answer: Answer, rate: Rate): Promise<void> {
  try {
    const { rates } = await settings.all();
    const { [keyOf(model, answer)]: _before, ...others } = rates;
    const latest = Object.entries(others).slice(1 - MOST);
    await settings.set('rates', { ...Object.fromEntries(latest), [keyOf(model, answer)]: rate });
  } catch {
    // The next run begins with the catalogue's rate.
  }
}

function keyOf(model: string, answer: Answer): string {
  return `${model}/${answer}`;
}
