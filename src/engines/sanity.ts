/** What every model is asked after it is loaded: any chat model has an answer, and all right ones hold one word. */
export const SANITY_QUESTION = 'What is the capital of France? Answer in one short sentence.';
/** As much of the answer as it takes to see. */
export const SANITY_TOKENS = 24;

const EXPECTED = /\bparis\b/i;

/**
 * What an answer to the question looks like.
 * `right`: it holds the word; `odd`: it is language, but another answer; `gibberish`: it is no language.
 */
export type Sanity = 'right' | 'odd' | 'gibberish';

/**
 * Judges an answer. A graphics card that computes wrongly gives broken characters, one token for ever, or runs of
 * letters that no language has; a small model that only knows little gives ordinary words.
 */
export function judgeSanity(text: string): Sanity {
  const answer = text.trim();
  if (answer === '' || isBroken(answer) || repeats(answer)) return 'gibberish';
  if (EXPECTED.test(answer)) return 'right';
  return share(wordsOf(answer), looksLikeWord) >= 0.7 ? 'odd' : 'gibberish';
}

/** More than one character in fifty is the mark of bytes that are no text, or a control character. */
function isBroken(text: string): boolean {
  const broken = [...text].filter(
    (character) => character === '\uFFFD' || (character < ' ' && !/\s/.test(character)),
  );
  return broken.length > text.length / 50;
}

/** One piece of up to twelve characters, written over and over: six times or more, and nearly all of the text. */
function repeats(text: string): boolean {
  const found = /(.{1,12}?)\1{5,}/su.exec(text);
  return found !== null && found[0].length > 0.6 * text.length;
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

/** Letters of one writing system with a vowel among them where it has vowels, of ordinary length; or a number. */
function looksLikeWord(word: string): boolean {
  const bare = word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
  if (bare === '') return false;
  if (/^\p{N}+([.,]\p{N}+)*$/u.test(bare)) return bare.length <= 12;
  if (bare.length > 24 || /\p{Ll}\p{Lu}/u.test(bare)) return false;
  if (/^[\p{Script=Latin}'’-]+$/u.test(bare)) {
    return (
      /[aeiouy\u00C0-\u017F]/i.test(bare) &&
      !/(.)\1\1/u.test(bare) &&
      !/[^aeiouy'’\u00C0-\u017F-]{6}/i.test(bare)
    );
  }
  return /^[\p{L}\p{M}\p{P}]+$/u.test(bare) && !/\p{Script=Latin}/u.test(bare);
}

function share(words: readonly string[], is: (word: string) => boolean): number {
  return words.length === 0 ? 0 : words.filter(is).length / words.length;
}
