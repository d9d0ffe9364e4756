import { describe, expect, it } from 'vitest';
import type { Novel } from '../../../src/core/novel';
import { ownDataset, type Decision } from '../../../src/decision/dataset';
import { kindOfFile, readDecisionsFile } from '../../../src/exchange/own-file';
import { dataset, decisionRow, madeNovel } from '../decision/made';

const file = (text: string, name = 'file') => new File([text], name);
const row = {
  character_name: 'Bo',
  input_text: 'One.\nTwo.',
  'Multiple Choice Question': {
    Scenario: 'At the gate.',
    Question: 'What now?',
    Options: ['A. Go', 'B. Stay', 'C. Ask', 'D. Wait'],
    'Correct Answer': 'B',
  },
};
const line = { ...decisionRow, character: 'Ann' };

/** A shelf with the made novel alone; asking for another would fetch it. */
function parts(own: readonly Decision[] = []) {
  return {
    shelf: {
      isHere: (id: string) => Promise.resolve(id === 'made'),
      novel: (id: string): Promise<Novel> =>
        id === 'made' ? Promise.resolve(madeNovel()) : Promise.reject(new Error('fetched')),
    },
    decisions: () =>
      Promise.resolve({
        ...dataset,
        byId: new Map([...dataset.byId, ...ownDataset([], own).byId]),
        own: new Set(own.map(({ id }) => id)),
      }),
  };
}

describe('a person’s own file', () => {
  it('is known by its content, whatever its name says', async () => {
    const kinds = await Promise.all(
      [
        file(JSON.stringify([[row]]), 'novel.txt'),
        file(`\ufeff [\n  [\n    {`),
        file(JSON.stringify(line), 'novel.txt'),
        file('[Illustration]\n\nCHAPTER I', 'emma.txt'),
        file('{braces} begin this novel.'),
        file('7', 'rows.json'),
        file('oops', 'mine.jsonl'),
        file('PK\u0003\u0004', 'book.epub'),
      ].map(kindOfFile),
    );
    expect(kinds).toEqual([
      'released',
      'released',
      'decisions',
      'book',
      'book',
      'released',
      'decisions',
      'book',
    ]);
  });

  it('in the released format says what was found, with its texts', async () => {
    const bad = { ...row, character_name: '' };
    const given = file(JSON.stringify([[row, bad], [bad]]), 'released.json');
    const found = await readDecisionsFile(given, 'released', parts());
    expect(found).toMatchObject({ kind: 'released', file: 'released.json', replaced: 0 });
    expect(found.books.map(({ chapters }) => chapters[0]?.paragraphs)).toEqual([['One.', 'Two.']]);
    expect(found.dataset.decisions.map(({ answer, novel }) => [answer, novel])).toEqual([
      ['B', found.books[0]?.id],
    ]);
    expect(found.faults.map((fault) => ('row' in fault ? [fault.book, fault.row] : []))).toEqual([
      [1, 2],
      [2, 1],
    ]);
  });

  it('that breaks off says in which line', async () => {
    const cut = file('[\n[\n{"character_name": "Bo",');
    await expect(readDecisionsFile(cut, 'released', parts())).rejects.toMatchObject({
      code: 'bad-file',
      kept: 'Nothing was added.',
      message: expect.stringContaining('(line 3)') as string,
    });
  });

  it('of decisions is held against the novel that is here, and fetches none', async () => {
    const lines = [
      { ...line, id: 'mine' },
      { ...line, id: 'made-ann-1' },
      { ...line, id: 'far', novel: 'dracula' },
      { ...line, id: 'old' },
    ];
    const given = file(lines.map((one) => JSON.stringify(one)).join('\n'));
    const old = { ...(dataset.decisions[0] as Decision), id: 'old' };
    const found = await readDecisionsFile(given, 'decisions', parts([old]));
    expect(found.dataset.decisions.map(({ id }) => id)).toEqual(['mine', 'old']);
    expect([found.books, found.replaced]).toEqual([[], 1]);
    expect(found.faults).toEqual([
      { line: 2, field: 'id', message: 'is used already' },
      {
        line: 3,
        field: 'novel',
        message: 'is “dracula”, which is not on this device: load or add the book first',
      },
    ]);
  });

  it.each([
    ['laid out over many lines', JSON.stringify(line, null, 2)],
    ['a study', JSON.stringify({ format: 'crossroads-study/1', id: 'x' })],
    ['empty', ''],
  ])('of something else is refused: %s', async (_, text) => {
    await expect(readDecisionsFile(file(text), 'decisions', parts())).rejects.toMatchObject({
      code: 'bad-file',
      next: expect.stringContaining('one line') as string,
    });
  });

  it('that is too long is not read', async () => {
    const long = { size: 300_000_000, name: 'x' } as File;
    await expect(readDecisionsFile(long, 'released', parts())).rejects.toThrow('at most 268 MB');
  });
});
