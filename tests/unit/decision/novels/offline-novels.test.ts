import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { decodeText } from '../../../../src/decision/novels/decode';
import { paragraphHash } from '../../../../src/decision/novels/clean';
import { readPlainText } from '../../../../src/decision/novels/plain-text';
import { OFFLINE, offlineBytes, type OfflineId } from './made-books';

/** What the printed books have, and what stands at the edges of the files. */
const KNOWN: Record<
  OfflineId,
  {
    readonly chapters: number;
    readonly paragraphs: number;
    readonly titles: Readonly<Record<number, string>>;
    readonly first: string;
    readonly last: string;
    /** Lines of the file that are no part of any paragraph. */
    readonly heading: RegExp;
    readonly begins: RegExp;
  }
> = {
  'moby-dick': {
    chapters: 136,
    paragraphs: 2427,
    titles: { 1: 'Chapter 1: Loomings.', 42: 'Chapter 42: The Whiteness of The Whale.' },
    first: 'Call me Ishmael.',
    last: 'only found another orphan.',
    heading: /^(CHAPTER \d+|Epilogue)$/,
    begins: /^CHAPTER 1$/m,
  },
  emma: {
    chapters: 55,
    paragraphs: 2311,
    titles: {
      1: 'Volume I · Chapter I',
      19: 'Volume II · Chapter I',
      55: 'Volume III · Chapter XIX',
    },
    first: 'Emma Woodhouse, handsome, clever, and rich,',
    last: 'in the perfect happiness of the union.',
    heading: /^(VOLUME I+|CHAPTER [IVX]+|FINIS)$/,
    begins: /^VOLUME I$/m,
  },
  persuasion: {
    chapters: 24,
    paragraphs: 1005,
    titles: { 1: 'Chapter 1', 24: 'Chapter 24' },
    first: 'Sir Walter Elliot, of Kellynch Hall,',
    last: 'than in its national importance.',
    heading: /^(Chapter \d+|Finis|\(End of volume one\.\))$/,
    begins: /^Chapter 1$/m,
  },
  'sense-and-sensibility': {
    chapters: 50,
    paragraphs: 1809,
    titles: { 1: 'Chapter 1', 50: 'Chapter 50' },
    first: 'The family of Dashwood had long been settled in Sussex.',
    last: 'or producing coolness between their husbands.',
    heading: /^(CHAPTER \d+|THE END)$/,
    begins: /^CHAPTER 1$/m,
  },
  alice: {
    chapters: 12,
    paragraphs: 794,
    titles: { 1: 'Chapter I. Down the Rabbit-Hole', 12: "Chapter XII: Alice's Evidence" },
    first: 'Alice was beginning to get very tired of sitting by her sister',
    last: 'and the happy summer days.',
    heading: /^(CHAPTER [IVX]+\b.*|Alice's Evidence|THE END)$/,
    begins: /^CHAPTER I\./m,
  },
  'the-ball-and-the-cross': {
    chapters: 20,
    paragraphs: 1517,
    titles: { 1: 'I. A Discussion Somewhat in the Air', 20: 'XX. Dies Irae' },
    first: 'The flying ship of Professor Lucifer sang through the skies',
    last: 'lay two shining things that had survived the fire',
    heading: /^[IVX]+\. [A-Z ,'-]+$/,
    begins: /^I\. A DISC/m,
  },
  'the-man-who-was-thursday': {
    chapters: 15,
    paragraphs: 1251,
    titles: { 1: 'Chapter I: The Two Poets of Saffron Park', 15: 'Chapter XV: The Accuser' },
    first: 'THE suburb of Saffron Park lay on the sunset side of London,',
    last: 'with the great unconscious gravity of a girl.',
    heading: /^(CHAPTER [IVX]+|THE END)$/,
    begins: /^CHAPTER I$/m,
  },
};

describe.each(Object.keys(OFFLINE) as OfflineId[])('%s', (id) => {
  const file = decodeText(offlineBytes(id));
  const novel = readPlainText(file);
  const known = KNOWN[id];

  it('has the chapters of the book', () => {
    expect(novel.notes).toEqual([]);
    expect(novel.chapters.length).toBe(known.chapters);
    for (const [n, title] of Object.entries(known.titles))
      expect(novel.chapters[Number(n) - 1]?.title).toBe(title);
    expect(new Set(novel.chapters.map(({ title }) => title)).size).toBe(known.chapters);
  });

  it('begins and ends with the story', () => {
    expect(novel.chapters.reduce((sum, { paragraphs }) => sum + paragraphs.length, 0)).toBe(
      known.paragraphs,
    );
    expect(novel.chapters[0]?.paragraphs[0]).toContain(known.first);
    const last = novel.chapters.at(-1)?.paragraphs.at(-1) ?? '';
    expect(last).toContain(known.last);
    expect(novel.title).not.toBe('');
    expect(JSON.stringify(novel.chapters)).not.toMatch(/gutenberg/i);
  });

  it('has every line of its body that is no heading exactly once, in order', () => {
    const body = file.replaceAll('\r', '').slice(file.replaceAll('\r', '').search(known.begins));
    const end = body.search(/^End of Project Gutenberg/m);
    const lines = (end < 0 ? body : body.slice(0, end)).split('\n').map((line) => line.trim());
    // A title on the line after its heading is a heading too.
    const titles = new Set(
      novel.chapters.flatMap(({ title }) =>
        title.includes(': ') ? title.toLowerCase().split(': ').slice(1).join(': ') : [],
      ),
    );
    const rest: string[] = [];
    let afterHeading = false;
    for (const line of lines.filter((entry) => !/^[* ]*$/.test(entry))) {
      const isTitle: boolean =
        afterHeading &&
        [...titles].some((title) => title.includes(line.replace(/\s+/g, ' ').toLowerCase()));
      if (!known.heading.test(line) && !isTitle) rest.push(line);
      afterHeading = known.heading.test(line) || isTitle;
    }
    const read = novel.chapters
      .flatMap(({ paragraphs }) => paragraphs)
      .join(' ')
      .split(' ');
    const told = rest.join(' ').split(/\s+/);
    const parted = read.findIndex((word, i) => word !== told[i]);
    const around = (words: string[]) => words.slice(parted - 5, parted + 9).join(' ');
    // Where they part, if they do.
    expect(parted < 0 ? '' : around(read)).toBe(parted < 0 ? '' : around(told));
    expect(told.length).toBe(read.length);
  });

  it('names a paragraph by the first 16 digits of its SHA-256', async () => {
    const text = novel.chapters[0]?.paragraphs[1] ?? '';
    const digest = createHash('sha256').update(text, 'utf8').digest('hex');
    expect(await paragraphHash(text)).toBe(digest.slice(0, 16));
  });
});

describe('hashes of paragraphs', () => {
  it.each([
    // sha256sum of the paragraph's text, made outside of this program.
    ['moby-dick', 1, 1, '2d911dad3b77a504'],
    ['emma', 1, 1, '4c40b85c7fa3c3fe'],
    ['alice', 1, 1, '8d32b61a55175908'],
    ['the-man-who-was-thursday', 1, 1, '6812cb161126e19b'],
  ] as const)('%s %i.%i is %s', async (id, chapter, paragraph, hash) => {
    const novel = readPlainText(decodeText(offlineBytes(id)));
    const text = novel.chapters[chapter - 1]?.paragraphs[paragraph - 1] ?? '';
    expect(await paragraphHash(text)).toBe(hash);
  });
});
