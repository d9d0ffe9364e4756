import { Problem } from '../core/errors';
import type { Run } from '../core/run';
import { Breath } from './breath';
import { shown } from './issues';
import { faultLine } from './json-fault';
import { LIMITS, nesting, type Limits } from './limits';
import { LineReader } from './lines';
import { badFile, RunAssembly } from './run-assembly';
import { TextSource, type FileSource } from './text-source';

export {
  gzipped,
  runBlob,
  runFileName,
  runLines,
  writeRunJson,
  writeRunLines,
  type RunFormat,
} from './run-file-writer';

/** What a file holds. Nothing is imported by reading it. */
export interface RunFile {
  /** The run, or what was whole of it. */
  readonly run: Run;
  /** Null where the file is complete; otherwise what is missing, to be shown before anything is imported. */
  readonly problem: Problem | null;
}

export interface ReadProgress {
  /** Bytes read, before decompression. */
  readonly bytes: number;
  /** Bytes in all, 0 where unknown. */
  readonly total: number;
  readonly samples: number;
}

export interface ReadOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: ReadProgress) => void;
  /** Bytes in all where the source does not know, for the progress. */
  readonly total?: number;
  readonly limits?: Partial<Limits>;
}

/**
 * Reads a run file: JSON or JSON Lines, plain or gzip, told apart by their content.
 * A JSON Lines file that breaks off gives what was whole and the Problem; so does a file of a finished run with
 * fewer samples than trials.
 * @throws Problem `bad-file` naming line or place of what is wrong, `aborted`
 */
export async function readRunFile(source: FileSource, options: ReadOptions = {}): Promise<RunFile> {
  const limits = { ...LIMITS, ...options.limits };
  const assembly = new RunAssembly(limits);
  const total = options.total ?? (source instanceof Blob ? source.size : 0);
  const text = new TextSource(source, {
    limit: limits.bytes,
    ...(options.signal && { signal: options.signal }),
    onBytes: (bytes) => options.onProgress?.({ bytes, total, samples: assembly.samples.length }),
  });
  try {
    const lines = new LineReader(text);
    const first = await lines.next(limits.value, () => {
      throw tooLongForOne(limits);
    });
    if (first === null) throw badFile('The file is empty');
    const head = parsed(first.text, limits);
    if (isManifestLine(head)) {
      return await readLines(head, lines, text, assembly, limits, options.signal);
    }
    const rest = await lines.rest(limits.value - first.text.length);
    if (rest === null) throw tooLongForOne(limits);
    const value = head !== undefined && rest.trim() === '' ? head : whole(first.text, rest, limits);
    return await readWhole(value, assembly, options.signal);
  } finally {
    await text.close();
  }
}

/**
 * The whole part of a run file that is already in memory, for going on with a run that was broken off:
 * what is missing will be run again, so it is no Problem there.
 */
export async function readRunText(file: string | Uint8Array<ArrayBuffer>): Promise<Run> {
  // No page stands still for it: the command line reads it.
  const limits = { value: LIMITS.bytes };
  return (await readRunFile(new Blob([file]), { limits })).run;
}

/** The rest of a JSON Lines file, whose first line is the manifest. */
async function readLines(
  head: { format?: unknown; manifest: unknown },
  lines: LineReader,
  text: TextSource,
  assembly: RunAssembly,
  limits: Limits,
  signal: AbortSignal | undefined,
): Promise<RunFile> {
  checkFormat(head.format, 'Line 1: ');
  assembly.addManifest(head.manifest, 'manifest', 'Line 1: ');
  const breath = new Breath(signal);
  for (;;) {
    const line = await lines.next(limits.line);
    if (line === null) return complete(assembly, text.cut ? lines.count + 1 : null);
    if (line.text.trim() === '') continue;
    const at = `Line ${line.number}: `;
    const value = parsed(line.text, limits, at);
    if (value === undefined) {
      // Only a last line without its end can have been cut; a broken line before others is damage.
      if (line.last && (text.cut || nesting(line.text).open))
        return complete(assembly, line.number);
      throw badFile(`Line ${line.number} is not valid JSON`);
    }
    addLine(value, assembly, at);
    await breath.take();
  }
}

function addLine(value: unknown, assembly: RunAssembly, at: string): void {
  const line = typeof value === 'object' && value !== null ? value : {};
  if ('sample' in line) assembly.addSample(line.sample, 'sample', at);
  else if ('artifact' in line) assembly.addArtifact(line.artifact, 'artifact', at);
  else if ('manifest' in line) throw badFile(`${at}a second manifest; the file holds two runs`);
  else throw badFile(`${at}neither a sample nor an artifact`);
}

/** A file that is one JSON value. */
async function readWhole(
  value: unknown,
  assembly: RunAssembly,
  signal: AbortSignal | undefined,
): Promise<RunFile> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw badFile(`The file holds ${shown(value)}, which is no run`);
  }
  const file = value as Readonly<Record<string, unknown>>;
  checkFormat(file['format'], '');
  const breath = new Breath(signal);
  assembly.addManifest(file['manifest'], 'manifest');
  for (const [i, artifact] of list(file, 'artifacts').entries()) {
    assembly.addArtifact(artifact, `artifacts[${i}]`);
    await breath.take();
  }
  for (const [i, sample] of list(file, 'samples').entries()) {
    assembly.addSample(sample, `samples[${i}]`);
    await breath.take();
  }
  return complete(assembly, null);
}

function list(file: Readonly<Record<string, unknown>>, member: string): readonly unknown[] {
  const value = file[member];
  if (!Array.isArray(value)) {
    throw badFile(
      value === undefined
        ? `${member} is missing`
        : `${member} is ${shown(value)}, but must be a list`,
    );
  }
  return value;
}

/** The run, with a Problem where something of it is missing. */
function complete(assembly: RunAssembly, brokenLine: number | null): RunFile {
  const run = assembly.run();
  const had = run.samples.length;
  const { trials, finishedAt } = run.manifest;
  const kept = `What stands before is whole: ${had} of ${trials} samples.`;
  const next = 'Import these, or get the whole file again.';
  if (brokenLine !== null) {
    const what = `The file breaks off in line ${brokenLine}, ${had === 0 ? 'before the first sample' : `after sample ${had}`}.`;
    return { run, problem: new Problem('bad-file', { what, kept, next }) };
  }
  if (finishedAt !== '' && had < trials) {
    const what = 'The file is of a finished run, but samples are missing from it.';
    return { run, problem: new Problem('bad-file', { what, kept, next }) };
  }
  return { run, problem: null };
}

function checkFormat(format: unknown, line: string): void {
  if (format === 'crossroads-run/1') return;
  if (typeof format === 'string' && /^crossroads-run\/\d+$/.test(format)) {
    throw badFile(`This run file has the format ${format}; this page reads crossroads-run/1`, {
      next: 'Reload the page to get the newer version of Crossroads that reads it.',
    });
  }
  if (typeof format === 'string' && format.startsWith('crossroads-study/')) {
    throw badFile('This is a study, not a run', { next: 'Open it in the lab.' });
  }
  const is = format === undefined ? 'is missing' : `is ${shown(format)}`;
  throw badFile(`${line}format ${is}, so this is no run file of Crossroads`);
}

/** The value of a JSON text, undefined where it is none. */
function parsed(text: string, limits: Limits, line = ''): unknown {
  checkDepth(text, limits, line);
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function whole(first: string, rest: string, limits: Limits): unknown {
  const text = `${first}\n${rest}`;
  if (/^\s*</.test(first)) {
    throw badFile('This is a web page, not a run file', {
      next: 'If it came from an address, look for the address of the file itself.',
    });
  }
  checkDepth(text, limits, '');
  try {
    return JSON.parse(text);
  } catch (cause) {
    if (text.trim() === '') throw badFile('The file is empty');
    if (nesting(text).open) throw badFile('The file breaks off before its end', { cause });
    throw badFile(`The file is not valid JSON${faultLine(text)}`, { cause });
  }
}

/** Parsing one value cannot be broken off, so a page would stand still for as long as it takes. */
function tooLongForOne({ value }: Limits): Problem {
  return badFile(
    `The file is one JSON value of more than ${Math.round(value / 2 ** 20)} MB, too much to be read at one go`,
    { next: 'Get the run as JSON Lines (.jsonl), which is read line by line.' },
  );
}

function checkDepth(text: string, limits: Limits, line: string): void {
  if (nesting(text).deepest > limits.depth) {
    throw badFile(
      `${line}The file nests its values deeper than ${limits.depth} levels, as no run does`,
    );
  }
}

function isManifestLine(value: unknown): value is { format?: unknown; manifest: unknown } {
  return (
    typeof value === 'object' && value !== null && 'manifest' in value && !('samples' in value)
  );
}
