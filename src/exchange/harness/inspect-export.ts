import type { Json } from '../../core/hash';
import type { Suite } from '../../core/suite';
import type { PreparedPlan } from '../../experiment/plan';
import { carriedStudy, taskName } from './carried';
import { documentsOf, messagesOf, type HarnessDocument } from './documents';
import source from './inspect-task.py?raw';
import { inspectReadme } from './readme';
import type { HarnessFile, HarnessOptions } from './types';

/** Tokens in which an answer has begun; the alternatives of each are asked for. */
const OPENING = 8;
const ALTERNATIVES = 20;

/**
 * A study as an Inspect task: the task in Python, its data set as JSON Lines, its study as JSON. Where the study
 * answers by probability, the server is asked for the alternatives of the first tokens.
 * @throws Problem those of `documentsOf`
 */
export async function exportInspect(
  plan: PreparedPlan,
  suite: Suite,
  options: HarnessOptions = {},
): Promise<HarnessFile[]> {
  const base = taskName(plan.study.id);
  const lines: string[] = [];
  for await (const document of documentsOf(plan, suite, options)) {
    lines.push(`${JSON.stringify(recordOf(document, plan))}\n`);
  }
  return [
    { name: 'README.md', text: inspectReadme(plan, base) },
    { name: `${base}.py`, text: taskSource(plan.study.title, base) },
    { name: `${base}.jsonl`, text: lines.join('') },
    { name: `${base}.study.json`, text: `${JSON.stringify(carriedStudy(plan))}\n` },
  ];
}

/** A sample of the data set. */
function recordOf(document: HarnessDocument, plan: PreparedPlan): Record<string, Json> {
  const { trial, system, user, lead, options, target, kind, profile } = document;
  const turn = lead === '' ? [] : [{ role: 'assistant' as const, content: lead }];
  return {
    id: trial.id,
    input: [...messagesOf(system, user), ...turn].map(({ role, content }) => ({ role, content })),
    target,
    metadata: {
      // Read by the task's grouped metric.
      condition: trial.condition,
      crossroads: {
        trial: trial.id,
        item: trial.item,
        condition: trial.condition,
        repeat: trial.repeat,
        order: trial.order,
        kind,
        options: options.map(({ forms: [form] }) => form ?? ''),
        decoding: decodingOf(document, plan),
        ...(profile === null
          ? {}
          : {
              profile: profile.artifact,
              prompt: profile.prompt as Json,
              promptSha256: profile.sha256,
              ...(profile.made === null ? {} : { artifact: profile.made as unknown as Json }),
            }),
      },
    },
  };
}

/** Inspect's names of the settings of one call. */
function decodingOf(document: HarnessDocument, { study }: PreparedPlan): Json {
  const { sampling, condition } = document;
  const thinking = condition.thinking
    ? { extra_body: { chat_template_kwargs: { enable_thinking: true } } }
    : {};
  if (study.answer === 'probability' && !condition.thinking) {
    return { temperature: 0, max_tokens: OPENING, logprobs: true, top_logprobs: ALTERNATIVES };
  }
  const { temperature, topP, topK, maxTokens, seed } = sampling;
  return {
    temperature,
    max_tokens: maxTokens,
    seed: seed % 2 ** 31,
    ...(temperature > 0 ? { top_p: topP } : {}),
    ...(temperature > 0 && topK > 0 ? { top_k: topK } : {}),
    ...thinking,
  };
}

function taskSource(title: string, base: string): string {
  // Within a Python text of three quotation marks.
  const safe = title.replace(/["\\\n\r]/g, ' ');
  return source.replaceAll('__TASK__', base).replace('__TITLE__', () => safe);
}
