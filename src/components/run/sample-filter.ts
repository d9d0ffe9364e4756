import { FLAG_BELOW } from '../../analysis/row';
import { plainText } from '../../core/passage';
import { STATUSES, type Sample, type Status } from '../../core/run';
import { TRAITS } from '../../core/study';
import { FAMILIES, MOTIVATIONS } from '../../decision/motivations';
import type { RunView } from '../../exchange/routes';

/** Where an item belongs. */
export interface ItemPlace {
  readonly trait: string;
  readonly behaviour: string;
  /** For a decision only. */
  readonly decision?: DecisionPlace;
}
export interface DecisionPlace {
  readonly novel: string;
  /** Its family, then its type; empty without a motivation. */
  readonly motivations: readonly string[];
  readonly genres: readonly string[];
}
export type PlaceOf = (item: string) => ItemPlace | null;

const FILTERS = [
  'status',
  'trait',
  'behaviour',
  'novel',
  'motivation',
  'genre',
  'condition',
  'answer',
  'flagged',
  'text',
] as const satisfies readonly (keyof RunView)[];

/** Which samples of a run are wanted; what is left out wants all. */
export type SampleFilter = Pick<RunView, (typeof FILTERS)[number]>;

/** The filters of an address. */
export function filterOf(view: RunView): SampleFilter {
  return Object.fromEntries(
    FILTERS.flatMap((key) => (view[key] === undefined ? [] : [[key, view[key]]])),
  );
}

/** A view without its filters. */
export function withoutFilters(view: RunView): RunView {
  const keys: readonly string[] = FILTERS;
  return Object.fromEntries(Object.entries(view).filter(([key]) => !keys.includes(key)));
}

export function isFiltering(view: RunView): boolean {
  return FILTERS.some((key) => view[key] !== undefined);
}

/** The samples that a filter lets through, in their order. 20,000 take a few milliseconds, a search some tens. */
export function filterSamples(
  samples: readonly Sample[],
  filter: SampleFilter,
  placeOf: PlaceOf,
): readonly Sample[] {
  if (!isFiltering(filter)) return samples;
  const { status, trait, behaviour, condition, answer, flagged, text } = filter;
  const hasGroup = [filter.novel, filter.motivation, filter.genre].some((one) => one !== undefined);
  const wanted = text === undefined ? null : searchFor(text);
  return samples.filter((sample) => {
    if (status !== undefined && sample.status !== status) return false;
    if (condition !== undefined && sample.condition !== condition) return false;
    if (answer !== undefined && sample.answer !== answer) return false;
    if (flagged !== undefined && isFlaggedSample(sample) !== (flagged === 'only')) return false;
    if (trait !== undefined || behaviour !== undefined) {
      const place = placeOf(sample.item);
      if (place === null) return false;
      if (trait !== undefined && place.trait !== trait) return false;
      if (behaviour !== undefined && place.behaviour !== behaviour) return false;
    }
    if (hasGroup && !isOfGroups(placeOf(sample.item)?.decision, filter)) return false;
    return wanted === null || wanted(sample);
  });
}

function isOfGroups(
  place: DecisionPlace | undefined,
  { novel, motivation, genre }: SampleFilter,
): boolean {
  return (
    place !== undefined &&
    (novel === undefined || place.novel === novel) &&
    (motivation === undefined || place.motivations.includes(motivation)) &&
    (genre === undefined || place.genres.includes(genre))
  );
}

export function isFlaggedSample({ answerMass }: Sample): boolean {
  return answerMass !== undefined && answerMass < FLAG_BELOW;
}

/** What there is to choose from in a run. */
export interface Facets {
  readonly statuses: readonly Status[];
  readonly traits: readonly string[];
  /** Under their traits, in order of appearance; none for decisions, whose groups are the next three. */
  readonly behaviours: readonly string[];
  readonly novels: readonly string[];
  /** Families, then types, each in the order of the data. */
  readonly motivations: readonly string[];
  readonly genres: readonly string[];
  readonly answers: readonly string[];
  /** Conditions in order of appearance. */
  readonly conditions: readonly string[];
  readonly hasMass: boolean;
}

/** The values that occur; behaviours only of the trait chosen, where one is. */
export function facetsOf(
  samples: readonly Sample[],
  placeOf: PlaceOf,
  trait: string | undefined,
): Facets {
  const statuses = new Set<Status>();
  const items = new Set<string>();
  const answers = new Set<string>();
  const conditions = new Set<string>();
  let hasMass = false;
  for (const sample of samples) {
    statuses.add(sample.status);
    items.add(sample.item);
    conditions.add(sample.condition);
    if (sample.answer !== undefined) answers.add(sample.answer);
    hasMass ||= sample.answerMass !== undefined;
  }
  const places = [...items].map(placeOf).filter((place) => place !== null);
  const traits = new Set(places.map((place) => place.trait));
  const rank = (name: string): number => (TRAITS as readonly string[]).indexOf(name);
  const sorted = [...places].sort((a, b) => rank(a.trait) - rank(b.trait));
  const shown = sorted.filter((place) => trait === undefined || place.trait === trait);
  const decisions = places.flatMap(({ decision }) => decision ?? []);
  const ordered: readonly string[] = [...FAMILIES, ...MOTIVATIONS];
  const motivations = new Set(decisions.flatMap((place) => place.motivations));
  return {
    statuses: STATUSES.filter((status) => statuses.has(status)),
    traits: [...traits].sort((a, b) => rank(a) - rank(b)),
    behaviours: [...new Set(shown.flatMap((place) => (place.decision ? [] : [place.behaviour])))],
    novels: [...new Set(decisions.map(({ novel }) => novel))].sort(),
    motivations: ordered.filter((one) => motivations.has(one)),
    genres: [...new Set(decisions.flatMap(({ genres }) => genres))].sort(),
    answers: [...answers].sort().reverse(),
    conditions: [...conditions],
    hasMass,
  };
}

/** Whether a sample's prompt, written answer, item or error holds a text, whatever its case. */
function searchFor(text: string): (sample: Sample) => boolean {
  const pattern = new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'iu');
  return ({ prompt, text: written, item, error }) =>
    pattern.test(plainText(prompt)) ||
    pattern.test(item) ||
    (written !== undefined && pattern.test(written)) ||
    (error !== undefined && pattern.test(error));
}
