import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { comparePlaces } from '../../../src/core/novel';
import { curatedDescription } from '../../../src/decision/description';
import { sectionPlace } from '../../../src/decision/sections';
import { dataset, madeNovel } from './made';

const ann = dataset.characters.get('made-ann');
if (!ann) throw new Error('the made data has Ann');

describe('the curated description', () => {
  it('says what stands strictly before a place, in order', () => {
    expect(curatedDescription(ann, { chapter: 3, paragraph: 4 })).toBe(
      'Ann Reed keeps the ferry house. She is blunt.\n' +
        'Ann found a letter in the cellar of the house.\n' +
        'Ann quarrelled with her brother over the letter.',
    );
    expect(curatedDescription(ann, { chapter: 3, paragraph: 3 })).not.toContain('quarrelled');
    expect(curatedDescription(ann, { chapter: 1, paragraph: 1 })).toBe('');
  });

  it('never tells what comes at the place or after it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 6 }),
        (chapter, paragraph) => {
          const before = { chapter, paragraph };
          const told = curatedDescription(ann, before);
          for (const { after, text } of ann.statements) {
            expect(told.includes(text)).toBe(comparePlaces(after, before) < 0);
          }
        },
      ),
    );
  });
});

describe('the five sections', () => {
  // 13 paragraphs stand before 3.4; all have as many words.
  const novel = madeNovel();
  const before = { chapter: 3, paragraph: 4 };

  it('cut at the paragraph in which a fifth of the words ends', () => {
    // k/5 of 13 paragraphs is 2.6, 5.2, 7.8 and 10.4: after the 3rd, 6th, 8th and 11th.
    expect(sectionPlace(novel, before, 1)).toEqual({ chapter: 1, paragraph: 4 });
    expect(sectionPlace(novel, before, 2)).toEqual({ chapter: 2, paragraph: 2 });
    expect(sectionPlace(novel, before, 3)).toEqual({ chapter: 2, paragraph: 4 });
    expect(sectionPlace(novel, before, 4)).toEqual({ chapter: 3, paragraph: 2 });
    expect(sectionPlace(novel, before, 5)).toEqual(before);
  });

  it('count words, not paragraphs', () => {
    // The first paragraph alone holds more than four fifths of the words.
    const heavy = madeNovel(({ chapter, paragraph }, text) =>
      chapter === 1 && paragraph === 1 ? 'word '.repeat(5000) : text,
    );
    expect(sectionPlace(heavy, before, 4)).toEqual({ chapter: 1, paragraph: 2 });
  });

  it('never reach past the decision and never shrink', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 5, maxLength: 20 }),
        fc.nat(20),
        (sizes, where) => {
          const novel = madeNovel((place, text) => {
            const size = sizes[
              ((place.chapter - 1) * 5 + place.paragraph) % sizes.length
            ] as number;
            return size === 0 ? text : 'w '.repeat(size);
          });
          const at = { chapter: 1 + (where % 4), paragraph: 1 + (where % 5) };
          const places = ([1, 2, 3, 4, 5] as const).map((section) =>
            sectionPlace(novel, at, section),
          );
          for (const [index, place] of places.entries()) {
            expect(comparePlaces(place, at)).toBeLessThanOrEqual(0);
            expect(comparePlaces(places[index - 1] ?? place, place)).toBeLessThanOrEqual(0);
          }
        },
      ),
    );
  });
});
