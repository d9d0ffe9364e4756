import { Problem } from '../core/errors';
import type { Journal } from '../core/journal';
import type { Library } from '../core/library';
import type { Workshop } from '../core/profile';
import { Workshops } from '../experiment/workshop';
import { batchEngine, type BatchTarget } from './batch-export';

/**
 * Where the profiles of a batch or of a harness's task are made: from descriptions and passages that are at hand.
 * Whatever a model would have to write or find first is refused with a sentence, for there each question is asked once.
 */
export function batchWorkshop(
  target: BatchTarget,
  library: Library,
  journal: Pick<Journal, 'artifacts' | 'putArtifact'>,
  signal?: AbortSignal,
): Workshop {
  const asking = batchEngine(target, () => Promise.reject(firstAModel()));
  // Any length: the methods that look at it are about to ask, and it is the asking that is refused.
  const engine = { ...asking, model: { ...asking.model, context: 1_000_000 } };
  return new Workshops({ engine, library, journal }).under(signal);
}

function firstAModel(): Problem {
  return new Problem('not-supported', {
    what: 'This study has a model write or look for something before it is asked (descriptions written by a model, CharMap, a judge), and away from here each question is asked only once.',
    next: 'Leave out those methods, or run the study on a server.',
  });
}
