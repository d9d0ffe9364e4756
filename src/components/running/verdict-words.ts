import { en } from '../../text/en';
import type { ShownRun } from './shown-run';
import { compareVerdicts, type Shift, type Verdict } from './verdict';

/** A verdict in plain sentences. */
export function verdictSentences(verdict: Verdict, model: string): string[] {
  const text = en.verdict;
  const { answers, mass, mean, shifts } = verdict;
  const first = answers === 'unknown' || mass === null ? [] : [text.mass[answers](model, mass)];
  return [...first, influenceSentence(verdict.influence, shifts, mean ?? 0)];
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

function influenceSentence(
  influence: Verdict['influence'],
  shifts: readonly Shift[],
  mean: number,
): string {
  const text = en.verdict;
  const named = (moves: Shift['moves']): string[] =>
    shifts
      .filter((shift) => shift.moves === moves)
      .map(({ trait, direction }) => text.shift[direction](trait));
  switch (influence) {
    case 'follows':
      return text.follows(shifts.length, mean);
    case 'some-follow':
      return text.someFollow(named('as-asked'), shifts.length, mean);
    case 'not-seen':
      return text.notSeen(mean);
    case 'against':
      return text.against(named('against'), mean);
    case 'mixed':
      return text.mixed(named('as-asked'), named('against'), mean);
    case 'no-interval':
      return text.noInterval(mean);
    case 'nothing':
      return text.nothing;
  }
}
