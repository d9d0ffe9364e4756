import type { RunEntry } from '../../storage/run-rows';

/** The name that a run is shown by: its own, else its study's title. */
export function nameOf({ manifest }: Pick<RunEntry, 'manifest'>): string {
  return manifest.name === '' ? manifest.study.title : manifest.name;
}

/** Trials with an outcome; an error is none. */
export function doneOf({ counts }: Pick<RunEntry, 'counts'>): number {
  return counts.answered + counts.unparsed + counts.refused;
}

/** The runs whose name, study or model holds every word of a search, whatever the case; all for an empty one. */
export function searchRuns<Entry extends Pick<RunEntry, 'manifest'>>(
  entries: readonly Entry[],
  search: string,
): readonly Entry[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return entries;
  return entries.filter((entry) => {
    const { name, study, models } = entry.manifest;
    const text = [name, study.title, study.id, models.answer.id, models.answer.file]
      .join('\n')
      .toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
