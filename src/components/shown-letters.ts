/** The letters by which a decision's four options are shown, in the order shown. */
export const SHOWN_LETTERS = ['A', 'B', 'C', 'D'] as const;

/**
 * The letter under which an option was shown: options keep their authored letters as names of their content, while the
 * prompt letters them in the order shown.
 * @param key the option's content key
 * @param order content keys in the order shown, joined by commas
 */
export function shownLetter(key: string, order: string): string {
  return SHOWN_LETTERS[order.split(',').indexOf(key)] ?? key;
}
