import type { Engine, Input } from '../core/engine';
import { canonical, hashOf, sha256, type Json } from '../core/hash';
import type { Journal } from '../core/journal';
import type { Library } from '../core/library';
import { fold, type Quoted } from '../core/passage';
import type { Made, Request, Role, Workshop } from '../core/profile';
import type { Artifact, Call } from '../core/run';
import { askShares } from './answering';

/** Artifacts that any run may use again, such as a model's description of a character. */
export interface ArtifactShelf {
  get(id: string): Promise<Artifact | undefined>;
  put(artifact: Artifact): Promise<void>;
}

export interface WorkshopParts {
  /** Answers, and takes every role that has no engine of its own. */
  readonly engine: Engine;
  readonly roles?: Partial<Record<Role, Engine>>;
  readonly library: Library;
  readonly journal: Pick<Journal, 'artifacts' | 'putArtifact'>;
  readonly shelf?: ArtifactShelf;
  readonly onSay?: (what: string) => void;
}

/** The workshops of one run: they share what was made, each call has a signal of its own. */
export class Workshops {
  #kept: Promise<Map<string, Artifact>> | undefined;
  readonly #counts = new Map<string, number>();
  /** What is being made: trials that are under way at once wait for it instead of making it twice. */
  readonly #making = new Map<string, Promise<Artifact>>();

  constructor(private readonly parts: WorkshopParts) {}

  /** The workshop for one call under this signal. */
  readonly under = (signal?: AbortSignal): Workshop => ({
    library: this.parts.library,
    signal,
    model: (role) => {
      const { id, sha256: hash, context } = this.#engine(role).model;
      return { id, sha256: hash, context };
    },
    count: (text) => this.#count(text),
    ask: (role, request) => this.#ask(role, request, signal),
    choose: (role, input, options, quoted = []) =>
      this.#choose(role, input, options, quoted, signal),
    artifact: (kind, key, make, options) =>
      this.#artifact(kind, key, make, options?.reuse ?? false),
    say: (what) => this.parts.onSay?.(what),
  });

  #engine(role: Role): Engine {
    return this.parts.roles?.[role] ?? this.parts.engine;
  }

  /** By the answering model's tokenizer; where it cannot tell, a token is taken to be four characters. */
  async #count(text: string): Promise<number> {
    const known = this.#counts.get(text);
    if (known !== undefined) return known;
    const { engine } = this.parts;
    const count = engine.count ? await engine.count(text) : Math.ceil(text.length / 4);
    // Long texts are counted once each; the short ones, sentences, come again and again.
    if (text.length < 2000) this.#counts.set(text, count);
    return count;
  }

  async #ask(role: Role, request: Request, signal?: AbortSignal): Promise<Call> {
    const engine = this.#engine(role);
    const { messages, lead = '', maxTokens, quoted = [] } = request;
    const written = await engine.generate(
      { kind: 'chat', messages, system: 'none', lead },
      { temperature: 0, topP: 1, topK: 0, maxTokens, seed: 0 },
      signal,
    );
    const { prompt, text, tokens, ms } = written;
    return this.#call(role, engine, { prompt, text, tokens, ms }, quoted);
  }

  async #choose(
    role: Role,
    input: Extract<Input, { kind: 'chat' }>,
    options: Parameters<Workshop['choose']>[2],
    quoted: readonly Quoted[],
    signal?: AbortSignal,
  ): ReturnType<Workshop['choose']> {
    const engine = this.#engine(role);
    const shares = await askShares(engine, input, options, signal);
    const { prompt, tokens, ms, probabilities } = shares;
    const text = JSON.stringify({ probabilities, answerMass: shares.answerMass });
    const call = await this.#call(role, engine, { prompt, text, tokens, ms }, quoted);
    return { shares: probabilities, call };
  }

  async #call(
    role: Role,
    engine: Engine,
    { prompt, ...rest }: { prompt: string } & Pick<Call, 'text' | 'tokens' | 'ms'>,
    quoted: readonly Quoted[],
  ): Promise<Call> {
    const folded = fold(prompt, quoted);
    const hash = typeof folded === 'string' ? {} : { promptSha256: await sha256(prompt) };
    return { role, model: engine.model.id, prompt: folded, ...hash, ...rest };
  }

  async #artifact(
    kind: string,
    key: Json,
    make: () => Promise<Made>,
    reuse: boolean,
  ): Promise<Artifact> {
    const kept = await this.#known();
    const id = (await hashOf({ kind, key })).slice(0, 16);
    const known = kept.get(id);
    if (known !== undefined) return known;
    const making =
      this.#making.get(id) ??
      this.#make(id, kind, key, make, reuse).finally(() => this.#making.delete(id));
    this.#making.set(id, making);
    return making;
  }

  async #make(
    id: string,
    kind: string,
    key: Json,
    make: () => Promise<Made>,
    reuse: boolean,
  ): Promise<Artifact> {
    const artifact = (reuse ? await this.parts.shelf?.get(id) : undefined) ?? {
      id,
      kind,
      key: canonical(key),
      ...filled(await make()),
    };
    await this.parts.journal.putArtifact(artifact);
    (await this.#known()).set(id, artifact);
    if (reuse) await this.parts.shelf?.put(artifact);
    return artifact;
  }

  #known(): Promise<Map<string, Artifact>> {
    this.#kept ??= this.parts.journal
      .artifacts()
      .then((list) => new Map(list.map((artifact) => [artifact.id, artifact])));
    return this.#kept;
  }
}

function filled({ text, trace, calls = [] }: Made): Pick<Artifact, 'text' | 'trace' | 'calls'> {
  return { text, ...(trace === undefined ? {} : { trace }), calls: [...calls] };
}
