import { describe, expect, it } from 'vitest';
import type { Novel } from '../../../src/core/novel';
import type { CatalogueEntry } from '../../../src/decision/catalogue';
import { countBy } from '../../../src/pages/library/count-by';
import { emphasis } from '../../../src/pages/library/emphasis';
import { filterShelf, genresOf, type ShelfFacts } from '../../../src/pages/library/shelf-filter';
import { tableOfContents } from '../../../src/pages/library/table-of-contents';

const entry = (title: string, author: string, ...genres: string[]) =>
  ({ id: title, title, author, genres }) as unknown as CatalogueEntry;

describe('the shelf’s filter', () => {
  const entries = [
    entry('Wuthering Heights', 'Emily Brontë', 'literary', 'romance'),
    entry('Alice’s Adventures', 'Lewis Carroll', 'fantasy'),
    entry('Emma', 'Jane Austen', 'romance'),
  ];
  const none: ShelfFacts = { decisionsOf: () => 0, isHere: () => false };
  const titles = (filter: Parameters<typeof filterShelf>[1], facts = none) =>
    filterShelf(entries, filter, facts).map(({ title }) => title);

  it('finds words in title and author as people type them', () => {
    expect(titles({ text: 'bronte wuth' })).toEqual(['Wuthering Heights']);
    expect(titles({ text: " ALICE's " })).toEqual(['Alice’s Adventures']);
    expect(titles({ text: 'emily austen' })).toEqual([]);
    expect(titles({})).toEqual(entries.map(({ title }) => title));
  });

  it('finds a genre, alone and with words', () => {
    expect(titles({ genre: 'romance' })).toEqual(['Wuthering Heights', 'Emma']);
    expect(titles({ genre: 'romance', text: 'austen' })).toEqual(['Emma']);
    expect(genresOf(entries)).toEqual(['fantasy', 'literary', 'romance']);
  });

  it('puts novels with decisions first, and keeps to these or to what is here when asked', () => {
    const facts = {
      decisionsOf: (id: string) => (id === 'Wuthering Heights' ? 0 : 3),
      isHere: ({ id }: CatalogueEntry) => id !== 'Emma',
    };
    expect(titles({}, facts)).toEqual(['Alice’s Adventures', 'Emma', 'Wuthering Heights']);
    expect(titles({ decisions: 'with' }, facts)).toEqual(['Alice’s Adventures', 'Emma']);
    expect(titles({ here: 'only' }, facts)).toEqual(['Alice’s Adventures', 'Wuthering Heights']);
    expect(titles({ decisions: 'with', here: 'only' }, facts)).toEqual(['Alice’s Adventures']);
  });
});

describe('a table of contents', () => {
  it('puts the chapters of a part together, numbered through', () => {
    const titles = ['Foreword', 'Part I · 1: Dawn', 'Part I · 2', 'Part II · A · 1', 'End'];
    const novel = {
      chapters: titles.map((title) => ({ title, paragraphs: ['one two', 'three'] })),
    } as unknown as Novel;
    expect(tableOfContents(novel)).toEqual([
      { title: '', chapters: [{ n: 1, title: 'Foreword', words: 3 }] },
      {
        title: 'Part I',
        chapters: [
          { n: 2, title: '1: Dawn', words: 3 },
          { n: 3, title: '2', words: 3 },
        ],
      },
      { title: 'Part II · A', chapters: [{ n: 4, title: '1', words: 3 }] },
      { title: '', chapters: [{ n: 5, title: 'End', words: 3 }] },
    ]);
  });
});

describe('emphasis', () => {
  it('is taken from underscores around words, and loses nothing', () => {
    const marked = (text: string) =>
      emphasis(text).map((piece) => (piece.emphatic ? `<${piece.text}>` : piece.text));
    expect(marked('Between _them_ it was. _The Atheist_')).toEqual([
      'Between ',
      '<them>',
      ' it was. ',
      '<The Atheist>',
    ]);
    expect(marked('snake_case_name and a lone _ here')).toEqual([
      'snake_case_name and a lone _ here',
    ]);
  });
});

it('counts by key', () => {
  expect([...countBy(['a', 'bb', 'c'], (word) => word.length)]).toEqual([
    [1, 2],
    [2, 1],
  ]);
});
