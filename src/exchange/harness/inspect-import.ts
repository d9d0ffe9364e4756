import * as v from 'valibot';
import type { Engine, Message } from '../../core/engine';
import { Problem } from '../../core/errors';
import type { PreparedPlan } from '../../experiment/plan';
import { batchEngine } from '../batch-export';
import { Breath } from '../breath';
import { explain } from '../issues';
import {
  carriedPromptSchema,
  logMoment,
  LogRun,
  readCarried,
  type LogFacts,
  type LoggedAnswer,
} from './logged';
import {
  openLog,
  sampleSchema,
  type choiceSchema,
  type Header,
  type LoggedSample,
  type LogSample,
} from './inspect-log';
import type { HarnessRun } from './types';

/**
 * Reads a log of Inspect, `.json` or `.eval`, as a run. A log that was cut off gives what is whole of it.
 * @param plan of the study, where it is known
 * @throws Problem `bad-file` where nothing of it can be used
 */
export async function readInspect(
  bytes: Uint8Array<ArrayBuffer>,
  name: string,
  plan?: PreparedPlan,
): Promise<HarnessRun> {
  const { header, samples, problem } = await openLog(bytes, name);
  const log = await LogRun.begin(readCarried(header.eval.metadata?.crossroads), plan);
  const breath = new Breath();
  for (const [index, sample] of samples.entries()) {
    const read = readSample(sample);
    if (typeof read === 'string')
      log.broken(index + 1, `${sample.at} cannot be read, for ${read}.`);
    else await log.add(index + 1, loggedOf(read));
    await breath.take();
  }
  if (problem !== null) log.broken(samples.length + 1, problem.message);
  const read = log.finish(factsOf(header));
  if (problem === null) return read;
  return { ...read, problem: read.problem === null ? null : joined(problem, read.problem) };
}

/** A sample, or what is wrong with it. */
function readSample({ value, fault }: LoggedSample): LogSample | string {
  if (fault !== undefined) return fault;
  const parsed = value();
  if (parsed === undefined) return 'it is no valid JSON';
  const result = v.safeParse(sampleSchema, parsed);
  return result.success ? result.output : explain(result.issues, '', 'the sample');
}

/** What broke the log, then what is missing because of it. */
function joined(broken: Problem, missing: Problem): Problem {
  return new Problem('bad-file', {
    what: `${broken.message} ${missing.message}`,
    kept: missing.kept,
    next: missing.next,
    cause: broken,
  });
}

function loggedOf(sample: LogSample): LoggedAnswer {
  const { output, error, metadata } = sample;
  const choice = output?.choices[0];
  const written = choice === undefined ? null : said(choice.message, sample);
  const failure = error?.message ?? output?.error ?? '';
  const isAnswered = error === null || error === undefined;
  const usage = output?.usage;
  const cached = usage?.input_tokens_cache_read ?? 0;
  const carried = metadata?.crossroads;
  return {
    trial: carried?.trial || String(sample.id),
    prompt: promptOf(sample),
    text: isAnswered ? written : null,
    next: choice === undefined ? null : nextOf(choice, written ?? ''),
    tokens: {
      prompt: (usage?.input_tokens ?? 0) + cached + (usage?.input_tokens_cache_write ?? 0),
      cached,
      completion: usage?.output_tokens ?? 0,
    },
    ms: (output?.time ?? 0) * 1000,
    filtered: choice?.stop_reason === 'content_filter',
    error: failure,
    score: scoreOf(sample),
    profile: carried === undefined || carried.profile === '' ? null : profileOf(carried),
  };
}

/** What the model was sent: every message but the one that it wrote. */
function promptOf(sample: LogSample): readonly Message[] {
  const { messages, input, output } = sample;
  const last = messages.at(-1);
  const isAnswer =
    last?.role === 'assistant' && (last.source === 'generate' || (output?.choices.length ?? 0) > 0);
  const sent = isAnswer ? messages.slice(0, -1) : messages;
  if (sent.length === 0 && typeof input === 'string') return [{ role: 'user', content: input }];
  const list = sent.length > 0 ? sent : typeof input === 'string' ? [] : input;
  return list.flatMap((message) =>
    message.role === 'tool' ? [] : [{ role: message.role, content: said(message, sample) }],
  );
}

/** The text of a message, thoughts first in their marks, as a server's answer is read. */
function said({ content }: LogSample['messages'][number], { attachments }: LogSample): string {
  const whole = (part: string): string =>
    part.startsWith(ATTACHED) ? (attachments[part.slice(ATTACHED.length)] ?? part) : part;
  if (typeof content === 'string') return whole(content);
  const of = (type: 'text' | 'reasoning'): string =>
    content
      .filter((part) => part.type === type)
      .map((part) => whole(part.type === 'text' ? part.text : part.reasoning))
      .join('');
  const thoughts = of('reasoning');
  return thoughts === '' ? of('text') : `<think>\n${thoughts}\n</think>\n\n${of('text')}`;
}

const ATTACHED = 'attachment://';

/** The alternatives of the tokens written, read as a server's chat answer is. */
function nextOf({ logprobs }: v.InferOutput<typeof choiceSchema>, content: string): Engine['next'] {
  const body = { choices: [{ message: { content }, finish_reason: 'stop', logprobs }] };
  // One engine, for it remembers what could have followed; a server may repeat the lead or go on with it.
  const engine = batchEngine({ model: '', server: 'openai' }, () => Promise.resolve(body));
  return async (input, k, signal) => {
    const next = await engine.next(input, k, signal);
    // What follows a token that was not written is not known, which bounds the shares.
    if (next.top.length > 0 || input.kind === 'text') return next;
    throw new Problem('bad-file', {
      what: 'The log holds no log-probabilities, by which the study answers.',
    });
  };
}

/** The first score that says yes or no. */
function scoreOf({ scores }: LogSample): number | null {
  const values = Object.values(scores).map(({ value }) =>
    value === 'C' ? 1 : value === 'I' ? 0 : value,
  );
  return values.find((value): value is number => value === 0 || value === 1) ?? null;
}

function profileOf(
  carried: NonNullable<NonNullable<LogSample['metadata']>['crossroads']>,
): LoggedAnswer['profile'] {
  const result = v.safeParse(carriedPromptSchema, {
    artifact: carried.profile,
    prompt: carried.prompt,
    sha256: carried.promptSha256,
    made: carried.artifact ?? null,
  });
  return result.success ? result.output : null;
}

function factsOf(header: Header): LogFacts {
  const { eval_id, created, model, packages } = header.eval;
  const [provider = '', ...rest] = model.split('/');
  // `openai-api` names the service next, then the model.
  const name = provider === 'openai-api' ? rest.slice(1) : rest;
  const moment = (time: string | undefined): string => logMoment(Date.parse(time ?? ''));
  const startedAt = moment(header.stats?.started_at || created);
  return {
    runId: `inspect-${eval_id || startedAt}`,
    tool: 'Inspect',
    version: packages['inspect_ai'] ?? '',
    provider,
    model: name.join('/') || model || 'unknown',
    startedAt,
    finishedAt: moment(header.stats?.completed_at || startedAt),
  };
}
