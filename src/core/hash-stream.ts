import { createSHA256, type IHasher } from 'hash-wasm';

/** Characters that are hashed together. */
const TOGETHER = 1 << 15;

/**
 * SHA-256 of texts (UTF-8) that come in pieces and are never held as a whole, one after another. The browser's own
 * hash wants all at once, and asking it for each of 100,000 short texts takes seconds.
 */
export class TextHash {
  readonly #hash: IHasher;
  #pieces: string[] = [];
  #waiting = 0;

  private constructor(hash: IHasher) {
    this.#hash = hash;
  }

  static async create(): Promise<TextHash> {
    return new TextHash((await createSHA256()).init());
  }

  /** Goes on with the text; a piece must not end inside a character. */
  add(piece: string): this {
    this.#pieces.push(piece);
    this.#waiting += piece.length;
    if (this.#waiting >= TOGETHER) this.#flush();
    return this;
  }

  /** 64 lower-case hex digits of the text that ends here; the next piece begins another. */
  end(): string {
    this.#flush();
    const digest = this.#hash.digest('hex');
    this.#hash.init();
    return digest;
  }

  #flush(): void {
    this.#hash.update(this.#pieces.join(''));
    this.#pieces = [];
    this.#waiting = 0;
  }
}
