import * as v from 'valibot';
import { studySchema, SUITES, TRAITS, type Study, type SuiteId } from '../../core/study';
import { decisionDraftSchema, FIRST_DECISIONS } from './decision-draft';

/*
 * What stands in the lab's form. It is kept between visits, so it is read back through a schema; whatever a form can
 * hold while someone types is allowed, also what is no study yet.
 */
const level = v.picklist([1, 2, 3, 4, 5]);
const combo = v.record(v.picklist(TRAITS), level);
const number = v.nullable(v.number());
const { entries } = studySchema;

const draftSchema = v.object({
  title: v.string(),
  id: v.string(),
  /** Drafts of versions without decisions have neither. */
  suite: v.optional(v.picklist(SUITES), 'behavior'),
  decisions: v.optional(decisionDraftSchema, FIRST_DECISIONS),
  traits: v.array(v.picklist(TRAITS)),
  /** Single behaviours; empty: all of the traits. */
  behaviors: v.array(v.string()),
  perBehavior: number,
  limit: number,
  /** Items named one by one in the study it came from; null where they are chosen by trait. */
  ids: v.nullable(v.array(v.string())),
  baseline: v.boolean(),
  quantified: v.array(level),
  descriptive: v.array(v.picklist([1, 5])),
  combos: v.array(combo),
  comboShaping: v.picklist(['quantified', 'descriptive']),
  wordings: v.array(v.picklist([1, 2, 3])),
  negated: v.boolean(),
  answer: entries.answer,
  repeats: number,
  /** As typed: numbers parted by commas. */
  temperatures: v.string(),
  order: entries.order,
  placement: entries.placement,
  system: v.picklist(['none', 'default', 'text']),
  systemText: v.string(),
  lead: v.string(),
  seed: number,
  scoring: entries.scoring,
  unparsed: entries.unparsed,
  topP: number,
  topK: number,
  maxTokens: number,
  templates: v.object({
    yesNo: v.string(),
    choice: v.string(),
    letters: v.string(),
    baseline: v.string(),
  }),
  emptyBaseline: v.boolean(),
  model: v.string(),
  /**
   * The study it came from: its items and conditions are taken over word for word as long as the form says the same,
   * so that an unchanged study keeps its hash.
   */
  source: v.nullable(v.object({ study: studySchema, items: v.string(), conditions: v.string() })),
  /** True where the source's conditions are none that the form can show. */
  keepsConditions: v.boolean(),
  /** The draft of one's own, as written, that a built-in study took the place of. */
  own: v.optional(v.string()),
});
export type Draft = v.InferOutput<typeof draftSchema>;

/** The lab of someone who has not been there: the quick look, ready to be changed. */
export const FIRST_DRAFT: Draft = {
  title: 'My study',
  id: 'my-study',
  suite: 'behavior',
  decisions: FIRST_DECISIONS,
  traits: ['openness'],
  behaviors: [],
  perBehavior: 1,
  limit: null,
  ids: null,
  baseline: true,
  quantified: [],
  descriptive: [1, 5],
  combos: [],
  comboShaping: 'quantified',
  wordings: [1],
  negated: false,
  answer: 'probability',
  repeats: 1,
  temperatures: '',
  order: 'authored',
  placement: 'user',
  system: 'none',
  systemText: '',
  lead: 'Answer:',
  seed: 1,
  scoring: 'keyed',
  unparsed: 'leave-out',
  topP: null,
  topK: null,
  maxTokens: null,
  templates: { yesNo: '', choice: '', letters: '', baseline: '' },
  emptyBaseline: false,
  model: 'embedded',
  source: null,
  keepsConditions: false,
};

/** The text by which a draft is kept. */
export function writeDraft(draft: Draft): string {
  return JSON.stringify(draft);
}

/** A draft that was kept; null where this version does not understand it. */
export function readDraft(text: string): Draft | null {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    // Not written by the lab: the same as not understood.
    return null;
  }
  const result = v.safeParse(draftSchema, json);
  return result.success ? result.output : null;
}

/** True where someone's work is gone when one draft takes the place of another. */
export function isLost(before: Draft, after: Draft): boolean {
  // Read back first, for a study of another origin may say the same in another order.
  const said = ({ own: _own, ...draft }: Draft): string =>
    JSON.stringify(readDraft(writeDraft(draft)));
  return said(before) !== said(FIRST_DRAFT) && said(before) !== said(after);
}

/** The draft for another suite: what both share stays, and nothing of the study it came from. */
export function withSuite(draft: Draft, suite: SuiteId): Draft {
  if (draft.suite === suite) return draft;
  const isOfDecisions = suite === 'decision';
  return {
    ...draft,
    suite,
    decisions: structuredClone(FIRST_DECISIONS),
    ids: null,
    perBehavior: isOfDecisions ? null : FIRST_DRAFT.perBehavior,
    limit: null,
    // An answer that cannot be read is a wrong decision, but says nothing of a trait.
    unparsed: isOfDecisions ? 'wrong' : 'leave-out',
    scoring: 'keyed',
    source: null,
    keepsConditions: false,
  };
}

/** What of a draft decides its items, as one text. */
export function itemsKey(draft: Draft): string {
  if (draft.suite === 'decision') {
    const { novels } = draft.decisions;
    return JSON.stringify(['decision', [...novels].sort(), draft.limit, draft.ids]);
  }
  const { traits, behaviors, perBehavior, limit, ids } = draft;
  const chosen = TRAITS.filter((trait) => traits.includes(trait));
  return JSON.stringify([chosen, [...behaviors].sort(), perBehavior, limit, ids]);
}

/** What of a draft decides its conditions, as one text. */
export function conditionsKey(draft: Draft): string {
  if (draft.suite === 'decision') {
    const { methods, motivated, renamed, budgets, sections } = draft.decisions;
    const lists = [methods, motivated, renamed, sections].map((list) => [...list].sort());
    return JSON.stringify(['decision', lists, budgets, draft.temperatures, draft.keepsConditions]);
  }
  const { baseline, quantified, descriptive, combos, comboShaping, wordings, negated } = draft;
  return JSON.stringify([
    baseline,
    [...quantified].sort(),
    [...descriptive].sort(),
    combos,
    combos.length === 0 ? '' : comboShaping,
    [...wordings].sort(),
    negated,
    draft.temperatures,
    draft.keepsConditions,
  ]);
}

/** An id for a study, of its title's letters and digits. */
export function idOf(title: string): Study['id'] {
  const words = title
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, 80)
    .replace(/-+$/, '');
  return words === '' ? 'study' : words;
}
