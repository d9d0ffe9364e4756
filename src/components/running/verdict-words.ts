import { en } from '../../text/en';
import type { ShownRun } from './shown-run';
import { compareVerdicts, type Shift, type Verdict } from './verdict';

/** A verdict in plain sentences. */
export function verdictSentences(verdict: Verdict, model: string): string[] {
  const text = en.verdict;
  const { answers, mass, mean } = verdict;
  const first = answers === 'unknown' || mass === null ? [] : [text.mass[answers](model, mass)];
  return [...first, influenceSentence(verdict, mean ?? 0)];
}

/** How a run's verdict stands to the recorded one of another model over the same study. */
export function comparisonSentences(
  own: Verdict,
  other: Verdict,
  { model }: Pick<ShownRun, 'model'>,
): string[] {
  const text = en.verdict;
  const how = compareVerdicts(own, other);
  const compared =
    how === 'unknown' || other.mean === null
      ? text.compared.unknown(model)
      : text.compared[how](model, other.mean);
  const mass = other.mass === null ? [] : [text.comparedMass(other.mass)];
  return [compared, ...mass, text.another];
}

function influenceSentence({ influence, shifts, measure }: Verdict, mean: number): string {
  const text = en.verdict;
  const pis = en.results.measures[measure];
  const named = (moves: Shift['moves']): string[] =>
    shifts
      .filter((shift) => shift.moves === moves)
      .map(({ trait, direction }) => text.shift[direction](trait));
  switch (influence) {
    case 'follows':
      return text.follows(shifts.length, mean, pis);
    case 'some-follow':
      return text.someFollow(named('as-asked'), shifts.length, mean, pis);
    case 'not-seen':
      return text.notSeen(mean, pis);
    case 'against':
      return text.against(named('against'), mean, pis);
    case 'mixed':
      return text.mixed(named('as-asked'), named('against'), mean, pis);
    case 'no-interval':
      return text.noInterval(mean, pis);
    case 'nothing':
      return text.nothing;
  }
}
