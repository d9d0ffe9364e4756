import { catalogue } from '../../engines/catalogue';
import { EMBEDDED } from './choose-model';

/** How a place lets its reader change who answers. */
export interface Chooser {
  /** Takes a model by its id, here and from now on. */
  readonly choose: (id: string) => Promise<void>;
  /** Looks again at what the run takes, after something about its model changed. */
  readonly again: () => Promise<void>;
}

/** The name under which a chosen model is asked for: that of the page's own is `embedded`, which has a stand-in. */
export function chooserId(id: string): string {
  return id === catalogue[0]?.id ? EMBEDDED : id;
}

/** Keeps a choice for every place that asks for no model by name. @throws Problem `storage-failed`, `disk-full` */
export async function rememberChoice(id: string): Promise<void> {
  const { chooseModelId } = await import('../models/known-models');
  await chooseModelId(chooserId(id) === EMBEDDED ? '' : id);
}
