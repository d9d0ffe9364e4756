import { ownLevel, scaleSets, type ScaleAxis, type ScaleSet } from '../../analysis/scale-sets';
import type { ScaleMeasure } from '../../analysis/scale-values';
import type { SuiteId } from '../../core/study';
import type { ScaleView } from '../../exchange/routes';
import { methodPlaces } from '../../experiment/method-places';
import type { LoadedRun } from './loaded-run';
import type { Offer } from './offers';

/** Which axis, suite and study an address comes to, given what there is. */
export interface StudyChoice {
  readonly axis: ScaleAxis;
  readonly suite: SuiteId;
  /** The suites that have a study for the axis. */
  readonly suites: readonly SuiteId[];
  /** The studies of the suite that have a curve on the axis. */
  readonly studies: readonly Offer[];
  /** Null where there is none. */
  readonly study: Offer | null;
  /** True where the address names a study without a run here, or one that has no curve on the axis. */
  readonly isOther: boolean;
}

export function studyChoice(view: ScaleView, offers: readonly Offer[]): StudyChoice {
  const axis = view.x ?? 'size';
  const onAxis = offers.filter(({ axes }) => axes.includes(axis));
  const suites = (['behavior', 'decision'] as const).filter((suite) =>
    onAxis.some((offer) => offer.suite === suite),
  );
  const named = onAxis.find(({ id }) => id === view.study);
  const wanted = view.suite ?? named?.suite ?? 'behavior';
  const suite = suites.includes(wanted) ? wanted : (suites[0] ?? wanted);
  const studies = onAxis.filter((offer) => offer.suite === suite);
  const study = studies.find(({ id }) => id === view.study) ?? studies[0] ?? null;
  return {
    axis,
    suite,
    suites,
    studies,
    study,
    isOther: view.study !== undefined && study?.id !== view.study,
  };
}

/** What can be drawn of comparable runs on an axis, the first being what is drawn unless the address says otherwise. */
export function measuresOf(
  { answer }: Pick<LoadedRun, 'answer'>,
  suite: SuiteId,
  axis: ScaleAxis,
  sets: readonly ScaleSet[],
): ScaleMeasure[] {
  const byProbability = answer === 'probability';
  if (suite === 'decision') return byProbability ? ['accuracy-expected', 'accuracy'] : ['accuracy'];
  const paired = axis !== 'level' && sets.some(hasEnds);
  return [
    ...(byProbability ? (['expected'] as const) : []),
    'r',
    ...(paired ? (['separation'] as const) : []),
    ...(byProbability ? (['pis-expected'] as const) : []),
    'pis',
  ];
}

/** The sets of conditions that a measure can be drawn of. */
export function setsFor(
  run: LoadedRun,
  axis: ScaleAxis,
  measure: ScaleMeasure | null,
): readonly ScaleSet[] {
  const sets = scaleSets(run.conditions, axis);
  if (run.atHand.suite === 'decision') {
    const places = methodPlaces(run.conditions).map(({ condition }) => condition);
    return [...sets].sort((a, b) => rank(places, a.id) - rank(places, b.id));
  }
  const asked = new Set(run.contrasts.map(({ instruction }) => instruction));
  const isInstructed = ({ places }: ScaleSet): boolean =>
    places.some(({ high, single }) => asked.has((high ?? single) as string));
  if (measure === 'separation') return sets.filter(hasEnds);
  if (measure === 'pis' || measure === 'pis-expected') return sets.filter(isInstructed);
  // The baseline is drawn beside the others; alone only where there is nothing else.
  const others = sets.filter((set) => ownLevel(set.condition) !== null || isPersona(set));
  return others.length > 0 ? others : sets;
}

function isPersona({ condition }: ScaleSet): boolean {
  return condition.persona !== 'nobody' || condition.levels !== null;
}

function hasEnds({ places }: ScaleSet): boolean {
  return places.some(({ high, low }) => high !== null && low !== null);
}

function rank(places: readonly string[], id: string): number {
  const at = places.indexOf(id);
  return at === -1 ? places.length : at;
}
