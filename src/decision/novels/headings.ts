import type { Block } from './blocks';
import { NUMERAL, numeralOf, type NumeralStyle } from './numerals';

/** A block that begins a chapter. */
export interface Heading {
  /** Index of its block. */
  readonly at: number;
  /** As it stands, with a title on the same line. */
  readonly text: string;
  /** Whether the heading's line holds nothing but the number. */
  readonly bare: boolean;
}

interface Candidate extends Heading {
  readonly kind: (typeof KINDS)[number];
  /** `chapter`, `letter` ...; each counts by itself. */
  readonly label: string;
  /** Null for a prologue or an epilogue. */
  readonly value: number | null;
  readonly style: NumeralStyle | null;
}

/** From the clearest kind of heading to the vaguest; a novel has the first kind found twice. */
const KINDS = ['worded', 'titled', 'bare', 'part'] as const;
const LONGEST = 120;

const worded = new RegExp(
  `^(chapter|letter|stave|canto)\\s+(${NUMERAL})\\b[\\s.:,;—–-]*(.*)$`,
  'i',
);
const part = new RegExp(
  `^(volume|book|part)\\s+(?:the\\s+)?(${NUMERAL})\\b[\\s.:,;—–-]*(.*)$`,
  'i',
);
const titled = /^([IVXLC]+|\d{1,3})\.\s+(\S.*)$/;
const bare = /^([IVXLC]+|\d{1,3})\.?$/;
const unnumbered = /^(prologue|epilogue)\b[\s.:,;—–-]*(.*)$/i;

/** The headings of a text's chapters, in order; empty where it has none. */
export function findHeadings(blocks: readonly Block[]): Heading[] {
  const all = blocks.flatMap((block, at) => candidateOf(block, at) ?? []);
  for (const kind of KINDS) {
    const numbered = all.filter((c) => c.kind === kind && c.value !== null);
    const found = inSequence(ofOneStyle(numbered), blocks);
    if (found.length < 2) continue;
    const first = found[0]?.at ?? 0;
    const others = all.filter(
      (c) => c.value === null && (c.label === 'prologue' ? c.at < first : c.at > first),
    );
    return withoutContents([...found, ...others].sort((a, b) => a.at - b.at));
  }
  return [];
}

/** A part's heading (`VOLUME II`, `Book the First`), which counts only right before a chapter's. */
export function isPart(block: Block): boolean {
  return block.text.length < LONGEST && block.lines <= 3 && part.test(block.text);
}

/** Only a number: the heading of a section within a chapter. */
export function isBareNumber(text: string): boolean {
  return bare.test(text) && numeralOf(text.replace('.', '')) !== null;
}

function candidateOf(block: Block, at: number): Candidate | null {
  const { text } = block;
  if (text.length >= LONGEST || block.lines > 3) return null;
  const make = (
    kind: Candidate['kind'],
    label: string,
    numeral: string | undefined,
    title: string | undefined,
  ): Candidate | null => {
    const read = numeral === undefined ? null : numeralOf(numeral);
    if (numeral !== undefined && read === null) return null;
    const { value = null, style = null } = read ?? {};
    return { kind, label: label.toLowerCase(), value, style, at, text, bare: (title ?? '') === '' };
  };
  const word = worded.exec(text);
  if (word) return make('worded', word[1] ?? '', word[2], word[3]);
  const plain = unnumbered.exec(text);
  if (plain && (plain[2] ?? '').length < 60)
    return make('worded', plain[1] ?? '', undefined, plain[2]);
  const volume = part.exec(text);
  if (volume) return make('part', volume[1] ?? '', volume[2], volume[3]);
  const number = bare.exec(text);
  if (number) return make('bare', 'number', number[1], '');
  const entitled = titled.exec(text);
  if (entitled && looksLikeTitle(entitled[2] ?? ''))
    return make('titled', 'number', entitled[1], entitled[2]);
  return null;
}

/** Most long words begin with a capital, which tells a title from a sentence of a numbered list. */
export function looksLikeTitle(text: string): boolean {
  const words = text.match(/\p{L}{4,}/gu) ?? text.match(/\p{L}+/gu) ?? [];
  const capital = words.filter((word) => /^\p{Lu}/u.test(word)).length;
  return words.length > 0 && capital >= words.length * 0.6;
}

/** A novel writes its numbers one way; `BOOK I ... CHAPTER III` in a text numbered 1, 2, 3 is no heading. */
function ofOneStyle(candidates: readonly Candidate[]): Candidate[] {
  const count = (style: NumeralStyle) => candidates.filter((c) => c.style === style).length;
  const styles = (['roman', 'arabic', 'word'] as const).toSorted((a, b) => count(b) - count(a));
  return candidates.filter((c) => c.style === styles[0]);
}

/** Those that count up, by label; a new part, a table of contents or a label may begin again at 1. */
function inSequence(candidates: readonly Candidate[], blocks: readonly Block[]): Candidate[] {
  const last = new Map<string, number>();
  return candidates.filter(({ label, value, at }) => {
    const before = last.get(label) ?? 0;
    const next = value ?? 0;
    const restarts = next === 1 && (before === 0 || before > 1 || isAfterPart(blocks, at));
    // A heading or two may be misprinted; more than that is another list.
    if (!restarts && (next <= before || next > before + 3)) return false;
    last.set(label, next);
    return true;
  });
}

function isAfterPart(blocks: readonly Block[], at: number): boolean {
  return blocks.slice(Math.max(0, at - 2), at).some(isPart);
}

/** A table of contents is three headings or more with nothing between; its last one is met again in the text. */
function withoutContents(headings: readonly Candidate[]): Candidate[] {
  const follows = (i: number) => headings[i]?.at === (headings[i - 1]?.at ?? Infinity) + 1;
  const kept: Candidate[] = [];
  for (let start = 0; start < headings.length;) {
    let end = start + 1;
    while (end < headings.length && follows(end)) end += 1;
    const run = headings.slice(start, end);
    const last = run.at(-1);
    const again =
      last !== undefined &&
      headings.slice(end).some((h) => h.label === last.label && h.value === last.value);
    if (run.length < 3) kept.push(...run);
    else if (last !== undefined && !again) kept.push(last);
    start = end;
  }
  return kept;
}
