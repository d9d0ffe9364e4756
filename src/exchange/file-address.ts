/**
 * The address of a run file as it may stand in a link: https, or http on this device; null for anything else.
 * One with a user name or password is none: nothing secret is ever in a link.
 */
export function fileAddress(text: string): string | null {
  if (text.length > 2000 || !URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return null;
  const local = url.protocol === 'http:' && /^(localhost|127\.0\.0\.1)$/.test(url.hostname);
  return url.protocol === 'https:' || local ? url.href : null;
}
