import { describe, expect, it } from 'vitest';
import { claimedAgreement } from '../../../src/analysis/claimed';
import { claimsOf, foundCells } from '../../../src/components/results/claims';
import { decodeStudy, encodeStudy } from '../../../src/exchange/link';
import { manifest } from '../../fixtures/storage/build-run';
import { gridRows, unanswered } from '../analysis/made';

const rows = gridRows([4, 4, 4], (i) => i < 3);

describe('claimsOf', () => {
  it('agrees with the same run after its way through a link', () => {
    const claims = claimsOf(rows, manifest());
    expect(claims).toMatchObject({ measure: 'expected', model: 'smollm2-135m' });
    const sent = decodeStudy(encodeStudy(manifest().study, claims)).claims;
    expect(sent?.cells).toEqual([{ id: 'openness/baseline', n: 12, value: 75 }]);
    const found = foundCells(rows, manifest());
    expect(claimedAgreement(sent?.cells ?? [], found, 'expected').verdict).toBe('agrees');
  });

  it('counts answers where they were written', () => {
    const study = { ...manifest().study, answer: 'generate' as const };
    expect(claimsOf(rows, manifest({ study }))?.measure).toBe('count');
  });

  it('claims nothing of a run without answers', () => {
    expect(claimsOf([unanswered('error')], manifest())).toBeNull();
    expect(claimsOf([], manifest())).toBeNull();
  });
});
