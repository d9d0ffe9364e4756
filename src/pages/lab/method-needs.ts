import { METHODS, PROFILE_DEFAULTS, type Method, type ProfileSettings } from '../../core/study';
import { needsNovel, recipeOf } from '../../decision/recipe';
import { en } from '../../text/en';

export type MethodGroup = keyof typeof en.lab.methods.groups;

/** Every method in groups, the controls first. */
export const METHOD_GROUPS: readonly { group: MethodGroup; methods: readonly Method[] }[] = (
  ['control', 'description', 'memory', 'curated', 'model', 'raw'] as const
).map((group) => ({ group, methods: METHODS.filter((method) => groupOf(method) === group) }));

/** What a method needs beside the answering model, for someone who has to wait for it. */
export function needsOf(
  method: Method,
  profile: Pick<ProfileSettings, 'charmap'> | null,
): readonly (keyof typeof en.lab.methods.needs)[] {
  const { description, memories, raw } = recipeOf(method);
  const search = memories === 'charmap' ? (profile ?? PROFILE_DEFAULTS).charmap : memories;
  const isDescribed = description !== null && description !== 'curated';
  return [
    ...(isDescribed ? ['describe' as const] : []),
    ...(memories === 'charmap' ? ['locate' as const] : []),
    ...(search === 'embedding' || search === 'hybrid' ? ['embedding' as const] : []),
    ...(raw ? ['context' as const] : []),
    ...(needsNovel({ description, memories, raw, asksQuestion: true }) && !isDescribed && !raw
      ? ['novel' as const]
      : []),
  ];
}

function groupOf(method: Method): MethodGroup {
  if (method === 'options-only' || method === 'none' || method === 'random') return 'control';
  const { description, memories, raw } = recipeOf(method);
  if (raw) return 'raw';
  if (memories === null) return 'description';
  if (description === null) return 'memory';
  return description === 'curated' ? 'curated' : 'model';
}
