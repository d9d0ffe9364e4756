import type { CatalogueModel } from '../../engines/catalogue';
import type { EarlierAttempt, OwnGgufJob, OwnGgufNews } from '../../engines/own-gguf-job';
import { releaseFromVisit, holdForVisit } from '../../engines/visit-files';
import { answerModels } from '../../storage/here';
import type { PendingFile } from '../../storage/answer-models';
import { askToKeep } from '../../storage/space';
import { Transfer } from './Transfer.svelte';

/** The reader's own GGUF file on its way into the list; one at a time, whichever page asked. */
class Adding {
  readonly transfer = new Transfer();
  #name = $state('');
  #added = $state.raw<CatalogueModel | null>(null);
  #file = $state.raw<File | null>(null);
  /** Counts what ended, in whatever way, so that lists know when to look again. */
  #ended = $state(0);

  /** Of the file that is being added. */
  get name(): string {
    return this.#name;
  }
  /** What was added last; null once something else is begun. */
  get added(): CatalogueModel | null {
    return this.#added;
  }
  /** The file of the last attempt, where it could still be used for this visit. */
  get file(): File | null {
    return this.#file;
  }
  get ended(): number {
    return this.#ended;
  }

  /** Adds a file of this device; without `keep` for this visit only. Never rejects. */
  async addFile(file: File, keep: boolean): Promise<void> {
    if (this.transfer.isRunning) return;
    this.#file = file;
    const from = { kind: 'file', file, name: file.name } as const;
    await this.#add(file.name, { from, keep, before: null }, file);
  }

  /** Downloads a file from its address, or goes on with one. Never rejects. */
  async addAddress(address: string, before: PendingFile | null = null): Promise<void> {
    if (this.transfer.isRunning) return;
    this.#file = null;
    const name = before?.name ?? address.slice(address.lastIndexOf('/') + 1);
    await this.#add(name, { from: { kind: 'address', address }, keep: true, before }, null);
  }

  clear(): void {
    this.transfer.clear();
    this.#added = null;
    this.#file = null;
  }

  async #add(name: string, job: OwnGgufJob, file: File | null): Promise<void> {
    this.#name = name;
    this.#added = null;
    if (job.keep) void askToKeep();
    await this.transfer.run(async (tell, signal) => {
      const { addOwnGguf } = await import('../../engines/add-own-gguf');
      const notes = new PendingNotes(job.before);
      let total = 0;
      const model = await addOwnGguf(
        job,
        (news) => {
          if (news.kind === 'source') total = news.bytes;
          if (news.kind === 'progress') tell({ done: news.done, total });
          notes.take(news);
        },
        signal,
      );
      await notes.done();
      await admit(model, job.keep ? null : file);
      this.#added = model;
    });
    this.#ended += 1;
  }
}

export const adding = new Adding();

/** Puts a file that was taken in on the list. A file of the catalogue is on it already. */
async function admit(model: CatalogueModel, heldFile: File | null): Promise<void> {
  if (heldFile !== null) return holdForVisit(model, heldFile);
  releaseFromVisit(model.id);
  if (!model.sources.some(({ kind }) => kind === 'site')) await answerModels.put(model);
}

/** Notes how far a file from an address has come, so that it can go on after the page was closed. */
class PendingNotes {
  #file: PendingFile | null = null;
  /** How many parts this attempt has come to. */
  #seen = 0;
  #writing: Promise<void> = Promise.resolve();

  constructor(private readonly before: EarlierAttempt | null) {}

  take(news: OwnGgufNews): void {
    if (news.kind === 'source' && news.address !== '') {
      const { address, name, bytes, mark } = news;
      // What came before is of this file, or of another that lay at its address.
      const isSame = this.before?.mark === mark && this.before.bytes === bytes;
      this.#file = { address, name, bytes, mark, parts: isSame ? this.before.parts : [] };
      this.#seen = 0;
    } else if (news.kind === 'part' && this.#file !== null) {
      const parts = [...this.#file.parts.slice(0, this.#seen), news.sha256];
      const rest = this.#file.parts.slice(parts.length);
      this.#seen = parts.length;
      this.#file = { ...this.#file, parts: [...parts, ...rest] };
      this.#write(this.#file);
    }
  }

  /** The file is whole: nothing is pending any more. */
  async done(): Promise<void> {
    await this.#writing;
    if (this.#file !== null) await answerModels.removePending(this.#file.address);
  }

  #write(file: PendingFile): void {
    // A note that cannot be written only costs a second download.
    this.#writing = this.#writing.then(() => answerModels.putPending(file)).catch(() => undefined);
  }
}
