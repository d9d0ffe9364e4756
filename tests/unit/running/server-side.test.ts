import { describe, expect, it } from 'vitest';
import { ServerSide } from '../../../src/components/running/ServerSide.svelte';
import type { Input } from '../../../src/core/engine';
import type { Sample } from '../../../src/core/run';
import type { OptionForms } from '../../../src/core/suite';
import type { EndpointEngine } from '../../../src/engines/endpoint';
import { askShares } from '../../../src/experiment/answering';
import { RunControl } from '../../../src/experiment/control';
import { StandIn } from '../experiment/stand-in';
import { endpointModel } from './made-models';

const input: Input = {
  kind: 'chat',
  messages: [{ role: 'user', content: 'Q' }],
  system: 'none',
  lead: '',
};
const letters: OptionForms[] = [
  { key: 'a', forms: ['A', '(A'] },
  { key: 'b', forms: ['B', '(B'] },
];
const model = {
  ...endpointModel,
  prices: { prompt: 1_000_000, cached: 500_000, completion: 2_000_000 },
  limit: 15,
};
/** A stand-in for a server with raw completions: a request takes 10 prompt tokens, 4 of them cached: 6 + 2 = 8. */
function madeEngine(): EndpointEngine {
  const standIn = new StandIn({
    next: (prompt): Record<string, number> =>
      prompt === 'Q' ? { '(': 0.9, A: 0.1 } : { A: 0.5, B: 0.5 },
  });
  return {
    kind: 'endpoint',
    server: 'llama.cpp',
    way: 'raw',
    probabilities: true,
    concurrency: 1,
    cautions: [],
    model: standIn.model,
    environment: {},
    next: (...asked) => standIn.next(...asked),
    generate: (...asked) => standIn.generate(...asked),
    dispose: () => standIn.dispose(),
  };
}

describe('what a run on a server has spent', () => {
  it('is shown as the limit found it, and is the same once the run goes on', async () => {
    const side = new ServerSide();
    side.begin(model);
    const control = new RunControl();
    let shown = 0;
    const engine = side.watch(madeEngine(), { samples: [], artifacts: [] }, control, () => {
      shown = side.spent;
    });
    const { prompt, tokens, ms } = await askShares(engine, input, letters);
    // Two requests, 16: the second reaches 15 while the answer is not kept yet.
    expect(shown).toBe(16);
    expect(side).toMatchObject({ spent: 16, limit: 15, isReached: true });
    const named = { trial: 't', item: 'i', condition: 'c', repeat: 0, order: 'a,b' };
    const sample: Sample = { ...named, status: 'answered', prompt, tokens, ms };
    side.answered([sample]);
    expect(side).toMatchObject({ spent: 16, tokens: { prompt: 20, cached: 8, completion: 0 } });

    const later = new ServerSide();
    later.begin(model);
    later.watch(madeEngine(), { samples: [sample], artifacts: [] }, new RunControl(), () => {
      shown = 2 * later.spent;
    });
    expect(shown).toBe(32);
    expect(later).toMatchObject({ spent: 16, isReached: true });
  });
});
