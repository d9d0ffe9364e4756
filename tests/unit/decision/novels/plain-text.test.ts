import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeText } from '../../../../src/decision/novels/decode';
import { numeralOf } from '../../../../src/decision/novels/numerals';
import { readBook } from '../../../../src/decision/novels/read-book';
import { readPlainText } from '../../../../src/decision/novels/plain-text';
import { problemOf } from './made-books';

const long = (word: string) => `${`${word} went on and on. `.repeat(12).trim()}`;

function book(...blocks: string[]): string {
  return blocks.join('\n\n');
}

describe('numerals', () => {
  it.each([
    ['IV', 4],
    ['xliv', 44],
    ['XCIX', 99],
    ['LIX', 59],
    ['136', 136],
    ['Seven', 7],
    ['THIRTEENTH', 13],
    ['Twenty-One', 21],
    ['twenty-first', 21],
    ['Thirtieth', 30],
  ])('%s is %i', (text, value) => {
    expect(numeralOf(text)?.value).toBe(value);
  });
  it.each(['IIX', 'MIX', 'VX', '', 'Chapter', 'eleven-two'])('%s is none', (text) => {
    expect(numeralOf(text)).toBeNull();
  });
});

describe('encodings', () => {
  it('reads UTF-8, latin1, UTF-16 and byte order marks', () => {
    expect(decodeText(new TextEncoder().encode('café “x”'))).toBe('café “x”');
    expect(decodeText(Uint8Array.of(0x63, 0x61, 0x66, 0xe9))).toBe('café');
    expect(decodeText(Uint8Array.of(0xef, 0xbb, 0xbf, 0x61))).toBe('a');
    expect(decodeText(Uint8Array.of(0xff, 0xfe, 0x61, 0))).toBe('a');
  });
});

describe('chapters', () => {
  it('are found in volumes with titles on the next line, prologue and epilogue', () => {
    const read = readPlainText(
      book(
        'A TITLE',
        'PROLOGUE',
        long('a'),
        'PART ONE',
        'The Beginning',
        'CHAPTER ONE',
        'Of Arms',
        long('b'),
        'CHAPTER TWO',
        'And the Man',
        long('c'),
        'PART TWO',
        'CHAPTER ONE',
        'He Sings',
        long('d'),
        '* * *',
        long('e'),
        'Epilogue',
        long('f'),
        'THE END',
      ),
    );
    expect(read.chapters).toEqual([
      { title: 'Prologue', paragraphs: [long('a')] },
      { title: 'Part One: The Beginning · Chapter One: Of Arms', paragraphs: [long('b')] },
      { title: 'Part One: The Beginning · Chapter Two: And the Man', paragraphs: [long('c')] },
      { title: 'Part Two · Chapter One: He Sings', paragraphs: [long('d'), long('e')] },
      { title: 'Part Two · Epilogue', paragraphs: [long('f')] },
    ]);
  });

  it('are not taken from the table of contents', () => {
    const names = ['Chapter 1. Dawn', 'Chapter 2. Noon', 'Chapter 3. Dusk'];
    const read = readPlainText(
      book('CONTENTS', ...names, 'To my mother', ...names.flatMap((name) => [name, long(name)])),
    );
    expect(read.chapters.map(({ title }) => title)).toEqual(names);
    expect(read.chapters.map(({ paragraphs }) => paragraphs.length)).toEqual([1, 1, 1]);
  });

  it('are not made of numbered lists or of chapters of another book', () => {
    const read = readPlainText(
      book(
        'CHAPTER 1',
        long('a'),
        'CHAPTER IV. Of Whales',
        'I. the first thing to be said',
        'II. the second thing to be said',
        long('b'),
        'CHAPTER 2',
        long('c'),
        'CHAPTER 9',
        'Chapter 3',
        long('d'),
      ),
    );
    expect(read.chapters.map(({ title }) => title)).toEqual([
      'Chapter 1',
      'Chapter 2',
      'Chapter 3',
    ]);
    expect(read.chapters[0]?.paragraphs.slice(1, 4)).toEqual([
      'CHAPTER IV. Of Whales',
      'I. the first thing to be said',
      'II. the second thing to be said',
    ]);
  });

  it.each([
    ['bare Roman numerals', ['I', 'II', 'III']],
    ['numbers with a full stop', ['1.', '2.', '3.']],
    ['numerals with titles', ['I. The Road', 'II. The Inn', 'III. The Sea']],
    ['letters', ['Letter 1', 'Letter 2', 'Letter 3']],
  ])('can be %s', (_, names) => {
    const read = readPlainText(book('Preface', ...names.flatMap((name) => [name, long(name)])));
    expect(read.chapters).toEqual(names.map((name) => ({ title: name, paragraphs: [long(name)] })));
  });

  it('may be missing: the text is one chapter, and a sentence says so', () => {
    const read = readPlainText(book('[A Tale by A. Writer 1900]', long('a'), long('b')));
    expect(read).toEqual({
      title: 'A Tale',
      author: 'A. Writer',
      chapters: [{ title: 'A Tale', paragraphs: [long('a'), long('b')] }],
      notes: ['No chapter headings were found, so the whole text is one chapter.'],
    });
  });
});

describe('licences', () => {
  it('leaves out what Project Gutenberg puts around a text', () => {
    const read = readPlainText(
      book(
        'The Project Gutenberg eBook of A Tale',
        'Title: A Tale',
        'Author: A. Writer',
        '*** START OF THE PROJECT GUTENBERG EBOOK A TALE ***',
        'CHAPTER I',
        long('a'),
        'CHAPTER II',
        long('b[12]'),
        '[Illustration: a road]',
        '[Footnote 12: not of the story]',
        '*** END OF THE PROJECT GUTENBERG EBOOK A TALE ***',
        'CHAPTER III',
        'Section 1. General Terms of Use',
      ),
    );
    expect([read.title, read.author]).toEqual(['A Tale', 'A. Writer']);
    expect(read.chapters).toEqual([
      { title: 'Chapter I', paragraphs: [long('a')] },
      { title: 'Chapter II', paragraphs: [long('b')] },
    ]);
  });
});

describe('paragraphs', () => {
  it('are parted by indented lines or by lines where there are no empty ones', () => {
    const wrapped = Array.from({ length: 60 }, (_, i) =>
      i % 6 === 0 ? `   Line ${i}` : `line ${i}`,
    );
    expect(readPlainText(wrapped.join('\n')).chapters[0]?.paragraphs.length).toBe(10);
    const lines = Array.from({ length: 60 }, (_, i) => long(`p${i}`));
    expect(readPlainText(lines.join('\n')).chapters[0]?.paragraphs).toEqual(lines);
  });

  it('hold every word of any book once, whatever its line ends and width', () => {
    const word = fc.stringMatching(/^[a-zà-ü]{2,9}$/);
    const paragraph = fc
      .array(word, { minLength: 25, maxLength: 60 })
      .map((words) => `${words.join(' ').replace(/^./, (c) => c.toUpperCase())}.`);
    const chapters = fc.array(fc.array(paragraph, { minLength: 1, maxLength: 5 }), {
      minLength: 2,
      maxLength: 6,
    });
    const wrap = (text: string, width: number) =>
      text.replace(new RegExp(`(.{1,${width}})(?: |$)`, 'g'), '$1\n').trimEnd();
    fc.assert(
      fc.property(
        chapters,
        fc.integer({ min: 20, max: 90 }),
        fc.constantFrom('\n', '\r\n'),
        (made, width, end) => {
          const file = made
            .flatMap((paragraphs, i) => [
              `CHAPTER ${i + 1}`,
              ...paragraphs.map((p) => wrap(p, width)),
            ])
            .join('\n\n')
            .replaceAll('\n', end);
          const read = readPlainText(file).chapters.map(({ paragraphs }) => paragraphs);
          expect(read).toEqual(made.map((ps) => ps.map((p) => p.normalize('NFC'))));
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe("a reader's own file", () => {
  it('gets its title from its name and its id from its text', async () => {
    const bytes = new TextEncoder().encode(book('CHAPTER 1', long('a'), 'CHAPTER 2', long('b')));
    const { novel } = await readBook(bytes, 'My tale.txt');
    expect(novel.title).toBe('My tale');
    expect(novel.id).toBe(`own-${novel.hash.slice(0, 16)}`);
    const retitled = new TextEncoder().encode(book('Chapter 1', long('a'), 'Chapter 2', long('b')));
    expect((await readBook(retitled, 'x.txt')).novel.hash).toBe(novel.hash);
  });

  it('is refused with a sentence where it is no text, whatever its name', async () => {
    const tale = `${long('One')}\n\n${long('Two')}`;
    const withNul = new TextEncoder().encode(`${tale}\0`);
    const nul = await problemOf(() => readBook(withNul, 'photo.txt'));
    expect(nul.code).toBe('bad-file');
    expect(nul.message).toContain('This file is no text');
    // Every byte but NUL, as in what is packed: one in ten stands for a control character.
    const packed = Uint8Array.from({ length: 25_500 }, (_, i) => (i % 255) + 1);
    expect((await problemOf(() => readBook(packed, 'x.txt'))).message).toContain('no text');
    // The end mark of old systems and page feeds stand in texts.
    const old = new TextEncoder().encode(`${tale}\f\r\n\t${tale}\x1a`);
    expect((await readBook(old, 'old.txt')).novel.chapters.length).toBe(1);
  });

  it('is refused with a sentence where it is empty or over 50 MB', async () => {
    const empty = await problemOf(() => readBook(new Uint8Array(3).fill(32), 'x.txt'));
    expect(empty.sentence).toBe(
      'This file holds no text. Nothing was added to the shelf. Choose a text file or an EPUB that holds a novel.',
    );
    const huge = await problemOf(() => readBook(new Uint8Array(50_000_001).fill(65), 'x.txt'));
    expect(huge.message).toBe('This text is 50 MB long; a novel of at most 50 MB can be read.');
    expect(huge.code).toBe('bad-file');
  });
});
