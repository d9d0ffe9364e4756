import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitted } from '../../../src/decision/budget';
import { sentencesOf } from '../../../src/decision/sentences';
import { words } from './made-workshop';

const count = (text: string): Promise<number> => Promise.resolve(words(text));
const text = 'One two three. Four five! Six seven eight nine? Ten.';

describe('the sentences', () => {
  it('end where they end, not at abbreviations and initials', () => {
    expect(sentencesOf('He met Mr. Dodd. “Was it J. B. Ross?” she asked.\nNo.')).toEqual([
      'He met Mr. Dodd.',
      '“Was it J. B. Ross?” she asked.',
      'No.',
    ]);
    expect(sentencesOf('  ')).toEqual([]);
  });
});

describe('a text cut to tokens', () => {
  it('ends with the last sentence that fits', async () => {
    expect(await fitted(text, 10, count)).toEqual({ text, tokens: 10, cut: false });
    expect(await fitted(text, 9, count)).toEqual({
      text: 'One two three. Four five! Six seven eight nine?',
      tokens: 9,
      cut: true,
    });
    expect(await fitted(text, 8, count)).toEqual({
      text: 'One two three. Four five!',
      tokens: 5,
      cut: true,
    });
    expect((await fitted(text, 3, count)).text).toBe('One two three.');
  });

  it('is empty where not even the first sentence fits, and says that it was cut', async () => {
    for (const most of [2, 0, -5]) {
      expect(await fitted(text, most, count)).toEqual({ text: '', tokens: 0, cut: true });
    }
    expect(await fitted('', 0, count)).toEqual({ text: '', tokens: 0, cut: false });
  });

  it('counts the text as the model will see it', async () => {
    const longer = (shown: string): string => shown.replaceAll('two', 'two two two two');
    expect((await fitted(text, 8, count, longer)).text).toBe('One two three. Four five!');
    expect((await fitted(text, 6, count, longer)).tokens).toBe(6);
  });

  it('is always a start of the text, within the budget, and the longest such', async () => {
    const sentences = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(sentences, fc.integer({ min: 0, max: 200 }), async (sizes, most) => {
        let calls = 0;
        const made = sizes.map((size) => `${'Word '.repeat(size).trim()}.`);
        const whole = made.join(' ');
        const found = await fitted(whole, most, (shown) => {
          calls += 1;
          return count(shown);
        });
        // By adding up sentence after sentence.
        let expected = 0;
        let kept = 0;
        while (kept < sizes.length && expected + (sizes[kept] as number) <= most) {
          expected += sizes[kept] as number;
          kept += 1;
        }
        expect(found.tokens).toBe(expected);
        expect(found.text).toBe(made.slice(0, kept).join(' '));
        expect(found.cut).toBe(kept < sizes.length);
        expect(calls).toBeLessThanOrEqual(2 + Math.ceil(Math.log2(sizes.length + 1)));
      }),
    );
  });
});
