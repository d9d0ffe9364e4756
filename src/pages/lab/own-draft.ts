import { BUILT_IN_STUDIES } from '../../exchange/built-in-studies';
import { FIRST_DRAFT, isLost, readDraft, writeDraft, type Draft } from './draft';

/*
 * A draft that came from a built-in study carries the draft of one's own that it took the place of.
 */

/** The built-in study that a draft came from; null where it is one's own, or came from a file, a link or a run. */
export function originOf({ source }: Draft): string | null {
  return source !== null && BUILT_IN_STUDIES.includes(source.study.id) ? source.study.id : null;
}

/** A draft of a study as it takes the place of another. */
export function inPlaceOf(before: Draft, draft: Draft): Draft {
  if (originOf(draft) === null) return draft;
  if (originOf(before) === null) {
    return isLost(before, draft) ? { ...draft, own: writeDraft(before) } : draft;
  }
  return before.own === undefined ? draft : { ...draft, own: before.own };
}

/** The draft of one's own that waits behind a draft, or a fresh one. */
export function ownOf(draft: Draft): Draft {
  return readDraft(draft.own ?? '') ?? structuredClone(FIRST_DRAFT);
}
