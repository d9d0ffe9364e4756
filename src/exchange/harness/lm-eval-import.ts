import * as v from 'valibot';
import type { Engine, Message } from '../../core/engine';
import { Problem } from '../../core/errors';
import { sha256 } from '../../core/hash';
import type { PreparedPlan } from '../../experiment/plan';
import { Breath } from '../breath';
import { explain } from '../issues';
import { LIMITS } from '../limits';
import { badFile } from '../run-assembly';
import type { CarriedStudy } from './carried';
import { logJson } from './log-json';
import {
  carriedPromptSchema,
  logMoment,
  LogRun,
  readCarried,
  type LogFacts,
  type LoggedAnswer,
} from './logged';
import type { HarnessRun, LogFile } from './types';

const resultsSchema = v.object({
  configs: v.record(
    v.string(),
    v.object({ metadata: v.nullish(v.object({ crossroads: v.optional(v.unknown()) })) }),
  ),
  config: v.object({ model: v.nullish(v.string(), '') }),
  model_name: v.nullish(v.string(), ''),
  lm_eval_version: v.nullish(v.string(), ''),
  /** Seconds since 1970. */
  date: v.nullish(v.number()),
  total_evaluation_time_seconds: v.nullish(v.union([v.string(), v.number()]), 0),
  task_hashes: v.nullish(v.record(v.string(), v.string()), {}),
});
type Results = v.InferOutput<typeof resultsSchema>;

/** A log-likelihood as it is logged: the number and whether it was the likeliest, both as text. */
const likelihood = v.pipe(
  v.tuple([v.union([v.string(), v.number()]), v.unknown()]),
  // An empty text would be 0, the logarithm of certainty.
  v.transform(([value]) => (String(value).trim() === '' ? NaN : Number(value))),
  v.number(),
  v.finite(),
);

const lineSchema = v.object({
  doc: v.object({
    trial: v.string(),
    forms: v.optional(v.array(v.string())),
    lead: v.nullish(v.string(), ''),
    profile: v.nullish(v.string(), ''),
    stored_prompt: v.nullish(v.string(), ''),
    prompt_sha256: v.nullish(v.string(), ''),
    artifact: v.nullish(v.string(), ''),
  }),
  /** The text put to the model; through chat a list that holds the messages as JSON. */
  arguments: v.object({
    gen_args_0: v.object({ arg_0: v.union([v.string(), v.array(v.string())]) }),
  }),
  resps: v.pipe(v.array(v.unknown()), v.minLength(1)),
  filter: v.nullish(v.string(), ''),
  exact_match: v.nullish(v.number()),
  acc: v.nullish(v.number()),
});
type Line = v.InferOutput<typeof lineSchema>;

const messagesSchema = v.array(
  v.object({ role: v.picklist(['system', 'user', 'assistant']), content: v.string() }),
);

/** Whether a file is one of lm-evaluation-harness. @param head its first bytes */
export function isLmEval(name: string, head: Uint8Array): boolean {
  const start = new TextDecoder().decode(head.subarray(0, 200)).trimStart();
  if (/\.jsonl$/i.test(name)) return /^\{\s*"doc_id"\s*:/.test(start);
  return /\.json$/i.test(name) && /^\{\s*"results"\s*:\s*\{/.test(start);
}

/**
 * Reads the files of one run of lm-evaluation-harness as a run: its `results_*.json` and every `samples_*.jsonl`.
 * @param plan of the study, where it is known; it may stand in for a results file that is missing
 * @throws Problem `bad-file` where nothing of it can be used
 */
export async function readLmEval(
  files: readonly LogFile[],
  plan?: PreparedPlan,
): Promise<HarnessRun> {
  const texts = files.map(({ name, bytes }) => ({ name, text: decoded(name, bytes) }));
  const results = texts.flatMap(({ name, text }) => resultsOf(name, text));
  const samples = texts.filter(({ text }) => /^\s*\{\s*"doc_id"\s*:/.test(text));
  if (samples.length === 0) {
    throw badFile('There is no file of samples among these', {
      next: 'lm-eval writes samples_*.jsonl where it is run with --log_samples; give these too.',
    });
  }
  const study = studyOf(results, plan);
  if (study === null && plan === undefined) {
    throw badFile('The samples come without the results file, which carries their study', {
      next: 'Give the results_*.json of the same run too.',
    });
  }
  const log = await LogRun.begin(study, plan);
  const breath = new Breath();
  const filters = new Map<string, string>();
  let number = 0;
  for (const { name, text } of samples) {
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    for (const [index, source] of lines.entries()) {
      number += 1;
      await breath.take();
      const line = parsed(source);
      if (typeof line === 'string') {
        const cut = index === lines.length - 1 ? ': the file breaks off there' : '';
        log.broken(number, `Line ${index + 1} of ${name} cannot be read, ${line}${cut}.`);
        continue;
      }
      // A document comes once for each filter, with the same answer.
      const first = filters.get(line.doc.trial);
      if (first !== undefined && first !== line.filter) continue;
      filters.set(line.doc.trial, line.filter);
      await log.add(number, loggedOf(line));
    }
  }
  return log.finish(await factsOf(results[0], samples));
}

function decoded(name: string, bytes: Uint8Array<ArrayBuffer>): string {
  try {
    // A file that was cut may end within a character.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch (cause) {
    throw badFile(`${name} is damaged, or no text file`, { cause });
  }
}

function resultsOf(name: string, text: string): Results[] {
  if (!/^\s*\{\s*"results"\s*:/.test(text)) return [];
  if (text.length > LIMITS.value) {
    throw badFile(
      `${name} is larger than ${Math.round(LIMITS.value / 2 ** 20)} MB, as no results file is`,
    );
  }
  const value = logJson(text);
  if (value === undefined) throw badFile(`${name} is no valid JSON; it may have been cut off`);
  const result = v.safeParse(resultsSchema, value);
  if (!result.success) throw badFile(`${name}: ${explain(result.issues)}`);
  return [result.output];
}

/** The one study of all tasks in the results. */
function studyOf(results: readonly Results[], plan: PreparedPlan | undefined): CarriedStudy | null {
  const carried = results
    .flatMap(({ configs }) => Object.values(configs))
    .map(({ metadata }) => metadata?.crossroads)
    .filter((text) => typeof text === 'string')
    .map((text) => readCarried(logJson(text)));
  const [first] = carried;
  if (first === undefined) {
    if (results.length > 0) readCarried(null);
    return null;
  }
  const hashes = new Set(carried.map(({ studyHash }) => studyHash));
  if (hashes.size === 1) return first;
  const ours = carried.find(({ studyHash }) => studyHash === plan?.studyHash);
  if (ours !== undefined) return ours;
  throw badFile('The results hold tasks of several studies', {
    next: 'Run the tasks of one study at a time, each with its own output path.',
  });
}

/** A line, or what is wrong with it. */
function parsed(text: string): Line | string {
  if (text.length > LIMITS.line) {
    return `for it is longer than ${Math.round(LIMITS.line / 2 ** 20)} MB`;
  }
  let value: unknown;
  try {
    value = logJson(text);
  } catch (error) {
    if (error instanceof Problem) return 'for it nests too deep';
    throw error;
  }
  if (value === undefined) return 'for it is no valid JSON';
  const result = v.safeParse(lineSchema, value);
  return result.success ? result.output : `for ${explain(result.issues, '', 'the line')}`;
}

function loggedOf(line: Line): LoggedAnswer {
  const { doc } = line;
  const score = line.exact_match ?? line.acc;
  const byLikelihood = doc.forms !== undefined;
  const text = byLikelihood ? '' : firstText(line.resps);
  return {
    trial: doc.trial,
    prompt: promptOf(line),
    text,
    next: byLikelihood ? nextOf(doc.forms ?? [], line) : null,
    // lm-eval logs neither tokens nor time.
    tokens: { prompt: 0, cached: 0, completion: 0 },
    ms: 0,
    filtered: false,
    error: text === null ? 'lm-eval logged no text' : '',
    score: score ?? null,
    profile: doc.profile === '' ? null : profileOf(doc),
  };
}

/** What the model wrote: the first response to the first request. */
function firstText([first]: readonly unknown[]): string | null {
  const response: unknown = Array.isArray(first) ? first[0] : first;
  return typeof response === 'string' ? response : null;
}

function promptOf(line: Line): readonly Message[] | string {
  const given = line.arguments.gen_args_0.arg_0;
  const text = typeof given === 'string' ? given : (given[0] ?? '');
  const messages = v.safeParse(messagesSchema, text.startsWith('[{') ? logJson(text) : undefined);
  return messages.success ? messages.output : text;
}

/** Each form of an option with its likelihood stands for a token that the model could write next. */
function nextOf(forms: readonly string[], line: Line): Engine['next'] {
  const likelihoods = line.resps.map((each) => {
    const [first] = Array.isArray(each) ? (each as unknown[]) : [each];
    const result = v.safeParse(likelihood, first);
    return result.success ? result.output : null;
  });
  const top = forms.map((text, index) => ({ text, logprob: likelihoods[index] ?? null }));
  return () =>
    top.every(({ logprob }) => logprob !== null)
      ? Promise.resolve({
          prompt: '',
          top: top.map(({ text, logprob }) => ({ text, logprob: logprob ?? 0 })),
          tokens: { prompt: 0, cached: 0, completion: 0 },
          ms: 0,
        })
      : Promise.reject(
          new Problem('bad-file', {
            what: `Trial ${line.doc.trial} lacks the log-likelihood of some forms.`,
          }),
        );
}

function profileOf({ profile, stored_prompt, prompt_sha256, artifact }: Line['doc']) {
  const result = v.safeParse(carriedPromptSchema, {
    artifact: profile,
    prompt: logJson(stored_prompt),
    sha256: prompt_sha256,
    made: artifact === '' ? null : logJson(artifact),
  });
  return result.success ? result.output : null;
}

async function factsOf(
  results: Results | undefined,
  samples: readonly { name: string; text: string }[],
): Promise<LogFacts> {
  const stamp = /(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)/.exec(samples[0]?.name ?? '');
  const named = stamp ? Date.parse(`${stamp[1]}:${stamp[2]}:${stamp[3]}Z`) : NaN;
  const started = results?.date ? results.date * 1000 : named;
  const startedAt = Number.isNaN(started) ? 0 : started;
  const seconds = Number(results?.total_evaluation_time_seconds ?? 0) || 0;
  const start = logMoment(startedAt);
  const finishedAt = logMoment(startedAt + seconds * 1000);
  // The same files give the same id, so that they are known when they come again.
  const hash = await sha256(JSON.stringify([startedAt, samples.map(({ text }) => text)]));
  return {
    runId: `lm-eval-${hash.slice(0, 24)}`,
    tool: 'lm-evaluation-harness',
    version: results?.lm_eval_version ?? '',
    provider: results?.config.model ?? '',
    model: results?.model_name || 'unknown',
    startedAt: start,
    finishedAt: finishedAt < start ? start : finishedAt,
  };
}
