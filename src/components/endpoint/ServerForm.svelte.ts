import { asProblem, isAbort, type Problem } from '../../core/errors';
import type { EndpointModel } from '../../engines/answer-model';
import type { ServerKind, ServerModel } from '../../engines/openai/detect';
import { answerModels } from '../../storage/here';
import { en } from '../../text/en';
import { draftOfPrices, readPrices, type PriceDraft } from './prices';
import { forgetServerFacts, serverFacts, type ServerFacts } from './server-facts';
import { isKeptForTab, serverKey, setServerKey } from './server-keys';

/** What answered at an address. */
export interface FoundServer {
  readonly address: string;
  readonly kind: ServerKind;
  readonly models: readonly ServerModel[];
}

/** A person waits for the answer. */
const PATIENCE_MS = 60_000;
/** As many as a page can have under way with one server before they only wait in the browser. */
export const MOST_AT_ONCE = 64;

/** A server that is being added or changed: its address, what it says of itself, and what is kept of it. */
export class ServerForm {
  address = $state('');
  key = $state('');
  keepKey = $state(false);
  title = $state('');
  concurrency = $state<number | null>(1);
  /** Its fields are changed in place by the form. */
  readonly prices = $state<PriceDraft>(draftOfPrices({ prices: null, limit: null }));
  #model = $state('');
  #found = $state.raw<FoundServer | null>(null);
  #facts = $state.raw<ServerFacts | null>(null);
  #isAsking = $state(false);
  #problem = $state.raw<Problem | null>(null);
  #error = $state('');
  #stop: AbortController | null = null;
  /** The title that was put there, not written by the reader. */
  #givenTitle = '';

  /** @param before the server that is changed; null: a new one is added */
  constructor(readonly before: EndpointModel | null = null) {
    if (before === null) return;
    this.address = before.address;
    this.key = serverKey(before.address);
    this.keepKey = isKeptForTab(before.address);
    this.title = before.title;
    this.concurrency = before.concurrency;
    Object.assign(this.prices, draftOfPrices(before));
    this.#model = before.model;
  }

  /** The server's name of the chosen model. */
  get model(): string {
    return this.#model;
  }
  /** What answered; null before it was asked, and once the address is another. */
  get found(): FoundServer | null {
    return this.#found?.address === this.address.trim() ? this.#found : null;
  }
  /** What it can do with the chosen model. */
  get facts(): ServerFacts | null {
    return this.found === null ? null : this.#facts;
  }
  get isAsking(): boolean {
    return this.#isAsking;
  }
  /** Why it could not be asked, or not be kept. */
  get problem(): Problem | null {
    return this.#problem;
  }
  /** What is wrong with what was entered; empty where nothing is. */
  get error(): string {
    return this.#error;
  }
  /** True where it can be kept: it was asked, or was known before at this address. */
  get canSave(): boolean {
    const isKnown = this.before !== null && this.before.address === this.address.trim();
    return !this.#isAsking && (this.facts !== null || isKnown);
  }

  /** Asks what answers at the address, and what it can do with its first model. Never rejects. */
  async ask(): Promise<void> {
    const address = this.address.trim();
    await this.#with(async (signal) => {
      setServerKey(address, this.key, this.keepKey);
      forgetServerFacts();
      const { inspectServer } = await import('../../engines/endpoint');
      const key = serverKey(address);
      const { kind, models } = await inspectServer(
        { address, timeoutMs: PATIENCE_MS, ...(key === '' ? {} : { key }) },
        signal,
      );
      this.#found = { address, kind, models };
      const isListed = models.some(({ id }) => id === this.#model);
      if (!isListed && models.length > 0) this.#model = models[0]?.id ?? '';
      if (this.#model !== '') await this.#look(signal);
    });
  }

  /** Chooses one of the server's models and finds out what it can do with it. Never rejects. */
  async choose(model: string): Promise<void> {
    this.#model = model.trim();
    this.#facts = null;
    if (this.#model === '') return;
    await this.#with((signal) => this.#look(signal));
  }

  stop(): void {
    this.#stop?.abort();
  }

  /** Keeps the server. Gives it; null where something stands against it, which is then shown. */
  async save(): Promise<EndpointModel | null> {
    const prices = readPrices($state.snapshot(this.prices));
    this.#error = !prices.ok ? prices.sentence : this.#model === '' ? en.endpoint.noModel : '';
    if (!prices.ok || this.#error !== '') return null;
    const address = this.address.trim();
    try {
      setServerKey(address, this.key, this.keepKey);
      const name = this.facts?.model.id ?? this.#model;
      const model: EndpointModel = {
        kind: 'endpoint',
        id: this.before?.model === this.#model ? this.before.id : await freeId(name, address),
        title: this.title.trim() || name,
        address,
        model: this.#model,
        concurrency: Math.min(MOST_AT_ONCE, Math.max(1, Math.round(this.concurrency ?? 1))),
        prices: prices.prices,
        limit: prices.limit,
      };
      await answerModels.put(model);
      if (this.before !== null && this.before.id !== model.id) {
        await answerModels.remove(this.before.id);
      }
      return model;
    } catch (error) {
      this.#problem = asProblem(error);
      return null;
    }
  }

  /** What the server says of the chosen model. One at a time here: how many are asked later changes nothing of it. */
  async #look(signal: AbortSignal): Promise<void> {
    const facts = await serverFacts({
      kind: 'endpoint',
      id: '',
      title: '',
      address: this.address.trim(),
      model: this.#model,
      concurrency: Math.max(1, Math.round(this.concurrency ?? 1)),
      prices: null,
      limit: null,
    });
    signal.throwIfAborted();
    this.#facts = facts;
    if (this.title.trim() === '' || this.title === this.#givenTitle) {
      this.title = facts.model.id;
      this.#givenTitle = facts.model.id;
    }
  }

  async #with(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    this.#stop?.abort();
    const stop = new AbortController();
    this.#stop = stop;
    this.#isAsking = true;
    this.#problem = null;
    this.#error = '';
    this.#facts = null;
    try {
      await work(stop.signal);
    } catch (error) {
      if (!stop.signal.aborted && !isAbort(error)) this.#problem = asProblem(error);
    } finally {
      if (this.#stop === stop) this.#isAsking = false;
    }
  }
}

/** An id by the model's name: it goes into runs, so the address is no part of it. A second server gets a number. */
async function freeId(name: string, address: string): Promise<string> {
  const known = await answerModels.list();
  for (let number = 1; ; number += 1) {
    const id = `endpoint:${name}${number === 1 ? '' : `#${number}`}`;
    const other = known.find((model) => model.id === id);
    if (other === undefined || (other.kind === 'endpoint' && other.address === address)) return id;
  }
}
