import { describe, expect, it } from 'vitest';
import type { Decision } from '../../../src/decision/dataset';
import { decodeStudy, encodeStudy } from '../../../src/exchange/link';
import { booksByFile } from '../../../src/pages/library/by-file';
import { ownStudy } from '../../../src/pages/library/own-study';
import type { OwnBook } from '../../../src/storage/own-books';
import { dataset } from '../decision/made';

const [first] = dataset.decisions as [Decision];
const of = (id: string, novel: string, change: Partial<Decision> = {}): Decision => ({
  ...first,
  id,
  novel,
  ...change,
});
const bare = { character: { ...first.character, statements: [] } };

describe('a study of one’s own decisions', () => {
  it('names own books, and single decisions of other novels', () => {
    const own = ownStudy('Mine', [of('a', 'own-1'), of('b', 'own-1'), of('c', 'own-2')], 'quick');
    expect(own.items).toEqual({ novels: ['own-1', 'own-2'] });
    const mixed = ownStudy('Mine', [of('a', 'own-1'), of('b', 'emma')], 'quick');
    expect(mixed.items).toEqual({ ids: ['a', 'b'] });
  });

  it('asks with the description only where there is one', () => {
    expect(ownStudy('Mine', [of('a', 'emma')], 'quick').conditions).toEqual([
      { method: ['none', 'curated', 'bm25'] },
    ]);
    expect(ownStudy('Mine', [of('a', 'emma', bare)], 'quick').conditions).toEqual([
      { method: ['none', 'bm25'] },
    ]);
  });

  it('asks as released where that is wanted, and goes into a link', () => {
    const study = ownStudy('Mine', [of('a', 'own-1', bare)], 'as-released');
    expect(study).toMatchObject({
      answer: 'generate',
      order: 'authored',
      lead: '',
      reading: 'bare-letter',
      unparsed: 'wrong',
      decoding: { temperature: 0 },
    });
    expect(decodeStudy(encodeStudy(study)).study).toEqual(study);
  });
});

it('books stand with the others of their file', () => {
  const book = (id: string, file: string) => ({ id, file }) as OwnBook;
  const files = booksByFile([
    book('a', 'x.json'),
    book('b', ''),
    book('c', 'x.json'),
    book('d', ''),
  ]);
  expect(files.map(({ file, books }) => [file, books.map(({ id }) => id)])).toEqual([
    ['x.json', ['a', 'c']],
    ['', ['b']],
    ['', ['d']],
  ]);
});
