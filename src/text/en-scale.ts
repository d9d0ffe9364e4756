/** Results against model size, level, temperature or wording. */
export const scale = {
  heading: 'Scale curves',
  /** The three pages that set runs side by side. */
  pages: {
    label: 'Side by side',
    compare: 'Two side by side',
    scale: 'Scale curves',
    papers: 'Claims of the papers',
  },
} as const;
