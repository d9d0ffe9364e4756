import type { CatalogueEntry } from '../../decision/catalogue';
import type { Genre } from '../../decision/genres';

/** What the shelf shows: words in title or author (each must be there), a genre, and what there is of a novel. */
export interface ShelfFilter {
  readonly text?: string;
  readonly genre?: Genre;
  readonly decisions?: 'with';
  readonly here?: 'only';
}

/** What is known of a novel beside its entry. */
export interface ShelfFacts {
  readonly decisionsOf: (id: string) => number;
  readonly isHere: (entry: CatalogueEntry) => boolean;
}

/** The novels that fit a filter: those with decisions first, else in the catalogue's order. */
export function filterShelf(
  entries: readonly CatalogueEntry[],
  { text = '', genre, decisions, here }: ShelfFilter,
  { decisionsOf, isHere }: ShelfFacts,
): CatalogueEntry[] {
  const words = plain(text).split(' ').filter(Boolean);
  const fitting = entries.filter((entry) => {
    const said = plain(`${entry.title} ${entry.author}`);
    const fits =
      (genre === undefined || entry.genres.includes(genre)) &&
      (decisions === undefined || decisionsOf(entry.id) > 0) &&
      (here === undefined || isHere(entry));
    return fits && words.every((word) => said.includes(word));
  });
  const hasNone = ({ id }: CatalogueEntry): number => (decisionsOf(id) > 0 ? 0 : 1);
  return fitting.sort((a, b) => hasNone(a) - hasNone(b));
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
