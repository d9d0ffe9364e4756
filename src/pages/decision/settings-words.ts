import { en } from '../../text/en';
import type { Settings } from './page-study';

/** The settings of a profile in a line; equal settings have equal words. */
export function settingsWords(settings: Settings): string {
  const text = en.decision.method;
  const { method, budget, chunkTokens, search, entities, motivation } = settings;
  const isBare = method === 'none' || method === 'options-only';
  const searches = /bm25|embedding|hybrid|random|charmap|hierarchical|incremental/.test(method);
  return [
    text.names(method),
    ...(isBare || method === 'raw' ? [] : [text.inBudget(budget)]),
    ...(searches ? [text.inChunks(chunkTokens)] : []),
    ...(method.includes('charmap') ? [text.searches[search]] : []),
    ...(entities ? [text.namesReplaced] : []),
    ...(motivation ? [text.motivationTold] : []),
  ].join(', ');
}
