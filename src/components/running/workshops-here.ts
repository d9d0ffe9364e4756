import type { Engine } from '../../core/engine';
import type { Journal } from '../../core/journal';
import type { LibraryListener } from '../../exchange/library-here';
import type { RegisteredSuite } from '../../experiment/registry';
import { Workshops } from '../../experiment/workshop';
import { keptArtifacts } from '../../storage/here';

/** Where a run's profiles are made, and what ends listening to it. */
export interface HereWorkshops {
  /** Left out for a suite without profiles. */
  readonly under?: Workshops['under'];
  readonly hush: () => void;
}

/**
 * Where a decision's profiles are made in this page; the shelf and the search are loaded for such studies only.
 * @param listener told how far the library is with what a profile needs
 * @param onSay told what is being made
 */
export async function workshopsHere(
  { suite }: RegisteredSuite,
  engine: Engine,
  journal: Journal,
  { listener, onSay }: { listener: LibraryListener; onSay: (what: string) => void },
): Promise<HereWorkshops> {
  if (suite.profile === undefined) return { hush: () => undefined };
  const { library, listenToLibrary } = await import('../../exchange/library-here');
  const { under } = new Workshops({ engine, library, journal, shelf: keptArtifacts, onSay });
  return { under, hush: listenToLibrary(listener) };
}
