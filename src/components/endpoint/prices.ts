import type { EndpointModel, Prices } from '../../engines/answer-model';
import { en } from '../../text/en';

/** Prices and a limit as they stand in a form; null: left empty. */
export interface PriceDraft {
  prompt: number | null;
  cached: number | null;
  completion: number | null;
  limit: number | null;
}

/** What a form of prices comes to, or a sentence on what is wrong with it. */
export type PricesRead =
  | { readonly ok: true; readonly prices: Prices | null; readonly limit: number | null }
  | { readonly ok: false; readonly sentence: string };

/** The prices of a model for a form. */
export function draftOfPrices({
  prices,
  limit,
}: Pick<EndpointModel, 'prices' | 'limit'>): PriceDraft {
  return {
    prompt: prices?.prompt ?? null,
    cached: prices?.cached ?? null,
    completion: prices?.completion ?? null,
    limit,
  };
}

/** Reads a form of prices: both or none, and a limit only with them. */
export function readPrices({ prompt, cached, completion, limit }: PriceDraft): PricesRead {
  const text = en.endpoint.prices;
  const entered = [prompt, cached, completion, limit].filter((value) => value !== null);
  if (entered.some((value) => !Number.isFinite(value) || value < 0)) {
    return { ok: false, sentence: text.negative };
  }
  if (prompt === null && completion === null && cached === null) {
    return limit === null
      ? { ok: true, prices: null, limit: null }
      : { ok: false, sentence: text.limitNeedsPrices };
  }
  if (prompt === null || completion === null) return { ok: false, sentence: text.incomplete };
  const prices = { prompt, completion, ...(cached === null ? {} : { cached }) };
  return { ok: true, prices, limit };
}
