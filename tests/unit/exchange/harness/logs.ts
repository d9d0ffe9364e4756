import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { LogFile } from '../../../../src/exchange/harness';

const folder = join(import.meta.dirname, '../../../fixtures/harness');

/** A log that a real tool wrote (tests/fixtures/harness/README.md). */
export function logFile(name: string): LogFile {
  return { name, bytes: new Uint8Array(readFileSync(join(folder, name))) };
}

/** The files of one run of lm-evaluation-harness: written, or by log-likelihood. */
export function lmEvalFiles(which: 'written' | 'likelihood'): LogFile[] {
  const stamp = which === 'written' ? 'T14-01-05' : 'T14-02-22';
  return readdirSync(folder)
    .filter((name) => name.includes(stamp))
    .map(logFile);
}

export const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
export const bytes = (source: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(source);

/** The files with the text of some changed. */
export function changed(
  files: readonly LogFile[],
  which: RegExp,
  change: (source: string) => string,
): LogFile[] {
  return files.map((file) =>
    which.test(file.name) ? { ...file, bytes: bytes(change(text(file.bytes))) } : file,
  );
}
