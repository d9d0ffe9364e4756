import { describe, expect, it } from 'vitest';
import { paragraphsBefore } from '../../../src/core/novel';
import type { StudyItems } from '../../../src/core/study';
import { joined } from '../../../src/decision/dataset';
import { faultText } from '../../../src/decision/lines';
import { readOwnDecisions } from '../../../src/decision/own-decisions';
import { AS_RELEASED, readReleased } from '../../../src/decision/released';
import { decisionSuite } from '../../../src/decision/suite';
import {
  at,
  characterRow,
  condition,
  dataset,
  decisionRow,
  hash16,
  madeNovel,
  study,
} from './made';
import { madeWorkshop } from './made-workshop';

const novel = madeNovel();
const own = { ...decisionRow, id: 'own-1', character: 'Ann' };
const read = (...rows: object[]) =>
  readOwnDecisions(
    rows.map((row) => JSON.stringify(row)).join('\n'),
    (id) => Promise.resolve(id === 'made' ? novel : null),
    (id) => id === 'made-ann-1',
  );

describe('one’s own decisions', () => {
  it('need neither motivation nor evidence nor description', async () => {
    const { motivation: _m, evidence: _e, ...least } = own;
    const { dataset: found, faults } = await read(least, {
      ...own,
      id: 'own-2',
      aliases: ['Annie'],
      statements: characterRow.statements,
      entities: [{ kind: 'person', forms: ['Ann'], placeholder: '[character A]' }],
    });
    expect(faults).toEqual([]);
    expect(found.decisions.map(({ id }) => id)).toEqual(['own-1', 'own-2']);
    const first = found.byId.get('own-1');
    expect(first?.motivation).toBeNull();
    // The description that the second line gives is the character's.
    expect(first?.character).toMatchObject({ name: 'Ann', aliases: ['Annie'], novel: 'made' });
    expect(first?.character.statements).toHaveLength(5);
    expect(found.entities.get('made')).toHaveLength(1);
    // Who asks for the project's novel asks what everybody else does; one's own are asked by name.
    const suite = decisionSuite(joined(dataset, found));
    const asked = (items: StudyItems): string[] => suite.select(items).map(({ id }) => id);
    expect(asked({ novels: ['made'] })).toEqual(['made-ann-1', 'made-ann-2']);
    expect(asked({})).toEqual(['made-ann-1', 'made-ann-2']);
    expect(asked({ ids: ['own-2', 'made-ann-2'] })).toEqual(['made-ann-2', 'own-2']);
  });

  it('are told by line and field what is wrong, and keep what is right', async () => {
    const { dataset: found, faults } = await read(
      own,
      { ...own, id: 'made-ann-1' },
      own,
      { ...own, id: 'a', novel: 'emma' },
      { ...own, id: 'b', at: { ...at(3, 4), hash: '0'.repeat(16) } },
      { ...own, id: 'c', at: { ...at(3, 4), paragraph: 9 }, evidence: [] },
      { ...own, id: 'd', evidence: [at(1, 1), at(4, 1)] },
      { ...own, id: 'e', statements: [{ after: { chapter: 9, paragraph: 1 }, text: 'x' }] },
      { ...own, id: 'f', options: ['a'] },
      { ...own, id: 'g', scenario: ' ' },
    );
    expect(found.decisions.map(({ id }) => id)).toEqual(['own-1']);
    expect(faults.map(faultText)).toEqual([
      'Line 2, id: is used already',
      'Line 3, id: is used already',
      'Line 4, novel: is “emma”, which is not on this device: load or add the book first',
      'Line 5, at.hash: is not that of the paragraph at this place',
      'Line 6, at: is no place in the novel',
      'Line 7, evidence.1: is not before the decision',
      'Line 8, statements.0.after: is no place in the novel',
      'Line 9, options.1: is missing',
      'Line 9, options.2: is missing',
      'Line 9, options.3: is missing',
      'Line 10, scenario: is " ": must not be empty',
    ]);
  });
});

const released = (text: string, change: object = {}, asked: object = {}) => ({
  character_name: 'Ann',
  input_text: text,
  'Multiple Choice Question': {
    Scenario: 'At the river.',
    Question: 'What now?',
    Options: ['A. Burn it', 'B. Give it', 'C. Read it', 'D. Keep it'],
    'Correct Answer': 'C',
    ...asked,
  },
  ...change,
});

describe('a released file', () => {
  it('becomes books and decisions at the ends of their texts', async () => {
    const file = [
      [released('One.\n\n Two. \nThree.'), released('One.\nTwo.')],
      [released('Other.', {}, { Options: ['w', 'x', 'y', 'z'], 'Correct Answer': 'z' })],
    ];
    const { novels, dataset: found, faults } = await readReleased(file);
    expect(faults).toEqual([]);
    // The second row's text begins the first's: one book.
    expect(novels).toHaveLength(2);
    expect(novels[0]?.id).toMatch(/^own-[0-9a-f]{16}$/);
    // Named by the text, as SHA-256 of [["One.","Two.","Three."]] and [["Other."]] has it.
    const [first8, other8] = [['One.', 'Two.', 'Three.'], ['Other.']].map((text) =>
      hash16(JSON.stringify([text])).slice(0, 8),
    );
    expect(found.decisions.map(({ id, cluster, answer }) => [id, cluster, answer])).toEqual([
      [`released-${first8}-1-1`, `released-${first8}`, 'C'],
      [`released-${first8}-1-2`, `released-${first8}`, 'C'],
      [`released-${other8}-2-1`, `released-${other8}`, 'D'],
    ]);
    const [first, second] = found.decisions;
    expect(first?.options).toEqual({ A: 'Burn it', B: 'Give it', C: 'Read it', D: 'Keep it' });
    const known = (index: number): string[] =>
      paragraphsBefore(novels[0] as never, found.decisions[index]?.at).map(({ text }) => text);
    expect(second?.novel).toBe(first?.novel);
    expect([known(0), known(1)]).toEqual([
      ['One.', 'Two.', 'Three.'],
      ['One.', 'Two.'],
    ]);
  });

  it('gives each row its own text where they differ', async () => {
    const { novels } = await readReleased([
      [released('One.\nTwo.'), released('One.\nTwo, and mo')],
    ]);
    expect(novels).toHaveLength(2);
  });

  it('is told by book and row what is wrong', async () => {
    const { dataset: found, faults } = await readReleased([
      [released('x', { character_name: 3 })],
      [
        released('x'),
        released('y', {}, { Options: ['a', 'b', 'c'] }),
        released('z', {}, { 'Correct Answer': 'E' }),
        7,
      ],
    ]);
    expect(found.decisions).toHaveLength(1);
    expect(faults.map(({ book, row, field }) => [book, row, field])).toEqual([
      [1, 1, 'character_name'],
      [2, 2, 'Multiple Choice Question.Options'],
      [2, 3, 'Correct Answer'],
      [2, 4, ''],
    ]);
    await expect(readReleased({ rows: [] })).rejects.toThrow('released format');
  });

  it('is asked and read as the authors’ script does', async () => {
    const { novels, dataset: found } = await readReleased([[released('One.\nTwo.')]]);
    const suite = decisionSuite(found);
    const as = study({ ...AS_RELEASED });
    const [item] = suite.select({});
    if (!item) throw new Error('one decision');
    expect(suite.read('C', item, item.options, as)).toEqual({ status: 'answered', answer: 'C' });
    expect(suite.read('C. Read it', item, item.options, as)).toEqual({ status: 'unparsed' });
    const { workshop } = madeWorkshop({ novel: novels[0] as never });
    const raw = await suite.profile?.(item, condition({ method: 'raw' }), as, workshop);
    expect(raw?.text).toBe('The novel so far:\nOne.\nTwo.');
  });
});
