import * as v from 'valibot';
import {
  METHODS,
  PROFILE_DEFAULTS,
  REVIEWS,
  studySchema,
  type ConditionGroup,
  type Method,
  type ProfileSettings,
  type Section,
  type Study,
} from '../../core/study';
import type { Condition } from '../../core/plan';
import type { DecisionDataset } from '../../decision/dataset';
import { familyOf } from '../../decision/motivations';

/*
 * The part of the lab's draft that is for decisions: which of them, and how their profiles are built.
 */
const { entries } = studySchema;
const method = v.picklist(METHODS);

export const decisionDraftSchema = v.object({
  /** Ids of novels; empty: all. */
  novels: v.array(v.string()),
  /** Types or families of motivation, and characters; where any is chosen, the draft's ids say which decisions fit. */
  motivations: v.array(v.string()),
  characters: v.array(v.string()),
  methods: v.array(method),
  /** Methods that are asked a second time with the motivation added, or with names replaced. */
  motivated: v.array(method),
  renamed: v.array(method),
  /** As typed: lengths of the profile in tokens, parted by commas. Empty: the study's own. */
  budgets: v.string(),
  sections: v.array(v.picklist([1, 2, 3, 4, 5])),
  /** Null where the study leaves all of them at their defaults. */
  profile: v.nullable(v.unwrap(entries.profile)),
  reading: v.nullable(v.unwrap(entries.reading)),
  reviews: v.array(v.picklist(REVIEWS)),
  template: v.string(),
  /** The roles beside answering, as the study names them. */
  roles: v.object({
    describe: v.optional(v.string()),
    locate: v.optional(v.string()),
    judge: v.optional(v.string()),
    embed: v.optional(v.string()),
  }),
});
export type DecisionDraft = v.InferOutput<typeof decisionDraftSchema>;

/** Five decisions of one short novel that comes with the page, with and without a description. */
export const FIRST_DECISIONS: DecisionDraft = {
  novels: ['the-man-who-was-thursday'],
  motivations: [],
  characters: [],
  methods: ['none', 'curated'],
  motivated: [],
  renamed: [],
  budgets: '400',
  sections: [5],
  profile: null,
  reading: null,
  reviews: [],
  template: '',
  roles: {},
};

/** The budgets as typed; null where one is no whole number from 50 to a million. */
export function budgetsOf(text: string): number[] | null {
  const parts = text.split(/[,;\s]+/).filter((part) => part !== '');
  const numbers = parts.map(Number);
  const isFine = numbers.every(
    (value) => Number.isInteger(value) && value >= 50 && value <= 1_000_000,
  );
  return isFine ? [...new Set(numbers)] : null;
}

/** The settings of profiles that a draft says; null where all are at their defaults. */
export function profileOf({ profile, budgets }: DecisionDraft): ProfileSettings | null {
  const [budget, ...more] = budgetsOf(budgets) ?? [];
  if (budget === undefined || more.length > 0) return profile;
  return { ...(profile ?? PROFILE_DEFAULTS), budget };
}

/** What a draft of decisions adds to a study's models, templates and settings. */
export function decisionParts(draft: DecisionDraft): Partial<Study> {
  const profile = profileOf(draft);
  return {
    ...(profile === null ? {} : { profile }),
    ...(draft.reading === null ? {} : { reading: draft.reading }),
    ...(draft.reviews.length === 0 ? {} : { reviews: draft.reviews }),
    ...(draft.template === '' ? {} : { templates: { decision: draft.template } }),
  };
}

/** The conditions: each method once, then those with motivation, then those with names replaced. */
export function decisionConditions(
  draft: DecisionDraft,
  temperatures: readonly number[],
): ConditionGroup[] {
  const budgets = budgetsOf(draft.budgets) ?? [];
  const wholeText = draft.sections.length === 1 && draft.sections[0] === 5;
  const varied: ConditionGroup = {
    ...(budgets.length > 1 ? { budget: budgets } : {}),
    ...(wholeText ? {} : { section: [...draft.sections].sort() }),
    ...(temperatures.length > 1 ? { temperature: [...temperatures] } : {}),
  };
  const chosen = (list: readonly Method[]): Method[] =>
    METHODS.filter((one) => draft.methods.includes(one) && list.includes(one));
  const [plain, motivated, renamed] = [METHODS, draft.motivated, draft.renamed].map(chosen);
  return [
    ...(plain === undefined || plain.length === 0 ? [] : [{ method: plain, ...varied }]),
    ...(motivated === undefined || motivated.length === 0
      ? []
      : [{ method: motivated, motivation: [true], ...varied }]),
    ...(renamed === undefined || renamed.length === 0
      ? []
      : [{ method: renamed, entities: [true], ...varied }]),
  ];
}

/** The form of some conditions; whether it says the same is for the caller to see. */
export function decisionForm(
  conditions: readonly Condition[],
  study: Pick<Study, 'profile'>,
): Pick<DecisionDraft, 'methods' | 'motivated' | 'renamed' | 'budgets' | 'sections'> {
  const methods = (fits: (condition: Condition) => boolean): Method[] =>
    METHODS.filter((one) => conditions.some((each) => each.method === one && fits(each)));
  const given = conditions.flatMap(({ budget }) => budget ?? []);
  const budgets = [...new Set(given)];
  const profiled = conditions.filter(({ method: one }) => !['none', 'options-only'].includes(one));
  const sections = [...new Set(profiled.map(({ section }) => section))].sort();
  const own = study.profile === undefined ? '' : String(study.profile.budget);
  return {
    methods: methods(() => true),
    motivated: methods(({ motivation }) => motivation),
    renamed: methods(({ entities }) => entities),
    budgets: budgets.length === 0 ? own : budgets.join(', '),
    sections: sections.length === 0 ? [5] : (sections as Section[]),
  };
}

/** The decisions that fit what was chosen; null where novels alone say it. */
export function chosenIds(
  { novels, motivations, characters }: DecisionDraft,
  dataset: DecisionDataset,
): string[] | null {
  if (motivations.length === 0 && characters.length === 0) return null;
  return dataset.decisions
    .filter(({ id, novel, motivation, character }) => {
      const isChosen = novels.includes(novel) || characters.includes(character.id);
      if (dataset.own?.has(id) === true && !isChosen) return false;
      if (novels.length > 0 && !novels.includes(novel)) return false;
      if (characters.length > 0 && !characters.includes(character.id)) return false;
      if (motivations.length === 0) return true;
      return (
        motivation !== null &&
        (motivations.includes(motivation.type) || motivations.includes(familyOf(motivation.type)))
      );
    })
    .map(({ id }) => id);
}
