import {
  TRAITS,
  type ConditionGroup,
  type Level,
  type Study,
  type Templates,
} from '../../core/study';
import { decisionConditions, decisionParts } from './decision-draft';
import { conditionsKey, idOf, itemsKey, type Draft } from './draft';

/**
 * The study that a draft says. Only for a draft without issues: then it is valid, but for what the plan alone can tell.
 */
export function studyOf(draft: Draft): Study {
  const { source } = draft;
  const isOfDecisions = draft.suite === 'decision';
  const temperatures = temperaturesOf(draft.temperatures) ?? [];
  const templates = templatesOf(draft);
  const sameItems = source !== null && itemsKey(draft) === source.items;
  const sameConditions = source !== null && conditionsKey(draft) === source.conditions;
  const study: Study = {
    format: 'crossroads-study/1',
    id: draft.id,
    title: draft.title.trim(),
    suite: draft.suite,
    items: sameItems ? source.study.items : itemsOf(draft),
    conditions: sameConditions ? source.study.conditions : conditionsOf(draft, temperatures),
    repeats: draft.repeats ?? 1,
    seed: draft.seed ?? 0,
    answer: draft.answer,
    order: draft.order,
    placement: draft.placement,
    system: draft.system === 'text' ? { text: draft.systemText } : draft.system,
    lead: draft.lead,
    unparsed: draft.unparsed,
    scoring: draft.scoring,
    models: { answer: draft.model, ...(isOfDecisions ? draft.decisions.roles : {}) },
    decoding: {
      ...(temperatures.length === 1 && temperatures[0] !== undefined
        ? { temperature: temperatures[0] }
        : {}),
      ...(draft.topP === null ? {} : { topP: draft.topP }),
      ...(draft.topK === null ? {} : { topK: draft.topK }),
      ...(draft.maxTokens === null ? {} : { maxTokens: draft.maxTokens }),
    },
    ...(isOfDecisions ? decisionParts(draft.decisions) : {}),
    ...(templates === null || isOfDecisions ? {} : { templates }),
  };
  if (source === null || asksTheSame(study, source.study)) return study;
  // A changed study must not go by the name of the one that it came from.
  const { id, title } = source.study;
  if (study.id !== id) return study;
  const own = study.title === title ? id : idOf(study.title);
  return { ...study, id: own === id ? idOf(`${id.slice(0, 70)}-changed`) : own };
}

/** True where a draft no longer says what the study says that it came from. */
export function isChanged(draft: Draft): boolean {
  const { source } = draft;
  if (source === null) return false;
  const study = studyOf(draft);
  return study.title !== source.study.title || !asksTheSame(study, source.study);
}

/** The numbers of a list as typed, null where one is none from 0 to 2; empty where nothing is typed. */
export function temperaturesOf(text: string): number[] | null {
  const parts = text.split(/[,;\s]+/).filter((part) => part !== '');
  const numbers = parts.map(Number);
  const isFine = numbers.every((value) => Number.isFinite(value) && value >= 0 && value <= 2);
  return isFine ? [...new Set(numbers)] : null;
}

function asksTheSame(a: Study, b: Study): boolean {
  const asked = ({ title: _title, id: _id, ...rest }: Study): string =>
    JSON.stringify(sorted(rest));
  return asked(a) === asked(b);
}

function sorted(value: object): object {
  return Object.fromEntries(Object.entries(value).sort(([x], [y]) => (x < y ? -1 : 1)));
}

function itemsOf(draft: Draft): Study['items'] {
  const { behaviors, perBehavior, limit, ids } = draft;
  if (draft.suite === 'decision') {
    const { novels } = draft.decisions;
    return {
      ...(ids === null ? (novels.length === 0 ? {} : { novels }) : { ids }),
      ...(limit === null ? {} : { limit }),
    };
  }
  const traits = TRAITS.filter((trait) => draft.traits.includes(trait));
  const numbers = {
    ...(perBehavior === null ? {} : { perBehavior }),
    ...(limit === null ? {} : { limit }),
  };
  if (ids !== null) return { ids, ...numbers };
  if (behaviors.length > 0) return { behaviors, ...numbers };
  return { ...(traits.length === TRAITS.length ? {} : { traits }), ...numbers };
}

function conditionsOf(draft: Draft, temperatures: readonly number[]): ConditionGroup[] {
  const { source } = draft;
  if (draft.keepsConditions && source !== null) return source.study.conditions;
  if (draft.suite === 'decision') return decisionConditions(draft.decisions, temperatures);
  const varied: ConditionGroup = {
    ...(temperatures.length > 1 ? { temperature: [...temperatures] } : {}),
    ...(draft.negated ? { negated: [false, true] } : {}),
  };
  const isOneWording = draft.wordings.length === 1 && draft.wordings[0] === 1;
  const worded: ConditionGroup = isOneWording ? varied : { template: draft.wordings, ...varied };
  const groups: ConditionGroup[] = [];
  if (draft.baseline) groups.push({ shaping: ['none'], ...worded });
  const group = (shaping: 'quantified' | 'descriptive', levels: ConditionGroup['levels']): void => {
    const rest = shaping === 'quantified' ? worded : varied;
    groups.push({ shaping: [shaping], levels, ...rest });
  };
  if (draft.quantified.length > 0) group('quantified', named(draft.quantified));
  if (draft.descriptive.length > 0) group('descriptive', named(draft.descriptive));
  if (draft.combos.length > 0) group(draft.comboShaping, draft.combos);
  return groups;
}

/** Levels in ascending order, the two ends alone by their names, as the built-in studies write them. */
function named(levels: readonly Level[]): ConditionGroup['levels'] {
  const ascending = [...levels].sort();
  const endsOnly = ascending.every((level) => level === 1 || level === 5);
  return endsOnly ? ascending.map((level) => (level === 1 ? 'low' : 'high')) : ascending;
}

function templatesOf({ templates, emptyBaseline }: Draft): Templates | null {
  const { yesNo, choice, letters, baseline } = templates;
  const own: Templates = {
    ...(yesNo === '' ? {} : { yesNo }),
    ...(choice === '' ? {} : { choice }),
    ...(letters === '' ? {} : { letters }),
    ...(emptyBaseline ? { baseline: '' } : baseline === '' ? {} : { baseline }),
  };
  return Object.keys(own).length === 0 ? null : own;
}
