import type { DescriptionSource } from '../../core/study';
import { Problem } from '../../core/errors';
import { curatedDescription } from '../description';
import { hierarchical } from './hierarchical';
import { incremental } from './incremental';
import { summaryKey } from './summaries';
import type { Task } from './task';

/** A whole description, before it is cut to the budget; names are replaced where a model saw them so. */
export interface Described {
  readonly text: string;
  /** The artifact of a model's description. */
  readonly artifact: string | null;
}

/**
 * The description of a task's character up to its place.
 * @throws Problem `not-supported` where the curated one is asked for and the decision came without
 */
export async function describe(task: Task, source: DescriptionSource): Promise<Described> {
  const { decision, before, workshop } = task;
  if (source === 'curated') {
    refuseNone(task);
    return { text: curatedDescription(decision.character, before), artifact: null };
  }
  const { chapter, paragraph } = before;
  const key = summaryKey(task, { way: source, before: { chapter, paragraph } });
  const make = async () => {
    const { text, levels } = await (source === 'hierarchical' ? hierarchical : incremental)(task);
    return { text, trace: { way: source, levels } };
  };
  const { id, text } = await workshop.artifact('description', key, make, { reuse: true });
  return { text: typeof text === 'string' ? text : '', artifact: id };
}

function refuseNone({ decision }: Task): void {
  if (decision.character.statements.length > 0) return;
  throw new Problem('not-supported', {
    what: `The decision "${decision.id}" has no curated description.`,
    next: 'Choose a method with a model’s description or with memories alone.',
  });
}
