import { aborted, asProblem, isAbort } from '../../core/errors';
import type { Run } from '../../core/run';
import type { Study } from '../../core/study';
import { grouped, readAnyRun, readStudy, type FileGroup } from '../../exchange/any-run';
import type { Batches } from '../../exchange/batch-here';
import { isNameOf } from '../../exchange/batch-target';
import { isIncomplete } from '../../exchange/part-groups';
import type { ReadOptions } from '../../exchange/run-file';
import type { RunEntry } from '../../storage/run-rows';
import { askedBy, aStudy, named, reportOf, THROUGH, withFreeId, WORKING } from './import-parts';
import type { ImportItem, ImportReport, ImportState } from './import-state';
import { MergeOffers, type OfferParts } from './MergeOffers.svelte';

/** Where runs go, and how files are read; tests bring their own. */
export interface ImportParts extends OfferParts {
  readonly read?: (group: FileGroup, options: ReadOptions) => ReturnType<typeof readAnyRun>;
  /** Where the answers to batches go; left out: they are refused as no run. */
  readonly batches?: Pick<Batches, 'look' | 'begin' | 'read'>;
  /** A stored run's manifest, for the answers that go into it. */
  readonly entry?: (runId: string) => Promise<RunEntry | undefined>;
}

/**
 * Files to be imported, one after the other, each known by its content. A bad one stops none of the others, and
 * nothing of it is stored. Parts of one run are held back until all files are read, and offered as one.
 */
export class ImportQueue {
  #items = $state.raw<readonly ImportItem[]>([]);
  readonly offers: MergeOffers;
  readonly #parts: ImportParts;
  readonly #read: NonNullable<ImportParts['read']>;
  #last = 0;
  #abort: AbortController | null = null;
  #working: Promise<void> = Promise.resolve();
  /** The study that was dropped last, for a batch whose study is asked for. */
  #study: { readonly id: number; readonly study: Study } | null = null;

  constructor(parts: ImportParts) {
    this.#parts = parts;
    this.#read = parts.read ?? readAnyRun;
    this.offers = new MergeOffers(parts);
  }

  get items(): readonly ImportItem[] {
    return this.#items;
  }
  get isWorking(): boolean {
    return this.#items.some(({ state }) => WORKING.has(state.kind));
  }

  /** Adds files; resolves when all are through. Never rejects. */
  add(files: readonly File[]): Promise<void> {
    for (const file of files) {
      this.#last += 1;
      const state = { kind: 'waiting' } as const;
      this.#items = [...this.#items, { id: this.#last, files: [file], fileKind: null, state }];
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
    await this.#keep(id, item.state.run, item.state.report);
  }

  /** Says which study a batch asked; a run for its answers is begun. Never rejects. */
  async giveStudy(id: number, study: Study): Promise<void> {
    const item = this.#items.find((one) => one.id === id);
    const { batches, entry } = this.#parts;
    if (item?.state.kind !== 'ask-study' || !batches || !entry) return;
    const { target } = item.state;
    await this.#attempt(id, async () => {
      const found = await entry(await batches.begin(study, target));
      if (found !== undefined) await this.#readBatch(item, found);
    });
  }

  /** Says which run a batch belongs to. Never rejects. */
  async giveRun(id: number, runId: string): Promise<void> {
    const item = this.#items.find((one) => one.id === id);
    if (item?.state.kind !== 'ask-run') return;
    const found = item.state.runs.find(({ manifest }) => manifest.runId === runId);
    if (found === undefined) return;
    await this.#attempt(id, () => this.#readBatch(item, found));
  }

  /** Leaves a file that waits for an answer. */
  leave(id: number): void {
    this.#set(id, { kind: 'left' });
  }

  /** Merges the parts of an offer. Never rejects. */
  async merge(offer: number, keepEarlier = false): Promise<void> {
    const items = this.#itemsOf(offer);
    if (!(await this.offers.merge(offer, keepEarlier))) return;
    for (const { id } of items) this.#set(id, { kind: 'merged' });
  }

  /** Imports the parts of an offer as runs of their own. Never rejects. */
  async separate(offer: number): Promise<void> {
    const items = this.#itemsOf(offer);
    this.offers.drop(offer);
    for (const { id, state } of items) {
      if (state.kind === 'held') await this.#keep(id, state.run, state.report);
    }
  }

  /** Forgets the files that are through. */
  clear(): void {
    this.offers.clear();
    this.#items = this.#items.filter(({ state }) => !THROUGH.has(state.kind));
  }

  #itemsOf(offer: number): readonly ImportItem[] {
    const ids = this.offers.all.find(({ id }) => id === offer)?.items ?? [];
    return this.#items.filter(({ id }) => ids.includes(id));
  }

  async #work(): Promise<void> {
    for (;;) {
      await this.#sort();
      const waiting = this.#items.filter(({ state }) => state.kind === 'waiting');
      // A study first, for a batch that comes with it.
      const next = waiting.find(({ fileKind }) => fileKind === 'study') ?? waiting[0];
      if (next === undefined) break;
      await this.#import(next);
    }
    await this.#offerParts();
    this.#refuseStudies();
  }

  /** Looks at the files that nobody has looked at, and puts those together that belong together. */
  async #sort(): Promise<void> {
    const fresh = this.#items.filter(
      ({ state, fileKind }) => state.kind === 'waiting' && fileKind === null,
    );
    if (fresh.length === 0) return;
    for (const { kind, files, places } of await grouped(fresh.flatMap((item) => item.files))) {
      const [first, ...others] = places.map((place) => fresh[place]?.id);
      // It may have been stopped meanwhile.
      if (this.#items.find(({ id }) => id === first)?.state.kind !== 'waiting') continue;
      this.#items = this.#items
        .filter(({ id }) => !others.includes(id))
        .map((item) => (item.id === first ? { ...item, files, fileKind: kind } : item));
    }
  }

  async #import(item: ImportItem): Promise<void> {
    await this.#attempt(item.id, async (signal) => {
      if (item.fileKind === 'study') return this.#takeStudy(item);
      if (item.fileKind === 'batch' && this.#parts.batches) return this.#takeBatch(item);
      const group = { kind: item.fileKind ?? 'run', files: item.files };
      const { run, problem, ...more } = await this.#read(group, {
        signal,
        onProgress: (progress) => {
          if (!signal.aborted) this.#set(item.id, { kind: 'reading', progress });
        },
      });
      if (signal.aborted) throw aborted();
      const report = reportOf(more);
      if (problem !== null) this.#set(item.id, { kind: 'partial', run, problem, report });
      else if (isIncomplete(run)) this.#set(item.id, { kind: 'held', run, report });
      else await this.#keep(item.id, run, report);
    });
  }

  /** Does work on a file; whatever goes wrong stands with it. */
  async #attempt(id: number, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const abort = new AbortController();
    this.#abort = abort;
    this.#set(id, { kind: 'reading', progress: null });
    try {
      await work(abort.signal);
    } catch (error) {
      if (!isAbort(error)) return this.#set(id, { kind: 'failed', problem: asProblem(error) });
      const isBatch = this.#items.find((one) => one.id === id)?.fileKind === 'batch';
      this.#set(id, { kind: isBatch ? 'stopped-kept' : 'stopped' });
    }
  }

  async #takeStudy(item: ImportItem): Promise<void> {
    const study = await readStudy(item.files[0] as File);
    this.#study = { id: item.id, study };
    this.#set(item.id, { kind: 'study' });
    const asking = this.#items.find(({ state }) => state.kind === 'ask-study');
    if (asking === undefined) return;
    this.#set(item.id, { kind: 'used' });
    await this.giveStudy(asking.id, study);
  }

  async #takeBatch(item: ImportItem): Promise<void> {
    const { batches } = this.#parts;
    if (!batches) return;
    const { target, runs } = await batches.look(item.files[0] as File);
    const [only] = runs;
    if (only !== undefined) {
      // What is read into a run stays in it: the answers of another model are the reader's to take.
      const isPlain = runs.length === 1 && isNameOf(target.model, askedBy(only));
      if (isPlain) return this.#readBatch(item, only);
      return this.#set(item.id, { kind: 'ask-run', runs, said: target.model });
    }
    this.#set(item.id, { kind: 'ask-study', target: named(target) });
    if (this.#study === null) return;
    const { id, study } = this.#study;
    this.#set(id, { kind: 'used' });
    await this.giveStudy(item.id, study);
  }

  async #readBatch(item: ImportItem, entry: RunEntry): Promise<void> {
    const { batches } = this.#parts;
    if (!batches) return;
    const signal = this.#abort?.signal;
    this.#set(item.id, { kind: 'reading', progress: null });
    const { manifest } = entry;
    const read = await batches.read(manifest, item.files[0] as File, signal);
    const { done, total, issues, model: said } = read;
    const asked = askedBy(entry);
    const report = {
      done,
      total,
      issues,
      ...(said && said !== asked && { model: { said, asked } }),
    };
    const imported = { runId: manifest.runId, outcome: 'added' } as const;
    this.#set(item.id, { kind: 'done', imported, report });
  }

  /** Of the runs that were held back, those that belong together are offered as one; the others are imported. */
  async #offerParts(): Promise<void> {
    const offered = this.offers.all.flatMap(({ items }) => items);
    const held = this.#items.flatMap(({ id, state }) =>
      state.kind === 'held' && !offered.includes(id) ? [{ id, run: state.run }] : [],
    );
    for (const id of await this.offers.take(held)) {
      const state = this.#items.find((item) => item.id === id)?.state;
      if (state?.kind === 'held') await this.#keep(id, state.run, state.report);
    }
  }

  /** A study alone is no run. */
  #refuseStudies(): void {
    for (const { id, state } of this.#items) {
      if (state.kind !== 'study') continue;
      this.#set(id, { kind: 'failed', problem: aStudy() });
    }
    this.#study = null;
  }

  async #keep(id: number, run: Run, report: ImportReport | null): Promise<void> {
    try {
      const imported = await this.#parts.store(withFreeId(run));
      this.#set(id, { kind: 'done', imported, report });
    } catch (error) {
      this.#set(id, { kind: 'failed', problem: asProblem(error) });
    }
  }

  #set(id: number, state: ImportState): void {
    this.#items = this.#items.map((item) => (item.id === id ? { ...item, state } : item));
  }
}
