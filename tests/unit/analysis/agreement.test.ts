import { describe, expect, it } from 'vitest';
import {
  agreementOf,
  probabilityAgreement,
  sampledAgreement,
  type Compared,
} from '../../../src/analysis/agreement';
import { claimedAgreement } from '../../../src/analysis/claimed';
import type { Sample } from '../../../src/core/run';
import { gridRows, row, unanswered } from './made';

function sample(trial: string, yes: number, given: Partial<Sample> = {}): Sample {
  return {
    trial,
    item: trial,
    condition: 'baseline',
    repeat: 1,
    order: 'yes,no',
    status: 'answered',
    answer: yes >= 0.5 ? 'yes' : 'no',
    probabilities: { yes, no: 1 - yes },
    prompt: '',
    tokens: { prompt: 1, cached: 0, completion: 0 },
    ms: 1,
    ...given,
  };
}
const many = (count: number, yes: (i: number) => number) =>
  Array.from({ length: count }, (_, i) => sample(`t${i}`, yes(i)));

describe('a rerun by probability', () => {
  it('agrees with itself, in any order', () => {
    const run = many(100, (i) => i / 100);
    expect(probabilityAgreement(run, [...run].reverse())).toMatchObject({
      verdict: 'agrees',
      trials: 100,
      unmatched: 0,
      equalAnswers: 1,
      closeProbabilities: 1,
    });
  });
  it('agrees at 99 % of the answers and not under', () => {
    const run = many(200, () => 0.8);
    // A turned answer also moves its probabilities: 2 of 200 trials are 1 %.
    const turned = (count: number) => many(200, (i) => (i < count ? 0.2 : 0.8));
    expect(probabilityAgreement(run, turned(2))).toMatchObject({
      verdict: 'agrees',
      equalAnswers: 0.99,
      closeProbabilities: 0.99,
    });
    expect(probabilityAgreement(run, turned(3)).verdict).toBe('differs');
  });
  it('needs probabilities within 0.02, exactly 0.02 included', () => {
    const run = many(50, () => 0.7);
    expect(
      probabilityAgreement(
        run,
        many(50, () => 0.72),
      ).verdict,
    ).toBe('agrees');
    const further = probabilityAgreement(
      run,
      many(50, () => 0.721),
    );
    expect(further).toMatchObject({ verdict: 'differs', equalAnswers: 1, closeProbabilities: 0 });
  });
  it('leaves near ties out of the answers, not out of the probabilities', () => {
    const run = many(10, () => 0.505);
    const rerun = many(10, () => 0.495);
    expect(probabilityAgreement(run, rerun)).toMatchObject({
      verdict: 'agrees',
      nearTies: 10,
      equalAnswers: null,
      closeProbabilities: 1,
    });
    // Best two 0.52 and 0.48 lie 0.04 apart: no near tie, though the other run's are.
    expect(
      probabilityAgreement(
        many(1, () => 0.512),
        many(1, () => 0.49),
      ).nearTies,
    ).toBe(1);
    expect(
      probabilityAgreement(
        many(1, () => 0.515),
        many(1, () => 0.48),
      ).nearTies,
    ).toBe(0);
  });
  it('looks at the two best of four options', () => {
    const four = (answer: string, a: number, b: number) =>
      sample('t', 0, { answer, probabilities: { A: a, B: b, C: 0.1, D: 0.1 } });
    expect(
      probabilityAgreement([four('A', 0.405, 0.395)], [four('B', 0.395, 0.405)]),
    ).toMatchObject({ nearTies: 1, verdict: 'agrees' });
    expect(probabilityAgreement([four('A', 0.42, 0.38)], [four('B', 0.38, 0.42)])).toMatchObject({
      nearTies: 0,
      equalAnswers: 0,
      closeProbabilities: 0.5,
      verdict: 'differs',
    });
  });
  it('is incomplete while trials are missing; an error is no outcome', () => {
    const run = many(3, () => 0.9);
    expect(probabilityAgreement(run, run.slice(1))).toMatchObject({
      verdict: 'incomplete',
      trials: 2,
      unmatched: 1,
    });
    const failed = [...run.slice(1), sample('t0', 0.9, { status: 'error' })];
    expect(probabilityAgreement(run, failed).verdict).toBe('incomplete');
    expect(probabilityAgreement([], []).verdict).toBe('incomplete');
  });
  it('counts another status and missing probabilities against it', () => {
    const { trial, item, condition, repeat, order, status, prompt, tokens, ms } = sample('t0', 0.9);
    const bare = { trial, item, condition, repeat, order, status, prompt, tokens, ms };
    const found = probabilityAgreement([sample('t0', 0.9)], [{ ...bare, status: 'unparsed' }]);
    expect(found).toMatchObject({ equalAnswers: 0, closeProbabilities: 0, verdict: 'differs' });
    expect(
      probabilityAgreement([{ ...bare, status: 'unparsed' }], [sample('t0', 0.9)]),
    ).toMatchObject({ equalAnswers: 0, closeProbabilities: 0 });
  });
  it('counts unparsed and refused as different, and an option missing on one side as far', () => {
    const bare = { answer: undefined, probabilities: undefined };
    const unparsed = sample('t0', 0.9, { ...bare, status: 'unparsed' });
    const refused = sample('t0', 0.9, { ...bare, status: 'refused' });
    expect(probabilityAgreement([unparsed], [refused]).equalAnswers).toBe(0);
    expect(probabilityAgreement([unparsed], [unparsed]).equalAnswers).toBe(1);
    const whole = sample('t0', 0.99);
    const half = sample('t0', 0.99, { probabilities: { yes: 0.99 } });
    expect(probabilityAgreement([whole], [half]).closeProbabilities).toBe(0.5);
    expect(probabilityAgreement([half], [whole]).closeProbabilities).toBe(0.5);
  });
});

describe('a rerun of sampled answers', () => {
  const TENS = Array<number>(10).fill(10);
  const run = gridRows(TENS, (i) => i < 6);
  it('is consistent with itself', () => {
    const found = sampledAgreement(run, run);
    expect(found.verdict).toBe('consistent');
    expect(found.cells).toMatchObject([{ scale: 'openness', n: 100, nonZero: 0, midP: 1 }]);
  });
  it('is consistent where answers turn both ways', () => {
    const rerun = gridRows(TENS, (i, g) => (g % 2 === 0 ? i < 5 : i < 7));
    expect(sampledAgreement(run, rerun)).toMatchObject({
      verdict: 'consistent',
      cells: [{ nonZero: 10 }],
    });
  });
  it('is inconsistent where every cluster moves one way', () => {
    const found = sampledAgreement(
      run,
      gridRows(TENS, (i) => i < 4),
    );
    expect(found.verdict).toBe('inconsistent');
    expect(found.cells[0]?.midP).toBe(2 ** -10);
  });
  it('cannot tell from under five clusters', () => {
    const rerun = gridRows(TENS, (i, g) => i < (g < 4 ? 0 : 6));
    expect(sampledAgreement(run, rerun).verdict).toBe('cannot-tell');
  });
  it('adjusts over the cells', () => {
    // mid-p 2^-5 = 0.03125 alone; over two cells 0.0625.
    const moved = gridRows(TENS, (i, g) => i < (g < 5 ? 4 : 6));
    expect(sampledAgreement(run, moved).verdict).toBe('inconsistent');
    const other = (rows: typeof run) => rows.map((entry) => ({ ...entry, scale: 'agreeableness' }));
    const found = sampledAgreement([...run, ...other(run)], [...moved, ...other(run)]);
    expect(found.cells.map((cell) => cell.adjusted)).toEqual([0.0625, 1]);
    expect(found.verdict).toBe('consistent');
  });
  it('is incomplete where trials or cells are missing', () => {
    expect(sampledAgreement(run, run.slice(1)).verdict).toBe('incomplete');
    expect(sampledAgreement(run, []).verdict).toBe('incomplete');
    expect(sampledAgreement([], []).verdict).toBe('incomplete');
    const extra = row({ item: 'x', condition: 'high' });
    expect(sampledAgreement(run, [...run, extra]).verdict).toBe('incomplete');
    const failed = [unanswered('error', { item: 'g0i0', cluster: 'g0' }), ...run.slice(1)];
    expect(sampledAgreement(run, failed).verdict).toBe('incomplete');
    // An unparsed answer is an outcome.
    const unread = [unanswered('unparsed', { item: 'g0i0', cluster: 'g0' }), ...run.slice(1)];
    expect(sampledAgreement(run, unread).verdict).toBe('consistent');
  });
});

describe('what may be compared at all', () => {
  const manifest = {
    study: {
      format: 'crossroads-study/1' as const,
      id: 'quick',
      title: 'Quick',
      suite: 'behavior' as const,
      items: {},
      conditions: [{}],
      repeats: 1,
      seed: 1,
      answer: 'probability' as 'probability' | 'generate',
      order: 'balanced' as const,
      placement: 'user' as const,
      system: 'none' as const,
      lead: 'Answer:',
      unparsed: 'leave-out' as const,
      scoring: 'keyed' as const,
      models: { answer: 'm' },
      decoding: {},
    },
    dataHash: 'd'.repeat(64),
    promptHash: 'e'.repeat(64),
    engine: 'wllama',
    models: {
      answer: {
        id: 'm',
        file: 'm.gguf',
        sha256: 'f'.repeat(64),
        quantization: 'Q8_0',
        parameters: 1,
        family: 'f',
        chatTemplateHash: '',
      },
    },
  };
  const run: Compared = {
    manifest,
    samples: many(4, () => 0.9),
    rows: gridRows([1, 1], () => true),
  };
  const rerun = (change: Partial<typeof manifest>): Compared => ({
    ...run,
    manifest: { ...manifest, ...change },
  });

  it('the same file, data and settings: by probability', () => {
    const renamed = { study: { ...manifest.study, title: 'Mine', seed: 2 } };
    expect(agreementOf(run, rerun(renamed))).toMatchObject({
      kind: 'probability',
      verdict: 'agrees',
    });
  });
  it('the same, answers generated: by the paired test', () => {
    const generated = rerun({ study: { ...manifest.study, answer: 'generate' } });
    expect(agreementOf(generated, generated)).toMatchObject({
      kind: 'sampled',
      verdict: 'consistent',
    });
  });
  it('another model, another engine, other data or other settings are never compared as a reproduction', () => {
    const model = { answer: { ...manifest.models.answer, sha256: '0'.repeat(64) } };
    expect(agreementOf(run, rerun({ models: model }))).toEqual({
      kind: 'not-comparable',
      verdict: 'not-comparable',
      differs: ['model'],
    });
    expect(agreementOf(run, rerun({ dataHash: '' }))).toMatchObject({ differs: ['data'] });
    expect(agreementOf(run, rerun({ promptHash: '' }))).toMatchObject({ differs: ['settings'] });
    expect(agreementOf(run, rerun({ engine: 'endpoint' }))).toMatchObject({ differs: ['engine'] });
    const warmer = { study: { ...manifest.study, decoding: { temperature: 1 } } };
    expect(agreementOf(run, rerun(warmer))).toMatchObject({ differs: ['settings'] });
    expect(agreementOf(run, rerun({ models: model, dataHash: '' }))).toMatchObject({
      differs: ['model', 'data'],
    });
  });
  it('a file of unknown hash is not the same file', () => {
    const unknown = { models: { answer: { ...manifest.models.answer, sha256: '' } } };
    expect(agreementOf(rerun(unknown), rerun(unknown))).toMatchObject({ differs: ['model'] });
  });
});

describe('a link’s cells', () => {
  const claim = (value: number, n = 100) => [{ id: 'a', n, value }];
  it('agree within 1 point of expected r, beyond rounding to 0.1', () => {
    const check = (found: number) =>
      claimedAgreement(claim(50), [{ id: 'a', n: 100, value: found }], 'expected').verdict;
    expect([51, 49, 51.05, 51.06, 48.94].map(check)).toEqual([
      'agrees',
      'agrees',
      'agrees',
      'differs',
      'differs',
    ]);
  });
  it('agree within one item of r', () => {
    const check = (value: number, found: number, n: number) =>
      claimedAgreement(claim(value, n), [{ id: 'a', n, value: found }], 'count').verdict;
    expect(check(66.7, 100 / 3, 3)).toBe('agrees');
    expect(check(66.7, 0, 3)).toBe('differs');
    expect(check(50, 51, 100)).toBe('agrees');
    expect(check(50, 52, 100)).toBe('differs');
  });
  it('over another n, or not run here, leave the claim open', () => {
    const found = claimedAgreement(
      [...claim(50), { id: 'b', n: 10, value: 0 }, { id: 'c', n: 10, value: 0 }],
      [
        { id: 'a', n: 99, value: 50 },
        { id: 'b', n: 10, value: null },
      ],
      'count',
    );
    expect(found.cells.map((cell) => cell.verdict)).toEqual(['other-n', 'missing', 'missing']);
    expect(found.verdict).toBe('incomplete');
    expect(claimedAgreement([], [], 'count').verdict).toBe('incomplete');
  });
});
