import { readFile } from 'node:fs/promises';
import { BUILT_IN_STUDIES, builtInStudy } from '../../src/exchange/built-in-studies';
import { readStudyText } from '../../src/exchange/study-file';
import { PROFILE_DEFAULTS, type Study } from '../../src/core/study';
import { Problem } from '../../src/core/errors';

/** What the command line changes in a study; each change makes it another study. */
export interface StudyChanges {
  /** The first so many items only. */
  readonly limit?: number | undefined;
  /** Profiles of at most so many tokens; said in the study's id and title. */
  readonly budget?: number | undefined;
}

/**
 * The study that was named on the command line.
 * @param named a built-in study's id, or the path of a study file
 */
export async function findStudy(
  named: string,
  { limit, budget }: StudyChanges = {},
): Promise<Study> {
  const study = BUILT_IN_STUDIES.includes(named)
    ? await builtInStudy(named)
    : readStudyText(await read(named));
  const shorter = limit === undefined ? study : { ...study, items: { ...study.items, limit } };
  return budget === undefined ? shorter : withBudget(shorter, budget);
}

function withBudget(study: Study, budget: number): Study {
  return {
    ...study,
    id: `${study.id}-${budget}`,
    title: `${study.title} (profiles of at most ${budget} tokens)`,
    profile: { ...(study.profile ?? PROFILE_DEFAULTS), budget },
  };
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
