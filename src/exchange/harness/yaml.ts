import type { Json } from '../../core/hash';

/**
 * A mapping as YAML: one member a line, every text in quotation marks. What JSON writes is YAML too, but for a few
 * characters that YAML's readers refuse unescaped.
 */
export function yaml(members: Readonly<Record<string, Json | undefined>>): string {
  return Object.entries(members)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}: ${flow(value as Json)}\n`)
    .join('');
}

function flow(value: Json): string {
  if (typeof value === 'string') return quoted(value);
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((each: Json) => flow(each)).join(', ')}]`;
  const members = Object.entries(value as Readonly<Record<string, Json | undefined>>);
  return `{${members.map(([name, each]) => `${quoted(name)}: ${flow(each ?? null)}`).join(', ')}}`;
}

function quoted(text: string): string {
  return JSON.stringify(text).replace(
    // Delete, the second block of control characters, line ends of Unicode, marks of byte order: not printable in YAML.
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
