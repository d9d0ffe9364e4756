import { readFileSync } from 'node:fs';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { Problem } from '../../../src/core/errors';
import { inspectServer } from '../../../src/engines/endpoint';
import { parseRetryAfter } from '../../../src/engines/http';
import { mixedContent, readAddress } from '../../../src/engines/openai/address';
import { waitBefore } from '../../../src/engines/openai/retry';
import { Server, type ServerOptions, type Wait } from '../../../src/engines/openai/server';
import { json, madeServer, type Answer } from './made-server';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

/** A server that answers as told, and a client that notes its waits instead of waiting. */
async function made(answer: Answer, options: Partial<ServerOptions> = {}) {
  const { url, seen, close } = await madeServer(answer);
  closing.push(close);
  const slept: number[] = [];
  const waits: Wait[] = [];
  const server = new Server({
    address: url,
    sleep: (ms) => {
      slept.push(ms);
      return Promise.resolve();
    },
    onWait: (wait) => waits.push(wait),
    ...options,
  });
  return { url, server, seen, slept, waits };
}

async function problemOf(call: Promise<unknown>): Promise<Problem> {
  const error: unknown = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Problem)) throw new Error(`no Problem but ${String(error)}`);
  expect(error.message).not.toBe('');
  expect(error.next).not.toBe('');
  return error;
}

describe('a server that sends us away', () => {
  it('is asked again after the seconds it names, and a little more', async () => {
    const { server, slept, waits, url } = await made((_seen, response, count) =>
      count < 3 ? json(response, {}, 429, { 'retry-after': '7' }) : json(response, { fine: true }),
    );
    expect(await server.post(`${url}/x`, {})).toEqual({ fine: true });
    const own = waits.map((wait) => wait.ms);
    expect(own).toHaveLength(2);
    for (const ms of own) {
      expect(ms).toBeGreaterThanOrEqual(7000);
      expect(ms).toBeLessThanOrEqual(8000);
    }
    expect(slept.filter((ms) => own.includes(ms))).toEqual(own);
    expect(waits[1]).toMatchObject({ kind: 'again', why: 'busy', attempt: 2, tries: 8 });
  });

  it('names a date as well', () => {
    const now = Date.parse('2026-11-30T12:00:00Z');
    const of = (value: string) => parseRetryAfter(new Headers({ 'retry-after': value }), now);
    expect(of('Mon, 30 Nov 2026 12:01:30 GMT')).toBe(90_000);
    expect(of('Mon, 30 Nov 2026 11:00:00 GMT')).toBe(0);
    expect(of('2')).toBe(2000);
    expect(of('0.5')).toBe(500);
    expect(of('soon')).toBeNull();
    expect(parseRetryAfter(new Headers(), now)).toBeNull();
    expect(parseRetryAfter(new Headers({ 'retry-after-ms': '350', 'retry-after': '9' }), now)).toBe(
      350,
    );
  });

  it('is asked again after a doubling time, half of it by chance, where it names none', () => {
    const fault = { kind: 'status', status: 503, detail: '', retryAfter: null } as const;
    const least = [1, 2, 3, 4, 5, 6, 7].map((attempt) => waitBefore(fault, attempt, () => 0));
    const most = [1, 2, 3, 4, 5, 6, 7].map((attempt) => waitBefore(fault, attempt, () => 1));
    expect(least).toEqual([500, 1000, 2000, 4000, 8000, 15_000, 15_000]);
    expect(most).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
  });

  it('is not asked at once where it names no time, a negative one or one that has passed', () => {
    const of = (retryAfter: number, attempt: number) =>
      waitBefore({ kind: 'status', status: 429, detail: '', retryAfter }, attempt, () => 0);
    expect([1, 2, 3, 4].map((attempt) => of(0, attempt))).toEqual([500, 1000, 2000, 4000]);
    expect(of(1, 1)).toBe(500);
    expect(of(7000, 1)).toBe(7000);
    const now = Date.parse('2026-11-30T12:00:00Z');
    expect(parseRetryAfter(new Headers({ 'retry-after': '-5' }), now) ?? 0).toBe(0);
  });

  it.each(['99999999999999999999999', 'Wed, 21 Oct 9999 07:28:00 GMT'])(
    'for ages (%s) is told in words',
    async (value) => {
      const { server, url } = await made((_seen, response) =>
        json(response, {}, 429, { 'retry-after': value }),
      );
      const problem = await problemOf(server.post(`${url}/x`, {}));
      expect(problem.message).toContain('for more than a week (429)');
    },
  );

  it('has the same chance with the same seed', async () => {
    const waitsOf = async (seed: number): Promise<number[]> => {
      const { server, waits, url } = await made((_seen, response) => json(response, {}, 503), {
        seed,
        tries: 4,
      });
      await problemOf(server.post(`${url}/x`, {}));
      return waits.map(({ ms }) => ms);
    };
    const first = await waitsOf(1);
    expect(first).toHaveLength(3);
    expect(await waitsOf(1)).toEqual(first);
    expect(await waitsOf(2)).not.toEqual(first);
  });

  it('is given up after so many tries', async () => {
    const { server, seen, url } = await made((_seen, response) => json(response, {}, 503), {
      tries: 3,
    });
    const problem = await problemOf(server.post(`${url}/x`, {}));
    expect(problem.code).toBe('server-gone');
    expect(problem.message).toContain('too much to do (503), 3 times');
    expect(problem.kept).toContain('is kept');
    expect(seen).toHaveLength(3);
  });

  it('speaks of answers that are kept in a run, and not while it only connects', async () => {
    const { url, close } = await madeServer((_seen, response) => json(response, {}));
    await close();
    const server = new Server({ address: url, tries: 1 });
    const inRun = await problemOf(server.post(`${url}/x`, {}));
    expect(inRun.kept).toBe('Everything answered so far is kept.');
    expect(inRun.next).toContain('then go on.');
    const connecting = await problemOf(inspectServer({ address: url }));
    expect(connecting.code).toBe('server-gone');
    expect(connecting.kept).toBe('Nothing is lost: this was only the attempt to connect.');
    expect(connecting.next).toContain('then try again.');
    expect(connecting.sentence).not.toMatch(/answered so far|go on/);
  });

  it('is not asked again when the quota is used up, or when it names hours', async () => {
    const spent = await made((_seen, response) =>
      json(response, { error: { message: 'You exceeded your current quota', code: 'x' } }, 429),
    );
    expect((await problemOf(spent.server.post(`${spent.url}/x`, {}))).code).toBe('server-refused');
    expect(spent.seen).toHaveLength(1);
    const hours = await made((_seen, response) =>
      json(response, {}, 429, { 'retry-after': '7200' }),
    );
    const problem = await problemOf(hours.server.post(`${hours.url}/x`, {}));
    expect(problem).toMatchObject({ code: 'server-refused' });
    expect(problem.message).toContain('120 minutes');
    expect(hours.seen).toHaveLength(1);
  });

  it('speaks for all that are under way', async () => {
    const { server, slept, url } = await made((seen, response) =>
      seen.path === '/first' && slept.length === 0
        ? json(response, {}, 429, { 'retry-after': '5' })
        : json(response, {}),
    );
    await server.post(`${url}/first`, {});
    const before = slept.length;
    await server.post(`${url}/second`, {});
    // The second request waited for the time that the first was told to.
    expect(slept.length).toBeGreaterThan(before);
    expect(slept.at(-1)).toBeGreaterThan(4000);
  });
});

describe('a server that fails', () => {
  it.each([
    [
      401,
      { error: { message: 'bad key' } },
      'server-refused',
      'does not accept the key (401): bad',
    ],
    [403, {}, 'server-refused', '(403)'],
    [402, {}, 'server-refused', 'nothing left to spend'],
    [404, { error: 'no model x' }, 'server-refused', 'no model x'],
    [400, { detail: 'unknown field' }, 'not-supported', 'unknown field'],
    [
      400,
      { error: { message: 'the request exceeds the available context size (2048)' } },
      'context-full',
      '2048',
    ],
    [500, { error: { message: 'out of memory' } }, 'server-failed', 'failed (500): out of memory'],
  ] as const)('with %i %j is told as %s', async (status, body, code, words) => {
    const { server, seen, url } = await made((_seen, response) => json(response, body, status));
    const problem = await problemOf(server.post(`${url}/x`, {}));
    expect(problem.code).toBe(code);
    expect(problem.message).toContain(words);
    expect(seen).toHaveLength(1);
  });

  it('with half a JSON, a web page, or nothing is told apart', async () => {
    const half = await made((_seen, response) => response.end('{"choices": [{"mess'));
    expect((await problemOf(half.server.post(`${half.url}/x`, {}))).message).toContain(
      'no whole JSON: {"choices": [{"mess',
    );
    const page = await made((_seen, response) => response.end('<!doctype html><p>Sign in</p>'));
    expect((await problemOf(page.server.post(`${page.url}/x`, {}))).message).toContain(
      'a web page instead of JSON',
    );
    const html = await made((_seen, response) => {
      response.statusCode = 500;
      response.end('<html>Bad</html>');
    });
    expect((await problemOf(html.server.post(`${html.url}/x`, {}))).message).toMatch(
      /failed \(500\)$/,
    );
  });

  it('in the middle of an answer is asked again', async () => {
    const { server, waits, url } = await made((_seen, response, count) => {
      if (count > 1) return json(response, { fine: true });
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
      response.write('{"fine": tr', () => response.destroy());
    });
    expect(await server.post(`${url}/x`, {})).toEqual({ fine: true });
    expect(waits).toMatchObject([{ why: 'gone', attempt: 1 }]);
    const dead = await made(
      (_seen, response) => {
        response.writeHead(200, { 'content-length': '1000' });
        response.write('{"fine": tr', () => response.destroy());
      },
      { tries: 2 },
    );
    const problem = await problemOf(dead.server.post(`${dead.url}/x`, {}));
    expect(problem.code).toBe('server-gone');
    expect(problem.message).toContain('broke off in the middle of an answer, 2 times');
  });

  it('too slowly is told of while it is slow, and given up at the limit', async () => {
    const { server, waits, url } = await made(
      (_seen, response) => void setTimeout(() => json(response, {}), 400),
      { slowAfterMs: 20 },
    );
    await server.post(`${url}/x`, {});
    expect(waits.length).toBeGreaterThan(0);
    expect(waits[0]).toMatchObject({ kind: 'slow' });
    const never = await made(() => undefined, { timeoutMs: 50 });
    const problem = await problemOf(never.server.post(`${never.url}/x`, {}));
    expect(problem.message).toContain('took too long');
    expect(never.seen).toHaveLength(1);
  });

  it('to be stopped is left at once', async () => {
    const stop = new AbortController();
    const { server, url } = await made(() => stop.abort());
    await expect(server.post(`${url}/x`, {}, stop.signal)).rejects.toMatchObject({
      code: 'aborted',
    });
    // Also while it waits to ask again.
    const again = new AbortController();
    const busy = await made(
      (_seen, response) => json(response, {}, 503, { 'retry-after': '200' }),
      { sleep: undefined, onWait: () => setTimeout(() => again.abort(), 0) },
    );
    await expect(busy.server.post(`${busy.url}/x`, {}, again.signal)).rejects.toMatchObject({
      code: 'aborted',
    });
  });
});

describe('the key', () => {
  const key = 'sk-SECRET-0123456789-abcdef';

  it.each([
    ['no JSON', 200, 80, (text: string) => text],
    ['plain words', 400, 300, (text: string) => text],
    ['a message', 400, 300, (text: string) => JSON.stringify({ error: { message: text } })],
  ] as const)('lies across no cut: %s', async (_name, status, most, write) => {
    for (let before = most - key.length; before <= most; before += 1) {
      const text = write(`${'x'.repeat(before)}${key}`);
      const server = new Server({
        address: 'http://127.0.0.1:1',
        key,
        fetcher: () => Promise.resolve(new Response(text, { status })),
      });
      const { message } = await problemOf(server.post('http://127.0.0.1:1/v1/x', {}));
      expect(message).toContain('xxx');
      expect(message).not.toContain('sk-');
    }
  });

  it('is found as JSON writes it, too', async () => {
    const odd = 'a"b\\c';
    const server = new Server({
      address: 'http://127.0.0.1:1',
      key: odd,
      fetcher: () => Promise.resolve(new Response(`{"said": ${JSON.stringify(odd)}`)),
    });
    const { message } = await problemOf(server.post('http://127.0.0.1:1/v1/x', {}));
    expect(message).toContain('{"said": "[key]"');
  });
});

describe('an answer without an end', () => {
  it('is stopped and told', async () => {
    let sent = 0;
    let isStopped = false;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1 << 20;
        controller.enqueue(new Uint8Array(1 << 20).fill(32));
      },
      cancel() {
        isStopped = true;
      },
    });
    const server = new Server({
      address: 'http://127.0.0.1:1',
      fetcher: () => Promise.resolve(new Response(endless)),
    });
    const problem = await problemOf(server.post('http://127.0.0.1:1/v1/x', {}));
    expect(problem).toMatchObject({ code: 'server-failed' });
    expect(problem.message).toContain('far more than an answer has');
    expect(isStopped).toBe(true);
    expect(sent).toBeLessThan(40 * 2 ** 20);
  });
});

describe('a server that is not there', () => {
  it('is asked again, then given up', async () => {
    const gone = createTcpServer();
    await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve));
    const { port } = gone.address() as AddressInfo;
    await new Promise((resolve) => gone.close(resolve));
    const waits: Wait[] = [];
    const server = new Server({
      address: `http://127.0.0.1:${port}`,
      tries: 3,
      sleep: () => Promise.resolve(),
      onWait: (wait) => waits.push(wait),
    });
    const problem = await problemOf(server.post(`${server.address.api}/x`, {}));
    expect(problem.code).toBe('server-gone');
    expect(problem.message).toContain('cannot be reached (ECONNREFUSED), 3 times');
    expect(waits).toHaveLength(2);
    // A person who connects is told at once.
    await problemOf(server.get(`${server.address.api}/x`, undefined, false));
    expect(waits).toHaveLength(2);
  });

  it('or has no valid certificate is told apart', async () => {
    const pem = readFileSync('tests/fixtures/tls/self-signed.pem', 'utf8');
    const tls = createTlsServer({ key: pem, cert: pem }, (_request, response) =>
      response.end('{}'),
    );
    await new Promise<void>((resolve) => tls.listen(0, '127.0.0.1', resolve));
    closing.push(() => new Promise((resolve) => void tls.close(() => resolve())));
    const { port } = tls.address() as AddressInfo;
    const server = new Server({ address: `https://127.0.0.1:${port}` });
    const problem = await problemOf(server.get(`${server.address.api}/models`));
    expect(problem.message).toMatch(
      /certificate .* is not accepted \(DEPTH_ZERO_SELF_SIGNED_CERT\)/,
    );
  });

  it('in a browser, which gives no reason, is asked in a way that needs no permission', async () => {
    const told: string[] = [];
    const fetcher =
      (isThere: boolean): typeof fetch =>
      (_input, init) => {
        told.push(init?.mode ?? 'cors');
        const lets = isThere && init?.mode === 'no-cors';
        return lets
          ? Promise.resolve(new Response(null))
          : Promise.reject(new TypeError('Failed to fetch'));
      };
    const of = (isThere: boolean) =>
      new Server({ address: 'https://example.org', tries: 1, fetcher: fetcher(isThere) });
    const there = await problemOf(of(true).get('https://example.org/v1/models'));
    expect(there.message).toContain('does not allow this page to ask it (CORS)');
    const away = await problemOf(of(false).get('https://example.org/v1/models'));
    expect(away.message).toContain('cannot be reached');
    expect(away.next).toContain('certificate');
    expect(away.next).toContain('CORS');
    expect(told).toEqual(['cors', 'no-cors', 'cors', 'no-cors']);
  });

  it('may not be asked by an https page, which is said before trying', () => {
    const fetcher = (): never => {
      throw new Error('tried');
    };
    expect(
      () => new Server({ address: 'http://10.0.0.5:8080', page: 'https:', fetcher }),
    ).toThrowError(/do not let such a page call http:\/\/10\.0\.0\.5:8080/);
    expect(mixedContent('http://10.0.0.5', 'http:')).toBeNull();
    expect(mixedContent('https://10.0.0.5', 'https:')).toBeNull();
    expect(mixedContent('http://127.0.0.1:8080', 'https:')).toBeNull();
    expect(mixedContent('http://localhost:1234', 'https:')).toBeNull();
    expect(mixedContent('http://localhost.example.org', 'https:')).not.toBeNull();
  });
});

describe('an address', () => {
  it.each([
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080', 'http://127.0.0.1:8080/v1'],
    [' http://127.0.0.1:8080/v1/ ', 'http://127.0.0.1:8080', 'http://127.0.0.1:8080/v1'],
    ['https://host.org/api/v1', 'https://host.org/api', 'https://host.org/api/v1'],
    ['https://host.org/v1/chat/completions', 'https://host.org', 'https://host.org/v1'],
    [
      'https://host.org/v1beta/openai/',
      'https://host.org/v1beta/openai',
      'https://host.org/v1beta/openai',
    ],
  ])('%s', (given, root, api) => {
    expect(readAddress(given)).toMatchObject({ root, api });
  });

  it.each(['', 'localhost', 'ftp://x.org', 'http://a:b@x.org', 'http://x.org?api_key=1'])(
    'is refused: %s',
    (given) => {
      expect(() => readAddress(given)).toThrow(Problem);
    },
  );
});
