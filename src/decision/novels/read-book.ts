import type { Novel } from '../../core/novel';
import { decodeText } from './decode';
import { isArchive, readEpub } from './epub';
import { novelOf, refuseBinary, refuseTooLong, type NovelText } from './novel-text';
import { readPlainText } from './plain-text';

/** A novel with what there is to say about how it was read. */
export interface ReadBook {
  readonly novel: Novel;
  readonly notes: readonly string[];
}

/**
 * Reads a person's own file: an EPUB or a plain text, whatever its name says.
 * @param fileName stands for the title where the file names none
 * @throws Problem `bad-file` with what is wrong with it
 */
export async function readBook(bytes: Uint8Array, fileName: string): Promise<ReadBook> {
  const text = readText(bytes);
  const title = text.title === '' ? fileName.replace(/\.[^.]*$/, '') : text.title;
  return { novel: await novelOf(text, { title }), notes: text.notes };
}

function readText(bytes: Uint8Array): NovelText {
  if (isArchive(bytes)) return readEpub(bytes);
  refuseTooLong(bytes.length);
  const text = decodeText(bytes);
  refuseBinary(text);
  return readPlainText(text);
}
