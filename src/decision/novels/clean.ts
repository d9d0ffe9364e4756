import { sha256 } from '../../core/hash';

/** Word joiners, soft hyphens and byte order marks: they change no reading, and would change a hash. */
const INVISIBLE = /[\u2060\u00ad\ufeff]/g;

/** One line of text as it stands in a paragraph: NFC, nothing invisible, white space collapsed, trimmed. */
export function cleanLine(text: string): string {
  return text.normalize('NFC').replace(INVISIBLE, '').replace(/\s+/g, ' ').trim();
}

/** First 16 hex digits of the SHA-256 of a paragraph's text, which decisions and evidence name beside its place. */
export async function paragraphHash(text: string): Promise<string> {
  return (await sha256(text)).slice(0, 16);
}
