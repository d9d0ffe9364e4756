import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Embedder } from '../../src/core/embedder';
import { Problem } from '../../src/core/errors';
import { sha256 } from '../../src/core/hash';
import type { Library } from '../../src/core/library';
import type { Novel } from '../../src/core/novel';
import { parseCatalogue } from '../../src/decision/catalogue';
import { novelOf } from '../../src/decision/novels/novel-text';
import { embedderInfo } from '../../src/engines/embedder-model';
import { readShipped, shippedFor, type ShippedVectors } from '../../src/exchange/shipped-vectors';
import { chunkNovel, paragraphLengths } from '../../src/retrieval/chunks';
import { makeLibrary, type LibraryParts } from '../../src/retrieval/library';
import type { VectorStore } from '../../src/retrieval/novel-vectors';
import { countTerms } from '../../src/retrieval/term-index';
import { cacheDir } from '../setup/paths.mjs';
import { embedderInNode, tokenizerInNode } from './embedder';
import { root } from './load.mjs';
import { catalogueFile, novelReader } from './novels.mjs';

export interface NodeLibraryOptions {
  /** Imports a module of the project by its path, as `withModules` gives it. */
  readonly load: (path: string) => Promise<Record<string, unknown>>;
  /** Folder with the Standard Ebooks sources, one folder an edition's name. */
  readonly novels?: string | undefined;
  readonly log?: (message: string) => void;
}

/**
 * The library of the command line: the offline novels from the installed package, the others from a folder; the
 * vectors that ship, else those in the cache beside the models, else made now.
 */
export async function libraryInNode({
  load,
  novels,
  log = console.log,
}: NodeLibraryOptions): Promise<Library> {
  const entries = parseCatalogue(JSON.parse(readFileSync(catalogueFile, 'utf8')));
  const read = await novelReader(load, novels);
  const tokenizer = tokenizerInNode();
  let embedder: Promise<Embedder> | undefined;
  let told = '';
  return makeLibrary({
    async novel(id): Promise<Novel> {
      const entry = entries.find((one) => one.id === id);
      const text = entry && read(entry);
      if (!entry || !text) throw novelMissing(id);
      const novel = await novelOf({ author: '', notes: [], ...text, title: '' }, entry);
      if (novel.hash === entry.hash) return novel;
      throw new Problem('hash-mismatch', {
        what: `The text of ${entry.title} is not the one that the decisions were written for.`,
        next: 'Fetch the edition at the commit that datasets/decision/novels.json names.',
      });
    },
    index: (novel, chunking) => {
      const lengths = paragraphLengths(novel, tokenizer.count);
      const chunked = chunkNovel(novel, lengths, chunking);
      return Promise.resolve({ chunked, terms: countTerms(chunked.chunks) });
    },
    model: embedderInfo,
    embedder: () => (embedder ??= embedderInNode(log)),
    shipped,
    store: fileStore(join(cacheDir(), 'vectors')),
    onProgress({ novel, done, total }) {
      const line = `vectors of ${novel}: ${Math.floor((10 * done) / total) * 10} %`;
      if (line !== told) log(line);
      told = line;
    },
  });
}

/** Where `scripts/vectors.mjs` writes what ships. */
export const shippedFolder = join(root, 'datasets', 'vectors');

const shipped: LibraryParts['shipped'] = (chunked, model) => {
  const entries = JSON.parse(
    readFileSync(join(shippedFolder, 'index.json'), 'utf8'),
  ) as ShippedVectors[];
  const entry = shippedFor(entries, chunked, model);
  if (entry === undefined) return Promise.resolve(null);
  return readShipped(entry, bufferOf(join(shippedFolder, entry.file)), model);
};

/** Vectors as files; each appears whole or not at all. */
export function fileStore(folder: string): VectorStore {
  const pathOf = async (key: string): Promise<string> =>
    join(folder, `${(await sha256(key)).slice(0, 32)}.bin`);
  return {
    async get(key) {
      try {
        return bufferOf(await pathOf(key));
      } catch {
        // Not there: they are made.
        return undefined;
      }
    },
    async put(key, _novel, bytes) {
      mkdirSync(folder, { recursive: true });
      const path = await pathOf(key);
      writeFileSync(`${path}.tmp`, new Uint8Array(bytes));
      renameSync(`${path}.tmp`, path);
    },
  };
}

function bufferOf(path: string): ArrayBuffer {
  return new Uint8Array(readFileSync(path)).buffer;
}

function novelMissing(id: string): Problem {
  return new Problem('novel-missing', {
    what: `The text of the novel "${id}" is not at hand.`,
    next: 'Name the folder with the Standard Ebooks sources: --novels DIR.',
  });
}
