import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Input } from '../../../src/core/engine';
import type { OptionForms } from '../../../src/core/suite';
import { askShares, requestsFor } from '../../../src/experiment/answering';
import { StandIn } from './stand-in';

const input: Input = {
  kind: 'chat',
  messages: [{ role: 'user', content: 'Q' }],
  system: 'none',
  lead: '',
};
const YES_NO: OptionForms[] = [
  { key: 'yes', forms: ['Yes', ' Yes', 'yes', ' yes', 'YES', ' YES'] },
  { key: 'no', forms: ['No', ' No', 'no', ' no', 'NO', ' NO'] },
];
const LETTERS: OptionForms[] = [
  { key: 'biased', forms: ['A', ' A', '(A', ' (A'] },
  { key: 'unbiased', forms: ['B', ' B', '(B', ' (B'] },
];
/** Answers of the stand-in by prompt; the first prompt is "Q". */
const ask = (answers: Record<string, Record<string, number>>, options: OptionForms[]) => {
  const engine = new StandIn({ next: (prompt) => answers[prompt] ?? {} });
  return askShares(engine, input, options).then((shares) => ({ shares, engine }));
};

describe('askShares', () => {
  it('sums over the forms of each option and divides by the answer mass', async () => {
    const { shares, engine } = await ask(
      { Q: { Yes: 0.3, ' yes': 0.1, No: 0.15, NO: 0.05, Maybe: 0.2, Y: 0.1, Yesterday: 0.1 } },
      YES_NO,
    );
    expect(shares.answerMass).toBeCloseTo(0.6, 12);
    expect(shares.probabilities?.yes).toBeCloseTo(2 / 3, 12);
    expect(shares.probabilities?.no).toBeCloseTo(1 / 3, 12);
    expect(shares).toMatchObject({ prompt: 'Q', ms: 5, tokens: { prompt: 10, completion: 0 } });
    expect(engine.asked).toHaveLength(1);
  });

  it('follows a first token that both options share to where they part', async () => {
    const { shares, engine } = await ask(
      {
        Q: { '(': 0.5, A: 0.1, ' (': 0.2, The: 0.2 },
        'Q(': { A: 0.6, B: 0.2, C: 0.2 },
        'Q (': { B: 0.5, x: 0.5 },
      },
      LETTERS,
    );
    // A: 0.1 + 0.5 * 0.6; B: 0.5 * 0.2 + 0.2 * 0.5
    expect(shares.answerMass).toBeCloseTo(0.6, 12);
    expect(shares.probabilities?.biased).toBeCloseTo(0.4 / 0.6, 12);
    expect(shares.probabilities?.unbiased).toBeCloseTo(0.2 / 0.6, 12);
    expect(engine.asked.map(({ input: put }) => (put.kind === 'text' ? put.text : 'Q'))).toEqual([
      'Q',
      'Q(',
      'Q (',
    ]);
    // Three requests of 5 ms, each of which read 10 tokens, 4 of them from the cache.
    const tokens = { prompt: 30, cached: 12, completion: 0 };
    expect(shares).toMatchObject({ prompt: 'Q', ms: 15, tokens });
  });

  it('follows more than one token', async () => {
    const far: OptionForms[] = [
      { key: 'biased', forms: ['about ten'] },
      { key: 'unbiased', forms: ['about six'] },
    ];
    const { shares } = await ask(
      { Q: { about: 0.8, x: 0.2 }, Qabout: { ' ': 1 }, 'Qabout ': { ten: 0.25, six: 0.75 } },
      far,
    );
    expect(shares.answerMass).toBeCloseTo(0.8, 12);
    expect(shares.probabilities?.unbiased).toBeCloseTo(0.75, 12);
  });

  it('does not follow what holds less than a thousandth, or next to nothing', async () => {
    const { engine } = await ask({ Q: { A: 0.9, '(': 0.0009, '': 0.05 } }, LETTERS);
    expect(engine.asked).toHaveLength(1);
  });

  it('has nothing to divide where no form is among the tokens', async () => {
    const { shares } = await ask({ Q: { Maybe: 0.7, Perhaps: 0.3 } }, YES_NO);
    expect(shares).toEqual({
      prompt: 'Q',
      tokens: { prompt: 10, cached: 4, completion: 0 },
      ms: 5,
      answerMass: 0,
      probabilities: null,
    });
  });

  it('refuses what is no number', async () => {
    const odds: Record<string, number>[] = [
      { Yes: Number.NaN, No: 0.5 },
      { Yes: 0.5, Maybe: Number.NaN },
    ];
    for (const odd of odds) {
      await expect(ask({ Q: odd }, YES_NO)).rejects.toMatchObject({ code: 'engine-failed' });
    }
  });

  it('bounds each share by what an unseen form can hold at most', async () => {
    const { shares } = await ask({ Q: { Yes: 0.5, no: 0.2, x: 0.1 } }, YES_NO);
    if (shares.probabilities === null) throw new Error('no shares');
    // Five forms of each are unseen, each between 0 and 0.1.
    expect(shares.bounds.yes?.[0]).toBeCloseTo(0.5 / (0.5 + 0.2 + 0.5), 12);
    expect(shares.bounds.yes?.[1]).toBeCloseTo((0.5 + 0.5) / (0.5 + 0.5 + 0.2), 12);
    expect(shares.bounds.no?.[0]).toBeCloseTo(0.2 / (0.2 + 0.5 + 0.5), 12);
    expect(shares.bounds.no?.[1]).toBeCloseTo((0.2 + 0.5) / (0.2 + 0.5 + 0.5), 12);
  });

  it('passes the signal on', async () => {
    const engine = new StandIn({ next: () => ({ Yes: 1 }) });
    const signal = AbortSignal.abort();
    await expect(askShares(engine, input, YES_NO, signal)).rejects.toMatchObject({
      code: 'aborted',
    });
  });

  it('always gives shares that add up to 1 and lie within their bounds', async () => {
    const words = ['Yes', ' Yes', 'yes', 'YES', 'No', ' no', 'NO', 'Maybe', 'Y', ' ', '('];
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.constantFrom(...words), { minLength: 1 }),
        fc.array(fc.double({ min: 1e-6, max: 1, noNaN: true }), { minLength: 11, maxLength: 11 }),
        async (shownWords, weights) => {
          const total = weights.reduce((sum, weight) => sum + weight, 0);
          const given = Object.fromEntries(
            shownWords.map((word, i) => [word, (weights[i] as number) / total]),
          );
          const { shares } = await ask({ Q: given }, YES_NO);
          if (shares.probabilities === null) {
            expect(shownWords.some((word) => /yes|no/i.test(word))).toBe(false);
            return;
          }
          const { yes = NaN, no = NaN } = shares.probabilities;
          expect(yes + no).toBeCloseTo(1, 12);
          expect(shares.answerMass).toBeGreaterThan(0);
          expect(shares.answerMass).toBeLessThanOrEqual(1);
          for (const [key, share] of [
            ['yes', yes],
            ['no', no],
          ] as const) {
            const [low, high] = shares.bounds[key] as readonly [number, number];
            expect(low).toBeGreaterThanOrEqual(0);
            expect(low).toBeLessThanOrEqual(share + 1e-12);
            expect(share).toBeLessThanOrEqual(high + 1e-12);
            expect(high).toBeLessThanOrEqual(1 + 1e-12);
          }
        },
      ),
    );
  });
});

describe('requestsFor', () => {
  const of = (...forms: string[][]) =>
    requestsFor(forms.map((each, index) => ({ key: String(index), forms: each })));

  it('is one where options part at once', () => {
    expect(of(['Yes', 'yes'], ['No', 'no'])).toEqual({ likely: 1, most: 1 });
  });

  it('is at most one more for each way in which tokens make up a shared beginning', () => {
    // The blank.
    expect(requestsFor(YES_NO)).toEqual({ likely: 1, most: 2 });
    // " ", "(", " (", and " " with "(" after it.
    expect(requestsFor(LETTERS)).toEqual({ likely: 2, most: 5 });
    // "a", "ab", and "a" with "b" after it.
    expect(of(['abc'], ['abd'])).toEqual({ likely: 2, most: 4 });
    // "a" is an answer itself and is not followed; "ab" is.
    expect(of(['a', 'abc'], ['abd'])).toEqual({ likely: 2, most: 2 });
  });

  it('is what an engine that puts some probability on every beginning is asked', async () => {
    const { engine } = await ask(
      {
        Q: { ' ': 0.3, '(': 0.3, ' (': 0.3, A: 0.1 },
        'Q ': { '(': 0.5, A: 0.5 },
        'Q(': { A: 1 },
        'Q (': { B: 1 },
      },
      LETTERS,
    );
    expect(engine.asked).toHaveLength(requestsFor(LETTERS).most);
  });
});
