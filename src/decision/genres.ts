/** The genres by which decisions are grouped (the paper's labels). */
export const GENRES = [
  'mystery',
  'thriller',
  'science-fiction',
  'romance',
  'fantasy',
  'action-adventure',
  'speculative',
  'young-adult',
  'horror-and-supernatural',
  'crime-mystery',
  'detective',
  'historical',
  'western',
  'family-saga',
  'womens',
  'literary',
  'satire',
] as const;
export type Genre = (typeof GENRES)[number];
