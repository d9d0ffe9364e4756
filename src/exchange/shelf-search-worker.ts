/** The words of the shelf's novels, off the page's thread: takes novels, answers searches. */
import type { Novel } from '../core/novel';
import { ShelfIndex } from '../retrieval/shelf-search';

export type ShelfSearchRequest =
  | { readonly kind: 'add'; readonly novel: Novel }
  | {
      readonly kind: 'search';
      /** Comes back with the answer. */
      readonly id: number;
      readonly query: string;
      readonly among: readonly string[];
      readonly limit: number;
    };

const index = new ShelfIndex();

self.addEventListener('message', ({ data }: MessageEvent<ShelfSearchRequest>) => {
  if (data.kind === 'add') index.add(data.novel);
  else self.postMessage({ id: data.id, found: index.search(data.query, data.among, data.limit) });
});
