/** A longer text is not searched: the mistake of a person is in a short one. */
const LONGEST = 5_000_000;

const STRING = String.raw`"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\u0000-\u001f]*)*"`;
const NUMBER = String.raw`-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?`;
const TOKEN = new RegExp(
  String.raw`([{}[\],:])|(${STRING})|(?:${NUMBER}|true|false|null)(?![\w.+-])`,
  'y',
);
const SPACE = /[ \t\r\n]*/y;

type Expected = 'value' | 'value or ]' | 'key' | 'key or }' | 'colon' | 'comma or end' | 'nothing';

/**
 * Where a text that JSON.parse refuses stops being JSON, as ` (line 3)`; empty where it is too long to look.
 * The browsers' own messages differ and mostly do not say.
 */
export function faultLine(text: string): string {
  if (text.length > LONGEST) return '';
  return ` (line ${text.slice(0, faultAt(text)).split('\n').length})`;
}

/** Index of the first character that cannot stand where it stands; the length of the text where it ends too early. */
function faultAt(text: string): number {
  const open: ('{' | '[')[] = [];
  let expected: Expected = 'value';
  let at = 0;
  for (;;) {
    SPACE.lastIndex = at;
    SPACE.exec(text);
    at = SPACE.lastIndex;
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(text);
    if (token === null) return at;
    const next = after(expected, token[1] ?? (token[2] === undefined ? 'value' : '"'), open);
    if (next === null) return at;
    expected = next;
    at = TOKEN.lastIndex;
  }
}

/** What may follow a token that stands where `expected` was, null where it may not stand there. */
function after(expected: Expected, token: string, open: ('{' | '[')[]): Expected | null {
  const mayBeValue = expected === 'value' || expected === 'value or ]';
  const inside = open.at(-1);
  const done = (): Expected => (open.length === 0 ? 'nothing' : 'comma or end');
  switch (token) {
    case '{':
    case '[':
      if (!mayBeValue) return null;
      open.push(token);
      return token === '{' ? 'key or }' : 'value or ]';
    case '}':
    case ']': {
      const empty = expected === (token === '}' ? 'key or }' : 'value or ]');
      if (!empty && expected !== 'comma or end') return null;
      if (inside !== (token === '}' ? '{' : '[')) return null;
      open.pop();
      return done();
    }
    case ',':
      if (expected !== 'comma or end') return null;
      return inside === '{' ? 'key' : 'value';
    case ':':
      return expected === 'colon' ? 'value' : null;
    case '"':
      if (expected === 'key' || expected === 'key or }') return 'colon';
      return mayBeValue ? done() : null;
    default:
      return mayBeValue ? done() : null;
  }
}
