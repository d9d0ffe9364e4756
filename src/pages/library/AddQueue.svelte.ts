import { asProblem, isAbort, type Problem } from '../../core/errors';
import type { ReadBook } from '../../decision/novels/read-book';

/** How one file fares. */
export type AddState =
  | { readonly kind: 'waiting' | 'reading' | 'stopped' }
  | { readonly kind: 'done'; readonly book: ReadBook; readonly already: boolean }
  | { readonly kind: 'failed'; readonly problem: Problem };

export interface AddItem {
  readonly id: number;
  readonly file: File;
  readonly state: AddState;
}

/** How a file gets onto the shelf. */
export type AddFile = (
  file: File,
  signal: AbortSignal,
) => Promise<ReadBook & { readonly already: boolean }>;

/** A person's own books to be added, one after the other. A bad one stops none of the others. */
export class AddQueue {
  #items = $state.raw<readonly AddItem[]>([]);
  #last = 0;
  #abort: AbortController | null = null;
  #working: Promise<void> = Promise.resolve();

  constructor(private readonly addFile: AddFile) {}

  get items(): readonly AddItem[] {
    return this.#items;
  }
  get isWorking(): boolean {
    return this.#items.some(({ state }) => state.kind === 'waiting' || state.kind === 'reading');
  }

  /** Adds files; resolves when all are through. Never rejects. */
  add(files: readonly File[]): Promise<void> {
    for (const file of files) {
      this.#last += 1;
      this.#items = [...this.#items, { id: this.#last, file, state: { kind: 'waiting' } }];
    }
    this.#working = this.#working.then(() => this.#work());
    return this.#working;
  }

  /** Stops the file that is being read; those that wait are stopped too. */
  stop(): void {
    for (const { id, state } of this.#items)
      if (state.kind === 'waiting') this.#set(id, { kind: 'stopped' });
    this.#abort?.abort();
  }

  /** Forgets the files that are through. */
  clear(): void {
    this.#items = this.#items.filter(({ state }) => ['waiting', 'reading'].includes(state.kind));
  }

  async #work(): Promise<void> {
    for (;;) {
      const next = this.#items.find(({ state }) => state.kind === 'waiting');
      if (next === undefined) return;
      await this.#read(next.id, next.file);
    }
  }

  async #read(id: number, file: File): Promise<void> {
    const abort = new AbortController();
    this.#abort = abort;
    this.#set(id, { kind: 'reading' });
    try {
      const { already, ...book } = await this.addFile(file, abort.signal);
      this.#set(id, { kind: 'done', book, already });
    } catch (error) {
      this.#set(
        id,
        isAbort(error) ? { kind: 'stopped' } : { kind: 'failed', problem: asProblem(error) },
      );
    }
  }

  #set(id: number, state: AddState): void {
    this.#items = this.#items.map((item) => (item.id === id ? { ...item, state } : item));
  }
}
