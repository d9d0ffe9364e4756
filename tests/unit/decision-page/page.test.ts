import { describe, expect, it } from 'vitest';
import { aborted, Problem } from '../../../src/core/errors';
import type { Novel } from '../../../src/core/novel';
import type { Decision } from '../../../src/decision/dataset';
import { NO_REPLACER } from '../../../src/decision/entities';
import { paragraphHash } from '../../../src/decision/novels/clean';
import { DecisionPage } from '../../../src/pages/decision/DecisionPage.svelte';
import type { Sources } from '../../../src/pages/decision/sources';

const novel: Novel = {
  id: 'n',
  title: 'N',
  author: 'A',
  hash: '0'.repeat(64),
  chapters: [{ title: 'One', paragraphs: ['He hid the key.', 'He took it out.'] }],
};

async function decision(at = 'He took it out.'): Promise<Decision> {
  return {
    id: 'd',
    novel: 'n',
    cluster: 'n',
    character: { id: 'c', novel: 'n', name: 'He', aliases: [], statements: [] },
    at: { chapter: 1, paragraph: 2, hash: await paragraphHash(at) },
    scenario: 's',
    question: 'q',
    options: { A: 'a', B: 'b', C: 'c', D: 'd' },
    answer: 'B',
    motivation: null,
    evidence: [{ chapter: 1, paragraph: 1, hash: await paragraphHash('He hid the key.') }],
  };
}

async function opened(changes: Partial<Sources> = {}, at?: string): Promise<DecisionPage> {
  const found = await decision(at);
  const sources: Sources = {
    decision: (id) =>
      Promise.resolve(
        id === 'd'
          ? {
              decision: found,
              novel: { id: 'n', title: 'N', author: 'A', genres: [] },
              ratings: [],
              isOwn: false,
              replacerOf: () => NO_REPLACER,
            }
          : null,
      ),
    isHere: () => Promise.resolve(true),
    novel: () => Promise.resolve(novel),
    ...changes,
  };
  const page = new DecisionPage('n', 'd', sources);
  page.open();
  await settled();
  return page;
}

/** Long enough for what a page does by itself with stand-ins. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 20));

describe('a decision’s page', () => {
  it('opens the novel by itself where it is here', async () => {
    const page = await opened();
    expect(page.shelved).toBe('here');
    expect(page.novel).toBe(novel);
    expect(page.isMoved).toBe(false);
    expect(page.isRevealed).toBe(false);
  });

  it('waits to be told where it would have to be fetched', async () => {
    const page = await opened({ isHere: () => Promise.resolve(false) });
    expect(page.shelved).toBe('absent');
    expect(page.decision?.id).toBe('d');
    await page.load();
    expect(page.shelved).toBe('here');
  });

  it('says which place has moved, and goes on', async () => {
    const page = await opened({}, 'He threw it away.');
    expect(page.isMoved).toBe(true);
    const [place] = page.decision?.evidence ?? [];
    if (place === undefined) throw new Error('no evidence');
    expect(page.hasMoved(place)).toBe(false);
  });

  it('keeps the question where the novel fails, and can try again', async () => {
    let tries = 0;
    const page = await opened({
      novel: () => {
        tries += 1;
        return tries === 1
          ? Promise.reject(new Problem('offline', { what: 'No network.' }))
          : Promise.resolve(novel);
      },
    });
    expect(page.shelved).toBe('absent');
    expect(page.novelProblem?.code).toBe('offline');
    expect(page.problem).toBeNull();
    await page.load();
    expect(page.novelProblem).toBeNull();
    expect(page.shelved).toBe('here');
  });

  it('stops a load without a complaint', async () => {
    const page = await opened({
      isHere: () => Promise.resolve(false),
      novel: (_, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(aborted()));
        }),
    });
    const loading = page.load();
    expect(page.shelved).toBe('loading');
    page.stopLoading();
    await loading;
    expect(page.shelved).toBe('absent');
    expect(page.novelProblem).toBeNull();
  });

  it('has no decision that this version does not know, nor one of another novel', async () => {
    const unknown = await opened({ decision: () => Promise.resolve(null) });
    expect(unknown.problem?.message).toMatch(/no such decision/);
    const found = { ...(await decision()), novel: 'another' };
    const foreign = await opened({
      decision: () =>
        Promise.resolve({
          decision: found,
          novel: { id: 'another', title: 'X', author: 'Y', genres: [] },
          ratings: [],
          isOwn: false,
          replacerOf: () => NO_REPLACER,
        }),
    });
    expect(foreign.problem?.message).toMatch(/no such decision/);
  });
});
