import { PROFILE_DEFAULTS, type Method, type Study } from '../../core/study';
import type { DecisionView } from '../../exchange/routes';
import type { RetrieverKind } from '../../core/retriever';

/** How the page's one profile is built. */
export interface Settings {
  readonly method: Method;
  /** In tokens of the answering model. */
  readonly budget: number;
  /** Length of the passages searched, in tokens of the embedding model. */
  readonly chunkTokens: number;
  /** The search behind CharMap's second step. */
  readonly search: RetrieverKind;
  /** Whether names and places are replaced. */
  readonly entities: boolean;
  readonly motivation: boolean;
}

/** Small enough for a small model to answer in seconds. */
const BUDGET = 600;

/** The settings that an address names; the rest has its default. */
export function settingsOf(view: DecisionView): Settings {
  const method = view.method ?? 'curated';
  const search = view.search ?? 'bm25';
  const byMeaning =
    /embedding|hybrid/.test(method) || (method.includes('charmap') && search !== 'bm25');
  return {
    method,
    budget: view.budget === undefined ? BUDGET : Number(view.budget),
    // Short passages, so that several fit; the vectors that come with the page are of the studies' long ones.
    chunkTokens: Number(view.chunk ?? (byMeaning ? PROFILE_DEFAULTS.chunkTokens : 150)),
    search,
    entities: view.names === 'replaced',
    motivation: view.motivation === 'told',
  };
}

/** The study of one decision under one condition, asked as the built-in studies by probability ask. */
export function pageStudy(decision: string, settings: Settings): Study {
  const { method, budget, chunkTokens, search, entities, motivation } = settings;
  return {
    format: 'crossroads-study/1',
    id: 'one-decision',
    title: `The decision ${decision}`,
    suite: 'decision',
    items: { ids: [decision] },
    conditions: [
      { method: [method], budget: [budget], entities: [entities], motivation: [motivation] },
    ],
    repeats: 1,
    seed: 1,
    answer: 'probability',
    order: 'authored',
    placement: 'user',
    system: 'none',
    lead: 'Answer:',
    unparsed: 'wrong',
    scoring: 'keyed',
    profile: { ...PROFILE_DEFAULTS, chunkTokens, charmap: search },
    models: { answer: 'embedded' },
    decoding: {},
  };
}
