import type { LoadProgress } from '../core/engine';
import { aborted, type Problem } from '../core/errors';
import { sha256 } from '../core/hash';
import type { MlcModel } from './answer-model';
import { smallFile, WEIGHT_LIST } from './mlc-cache';
import { adapterName, checkAdapter, deviceLost, watchDevices, type GpuLike } from './webllm-device';
import { loadMlc, type MlcModule } from './webllm-load';
import { callProblem } from './webllm-problems';
import { sendProblem, type Answer, type Request } from './webllm-protocol';
import type { MlcRuntime } from './webllm-runtime';

/** What a host needs of the place it runs in. */
export interface Surroundings {
  readonly webllm: MlcModule;
  readonly gpu: GpuLike | undefined;
  readonly post: (answer: Answer) => void;
  /** Milliseconds to wait before a broken download is tried again, one for each try. */
  readonly pauses?: readonly number[];
}

type Work = Exclude<Request, { kind: 'stop' }>;

/** One model in WebLLM, in a worker: answers one request after another. */
export class WebllmHost {
  readonly #place: Surroundings;
  readonly #stopped = new Set<number>();
  #runtime: MlcRuntime | null = null;
  #running = 0;
  #lost: Problem | null = null;
  #isEnding = false;
  /** The request before; never rejects. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(place: Surroundings) {
    this.#place = place;
  }

  /** Takes a request; what comes of it is posted. */
  receive(request: Request): void {
    if (request.kind === 'stop') {
      this.#stopped.add(request.call);
      // WebLLM knows one generation only: what waits must not stop what runs.
      if (request.call === this.#running) this.#runtime?.engine.interruptGenerate();
      return;
    }
    this.#last = this.#last.then(() => this.#take(request));
  }

  async #take(request: Work): Promise<void> {
    const { call } = request;
    this.#running = call;
    try {
      if (this.#lost && request.kind !== 'end') throw this.#lost;
      if (this.#stopped.has(call)) throw aborted();
      await this.#answer(request);
    } catch (error) {
      const problem = this.#lost ?? callProblem(error);
      this.#place.post({ kind: 'failed', call, problem: sendProblem(problem) });
    } finally {
      this.#stopped.delete(call);
      this.#running = 0;
    }
  }

  async #answer(request: Work): Promise<void> {
    const { post } = this.#place;
    const { call } = request;
    switch (request.kind) {
      case 'load':
        return post({ kind: 'ready', call, ...(await this.#load(request.model)) });
      case 'next': {
        const next = await this.#ready().next(request.prompt, request.k);
        return post({ kind: 'next', call, ...next });
      }
      case 'generate': {
        const { prompt, sampling, isFollowed } = request;
        const isStopped = (): boolean => this.#stopped.has(call);
        const follow = (text: string): void => {
          if (isFollowed) post({ kind: 'text', call, text });
        };
        const generated = await this.#ready().generate(prompt, sampling, isStopped, follow);
        return post({ kind: 'generated', call, ...generated });
      }
      case 'count':
        return post({ kind: 'counted', call, tokens: this.#ready().words.count(request.text) });
      case 'end':
        this.#isEnding = true;
        await this.#runtime?.engine.unload();
        this.#runtime = null;
        return post({ kind: 'ended', call });
    }
  }

  async #load(model: MlcModel): Promise<Omit<Extract<Answer, { kind: 'ready' }>, 'kind' | 'call'>> {
    const { gpu, webllm, post, pauses } = this.#place;
    const adapter = await checkAdapter(gpu, model);
    if (gpu) watchDevices(gpu, (reason) => this.#lose(reason));
    const listeners = {
      tell: (progress: LoadProgress) => post({ kind: 'progress', ...progress }),
      notice: (problem: Problem) => post({ kind: 'notice', problem: sendProblem(problem) }),
    };
    const { runtime, said } = await loadMlc(model, webllm, listeners, pauses);
    this.#runtime = runtime;
    const list = await smallFile(model, WEIGHT_LIST);
    return {
      jinja: runtime.words.jinja,
      weights: list === null ? '' : await sha256(list),
      adapter: adapterName(adapter),
      said,
    };
  }

  #ready(): MlcRuntime {
    if (this.#runtime === null) throw new Error('the model was not loaded');
    return this.#runtime;
  }

  #lose(reason: string): void {
    if (this.#isEnding || this.#lost) return;
    this.#lost = deviceLost(reason);
    this.#place.post({ kind: 'lost', problem: sendProblem(this.#lost) });
  }
}
