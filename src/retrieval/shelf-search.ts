import { create, insert, search, type AnyOrama, type Results } from '@orama/orama';
import type { Novel, Place } from '../core/novel';
import { makeWordTokenizer } from './orama-words';
import { termsOf } from './terms';

/** A passage that a search over the shelf found. */
export interface ShelfHit {
  readonly novel: string;
  /** Its first paragraph. */
  readonly place: Place;
  readonly text: string;
  /** Comparable within one search only. */
  readonly score: number;
}

/** The best of what a search over the shelf found. */
export interface ShelfFound {
  readonly hits: readonly ShelfHit[];
  /** All paragraphs found, shown or not, and how many novels they are of. */
  readonly count: number;
  readonly novels: number;
  /** True where each of them holds every word; false where none did, and these hold some. */
  readonly every: boolean;
}

type Row = Omit<ShelfHit, 'score'>;

/** Full-text search over the paragraphs of the novels at hand, through Orama. */
export class ShelfIndex {
  readonly #db: AnyOrama = create({
    schema: { text: 'string', novel: 'enum' },
    components: { tokenizer: makeWordTokenizer() },
  });
  /** A paragraph's id is its place in this list. */
  readonly #rows: Row[] = [];
  readonly #novels = new Set<string>();

  /** Adds a novel; does nothing where it is there already. Half a second for a long one. */
  add(novel: Novel): void {
    if (this.#novels.has(novel.id)) return;
    this.#novels.add(novel.id);
    for (const [c, { paragraphs }] of novel.chapters.entries())
      for (const [p, text] of paragraphs.entries()) {
        const place = { chapter: c + 1, paragraph: p + 1 };
        const id = this.#rows.push({ novel: novel.id, place, text }) - 1;
        settled(insert(this.#db, { id: `${id}`, text, novel: novel.id }));
      }
  }

  /**
   * The paragraphs that hold all words of a query, best first; where no paragraph does, those that hold any.
   * @param among the novels that are searched
   */
  search(query: string, among: readonly string[], limit: number): ShelfFound {
    if (termsOf(query).length === 0 || among.length === 0) return NOTHING;
    // All of them, for they are counted by novel; the texts stay where they are.
    const ask = (threshold: 0 | 1): Results<unknown> =>
      settled(
        search(this.#db, {
          term: query,
          properties: ['text'],
          threshold,
          limit: this.#rows.length,
          where: { novel: { in: [...among] } },
        }),
      );
    const all = ask(0);
    const every = all.count > 0;
    const found = (every ? all : ask(1)).hits.map(({ id, score }) => ({
      ...(this.#rows[Number(id)] as Row),
      score,
    }));
    return {
      hits: found.slice(0, limit),
      count: found.length,
      novels: new Set(found.map(({ novel }) => novel)).size,
      every,
    };
  }
}

const NOTHING: ShelfFound = { hits: [], count: 0, novels: 0, every: true };

/** Orama answers at once where, as here, none of its hooks waits; its types do not know. */
function settled<T>(answer: T | Promise<T>): T {
  if (answer instanceof Promise) throw new Error('the search index waited');
  return answer;
}
