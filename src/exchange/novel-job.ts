import { readBook, type ReadBook } from '../decision/novels/read-book';
import { decodeText } from '../decision/novels/decode';
import { readEdition } from '../decision/novels/epub';
import { novelOf } from '../decision/novels/novel-text';
import { readPackage } from '../decision/novels/package-file';
import { readPlainText } from '../decision/novels/plain-text';

/** What the catalogue says of a novel, whatever its file says. */
export interface KnownNovel {
  readonly id: string;
  readonly title: string;
  readonly author: string;
}

/** A novel to be read from what was fetched or chosen. */
export type NovelJob =
  | { readonly kind: 'plain'; readonly bytes: Uint8Array; readonly known: KnownNovel }
  | {
      readonly kind: 'edition';
      /** The package file, and the pages by their addresses in it. */
      readonly opf: string;
      readonly pages: Readonly<Record<string, string>>;
      readonly known: KnownNovel;
    }
  | { readonly kind: 'own'; readonly bytes: Uint8Array; readonly fileName: string };

/**
 * Reads a novel. It takes long enough to be done in a worker (novel-parser.ts).
 * @throws Problem `bad-file`
 */
export async function runNovelJob(job: NovelJob): Promise<ReadBook> {
  if (job.kind === 'own') return readBook(job.bytes, job.fileName);
  const text =
    job.kind === 'plain'
      ? readPlainText(decodeText(job.bytes))
      : readEdition(readPackage(job.opf), (href) => job.pages[href] ?? null);
  return { novel: await novelOf(text, job.known), notes: text.notes };
}
