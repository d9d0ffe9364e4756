import type { ServerModel } from '../../engines/openai/detect';

/** As many options as a list takes at once. */
export const MOST_SHOWN = 500;

/** The names of a server's models to choose from: those that hold what is sought, and the chosen one in any case. */
export function shownModels(
  models: readonly ServerModel[],
  sought: string,
  chosen: string,
): string[] {
  const words = sought.trim().toLowerCase();
  const ids = models.map(({ id }) => id);
  const found = ids
    .filter((id) => id === chosen || id.toLowerCase().includes(words))
    .slice(0, MOST_SHOWN);
  return found.includes(chosen) || !ids.includes(chosen) ? found : [...found, chosen];
}
