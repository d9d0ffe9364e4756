import { behaviorSuite } from '../../../src/behavior/suite';
import type { Engine, Generated, Input, Next, NextToken, Sampling } from '../../../src/core/engine';
import { aborted } from '../../../src/core/errors';
import type { Journal } from '../../../src/core/journal';
import type { Artifact, Sample } from '../../../src/core/run';
import { dataset, profiles, texts } from '../behavior/made';

export const suite = behaviorSuite(dataset, texts, profiles);

/** Probabilities as the next tokens of a model, most probable first. */
export function tokens(given: Readonly<Record<string, number>>): NextToken[] {
  return Object.entries(given)
    .map(([text, probability]) => ({ text, logprob: Math.log(probability) }))
    .sort((a, b) => b.logprob - a.logprob);
}

/** The prompt that the stand-in claims to have seen: the last message, or the text. */
export const shown = (input: Input): string =>
  input.kind === 'text' ? input.text : (input.messages.at(-1)?.content ?? '');

/** A stand-in for a model, for these tests only: it answers what it is told to answer and counts what it is asked. */
export class StandIn implements Engine {
  readonly kind = 'recorded';
  readonly model = {
    id: 'stand-in',
    file: 'none',
    sha256: '',
    quantization: '',
    parameters: 0,
    family: '',
    chatTemplateHash: '',
    sampling: { temperature: 0.6, topP: 0.9, topK: 20 },
    context: 2048,
  };
  readonly environment = { standIn: true };
  readonly asked: { input: Input; k?: number; sampling?: Sampling }[] = [];

  constructor(
    private readonly script: {
      next?: (
        prompt: string,
        call: number,
      ) => Record<string, number> | Promise<Record<string, number>>;
      write?: (prompt: string, call: number) => string | Promise<string>;
    },
  ) {}

  async next(input: Input, k: number, signal?: AbortSignal): Promise<Next> {
    if (signal?.aborted) throw aborted();
    this.asked.push({ input, k });
    const prompt = shown(input);
    const given = await this.script.next?.(prompt, this.asked.length);
    if (signal?.aborted) throw aborted();
    const top = tokens(given ?? {}).slice(0, k);
    return { prompt, top, tokens: { prompt: 10, cached: 4, completion: 0 }, ms: 5 };
  }

  async generate(
    input: Input,
    sampling: Sampling,
    signal?: AbortSignal,
    onText?: (text: string) => void,
  ): Promise<Generated> {
    if (signal?.aborted) throw aborted();
    this.asked.push({ input, sampling });
    const prompt = shown(input);
    const text = (await this.script.write?.(prompt, this.asked.length)) ?? '';
    if (signal?.aborted) throw aborted();
    onText?.(text);
    return { prompt, text, tokens: { prompt: 10, cached: 4, completion: 2 }, ms: 7, stop: 'end' };
  }

  dispose(): Promise<void> {
    return Promise.resolve();
  }
}

/** A journal in memory that keeps one sample a trial, as the storage does. */
export class Memory implements Journal {
  readonly kept = new Map<string, Sample>();
  readonly made = new Map<string, Artifact>();
  finished = '';

  samples(): Promise<readonly Sample[]> {
    return Promise.resolve([...this.kept.values()]);
  }
  put(sample: Sample): Promise<void> {
    this.kept.set(sample.trial, sample);
    return Promise.resolve();
  }
  artifacts(): Promise<readonly Artifact[]> {
    return Promise.resolve([...this.made.values()]);
  }
  putArtifact(artifact: Artifact): Promise<void> {
    this.made.set(artifact.id, artifact);
    return Promise.resolve();
  }
  finish(at: string): Promise<void> {
    this.finished = at;
    return Promise.resolve();
  }
}
