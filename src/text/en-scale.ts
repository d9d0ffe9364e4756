/** Results against model size, level, temperature or wording. */
export const scale = {
  heading: 'Scale curves',
} as const;
