import type { Rate } from '../../experiment/estimate';

export type Answer = 'generate' | 'probability';

/**
 * What a prompt costs before anything was measured here: a new token takes about 33 ms on two cores and holds about
 * 4.4 characters; a written answer of a dozen tokens costs as much as a hundred new characters or so.
 */
const MS_PER_TOKEN = 33;
const CHARACTERS_PER_TOKEN = 4.4;
export const FIRST_RATES: Readonly<Record<Answer, Rate>> = {
  probability: { perCharacter: MS_PER_TOKEN / CHARACTERS_PER_TOKEN, perTrial: 80 },
  generate: { perCharacter: MS_PER_TOKEN / CHARACTERS_PER_TOKEN, perTrial: 900 },
};
