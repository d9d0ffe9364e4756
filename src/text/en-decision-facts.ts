/** The words by which a study of decisions is described: its novels, its profiles, how its answers count. */
import { formatCount, formatList, formatNumber, formatShare, plural } from './format';

export const decisionFacts = {
  names: {
    novels: 'Novels',
    budget: 'Length of a profile',
    chunk: 'Length of a passage',
    bm25: 'BM25',
    charmap: 'CharMap searches by',
    share: 'Share for the description',
    sections: 'Text known',
    reading: 'Letters that count',
    unparsed: 'Unreadable answers',
    reviews: 'Rated as well',
  },
  decisions: (items: number, novels: number) =>
    `${plural(items, 'decision', 'decisions')} of ${plural(novels, 'novel', 'novels')}`,
  novel: (title: string, decisions: number) => `${title} (${formatCount(decisions)})`,
  budgets: (budgets: readonly number[]) =>
    `at most ${formatList(budgets.map(formatCount))} tokens of the answering model`,
  chunk: (most: number, overlap: number) =>
    `at most ${plural(most, 'token', 'tokens')}${overlap === 0 ? '' : `, ${formatCount(overlap)} of them shared with the one before`}`,
  bm25: (k1: number, b: number) => `k1 ${formatNumber(k1, 2)}, b ${formatNumber(b, 2)}`,
  share: (share: number) => `at most ${formatShare(share)} of the length, beside memories`,
  allText: 'all that stands before the decision',
  sections: (shares: readonly string[]) =>
    `${formatList(shares)} of what stands before the decision`,
  unparsed: 'count as wrong',
  noReviews: 'nothing',
  source:
    'The decisions are this project’s own, written after the description in the LifeChoice paper and reviewed with a language model, so no figure here can be held against the paper’s one by one.',
} as const;
