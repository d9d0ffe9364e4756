/**
 * Numbers and counts as a person reads them. One place, so that a value looks the same in a cell, a table and a
 * sentence. The language is that of the interface text, not of the browser: a class and a paper see one notation.
 */
const LOCALE = 'en';
const MINUS = '\u2212';
/** Keeps a number and its unit on one line. */
const NARROW = '\u202f';

/** `1 trial`, `60 trials`: the count with the form that fits it. */
export function plural(count: number, one: string, many: string): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** A whole number with thousands separated: `20,000`. */
export function formatCount(count: number): string {
  return new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 0 })
    .format(count)
    .replace('-', MINUS);
}

/** A number with fixed decimals and a real minus sign; minus nought is nought. */
export function formatNumber(value: number, decimals = 1): string {
  const text = new Intl.NumberFormat(LOCALE, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    signDisplay: 'negative',
  }).format(value);
  return text.replace('-', MINUS);
}

/** Percent of a value already given in percent (0 to 100): `63.3 %`. */
export function formatPercent(value: number, decimals = 1): string {
  return `${formatNumber(value, decimals)}${NARROW}%`;
}

/** Percent of a share (0 to 1): `63 %`. */
export function formatShare(share: number, decimals = 0): string {
  return formatPercent(share * 100, decimals);
}

/** A signed difference in points: `+12.5`, `−3.0`, `0.0`. */
export function formatPoints(value: number, decimals = 1): string {
  const text = formatNumber(value, decimals);
  return value > 0 && Number(value.toFixed(decimals)) !== 0 ? `+${text}` : text;
}

/** `51.2 to 74.0`; signed where `signed`. */
export function formatInterval(low: number, high: number, signed = false, decimals = 1): string {
  const format = signed ? formatPoints : formatNumber;
  return `${format(low, decimals)} to ${format(high, decimals)}`;
}

/** Bytes in decimal units, as download sizes are given: `145 MB`. */
export function formatBytes(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  let size = bytes;
  let unit = 0;
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1000;
    unit += 1;
  }
  const decimals = unit === 0 || size >= 100 ? 0 : 1;
  return `${formatNumber(size, decimals)}${NARROW}${units[unit] ?? ''}`;
}

/** A length of time in words, coarser the longer it is: `8 seconds`, `2 minutes`, `1 hour 20 minutes`. */
export function formatDuration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return plural(seconds, 'second', 'seconds');
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return plural(minutes, 'minute', 'minutes');
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (hours >= 24) return plural(Math.round(hours / 24), 'day', 'days');
  return rest === 0
    ? plural(hours, 'hour', 'hours')
    : `${plural(hours, 'hour', 'hours')} ${plural(rest, 'minute', 'minutes')}`;
}

/** Milliseconds of one call: `420 ms`, `1.4 s`. */
export function formatMilliseconds(ms: number): string {
  return ms < 1000
    ? `${formatCount(Math.round(ms))}${NARROW}ms`
    : `${formatNumber(ms / 1000)}${NARROW}s`;
}

/** A moment (ISO 8601) in the reader's time zone: `30 Nov 2026, 19:48`. Empty for an empty text. */
export function formatMoment(iso: string): string {
  if (iso === '') return '';
  // A row that an earlier version let in must not stop the page that lists it.
  if (Number.isNaN(Date.parse(iso))) return iso;
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(iso),
  );
}

/** `a`, `a and b`, `a, b and c`. */
export function formatList(words: readonly string[]): string {
  return new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(words);
}

/** A text with a capital first letter, to begin a sentence with. */
export function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
