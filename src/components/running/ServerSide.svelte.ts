import type { Engine, TokenCounts } from '../../core/engine';
import { Problem } from '../../core/errors';
import type { Artifact, Sample } from '../../core/run';
import type { EndpointModel } from '../../engines/answer-model';
import type { EndpointEngine } from '../../engines/endpoint';
import { costOfAnswer, SpendingLimit } from '../../engines/endpoint-cost';
import type { Wait } from '../../engines/openai/server';
import type { RunControl } from '../../experiment/control';
import { serverKey } from '../endpoint/server-keys';

/** What a run waits for, with the moment (as of `Date.now()`) at which it began or ends. */
export type ShownWait =
  | { readonly kind: 'slow'; readonly since: number }
  | (Extract<Wait, { kind: 'again' }> & { readonly until: number });

/** What a run on a server has to show besides: its waits, what was spent, and what came from the server's cache. */
export class ServerSide {
  #model = $state.raw<EndpointModel | null>(null);
  #wait = $state.raw<ShownWait | null>(null);
  #spent = $state(0);
  #limit = $state<number | null>(null);
  #isReached = $state(false);
  #tokens = $state.raw<TokenCounts>({ prompt: 0, cached: 0, completion: 0 });
  #spending: SpendingLimit | null = null;

  /** The server's model; null while a run is on this device. */
  get model(): EndpointModel | null {
    return this.#model;
  }
  /** Null while answers come as they should. */
  get wait(): ShownWait | null {
    return this.#wait;
  }
  /** In the currency of the model's prices; 0 where it has none. */
  get spent(): number {
    return this.#spent;
  }
  /** Null without one. */
  get limit(): number | null {
    return this.#limit;
  }
  /** True while the limit holds the run. */
  get isReached(): boolean {
    return this.#isReached;
  }
  /** Of all answers kept so far. */
  get tokens(): TokenCounts {
    return this.#tokens;
  }

  /** A run begins, on a server or not. */
  begin(model: EndpointModel | null): void {
    this.#model = model;
    this.#wait = null;
    this.#spent = 0;
    this.#limit = null;
    this.#isReached = false;
    this.#spending = null;
    this.#tokens = { prompt: 0, cached: 0, completion: 0 };
  }

  /** What connecting takes: the key, and who is told of waits. */
  get loading(): { readonly key?: string; readonly onWait?: (wait: Wait) => void } {
    if (this.#model === null) return {};
    const key = serverKey(this.#model.address);
    return { ...(key === '' ? {} : { key }), onWait: (wait) => (this.#wait = shownWait(wait)) };
  }

  /**
   * The engine with every call counted, and the run held where the limit is reached.
   * @param made what earlier parts of the run made, for its tokens are spent
   * @param onReached the limit holds the run from now on
   * @throws Problem `not-supported` where the study asks for what the server cannot give
   */
  watch(
    engine: Engine,
    made: { readonly samples: readonly Sample[]; readonly artifacts: readonly Artifact[] },
    control: RunControl,
    onReached: () => void,
  ): Engine {
    this.count(made.samples);
    const model = this.#model;
    if (model === null || model.prices === null || !isEndpoint(engine)) return engine;
    const { prices, limit } = model;
    const answers = [...made.samples, ...made.artifacts.flatMap(({ calls }) => calls)];
    const before = answers.reduce((sum, each) => sum + costOfAnswer(each, prices), 0);
    // An answer that takes several requests may reach it before it is whole: the figure shown is the one that did.
    const reach = (spent: number): void => {
      this.#spent = spent;
      this.#isReached = true;
      onReached();
    };
    const spending = new SpendingLimit(limit, prices, control, reach, before);
    this.#spending = spending;
    this.#spent = before;
    this.#limit = limit;
    if (spending.isReached) {
      control.hold();
      reach(before);
    }
    return spending.watch(engine);
  }

  /** An answer came. */
  answered(samples: readonly Sample[]): void {
    this.#wait = null;
    this.count(samples);
    this.#spent = this.#spending?.spent ?? this.#spent;
  }

  /** Nothing is waited for any more. */
  rest(): void {
    this.#wait = null;
  }

  /** Raises the limit of this run; the run goes on once it is resumed. */
  raise(limit: number): void {
    this.#spending?.raise(limit);
    this.#limit = this.#spending?.limit ?? this.#limit;
    this.#isReached = this.#spending?.isReached ?? false;
  }

  private count(samples: readonly Sample[]): void {
    if (this.#model === null) return;
    this.#tokens = samples.reduce(
      (sum, { tokens }) => ({
        prompt: sum.prompt + tokens.prompt,
        cached: sum.cached + tokens.cached,
        completion: sum.completion + tokens.completion,
      }),
      { prompt: 0, cached: 0, completion: 0 },
    );
  }
}

/** @throws Problem `not-supported` before the first trial, not at each */
export function refuseWithoutProbabilities(answer: string, engine: Engine): void {
  if (answer !== 'probability' || !isEndpoint(engine) || engine.probabilities) return;
  throw new Problem('not-supported', {
    what: 'This server gives no log-probabilities, so the study cannot be answered by probability on it.',
    kept: 'Nothing was asked.',
    next: 'Let the model write its answers instead, or choose a server that gives log-probabilities (llama.cpp, vLLM).',
  });
}

function isEndpoint(engine: Engine): engine is EndpointEngine {
  return engine.kind === 'endpoint' && 'probabilities' in engine;
}

function shownWait(wait: Wait): ShownWait {
  const now = Date.now();
  return wait.kind === 'slow'
    ? { kind: 'slow', since: now - wait.ms }
    : { ...wait, until: now + wait.ms };
}
