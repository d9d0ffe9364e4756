export type NumeralStyle = 'roman' | 'arabic' | 'word';

const WORDS = [
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen',
  'eighteen nineteen',
]
  .join(' ')
  .split(' ');
const ORDINALS = [
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth',
  'fifteenth sixteenth seventeenth eighteenth nineteenth',
]
  .join(' ')
  .split(' ');
const TENS: Readonly<Record<string, number>> = { twenty: 20, thirty: 30, forty: 40, fifty: 50 };
const TENTHS: Readonly<Record<string, number>> = {
  twentieth: 20,
  thirtieth: 30,
  fortieth: 40,
  fiftieth: 50,
};
const ROMAN: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10, L: 50, C: 100, D: 500 };

/** What may stand as a heading's number: `XIV`, `14`, `Fourteen`, `FOURTEENTH`, `Twenty-One`. */
export const NUMERAL = `(?:\\d{1,3}|[IVXLCD]+|(?:${[...Object.keys(TENS)].join('|')})(?:[- ](?:${[
  ...WORDS.slice(0, 9),
  ...ORDINALS.slice(0, 9),
].join('|')}))?|${[...Object.keys(TENTHS), ...WORDS, ...ORDINALS].join('|')})`;

/** The value of a numeral and how it is written; null for what is none (`IIX`, `MIX`). */
export function numeralOf(
  text: string,
): { readonly value: number; readonly style: NumeralStyle } | null {
  if (/^\d{1,3}$/.test(text)) return { value: Number(text), style: 'arabic' };
  const upper = text.toUpperCase();
  if (/^C{0,3}(XC|XL|L?X{0,3})(IX|IV|V?I{0,3})$/.test(upper) && upper !== '')
    return { value: romanValue(upper), style: 'roman' };
  const [first = '', second] = text.toLowerCase().split(/[- ]/);
  const unit = wordValue(second ?? first);
  const tens = TENS[first];
  if (second === undefined) {
    const value = tens ?? TENTHS[first] ?? unit;
    return value === 0 ? null : { value, style: 'word' };
  }
  return tens === undefined || unit === 0 || unit > 9
    ? null
    : { value: tens + unit, style: 'word' };
}

function romanValue(roman: string): number {
  const values = [...roman].map((letter) => ROMAN[letter] ?? 0);
  return values.reduce(
    (sum, value, i) => (value < (values[i + 1] ?? 0) ? sum - value : sum + value),
    0,
  );
}

function wordValue(word: string): number {
  return Math.max(WORDS.indexOf(word), ORDINALS.indexOf(word)) + 1;
}
