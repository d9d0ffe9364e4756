import { badFile } from './run-assembly';
import type { TextSource } from './text-source';

export interface Line {
  readonly text: string;
  /** From 1. */
  readonly number: number;
  /** True where the file ended without ending the line. */
  readonly last: boolean;
}

/** A text by lines (LF or CR LF), without holding more than one of them and a piece of the file. */
export class LineReader {
  /** Lines given so far. */
  count = 0;
  private pending = '';
  private from = 0;
  private ended = false;

  constructor(private readonly source: TextSource) {}

  /**
   * The next line, null at the end.
   * @param limit characters a line may have
   * @param onLong gets the number of a line that is longer, which is passed over; without it such a line is refused
   */
  async next(limit: number, onLong?: (line: number) => void): Promise<Line | null> {
    let parts: string[] = [];
    let length = 0;
    for (;;) {
      const end = this.pending.indexOf('\n', this.from);
      const part = this.pending.slice(this.from, end === -1 ? undefined : end);
      length += part.length;
      if (length > limit) {
        if (onLong === undefined) {
          throw badFile(
            `Line ${this.count + 1} is longer than ${limit} characters, as none of a run is`,
          );
        }
        await this.skip();
        onLong(this.count);
        parts = [];
        length = 0;
        continue;
      }
      parts.push(part);
      if (end !== -1) {
        this.from = end + 1;
        return this.line(parts, false);
      }
      this.from = 0;
      this.pending = (await this.source.next()) ?? this.end();
      if (this.ended) return length === 0 ? null : this.line(parts, true);
    }
  }

  /** All that is left, as it is; null where it has more characters than the limit. */
  async rest(limit: number): Promise<string | null> {
    const parts = [this.pending.slice(this.from)];
    let length = this.pending.length - this.from;
    this.pending = '';
    this.from = 0;
    for (let piece = await this.source.next(); piece !== null; piece = await this.source.next()) {
      length += piece.length;
      if (length > limit) return null;
      parts.push(piece);
    }
    return length > limit ? null : parts.join('');
  }

  /** Goes to the end of the line without keeping it. */
  private async skip(): Promise<void> {
    this.count += 1;
    for (;;) {
      const end = this.pending.indexOf('\n', this.from);
      this.from = end + 1;
      if (end !== -1) return;
      this.pending = (await this.source.next()) ?? this.end();
      if (this.ended) return;
    }
  }

  private line(parts: readonly string[], last: boolean): Line {
    this.count += 1;
    const text = parts.join('');
    return { text: text.endsWith('\r') ? text.slice(0, -1) : text, number: this.count, last };
  }

  private end(): string {
    this.ended = true;
    return '';
  }
}
