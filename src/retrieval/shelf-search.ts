import { create, insertMultiple, removeMultiple, search, type AnyOrama } from '@orama/orama';
import type { Library } from '../core/library';
import type { Novel, Place } from '../core/novel';
import { RETRIEVAL_DEFAULTS } from '../core/retriever';
import { termsOf } from './terms';

/** A place of a novel that a search over the shelf found. */
export interface ShelfHit {
  readonly novel: string;
  readonly from: Place;
  /** Last paragraph, included. */
  readonly to: Place;
  readonly text: string;
  /** Comparable within one search only. */
  readonly score: number;
}

/** Paragraphs are joined to passages of about so many words, never over the end of a chapter. */
const PASSAGE_WORDS = 120;

/** Orama finds words by their beginnings; with this at every word's end only whole words are found. */
const END = '\u0000';

/** A passage under its id in the index. */
interface Entry {
  readonly id: string;
  readonly passage: Omit<ShelfHit, 'score'>;
}

/** Full-text search over the novels at hand, through Orama. */
export class ShelfSearch {
  readonly #db: AnyOrama = create({
    schema: { text: 'string', novel: 'enum' },
    components: {
      tokenizer: {
        language: 'english',
        normalizationCache: new Map<string, string>(),
        tokenize: (text: string, _language?: string, property?: string): string[] =>
          property === 'novel'
            ? [text]
            : [...new Set(termsOf(text))].map((term) => `${term}${END}`),
      },
    },
  });
  /** Ids of each novel's entries. */
  readonly #ids = new Map<string, readonly string[]>();
  /** Where each entry stands, by its id. */
  readonly #entries = new Map<string, Entry>();

  has(novel: string): boolean {
    return this.#ids.has(novel);
  }

  /** Adds a novel; does nothing where it is there already. */
  async add(novel: Novel): Promise<void> {
    if (this.has(novel.id)) return;
    const entries = entriesOf(novel);
    this.#ids.set(
      novel.id,
      entries.map(({ id }) => id),
    );
    for (const entry of entries) this.#entries.set(entry.id, entry);
    await insertMultiple(
      this.#db,
      entries.map(({ id, passage: { novel: of, text } }) => ({ id, novel: of, text })),
      entries.length,
    );
  }

  async remove(novel: string): Promise<void> {
    const ids = this.#ids.get(novel) ?? [];
    this.#ids.delete(novel);
    for (const id of ids) this.#entries.delete(id);
    await removeMultiple(this.#db, [...ids]);
  }

  /**
   * The passages that hold all words of a query, best first; where no passage does, those that hold any.
   * @param novels only these; all that were added where none are named
   */
  async find(query: string, limit: number, novels?: readonly string[]): Promise<ShelfHit[]> {
    if (termsOf(query).length === 0) return [];
    const asked = {
      term: query,
      properties: ['text'] as ['text'],
      limit,
      ...(novels ? { where: { novel: { in: [...novels] } } } : {}),
    };
    const all = await search(this.#db, { ...asked, threshold: 0 });
    const found = all.count > 0 ? all : await search(this.#db, { ...asked, threshold: 1 });
    return found.hits.flatMap(({ id, score }) => {
      const entry = this.#entries.get(id);
      return entry ? [{ ...entry.passage, score }] : [];
    });
  }
}

/**
 * Searches novels by meaning: the chunks nearest to the query in all of them. Cosines of one model are comparable over
 * novels. A novel without vectors gets them now, which takes minutes.
 * @throws Problem `model-missing`, `novel-missing`, `aborted`
 */
export async function findByMeaning(
  library: Library,
  query: string,
  limit: number,
  novels: readonly string[],
  signal?: AbortSignal,
): Promise<ShelfHit[]> {
  const hits: ShelfHit[] = [];
  for (const id of novels) {
    const retriever = await library.retriever(id, 'embedding', RETRIEVAL_DEFAULTS, signal);
    const { chapters } = await library.novel(id, signal);
    const found = await retriever.search(query, afterAll(chapters.length), signal);
    for (const { chunk, score } of found.slice(0, limit)) {
      hits.push({ novel: id, from: chunk.from, to: chunk.to, text: chunk.text, score });
    }
  }
  return hits.sort((a, b) => b.score - a.score).slice(0, limit);
}

function afterAll(chapters: number): Place {
  return { chapter: chapters + 1, paragraph: 1 };
}

function entriesOf(novel: Novel): Entry[] {
  const entries: Entry[] = [];
  for (const [c, { paragraphs }] of novel.chapters.entries()) {
    let first = 0;
    let words = 0;
    for (const [p, text] of paragraphs.entries()) {
      words += text.split(' ').length;
      if (words < PASSAGE_WORDS && p < paragraphs.length - 1) continue;
      const from = { chapter: c + 1, paragraph: first + 1 };
      const to = { chapter: c + 1, paragraph: p + 1 };
      entries.push({
        id: `${novel.id} ${from.chapter}.${from.paragraph}`,
        passage: { novel: novel.id, from, to, text: paragraphs.slice(first, p + 1).join('\n') },
      });
      first = p + 1;
      words = 0;
    }
  }
  return entries;
}
