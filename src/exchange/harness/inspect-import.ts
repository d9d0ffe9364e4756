import * as v from 'valibot';
import type { Engine, Message } from '../../core/engine';
import { Problem } from '../../core/errors';
import type { PreparedPlan } from '../../experiment/plan';
import { batchEngine } from '../batch-export';
import { Breath } from '../breath';
import { explain } from '../issues';
import { badFile } from '../run-assembly';
import { logJson, wholeElements } from './log-json';
import {
  carriedPromptSchema,
  LogRun,
  readCarried,
  type LogFacts,
  type LoggedAnswer,
} from './logged';
import type { HarnessRun } from './types';
import { readZip } from './zip';

const text = v.nullish(v.string(), '');
const count = v.nullish(v.number(), 0);

const headerSchema = v.object({
  status: text,
  eval: v.object({
    eval_id: text,
    created: text,
    model: text,
    packages: v.nullish(v.record(v.string(), v.string()), {}),
    metadata: v.nullish(v.object({ crossroads: v.optional(v.unknown()) })),
  }),
  stats: v.nullish(v.object({ started_at: text, completed_at: text })),
});
type Header = v.InferOutput<typeof headerSchema>;

const partSchema = v.variant('type', [
  v.object({ type: v.literal('text'), text: v.string() }),
  v.object({ type: v.literal('reasoning'), reasoning: text }),
]);
const contentSchema = v.union([v.string(), v.array(partSchema)]);
const messageSchema = v.object({
  role: v.picklist(['system', 'user', 'assistant', 'tool']),
  content: contentSchema,
  source: text,
});

const choiceSchema = v.object({
  message: messageSchema,
  stop_reason: text,
  logprobs: v.optional(v.unknown()),
});

const sampleSchema = v.object({
  id: v.union([v.string(), v.number()]),
  epoch: v.nullish(v.number(), 1),
  input: v.union([v.string(), v.array(messageSchema)]),
  messages: v.nullish(v.array(messageSchema), []),
  output: v.nullish(
    v.object({
      choices: v.nullish(v.array(choiceSchema), []),
      usage: v.nullish(
        v.object({
          input_tokens: count,
          output_tokens: count,
          input_tokens_cache_read: count,
          input_tokens_cache_write: count,
        }),
      ),
      /** Seconds. */
      time: count,
      error: text,
    }),
  ),
  scores: v.nullish(v.record(v.string(), v.object({ value: v.optional(v.unknown()) })), {}),
  metadata: v.nullish(
    v.object({
      crossroads: v.optional(
        v.object({
          trial: text,
          profile: text,
          prompt: v.optional(v.unknown()),
          promptSha256: text,
          artifact: v.optional(v.unknown()),
        }),
      ),
    }),
  ),
  error: v.nullish(v.object({ message: text })),
  attachments: v.nullish(v.record(v.string(), v.string()), {}),
});
type LogSample = v.InferOutput<typeof sampleSchema>;

/** Whether a file is a log of Inspect. @param head its first bytes */
export function isInspect(name: string, head: Uint8Array): boolean {
  const start = new TextDecoder('latin1').decode(head.subarray(0, 400));
  if (start.startsWith('PK\u0003\u0004')) {
    return /\.eval$/i.test(name) || start.includes('_journal/start.json');
  }
  return /^\s*\{\s*"version"\s*:\s*\d+\s*,\s*"status"\s*:/.test(start);
}

/** A log in either form: what it says of itself, its samples as text or value, what is wrong with the rest. */
interface Opened {
  readonly header: Header;
  readonly samples: readonly { readonly value: unknown; readonly at: string }[];
  readonly problem: Problem | null;
}

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
  const opened =
    bytes[0] === 0x50 && bytes[1] === 0x4b ? openArchive(bytes) : openJson(bytes, name);
  const { header, samples, problem } = opened;
  const log = await LogRun.begin(readCarried(header.eval.metadata?.crossroads), plan);
  const breath = new Breath();
  for (const [index, { value, at }] of samples.entries()) {
    const result = v.safeParse(sampleSchema, value);
    if (value === undefined || !result.success) {
      const why = result.success ? 'it is no valid JSON' : explain(result.issues, '', 'the sample');
      log.broken(index + 1, `${at} cannot be read, for ${why}.`);
    } else {
      await log.add(index + 1, loggedOf(result.output));
    }
    await breath.take();
  }
  if (problem !== null) log.broken(samples.length + 1, problem.message);
  const read = log.finish(factsOf(header));
  if (problem === null) return read;
  return { ...read, problem: read.problem === null ? null : joined(problem, read.problem) };
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

function openArchive(bytes: Uint8Array<ArrayBuffer>): Opened {
  const { entries, problem } = readZip(bytes, (name) =>
    /^(header|_journal\/start)\.json$|^samples\/.*\.json$/.test(name),
  );
  const head = entries.get('header.json') ?? entries.get('_journal/start.json');
  if (head === undefined) {
    throw badFile(
      problem === null
        ? 'The archive holds no log of Inspect'
        : 'The log is broken off before it says what it is of',
    );
  }
  const names = [...entries.keys()].filter((name) => name.startsWith('samples/'));
  if (names.some((name) => name.split('/').length > 2)) {
    throw badFile("The log's samples are stored in pieces, which this page does not read", {
      next: 'Let Inspect put them together: inspect log convert --to json --output-dir whole LOG',
    });
  }
  return {
    header: headerOf(logJson(head)),
    samples: names.map((name) => ({ value: valueOf(entries.get(name) ?? ''), at: name })),
    problem,
  };
}

function openJson(bytes: Uint8Array<ArrayBuffer>, name: string): Opened {
  let source: string;
  try {
    // A file that was cut may end within a character.
    source = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch (cause) {
    throw badFile(`${name} is damaged, or no text file`, { cause });
  }
  const value = logJson(source);
  if (value !== undefined) {
    const samples =
      typeof value === 'object' && value !== null && 'samples' in value ? value.samples : [];
    const list: readonly unknown[] = Array.isArray(samples) ? samples : [];
    return {
      header: headerOf(value),
      samples: list.map((each, index) => ({ value: each, at: `Sample ${index + 1}` })),
      problem: null,
    };
  }
  const cut = wholeElements(source, 'samples');
  if (cut === null) throw badFile(`${name} is no valid JSON; it may have been cut off`);
  return {
    header: headerOf(logJson(cut.head)),
    samples: cut.elements.map((each, index) => ({
      value: valueOf(each),
      at: `Sample ${index + 1}`,
    })),
    problem: new Problem('bad-file', {
      what: `The log breaks off after ${cut.elements.length} samples.`,
      kept: 'What stands before is whole.',
      next: 'Import that, or get the whole log again.',
    }),
  };
}

function valueOf(source: string): unknown {
  try {
    return logJson(source);
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

function headerOf(value: unknown): Header {
  const result = v.safeParse(headerSchema, value);
  if (result.success) return result.output;
  throw badFile(`This is no log of Inspect that can be read: ${explain(result.issues)}`);
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
  // One engine, for it remembers what could have followed.
  const engine = batchEngine({ model: '', server: 'vllm' }, () => Promise.resolve(body));
  return async (input, k, signal) => {
    const next = await engine.next(input, k, signal);
    if (next.top.length > 0) return next;
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
  const moment = (time: string | undefined): string => {
    const at = Date.parse(time ?? '');
    return new Date(Number.isNaN(at) ? 0 : at).toISOString();
  };
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
