import { rating as text } from '../../text/en-rating';

/** Letters of a rater's name at most. */
export const LONGEST_NAME = 40;

/** Who rates on this page: asked once, and remembered until the page is closed or loaded anew. */
export class Rater {
  #name = $state<string | null>(null);

  /** Null while it was not asked for. */
  get name(): string | null {
    return this.#name;
  }

  /** Takes a name as it was typed; without one it is "reader". */
  call(typed: string): string {
    const name = [...typed.trim()].slice(0, LONGEST_NAME).join('').trim() || text.reader;
    this.#name = name;
    return name;
  }
}

/** The one of this page. */
export const rater = new Rater();
