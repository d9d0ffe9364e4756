import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tableCsv } from '../../../src/components/charts/chart-table';
import {
  detailEstimate,
  follow,
  nameEstimate,
  shortValue,
} from '../../../src/components/charts/describe';
import { moveInGrid } from '../../../src/components/charts/grid-keys';
import { promptParts, tintParts } from '../../../src/components/prompt-parts';
import { sortRows } from '../../../src/components/sort-rows';

describe('keys in a grid', () => {
  const move = (key: string, row: number, column: number, ctrlKey = false) =>
    moveInGrid({ key, ctrlKey }, { row, column }, 3, 4);

  it('moves by one and stops at the edges', () => {
    expect(move('ArrowRight', 1, 1)).toEqual({ row: 1, column: 2 });
    expect(move('ArrowRight', 1, 3)).toEqual({ row: 1, column: 3 });
    expect(move('ArrowUp', 0, 2)).toEqual({ row: 0, column: 2 });
    expect(move('PageDown', 0, 2)).toEqual({ row: 2, column: 2 });
  });

  it('goes to the ends of a row, and with Ctrl to those of the grid', () => {
    expect(move('End', 1, 1)).toEqual({ row: 1, column: 3 });
    expect(move('Home', 1, 1)).toEqual({ row: 1, column: 0 });
    expect(move('End', 0, 0, true)).toEqual({ row: 2, column: 3 });
  });

  it('leaves other keys and empty grids alone', () => {
    expect(move('a', 0, 0)).toBeNull();
    expect(moveInGrid({ key: 'End' }, { row: 0, column: 0 }, 0, 0)).toBeNull();
  });
});

describe('a cell in words', () => {
  it('says value, unit and n', () => {
    expect(nameEstimate('rate', 'Openness, high', { value: 63.25, n: 100 })).toBe(
      'Openness, high: 63.3\u202f%, n = 100',
    );
    expect(nameEstimate('pis', 'Openness, high', { value: -4, n: 9 })).toBe(
      'Openness, high: \u22124.0, n = 9',
    );
  });

  it('says why there is no value', () => {
    expect(nameEstimate('rate', 'Here', { value: null, n: 0, note: 'not run' })).toContain(
      'not run',
    );
  });

  it('warns of few items and names the interval', () => {
    const text = detailEstimate('pis', { value: 1, low: -2, high: 4, n: 6 }, true);
    expect(text).toContain('\u22122.0 to +4.0');
    expect(text).toContain('Fewer than 10');
    expect(text).toContain('Enter');
  });

  it('never writes minus nought', () => {
    expect(shortValue('pis', -0.04)).toBe('0.0');
    expect(shortValue('rate', -0)).toBe('0.0');
  });

  it('follows addresses of this page only', () => {
    expect(follow('https://elsewhere.example/')).toBe(false);
    expect(follow('javascript:alert(1)')).toBe(false);
    expect(follow(undefined)).toBe(false);
  });
});

describe('the template markers of a prompt', () => {
  it('are cut out with their roles', () => {
    expect(promptParts('<|im_start|>user\nHi<|im_end|>\n')).toEqual([
      { kind: 'marker', text: '<|im_start|>user' },
      { kind: 'text', text: '\nHi' },
      { kind: 'marker', text: '<|im_end|>' },
      { kind: 'text', text: '\n' },
    ]);
  });

  it('leave every letter in its place, whatever the prompt', () => {
    const piece = fc.oneof(fc.string(), fc.constantFrom('<|im_start|>', 'user\n', '<s>', '[INST]'));
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const prompt = pieces.join('');
        expect(
          promptParts(prompt)
            .map(({ text }) => text)
            .join(''),
        ).toBe(prompt);
      }),
    );
  });
});

describe('sorting a table', () => {
  const rows = [{ v: 2 }, { v: null }, { v: 10 }, { v: 1 }];

  it('puts rows without a value last both ways and leaves the list as it was', () => {
    expect(sortRows(rows, (r) => r.v, 'ascending').map((r) => r.v)).toEqual([1, 2, 10, null]);
    expect(sortRows(rows, (r) => r.v, 'descending').map((r) => r.v)).toEqual([10, 2, 1, null]);
    expect(rows[0]).toEqual({ v: 2 });
  });

  it('sorts words with numbers as a person would', () => {
    const names = ['run 10', 'Run 2', 'run 1'].map((v) => ({ v }));
    expect(sortRows(names, (r) => r.v, 'ascending').map((r) => r.v)).toEqual([
      'run 1',
      'Run 2',
      'run 10',
    ]);
  });
});

describe('a chart as CSV', () => {
  it('quotes what must be quoted and disarms formulas', () => {
    const csv = tableCsv({
      columns: [{ label: 'row' }, { label: 'value', numeric: true }],
      rows: [
        ['a "b", c', -1.25],
        ['=1+1', null],
      ],
    });
    expect(csv).toBe('row,value\r\n"a ""b"", c",-1.25\r\n\'=1+1,\r\n');
  });
});

describe('a prompt with its profile marked', () => {
  const tint = (prompt: string, tinted: Parameters<typeof tintParts>[1]) =>
    tintParts(promptParts(prompt), tinted);

  it('marks each text where it first stands after the one before, and none that is missing', () => {
    expect(
      tint('<|im_start|>user\nHe lies. He lies. End', [
        { kind: 'description', text: 'He lies.' },
        { kind: 'memory', text: 'He lies.' },
        { kind: 'memory', text: 'never' },
        { kind: 'motivation', text: '' },
      ]),
    ).toEqual([
      { kind: 'marker', text: '<|im_start|>user' },
      { kind: 'text', text: '\n' },
      { kind: 'text', text: 'He lies.', tint: 'description' },
      { kind: 'text', text: ' ' },
      { kind: 'text', text: 'He lies.', tint: 'memory' },
      { kind: 'text', text: ' End' },
    ]);
  });

  it('loses nothing', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string(), { maxLength: 4 }), (prompt, texts) => {
        const parts = tint(
          prompt,
          texts.map((text) => ({ kind: 'memory', text })),
        );
        expect(parts.map(({ text }) => text).join('')).toBe(prompt);
      }),
    );
  });
});
