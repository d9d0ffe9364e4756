import * as v from 'valibot';
import { Problem } from '../core/errors';

/** What is wrong with one line of a file, for a person who will mend it. */
export interface LineFault {
  /** From 1. */
  readonly line: number;
  /** The field, as `at.chapter`; empty for the whole line. */
  readonly field: string;
  /** Completes "the field ...": `is missing`. */
  readonly message: string;
}

/** A parsed line with its number. */
export interface Row<T> {
  readonly line: number;
  readonly value: T;
}

/** The rows of a JSON Lines text that fit a schema, and what is wrong with the others. Empty lines are passed over. */
export function parseLines<S extends v.GenericSchema>(
  text: string,
  schema: S,
): { rows: Row<v.InferOutput<S>>[]; faults: LineFault[] } {
  const rows: Row<v.InferOutput<S>>[] = [];
  const faults: LineFault[] = [];
  for (const [index, content] of text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .entries()) {
    const line = index + 1;
    if (content.trim() === '') continue;
    const json = asJson(content);
    if (json === NO_JSON) {
      faults.push({ line, field: '', message: 'is not JSON' });
      continue;
    }
    const parsed = v.safeParse(schema, json);
    if (parsed.success) rows.push({ line, value: parsed.output });
    else faults.push(...parsed.issues.map((issue) => faultOf(issue, line)));
  }
  return { rows, faults };
}

/** A valibot issue as a fault of a line. */
export function faultOf(issue: v.BaseIssue<unknown>, line: number): LineFault {
  const field = v.getDotPath(issue) ?? '';
  if (issue.input === undefined) return { line, field, message: 'is missing' };
  if (issue.expected === 'never') return { line, field, message: 'is not known' };
  const shown = typeof issue.input === 'string' ? JSON.stringify(issue.input.slice(0, 60)) : '';
  const is = shown === '' ? '' : `is ${shown}: `;
  return {
    line,
    field,
    message: `${is}${issue.message.charAt(0).toLowerCase()}${issue.message.slice(1)}`,
  };
}

/** A fault in words: `Line 3, at.chapter: is missing`. */
export function faultText({ line, field, message }: LineFault): string {
  return `Line ${line}${field === '' ? '' : `, ${field}:`} ${message}`;
}

/** @throws Problem `bad-file` that names the first fault, where there is any */
export function refuseFaults(file: string, faults: readonly LineFault[]): void {
  const [first] = faults;
  if (first === undefined) return;
  const more = faults.length === 1 ? '' : ` (and ${faults.length - 1} more)`;
  throw new Problem('bad-file', { what: `${file}: ${faultText(first)}${more}.` });
}

const NO_JSON = Symbol('no JSON');

function asJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return NO_JSON;
  }
}
