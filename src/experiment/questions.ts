import type { Question } from '../core/suite';

/**
 * The questions of a plan, in plan order. Each is made when it is asked for: the prompts of 100,000 trials would fill
 * the memory, while one takes microseconds.
 */
export class Questions implements Iterable<Question> {
  /** How many there are. */
  readonly length: number;
  readonly #make: (index: number) => Question;

  constructor(length: number, make: (index: number) => Question) {
    this.length = length;
    this.#make = make;
  }

  /** @param index from 0; undefined where there is no such trial */
  at(index: number): Question | undefined {
    return index >= 0 && index < this.length ? this.#make(index) : undefined;
  }

  *[Symbol.iterator](): Generator<Question, undefined> {
    for (let index = 0; index < this.length; index += 1) yield this.#make(index);
  }
}
