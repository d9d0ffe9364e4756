import type * as v from 'valibot';

type Issue = v.BaseIssue<unknown>;

/**
 * What is wrong with a value from outside, in plain words and with the place it stands at:
 * `conditions[0].shaping[1] is "descriptiv", but only "none", "quantified" and "descriptive" are known there`.
 * @param issues what valibot found, at least one; the first is told, the others are counted
 * @param root the place of the whole value, e.g. `samples[12]`; empty for none
 * @param whole what the whole value is called where it has no place
 */
export function explain(issues: readonly Issue[], root = '', whole = 'The file'): string {
  const [first] = issues;
  if (first === undefined) throw new Error('nothing to explain');
  const more = issues.length - 1;
  const others =
    more === 0 ? '' : ` (and ${more} more ${more === 1 ? 'thing' : 'things'} like that)`;
  return `${explainOne(first, root, whole)}${others}`;
}

/** A value in a sentence, cut short: `"Yes"`, `3`, `a list`. */
export function shown(value: unknown): string {
  if (typeof value === 'string') {
    return value.length > 60 ? `${JSON.stringify(value.slice(0, 60))}...` : JSON.stringify(value);
  }
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) {
    return String(value);
  }
  if (value === undefined) return 'missing';
  return Array.isArray(value) ? 'a list' : 'an object';
}

function explainOne(issue: Issue, root: string, whole: string): string {
  const nested = innerIssue(issue);
  const outer = place(issue, root);
  if (nested !== undefined) return explainOne(nested, outer, whole);
  const last = issue.path?.at(-1);
  if (last !== undefined && 'origin' in last && last.origin === 'key') {
    const name = shown(String(last.key));
    const parent = place({ ...issue, path: shorter(issue) }, root) || whole;
    if (issue.expected === 'never') return `${parent} has a member ${name} that is not known`;
    if (issue.input === undefined) return `${outer} is missing`;
    return `${parent} names ${name}, but only ${choices(issue.expected)} are known there`;
  }
  return `${outer || whole} ${complaint(issue)}`;
}

/** What is wrong, after the place: `is "x", but ...`. */
function complaint(issue: Issue): string {
  const { type, requirement, input } = issue as Issue & { requirement?: unknown };
  if (input === undefined) return 'is missing';
  const is = `is ${shown(input)}`;
  switch (type) {
    case 'picklist':
    case 'literal':
    case 'union':
      return `${is}, but only ${choices(issue.expected)} ${count(issue.expected) === 1 ? 'is' : 'are'} known there`;
    case 'integer':
      return `${is}, but must be a whole number`;
    case 'min_value':
      return `${is}, but must be at least ${String(requirement)}`;
    case 'gt_value':
      return `${is}, but must be more than ${String(requirement)}`;
    case 'max_value':
      return `${is}, but must be at most ${String(requirement)}`;
    case 'min_length':
      return requirement === 1 ? 'is empty' : `is shorter than ${String(requirement)}`;
    case 'max_length':
      return `is longer than ${String(requirement)}`;
    case 'iso_timestamp':
      return `${is}, but must be a time like 2026-01-31T12:00:00Z`;
    case 'regex':
    case 'check':
      return `${is}: it ${issue.message}`;
    default:
      return `${is}, but must be ${KINDS[issue.expected ?? ''] ?? issue.expected ?? 'something else'}`;
  }
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
  Object: 'an object',
  Array: 'a list',
};

/** `("a" | "b") | Object` as `"a", "b" and an object`. */
function choices(expected: string | null): string {
  const parts = partsOf(expected);
  const last = parts.at(-1) ?? 'nothing';
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`;
}

function count(expected: string | null): number {
  return partsOf(expected).length;
}

function partsOf(expected: string | null): string[] {
  const words = (expected ?? '').replace(/[()]/g, '').split(' | ');
  return [...new Set(words.map((word) => KINDS[word] ?? word))];
}

/**
 * Of a value that fits none of several shapes: what is wrong inside the shape it was probably meant to have,
 * undefined where it resembles none.
 */
function innerIssue(issue: Issue): Issue | undefined {
  const inside = (issue.issues ?? []).filter((one) => one.path !== undefined);
  const missing = (one: Issue): boolean => one.input === undefined || one.expected === 'never';
  return inside.find((one) => !missing(one)) ?? inside[0];
}

function shorter(issue: Issue): Issue['path'] {
  const [first, ...rest] = issue.path?.slice(0, -1) ?? [];
  return first === undefined ? undefined : [first, ...rest];
}

/** `samples[12].status` */
function place(issue: Issue, root: string): string {
  return (issue.path ?? []).reduce((at, { key }) => {
    if (typeof key === 'number') return `${at}[${key}]`;
    const name = String(key);
    const plain = /^[A-Za-z_][\w-]*$/.test(name) && name.length <= 60;
    return plain ? `${at}${at === '' ? '' : '.'}${name}` : `${at}[${shown(name)}]`;
  }, root);
}
