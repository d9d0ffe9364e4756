/** A value that JSON can hold. */
export type Json =
  null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json | undefined };

/**
 * The one text of a JSON value: keys sorted by code unit, no white space, undefined members left out.
 * Equal values give equal texts on every machine, which is what hashes and ids rest on.
 */
export function canonical(value: Json): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((entry: Json) => canonical(entry)).join(',')}]`;
  const record = value as { readonly [key: string]: Json | undefined };
  // A loop without lists in between: a large plan writes half a million objects.
  let members = '';
  for (const key of Object.keys(record).sort()) {
    const member = record[key];
    if (member === undefined) continue;
    members += `${members === '' ? '' : ','}${JSON.stringify(key)}:${canonical(member)}`;
  }
  return `{${members}}`;
}

/** SHA-256 of a text (UTF-8) or of bytes, as 64 lower-case hex digits. */
export async function sha256(data: string | BufferSource): Promise<string> {
  const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : data;
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** SHA-256 of a JSON value's canonical text. */
export function hashOf(value: Json): Promise<string> {
  return sha256(canonical(value));
}
