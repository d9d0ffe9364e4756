import type { Decision } from '../../../src/decision/dataset';
import { LETTERS, type Letter } from '../../../src/decision/rows-schema';

/** A guesser that knows nothing of the character: how much it likes an option; the highest is chosen. */
export type Guesser = (decision: Decision, letter: Letter, idf: (word: string) => number) => number;

export const GUESSERS: Readonly<Record<string, Guesser>> = {
  'longest option': ({ options }, letter) => options[letter].length,
  'shortest option': ({ options }, letter) => -options[letter].length,
  'most like the scenario': ({ options, scenario, question }, letter, idf) =>
    likeness(wordsOf(options[letter]), wordsOf(`${scenario} ${question}`), idf),
  'least like the others': ({ options }, letter, idf) =>
    -LETTERS.filter((other) => other !== letter)
      .map((other) => likeness(wordsOf(options[letter]), wordsOf(options[other]), idf))
      .reduce((sum, one) => sum + one, 0),
};

/** Expected number of right guesses: where several options are liked best, each is as good. */
export function rightGuesses(decisions: readonly Decision[], guesser: Guesser): number {
  const idf = rarity(decisions);
  return decisions.reduce((sum, decision) => {
    const scores = LETTERS.map((letter) => guesser(decision, letter, idf));
    const best = Math.max(...scores);
    const liked = LETTERS.filter((_, index) => (scores[index] as number) >= best - 1e-12);
    return sum + (liked.includes(decision.answer) ? 1 / liked.length : 0);
  }, 0);
}

/** How far from a quarter the share of right guesses may be by chance: 95 % of the time, by the normal approximation. */
export function chanceBand(n: number): number {
  return 1.96 * Math.sqrt((0.25 * 0.75) / n);
}

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/\p{L}+/gu) ?? []);
}

/** Cosine of two texts by their words, rare ones weighing more. */
function likeness(
  a: ReadonlySet<string>,
  b: ReadonlySet<string>,
  idf: (word: string) => number,
): number {
  const square = (words: ReadonlySet<string>): number =>
    [...words].reduce((sum, word) => sum + idf(word) ** 2, 0);
  const shared = [...a].filter((word) => b.has(word));
  const dot = shared.reduce((sum, word) => sum + idf(word) ** 2, 0);
  return dot === 0 ? 0 : dot / Math.sqrt(square(a) * square(b));
}

function rarity(decisions: readonly Decision[]): (word: string) => number {
  const texts = decisions.flatMap(({ scenario, options }) => [scenario, ...Object.values(options)]);
  const counts = new Map<string, number>();
  for (const text of texts)
    for (const word of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return (word) => Math.log(texts.length / (counts.get(word) ?? 1));
}
