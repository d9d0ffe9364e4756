import { aborted, asProblem, isAbort, Problem } from '../core/errors';

type Bytes = Uint8Array<ArrayBuffer>;

/** Bytes to read: a file, the body of an answer. */
export type FileSource = Blob | ReadableStream<Bytes>;

export interface TextOptions {
  readonly signal?: AbortSignal;
  /** Bytes after decompression. */
  readonly limit: number;
  /** Gets the bytes read so far, before decompression. */
  readonly onBytes?: (bytes: number) => void;
  /**
   * What bytes that are no UTF-8 do: end the reading, or spoil their line alone, which then holds a NUL (as no JSON
   * does) in place of the piece that cannot be read.
   */
  readonly damage?: 'refuse' | 'mark';
}

/**
 * A file as pieces of text: UTF-8, unpacked where it begins like gzip, never more than a limit.
 * Every method rejects with a Problem.
 */
export class TextSource {
  /** True once the end turned out to be in the middle of a character or of the compressed data. */
  cut = false;

  private decoder = new TextDecoder('utf-8', { fatal: true });
  private reader: ReadableStreamDefaultReader<Bytes> | undefined;
  private read = 0;
  private unpacked = 0;
  private ended = false;

  constructor(
    private readonly source: FileSource,
    private readonly options: TextOptions,
  ) {}

  /** The next piece, which may be empty; null at the end. */
  async next(): Promise<string | null> {
    if (this.ended) return null;
    this.reader ??= (await this.open()).getReader();
    const bytes = await this.bytes(this.reader);
    this.ended = bytes === null;
    if (bytes === null) return this.tail();
    this.unpacked += bytes.byteLength;
    if (this.unpacked > this.options.limit) {
      throw bad(
        `The file holds more than ${megabytes(this.options.limit)} MB, too much for this page.`,
      );
    }
    if (this.options.damage === 'mark') return this.marked(bytes);
    try {
      return this.decoder.decode(bytes, { stream: true });
    } catch (cause) {
      throw bad('The file is damaged, or no text file: it holds bytes that are no UTF-8.', cause);
    }
  }

  /** Lets go of the file; safe to call at any time. */
  async close(): Promise<void> {
    this.ended = true;
    // What the source says to being left early changes nothing for a reader who is done with it.
    await this.reader?.cancel().catch(() => undefined);
  }

  /** Line by line, for a line's end (a byte of its own in UTF-8) is where the next can be read again. */
  private marked(bytes: Bytes): string {
    const lines: string[] = [];
    for (let from = 0, end = 0; from < bytes.length; from = end) {
      const stop = bytes.indexOf(LF, from);
      end = stop === -1 ? bytes.length : stop + 1;
      try {
        lines.push(this.decoder.decode(bytes.subarray(from, end), { stream: stop === -1 }));
      } catch {
        this.decoder = new TextDecoder('utf-8', { fatal: true });
        lines.push(stop === -1 ? '\0' : '\0\n');
      }
    }
    return lines.join('');
  }

  private tail(): string | null {
    try {
      return this.decoder.decode() || null;
    } catch {
      this.cut = true;
      return null;
    }
  }

  private async bytes(reader: ReadableStreamDefaultReader<Bytes>): Promise<Bytes | null> {
    const { signal } = this.options;
    if (signal?.aborted) throw aborted();
    const stop = (): void => void reader.cancel().catch(() => undefined);
    signal?.addEventListener('abort', stop);
    try {
      const { done, value } = await reader.read();
      if (signal?.aborted) throw aborted();
      return done ? null : value;
    } catch (error) {
      if (signal?.aborted || isAbort(error)) throw aborted();
      if (error instanceof Problem) throw error;
      if (TRUNCATED.test(asProblem(error).message)) {
        this.cut = true;
        return null;
      }
      throw bad('The file is damaged and cannot be read to its end.', error);
    } finally {
      signal?.removeEventListener('abort', stop);
    }
  }

  /** The bytes, unpacked where the first two say gzip, whatever the file is called. */
  private async open(): Promise<ReadableStream<Bytes>> {
    const raw = this.source instanceof Blob ? this.source.stream() : this.source;
    const counted = this.counted(raw.getReader());
    const [peeked, whole] = await firstBytes(counted);
    if (peeked[0] !== 0x1f || peeked[1] !== 0x8b) return whole;
    return whole.pipeThrough(new DecompressionStream('gzip'));
  }

  private counted(reader: ReadableStreamDefaultReader<Bytes>): Pieces {
    return {
      next: async () => {
        const { done, value } = await reader.read();
        if (done) return null;
        this.read += value.byteLength;
        this.options.onBytes?.(this.read);
        return value;
      },
      cancel: () => reader.cancel(),
    };
  }
}

const LF = 10;

interface Pieces {
  next(): Promise<Bytes | null>;
  cancel(): Promise<void>;
}

/** At least two bytes (fewer only where there are no more), and a stream of all bytes with them. */
async function firstBytes(pieces: Pieces): Promise<[Bytes, ReadableStream<Bytes>]> {
  let first = new Uint8Array();
  while (first.byteLength < 2) {
    const piece = await pieces.next();
    if (piece === null) break;
    const joined = new Uint8Array(first.byteLength + piece.byteLength);
    joined.set(first);
    joined.set(piece, first.byteLength);
    first = joined;
  }
  const whole = new ReadableStream<Bytes>({
    start: (controller) => controller.enqueue(first),
    pull: async (controller) => {
      const piece = await pieces.next();
      if (piece === null) controller.close();
      else controller.enqueue(piece);
    },
    cancel: () => pieces.cancel(),
  });
  return [first, whole];
}

/** How the browsers and Node say that compressed data ends too early; there is no code for it. */
const TRUNCATED = /truncated|unexpected end|ended without|incomplete/i;

function megabytes(bytes: number): number {
  return Math.round(bytes / (1024 * 1024));
}

function bad(what: string, cause?: unknown): Problem {
  return new Problem('bad-file', {
    what,
    kept: 'Nothing was imported.',
    next: 'Choose another file, or get this one again.',
    cause,
  });
}
