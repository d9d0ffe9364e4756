import * as v from 'valibot';
import { Problem } from '../core/errors';
import type { Json } from '../core/hash';
import type { Novel } from '../core/novel';
import { passageSchema, unfold, type Passage, type Quoted } from '../core/passage';
import type { Profile, ProfilePart } from '../core/profile';
import type { Artifact } from '../core/run';
import { DESCRIPTIONS, MEMORIES, METHODS } from '../core/study';
import { RETRIEVER_KINDS } from '../core/retriever';
import type { Replacer } from './entities';
import { quoted } from './passage-text';
import { placeSchema } from './rows-schema';

/*
 * How a profile was built, for a reader: the trace of a `profile` artifact. A schema, because traces enter from run
 * files; a later version's further members are kept out.
 */
const count = v.pipe(v.number(), v.minValue(0));
const place = v.object(placeSchema.entries);

/** What a reader should know besides; each has a sentence in text/en-profile.ts. */
export const NOTES = [
  'description-cut',
  'description-left-out',
  'description-nothing-known',
  'memories-cut',
  'memories-left-out',
  'context-limit',
  'nothing-located',
  'raw-cut',
] as const;
export type Note = (typeof NOTES)[number];

const hit = v.object({
  /** Chunk id. */
  chunk: v.string(),
  from: place,
  to: place,
  /** Comparable within one query only; null for memories by chance. */
  score: v.nullable(v.number()),
  parts: v.optional(v.object({ bm25: v.number(), cosine: v.number() })),
  terms: v.array(v.object({ term: v.string(), weight: v.number() })),
  /** Which of the queries found it, from 0. */
  query: v.nullable(count),
  /** `cut`: at the end of a sentence; `full`: the budget was used up; `double`: another query had found it. */
  fate: v.picklist(['whole', 'cut', 'full', 'double']),
});
export type HitTrace = v.InferOutput<typeof hit>;

const episode = v.object({
  /** As the model wrote it. */
  text: v.string(),
  /** Whether the description says so: word for word, in most of its words, or not. */
  check: v.picklist(['contained', 'overlaps', 'not-there']),
  /** Share of its words in the description's closest sentences. */
  overlap: v.number(),
});
export type Episode = v.InferOutput<typeof episode>;

const part = v.object({
  kind: v.picklist(['description', 'memory', 'raw', 'motivation']),
  /** Null for a passage of the novel. */
  text: v.nullable(v.string()),
  passage: v.nullable(passageSchema),
  tokens: count,
  cut: v.boolean(),
});

export const profileTraceSchema = v.object({
  method: v.picklist(METHODS),
  /** The text before this place was known: so many fifths of it. */
  known: v.object({ section: count, before: place }),
  /** In tokens of the answering model; `allowed` is less than `asked` where the model's context holds no more. */
  budget: v.object({ asked: count, allowed: count, used: count }),
  description: v.nullable(
    v.object({
      source: v.picklist(DESCRIPTIONS),
      /** The artifact of a model's description. */
      artifact: v.nullable(v.string()),
      tokens: count,
      cut: v.boolean(),
    }),
  ),
  memories: v.nullable(
    v.object({
      source: v.picklist(MEMORIES),
      /** The search behind them; null by chance. */
      search: v.nullable(v.picklist(RETRIEVER_KINDS)),
      queries: v.array(v.string()),
      /** CharMap's first step: its artifact and what it located; null for other sources. */
      located: v.nullable(
        v.object({ artifact: v.nullable(v.string()), episodes: v.array(episode) }),
      ),
      /** True where no episode held and scenario and question were asked instead. */
      fallback: v.boolean(),
      /** The best of them, those chosen at least. */
      hits: v.array(hit),
      tokens: count,
    }),
  ),
  parts: v.array(part),
  /** Which evidence stands in the passages; null for a profile without any. */
  evidence: v.nullable(v.array(v.object({ chapter: count, paragraph: count, found: v.boolean() }))),
  notes: v.array(v.picklist(NOTES)),
});
export type ProfileTrace = v.InferOutput<typeof profileTraceSchema>;

/** The trace of a kept profile. @throws Problem `bad-file` where it is none */
export function traceOf({ trace, id }: Pick<Artifact, 'trace' | 'id'>): ProfileTrace {
  const parsed = v.safeParse(profileTraceSchema, trace);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw new Problem('bad-file', {
    what: `The account of the profile ${id} is wrong at ${v.getDotPath(issue) ?? 'its start'}.`,
    kept: 'The answers stay readable.',
    next: 'Make the profile again by running the study anew.',
  });
}

/** The passages of a novel that a profile quotes. */
export function quotesOf(parts: readonly Pick<ProfilePart, 'passage'>[]): Quoted[] {
  return parts.map(({ passage }) => passage).filter((passage) => passage !== null);
}

/** A part as the trace keeps it: a passage of the novel as its place. */
export function keptPart({
  kind,
  text,
  tokens,
  cut,
  passage,
}: ProfilePart): ProfileTrace['parts'][number] {
  return {
    kind,
    text: passage === null ? text : null,
    passage: passage?.passage ?? null,
    tokens,
    cut,
  };
}

/**
 * A kept profile as it was, with the passages filled in from the shelf.
 * @param novelOf the novels at hand
 * @param replacer of the decision's novel, null where names were kept
 * @throws Problem `bad-file`, `novel-missing`, `hash-mismatch`
 */
export async function rebuild(
  artifact: Artifact,
  novelOf: (id: string) => Promise<Novel>,
  replacer: Replacer | null,
): Promise<Profile> {
  const trace = traceOf(artifact);
  const texts = new Map<string, string>();
  const parts: ProfilePart[] = [];
  for (const { kind, text, passage, tokens, cut } of trace.parts) {
    const filled: Quoted | null =
      passage === null ? null : await quoted(await novelOf(passage.novel), passage, replacer);
    if (filled !== null) texts.set(nameOf(filled.passage), filled.text);
    parts.push({ kind, text: filled?.text ?? text ?? '', tokens, cut, passage: filled });
  }
  const text = unfold(
    artifact.text,
    (passage) => texts.get(nameOf(passage)) ?? null,
    () => '',
  );
  return { artifact: artifact.id, text, parts, trace: trace as unknown as Json };
}

function nameOf({ from, to, hash }: Passage): string {
  return `${from.chapter}.${from.paragraph}-${to.chapter}.${to.paragraph} ${hash}`;
}
