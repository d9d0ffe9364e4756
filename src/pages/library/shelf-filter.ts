import type { CatalogueEntry } from '../../decision/catalogue';
import type { Genre } from '../../decision/genres';

/** What the shelf shows: words in title or author (each must be there), and a genre. */
export interface ShelfFilter {
  readonly text?: string;
  readonly genre?: Genre;
}

/** The novels that fit a filter, in the shelf's order. */
export function filterShelf(
  entries: readonly CatalogueEntry[],
  { text = '', genre }: ShelfFilter,
): CatalogueEntry[] {
  const words = plain(text).split(' ').filter(Boolean);
  return entries.filter((entry) => {
    const said = plain(`${entry.title} ${entry.author}`);
    const fits = genre === undefined || entry.genres.includes(genre);
    return fits && words.every((word) => said.includes(word));
  });
}

/** The genres of these novels, in alphabetical order. */
export function genresOf(entries: readonly CatalogueEntry[]): Genre[] {
  return [...new Set(entries.flatMap(({ genres }) => genres))].sort();
}

/** Lower case, without accents and with plain apostrophes, as people type. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[’‘]/g, "'")
    .replace(/\s+/g, ' ')
    .trim();
}
