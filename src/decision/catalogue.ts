import * as v from 'valibot';
import { Problem } from '../core/errors';
import { GENRES } from './genres';

const filled = v.pipe(v.string(), v.minLength(1));
const count = v.pipe(v.number(), v.integer(), v.minValue(1));

const offline = v.strictObject({
  kind: v.literal('offline'),
  /** The text's file, in `novels/` of the site. */
  file: v.pipe(v.string(), v.regex(/^[a-z0-9_-]+\.txt$/)),
});
const standardEbooks = v.strictObject({
  kind: v.literal('standard-ebooks'),
  /** Name of the edition's repository. */
  slug: v.pipe(v.string(), v.regex(/^[a-z0-9_-]+$/)),
  /** The pinned state of it. */
  commit: v.pipe(v.string(), v.regex(/^[0-9a-f]{40}$/)),
});

export const catalogueEntrySchema = v.strictObject({
  id: v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9-]*$/)),
  title: filled,
  author: filled,
  /** Of the first edition as a book. */
  year: v.pipe(v.number(), v.integer(), v.minValue(1000), v.maxValue(2100)),
  genres: v.pipe(v.array(v.picklist(GENRES)), v.minLength(1)),
  narration: v.picklist(['first-person', 'third-person']),
  /** How the novel fits the paper's rules of selection. */
  selection: v.strictObject({
    fiction: v.boolean(),
    person: v.picklist(['first', 'third']),
    /** Whether it is told in order. */
    linear: v.boolean(),
    note: filled,
  }),
  source: v.variant('kind', [offline, standardEbooks]),
  /** Computed from the text (scripts/novels.mjs). */
  words: count,
  chapters: count,
  /** Novel.hash of the text; another text is not loaded under this id. */
  hash: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
});
/** A novel that the project knows. */
export type CatalogueEntry = v.InferOutput<typeof catalogueEntrySchema>;
export type NovelSource = CatalogueEntry['source'];

export const catalogueSchema = v.pipe(
  v.array(catalogueEntrySchema),
  v.check((entries) => new Set(entries.map(({ id }) => id)).size === entries.length, 'twice'),
);

/**
 * The catalogue of `datasets/decision/novels.json`.
 * @throws Problem `bad-file` naming the first field that is wrong
 */
export function parseCatalogue(json: unknown): CatalogueEntry[] {
  const parsed = v.safeParse(catalogueSchema, json);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw new Problem('bad-file', {
    what: `The catalogue of novels is wrong at ${v.getDotPath(issue) ?? 'its start'}: ${issue.message}.`,
    next: 'Reload the page; if that does not help, the copy of the site is damaged.',
  });
}
