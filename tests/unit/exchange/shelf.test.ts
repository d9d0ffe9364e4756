import { describe, expect, it, vi } from 'vitest';
import { aborted, asProblem, Problem } from '../../../src/core/errors';
import type { Novel } from '../../../src/core/novel';
import type { CatalogueEntry } from '../../../src/decision/catalogue';
import { readBook } from '../../../src/decision/novels/read-book';
import { OFFLINE_FILES, offlineAddress } from '../../../src/exchange/offline-novels';
import { novelCatalogue } from '../../../src/exchange/novel-catalogue';
import type { LoadOptions } from '../../../src/exchange/novel-source';
import { Shelf } from '../../../src/exchange/shelf';
import type { NovelRow } from '../../../src/storage/db';

const hash = (letter: string) => letter.repeat(64);
const novel = (id: string, letter = 'a'): Novel => ({
  id,
  title: id,
  author: '',
  hash: hash(letter),
  chapters: [{ title: 'I', paragraphs: ['One.'] }],
});
const known = { id: 'emma', hash: hash('a'), source: { kind: 'standard-ebooks' } };

/** A shelf over a map, whose downloads end when the test says so. */
function made() {
  const rows = new Map<string, { novel: Novel; source: NovelRow['source'] }>();
  const downloads: { options: LoadOptions; done(): void; fail(error: unknown): void }[] = [];
  const shelf = new Shelf({
    novels: {
      get: (id) => Promise.resolve(rows.get(id)?.novel ?? null),
      has: (id) => Promise.resolve(rows.has(id)),
      put: (novel, source) => Promise.resolve(void rows.set(novel.id, { novel, source })),
    },
    catalogue: () => Promise.resolve([known as CatalogueEntry]),
    fetchNovel: (entry, options) =>
      new Promise((resolve, reject) => {
        options.signal?.addEventListener('abort', () => reject(aborted()));
        downloads.push({ options, done: () => resolve(novel(entry.id)), fail: reject });
      }),
    readOwn: (bytes, name) => readBook(bytes, name),
  });
  const started = (count: number) => vi.waitFor(() => expect(downloads.length).toBe(count));
  return { shelf, rows, downloads, started };
}

describe('the shelf', () => {
  it('gives what is kept, and loads and keeps what is not', async () => {
    const { shelf, rows, downloads, started } = made();
    expect(await shelf.isHere('emma')).toBe(false);
    const loading = shelf.novel('emma');
    await started(1);
    downloads[0]?.done();
    expect(await loading).toEqual(novel('emma'));
    expect(rows.get('emma')).toEqual({ novel: novel('emma'), source: { kind: 'catalogue' } });
    expect(await shelf.isHere('emma')).toBe(true);
    expect(await shelf.novel('emma')).toEqual(novel('emma'));
    expect(downloads.length).toBe(1);
  });

  it('loads again what was kept of another text', async () => {
    const { shelf, rows, downloads, started } = made();
    rows.set('emma', { novel: novel('emma', 'b'), source: { kind: 'catalogue' } });
    const loading = shelf.novel('emma');
    await started(1);
    downloads[0]?.done();
    expect((await loading).hash).toBe(hash('a'));
  });

  it('shares a download, and stops it with the last who waits', async () => {
    const { shelf, rows, downloads, started } = made();
    const [one, two] = [new AbortController(), new AbortController()];
    const shares: number[] = [];
    const first = shelf.novel('emma', { signal: one.signal }).catch(asProblem);
    const second = shelf
      .novel('emma', { signal: two.signal, onProgress: (share) => shares.push(share) })
      .catch(asProblem);
    await started(1);
    await vi.waitFor(() => {
      downloads[0]?.options.onProgress?.(0.5);
      expect(shares).toContain(0.5);
    });
    one.abort();
    expect(await first).toMatchObject({ code: 'aborted' });
    expect(downloads[0]?.options.signal?.aborted).toBe(false);
    two.abort();
    expect(await second).toMatchObject({ code: 'aborted' });
    expect(downloads[0]?.options.signal?.aborted).toBe(true);
    expect(rows.size).toBe(0);
    // Whoever comes then starts anew.
    const third = shelf.novel('emma');
    await started(2);
    downloads[1]?.done();
    expect(await third).toEqual(novel('emma'));
  });

  it('keeps nothing of a download that fails', async () => {
    const { shelf, rows, downloads, started } = made();
    const loading = shelf.novel('emma').catch(asProblem);
    await started(1);
    downloads[0]?.fail(new Problem('download-failed', { what: 'Broken off.' }));
    expect(await loading).toMatchObject({ code: 'download-failed' });
    expect(rows.size).toBe(0);
  });

  it('adds a file once, says so when it comes again, and misses what was never added', async () => {
    const { shelf, rows } = made();
    const file = new File(['CHAPTER 1\n\nOne went out.\n\nCHAPTER 2\n\nTwo came in.'], 'Tale.txt');
    const first = await shelf.add(file);
    expect([first.already, first.novel.title, rows.size]).toEqual([false, 'Tale', 1]);
    expect(rows.get(first.novel.id)?.source).toEqual({ kind: 'own', file: 'Tale.txt' });
    expect((await shelf.add(file)).already).toBe(true);
    expect(rows.size).toBe(1);
    expect(await shelf.novel('own-0000000000000000').catch(asProblem)).toMatchObject({
      code: 'novel-missing',
    });
  });
});

describe('the novels of the site', () => {
  it('are those of the catalogue', async () => {
    const files = (await novelCatalogue()).flatMap(({ source }) =>
      source.kind === 'offline' ? [source.file] : [],
    );
    expect([...OFFLINE_FILES].sort()).toEqual([...files].sort());
    expect(offlineAddress('austen-emma.txt')).toMatch(/austen-emma/);
    expect(() => offlineAddress('austen-x.txt')).toThrow('does not hold the text austen-x.txt');
  });
});
