import type { MLCEngineConfig } from '@mlc-ai/web-llm';
import { detectTemplate, renderChat } from '../core/chat-template';
import type { LoadProgress } from '../core/engine';
import { Problem } from '../core/errors';
import type { MlcModel } from './answer-model';
import {
  CHAT_CONFIG,
  forgetMlcModel,
  mendMlc,
  smallFile,
  TOKENIZER,
  TOKENIZER_CONFIG,
} from './mlc-cache';
import { cleaned, damaged, insane, loadProblem, mayBeDamage } from './webllm-problems';
import { progressOf } from './webllm-progress';
import { BadFigures, RowReader } from './webllm-row';
import { MlcRuntime, type MlcEngine } from './webllm-runtime';
import { judgeSanity, SANITY_QUESTION, SANITY_TOKENS } from './sanity';
import { readWords, type ModelWords } from './webllm-tokens';

/** As much of the package as is used; tests bring a stand-in. */
export interface MlcModule {
  readonly MLCEngine: new (config: MLCEngineConfig) => MlcEngine;
}

/** How a load is followed. */
export interface LoadListeners {
  readonly tell: (progress: LoadProgress) => void;
  readonly notice: (problem: Problem) => void;
}

/** A broken download is tried again after these times, in milliseconds. */
export const PAUSES: readonly number[] = [1000, 3000, 9000];
/** WebLLM's figures may differ from ours by rounding in single precision. */
const ROUNDING = 0.02;
/** Below this log-probability single precision has few digits left to agree in. */
const TOO_SMALL = -7;

/**
 * Loads a model into WebLLM and asks it one question. Where that fails, what is kept of it is looked through, and what
 * is damaged is thrown away, so that the next load is a sound one.
 * @throws Problem
 */
export async function loadMlc(
  model: MlcModel,
  { MLCEngine }: MlcModule,
  listeners: LoadListeners,
  pauses: readonly number[] = PAUSES,
): Promise<{ runtime: MlcRuntime; said: string }> {
  const row = new RowReader();
  let cause: unknown;
  try {
    const engine = new MLCEngine({
      appConfig: { cacheBackend: 'cache', model_list: [recordOf(model)] },
      initProgressCallback: (report) => listeners.tell(progressOf(report, model.bytes)),
      logitProcessorRegistry: new Map([[model.id, row]]),
      logLevel: 'SILENT',
    });
    await reload(engine, model, pauses);
    const runtime = new MlcRuntime(engine, await wordsOf(model), row, model.context);
    return { runtime, said: await testSanity(runtime, model, listeners) };
  } catch (error) {
    cause = error;
  }
  throw await afterDamage(cause, model);
}

function recordOf(
  model: MlcModel,
): NonNullable<MLCEngineConfig['appConfig']>['model_list'][number] {
  return {
    model: model.address,
    model_id: model.id,
    model_lib: model.library,
    overrides: { context_window_size: model.context },
    ...(model.f16 ? { required_features: ['shader-f16'] } : {}),
  };
}

/** WebLLM gives up where a connection breaks off; what arrived is kept, so a new try goes on from there. */
async function reload(
  engine: MlcEngine,
  model: MlcModel,
  pauses: readonly number[],
): Promise<void> {
  for (let tried = 0; ; tried += 1) {
    try {
      return await engine.reload(model.id);
    } catch (error) {
      const problem = loadProblem(error, model);
      const pause = pauses[tried];
      if (pause === undefined || problem.code !== 'download-failed') throw problem;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

async function wordsOf(model: MlcModel): Promise<ModelWords> {
  const [chatConfig, tokenizer, tokenizerConfig] = await Promise.all(
    [CHAT_CONFIG, TOKENIZER, TOKENIZER_CONFIG].map((name) => smallFile(model, name)),
  );
  return readWords({
    chatConfig: chatConfig ?? '',
    tokenizer: tokenizer ?? '',
    tokenizerConfig: tokenizerConfig ?? null,
  });
}

/**
 * Asks the new model one question and holds what it computes against what WebLLM says of it.
 * @returns what the model answered
 */
async function testSanity(
  runtime: MlcRuntime,
  model: MlcModel,
  { tell, notice }: LoadListeners,
): Promise<string> {
  tell({ stage: 'verify', done: 0, total: 0 });
  const prompt = renderChat(detectTemplate(runtime.words.jinja), {
    kind: 'chat',
    messages: [{ role: 'user', content: SANITY_QUESTION }],
    system: 'none',
    lead: '',
  });
  await compareFigures(runtime, prompt);
  const greedy = { temperature: 0, topP: 1, topK: 0, maxTokens: SANITY_TOKENS, seed: 0 };
  const { text } = await runtime.generate(
    prompt,
    greedy,
    () => false,
    () => undefined,
  );
  const said = text.trim();
  const sanity = judgeSanity(said);
  if (sanity === 'gibberish') throw new Insane(said);
  if (sanity === 'odd') notice(oddAnswer(model, said));
  return said;
}

/** Both ways to a token's probability, WebLLM's five and our whole row, must say the same, or neither is relied on. */
async function compareFigures(runtime: MlcRuntime, prompt: string): Promise<void> {
  const { ours, theirs } = await runtime.bothWays(prompt);
  // Written so that what is no number counts as different.
  const agree = theirs.every(
    ({ logprob }, rank) =>
      logprob < TOO_SMALL || Math.abs(logprob - (ours[rank]?.logprob ?? NaN)) <= ROUNDING,
  );
  if (theirs.length > 0 && agree) return;
  throw new Problem('not-supported', {
    what: 'WebLLM says other probabilities than it computes here, so no answer of this model could be relied on.',
    next: 'Choose another model; and please report which one it was, and on what card.',
    cause: new Error(JSON.stringify({ ours, theirs })),
  });
}

/** The Problem of a failed load, after what is kept was looked through where that may be the reason. */
async function afterDamage(cause: unknown, model: MlcModel): Promise<Problem> {
  const problem = loadProblem(cause, model);
  const isNonsense = cause instanceof Insane || cause instanceof BadFigures;
  if (!isNonsense && !mayBeDamage(problem)) return problem;
  const { removed, isChecked } = await mendMlc(model);
  if (removed > 0)
    return problem.code === 'bad-file' ? cleaned(problem) : damaged(removed, model, cause);
  if (!isNonsense) return problem;
  if (!isChecked) await forgetMlcModel(model);
  return insane(model, cause instanceof Insane ? cause.said : '', isChecked);
}

/** The model wrote no language. */
class Insane extends Error {
  constructor(readonly said: string) {
    super(`the model answered: ${said}`);
  }
}

function oddAnswer({ title }: MlcModel, said: string): Problem {
  return new Problem('engine-failed', {
    what: `${title} is loaded, but asked for the capital of France it wrote "${said.slice(0, 80)}".`,
    next: 'Small models answer oddly at times; look at a few answers before you rely on them.',
  });
}
