import type { Json } from '../../core/hash';
import { Problem } from '../../core/errors';
import { seeded } from '../../core/seed';
import type { Suite } from '../../core/suite';
import { makePlan, type PreparedPlan } from '../../experiment/plan';
import { carriedStudy, carriedText, taskName, type CarriedStudy } from './carried';
import { documentsOf, type AnswerKind, type HarnessDocument } from './documents';
import { lmEvalReadme } from './readme';
import type { HarnessFile, HarnessOptions } from './types';
import { yaml } from './yaml';

/** Patterns of lm-eval's `regex` filter; its first group is what counts as the answer. */
export const PATTERNS: Readonly<Record<AnswerKind, string>> = {
  'yes-no': String.raw`(?i)\b(yes|no)\b`,
  letter: String.raw`\b([A-D])\b`,
  text: String.raw`\s*["']?([^\n.!?"]+)`,
};

/** The name of the filter, under which lm-eval tells the score. */
export const FILTER = 'read-answer';

/**
 * A study as a task of lm-evaluation-harness: YAML and JSON Lines for a folder that `--include_path` names. A study
 * that answers by generation becomes `generate_until` tasks, one for each way of decoding and of reading, and where
 * it can be asked by probability too, a log-likelihood variant beside them; one that answers by probability only the
 * latter.
 * @throws Problem those of `documentsOf`
 */
export async function exportLmEval(
  plan: PreparedPlan,
  suite: Suite,
  options: HarnessOptions = {},
): Promise<HarnessFile[]> {
  const base = taskName(plan.study.id);
  const writes = plan.study.answer === 'generate';
  const written = writes ? await tasksOf(plan, suite, base, 'generate_until', options) : null;
  const twin = writes ? await probabilityTwin(plan, suite) : plan;
  const variant =
    twin === null
      ? null
      : await tasksOf(twin, suite, `${base}_loglikelihood`, 'multiple_choice', options);
  const readme: HarnessFile = {
    name: 'README.md',
    text: lmEvalReadme(plan, { base, generate: written !== null, loglikelihood: variant !== null }),
  };
  return [readme, ...(written ?? []), ...(variant ?? [])];
}

/**
 * The same study by probability; null where it cannot be asked so, or where its profiles would have to be made anew,
 * for the room that an answer needs goes from theirs.
 */
async function probabilityTwin(plan: PreparedPlan, suite: Suite): Promise<PreparedPlan | null> {
  if (suite.profile !== undefined || plan.conditions.some(({ thinking }) => thinking)) return null;
  const { study } = plan;
  try {
    return await makePlan({ ...study, answer: 'probability', repeats: 1 }, suite);
  } catch (error) {
    // Several temperatures vary nothing there.
    if (error instanceof Problem && error.code === 'bad-study') return null;
    throw error;
  }
}

type OutputType = 'generate_until' | 'multiple_choice';

async function tasksOf(
  plan: PreparedPlan,
  suite: Suite,
  base: string,
  type: OutputType,
  options: HarnessOptions,
): Promise<HarnessFile[]> {
  const groups = new Map<string, { first: HarnessDocument; lines: string[] }>();
  for await (const document of documentsOf(plan, suite, options)) {
    const key = groupOf(document, plan, type);
    const group = groups.get(key) ?? { first: document, lines: [] };
    group.lines.push(`${JSON.stringify(lineOf(document, type))}\n`);
    groups.set(key, group);
  }
  const carried = carriedStudy(plan);
  const isOne = groups.size === 1;
  return [...groups.values()].flatMap(({ first, lines }, index) => {
    const task = isOne ? base : `${base}_${index + 1}`;
    const parts = { task, tag: isOne ? null : base, type, plan, carried };
    return [
      { name: `${task}.yaml`, text: taskYaml(first, parts) },
      { name: `${task}.jsonl`, text: lines.join('') },
    ];
  });
}

/** Documents of one task share how they are decoded and how their answers are read. */
function groupOf(document: HarnessDocument, plan: PreparedPlan, type: OutputType): string {
  const { kind, condition, trial, sampling, lead } = document;
  if (type === 'multiple_choice') return JSON.stringify([kind, lead]);
  const { temperature, topP, topK, maxTokens } = sampling;
  const repeat = temperature > 0 && plan.study.repeats > 1 ? trial.repeat : 0;
  return JSON.stringify([
    kind,
    condition.thinking,
    temperature,
    topP,
    topK,
    maxTokens,
    repeat,
    lead,
  ]);
}

/** Every member is a text or a list of texts: the table that lm-eval reads them into has one type a column. */
function lineOf(
  document: HarnessDocument,
  type: OutputType,
): Record<string, string | number | string[] | number[]> {
  const { trial, system, user, lead, options, target, scored, profile } = document;
  const forms = options.flatMap((option) =>
    option.forms.map((form) => ({ key: option.key, form })),
  );
  return {
    trial: trial.id,
    item: trial.item,
    condition: trial.condition,
    repeat: trial.repeat,
    order: trial.order,
    system,
    user,
    lead,
    options: options.map(({ forms: [form] }) => form ?? ''),
    target,
    ...(type === 'multiple_choice'
      ? {
          forms: forms.map(({ form }) => form),
          form_keys: forms.map(({ key }) => key),
          gold: forms.flatMap(({ key }, index) => (scored.includes(key) ? [index] : [])),
        }
      : {}),
    ...(profile === null
      ? {}
      : {
          profile: profile.artifact,
          stored_prompt: JSON.stringify(profile.prompt),
          prompt_sha256: profile.sha256,
          artifact: profile.made === null ? '' : JSON.stringify(profile.made),
        }),
  };
}

interface TaskParts {
  readonly task: string;
  readonly tag: string | null;
  readonly type: OutputType;
  readonly plan: PreparedPlan;
  readonly carried: CarriedStudy;
}

function taskYaml(first: HarnessDocument, { task, tag, type, plan, carried }: TaskParts): string {
  const common = {
    task,
    ...(tag === null ? {} : { tag }),
    dataset_path: 'json',
    dataset_kwargs: { data_files: { test: `${task}.jsonl` } },
    test_split: 'test',
    output_type: type,
    num_fewshot: 0,
    // Names of columns, so that nothing in them is taken for a template.
    description: 'system',
    doc_to_text: 'user',
    ...(first.lead === '' ? {} : { gen_prefix: 'lead' }),
    target_delimiter: '',
    fewshot_delimiter: '',
  };
  const metadata = { version: 1, crossroads: carriedText(carried) };
  if (type === 'multiple_choice') {
    return `# Untested: no server at hand gives the log-likelihood of a given text. For vLLM.\n${yaml(
      {
        ...common,
        doc_to_choice: 'forms',
        doc_to_target: 'gold',
        metric_list: [{ metric: 'acc', aggregation: 'mean', higher_is_better: true }],
        metadata,
      },
    )}`;
  }
  return yaml({
    ...common,
    doc_to_target: 'target',
    generation_kwargs: generation(first, plan),
    filter_list: [
      {
        name: FILTER,
        filter: [
          { function: 'regex', regex_pattern: PATTERNS[first.kind], group_select: 0, fallback: '' },
          { function: 'take_first' },
        ],
      },
    ],
    metric_list: [
      {
        metric: 'exact_match',
        aggregation: 'mean',
        higher_is_better: true,
        ignore_case: true,
        ignore_punctuation: true,
      },
    ],
    metadata,
  });
}

function generation(first: HarnessDocument, { study }: PreparedPlan): Json {
  const { temperature, topP, topK, maxTokens } = first.sampling;
  const samples = temperature > 0;
  return {
    until: [],
    max_gen_toks: maxTokens,
    temperature,
    do_sample: samples,
    ...(samples ? { top_p: topP, seed: seedOf(study.seed, first.trial.repeat) } : {}),
    ...(samples && topK > 0 ? { top_k: topK } : {}),
    ...(first.condition.thinking ? { chat_template_kwargs: { enable_thinking: true } } : {}),
  };
}

/** A task has one seed: every repeat is a task of its own, or they would all draw the same. */
function seedOf(seed: number, repeat: number): number {
  return Math.floor(seeded(`${seed}/harness/${repeat}`)() * 2 ** 31);
}
