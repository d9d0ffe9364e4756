import { Inflate, zlibSync } from 'fflate';

/** A text deflated (zlib, with its checksum) and written in base64url, for an address. */
export function deflated(text: string): string {
  const bytes = zlibSync(new TextEncoder().encode(text), { level: 9 });
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/**
 * The text in a code made by `deflated`.
 * @param limit bytes it may have; a longer one is not unpacked any further
 * @throws Error where the code is cut, changed or too long
 */
export function inflated(code: string, limit: number): string {
  if (!/^[A-Za-z0-9_-]+$/.test(code)) throw new Error('not base64url');
  const binary = atob(code.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0));
  const [method = 0, flags = 0] = bytes;
  // Header and trailer of zlib (RFC 1950): deflate without a preset dictionary, Adler-32 at the end.
  if ((method & 15) !== 8 || (method * 256 + flags) % 31 !== 0 || (flags & 32) !== 0) {
    throw new Error('no zlib header');
  }
  if (bytes.length < 7) throw new Error('too short');
  const text = unpack(bytes.subarray(2, -4), limit);
  const expected = new DataView(bytes.buffer, bytes.length - 4).getUint32(0);
  if (adler32(text) !== expected) throw new Error('wrong checksum');
  return new TextDecoder('utf-8', { fatal: true }).decode(text);
}

/** Unpacks in small steps, so that a short code that stands for gigabytes is stopped early. */
function unpack(bytes: Uint8Array, limit: number): Uint8Array {
  const parts: Uint8Array[] = [];
  let length = 0;
  const inflate = new Inflate((part) => {
    length += part.length;
    if (length > limit) throw new Error('too long');
    parts.push(part);
  });
  const step = 512;
  for (let i = 0; i < bytes.length; i += step) {
    inflate.push(bytes.subarray(i, i + step), i + step >= bytes.length);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** RFC 1950, section 8.2. */
function adler32(bytes: Uint8Array): number {
  let a = 1;
  let b = 0;
  for (const byte of bytes) {
    a = (a + byte) % 65521;
    b = (b + a) % 65521;
  }
  return b * 65536 + a;
}
