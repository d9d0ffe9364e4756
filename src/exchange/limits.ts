/** How much of a file is read at most, so that no file can hang the page or fill its memory. */
export interface Limits {
  /** Bytes, after decompression. */
  readonly bytes: number;
  /** Characters in one line of JSON Lines, or in one entry of an archive. */
  readonly line: number;
  /** Characters in a file that is one JSON value: it is parsed at one go, during which the page stands still. */
  readonly value: number;
  /** Brackets within brackets. */
  readonly depth: number;
  readonly samples: number;
  /** Bytes of a batch's answers, after decompression: they are read line by line, and no line is kept. */
  readonly batch: number;
}

export const LIMITS: Limits = {
  bytes: 256 * 1024 * 1024,
  line: 8 * 1024 * 1024,
  value: 64 * 1024 * 1024,
  depth: 64,
  samples: 500_000,
  batch: 2 * 1024 * 1024 * 1024,
};

/** How a text's brackets nest, strings left out. */
export interface Nesting {
  /** Deepest level reached. */
  readonly deepest: number;
  /** True where the text ends within a bracket or a string: it was cut off. */
  readonly open: boolean;
}

/** Measured before JSON.parse, which in some browsers overflows on a deep text. */
export function nesting(text: string): Nesting {
  let depth = 0;
  let deepest = 0;
  let quoted = false;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (quoted) {
      if (code === BACKSLASH) i += 1;
      else if (code === QUOTE) quoted = false;
    } else if (code === QUOTE) {
      quoted = true;
    } else if (code === BRACE || code === BRACKET) {
      depth += 1;
      if (depth > deepest) deepest = depth;
    } else if (code === END_BRACE || code === END_BRACKET) {
      depth -= 1;
    }
  }
  return { deepest, open: quoted || depth > 0 };
}

const QUOTE = 34;
const BACKSLASH = 92;
const BRACKET = 91;
const END_BRACKET = 93;
const BRACE = 123;
const END_BRACE = 125;
