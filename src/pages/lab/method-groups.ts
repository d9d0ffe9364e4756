import { METHODS, type Method } from '../../core/study';
import { recipeOf } from '../../decision/recipe';
import type { en } from '../../text/en';

export type MethodGroup = keyof typeof en.lab.methods.groups;

/** Every method in groups, the controls first. */
export const METHOD_GROUPS: readonly { group: MethodGroup; methods: readonly Method[] }[] = (
  ['control', 'description', 'memory', 'curated', 'model', 'raw'] as const
).map((group) => ({ group, methods: METHODS.filter((method) => groupOf(method) === group) }));

function groupOf(method: Method): MethodGroup {
  if (method === 'options-only' || method === 'none' || method === 'random') return 'control';
  const { description, memories, raw } = recipeOf(method);
  if (raw) return 'raw';
  if (memories === null) return 'description';
  if (description === null) return 'memory';
  return description === 'curated' ? 'curated' : 'model';
}
