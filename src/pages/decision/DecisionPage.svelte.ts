import { asProblem, isAbort, Problem } from '../../core/errors';
import { paragraphAt, type Novel, type Place } from '../../core/novel';
import type { Decision, DatasetNovel, PlaceHash } from '../../decision/dataset';
import { paragraphHash } from '../../decision/novels/clean';
import type { Letter, Rating } from '../../decision/rows-schema';
import { en } from '../../text/en';
import type { OpenDecision, Sources } from './sources';

/** Where the decision's novel is. */
export type Shelved = 'looking' | 'absent' | 'loading' | 'here';

/**
 * A decision with its novel, and how far the reader has come with it. The reader's guess and the reveal live here
 * alone: in no address and in no storage.
 */
export class DecisionPage {
  #opened = $state.raw<OpenDecision | null>(null);
  #problem = $state.raw<Problem | null>(null);
  #shelved = $state<Shelved>('looking');
  #novel = $state.raw<Novel | null>(null);
  #novelProblem = $state.raw<Problem | null>(null);
  /** Share of the novel's text that is here, 0 to 1. */
  #progress = $state(0);
  #moved = $state.raw<readonly string[]>([]);
  guess = $state<Letter | null>(null);
  #isRevealed = $state(false);
  #loading: AbortController | null = null;

  constructor(
    private readonly novelId: string,
    private readonly id: string,
    private readonly sources: Sources,
  ) {}

  /** Null while it is being opened. */
  get decision(): Decision | null {
    return this.#opened?.decision ?? null;
  }
  get about(): DatasetNovel | null {
    return this.#opened?.novel ?? null;
  }
  /** Replaces the novel's names, or leaves them; null while the decision is being opened. */
  get replacer(): OpenDecision['replacerOf'] | null {
    return this.#opened?.replacerOf ?? null;
  }
  /** True for a decision that the reader added. */
  get isOwn(): boolean {
    return this.#opened?.isOwn ?? false;
  }
  /** What readers gave the decision by the paper's four rules. */
  get ratings(): readonly Rating[] {
    return this.#opened?.ratings ?? [];
  }
  /** Why the decision cannot be shown. */
  get problem(): Problem | null {
    return this.#problem;
  }
  get shelved(): Shelved {
    return this.#shelved;
  }
  /** The novel once it is here. */
  get novel(): Novel | null {
    return this.#novel;
  }
  /** Why the novel could not be loaded; the rest of the page goes on. */
  get novelProblem(): Problem | null {
    return this.#novelProblem;
  }
  get progress(): number {
    return this.#progress;
  }
  /** True where the text here is not the one that the decision was written for. */
  get isMoved(): boolean {
    const { decision } = this;
    return decision !== null && this.hasMoved(decision.at);
  }
  get isRevealed(): boolean {
    return this.#isRevealed;
  }

  /** True where another paragraph stands at a place than the one that was meant. */
  hasMoved(place: PlaceHash): boolean {
    return this.#moved.includes(key(place));
  }

  /** Opens it; returns what ends that. Never rejects. */
  open(): () => void {
    void this.#open();
    return () => this.#loading?.abort();
  }

  reveal(): void {
    this.#isRevealed = true;
  }

  stopLoading(): void {
    this.#loading?.abort();
  }

  /** Fetches the novel; a stop or a failure leaves the page as it was. Never rejects. */
  async load(): Promise<void> {
    const { decision } = this;
    if (decision === null || this.#shelved === 'loading') return;
    const loading = new AbortController();
    this.#loading = loading;
    this.#shelved = 'loading';
    this.#progress = 0;
    this.#novelProblem = null;
    try {
      const novel = await this.sources.novel(decision.novel, {
        signal: loading.signal,
        onProgress: (share) => (this.#progress = share),
      });
      this.#moved = await movedPlaces(novel, [decision.at, ...decision.evidence]);
      this.#novel = novel;
      this.#shelved = 'here';
    } catch (error) {
      this.#shelved = 'absent';
      if (!isAbort(error) && !loading.signal.aborted) this.#novelProblem = asProblem(error);
    }
  }

  async #open(): Promise<void> {
    try {
      const opened = await this.sources.decision(this.id);
      if (opened === null || opened.decision.novel !== this.novelId) {
        throw new Problem('novel-missing', en.decision.missing);
      }
      this.#opened = opened;
      if (await this.sources.isHere(this.novelId)) await this.load();
      else this.#shelved = 'absent';
    } catch (error) {
      this.#problem = asProblem(error);
    }
  }
}

/** The places at which a novel has another paragraph than the one whose hash is given, or none. */
async function movedPlaces(novel: Novel, places: readonly PlaceHash[]): Promise<readonly string[]> {
  const moved = await Promise.all(
    places.map(async (place) => {
      if (place.hash === '') return [];
      const text = paragraphAt(novel, place);
      const same = text !== undefined && (await paragraphHash(text)) === place.hash;
      return same ? [] : [key(place)];
    }),
  );
  return moved.flat();
}

function key({ chapter, paragraph }: Place): string {
  return `${chapter}.${paragraph}`;
}
