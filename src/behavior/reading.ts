import type { Reading } from '../core/suite';
import type { BehaviorItem } from './dataset';

/**
 * Reads a free answer to an item.
 *
 * Thoughts before the answer (`<think>…</think>`) are cut off; thoughts that never end leave nothing to read.
 * A yes/no answer counts where exactly one of the two words is found: as the first word, else after "answer",
 * else anywhere. A choice counts where one of the two texts is found and the other is not, or where the text starts
 * with a letter that was shown. Whatever names both or none is `unparsed`; a text in which the model declines to
 * answer as a machine is `refused`, unless it goes on to answer.
 */
export function read(text: string, item: BehaviorItem, order: readonly string[]): Reading {
  const answer = withoutThoughts(text)
    .replace(/[*_`#>~]/g, '')
    .replace(/[‘’]/g, "'")
    .trim();
  const found = item.choices ? readChoice(answer, item.choices, order) : readYesNo(answer);
  if (found !== null) return { status: 'answered', answer: found };
  return { status: refuses(answer) ? 'refused' : 'unparsed' };
}

function withoutThoughts(text: string): string {
  const end = text.lastIndexOf('</think>');
  if (end >= 0) return text.slice(end + '</think>'.length);
  return /^\s*<think>/.test(text) ? '' : text;
}

function readYesNo(answer: string): 'yes' | 'no' | null {
  const first = /^["'([\s]*(yes|no)\b(?!\s*(?:or|\/)\s*(?:yes|no)\b)/i.exec(answer)?.[1];
  const rest = answer.toLowerCase();
  const words = new Set(rest.match(/\b(?:yes|no)\b/g) ?? []);
  if (first !== undefined) {
    // "Yes and no" is no answer; "Yes, there is no reason not to" is one.
    return /^["'([\s]*(?:yes and no|no and yes)\b/i.test(answer) ? null : asYesNo(first);
  }
  const stated = [
    ...rest.matchAll(
      /\b(?:answer|say|response|choice)(?:\s+(?:is|would be|will be))?\s*:?\s*["'(]?(yes|no)\b/g,
    ),
  ].map((match) => match[1] as string);
  if (new Set(stated).size === 1) return asYesNo(stated[0] as string);
  // "no" is also a determiner ("there is no rush"): alone it counts only as a sentence or clause of its own.
  if (words.size === 1) {
    if (words.has('yes')) return 'yes';
    return /(?:^|[.,:;!?\n]\s*)["']?no["']?\s*(?:[.,;!?\n]|$)/.test(rest) ? 'no' : null;
  }
  return null;
}

function asYesNo(word: string): 'yes' | 'no' {
  return word.toLowerCase() === 'yes' ? 'yes' : 'no';
}

function readChoice(
  answer: string,
  choices: { readonly biased: string; readonly unbiased: string },
  order: readonly string[],
): string | null {
  const letter =
    /^\s*(?:(?:the\s+)?(?:answer|option|choice)(?:\s+is)?\s*:?\s*)?\(?([AB])(?:[).:,\s]|$)/.exec(
      answer,
    )?.[1];
  const named = (['biased', 'unbiased'] as const).filter((key) =>
    plain(answer).includes(plain(choices[key])),
  );
  if (named.length === 1) return named[0] as string;
  // One text may hold the other: "a train" and "a train and a bus".
  if (named.length === 2) {
    const [short, long] = [...named].sort((a, b) => choices[a].length - choices[b].length);
    const without = plain(answer).replaceAll(plain(choices[long as 'biased']), '');
    const holds = plain(choices[long as 'biased']).includes(plain(choices[short as 'biased']));
    return holds && !without.includes(plain(choices[short as 'biased'])) ? (long as string) : null;
  }
  // "A walk" is an article, "A" or "(A)" a letter: only a bare letter, or one in a bracket or before a stop, counts.
  if (letter !== undefined && !/^\s*A\s+[a-z]/.test(answer)) {
    return order[letter === 'A' ? 0 : 1] ?? null;
  }
  return null;
}

/** Lower case, letters and digits only, single spaces, no leading article. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/^(?:a|an|the) /, '');
}

function refuses(answer: string): boolean {
  return (
    /\bas an? (?:ai|artificial|language model|machine|assistant)\b/i.test(answer) ||
    /\bi(?:'m| am) (?:sorry|unable|not able)\b/i.test(answer) ||
    /\bi (?:can't|cannot|won't|will not) (?:answer|decide|choose|make|provide|help|assist|give)\b/i.test(
      answer,
    )
  );
}
