import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { faultLine } from '../../../src/exchange/json-fault';

describe('faultLine', () => {
  it.each([
    ['{"a": 1,\n"b": }', 2],
    ['{"a": 1\n"b": 2}', 2],
    ['{\n"a": 1,\n}', 3],
    ['[1,\n2\n,]', 3],
    ['[1]\n\n[2]', 3],
    ['{"a"\n1}', 2],
    ["{\n'a': 1}", 2],
    ['[\n01]', 2],
    ['[\ntru]', 2],
    ['["a\nb"]', 1],
    ['["\\x"]', 1],
    ['[\n1}', 2],
    ['[1,\n', 2],
    ['', 1],
  ])('finds the line of %j', (text, line) => {
    expect(faultLine(text)).toBe(` (line ${line})`);
  });

  it('finds no fault in JSON before its end', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        // A second value cannot stand there, so the fault is where it begins, on a line of its own.
        expect(faultLine(`${text}\n1`)).toBe(` (line ${text.split('\n').length + 1})`);
      }),
      { numRuns: 300 },
    );
  });
});
