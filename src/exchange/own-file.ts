import { Problem } from '../core/errors';
import type { Novel } from '../core/novel';
import { ownDataset, type DecisionDataset } from '../decision/dataset';
import type { LineFault } from '../decision/lines';
import { decodeText } from '../decision/novels/decode';
import { readOwnDecisions } from '../decision/own-decisions';
import type { RowFault } from '../decision/released';
import { LIMITS } from './limits';
import { parseReleased } from './released-parser';
import type { Shelf } from './shelf';

/** What a person's own file holds: a novel, LifeChoice's released rows, or decisions as JSON Lines. */
export type OwnFileKind = 'book' | 'released' | 'decisions';

/** Decisions found in a file. Nothing of them is kept yet. */
export interface FoundDecisions {
  readonly kind: Exclude<OwnFileKind, 'book'>;
  readonly file: string;
  /** Texts that come with them. */
  readonly books: readonly Novel[];
  readonly dataset: DecisionDataset;
  readonly faults: readonly (LineFault | RowFault)[];
  /** How many would take the place of own ones with the same ids. */
  readonly replaced: number;
}

/** What decisions are held against; tests bring their own. */
export interface OwnFileParts {
  readonly shelf: Pick<Shelf, 'isHere' | 'novel'>;
  /** The project's decisions and the reader's own. */
  readonly decisions: () => Promise<DecisionDataset>;
}

/** What a file holds by its first characters; its name counts only where these are none of JSON's. */
export async function kindOfFile(file: File): Promise<OwnFileKind> {
  const start = decodeText(new Uint8Array(await file.slice(0, 4096).arrayBuffer())).trimStart();
  if (/^\[\s*(?:[[{\]]|$)/.test(start)) return 'released';
  if (/^\{\s*(?:["}]|$)/.test(start)) return 'decisions';
  if (/\.(?:jsonl|ndjson)$/i.test(file.name)) return 'decisions';
  return /\.json$/i.test(file.name) ? 'released' : 'book';
}

/**
 * Reads a file of decisions and holds it against what is here.
 * @throws Problem `bad-file` where it is no such file, `aborted`, and those of the storage and the shelf
 */
export async function readDecisionsFile(
  file: File,
  kind: FoundDecisions['kind'],
  { shelf, decisions }: OwnFileParts,
  signal?: AbortSignal,
): Promise<FoundDecisions> {
  if (file.size > LIMITS.bytes) throw tooLong(file.size);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const here = await decisions();
  const isOwn = (id: string): boolean => here.own?.has(id) === true;
  const found =
    kind === 'released'
      ? await released(bytes, signal)
      : await lines(bytes, shelf, (id) => here.byId.has(id) && !isOwn(id));
  const replaced = found.dataset.decisions.filter(({ id }) => isOwn(id)).length;
  return { kind, file: file.name, ...found, replaced };
}

type Found = Pick<FoundDecisions, 'books' | 'dataset' | 'faults'>;

async function released(bytes: Uint8Array, signal: AbortSignal | undefined): Promise<Found> {
  const { novels, decisions, faults } = await parseReleased(bytes, signal);
  return { books: novels, dataset: ownDataset(novels, decisions), faults };
}

async function lines(
  bytes: Uint8Array,
  shelf: OwnFileParts['shelf'],
  isTaken: (id: string) => boolean,
): Promise<Found> {
  const text = decodeText(bytes);
  const novelOf = async (id: string): Promise<Novel | null> =>
    (await shelf.isHere(id)) ? shelf.novel(id) : null;
  const { dataset, faults } = await readOwnDecisions(text, novelOf, isTaken);
  if (dataset.decisions.length === 0 && isNoLines(text, faults)) throw noLines();
  return { books: [], dataset, faults };
}

/** Another kind of JSON: laid out over many lines, or one of this page's own files. */
function isNoLines(text: string, faults: readonly LineFault[]): boolean {
  return (
    faults.every(({ message }) => message === 'is not JSON') ||
    (text.trim().includes('\n') && isJson(text)) ||
    /^\s*\{\s*"format"\s*:\s*"crossroads-/.test(text.slice(0, 4096))
  );
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function noLines(): Problem {
  return new Problem('bad-file', {
    what: 'This file holds no decisions: it is JSON, but not a decision a line.',
    kept: 'Nothing was added.',
    next: 'Put each decision on one line. A study is opened in the lab, a run on the page of runs.',
  });
}

function tooLong(bytes: number): Problem {
  return new Problem('bad-file', {
    what: `This file is ${(bytes / 1e6).toFixed(0)} MB long; at most ${(LIMITS.bytes / 1e6).toFixed(0)} MB can be read.`,
    kept: 'Nothing was added.',
    next: 'Split it by books and add the parts one after the other.',
  });
}
