import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseCatalogue } from '../../../src/decision/catalogue';
import { parseDataset } from '../../../src/decision/dataset';
import { curatedDescription } from '../../../src/decision/description';
import { replacerOfNovel } from '../../../src/decision/entities';
import { wordsIn } from '../../../src/decision/sections';
import { chanceBand, GUESSERS, rightGuesses } from './blind';
import { dataset as made, stands } from './made';

const file = (name: string): string => readFileSync(`datasets/decision/${name}`, 'utf8');
const shipped = parseDataset({
  novels: parseCatalogue(JSON.parse(file('novels.json'))),
  decisions: file('decisions.jsonl'),
  characters: file('characters.jsonl'),
  entities: file('entities.jsonl'),
  ratings: file('ratings.jsonl'),
});

describe('the shipped decisions', () => {
  it('have a description of at least 250 words before each', () => {
    const short = shipped.decisions
      .map(({ id, character, at }) => ({ id, words: wordsIn(curatedDescription(character, at)) }))
      .filter(({ words }) => words < 250);
    expect(short).toEqual([]);
  });

  it('spread the right answer evenly over the letters', () => {
    const counts = ['A', 'B', 'C', 'D'].map(
      (letter) => shipped.decisions.filter(({ answer }) => answer === letter).length,
    );
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
  });

  it('leave no form of an entity in what a model sees where names are replaced', () => {
    const left: string[] = [];
    for (const {
      id,
      novel,
      character,
      scenario,
      question,
      options,
      motivation,
      at,
    } of shipped.decisions) {
      const { replace } = replacerOfNovel(shipped, novel, true);
      const texts = [
        scenario,
        question,
        ...Object.values(options),
        motivation?.text ?? '',
        curatedDescription(character, at),
      ];
      const seen = texts
        .map(replace)
        .join('\n')
        .replaceAll(/\[[a-z]+ [A-Z]{1,2}\]/g, '|');
      for (const form of (shipped.entities.get(novel) ?? []).flatMap(({ forms }) => forms)) {
        if (stands(form, seen)) left.push(`${id}: ${form}`);
      }
    }
    expect(left).toEqual([]);
  });

  it.each(Object.keys(GUESSERS))('tell nothing to the guesser “%s”', (name) => {
    const guesser = GUESSERS[name];
    if (guesser === undefined) throw new Error('a guesser by its name');
    const n = shipped.decisions.length;
    const share = rightGuesses(shipped.decisions, guesser) / n;
    expect(share).toBeGreaterThan(0.25 - chanceBand(n));
    expect(share).toBeLessThan(0.25 + chanceBand(n));
  });
});

describe('the blind guessers', () => {
  const [one] = made.decisions;
  if (one === undefined) throw new Error('the made data has decisions');
  const asked = (change: object) => [{ ...one, ...change }];
  const right = (name: string, change: object): number => {
    const guesser = GUESSERS[name];
    return guesser === undefined ? NaN : rightGuesses(asked(change), guesser);
  };

  it('find what they look for, and share out ties', () => {
    const options = { A: 'aa', B: 'bbbb', C: 'cccc', D: 'd' };
    expect(right('longest option', { options, answer: 'C' })).toBe(0.5);
    expect(right('longest option', { options, answer: 'A' })).toBe(0);
    expect(right('shortest option', { options, answer: 'D' })).toBe(1);
    const words = { A: 'burn this', B: 'burn that', C: 'sing', D: 'burn these' };
    expect(right('least like the others', { options: words, answer: 'C' })).toBe(1);
    const told = { scenario: 'They sing.', question: '', options: words };
    expect(right('most like the scenario', { ...told, answer: 'C' })).toBe(1);
  });
});
