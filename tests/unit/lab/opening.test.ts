import { beforeEach, describe, expect, it, vi } from 'vitest';
import { pageKey } from '../../../src/app/Router.svelte';
import { Problem } from '../../../src/core/errors';
import { FIRST_DRAFT, isLost, readDraft, writeDraft } from '../../../src/pages/lab/draft';
import { LabPage } from '../../../src/pages/lab/LabPage.svelte';

const store = vi.hoisted(() => ({ draft: '', isBroken: false, writes: [] as string[] }));
vi.mock('../../../src/storage/here', () => ({
  runs: { get: () => Promise.resolve(undefined) },
  settings: {
    all: () =>
      store.isBroken
        ? Promise.reject(new Error('broken'))
        : Promise.resolve({ draft: store.draft }),
    set: (_key: string, text: string) => {
      store.writes.push(text);
      return Promise.resolve();
    },
  },
}));

const mine = { ...FIRST_DRAFT, title: 'Mine', id: 'mine' };

/** What the page does after a change and when it is left. */
function leave(page: LabPage): readonly string[] {
  page.keep()();
  page.keepNow();
  return store.writes;
}

beforeEach(() => {
  Object.assign(store, { draft: writeDraft(mine), isBroken: false, writes: [] });
});

describe('opening the lab', () => {
  it.each([{ code: 'zzzz' }, { study: 'nope' }, { run: 'nope' }])(
    'leaves the kept draft where it is when the address is damaged: %o',
    async (start) => {
      const page = new LabPage();
      expect(await page.open({ page: 'lab', ...start })).toEqual({
        isTaken: false,
        replaced: null,
      });
      expect(page.draft).toEqual(mine);
      expect(page.problem).toBeInstanceOf(Problem);
      expect(leave(page)).toEqual([]);
    },
  );

  it.each([{}, { study: 'quick' }, { code: 'zzzz' }])(
    'writes nothing over a draft that could not be read, until something is changed: %o',
    async (start) => {
      store.isBroken = true;
      const page = new LabPage();
      expect((await page.open({ page: 'lab', ...start })).isTaken).toBe(false);
      expect(page.problem).not.toBeNull();
      expect(leave(page)).toEqual([]);
      page.draft.title = 'Changed';
      expect(leave(page).map((text) => readDraft(text)?.title)).toEqual(['Changed']);
    },
  );

  it('gives what a study took the place of, and keeps it when it is brought back', async () => {
    const page = new LabPage();
    const { isTaken, replaced } = await page.open({ page: 'lab', study: 'quick' });
    expect(isTaken).toBe(true);
    expect(page.draft.id).toBe('quick');
    expect(replaced).toEqual(mine);
    expect(leave(page).map((text) => readDraft(text)?.id)).toEqual(['quick']);
    page.restore(replaced!);
    expect(store.writes.map((text) => readDraft(text)?.id)).toEqual(['quick', 'mine']);
  });

  it('has nothing to give back over an untouched lab, or over the same study', async () => {
    store.draft = '';
    const page = new LabPage();
    expect(await page.open({ page: 'lab', study: 'quick' })).toEqual({
      isTaken: true,
      replaced: null,
    });
    store.draft = leave(page)[0]!;
    expect(await new LabPage().open({ page: 'lab', study: 'quick' })).toEqual({
      isTaken: true,
      replaced: null,
    });
    expect(isLost(mine, FIRST_DRAFT)).toBe(true);
  });

  it('takes a further address while it is open; the last one stands', async () => {
    const page = new LabPage();
    await page.open({ page: 'lab', code: 'zzzz' });
    const [first, second] = await Promise.all([
      page.open({ page: 'lab', study: 'quick' }),
      page.open({ page: 'lab' }),
    ]);
    expect([first.isTaken, second.isTaken]).toEqual([true, false]);
    expect(page.draft.id).toBe('quick');
    expect(page.problem).toBeNull();
  });
});

describe('the lab’s address', () => {
  it('is one page whatever it starts from, unlike shared studies and runs', () => {
    expect(pageKey({ page: 'lab', code: 'a' })).toBe(pageKey({ page: 'lab' }));
    expect(pageKey({ page: 'lab', run: 'a', study: 'b' })).toBe(pageKey({ page: 'lab' }));
    expect(pageKey({ page: 'study', code: 'a' })).not.toBe(pageKey({ page: 'study', code: 'b' }));
    expect(pageKey({ page: 'run', id: 'a', tab: 'about' })).toBe(pageKey({ page: 'run', id: 'a' }));
  });
});
