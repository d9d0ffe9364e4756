import { zipSync, strToU8 } from 'fflate';
import { appName } from '../../core/app';
import type { Json } from '../../core/hash';
import type { Manifest, Run, Sample } from '../../core/run';
import { taskName, type CarriedStudy } from './carried';
import { likelihoodsOf, meanOf, runDocuments, type RunDocument } from './run-documents';
import type { HarnessFile } from './types';

/** The version of Inspect's log format that is written. */
const LOG_VERSION = 2;
const SCORER = 'shows_the_scored_end';

interface Log {
  readonly name: string;
  readonly header: Record<string, Json>;
  readonly samples: readonly Record<string, Json>[];
}

/** A run as a log of Inspect, as JSON. */
export async function exportRunInspect(run: Run): Promise<HarnessFile[]> {
  const { name, header, samples } = await logOf(run);
  return [{ name: `${name}.json`, text: `${JSON.stringify({ ...header, samples })}\n` }];
}

/** A run as a log of Inspect in its own packed form, `.eval`, which Inspect opens by parts. */
export async function exportRunInspectEval(
  run: Run,
): Promise<{ name: string; bytes: Uint8Array<ArrayBuffer> }> {
  const { name, header, samples } = await logOf(run);
  const { version, eval: spec, plan } = header;
  const entries: Record<string, Uint8Array> = {
    '_journal/start.json': packed({ version, eval: spec, plan }),
  };
  for (const sample of samples) {
    entries[`samples/${String(sample['id'])}_epoch_1.json`] = packed(sample);
  }
  entries['summaries.json'] = packed(samples.map(summaryOf));
  entries['header.json'] = packed(header);
  return { name: `${name}.eval`, bytes: new Uint8Array(zipSync(entries)) };
}

function packed(value: Json | undefined): Uint8Array {
  return strToU8(JSON.stringify(value));
}

/** What Inspect's lists show of a sample without opening it. */
function summaryOf(sample: Record<string, Json>): Json {
  const { id, epoch, input, target, scores, error } = sample;
  return {
    id,
    epoch,
    input,
    target,
    ...(scores === undefined ? {} : { scores }),
    ...(error === undefined ? {} : { error: (error as { message: string }).message }),
    completed: true,
  };
}

async function logOf(run: Run): Promise<Log> {
  const { manifest } = run;
  const { carried, documents } = await runDocuments(run);
  const task = taskName(manifest.study.id);
  const id = manifest.runId.replace(/[^A-Za-z0-9]+/g, '');
  const stamp = manifest.startedAt.replace(/\.\d+Z$|Z$/, '-00-00').replaceAll(':', '-');
  return {
    name: `${stamp}_${task.replaceAll('_', '-')}_${id}`,
    header: headerOf(manifest, carried, documents, task, id),
    samples: documents.map((document) => sampleOf(document, manifest)),
  };
}

function headerOf(
  manifest: Manifest,
  carried: CarriedStudy,
  documents: readonly RunDocument[],
  task: string,
  id: string,
): Record<string, Json> {
  const { startedAt, finishedAt, engine, models } = manifest;
  const scored = documents.filter(({ sample }) => sample.status !== 'error');
  const { mean, stderr } = meanOf(scored.map(({ sample }) => scoreOf(sample)));
  const metric = (name: string, value: number): Json => ({ name, value, params: {} });
  return {
    version: LOG_VERSION,
    status: finishedAt === '' ? 'cancelled' : 'success',
    eval: {
      eval_id: id,
      run_id: id,
      created: startedAt,
      task,
      task_id: id,
      task_version: 1,
      task_display_name: manifest.name || manifest.study.title,
      dataset: {
        name: task,
        samples: carried.trials,
        sample_ids: documents.map(({ sample }) => sample.trial),
        shuffled: false,
      },
      model: `${engine}/${models.answer.id}`,
      config: { epochs: 1, log_samples: true },
      packages: { crossroads: appName().replace(/^\S+ /, '') },
      metadata: { crossroads: carried },
      scorers: [{ name: SCORER, metrics: [{ name: 'mean' }, { name: 'stderr' }] }],
    } as unknown as Json,
    plan: { name: 'plan', steps: [] },
    results: {
      total_samples: carried.trials,
      completed_samples: scored.length,
      scores: [
        {
          name: SCORER,
          scorer: SCORER,
          scored_samples: scored.length,
          unscored_samples: documents.length - scored.length,
          metrics: { mean: metric('mean', mean), stderr: metric('stderr', stderr) },
        },
      ],
    },
    stats: { started_at: startedAt, completed_at: finishedAt },
  };
}

function sampleOf(document: RunDocument, { models }: Manifest): Record<string, Json> {
  const { sample, sent, options, target, made } = document;
  const answer = options.find(({ key }) => key === sample.answer)?.forms[0] ?? sample.answer ?? '';
  const likelihoods = likelihoodsOf(document);
  const written = sample.text ?? (likelihoods === null ? '' : answer);
  const input = typeof sent === 'string' ? [{ role: 'user', content: sent }] : sent.map(turnOf);
  const message = { role: 'assistant', content: written, source: 'generate' };
  const { prompt, cached, completion } = sample.tokens;
  const usage = {
    input_tokens: prompt - cached,
    input_tokens_cache_read: cached,
    output_tokens: completion,
    total_tokens: prompt + completion,
  };
  const isAnswered = sample.status !== 'error';
  return {
    id: sample.trial,
    epoch: 1,
    input,
    target,
    messages: isAnswered ? [...input, message] : input,
    output: isAnswered
      ? {
          model: models.answer.id,
          choices: [{ message, stop_reason: 'stop', ...logprobsOf(answer, likelihoods) }],
          completion: written,
          usage,
          time: sample.ms / 1000,
        }
      : { model: models.answer.id, choices: [] },
    ...(isAnswered
      ? { scores: { [SCORER]: { value: scoreOf(sample), answer, explanation: sample.status } } }
      : { error: { message: sample.error ?? '', traceback: '', traceback_ansi: '' } }),
    metadata: {
      condition: sample.condition,
      crossroads: {
        trial: sample.trial,
        item: sample.item,
        condition: sample.condition,
        repeat: sample.repeat,
        order: sample.order,
        status: sample.status,
        ...(sample.probabilities === undefined
          ? {}
          : {
              probabilities: { ...sample.probabilities },
              answerMass: sample.answerMass,
            }),
        prompt: sample.prompt as Json,
        ...(sample.promptSha256 === undefined ? {} : { promptSha256: sample.promptSha256 }),
        ...(sample.profile === undefined ? {} : { profile: sample.profile }),
        ...(made === null ? {} : { artifact: made as unknown as Json }),
      },
    },
    model_usage: {},
  };
}

function turnOf({ role, content }: { role: string; content: string }): {
  role: string;
  content: string;
} {
  return { role, content };
}

/** An answer by probability as the alternatives of one token. */
function logprobsOf(
  answer: string,
  likelihoods: readonly { form: string; logprob: number }[] | null,
): Record<string, Json> {
  if (likelihoods === null) return {};
  const top = likelihoods.map(({ form, logprob }) => ({ token: form, logprob }));
  const written = top.find(({ token }) => token === answer) ?? { token: answer, logprob: 0 };
  return { logprobs: { content: [{ ...written, top_logprobs: top }] } };
}

/** The probability of the scored end, 0 or 1 where written; what could not be read does not show it. */
function scoreOf({ value, endorsed }: Sample): number {
  return value ?? (endorsed === true ? 1 : 0);
}
