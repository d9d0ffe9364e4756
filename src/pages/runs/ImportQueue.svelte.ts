import { aborted, asProblem, isAbort, type Problem } from '../../core/errors';
import type { Run } from '../../core/run';
import { REFERENCE_RUNS } from '../../exchange/reference-runs';
import {
  readRunFile,
  type ReadOptions,
  type ReadProgress,
  type RunFile,
} from '../../exchange/run-file';
import type { Imported } from '../../storage/run-import';

/** How one file fares. */
export type ImportState =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'reading'; readonly progress: ReadProgress | null }
  /** Part of it is missing; nothing is imported until the reader says so. */
  | { readonly kind: 'partial'; readonly run: Run; readonly problem: Problem }
  | { readonly kind: 'done'; readonly imported: Imported }
  | { readonly kind: 'failed'; readonly problem: Problem }
  | { readonly kind: 'stopped' | 'left' };

/** One file of the queue. */
export interface ImportItem {
  readonly id: number;
  readonly file: File;
  readonly state: ImportState;
}

/** Where runs go, and how files are read; tests bring their own. */
export interface ImportParts {
  readonly store: (run: Run) => Promise<Imported>;
  readonly read?: (file: File, options: ReadOptions) => Promise<RunFile>;
}

/** Files to be imported, one after the other. A bad one stops none of the others, and nothing of it is stored. */
export class ImportQueue {
  #items = $state.raw<readonly ImportItem[]>([]);
  readonly #store: ImportParts['store'];
  readonly #read: NonNullable<ImportParts['read']>;
  #last = 0;
  #abort: AbortController | null = null;
  #working: Promise<void> = Promise.resolve();

  constructor({ store, read = readRunFile }: ImportParts) {
    this.#store = store;
    this.#read = read;
  }

  get items(): readonly ImportItem[] {
    return this.#items;
  }
  get isWorking(): boolean {
    return this.#items.some(({ state }) => state.kind === 'waiting' || state.kind === 'reading');
  }

  /** Adds files; resolves when all are through. Never rejects. */
  add(files: readonly File[]): Promise<void> {
    for (const file of files) {
      this.#last += 1;
      const item: ImportItem = { id: this.#last, file, state: { kind: 'waiting' } };
      this.#items = [...this.#items, item];
    }
    this.#working = this.#working.then(() => this.#work());
    return this.#working;
  }

  /** Stops the file that is being read; those that wait are stopped too. */
  stop(): void {
    for (const { id, state } of this.#items) {
      if (state.kind === 'waiting') this.#set(id, { kind: 'stopped' });
    }
    this.#abort?.abort();
  }

  /** Imports what is whole of a file, or leaves it. */
  async decide(id: number, take: boolean): Promise<void> {
    const item = this.#items.find((one) => one.id === id);
    if (item?.state.kind !== 'partial') return;
    if (!take) return this.#set(id, { kind: 'left' });
    await this.#keep(id, item.state.run);
  }

  /** Forgets the files that are through. */
  clear(): void {
    const open = ['waiting', 'reading', 'partial'];
    this.#items = this.#items.filter(({ state }) => open.includes(state.kind));
  }

  async #work(): Promise<void> {
    for (;;) {
      const next = this.#items.find(({ state }) => state.kind === 'waiting');
      if (next === undefined) return;
      await this.#import(next.id, next.file);
    }
  }

  async #import(id: number, file: File): Promise<void> {
    const abort = new AbortController();
    this.#abort = abort;
    this.#set(id, { kind: 'reading', progress: null });
    try {
      const { run, problem } = await this.#read(file, {
        signal: abort.signal,
        onProgress: (progress) => {
          if (!abort.signal.aborted) this.#set(id, { kind: 'reading', progress });
        },
      });
      if (abort.signal.aborted) throw aborted();
      if (problem !== null) this.#set(id, { kind: 'partial', run, problem });
      else await this.#keep(id, run);
    } catch (error) {
      this.#set(
        id,
        isAbort(error) ? { kind: 'stopped' } : { kind: 'failed', problem: asProblem(error) },
      );
    }
  }

  async #keep(id: number, run: Run): Promise<void> {
    try {
      this.#set(id, { kind: 'done', imported: await this.#store(withFreeId(run)) });
    } catch (error) {
      this.#set(id, { kind: 'failed', problem: asProblem(error) });
    }
  }

  #set(id: number, state: ImportState): void {
    this.#items = this.#items.map((item) => (item.id === id ? { ...item, state } : item));
  }
}

/** The ids of recorded runs are addresses of this page: a file that claims one gets an id of its own. */
function withFreeId(run: Run): Run {
  const isTaken = REFERENCE_RUNS.some(
    ({ study, model }) => `${study}.${model}` === run.manifest.runId,
  );
  if (!isTaken) return run;
  return { ...run, manifest: { ...run.manifest, runId: crypto.randomUUID() } };
}
