import { Unzip, UnzipInflate, type UnzipDecoder } from 'fflate';
import { Decompress } from 'fzstd';
import { Problem } from '../../core/errors';
import { Breath } from '../breath';
import { LIMITS } from '../limits';
import { badFile } from '../run-assembly';

/** What is whole of an archive. */
export interface Archive {
  /** The text of each entry by its name; of two with one name the later. */
  readonly entries: ReadonlyMap<string, string>;
  /** Why an entry cannot be used, by its name: `it is no text`. */
  readonly faults: ReadonlyMap<string, string>;
  /** Why the rest cannot be read; null where all can. */
  readonly problem: Problem | null;
}

/** Zip's number for Zstandard, which Inspect packs with. */
const ZSTANDARD = 93;

/**
 * Reads a zip file from its start, so that one that was cut off gives what stands before the cut. The page may draw
 * meanwhile.
 * @param wanted tells which entries are unpacked
 * @throws Problem `bad-file` where it holds more than a page can take
 */
export async function readZip(
  bytes: Uint8Array<ArrayBuffer>,
  wanted: (name: string) => boolean,
): Promise<Archive> {
  const entries = new Map<string, string>();
  const faults = new Map<string, string>();
  let unpacked = 0;
  let problem: Problem | null = null;
  let open = '';
  const unzip = new Unzip((file) => {
    if (!wanted(file.name)) return;
    let parts: Uint8Array[] = [];
    let size = 0;
    open = file.name;
    file.ondata = (error, data, final) => {
      if (error) throw error;
      unpacked += data.length;
      if (unpacked > LIMITS.bytes) throw tooLarge();
      size += data.length;
      // What is too large is unpacked to its end all the same, for only there the next entry begins.
      if (size > LIMITS.line) parts = [];
      else parts.push(data);
      if (!final) return;
      open = '';
      const text = size > LIMITS.line ? null : decoded(parts);
      if (text !== null) entries.set(file.name, text);
      else if (size <= LIMITS.line) faults.set(file.name, 'it is no text');
      else faults.set(file.name, `it is larger than ${Math.round(LIMITS.line / 2 ** 20)} MB`);
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  unzip.register(ZstandardDecoder);
  const breath = new Breath();
  try {
    // In steps, so that what is whole before a fault is there, and that none takes long.
    for (let at = 0; at < bytes.length; at += STEP) {
      unzip.push(bytes.subarray(at, at + STEP), at + STEP >= bytes.length);
      await breath.take();
    }
  } catch (error) {
    if (error instanceof Problem) throw error;
    problem = broken(open, error);
  }
  if (problem === null && open !== '') problem = broken(open, undefined);
  if (problem === null && !hasDirectory(bytes)) problem = broken('', undefined);
  return { entries, faults, problem };
}

/** Bytes; unpacked they may be a thousand times as many. */
const STEP = 1 << 13;

/** For fflate's reader of archives, which unpacks deflate alone. */
class ZstandardDecoder implements UnzipDecoder {
  static compression = ZSTANDARD;
  ondata: UnzipDecoder['ondata'] = () => undefined;
  readonly #stream = new Decompress((data, final) =>
    this.ondata(null, new Uint8Array(data), final ?? false),
  );

  push(data: Uint8Array, final: boolean): void {
    this.#stream.push(data, final);
  }
}

/** The text, null where it is none. */
function decoded(parts: readonly Uint8Array[]): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(joined(parts));
  } catch {
    return null;
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Whether the record that ends every zip file is there; its comment may be 65,535 bytes long. */
function hasDirectory(bytes: Uint8Array): boolean {
  for (let at = bytes.length - 22; at >= Math.max(0, bytes.length - 22 - 65_535); at -= 1) {
    if (bytes[at] === 0x50 && bytes[at + 1] === 0x4b && bytes[at + 2] === 5 && bytes[at + 3] === 6)
      return true;
  }
  return false;
}

function broken(entry: string, cause: unknown): Problem {
  const where = entry === '' ? '' : `, in ${entry}`;
  return new Problem('bad-file', {
    what: `The log's archive is broken off or damaged${where}.`,
    kept: 'What stands before is whole.',
    next: 'Import that, or get the whole log again.',
    cause,
  });
}

function tooLarge(): Problem {
  return badFile(
    `The log unpacks to more than ${Math.round(LIMITS.bytes / 2 ** 20)} MB, too much for this page`,
  );
}
