/** Results against model size, level, temperature or wording. */
export const scale = {
  heading: 'Scale curves',
  /** The two pages that set runs side by side. */
  pages: {
    label: 'Side by side',
    compare: 'Two side by side',
    scale: 'Scale curves',
  },
} as const;
