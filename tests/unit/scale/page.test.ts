import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { tableOf } from '../../../src/analysis/table';
import type { RunAtHand } from '../../../src/components/results/runs-at-hand';
import { Problem } from '../../../src/core/errors';
import { runSchema, type Run } from '../../../src/core/run';
import * as v from 'valibot';
import { measuresOf, setsFor, studyChoice } from '../../../src/pages/scale/choice';
import { curveAxis, curvePanels } from '../../../src/pages/scale/figure';
import { loadedRun } from '../../../src/pages/scale/loaded-run';
import { offersOf } from '../../../src/pages/scale/offers';
import { measureName, setName, sizeCautions } from '../../../src/pages/scale/words';
import { scaleSets } from '../../../src/analysis/scale-sets';
import { en } from '../../../src/text/en';

/** Recorded runs as their files hold them: the real ones that the page shows. */
function recorded(file: string): { atHand: RunAtHand; run: Run } {
  const address = new URL(`../../../datasets/reference-runs/${file}.json.gz`, import.meta.url);
  const run = v.parse(runSchema, JSON.parse(gunzipSync(readFileSync(address)).toString()));
  const { study, models } = run.manifest;
  return {
    run,
    atHand: {
      name: `recorded:${file}`,
      title: study.title,
      study: study.id,
      model: models.answer.id,
      badge: 'recorded',
      isFinished: true,
      suite: study.suite,
    },
  };
}
const small = recorded('quick.smollm2-135m');
const large = recorded('quick.qwen2.5-coder-1.5b');
const levels = recorded('behavior-table-5-p.smollm2-135m');
const decisions = recorded('decision-quick.smollm2-135m');
const studies = new Map(
  [small, levels, decisions].map(({ run }) => [run.manifest.study.id, run.manifest.study]),
);
const studyOf = ({ study }: RunAtHand) => Promise.resolve(studies.get(study));
const offers = () =>
  offersOf(
    [levels, small, large, decisions].map(({ atHand }) => atHand),
    studyOf,
  );
const load = ({ atHand, run }: typeof small) => loadedRun(atHand, run);

it('begins a line with the name of a value, but writes the symbol r small', () => {
  expect((['r', 'pis', 'expected', 'accuracy'] as const).map(measureName)).toEqual([
    'r',
    'PIS',
    'Expected r',
    'Accuracy',
  ]);
});

describe('studies that are offered', () => {
  it('stand by the most models first, with the axes they have curves on', async () => {
    expect((await offers()).map(({ id, axes, runs }) => [id, axes, runs.length])).toEqual([
      ['quick', ['size'], 2],
      ['behavior-table-5-p', ['size', 'level'], 1],
      ['decision-quick', ['size'], 1],
    ]);
  });
  it('leave out one that this version cannot read, and pass on any other fault', async () => {
    const broken = {
      ...small.run.manifest.study,
      conditions: [{ shaping: ['quantified' as const] }],
    };
    expect(await offersOf([small.atHand], () => Promise.resolve(broken))).toEqual([]);
    expect(await offersOf([small.atHand], () => Promise.resolve(undefined))).toEqual([]);
    const fault = new Problem('storage-failed', { what: 'gone', next: 'again' });
    await expect(offersOf([small.atHand], () => Promise.reject(fault))).rejects.toBe(fault);
  });
});

describe('what an address comes to', () => {
  it('is the first study of the axis unless it names one that has it', async () => {
    const all = await offers();
    expect(studyChoice({}, all)).toMatchObject({
      axis: 'size',
      suite: 'behavior',
      suites: ['behavior', 'decision'],
      study: { id: 'quick' },
      isOther: false,
    });
    expect(studyChoice({ study: 'decision-quick' }, all)).toMatchObject({ suite: 'decision' });
    expect(studyChoice({ x: 'level', study: 'quick' }, all)).toMatchObject({
      study: { id: 'behavior-table-5-p' },
      isOther: true,
    });
    expect(studyChoice({ x: 'wording' }, all)).toMatchObject({ study: null, studies: [] });
  });
  it('offers separation where there are two ends, and PIS by what the answers are', async () => {
    const run = await load(small);
    const sets = scaleSets(run.conditions, 'size');
    expect(measuresOf(run, 'behavior', 'size', sets)).toEqual([
      'expected',
      'r',
      'separation',
      'pis-expected',
      'pis',
    ]);
    expect(measuresOf({ answer: 'generate' }, 'behavior', 'level', sets)).toEqual(['r', 'pis']);
    expect(measuresOf({ answer: 'generate' }, 'decision', 'size', [])).toEqual(['accuracy']);
  });
});

describe('the figure', () => {
  it('shows the same values as the runs’ own tables', async () => {
    const runs = await Promise.all([load(small), load(large)]);
    const sets = setsFor(runs[0]!, 'size', 'expected');
    expect(sets.map((set) => setName(set, 'size'))).toEqual(['descriptive']);
    const choice = { runs, sets, axis: 'size', measure: 'expected', hrefOf: () => '#/x' } as const;
    const panels = curvePanels(choice);
    const own = runs.map((run) =>
      tableOf(run.rows, { measure: 'expected', by: 'scale' }).cells.map(
        ({ group, condition, value, low, n }) => [group, condition, value, low, n],
      ),
    );
    const { high, low } = sets[0]!.places[0]!;
    const drawn = runs.map((_, run) =>
      panels.flatMap(({ id, lines }) =>
        lines.map(({ style, points }) => {
          const point = points[run]!;
          const condition = style === 'high' ? high : style === 'low' ? low : 'baseline';
          return [id, condition, point.value, point.low, point.n];
        }),
      ),
    );
    const sorted = (cells: readonly unknown[][]) =>
      cells.map((cell) => JSON.stringify(cell)).sort();
    expect(drawn[0]).toHaveLength(3 * new Set(own[0]!.map(([group]) => group)).size);
    expect(drawn.map(sorted)).toEqual(own.map(sorted));
    // Two families: nothing is joined.
    expect(panels.flatMap(({ lines }) => lines.flatMap(({ joined }) => joined))).toEqual([]);
    expect(curveAxis(choice).ticks.map(({ x }) => x)).toEqual([1e8, 3e8, 1e9, 3e9]);
    expect(curveAxis(choice).names).toHaveLength(2);
  });
  it('draws a line a run over levels, of the five traits in their order', async () => {
    const run = await load(levels);
    const twin = { ...run, name: 'twin', startedAt: '2026-12-02T00:00:00Z' };
    const sets = setsFor(run, 'level', 'expected');
    const base = { sets, axis: 'level', measure: 'expected', hrefOf: () => '#/x' } as const;
    const [openness, ...others] = curvePanels({ ...base, runs: [run] });
    expect(others).toHaveLength(4);
    expect(openness?.lines.map(({ style, joined }) => [style, joined])).toEqual([
      ['main', [[0, 1, 2, 3, 4]]],
      ['reference', [[0, 1, 2, 3, 4]]],
    ]);
    const [both] = curvePanels({ ...base, runs: [run, twin] });
    expect(both?.lines.map(({ style, points, joined }) => [style, points.length, joined])).toEqual([
      ['main', 5, [[0, 1, 2, 3, 4]]],
      ['second', 5, [[0, 1, 2, 3, 4]]],
    ]);
  });
  it('has a panel for each method of decisions, held against no profile', async () => {
    const run = await load(decisions);
    const panels = curvePanels({
      runs: [run],
      sets: setsFor(run, 'size', 'accuracy'),
      axis: 'size',
      measure: 'accuracy',
      hrefOf: () => '#/x',
    });
    expect(panels).toHaveLength(4);
    expect(panels[0]?.lines.map(({ style }) => style)).toEqual(['main']);
    expect(panels[1]?.lines.map(({ style }) => style)).toEqual(['main', 'reference']);
    expect(panels[1]?.lines[1]?.points[0]?.value).toBe(panels[0]?.lines[0]?.points[0]?.value);
  });
});

describe('cautions', () => {
  it('say how few sizes there are, what coder models are for, and that formats differ', async () => {
    const text = en.scale.caution;
    const runs = await Promise.all([load(small), load(large)]);
    expect(sizeCautions(runs)).toEqual([
      text.points(2, [text.family('SmolLM2', 1), text.family('Qwen2.5-Coder', 1)]),
      text.few,
      text.families,
      text.coder(['Qwen2.5-Coder']),
      text.formats(['Q8_0', 'Q4_K_M']),
    ]);
    const [one] = runs;
    expect(sizeCautions([one!, { ...one!, name: 'again' }])).toContain(text.twice);
    expect(sizeCautions([{ ...one!, family: '' }])).toContain(text.unnamed([one!.model]));
  });
});
