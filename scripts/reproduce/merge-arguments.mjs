/**
 * Reads the command line of `npm run merge`.
 */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

export const MERGE_USAGE = `npm run merge -- FILE FILE ... --out FILE [--keep-earlier]
Puts run files of parts of one study together. Where two answer one trial differently, nothing is merged unless
--keep-earlier is given.`;

/**
 * @param {readonly string[]} args what stands after the script's name
 * @returns {{ files: string[], out: string, keepEarlier: boolean }}
 * @throws {Error} with a sentence for a person
 */
export function readMergeArguments(args) {
  let parsed;
  try {
    parsed = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { out: { type: 'string' }, 'keep-earlier': { type: 'boolean', default: false } },
    });
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    throw new Error(`${said}\n${MERGE_USAGE}`, { cause: error });
  }
  const { values, positionals } = parsed;
  if (positionals.length < 2 || values.out === undefined) throw new Error(MERGE_USAGE);
  const { out } = values;
  if (positionals.some((file) => isSameFile(file, out))) {
    throw new Error(`--out ${out} is one of the parts: it would be lost.`);
  }
  return { files: positionals, out, keepEarlier: values['keep-earlier'] };
}

/** However it is written: another path to it, or a link. */
function isSameFile(one, other) {
  if (resolve(one) === resolve(other)) return true;
  const [a, b] = [one, other].map((path) =>
    statSync(path, { bigint: true, throwIfNoEntry: false }),
  );
  return a !== undefined && b !== undefined && a.dev === b.dev && a.ino === b.ino;
}
