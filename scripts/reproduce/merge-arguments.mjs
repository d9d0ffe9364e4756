/**
 * Reads the command line of `npm run merge`.
 */
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
  if (positionals.includes(values.out)) {
    throw new Error(`--out ${values.out} is one of the parts: it would be lost.`);
  }
  return { files: positionals, out: values.out, keepEarlier: values['keep-earlier'] };
}
