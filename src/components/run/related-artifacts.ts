import * as v from 'valibot';
import type { Artifact } from '../../core/run';
import { profileTraceSchema } from '../../decision/profile';
import { ratingsIn } from '../../decision/ratings';

/** Artifacts by their ids. */
export function artifactsById(artifacts: readonly Artifact[]): ReadonlyMap<string, Artifact> {
  return new Map(artifacts.map((artifact) => [artifact.id, artifact]));
}

/** What was made on the way to a profile, and what was made of it: its description, located episodes, ratings. */
export function relatedTo(
  profile: Artifact,
  artifacts: ReadonlyMap<string, Artifact>,
): readonly Artifact[] {
  const parsed = v.safeParse(profileTraceSchema, profile.trace);
  const { description, memories } = parsed.success
    ? parsed.output
    : { description: null, memories: null };
  const before = [description?.artifact, memories?.located?.artifact].flatMap((id) => {
    const found = id == null ? undefined : artifacts.get(id);
    return found === undefined ? [] : [found];
  });
  const after = [...artifacts.values()].filter(
    (artifact) => ratingsIn([artifact], 'judgement')[0]?.of === profile.id,
  );
  return [...before, ...after];
}
