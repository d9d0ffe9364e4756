import { describe, expect, it } from 'vitest';
import { aborted, asProblem, type Problem } from '../../../src/core/errors';
import type { CatalogueEntry } from '../../../src/decision/catalogue';
import { textHash } from '../../../src/decision/novels/novel-text';
import { runNovelJob } from '../../../src/exchange/novel-job';
import { fetchNovel, type NovelNetwork } from '../../../src/exchange/novel-source';
import { epubFiles, page } from '../decision/novels/made-books';

const COMMIT = 'a'.repeat(40);
const ROOT = `https://cdn.jsdelivr.net/gh/standardebooks/a-writer_a-book@${COMMIT}/src/epub/`;
const chapter = (n: number) =>
  page(`<section epub:type="chapter"><h2>${n}</h2><p>Text ${n}</p></section>`, 'bodymatter');
const PAGES = Object.fromEntries(
  Array.from({ length: 9 }, (_, i) => [`c${i + 1}.xhtml`, chapter(i + 1)]),
);
const CHAPTERS = Array.from({ length: 9 }, (_, i) => ({
  title: `${i + 1}`,
  paragraphs: [`Text ${i + 1}`],
}));

async function entry(change: Partial<CatalogueEntry> = {}): Promise<CatalogueEntry> {
  return {
    id: 'a-book',
    title: 'A Book',
    author: 'A. Writer',
    year: 1900,
    genres: ['literary'],
    narration: 'third-person',
    selection: { fiction: true, person: 'third', linear: true, note: 'In order.' },
    source: { kind: 'standard-ebooks', slug: 'a-writer_a-book', commit: COMMIT },
    words: 18,
    chapters: 9,
    hash: await textHash(CHAPTERS),
    ...change,
  };
}

/** A publisher's server; `fail` may answer a request its own way, by address and attempt (from 1). */
function server(
  fail: (address: string, attempt: number) => Response | Error | undefined = () => undefined,
) {
  const files = new Map(
    Object.entries(epubFiles(PAGES)).map(([name, text]) => [
      `${ROOT}${name.replace('epub/', '')}`,
      text,
    ]),
  );
  const asked: string[] = [];
  const pauses: number[] = [];
  let atOnce = 0;
  let most = 0;
  const network: NovelNetwork = {
    async fetch(request) {
      const address = request as string;
      asked.push(address);
      most = Math.max(most, (atOnce += 1));
      await new Promise((resolve) => setTimeout(resolve, 1));
      atOnce -= 1;
      const own = fail(address, asked.filter((one) => one === address).length);
      if (own instanceof Error) throw own;
      const text = files.get(address);
      return own ?? new Response(text ?? null, { status: text === undefined ? 404 : 200 });
    },
    pause: (ms) => {
      pauses.push(ms);
      return Promise.resolve();
    },
    parse: (job) => runNovelJob(job),
  };
  return { network, asked, pauses, most: () => most };
}

async function problemOf(promise: Promise<unknown>): Promise<Problem> {
  return promise.then(() => expect.unreachable(), asProblem);
}

describe('a novel of a publisher', () => {
  it('comes from the pinned commit in the order of its package file, at most four pages at once', async () => {
    const { network, asked, most } = server();
    const shares: number[] = [];
    const novel = await fetchNovel(
      await entry(),
      { onProgress: (share) => shares.push(share) },
      network,
    );
    expect(novel).toEqual({
      id: 'a-book',
      title: 'A Book',
      author: 'A. Writer',
      hash: await textHash(CHAPTERS),
      chapters: CHAPTERS,
    });
    expect(asked[0]).toBe(`${ROOT}content.opf`);
    expect(asked.length).toBe(10);
    expect(most()).toBe(4);
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect(shares.at(-1)).toBe(1);
  });

  it('survives a broken connection and a busy server', async () => {
    const { network, pauses } = server((address, attempt) => {
      if (address.endsWith('c3.xhtml') && attempt === 1) return new TypeError('network error');
      if (address.endsWith('c7.xhtml') && attempt < 3) return new Response(null, { status: 503 });
      return undefined;
    });
    expect((await fetchNovel(await entry(), {}, network)).chapters.length).toBe(9);
    expect(pauses.sort()).toEqual([1000, 1000, 4000]);
  });

  it('is not there at all after a failure half way, and the sentence says so', async () => {
    const { network, asked } = server((address) =>
      address.endsWith('c5.xhtml') ? new TypeError('network error') : undefined,
    );
    const problem = await problemOf(fetchNovel(await entry(), {}, network));
    expect(problem.sentence).toBe(
      '“A Book” could not be loaded: the connection failed. Nothing of it was kept; the rest of the shelf is as it was. Try again, or add your own copy of the book as a file.',
    );
    expect(problem.code).toBe('download-failed');
    expect(asked.filter((address) => address.endsWith('c5.xhtml')).length).toBe(3);
  });

  it('is not asked for again where a page is missing', async () => {
    const { network, asked } = server((address) =>
      address.endsWith('c2.xhtml') ? new Response(null, { status: 404 }) : undefined,
    );
    expect((await problemOf(fetchNovel(await entry(), {}, network))).message).toContain('404');
    expect(asked.filter((address) => address.endsWith('c2.xhtml')).length).toBe(1);
  });

  it('is refused where its text is another one', async () => {
    const other = await entry({ hash: 'b'.repeat(64) });
    const problem = await problemOf(fetchNovel(other, {}, server().network));
    expect(problem.code).toBe('hash-mismatch');
    expect(problem.kept).toBe('Nothing of it was kept.');
  });

  it('stops when told to', async () => {
    const stop = new AbortController();
    const { network, asked } = server();
    const loading = fetchNovel(
      await entry(),
      { signal: stop.signal, onProgress: () => stop.abort() },
      network,
    );
    expect((await problemOf(loading)).code).toBe('aborted');
    expect(asked.length).toBeLessThan(10);
    const before = await problemOf(fetchNovel(await entry(), { signal: stop.signal }, network));
    expect(before.sentence).toBe(aborted().sentence);
  });

  it.each(['<html><body>Log in</body></html>', '', 'x'])(
    'is not loaded where “%s” comes in its place',
    async (answer) => {
      const { network } = server((address) =>
        address.endsWith('content.opf') ? new Response(answer) : undefined,
      );
      await expect(fetchNovel(await entry(), {}, network)).rejects.toMatchObject({
        code: 'download-failed',
        message: '“A Book” could not be loaded: what came is not the book.',
      });
    },
  );
});
