import { Unzip, UnzipInflate, UnzipPassThrough, type UnzipFile } from 'fflate';
import { badBook, MOST_TEXT, refuseTooLong } from './novel-text';

/** What an archive may hold; a novel's EPUB is far below all of them. */
export const ZIP_LIMITS = {
  entries: 5000,
  /** Bytes of all read entries together, inflated. */
  total: MOST_TEXT,
  /** Inflated over packed, looked at once an entry has inflated to a million bytes. Prose packs to a third. */
  ratio: 100,
} as const;

const ANOTHER = 'Choose another file; this one may be damaged or made to harm.';
/** Input is given to the inflater in steps this small, so that a bomb is noticed before it fills the memory. */
const STEP = 16_384;

/**
 * The entries of a ZIP archive whose names are wanted. Everything is checked while it is inflated, whatever the
 * archive's own lists claim; nothing is ever written to a file.
 * @throws Problem `bad-file` for what is no archive, an entry that climbs out of it, or one that inflates beyond bounds
 */
export function unzip(
  archive: Uint8Array,
  wanted: (name: string) => boolean,
): Map<string, Uint8Array> {
  const found = new Map<string, Uint8Array>();
  let entries = 0;
  let unfinished = 0;
  let total = 0;
  let failure: unknown;
  const fail = (error: unknown) => {
    failure ??= error;
  };
  const read = (file: UnzipFile) => {
    const pieces: Uint8Array[] = [];
    const packed = Math.min(file.size ?? archive.length, archive.length);
    let size = 0;
    unfinished += 1;
    file.ondata = (error, piece, final) => {
      if (error !== null) return fail(broken(error));
      size += piece.length;
      total += piece.length;
      if (size > 1_000_000 && size > packed * ZIP_LIMITS.ratio) return fail(bomb(file.name));
      if (total > ZIP_LIMITS.total) return fail(tooLong(total));
      pieces.push(piece);
      if (!final) return;
      unfinished -= 1;
      found.set(file.name, joined(pieces, size));
    };
    file.start();
  };
  const zip = new Unzip((file) => {
    entries += 1;
    if (entries > ZIP_LIMITS.entries) return fail(tooMany());
    if (climbs(file.name)) return fail(climbing(file.name));
    if (failure === undefined && wanted(file.name) && !found.has(file.name)) read(file);
  });
  zip.register(UnzipInflate);
  zip.register(UnzipPassThrough);
  try {
    for (let at = 0; at < archive.length && failure === undefined; at += STEP)
      zip.push(archive.subarray(at, at + STEP), at + STEP >= archive.length);
  } catch (error) {
    fail(broken(error));
  }
  if (failure !== undefined) throw failure;
  if (entries === 0 || unfinished > 0) throw broken(undefined);
  return found;
}

/** Whether a name leads out of the archive: `../x`, `/x`, `C:\x`. */
function climbs(name: string): boolean {
  return /^[\\/]|^[A-Za-z]:|\0/.test(name) || name.split(/[\\/]/).includes('..');
}

function joined(pieces: readonly Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

function broken(cause: unknown) {
  return badBook(
    'This file is not an EPUB, or it is damaged: it cannot be unpacked.',
    'Download the book again, or choose another file.',
    cause,
  );
}

function bomb(name: string) {
  return badBook(`“${short(name)}” in this file unpacks to far more than any text would.`, ANOTHER);
}

function tooMany() {
  return badBook(
    `This file holds more than ${ZIP_LIMITS.entries} files, far more than a novel.`,
    ANOTHER,
  );
}

function climbing(name: string) {
  return badBook(`This file holds an entry whose name leads out of it: “${short(name)}”.`, ANOTHER);
}

function tooLong(bytes: number): unknown {
  try {
    refuseTooLong(bytes);
    return undefined;
  } catch (error) {
    return error;
  }
}

function short(name: string): string {
  return name.length > 80 ? `${name.slice(0, 79)}…` : name;
}
