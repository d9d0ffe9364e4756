/** Two runs or conditions side by side. */
export const compare = {
  heading: 'Compare',
} as const;
