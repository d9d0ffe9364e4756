import { aborted, asProblem, isAbort, type Problem } from '../../core/errors';
import type { ReadBook } from '../../decision/novels/read-book';
import type { FoundDecisions } from '../../exchange/own-file';

/** How one file fares. */
export type AddState =
  | { readonly kind: 'waiting' | 'reading' | 'stopped' | 'left' }
  | { readonly kind: 'done'; readonly book: ReadBook; readonly already: boolean }
  /** Decisions, of which nothing is kept until the reader says so. */
  | { readonly kind: 'found' | 'keeping' | 'kept'; readonly found: FoundDecisions }
  | { readonly kind: 'failed'; readonly problem: Problem };

export interface AddItem {
  readonly id: number;
  readonly file: File;
  readonly state: AddState;
}

/** How a book gets onto the shelf, and what is found in a file of decisions. */
export type AddFile = (
  file: File,
  signal: AbortSignal,
) => Promise<(ReadBook & { readonly already: boolean }) | FoundDecisions>;

const WORKING: readonly AddState['kind'][] = ['waiting', 'reading', 'keeping'];
const OPEN: readonly AddState['kind'][] = [...WORKING, 'found'];

/** A person's own books and decisions to be added, one after the other. A bad file stops none of the others. */
export class AddQueue {
  #items = $state.raw<readonly AddItem[]>([]);
  #last = 0;
  #abort: AbortController | null = null;
  #working: Promise<void> = Promise.resolve();

  constructor(
    private readonly addFile: AddFile,
    private readonly keepFound: (found: FoundDecisions) => Promise<void>,
  ) {}

  get items(): readonly AddItem[] {
    return this.#items;
  }
  get isWorking(): boolean {
    return this.#items.some(({ state }) => WORKING.includes(state.kind));
  }

  /** Whether a file is through, so that there is something to clear. */
  get hasEnded(): boolean {
    return this.#items.some(({ state }) => !OPEN.includes(state.kind));
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

  /** Keeps the decisions found in a file, or leaves them. Never rejects. */
  async decide(id: number, keep: boolean): Promise<void> {
    const state = this.#items.find((one) => one.id === id)?.state;
    if (state?.kind !== 'found') return;
    if (!keep) return this.#set(id, { kind: 'left' });
    const { found } = state;
    this.#set(id, { kind: 'keeping', found });
    try {
      await this.keepFound(found);
      this.#set(id, { kind: 'kept', found });
    } catch (error) {
      this.#set(id, { kind: 'failed', problem: asProblem(error) });
    }
  }

  /** Reads a file again: the novel that its decisions need may be here by now. Never rejects. */
  again(id: number): Promise<void> {
    this.#set(id, { kind: 'waiting' });
    this.#working = this.#working.then(() => this.#work());
    return this.#working;
  }

  /** Forgets the files that are through. */
  clear(): void {
    this.#items = this.#items.filter(({ state }) => OPEN.includes(state.kind));
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
      const added = await this.addFile(file, abort.signal);
      if ('dataset' in added) {
        // A book is on the shelf by now; of these nothing is kept.
        if (abort.signal.aborted) throw aborted();
        return this.#set(id, { kind: 'found', found: added });
      }
      const { already, ...book } = added;
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
