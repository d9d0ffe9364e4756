import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Run } from '../../../src/core/run';
import { readRunText } from '../../../src/exchange/run-file';
import {
  differingOf,
  promptsApart,
  type DifferingSide,
} from '../../../src/pages/compare/differing';

const HIGH = 'shaping=descriptive,levels=5';
async function recorded(name: string): Promise<Run> {
  return readRunText(new Uint8Array(readFileSync(`datasets/reference-runs/${name}.json.gz`)));
}
const [qwen, smol, quick] = await Promise.all([
  recorded('behavior-table-3-p.qwen2.5-coder-1.5b'),
  recorded('behavior-table-3-p.smollm2-135m'),
  recorded('quick.smollm2-135m'),
]);

function side(
  { manifest, samples }: Run,
  condition = HIGH,
  changes: Partial<Run['manifest']> = {},
): DifferingSide {
  return {
    manifest: { ...manifest, ...changes },
    condition: { id: condition, label: condition },
    samples: samples.filter((sample) => sample.condition === condition),
  };
}
const kinds = (a: DifferingSide, b: DifferingSide) => differingOf(a, b).map(({ kind }) => kind);

describe('what two sides do not share', () => {
  it('is the model alone for two models on one study, its template being a part of it', () => {
    expect(kinds(side(qwen), side(smol))).toEqual(['model']);
  });
  it('is the condition alone for two conditions of one run', () => {
    expect(differingOf(side(smol), side(smol, 'baseline'))).toEqual([
      { kind: 'condition', a: HIGH, b: 'baseline' },
    ]);
    expect(differingOf(side(smol), side(smol))).toEqual([]);
  });
  it('names the engine and the items where the same file answered elsewhere', () => {
    expect(kinds(side(smol), side(quick))).toEqual(['engine', 'items']);
    expect(differingOf(side(smol), side(quick))[1]).toEqual({
      kind: 'items',
      a: '510 items',
      b: '20 items',
    });
  });
  it('names each setting that bears on an answer, and no name of the study', () => {
    const study = { ...smol.manifest.study, lead: '', id: 'other', title: 'Other', seed: 9 };
    const other = side(smol, HIGH, { runId: 'other', study });
    expect(differingOf(side(smol), other)).toEqual([
      { kind: 'lead', a: smol.manifest.study.lead, b: '' },
    ]);
  });
  it('takes a file whose hash is not known for another one', () => {
    const { answer } = smol.manifest.models;
    const unknown = { runId: 'x', models: { answer: { ...answer, sha256: '' } } };
    expect(kinds(side(smol, HIGH, unknown), side(smol, HIGH, { ...unknown, runId: 'y' }))).toEqual([
      'model',
    ]);
  });
});

describe('prompts apart', () => {
  it('are not looked for where the hashes are equal', () => {
    expect(promptsApart(side(qwen), side(smol))).toBeNull();
    expect(promptsApart(side(qwen), side(smol, 'baseline'))).toBeNull();
  });
  it('leave the template’s markers out, also those of another template', () => {
    const promptHash = '0'.repeat(64);
    const other = side(smol, HIGH, { runId: 'other', promptHash });
    expect(promptsApart(side(qwen), other)).toEqual({ apart: 0, shared: 510 });
    const gemma = {
      ...other,
      samples: other.samples.map((sample) => ({
        ...sample,
        prompt: String(sample.prompt)
          .replace('<|im_start|>user\n', '<bos><start_of_turn>user\n')
          .replace('<|im_end|>\n<|im_start|>assistant\n', '<end_of_turn>\n<start_of_turn>model\n'),
      })),
    };
    expect(promptsApart(side(qwen), gemma)).toEqual({ apart: 0, shared: 510 });
  });
  it('count the items that were asked in other words', () => {
    const other = side(smol, HIGH, { runId: 'other', promptHash: '0'.repeat(64) });
    const [first, ...rest] = other.samples;
    const changed = {
      ...other,
      samples: [{ ...first, prompt: `${String(first?.prompt)} Please.` }, ...rest],
    } as DifferingSide;
    expect(promptsApart(side(qwen), changed)).toEqual({ apart: 1, shared: 510 });
    expect(kinds(side(qwen), changed)).toEqual(['model', 'prompts']);
  });
});
