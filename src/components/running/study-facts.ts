import type { Study } from '../../core/study';
import type { DecisionDataset } from '../../decision/dataset';
import type { PreparedPlan } from '../../experiment/plan';
import { conditionLabel } from '../../experiment/condition-label';
import { en } from '../../text/en';
import type { TermKey } from '../../text/terms';
import { EMBEDDED } from './choose-model';
import { decisionsText, novelsFact, profileFacts, type DecisionFact } from './decision-facts';

/** A line of a study in plain words. */
export interface StudyFact {
  readonly label: string;
  readonly value: string;
  /** The term that the label opens. */
  readonly term?: TermKey;
}

/** A study in plain words: what is asked, under what, how often, and how the answer is taken; of decisions the profiles too. */
export function studyFacts(
  study: Study,
  plan: PreparedPlan,
  decisions: DecisionDataset | null = null,
): StudyFact[] {
  const text = en.study;
  const { facts } = text;
  const traits = [...new Set(plan.items.map(({ scale }) => scale))];
  const clusters = new Set(plan.items.map(({ cluster }) => cluster)).size;
  const conditions = plan.conditions.map((one) => conditionLabel(one, study.suite));
  return [
    {
      label: facts.items,
      term: 'item',
      value:
        study.suite === 'decision'
          ? decisions === null
            ? text.decisions(plan.items.length, clusters)
            : decisionsText(plan.items, decisions)
          : text.items(plan.items.length, clusters, traits),
    },
    ...(decisions === null ? [] : [labelled(novelsFact(plan.items, decisions))]),
    { label: facts.conditions, term: 'condition', value: text.conditions(conditions) },
    { label: facts.answer, term: study.answer, value: text.answers[study.answer] },
    {
      label: facts.repeats,
      term: 'repeat',
      value: study.repeats === 1 ? text.once : text.times(study.repeats),
    },
    { label: facts.order, term: 'order', value: orderText(study) },
    {
      label: facts.lead,
      term: 'lead',
      value: study.lead === '' ? text.noLead : text.leadText(study.lead),
    },
    {
      label: facts.system,
      value: typeof study.system === 'object' ? study.system.text : text.systems[study.system],
    },
    ...(study.suite === 'decision' ? profileFacts(study, plan.conditions).map(labelled) : []),
    ...(study.answer === 'generate'
      ? [{ label: facts.decoding, term: 'temperature' as const, value: decodingText(study) }]
      : []),
    {
      label: facts.model,
      value: study.models.answer === EMBEDDED ? text.embedded : study.models.answer,
    },
    ...(study.templates === undefined ? [] : [{ label: facts.own, value: text.own }]),
  ];
}

const labelled = ({ name, value }: DecisionFact): StudyFact => ({ label: name, value });

/** Four options have four rotations where two have both orders. */
function orderText({ suite, order }: Study): string {
  return suite === 'decision' ? en.lab.methods.orders[order] : en.study.orders[order];
}

function decodingText({ decoding: { temperature, topP, topK, maxTokens } }: Study): string {
  const text = en.study;
  const parts = [
    temperature === undefined ? '' : text.temperature(temperature),
    topP === undefined ? '' : text.topP(topP),
    topK === undefined ? '' : text.topK(topK),
    maxTokens === undefined ? '' : text.maxTokens(maxTokens),
  ].filter((part) => part !== '');
  return parts.length === 0 ? text.publisher : text.decoding(parts);
}
