import { Problem } from '../core/errors';
import type { Study } from '../core/study';
import { batchServer } from './batch-target';
import type { HarnessRun, LogFile } from './harness/types';
import { LIMITS } from './limits';
import { readRunFile, type ReadOptions, type RunFile } from './run-file';
import { headOf } from './head';
import { readStudyText } from './study-file';

/** What a file is, by its content; its name says nothing. */
export type FileKind =
  'run' | 'study' | 'batch' | 'batch-requests' | 'lm-eval' | 'inspect' | 'unknown';

/** Files that are read together: one, or all that lm-eval wrote of one run. */
export interface FileGroup {
  readonly kind: FileKind;
  readonly files: readonly File[];
}

/** Enough to tell what a file is: a batch's first answers, a run's manifest or its begin. */
const HEAD = 64 * 1024;

/**
 * What a file is. Unpacks gzip, reads no more than its beginning, never rejects: what cannot be read is told when it
 * is opened.
 */
export async function kindOf(file: File): Promise<FileKind> {
  const head = await headOf(file, HEAD);
  if (isZip(head)) return (await isEvalArchive(head, file)) ? 'inspect' : 'unknown';
  const { isInspect, isLmEval } = await import('./harness');
  // Under the names that these tools give, for what is asked here is the content.
  if (isInspect('log.json', head)) return 'inspect';
  if (isLmEval('samples.jsonl', head) || isLmEval('results.json', head)) return 'lm-eval';
  const text = new TextDecoder().decode(head);
  if (/^\s*\{\s*"format"\s*:\s*"crossroads-study\//.test(text)) return 'study';
  if (batchServer(text) !== null) return 'batch';
  if (text.includes('\0')) return 'unknown';
  if (isRequests(text)) return 'batch-requests';
  // The reader of runs says best what is wrong with what is nearly one.
  const isLike = /"(format|manifest|samples)"\s*:/.test(text) || /^\s*(<|$)/.test(text);
  return isLike ? 'run' : 'unknown';
}

/**
 * Files as they are to be read: each by itself, but for those that lm-eval wrote of one run, which belong together.
 * The order is that of the first file of each group. `places` are those of its files in the list given.
 */
export async function grouped(
  files: readonly File[],
): Promise<(FileGroup & { readonly places: readonly number[] })[]> {
  const groups: { kind: FileKind; key: string; places: number[] }[] = [];
  for (const [place, file] of files.entries()) {
    const kind = await kindOf(file);
    const key = kind === 'lm-eval' ? stampOf(file.name) : String(place);
    const known = groups.find((group) => group.kind === kind && group.key === key);
    if (known === undefined) groups.push({ kind, key, places: [place] });
    else known.places.push(place);
  }
  return groups.map(({ kind, places }) => ({
    kind,
    places,
    files: places.map((place) => files[place] as File),
  }));
}

/** lm-eval ends the names of one run's files with the time at which it began. */
function stampOf(name: string): string {
  return /_(\d{4}-\d\d-\d\dT[\d.-]+?)\.jsonl?$/.exec(name)?.[1] ?? '';
}

/**
 * Reads a group that holds a run by itself: a run file, lm-eval's files, Inspect's log. Nothing is kept by reading.
 * @throws Problem `bad-file` where it holds none, with what this page takes; `aborted`
 */
export async function readAnyRun(
  { kind, files }: FileGroup,
  options: ReadOptions = {},
): Promise<RunFile & Partial<Pick<HarnessRun, 'issues' | 'scores'>>> {
  const [file] = files;
  if (file === undefined) throw new Error('There is no file.');
  switch (kind) {
    case 'lm-eval': {
      const { readLmEval } = await import('./harness');
      return readLmEval(await logFiles(files));
    }
    case 'inspect': {
      const { readInspect } = await import('./harness');
      const [log] = await logFiles([file]);
      return readInspect((log as LogFile).bytes, file.name);
    }
    case 'batch-requests':
      throw bad(
        'This is what a batch is to be asked, not what it answered',
        'Give it to the service, and drop here what comes back.',
      );
    case 'unknown':
      throw bad('This is no file that this page knows', ACCEPTED);
    case 'run':
    case 'study':
    case 'batch':
      return readRunFile(file, options);
  }
}

/** @throws Problem `bad-study` */
export async function readStudy(file: Blob): Promise<Study> {
  return readStudyText(await file.text());
}

const ACCEPTED =
  'It takes run files of Crossroads (.json or .jsonl, also .gz), the answers to a batch (.jsonl), the results and samples of lm-evaluation-harness, and logs of Inspect (.eval or .json).';

async function logFiles(files: readonly File[]): Promise<LogFile[]> {
  return Promise.all(
    files.map(async (file) => {
      if (file.size > LIMITS.bytes) {
        throw bad(
          `${file.name} is larger than ${Math.round(LIMITS.bytes / 2 ** 20)} MB, too much for this page`,
          'Import it in parts.',
        );
      }
      return { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) };
    }),
  );
}

/** Where a line is to go stands in requests alone; a broken answer has no more than their first name. */
function isRequests(text: string): boolean {
  return /^\s*\{\s*"custom_id"\s*:/.test(text) && /"(url|method)"\s*:\s*"/.test(text);
}

function isZip(head: Uint8Array): boolean {
  return head[0] === 0x50 && head[1] === 0x4b && head[2] === 3 && head[3] === 4;
}

/** Inspect's archives begin with their journal and end with a list of what they hold. */
async function isEvalArchive(head: Uint8Array, file: Blob): Promise<boolean> {
  const tail = new Uint8Array(await file.slice(Math.max(0, file.size - HEAD)).arrayBuffer());
  return [head, tail].some((bytes) => {
    const text = new TextDecoder('latin1').decode(bytes);
    return text.includes('_journal/start.json') || text.includes('header.json');
  });
}

function bad(what: string, next: string): Problem {
  return new Problem('bad-file', { what: `${what}.`, kept: 'Nothing was imported.', next });
}
