import { inflateRawSync, inflateSync } from 'node:zlib';
import { zlibSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { deflated, inflated } from '../../../src/exchange/deflated';
import {
  decodeStudy,
  encodeStudy,
  linkBase,
  LONG_LINK,
  studyLink,
  type Claims,
} from '../../../src/exchange/link';
import { parseRoute } from '../../../src/exchange/routes';
import { study } from '../../fixtures/storage/build-run';

const claims: Claims = {
  model: 'smollm2-135m',
  sha256: 'd'.repeat(64),
  dataHash: 'b'.repeat(64),
  measure: 'expected',
  cells: [
    { id: 'openness|baseline', n: 100, value: 61.2499 },
    { id: 'openness|levels=low', n: 100, value: -3.25 },
  ],
};

const base = { url: 'https://example.org/crossroads/', local: false };

describe('a share link', () => {
  it('is deflated base64url that any zlib reads', () => {
    const code = encodeStudy(study);
    expect(code).toMatch(/^[A-Za-z0-9_-]+$/);
    const text = inflateSync(Buffer.from(code, 'base64url')).toString('utf8');
    expect(JSON.parse(text)).toEqual({ s: study });
    expect(code.length).toBeLessThan(600);
  });

  it('brings study and claims, values to a tenth and hashes to 16 digits', () => {
    expect(decodeStudy(encodeStudy(study, claims))).toEqual({
      study,
      claims: {
        ...claims,
        sha256: 'd'.repeat(16),
        dataHash: 'b'.repeat(16),
        cells: [
          { id: 'openness|baseline', n: 100, value: 61.2 },
          { id: 'openness|levels=low', n: 100, value: -3.2 },
        ],
      },
    });
  });

  it('leads to the page of the study', () => {
    const link = studyLink(study, claims, base);
    expect(link.url.startsWith('https://example.org/crossroads/#/study/')).toBe(true);
    const route = parseRoute(new URL(link.url).hash);
    expect(route.page === 'study' && decodeStudy(route.code).study).toEqual(study);
    expect(link).toMatchObject({ local: false, long: false });
  });

  it('says when it is long', () => {
    const random = Array.from({ length: 9000 }, (_, i) => ((i * 7919) % 9973).toString(36)).join(
      '',
    );
    const wordy = {
      ...study,
      conditions: [{ persona: [{ description: random.slice(0, 19_000) }] }],
    };
    const link = studyLink(wordy, null, base);
    expect(link.url.length).toBeGreaterThan(LONG_LINK);
    expect(link.long).toBe(true);
  });

  it('says that it is damaged', () => {
    const code = encodeStudy(study);
    for (const bad of [
      '',
      '!',
      code.slice(0, code.length / 2),
      `${code.slice(0, 40)}AAAA${code.slice(44)}`,
    ]) {
      expect(() => decodeStudy(bad)).toThrow(
        'This link is damaged: part of it is missing or was changed on the way.',
      );
    }
  });

  it('says what is wrong with a study that arrived whole', () => {
    expect(() => decodeStudy(deflated(JSON.stringify({ s: { ...study, repeats: 0 } })))).toThrow(
      'The study in this link is not usable. The study cannot be read: repeats is 0, but must be at least 1.',
    );
    expect(() => decodeStudy(deflated('{"s":[]}'))).toThrow('it is a list, but must be an object');
    expect(() => decodeStudy(deflated('{"x":1}'))).toThrow('something else than a study');
    const c = { m: '', h: '', d: '', e: 1, v: [['a', -1, 0]] };
    expect(() => decodeStudy(deflated(JSON.stringify({ s: study, c })))).toThrow(
      'This link holds something else than a study.',
    );
  });

  it('does not unpack a bomb', () => {
    const bomb = zlibSync(new Uint8Array(40_000_000));
    const code = Buffer.from(bomb).toString('base64url');
    const before = process.memoryUsage().arrayBuffers;
    expect(code.length).toBeLessThan(200_000);
    expect(() => decodeStudy(code)).toThrow('This link is damaged');
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(10_000_000);
    expect(() => decodeStudy('A'.repeat(200_001))).toThrow('too long');
  });
});

describe('deflated', () => {
  it('keeps every text, and its checksum is zlib’s', () => {
    for (const text of ['x', 'Ünïcode 🎭', 'a'.repeat(70_000)]) {
      expect(inflated(deflated(text), 100_000)).toBe(text);
      const bytes = Buffer.from(deflated(text), 'base64url');
      expect(inflateRawSync(bytes.subarray(2, -4)).toString('utf8')).toBe(text);
    }
    expect(() => inflated(deflated('a'.repeat(70_000)), 69_999)).toThrow('too long');
  });
});

describe('linkBase', () => {
  it.each<[string, unknown, { url: string; local: boolean }]>([
    ['https://a.org/x/?utm=1#/lab', undefined, { url: 'https://a.org/x/', local: false }],
    ['https://a.org/x/', 'https://b.org/', { url: 'https://a.org/x/', local: false }],
    ['http://127.0.0.1:4173/#/', 'https://b.org/', { url: 'https://b.org/', local: false }],
    ['http://localhost:4173/a/#/', '', { url: 'http://localhost:4173/a/', local: true }],
    ['http://[::1]:80/', undefined, { url: 'http://[::1]/', local: true }],
    ['file:///home/x/index.html#/', undefined, { url: 'file:///home/x/index.html', local: true }],
  ])('%s with %s', (here, published, expected) => {
    expect(linkBase(here, published)).toEqual(expected);
  });
});
