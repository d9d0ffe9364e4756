import { readFile } from 'node:fs/promises';
import { parseStudy } from '../../src/exchange/study-file';
import type { Study } from '../../src/core/study';
import { Problem } from '../../src/core/errors';

/** The built-in studies by id. */
const builtIn = import.meta.glob<unknown>('../../datasets/studies/*.json', { import: 'default' });

/**
 * The study that was named on the command line.
 * @param named a built-in study's id, or the path of a study file
 */
export async function findStudy(named: string, limit: number | undefined): Promise<Study> {
  const loader = builtIn[`../../datasets/studies/${named}.json`];
  const json = loader ? await loader() : await readStudy(named);
  const study = parseStudy(json);
  return limit === undefined ? study : { ...study, items: { ...study.items, limit } };
}

async function readStudy(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    const known = Object.keys(builtIn).map((key) => key.replace(/^.*\/|\.json$/g, ''));
    throw new Problem('bad-study', {
      what: `There is no built-in study and no file called "${path}".`,
      next: `Built in are: ${known.join(', ')}.`,
      cause,
    });
  });
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw new Problem('bad-study', { what: `The study file ${path} is no JSON.`, cause });
  }
}
