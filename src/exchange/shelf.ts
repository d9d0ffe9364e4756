import { aborted, Problem } from '../core/errors';
import type { Novel } from '../core/novel';
import type { CatalogueEntry } from '../decision/catalogue';
import type { ReadBook } from '../decision/novels/read-book';
import type { NovelRepository } from '../storage/novels';
import { novelCatalogue } from './novel-catalogue';
import { parseNovel } from './novel-parser';
import { fetchNovel, type LoadOptions } from './novel-source';

/** What a shelf is made of; tests bring their own. */
export interface ShelfParts {
  readonly novels: Pick<NovelRepository, 'get' | 'has' | 'put'>;
  readonly catalogue?: () => Promise<readonly CatalogueEntry[]>;
  readonly fetchNovel?: (entry: CatalogueEntry, options: LoadOptions) => Promise<Novel>;
  readonly readOwn?: (
    bytes: Uint8Array,
    fileName: string,
    signal?: AbortSignal,
  ) => Promise<ReadBook>;
}

/** A download that several parts of the page may wait for; it stops when the last of them does. */
interface Download {
  readonly novel: Promise<Novel>;
  readonly abort: AbortController;
  readonly told: Set<(share: number) => void>;
  waiting: number;
}

/** The novels: those kept in this browser, and those of the catalogue that can be loaded. */
export class Shelf {
  readonly #parts: Required<ShelfParts>;
  readonly #downloads = new Map<string, Download>();

  constructor(parts: ShelfParts) {
    this.#parts = {
      catalogue: novelCatalogue,
      fetchNovel: (entry, options) => fetchNovel(entry, options),
      readOwn: (bytes, fileName, signal) => parseNovel({ kind: 'own', bytes, fileName }, signal),
      ...parts,
    };
  }

  catalogue(): Promise<readonly CatalogueEntry[]> {
    return this.#parts.catalogue();
  }

  /** Whether a novel is in this browser, or comes with the site. */
  async isHere(id: string): Promise<boolean> {
    const entry = await this.#entry(id);
    return entry?.source.kind === 'offline' || (await this.#parts.novels.has(id));
  }

  /**
   * A novel: from this browser, else loaded and kept. A kept one that is not the catalogue's text any more is loaded
   * again.
   * @throws Problem `novel-missing` for an own book that is not here, and those of `fetchNovel`
   */
  async novel(id: string, options: LoadOptions = {}): Promise<Novel> {
    const [kept, entry] = await Promise.all([this.#parts.novels.get(id), this.#entry(id)]);
    if (kept !== null && (entry === undefined || kept.hash === entry.hash)) return kept;
    if (entry === undefined) throw missing(id);
    return this.#download(entry, options);
  }

  /**
   * Adds a person's own file.
   * @throws Problem `bad-file`, `aborted`, `disk-full`, `storage-failed`
   */
  async add(file: File, signal?: AbortSignal): Promise<ReadBook & { readonly already: boolean }> {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const book = await this.#parts.readOwn(bytes, file.name, signal);
    const already = await this.#parts.novels.has(book.novel.id);
    if (signal?.aborted) throw aborted();
    await this.#parts.novels.put(book.novel, { kind: 'own', file: file.name });
    return { ...book, already };
  }

  async #entry(id: string): Promise<CatalogueEntry | undefined> {
    return (await this.catalogue()).find((entry) => entry.id === id);
  }

  async #download(entry: CatalogueEntry, { signal, onProgress }: LoadOptions): Promise<Novel> {
    if (signal?.aborted) throw aborted();
    const download = this.#downloads.get(entry.id) ?? this.#start(entry);
    download.waiting += 1;
    if (onProgress) download.told.add(onProgress);
    const left = (): void => {
      download.waiting -= 1;
      if (onProgress) download.told.delete(onProgress);
      if (download.waiting > 0) return;
      // Whoever asks next starts anew instead of waiting for what is being stopped.
      this.#forget(entry.id, download);
      download.abort.abort();
    };
    if (signal === undefined) return download.novel.finally(left);
    return new Promise<Novel>((resolve, reject) => {
      const stop = (): void => reject(aborted());
      signal.addEventListener('abort', stop, { once: true });
      download.novel.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
    }).finally(left);
  }

  #start(entry: CatalogueEntry): Download {
    const abort = new AbortController();
    const told = new Set<(share: number) => void>();
    const novel = this.#parts
      .fetchNovel(entry, {
        signal: abort.signal,
        onProgress: (share) => told.forEach((tell) => tell(share)),
      })
      .then(async (loaded) => {
        await this.#parts.novels.put(loaded, { kind: 'catalogue' });
        return loaded;
      })
      .finally(() => this.#forget(entry.id, download));
    const download: Download = { novel, abort, told, waiting: 0 };
    // Who waits hears of a failure; with nobody waiting it is a stop.
    novel.catch(() => undefined);
    this.#downloads.set(entry.id, download);
    return download;
  }

  #forget(id: string, download: Download): void {
    if (this.#downloads.get(id) === download) this.#downloads.delete(id);
  }
}

function missing(id: string): Problem {
  return new Problem('novel-missing', {
    what: `The novel “${id}” is not on this device, and it is none of the catalogue.`,
    kept: 'The rest of the shelf is as it was.',
    next: 'Add the book as a file in the library.',
  });
}
