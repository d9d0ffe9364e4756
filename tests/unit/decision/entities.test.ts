import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { replacerOf } from '../../../src/decision/entities';
import type { Entity } from '../../../src/decision/rows-schema';
import { stands } from './made';

const person = (forms: string[], letter: string): Entity => ({
  novel: 'made',
  kind: 'person',
  forms,
  placeholder: `[character ${letter}]`,
});
const queen = person(['Queen of Hearts', 'the Queen'], 'B');
const entities: Entity[] = [
  person(['Captain Ahab', 'Ahab'], 'A'),
  queen,
  { novel: 'made', kind: 'phrase', forms: ["we're all mad here"], placeholder: '[phrase A]' },
  { novel: 'made', kind: 'place', forms: ['Rabbit-Hole'], placeholder: '[place A]' },
  { novel: 'made', kind: 'thing', forms: ['St. Elmo'], placeholder: '[thing A]' },
];
const { replace, restore } = replacerOf(entities);

describe('the replacement of entities', () => {
  it('takes the longest form first, even where a shorter one begins before it', () => {
    expect(replace('Captain Ahab met Ahab.')).toBe('[character A] met [character A].');
    expect(replace('So the Queen of Hearts spoke to the Queen.')).toBe(
      'So the [character B] spoke to [character B].',
    );
  });

  it('keeps possessives and leaves other words alone', () => {
    expect(replace('Ahab’s leg, AHAB’S ship, Ahab-like, Ahabs, Bahab')).toBe(
      '[character A]’s leg, [character A]’S ship, [character A]-like, Ahabs, Bahab',
    );
    expect(replace('“_Ahab_!”—Ahab—Ahab')).toBe('“_[character A]_!”—[character A]—[character A]');
    expect(replace('Ahabé')).toBe('Ahabé');
  });

  it('knows a form with a capital and in capitals, not in small letters', () => {
    expect(replace('The Queen, THE QUEEN, the queen')).toBe(
      '[character B], [character B], the queen',
    );
    expect(replace('captain ahab')).toBe('captain ahab');
  });

  it('takes either apostrophe, any white space and any hyphen', () => {
    expect(replace('We’re all\nmad  here. RABBIT‑HOLE. St. Elmo!')).toBe(
      '[phrase A]. [place A]. [thing A]!',
    );
    expect(replace('Stx Elmo')).toBe('Stx Elmo');
  });

  it('turns placeholders back into main forms', () => {
    expect(restore('[character B] and [character A]’s [place A] and [character Z]')).toBe(
      'Queen of Hearts and Captain Ahab’s Rabbit-Hole and [character Z]',
    );
  });

  it('does not look into placeholders', () => {
    const odd = replacerOf([person(['A', 'character'], 'B'), person(['Bo'], 'A')]);
    expect(odd.replace('Bo: A')).toBe('[character A]: [character B]');
    expect(odd.replace(odd.replace('Bo: A'))).toBe('[character A]: [character B]');
  });
});

const NAMES = [
  'Ann',
  'Ann Reed',
  'Reed',
  'Mr. Reed',
  'Port Reed',
  'Old Port',
  'Bo',
  'Bo-Ann',
  "O'Dea",
  'Ann Bo',
];
const madeEntities = fc
  .shuffledSubarray(NAMES, { minLength: 1 })
  .chain((names) =>
    fc.tuple(
      fc.constant(names),
      fc.array(fc.nat(3), { minLength: names.length, maxLength: names.length }),
    ),
  )
  .map(([names, owner]) =>
    [0, 1, 2, 3]
      .map((of) =>
        person(
          names.filter((_, index) => owner[index] === of),
          'ABCD'.charAt(of),
        ),
      )
      .filter(({ forms }) => forms.length > 0),
  );
const text = fc
  .array(
    fc.constantFrom(
      ...NAMES,
      ...NAMES.map((name) => name.toUpperCase()),
      'and',
      'Ports',
      '[character A]',
      'the',
    ),
    {
      maxLength: 30,
    },
  )
  .chain((words) => fc.tuple(fc.constant(words), fc.constantFrom(' ', ', ', '’s ', '\n', '—')))
  .map(([words, between]) => words.join(between));

describe('whatever the text and the names', () => {
  it('leaves no form, does nothing the second time, and gives an entity one placeholder', () => {
    fc.assert(
      fc.property(madeEntities, text, (made, given) => {
        const { replace } = replacerOf(made);
        const hidden = replace(given);
        expect(replace(hidden)).toBe(hidden);
        const left = hidden.replaceAll(/\[character [A-D]\]/g, '|').replace(/\s+/g, ' ');
        for (const { forms, placeholder } of made)
          for (const form of forms) {
            expect(stands(form, left)).toBe(false);
            expect(stands(form.toUpperCase(), left)).toBe(false);
            expect(replace(`see ${form} there`)).toBe(`see ${placeholder} there`);
          }
      }),
      { numRuns: 300 },
    );
  });
});
