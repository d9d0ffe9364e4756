/*
 * What Project Gutenberg puts around a text: a header that ends with a START line (in older files with the small
 * print), and a licence that begins with "End of Project Gutenberg's ..." or an END line.
 */
const START = /^\W*START OF TH(?:E|IS) PROJECT GUTENBERG.*$/gim;
const SMALL_PRINT_ENDS = /^\*END\*?\s*THE SMALL PRINT.*$/gim;
const END =
  /^\W*(?:End of (?:The |This )?Project Gutenberg|END OF TH(?:E|IS) PROJECT GUTENBERG|START: FULL LICENSE).*$/im;

/** The text without what its publisher put before and after it. */
export function withoutLicence(text: string): string {
  const end = text.search(END);
  const body = end < 0 ? text : text.slice(0, end);
  return body.slice(Math.max(endOf(START, body), endOf(SMALL_PRINT_ENDS, body)));
}

/** Where the last match ends, if it stands in the first half, else 0. */
function endOf(pattern: RegExp, text: string): number {
  const last = [...text.matchAll(pattern)].at(-1);
  if (last === undefined || last.index > text.length / 2) return 0;
  return last.index + last[0].length;
}

/** Title and author as the file's first lines give them, empty where they do not. */
export function namesIn(text: string): { readonly title: string; readonly author: string } {
  const head = text.slice(0, 5000);
  const bracketed = /^\s*\[(.+?) by (.+?)(?: \d{4})?\]/.exec(head);
  if (bracketed) return { title: bracketed[1] ?? '', author: bracketed[2] ?? '' };
  return {
    title: /^Title:\s*(.+)$/m.exec(head)?.[1]?.trim() ?? '',
    author: /^Author:\s*(.+)$/m.exec(head)?.[1]?.trim() ?? '',
  };
}
