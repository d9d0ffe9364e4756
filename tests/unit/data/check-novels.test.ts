import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { faultsOfPlaces } from '../../../scripts/lib/check-places.mjs';
import { compareWords, editionSource, plainSource } from '../../../scripts/lib/novel-sources.mjs';

const folder = mkdtempSync(join(tmpdir(), 'crossroads-check-'));

describe('the check of the novels', () => {
  const file = join(folder, 'a.txt');
  writeFileSync(
    file,
    '[A Book]\n\nCHAPTER 1\n\nOne.\nTwo.\n\n* * *\n\nThree.\n\nCHAPTER 2\n\nFour.\n',
  );
  const source = plainSource(file);
  const chapters = (...paragraphs: string[]) => [{ title: 'CHAPTER 1', paragraphs }];

  it('finds the chapters of a plain text by itself', () => {
    expect(source.titles).toEqual(['CHAPTER 1', 'CHAPTER 2']);
    expect(compareWords(source, chapters('One. Two.', 'Three.', 'Four.'))).toBeNull();
    // A line after a heading may be its title, but only where it was read as one.
    const entitled = [{ title: 'CHAPTER 1: One.', paragraphs: ['Two.', 'Three.', 'Four.'] }];
    expect(compareWords(source, entitled)).toBeNull();
  });

  it.each([
    ['lost at the start', ['Three.', 'Four.'], 'it has lost or moved “One.”'],
    ['lost', ['One. Two.', 'Four.'], 'it has lost or moved “Three.”'],
    ['doubled', ['One. Two.', 'Three.', 'Three.', 'Four.'], 'it has lost or moved “Four.”'],
    ['moved', ['Three.', 'One. Two.', 'Four.'], 'it has lost or moved “One.”'],
    ['too many', ['One. Two.', 'Three.', 'Four.', 'Five.'], 'it has more than its source: “Five.”'],
  ])('notices a paragraph %s', (_, paragraphs, fault) => {
    expect(compareWords(source, chapters(...paragraphs))).toBe(fault);
  });

  it('reads an edition in the order of its package file, without heads and notes', () => {
    const epub = join(folder, 'epub');
    mkdirSync(join(epub, 'text'), { recursive: true });
    const page = (title: string, body: string) =>
      `<html><head><title>${title}</title></head><body epub:type="bodymatter">${body}</body></html>`;
    writeFileSync(
      join(epub, 'content.opf'),
      '<item href="text/b.xhtml" id="b"/><item id="a" href="text/a.xhtml"/><itemref idref="a"/><itemref idref="b"/>',
    );
    writeFileSync(
      join(epub, 'text/a.xhtml'),
      page(
        'I: Dawn',
        '<section epub:type="chapter"><hgroup><h2>I</h2><p>Dawn</p></hgroup><p>One<a epub:type="noteref">1</a>.</p></section>',
      ),
    );
    writeFileSync(
      join(epub, 'text/b.xhtml'),
      page(
        'II',
        '<section epub:type="chapter"><h2>II</h2><header><p>Kent</p></header><p>Two.</p></section>',
      ),
    );
    const edition = editionSource(epub);
    expect(edition.titles).toEqual(['I: Dawn', 'II']);
    expect(edition.lines).toEqual(['One.', 'Kent', 'Two.']);
  });

  it('notices places that are not there, that hold another paragraph, and evidence that comes too late', () => {
    const hash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);
    const place = (paragraph: number, text: string) => ({
      chapter: 1,
      paragraph,
      hash: hash(text),
    });
    const novel = [{ paragraphs: ['One.', 'Two.', 'Three.'] }];
    const check = (at: object, evidence: object[], after: object) =>
      faultsOfPlaces('n', novel, {
        decisions: [{ id: 'd', novel: 'n', at, evidence }],
        characters: [{ id: 'c', novel: 'n', statements: [{ after }] }],
      }).faults;
    const first = { chapter: 1, paragraph: 1 };
    expect(check(place(2, 'Two.'), [place(1, 'One.')], first)).toEqual([]);
    expect(check(place(2, 'Other.'), [], first)).toEqual([
      'd, 1.2: its paragraph has another hash',
    ]);
    expect(check(place(4, 'Four.'), [], first)).toEqual(['d, 1.4: there is no such place']);
    expect(check(place(2, 'Two.'), [place(3, 'Three.')], first)).toEqual([
      'd: evidence that does not stand before the decision',
    ]);
    expect(check(place(2, 'Two.'), [], { chapter: 2, paragraph: 1 })).toEqual([
      'c, after 2.1: there is no such place',
    ]);
  });
});
