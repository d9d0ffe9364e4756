import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { pairedTable, type PairedLine } from '../../../src/analysis/paired';
import type { PairedMeasure, PairedSide } from '../../../src/analysis/paired-items';
import type { Run } from '../../../src/core/run';
import { readRunText } from '../../../src/exchange/run-file';
import { suiteOf } from '../../../src/experiment/registry';

const HIGH = 'shaping=descriptive,levels=5';
const BASE = 'baseline';

async function recorded(model: string): Promise<Run> {
  const file = `datasets/reference-runs/behavior-table-3-p.${model}.json.gz`;
  return readRunText(new Uint8Array(readFileSync(file)));
}
const [qwen, smol] = await Promise.all([recorded('qwen2.5-coder-1.5b'), recorded('smollm2-135m')]);

async function side({ samples }: Run): Promise<PairedSide> {
  const { rows } = (await suiteOf('behavior')).rows(samples);
  const of = (condition: string) => rows.filter((row) => row.condition === condition);
  return { rows: of(HIGH), baseline: of(BASE), direction: () => 1 };
}
async function lines(measure: PairedMeasure): Promise<Map<string, PairedLine>> {
  const { lines: found } = pairedTable(await side(qwen), await side(smol), {
    measure,
    by: 'scale',
  });
  return new Map(found.map((line) => [line.group, line]));
}

/** By SciPy from the samples alone, with the variance by brute-force deletion: a, b, delta, 95 %, 90 %, mid-p. */
const SCIPY: Record<string, Record<string, readonly number[]>> = {
  expected: {
    openness: [
      52.018086, 36.594629, 15.423457, 7.400223, 23.219579, 8.928506, 21.768804, 0.00488281,
    ],
    conscientiousness: [
      51.844517, 48.706267, 3.13825, -3.27531, 9.456297, -2.15584, 8.367287, 0.31347656,
    ],
    extraversion: [
      73.121211, 34.044238, 39.076973, 31.365859, 45.812107, 32.8625, 44.640795, 0.00048828,
    ],
    agreeableness: [
      56.772765, 30.643845, 26.12892, 19.307619, 32.685676, 20.601611, 31.481252, 0.00097656,
    ],
  },
  r: {
    openness: [53, 2, 51, 20.301556, 70.836935, 26.895338, 67.70948, 0.00292969],
    conscientiousness: [55, 50, 5, -6.14847, 16.331863, -4.631399, 14.832025, 0.375],
    agreeableness: [66, 0, 66, 40.812401, 82.658165, 46.217916, 80.206042, 0.00097656],
  },
  'pis-expected': {
    openness: [15.35951, 4.543687, 10.815823, 6.025735, 15.423432, 6.941778, 14.56961, 0.00292969],
    conscientiousness: [
      7.037961, 0.339796, 6.698164, 0.467754, 12.710029, 1.593821, 11.652926, 0.04199219,
    ],
    extraversion: [
      28.306479, -3.748394, 32.054873, 26.326211, 37.676483, 27.388949, 36.650023, 0.00048828,
    ],
    agreeableness: [
      18.370083, -1.180213, 19.550296, 15.237792, 23.771387, 16.051864, 22.988149, 0.00097656,
    ],
  },
  pis: {
    openness: [45, 2, 43, 14.780924, 69.247399, 21.235269, 63.233531, 0.00292969],
    extraversion: [
      62.727273, -0.909091, 63.636364, 32.100607, 89.519931, 38.348879, 84.920364, 0.00195313,
    ],
    neuroticism: [0, -5, 5, -4.345075, 14.204439, -2.855391, 12.755772, 0.28846741],
  },
};

describe('the two recorded models under descriptive high', () => {
  it.each(Object.keys(SCIPY))('%s is SciPy’s from the same samples', async (measure) => {
    const found = await lines(measure as PairedMeasure);
    expect([...found.keys()]).toHaveLength(5);
    for (const [trait, expected] of Object.entries(SCIPY[measure] ?? {})) {
      const line = found.get(trait);
      const { a, b, delta, low, high, low90, high90, p } = line as PairedLine;
      [a, b, delta, low, high, low90, high90].forEach((value, i) =>
        expect(value, `${trait} ${i}`).toBeCloseTo(expected[i] as number, 5),
      );
      expect(p, trait).toBeCloseTo(expected[7] as number, 7);
      expect(line?.left.items).toBe(0);
    }
  });

  it('pairs by hand, sample by sample, to the same difference and the same test', async () => {
    const scenarios = readFileSync('datasets/behavior/scenarios.jsonl', 'utf8')
      .split('\n')
      .filter((text) => text !== '')
      .map((text) => JSON.parse(text) as { id: string; behavior: string });
    const behaviors = JSON.parse(readFileSync('datasets/behavior/behaviors.json', 'utf8')) as {
      id: string;
      trait: string;
    }[];
    const open = new Set(behaviors.filter(({ trait }) => trait === 'openness').map(({ id }) => id));
    const sums = new Map<string, number>();
    let n = 0;
    for (const { id, behavior } of scenarios) {
      if (!open.has(behavior)) continue;
      const value = (run: Run) =>
        run.samples.find(({ item, condition }) => item === id && condition === HIGH)
          ?.value as number;
      sums.set(behavior, (sums.get(behavior) ?? 0) + value(qwen) - value(smol));
      n += 1;
    }
    const blocks = [...sums.values()];
    const total = Math.abs(blocks.reduce((sum, block) => sum + block, 0));
    let beyond = 0;
    for (let flips = 0; flips < 2 ** blocks.length; flips += 1) {
      const flipped = Math.abs(
        blocks.reduce((sum, block, i) => sum + ((flips >> i) & 1 ? -block : block), 0),
      );
      if (flipped > total + 1e-9) beyond += 1;
      else if (flipped > total - 1e-9) beyond += 0.5;
    }
    const line = (await lines('expected')).get('openness');
    expect(line?.n).toBe(n);
    expect(line?.delta).toBeCloseTo((100 * total) / n, 9);
    expect(line?.p).toBeCloseTo(beyond / 2 ** blocks.length, 12);
  });
});
