import { groupLabel } from '../../components/results/results-of';
import {
  answerText,
  answerName,
  wordsOf,
  type SampleWords,
} from '../../components/run/sample-words';
import type { Sample } from '../../core/run';
import { en } from '../../text/en';
import { formatShare } from '../../text/format';
import type { ItemPair } from './parting';
import type { ComparedSide } from './reading';

/** An item in words, as its list shows it. */
export interface ItemWords {
  readonly name: string;
  readonly situation: string;
  /** Null where this version does not know the item. */
  readonly words: SampleWords | null;
}

/** What an item asks: the behaviour or the character, and the situation. */
export function itemWords({ run }: ComparedSide, { item, samplesA }: ItemPair): ItemWords {
  const [sample] = samplesA;
  const words = sample === undefined ? null : wordsOf(run, sample);
  const place = run.placeOf(item);
  const name =
    place === null
      ? item
      : place.decision
        ? `${words?.decision?.name ?? item} (${run.novelTitle(place.decision.novel)})`
        : groupLabel(place.behaviour, 'cluster', new Map([[place.behaviour, place.trait]]));
  return { name, situation: words?.situation ?? en.run.samples.unknownItem, words };
}

/** What was answered: `yes 73 %`, or of several answers how often each: `yes 2, no 1`. */
export function answersText(samples: readonly Sample[]): string {
  const [only] = samples;
  if (only === undefined) return en.run.samples.noAnswer;
  if (samples.length === 1) return answerText(only);
  const counts = new Map<string, number>();
  for (const { answer, status } of samples) {
    // Over several orders an option has no letter of its own, so it goes by its content.
    const word = answer === undefined ? en.run.samples.statuses[status] : answerName(answer, '');
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return [...counts]
    .map(([word, count]) => `${word} ${formatShare(count / samples.length)}`)
    .join(', ');
}
