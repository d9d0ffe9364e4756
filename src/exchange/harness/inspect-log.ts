import * as v from 'valibot';
import { Problem } from '../../core/errors';
import { explain } from '../issues';
import { LIMITS } from '../limits';
import { badFile } from '../run-assembly';
import { logJson, wholeElements } from './log-json';
import { readZip } from './zip';

/*
 * A log of Inspect as it lies in its file: one JSON value, or a zip file with an entry for each sample. Only what is
 * read of it stands in the schemas.
 */
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
export type Header = v.InferOutput<typeof headerSchema>;

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

export const choiceSchema = v.object({
  message: messageSchema,
  stop_reason: text,
  logprobs: v.optional(v.unknown()),
});

export const sampleSchema = v.object({
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
export type LogSample = v.InferOutput<typeof sampleSchema>;

/** Whether a file is a log of Inspect. @param head its first bytes */
export function isInspect(name: string, head: Uint8Array): boolean {
  const start = new TextDecoder('latin1').decode(head.subarray(0, 400));
  if (start.startsWith('PK\u0003\u0004')) {
    return /\.eval$/i.test(name) || start.includes('_journal/start.json');
  }
  return /^\s*\{\s*"version"\s*:\s*\d+\s*,\s*"status"\s*:/.test(start);
}

/** A sample as it stands in a log. */
export interface LoggedSample {
  /** `Sample 3`, or its entry's name. */
  readonly at: string;
  /** The value, parsed when asked for; undefined where it is no JSON. */
  readonly value: () => unknown;
  /** Why it cannot be used, where that is known before: `it is no text`. */
  readonly fault?: string;
}

/** A log in either form: what it says of itself, its samples, what is wrong with the rest. */
export interface Opened {
  readonly header: Header;
  readonly samples: readonly LoggedSample[];
  readonly problem: Problem | null;
}

/**
 * Opens a log in either form.
 * @throws Problem `bad-file` where nothing of it can be read
 */
export async function openLog(bytes: Uint8Array<ArrayBuffer>, name: string): Promise<Opened> {
  return bytes[0] === 0x50 && bytes[1] === 0x4b ? openArchive(bytes) : openJson(bytes, name);
}

async function openArchive(bytes: Uint8Array<ArrayBuffer>): Promise<Opened> {
  const { entries, faults, problem } = await readZip(bytes, (name) =>
    /^(header|_journal\/start)\.json$|^samples\/.*\.json$/.test(name),
  );
  const head = entries.get('header.json') ?? entries.get('_journal/start.json');
  if (head === undefined) {
    const [entry, fault] =
      [...faults].find(([name]) => /^(header|_journal\/start)\.json$/.test(name)) ?? [];
    if (fault !== undefined) throw badFile(`The log's ${entry} cannot be read, for ${fault}`);
    throw badFile(
      problem === null
        ? 'The archive holds no log of Inspect'
        : 'The log is broken off before it says what it is of',
    );
  }
  const names = [...entries.keys(), ...faults.keys()].filter((name) => name.startsWith('samples/'));
  const isOdd = (name: string): boolean => name.split('/').some((part) => /^\.*$/.test(part));
  if (names.some((name) => name.split('/').length > 2 && !isOdd(name))) {
    throw badFile("The log's samples are stored in pieces, which this page does not read", {
      next: 'Let Inspect put them together: inspect log convert --to json --output-dir whole LOG',
    });
  }
  return {
    header: headerOf(logJson(head)),
    samples: names.map((name) => {
      const fault = isOdd(name) ? 'no sample has such a name' : faults.get(name);
      const value = (): unknown => valueOf(entries.get(name) ?? '');
      return { at: shortened(name), value, ...(fault === undefined ? {} : { fault }) };
    }),
    problem,
  };
}

function openJson(bytes: Uint8Array<ArrayBuffer>, name: string): Opened {
  if (bytes.length > LIMITS.value) {
    throw badFile(
      `${name} is one JSON value of more than ${Math.round(LIMITS.value / 2 ** 20)} MB, too much to be read at one go`,
      {
        next: 'Let Inspect pack it, which is read by parts: inspect log convert --to eval --output-dir packed LOG',
      },
    );
  }
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
      samples: list.map((each, index) => ({ value: () => each, at: `Sample ${index + 1}` })),
      problem: null,
    };
  }
  const cut = wholeElements(source, 'samples');
  if (cut === null) throw badFile(`${name} is no valid JSON; it may have been cut off`);
  return {
    header: headerOf(logJson(cut.head)),
    samples: cut.elements.map((each, index) => ({
      value: () => valueOf(each),
      at: `Sample ${index + 1}`,
    })),
    problem: new Problem('bad-file', {
      what: `The log breaks off after ${cut.elements.length} samples.`,
      kept: 'What stands before is whole.',
      next: 'Import that, or get the whole log again.',
    }),
  };
}

/** A name from an archive may be 65,535 bytes long. */
function shortened(name: string): string {
  return name.length > 200 ? `${name.slice(0, 200)}...` : name;
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
  if (value === undefined) throw badFile('What the log says of itself is no valid JSON');
  const result = v.safeParse(headerSchema, value);
  if (result.success) return result.output;
  throw badFile(`This is no log of Inspect that can be read: ${explain(result.issues)}`);
}
