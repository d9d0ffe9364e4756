import { PROFILE_DEFAULTS, type Method, type ProfileSettings } from '../../core/study';
import { needsNovel, recipeOf } from '../../decision/recipe';
import { en } from '../../text/en';

/** What a method needs beside the answering model, for someone who has to wait for it. */
export function methodNeeds(
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
