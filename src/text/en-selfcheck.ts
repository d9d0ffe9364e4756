/** The page that measures what models do on a reader's device. */
export const selfcheck = {
  heading: 'Self-check',
} as const;
