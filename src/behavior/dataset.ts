import * as v from 'valibot';
import { Problem } from '../core/errors';
import { TRAITS, type Trait } from '../core/study';

/** A behaviour: what the question asks about. */
const behaviorSchema = v.strictObject({
  id: v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]*$/)),
  trait: v.picklist(TRAITS),
  domain: v.pipe(v.string(), v.minLength(1)),
  /** Completes "will you ...?". */
  behavior: v.pipe(v.string(), v.minLength(1)),
  /** True where doing it shows the trait's low end. */
  reversed: v.boolean(),
  source: v.pipe(v.string(), v.minLength(1)),
});
export type Behavior = v.InferOutput<typeof behaviorSchema>;

const scenarioSchema = v.pipe(
  v.strictObject({
    id: v.pipe(v.string(), v.minLength(1)),
    behavior: v.string(),
    scenario: v.pipe(v.string(), v.minLength(1)),
    /** Heuristics only: the choice that the bias favours and the one that reason favours. */
    choices: v.optional(v.strictObject({ biased: v.string(), unbiased: v.string() })),
    /** Heuristics only: which choice is shown first in the authored order. */
    first: v.optional(v.picklist(['biased', 'unbiased'])),
  }),
  v.check((row) => (row.choices === undefined) === (row.first === undefined), 'choices need first'),
);

/** One item of BehaviorBench: a behaviour in a situation. */
export interface BehaviorItem {
  readonly id: string;
  readonly behavior: Behavior;
  readonly scenario: string;
  /** Null where the question is yes or no. */
  readonly choices: { readonly biased: string; readonly unbiased: string } | null;
  /** Content keys in authored order. */
  readonly options: readonly [string, string];
}

/** The behaviours and their items, both in authored order (traits O C E A N). */
export interface BehaviorDataset {
  readonly behaviors: readonly Behavior[];
  readonly items: readonly BehaviorItem[];
  readonly byId: ReadonlyMap<string, BehaviorItem>;
}

/**
 * Parses the two data files.
 * @param behaviors the content of behaviors.json
 * @param scenarios the text of scenarios.jsonl
 * @throws Problem `bad-file` that names the line
 */
export function parseDataset(behaviors: unknown, scenarios: string): BehaviorDataset {
  const parsed = v.safeParse(v.array(behaviorSchema), behaviors);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    const where = v.getDotPath(issue) ?? 'the list';
    throw new Problem('bad-file', {
      what: `The behaviours are wrong at ${where}: ${issue.message}.`,
    });
  }
  const list = parsed.output;
  const known = new Map(list.map((behavior) => [behavior.id, behavior]));
  const seen = new Set<string>();
  const items = scenarios
    .split('\n')
    .map((line, index) => ({ line, number: index + 1 }))
    .filter(({ line }) => line.trim() !== '')
    .map(({ line, number }): BehaviorItem => {
      const row = v.safeParse(scenarioSchema, asJson(line));
      const behavior = row.success ? known.get(row.output.behavior) : undefined;
      if (!row.success || !behavior) {
        throw new Problem('bad-file', { what: `Line ${number} of the scenarios is not an item.` });
      }
      if (seen.has(row.output.id)) {
        throw new Problem('bad-file', {
          what: `Line ${number} of the scenarios uses the id "${row.output.id}" again.`,
        });
      }
      seen.add(row.output.id);
      const { id, scenario, choices, first } = row.output;
      const options: [string, string] = choices
        ? first === 'unbiased'
          ? ['unbiased', 'biased']
          : ['biased', 'unbiased']
        : ['yes', 'no'];
      return { id, behavior, scenario, choices: choices ?? null, options };
    });
  return { behaviors: list, items, byId: new Map(items.map((item) => [item.id, item])) };
}

/** The value of a line, undefined where it is no JSON. */
function asJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** The initial letter by which tables name a trait. */
export const TRAIT_LETTER: Record<Trait, string> = {
  openness: 'O',
  conscientiousness: 'C',
  extraversion: 'E',
  agreeableness: 'A',
  neuroticism: 'N',
};
