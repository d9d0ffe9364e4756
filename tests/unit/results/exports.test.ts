import { describe, expect, it } from 'vitest';
import { resultsCsv } from '../../../src/components/run/exports';
import { measureOf, measuresOf, samplesBehind } from '../../../src/components/run/run-place';
import type { Run } from '../../../src/core/run';
import { expandConditions } from '../../../src/experiment/condition';
import { manifest } from '../../fixtures/storage/build-run';
import { gridRows } from '../analysis/made';

const HIGH = 'shaping=descriptive,levels=5';

describe('resultsCsv', () => {
  it('has every measure by trait and by behaviour, PIS with its test', async () => {
    const run: Run = {
      format: 'crossroads-run/1',
      manifest: manifest(),
      artifacts: [],
      samples: [],
    };
    const rows = [
      ...gridRows([2, 2, 2, 2, 2, 2], () => false),
      ...gridRows([2, 2, 2, 2, 2, 2], () => true, { condition: HIGH }),
    ];
    const csv = resultsCsv(run, rows, await expandConditions(manifest().study));
    const lines = csv.trimEnd().split('\r\n');
    expect(lines[0]?.split(',')).toHaveLength(18);
    const pis = lines.find((line) => line.includes(',pis,scale,'));
    expect(pis).toContain(`"${HIGH}",baseline,100,`);
    expect(pis).toContain('higher');
    for (const measure of measuresOf(manifest())) {
      expect(lines.filter((line) => line.includes(`,${measure},scale,`)).length).toBeGreaterThan(0);
    }
  });
});

describe('the address of a run', () => {
  it('shows what the run has, where it asks for something else', () => {
    const written = { study: { ...manifest().study, answer: 'generate' as const } };
    expect(measureOf({ measure: 'mass' }, measuresOf(written))).toBe('r');
    expect(measureOf({}, measuresOf(manifest()))).toBe('expected');
    expect(measureOf({ measure: 'pis' }, measuresOf(manifest()))).toBe('pis');
  });

  it('leads from a cell to its samples', () => {
    const view = { measure: 'pis', by: 'cluster', flagged: 'without', text: 'gone' } as const;
    expect(samplesBehind({ group: 'o-camp', condition: HIGH }, view)).toEqual({
      tab: 'samples',
      measure: 'pis',
      by: 'cluster',
      behaviour: 'o-camp',
      condition: HIGH,
      flagged: 'without',
    });
    expect(samplesBehind({ group: 'openness', condition: HIGH }, {})).toEqual({
      tab: 'samples',
      trait: 'openness',
      condition: HIGH,
    });
    expect(samplesBehind({ group: 'all', condition: HIGH }, {})).toEqual({
      tab: 'samples',
      condition: HIGH,
    });
    expect(samplesBehind({ group: 'overall', condition: HIGH }, {})).toBeNull();
  });
});
