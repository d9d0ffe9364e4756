import { appName } from '../../core/app';
import { sha256, type Json } from '../../core/hash';
import type { Run, Sample } from '../../core/run';
import { carriedText, taskName } from './carried';
import { FILTER } from './lm-eval-export';
import { likelihoodsOf, meanOf, runDocuments, type RunDocument } from './run-documents';
import type { HarnessFile } from './types';

/**
 * A run as the files that lm-evaluation-harness writes: one of results, one of samples. Samples with an error are left
 * out, for lm-eval knows none.
 */
export async function exportRunLmEval(run: Run): Promise<HarnessFile[]> {
  const { manifest } = run;
  const { carried, documents } = await runDocuments(run);
  const task = taskName(manifest.study.id);
  const byLikelihood = documents.some(({ sample }) => sample.probabilities !== undefined);
  const metric = byLikelihood ? 'acc' : 'exact_match';
  const filter = byLikelihood ? 'none' : FILTER;
  const answered = documents.filter(({ sample }) => sample.status !== 'error');
  const lines: string[] = [];
  for (const [index, document] of answered.entries()) {
    lines.push(`${JSON.stringify(await lineOf(document, index, { metric, filter }))}\n`);
  }
  const { mean, stderr } = meanOf(answered.map(({ sample }) => scoreOf(sample)));
  const stamp = manifest.startedAt.replace(/Z$/, '').replaceAll(':', '-');
  const seconds = (Date.parse(manifest.finishedAt) - Date.parse(manifest.startedAt)) / 1000;
  const model = manifest.models.answer.id;
  const results = {
    results: {
      [task]: {
        name: task,
        alias: task,
        sample_len: answered.length,
        [`${metric},${filter}`]: mean,
        [`${metric}_stderr,${filter}`]: stderr,
      },
    },
    group_subtasks: {},
    configs: {
      [task]: {
        task,
        output_type: byLikelihood ? 'multiple_choice' : 'generate_until',
        metadata: { version: 1, crossroads: carriedText(carried) },
      },
    },
    versions: { [task]: 1 },
    'n-shot': { [task]: 0 },
    higher_is_better: { [task]: { [metric]: true } },
    'n-samples': { [task]: { original: carried.trials, effective: answered.length } },
    config: { model: `crossroads-${manifest.engine}`, model_args: { model }, batch_size: 1 },
    git_hash: null,
    date: Date.parse(manifest.startedAt) / 1000,
    lm_eval_version: `none; written by ${appName()} in the layout of 0.4`,
    task_hashes: {},
    model_source: `crossroads-${manifest.engine}`,
    model_name: model,
    model_name_sanitized: model.replace(/[^A-Za-z0-9.-]+/g, '__'),
    total_evaluation_time_seconds: String(Number.isNaN(seconds) ? 0 : seconds),
  };
  return [
    { name: `results_${stamp}.json`, text: `${JSON.stringify(results, null, 2)}\n` },
    { name: `samples_${task}_${stamp}.jsonl`, text: lines.join('') },
  ];
}

async function lineOf(
  document: RunDocument,
  index: number,
  { metric, filter }: { metric: string; filter: string },
): Promise<Record<string, Json>> {
  const { sample, options, target, made } = document;
  const sent = document.templated ?? document.sent;
  const likelihoods = likelihoodsOf(document);
  const answer = options.find(({ key }) => key === sample.answer)?.forms[0] ?? sample.answer ?? '';
  const context = typeof sent === 'string' ? sent : JSON.stringify(sent);
  const doc = {
    trial: sample.trial,
    item: sample.item,
    condition: sample.condition,
    repeat: sample.repeat,
    order: sample.order,
    options: options.map(({ forms: [form] }) => form ?? ''),
    target,
    ...(likelihoods === null ? {} : { forms: likelihoods.map(({ form }) => form) }),
    ...(sample.profile === undefined
      ? {}
      : {
          profile: sample.profile,
          stored_prompt: JSON.stringify(sample.prompt),
          prompt_sha256: sample.promptSha256 ?? '',
          artifact: made === null ? '' : JSON.stringify(made),
        }),
  };
  return {
    doc_id: index,
    doc,
    target,
    arguments: argumentsOf(sent, likelihoods),
    resps:
      likelihoods === null
        ? [[sample.text ?? '']]
        : likelihoods.map(({ form, logprob }) => [[String(logprob), truth(form === answer)]]),
    filtered_resps:
      likelihoods === null
        ? [answer]
        : likelihoods.map(({ form, logprob }) => [String(logprob), truth(form === answer)]),
    filter,
    metrics: [metric],
    // As lm-eval makes them: the document as JSON in two spaces a step, the text put to the model, the target.
    doc_hash: await sha256(JSON.stringify(doc, null, 2)),
    prompt_hash: await sha256(context),
    target_hash: await sha256(target),
    [metric]: scoreOf(sample),
  };
}

function argumentsOf(
  sent: RunDocument['sent'],
  likelihoods: readonly { form: string }[] | null,
): Record<string, Json> {
  const context = typeof sent === 'string' ? sent : [JSON.stringify(sent)];
  if (likelihoods === null) return { gen_args_0: { arg_0: context, arg_1: {} } };
  return Object.fromEntries(
    likelihoods.map(({ form }, index) => [`gen_args_${index}`, { arg_0: context, arg_1: form }]),
  );
}

/** What could not be read does not show the scored end, as lm-eval counts. */
function scoreOf({ endorsed }: Sample): number {
  return endorsed === true ? 1 : 0;
}

/** Python's words, for lm-eval logs these pairs as text. */
function truth(value: boolean): string {
  return value ? 'True' : 'False';
}
