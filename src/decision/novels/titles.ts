/** Words that stay small within a title. */
const SMALL = new Set(
  'a an and as at but by for from in into nor of on or over the to upon with'.split(' '),
);
const ROMAN = /^[IVXLC]+$/;

/**
 * A title that is printed in capitals as a person would write it: `CHAPTER IV. THE TALE OF A DETECTIVE` becomes
 * `Chapter IV. The Tale of a Detective`. Numerals stay, and a title that has small letters stays as it is but for a
 * first word such as `CHAPTER`.
 */
export function quietTitle(title: string): string {
  const shouting = !/\p{Ll}/u.test(title);
  let first = true;
  return title.replace(/\p{L}[\p{L}\p{M}'’]*/gu, (word, at: number) => {
    const isFirst = first || /[.:!?]\s*$/.test(title.slice(0, at));
    const isLabel = first && /^(CHAPTER|VOLUME|BOOK|PART|LETTER|STAVE|CANTO)$/.test(word);
    const numeral = ROMAN.test(word) && (word.length > 1 || word === 'I' || isFirst);
    first = numeral && first;
    if (!(shouting || isLabel) || numeral) return word;
    const small = word.toLowerCase();
    return SMALL.has(small) && !isFirst ? small : capital(small);
  });
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
