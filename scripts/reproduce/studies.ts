import { readFile } from 'node:fs/promises';
import { BUILT_IN_STUDIES, builtInStudy } from '../../src/exchange/built-in-studies';
import { readStudyText } from '../../src/exchange/study-file';
import type { Study } from '../../src/core/study';
import { Problem } from '../../src/core/errors';

/**
 * The study that was named on the command line.
 * @param named a built-in study's id, or the path of a study file
 * @param limit takes the first so many items only; that makes it another study
 */
export async function findStudy(named: string, limit: number | undefined): Promise<Study> {
  const study = BUILT_IN_STUDIES.includes(named)
    ? await builtInStudy(named)
    : readStudyText(await read(named));
  return limit === undefined ? study : { ...study, items: { ...study.items, limit } };
}

function read(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((cause: unknown) => {
    throw new Problem('bad-study', {
      what: `There is no built-in study and no file called "${path}".`,
      next: `Built in are: ${BUILT_IN_STUDIES.join(', ')}.`,
      cause,
    });
  });
}
