import { asProblem } from '../../core/errors';
import type { Run } from '../../core/run';
import { mergeRuns, type Merged } from '../../exchange/merge-runs';
import { isIncomplete, isPart, missingOf, partGroups } from '../../exchange/part-groups';
import { planHere } from '../../exchange/plan-here';
import { partsKey } from '../../exchange/run-differences';
import type { Imported } from '../../storage/run-import';
import type { MergeOffer } from './import-state';

export interface OfferParts {
  readonly store: (run: Run) => Promise<Imported>;
  /** Parts of the same run that are stored here already. */
  readonly stored?: (run: Run) => Promise<readonly Run[]>;
}

/** A run that was read and kept back, by the id of its item. */
export interface Held {
  readonly id: number;
  readonly run: Run;
}

/** Runs of which several are parts of one, each set with what it would make and what is still missing. */
export class MergeOffers {
  #offers = $state.raw<readonly MergeOffer[]>([]);
  #last = 0;

  constructor(private readonly parts: OfferParts) {}

  get all(): readonly MergeOffer[] {
    return this.#offers;
  }

  /**
   * Finds the parts of one run among those held, or of a run that is offered already; gives back the ids of those
   * that stand alone. Never rejects.
   */
  async take(held: readonly Held[]): Promise<readonly number[]> {
    const alone: number[] = [];
    for (const group of partGroups(held)) {
      const [first] = group;
      if (first === undefined) continue;
      const offered = this.#offerOf(first.run);
      if (offered !== undefined) {
        await this.#join(offered, group);
        continue;
      }
      const stored = await this.#stored(group.map(({ run }) => run));
      const runs = [...group.map(({ run }) => run), ...stored];
      if (runs.length < 2) alone.push(first.id);
      else await this.#offer(group, runs, stored.length);
    }
    return alone;
  }

  /** Merges and stores; `keepEarlier` where two parts answered one trial differently. Never rejects. */
  async merge(id: number, keepEarlier = false): Promise<boolean> {
    const offer = this.#offers.find((one) => one.id === id);
    if (offer === undefined) return false;
    const ready = offer.state.kind === 'open' ? offer.state.merged : null;
    this.#set(id, { kind: 'working' });
    try {
      const { run } =
        ready !== null && !keepEarlier ? ready : await merged(offer.runs, keepEarlier);
      this.#set(id, { kind: 'done', imported: await this.parts.store(run) });
      return true;
    } catch (error) {
      this.#set(id, { kind: 'failed', problem: asProblem(error) });
      return false;
    }
  }

  /** Takes an offer away. */
  drop(id: number): void {
    this.#offers = this.#offers.filter((one) => one.id !== id);
  }

  /** Forgets those that are merged. One that failed still holds its files, and is the way to import them. */
  clear(): void {
    this.#offers = this.#offers.filter(({ state }) => state.kind !== 'done');
  }

  /** The offer that a run, read later, is one more part of. */
  #offerOf(run: Run): MergeOffer | undefined {
    if (!isIncomplete(run)) return undefined;
    const key = partsKey(run.manifest);
    return this.#offers.find(
      ({ manifest, state }) => JOINABLE.has(state.kind) && partsKey(manifest) === key,
    );
  }

  async #join(offer: MergeOffer, group: readonly Held[]): Promise<void> {
    const runs = [...offer.runs, ...group.map(({ run }) => run)];
    const items = [...offer.items, ...group.map(({ id }) => id)];
    // Nobody merges what is about to change.
    const working: MergeOffer = { ...offer, runs, items, state: { kind: 'working' } };
    this.#offers = this.#offers.map((one) => (one.id === offer.id ? working : one));
    this.#set(offer.id, await stateOf(runs));
  }

  async #offer(group: readonly Held[], runs: readonly Run[], stored: number): Promise<void> {
    this.#last += 1;
    const state = await stateOf(runs);
    const offer: MergeOffer = {
      id: this.#last,
      items: group.map(({ id }) => id),
      runs,
      stored,
      manifest: (runs[0] as Run).manifest,
      state,
    };
    this.#offers = [...this.#offers, offer];
  }

  async #stored(runs: readonly Run[]): Promise<readonly Run[]> {
    const part = runs.find(({ manifest }) => isPart(manifest));
    if (part === undefined) return [];
    const here = runs.map(({ manifest }) => manifest.runId);
    // What cannot be read of the storage is no part of it; the files are.
    const stored = (await this.parts.stored?.(part).catch(() => [])) ?? [];
    return stored.filter(({ manifest }) => !here.includes(manifest.runId));
  }

  #set(id: number, state: MergeOffer['state']): void {
    this.#offers = this.#offers.map((offer) => (offer.id === id ? { ...offer, state } : offer));
  }
}

/** Nothing is stored of such an offer, nor about to be. */
const JOINABLE: ReadonlySet<MergeOffer['state']['kind']> = new Set(['open', 'refused', 'failed']);

async function stateOf(runs: readonly Run[]): Promise<MergeOffer['state']> {
  try {
    const whole = await merged(runs, false);
    return { kind: 'open', merged: whole, missing: missingOf(runs, whole.done) };
  } catch (error) {
    return { kind: 'refused', problem: asProblem(error) };
  }
}

async function merged(runs: readonly Run[], keepEarlier: boolean): Promise<Merged> {
  const plan = await planHere((runs[0] as Run).manifest);
  return mergeRuns(runs, {
    trials: plan?.trials ?? null,
    onConflict: keepEarlier ? 'keep-earlier' : 'refuse',
  });
}
