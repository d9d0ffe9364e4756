import { Problem } from '../core/errors';
import type { Study } from '../core/study';
import { parseStudy } from './study-file';

const files = import.meta.glob<unknown>('../../datasets/studies/*.json', { import: 'default' });

/** The ids of the studies that come with the page, in alphabetical order. */
export const BUILT_IN_STUDIES: readonly string[] = Object.keys(files)
  .map((path) => path.replace(/^.*\/|\.json$/g, ''))
  .sort();

/**
 * A study that comes with the page.
 * @throws Problem `bad-study` that lists the ids there are
 */
export async function builtInStudy(id: string): Promise<Study> {
  const loader = files[`../../datasets/studies/${id}.json`];
  if (!loader) {
    throw new Problem('bad-study', {
      what: `There is no built-in study called "${id}".`,
      next: `Built in are: ${BUILT_IN_STUDIES.join(', ')}.`,
    });
  }
  return parseStudy(await loader());
}
