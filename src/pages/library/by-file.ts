import type { OwnBook } from '../../storage/own-books';

/** Books that came in one file, or one that came alone. */
export interface FileBooks {
  readonly file: string;
  readonly books: readonly OwnBook[];
}

/** One's own books by the file that they came in, in the order given. */
export function booksByFile(books: readonly OwnBook[]): FileBooks[] {
  const found: { file: string; books: OwnBook[] }[] = [];
  for (const book of books) {
    const known = found.find(({ file }) => file !== '' && file === book.file);
    if (known === undefined) found.push({ file: book.file, books: [book] });
    else known.books.push(book);
  }
  return found;
}
