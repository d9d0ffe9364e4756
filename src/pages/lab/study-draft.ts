import { TRAITS, type Level, type Study, type Trait } from '../../core/study';
import { expandConditions } from '../../experiment/condition';
import type { Condition } from '../../core/plan';
import { decisionForm, FIRST_DECISIONS } from './decision-draft';
import { conditionsKey, FIRST_DRAFT, itemsKey, type Draft } from './draft';
import { studyOf } from './draft-study';

/**
 * A study as a draft. Conditions that the form can say are laid out in it; all others are kept as they are.
 * @throws Problem `bad-study` where the study's conditions make no sense
 */
export async function draftOf(study: Study): Promise<Draft> {
  const conditions = await expandConditions(study);
  const plain = baseOf(study);
  const shown =
    study.suite === 'decision'
      ? {
          ...plain,
          decisions: { ...plain.decisions, ...decisionForm(conditions, study) },
          temperatures: temperaturesText(conditions, plain.temperatures),
        }
      : { ...plain, ...formOf(conditions, plain.temperatures) };
  const said = await expandConditions(studyOf(shown));
  const isShown =
    said.length === conditions.length &&
    new Set([...said, ...conditions].map(({ id }) => id)).size === said.length;
  const draft: Draft = isShown ? shown : { ...plain, keepsConditions: true };
  const keyed: Draft = { ...draft, source: { study, items: '', conditions: '' } };
  return {
    ...keyed,
    source: { study, items: itemsKey(keyed), conditions: conditionsKey(keyed) },
  };
}

function baseOf(study: Study): Draft {
  const { items, decoding, templates } = study;
  const isText = typeof study.system === 'object';
  return {
    ...FIRST_DRAFT,
    title: study.title,
    id: study.id,
    suite: study.suite,
    decisions: decisionsOf(study),
    traits: [...(items.traits ?? TRAITS)],
    behaviors: [...(items.behaviors ?? [])],
    perBehavior: items.perBehavior ?? null,
    limit: items.limit ?? null,
    ids: items.ids === undefined ? null : [...items.ids],
    answer: study.answer,
    repeats: study.repeats,
    temperatures: decoding.temperature === undefined ? '' : String(decoding.temperature),
    order: study.order,
    placement: study.placement,
    system: typeof study.system === 'object' ? 'text' : study.system,
    systemText: isText && typeof study.system === 'object' ? study.system.text : '',
    lead: study.lead,
    seed: study.seed,
    scoring: study.scoring,
    unparsed: study.unparsed,
    topP: decoding.topP ?? null,
    topK: decoding.topK ?? null,
    maxTokens: decoding.maxTokens ?? null,
    templates: {
      yesNo: templates?.yesNo ?? '',
      choice: templates?.choice ?? '',
      letters: templates?.letters ?? '',
      baseline: templates?.baseline ?? '',
    },
    emptyBaseline: templates?.baseline === '',
    model: study.models.answer,
  };
}

/** The part for decisions but for what its conditions say. */
function decisionsOf({ suite, items, profile, reading, reviews, templates, models }: Study) {
  if (suite !== 'decision') return FIRST_DECISIONS;
  const { answer: _answer, ...roles } = models;
  return {
    ...FIRST_DECISIONS,
    novels: [...(items.novels ?? [])],
    profile: profile ?? null,
    budgets: profile === undefined ? '' : String(profile.budget),
    reading: reading ?? null,
    reviews: [...(reviews ?? [])],
    template: templates?.decision ?? '',
    roles,
  };
}

type Form = Pick<
  Draft,
  | 'baseline'
  | 'quantified'
  | 'descriptive'
  | 'combos'
  | 'comboShaping'
  | 'wordings'
  | 'negated'
  | 'temperatures'
>;

/** The form that comes nearest to some conditions; whether it says the same is for the caller to see. */
function formOf(conditions: readonly Condition[], temperatures: string): Form {
  const own = (shaping: Condition['shaping']): Level[] => {
    const levels = conditions.flatMap((condition) =>
      condition.shaping === shaping && condition.levels !== null && 'own' in condition.levels
        ? [condition.levels.own]
        : [],
    );
    return [...new Set(levels)];
  };
  const combined = conditions.filter(({ levels }) => levels !== null && 'all' in levels);
  const combos = new Map<string, Partial<Record<Trait, Level>>>();
  for (const { levels } of combined) {
    if (levels !== null && 'all' in levels) combos.set(JSON.stringify(levels.all), levels.all);
  }
  return {
    baseline: conditions.some(({ shaping }) => shaping === 'none'),
    quantified: own('quantified'),
    descriptive: own('descriptive').filter((level) => level === 1 || level === 5),
    combos: [...combos.values()] as Draft['combos'],
    comboShaping: combined[0]?.shaping === 'descriptive' ? 'descriptive' : 'quantified',
    wordings: [...new Set(conditions.map(({ template }) => template))],
    negated: conditions.some(({ negated }) => negated),
    temperatures: temperaturesText(conditions, temperatures),
  };
}

/** The temperatures that conditions vary, as typed; else the study's own. */
function temperaturesText(conditions: readonly Condition[], own: string): string {
  const given = conditions.flatMap(({ temperature }) => temperature ?? []);
  return given.length > 0 ? [...new Set(given)].join(', ') : own;
}
