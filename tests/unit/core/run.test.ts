import { gunzipSync } from 'node:zlib';
import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { manifestSchema } from '../../../src/core/run';

const recorded = JSON.parse(
  gunzipSync(readFileSync('datasets/reference-runs/quick.qwen2.5-coder-1.5b.json.gz')).toString(),
) as { manifest: Record<string, unknown> };

function accepts(change: Record<string, unknown>): boolean {
  return v.safeParse(manifestSchema, { ...recorded.manifest, ...change }).success;
}

describe('the schema of a manifest', () => {
  it('takes a recorded one', () => {
    expect(accepts({})).toBe(true);
    expect(accepts({ startedAt: '2026-11-30T21:03:14+05:30', finishedAt: '' })).toBe(true);
  });

  it('refuses a time that no clock reads', () => {
    // The pattern of ISO 8601 allows an offset without minutes, Date does not.
    expect(accepts({ startedAt: '2026-11-30T21:03:14+05' })).toBe(false);
    expect(accepts({ finishedAt: 'yesterday' })).toBe(false);
  });

  it('refuses an id that no address can carry', () => {
    expect(accepts({ runId: '\ud800half' })).toBe(false);
    expect(accepts({ runId: 'a/../b 😀' })).toBe(true);
    expect(accepts({ runId: '' })).toBe(false);
  });

  it('refuses more trials than there can be', () => {
    expect(accepts({ trials: 1e15 })).toBe(false);
  });
});
