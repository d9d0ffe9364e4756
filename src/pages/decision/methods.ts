import { METHODS, type Method } from '../../core/study';
import { recipeOf } from '../../decision/recipe';
import { en } from '../../text/en';

type GroupName = keyof typeof en.decision.method.groups;

const CONTROLS: readonly Method[] = ['options-only', 'none', 'random', 'raw'];

function groupOf(method: Method): GroupName {
  if (CONTROLS.includes(method)) return 'controls';
  const { description, memories } = recipeOf(method);
  if (memories === null) return 'descriptions';
  if (description === null) return 'memories';
  return description === 'curated' ? 'curated' : 'model';
}

/** Every method, in groups, in the order in which a reader meets them. */
export const methodGroups: readonly { name: GroupName; methods: readonly Method[] }[] = (
  ['controls', 'descriptions', 'memories', 'curated', 'model'] as const
).map((name) => ({ name, methods: METHODS.filter((method) => groupOf(method) === name) }));

/** What a method does, a sentence for each of its parts. */
export function methodHint(method: Method): string {
  const hints: Readonly<Record<string, string>> = en.decision.method.hints;
  return method
    .split('+')
    .flatMap((part) => hints[part] ?? [])
    .join(' ');
}

/** True where a method cuts the novel into passages. */
export function searchesText(method: Method): boolean {
  const { description, memories } = recipeOf(method);
  return memories !== null || (description !== null && description !== 'curated');
}
