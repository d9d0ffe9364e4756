import * as v from 'valibot';
import type { ClaimedCell } from '../analysis/claimed';
import { asProblem, Problem } from '../core/errors';
import { canonical, type Json } from '../core/hash';
import type { Study } from '../core/study';
import { deflated, inflated } from './deflated';
import { hrefOf } from './routes';
import { parseStudy } from './study-file';

/** What the sender of a link says to have found, so that the reader's rerun can be held against it. */
export interface Claims {
  /** Id of the model that answered. */
  readonly model: string;
  /** First 16 digits of the model file's SHA-256; empty where unknown. */
  readonly sha256: string;
  /** First 16 digits of the run's `dataHash`; empty where unknown. */
  readonly dataHash: string;
  /** What the values are: expected r, or a share of counted answers (r, accuracy). */
  readonly measure: 'expected' | 'count';
  /** Values in points, to 0.1. */
  readonly cells: readonly ClaimedCell[];
}

export interface SharedStudy {
  readonly study: Study;
  readonly claims: Claims | null;
}

/** Where links lead. */
export interface LinkBase {
  /** Without a hash. */
  readonly url: string;
  /** True where the address works on this device only. */
  readonly local: boolean;
}

export interface StudyLink extends LinkBase {
  /** True above 8,000 characters: some programs cut or refuse such links. */
  readonly long: boolean;
}

/** Links longer than this are cut by some mail and chat programs. */
export const LONG_LINK = 8000;

/** Bytes of the text in a link; more than any study has. */
const LONGEST_TEXT = 1024 * 1024;
const LONGEST_CODE = 200_000;
const DIGITS = 16;

const prefix = v.pipe(v.string(), v.regex(/^[0-9a-f]{0,64}$/));
/** Short names, for every character counts: m model, h its hash, d data hash, e expected, v values. */
const claimsSchema = v.object({
  m: v.pipe(v.string(), v.maxLength(300)),
  h: prefix,
  d: prefix,
  e: v.picklist([0, 1]),
  v: v.pipe(
    v.array(
      v.tuple([
        v.pipe(v.string(), v.maxLength(500)),
        v.pipe(v.number(), v.integer(), v.minValue(0)),
        v.pipe(v.number(), v.finite()),
      ]),
    ),
    v.maxLength(2000),
  ),
});
const payloadSchema = v.object({ s: v.unknown(), c: v.optional(claimsSchema) });

/** The code of a study for `#/study/<code>`, the same for the same study and claims. */
export function encodeStudy(study: Study, claims: Claims | null = null): string {
  const c = claims === null ? undefined : packed(claims);
  return deflated(canonical({ s: study, c } as Json));
}

/**
 * The study in a code, and what its sender claims.
 * @throws Problem `bad-link` where it was cut, changed or made by a newer version
 */
export function decodeStudy(code: string): SharedStudy {
  if (code.length > LONGEST_CODE) throw bad('This link is too long to hold a study.');
  let json: unknown;
  try {
    json = JSON.parse(inflated(code, LONGEST_TEXT));
  } catch (cause) {
    throw bad('This link is damaged: part of it is missing or was changed on the way.', cause);
  }
  const payload = v.safeParse(payloadSchema, json);
  if (!payload.success) throw bad('This link holds something else than a study.');
  const { s, c } = payload.output;
  try {
    return { study: parseStudy(s), claims: c === undefined ? null : unpacked(c) };
  } catch (cause) {
    throw bad(`The study in this link is not usable. ${asProblem(cause).message}`, cause);
  }
}

/** The whole link to a study. */
export function studyLink(
  study: Study,
  claims: Claims | null = null,
  base: LinkBase = linkBase(),
): StudyLink {
  const url = base.url + hrefOf({ page: 'study', code: encodeStudy(study, claims) });
  return { url, local: base.local, long: url.length > LONG_LINK };
}

/**
 * The address that links to this page start with: the one it is open at, or, where that is a local one, the address
 * given at build time (VITE_ADDRESS). Where there is none either, the local one, marked so.
 */
export function linkBase(
  here: string = location.href,
  published: unknown = import.meta.env['VITE_ADDRESS'],
): LinkBase {
  const address = new URL(here);
  const bare = `${address.origin === 'null' ? `${address.protocol}//${address.host}` : address.origin}${address.pathname}`;
  if (!isLocal(address)) return { url: bare, local: false };
  if (typeof published === 'string' && published !== '') return { url: published, local: false };
  return { url: bare, local: true };
}

function isLocal({ protocol, hostname }: URL): boolean {
  return (
    protocol === 'file:' ||
    /^(localhost|.*\.localhost|127\.[\d.]+|\[::1\]|0\.0\.0\.0)$/.test(hostname)
  );
}

function packed({
  model,
  sha256,
  dataHash,
  measure,
  cells,
}: Claims): v.InferOutput<typeof claimsSchema> {
  return {
    m: model,
    h: sha256.slice(0, DIGITS),
    d: dataHash.slice(0, DIGITS),
    e: measure === 'expected' ? 1 : 0,
    v: cells.map(({ id, n, value }) => [id, n, Math.round(value * 10) / 10]),
  };
}

function unpacked({ m, h, d, e, v: cells }: v.InferOutput<typeof claimsSchema>): Claims {
  return {
    model: m,
    sha256: h,
    dataHash: d,
    measure: e === 1 ? 'expected' : 'count',
    cells: cells.map(([id, n, value]) => ({ id, n, value })),
  };
}

function bad(what: string, cause?: unknown): Problem {
  return new Problem('bad-link', {
    what,
    kept: 'Nothing was opened or changed.',
    next: 'Ask for the link again, or for the study as a file.',
    cause,
  });
}
