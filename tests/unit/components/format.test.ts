import { describe, expect, it } from 'vitest';
import {
  formatBytes,
  formatDuration,
  formatInterval,
  formatList,
  formatMilliseconds,
  formatMoment,
  formatPoints,
  plural,
} from '../../../src/text/format';
import { terms } from '../../../src/text/terms';

const plain = (text: string): string => text.replaceAll('\u202f', ' ');

describe('numbers as they are read', () => {
  it('counts', () => {
    expect(plural(1, 'trial', 'trials')).toBe('1 trial');
    expect(plural(20_000, 'trial', 'trials')).toBe('20,000 trials');
  });

  it.each([
    [999, '999 bytes'],
    [92_871_040, '92.9 MB'],
    [144_811_072, '145 MB'],
    [1_500_000_000, '1.5 GB'],
  ])('gives %i bytes as %s', (bytes, text) => {
    expect(plain(formatBytes(bytes))).toBe(text);
  });

  it.each([
    [-5, '0 seconds'],
    [1_200, '1 second'],
    [59_400, '59 seconds'],
    [119_000, '2 minutes'],
    [3_599_000, '1 hour'],
    [4_800_000, '1 hour 20 minutes'],
    [7_190_000, '2 hours'],
    [180_000_000, '2 days'],
  ])('gives %i ms as %s', (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });

  it('signs points with a real minus', () => {
    expect([formatPoints(3.04), formatPoints(-3), formatPoints(0.01)]).toEqual([
      '+3.0',
      '\u22123.0',
      '0.0',
    ]);
    expect(formatInterval(-1, 2, true)).toBe('\u22121.0 to +2.0');
  });

  it('gives short times, lists and no moment at all', () => {
    expect(plain(formatMilliseconds(420))).toBe('420 ms');
    expect(plain(formatMilliseconds(1449))).toBe('1.4 s');
    expect(formatList(['a', 'b', 'c'])).toBe('a, b and c');
    expect(formatMoment('')).toBe('');
  });
});

describe('definitions', () => {
  it.each(Object.entries(terms))('%s has a name and one to three sentences', (_, term) => {
    expect(term.name).not.toBe('');
    const sentences = term.definition.match(/[.?](?= |$)/g)?.length ?? 0;
    expect(sentences).toBeGreaterThanOrEqual(1);
    expect(sentences).toBeLessThanOrEqual(3);
  });
});
