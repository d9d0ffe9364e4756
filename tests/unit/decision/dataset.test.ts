import { describe, expect, it } from 'vitest';
import { Problem } from '../../../src/core/errors';
import { joined, parseDataset } from '../../../src/decision/dataset';
import { familyOf, MOTIVATIONS, OF_FAMILY } from '../../../src/decision/motivations';
import { at, characterRow, dataset, decisionRow, entityRows, texts } from './made';

/** The sentence of the Problem that parsing these rows throws. */
function fault(change: Parameters<typeof texts>[0]): string {
  try {
    parseDataset(texts(change));
  } catch (error) {
    if (error instanceof Problem) return error.sentence;
    throw error;
  }
  return 'nothing';
}

describe('the dataset', () => {
  it('joins a decision with its character and keys the options by letter', () => {
    const decision = dataset.byId.get('made-ann-1');
    expect(decision?.character.name).toBe('Ann');
    expect(decision?.options.C).toBe('Read it aloud at once.');
    expect(decision?.cluster).toBe('made');
    expect(dataset.decisions.map(({ id }) => id)).toEqual(['made-ann-1', 'made-ann-2']);
  });

  it('names file, line and field of what is wrong', () => {
    const bad = (change: object): string =>
      fault({ decisions: [decisionRow, { ...decisionRow, id: 'x', ...change }] });
    expect(bad({ scenario: undefined })).toBe('decisions.jsonl: Line 2, scenario: is missing.');
    expect(bad({ extra: 1 })).toContain('Line 2, extra: ');
    expect(bad({ answer: 'E' })).toContain('Line 2, answer: is "E"');
    expect(bad({ at: { ...at(1, 1), chapter: 0 } })).toContain('Line 2, at.chapter: ');
    expect(bad({ at: { ...at(1, 1), hash: 'abc' } })).toContain('Line 2, at.hash: ');
    expect(bad({ motivation: { type: 'greed', text: 'x' } })).toContain('motivation.type');
    expect(bad({ options: ['a', 'b', 'c', 'c'] })).toContain('four different texts');
    expect(bad({ options: ['a', 'b', 'c'] })).toContain('options.3: is missing');
    expect(bad({ evidence: [] })).toContain('evidence');
    expect(bad({ id: 'made-ann-1' })).toContain('Line 2, id: is used again');
    expect(bad({ novel: 'other' })).toContain('Line 2, novel: is not known');
    expect(bad({ character: 'made-bob' })).toContain('Line 2, character: ');
    expect(bad({ evidence: [at(1, 1), at(3, 4)] })).toContain(
      'evidence.1: is not before the decision',
    );
    expect(bad({})).toBe('nothing');
  });

  it('counts what else is wrong and says where a line is no JSON', () => {
    const broken = { ...texts(), decisions: '{"id": \n\nnull\n' };
    expect(() => parseDataset(broken)).toThrow('decisions.jsonl: Line 1 is not JSON (and 1 more).');
  });

  it('refuses statements out of order and entities named twice', () => {
    const backwards = { ...characterRow, statements: [...characterRow.statements].reverse() };
    expect(fault({ characters: [backwards] })).toContain(
      'characters.jsonl: Line 1, statements.1.after',
    );
    const twice = [...entityRows, { ...entityRows[1], forms: ['Ardent'] }];
    expect(fault({ entities: twice })).toContain('entities.jsonl: Line 3, placeholder');
    const form = [...entityRows, { ...entityRows[1], placeholder: '[place B]' }];
    expect(fault({ entities: form })).toContain('Line 3, forms.0');
  });

  it('joins a dataset of one’s own without replacing what ships', () => {
    const own = parseDataset(
      texts({
        decisions: [
          { ...decisionRow, question: 'Mine?' },
          { ...decisionRow, id: 'mine' },
        ],
      }),
    );
    const both = joined(dataset, own);
    expect(both.decisions.map(({ id }) => id)).toEqual(['made-ann-1', 'made-ann-2', 'mine']);
    expect(both.byId.get('made-ann-1')?.question).toBe(decisionRow.question);
  });
});

describe('the motivations', () => {
  it('are five of the character and seven of the plot', () => {
    expect(OF_FAMILY['character-driven']).toHaveLength(5);
    expect(OF_FAMILY['plot-driven']).toHaveLength(7);
    expect(MOTIVATIONS.map(familyOf).filter((family) => family === 'plot-driven')).toHaveLength(7);
    expect(familyOf('desires-and-goals')).toBe('character-driven');
    expect(familyOf('external-conflicts')).toBe('plot-driven');
  });
});
