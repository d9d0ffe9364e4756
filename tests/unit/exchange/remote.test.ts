import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { fetchRun } from '../../../src/exchange/remote';
import { gzipped, runBlob, writeRunJson, writeRunLines } from '../../../src/exchange/run-file';
import { run } from '../../fixtures/storage/build-run';

let server: Server | undefined;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** A real server on this device; gives the address of its file. */
async function serving(listener: RequestListener): Promise<string> {
  const made = createServer(listener);
  server = made;
  await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(made.address() as AddressInfo).port}/run.json`;
}

describe('fetchRun', () => {
  it('reads a file, compressed or not, and sends neither cookie nor address of this page', async () => {
    const packed = Buffer.from(await (await gzipped(runBlob(run(50), 'jsonl'))).arrayBuffer());
    const headers: NodeJS.Dict<string | string[]>[] = [];
    const address = await serving((request, response) => {
      headers.push(request.headers);
      response.end(request.url === '/run.json' ? writeRunJson(run(50)) : packed);
    });
    const seen: number[] = [];
    const file = await fetchRun(address, { onProgress: ({ total }) => seen.push(total) });
    expect(file).toEqual({ run: run(50), problem: null });
    expect(seen.at(-1)).toBe(writeRunJson(run(50)).length);
    expect((await fetchRun(address.replace('run.json', 'run.jsonl.gz'))).run).toEqual(run(50));
    expect(headers[0]?.['cookie']).toBeUndefined();
    expect(headers[0]?.['referer']).toBeUndefined();
  });

  it.each<[number, string]>([
    [404, 'There is no file at this address (127.0.0.1:'],
    [403, 'does not give this file to everyone.'],
    [429, 'has too many requests just now.'],
    [500, 'answers with the error 500.'],
  ])('says what HTTP error %i means', async (status, what) => {
    const address = await serving((_, response) => response.writeHead(status).end('no'));
    const failure = fetchRun(address);
    await expect(failure).rejects.toMatchObject({ code: 'download-failed' });
    await expect(failure).rejects.toThrow(what);
  });

  it('says that a server is not there or does not let pages read it', async () => {
    const address = await serving((_, response) => response.end());
    server?.close();
    server?.closeAllConnections();
    await expect(fetchRun(address)).rejects.toMatchObject({
      code: 'download-failed',
      message: expect.stringMatching(/cannot be reached, or it does not let other pages read/),
    });
  });

  it('says that the connection broke off, and imports nothing', async () => {
    const text = writeRunLines(run(2000));
    const address = await serving((_, response) => {
      response.writeHead(200, { 'content-length': text.length });
      response.write(text.slice(0, 100_000), () => response.destroy());
    });
    await expect(fetchRun(address)).rejects.toMatchObject({ code: 'download-failed' });
  });

  it('refuses a file that is too large before and while reading it', async () => {
    const text = writeRunLines(run(500));
    const address = await serving((request, response) => {
      if (request.url?.endsWith('told')) response.setHeader('content-length', text.length);
      response.write(text.slice(0, 5000));
      response.end(text.slice(5000));
    });
    const limits = { bytes: 10_000 };
    await expect(fetchRun(`${address}?told`, { limits })).rejects.toMatchObject({
      code: 'download-failed',
    });
    await expect(fetchRun(address, { limits })).rejects.toMatchObject({ code: 'bad-file' });
  });

  it('stops when told to', async () => {
    const controller = new AbortController();
    const address = await serving((_, response) => {
      response.write('{"format":');
      setTimeout(() => controller.abort(), 20);
    });
    await expect(fetchRun(address, { signal: controller.signal })).rejects.toMatchObject({
      code: 'aborted',
    });
  });

  it.each(['http://a.org/x', 'ftp://a.org/x', 'https://u:p@a.org/', 'x', ''])(
    'asks nothing of %s',
    async (address) => {
      const never = () => Promise.reject(new Error('was asked'));
      await expect(fetchRun(address, { fetch: never })).rejects.toMatchObject({ code: 'bad-link' });
    },
  );
});
