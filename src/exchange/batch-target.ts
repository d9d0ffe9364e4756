import * as v from 'valibot';
import type { Manifest } from '../core/run';
import type { BatchTarget } from './batch-export';

/** OpenAI's models that reason know the most tokens to write under its second name only. */
const REASONING = /^(o\d|gpt-[5-9])/i;

/** Who answers a batch, by the names that a reader gives. */
export function batchTarget(model: string, server: BatchTarget['server']): BatchTarget {
  const isReasoning = server === 'openai' && REASONING.test(model);
  return { model, server, ...(isReasoning ? { lengthName: 'max_completion_tokens' } : {}) };
}

/**
 * Who answered a run that was asked as a batch, or through a server's chat, which a batch asks in the same way; null
 * for every other run.
 */
export function batchTargetOf({ engine, models, environment }: Manifest): BatchTarget | null {
  if (engine !== 'endpoint' || environment['template'] !== 'server') return null;
  const { alternatives } = environment;
  return {
    ...batchTarget(models.answer.id, environment['server'] === 'vLLM' ? 'vllm' : 'openai'),
    ...(typeof alternatives === 'number' && alternatives > 0 ? { alternatives } : {}),
  };
}

/**
 * Whether a service that was asked for one model may call it by the other name: the same, or a dated version of it, as
 * `gpt-4o-2024-08-06` of `gpt-4o`. A service that names none may have used any.
 */
export function isNameOf(said: string, asked: string): boolean {
  if (said === '' || said === asked) return true;
  return said.startsWith(asked) && DATED.test(said.slice(asked.length));
}

const DATED = /^[-@:](\d{4}|\d{8}|\d{4}-\d\d-\d\d)$/;

const lineSchema = v.object({
  id: v.nullish(v.string(), ''),
  custom_id: v.pipe(v.string(), v.minLength(1)),
  response: v.nullish(
    v.object({ body: v.nullish(v.object({ model: v.nullish(v.string(), '') })) }),
  ),
});

/**
 * What the beginning of a batch's output shows of who answered: vLLM's runner marks its lines. Null where it is no
 * output of a batch: its first line that is whole has another shape. Of a beginning without a whole line (answers with
 * many alternatives are long) the first words tell.
 */
export function batchServer(head: string): BatchTarget | null {
  const lines = head.split('\n').filter((line) => line.trim() !== '');
  const seen: v.InferOutput<typeof lineSchema>[] = [];
  for (const line of lines.slice(0, 200)) {
    const value = parsed(line);
    if (value === null) continue;
    const result = v.safeParse(lineSchema, value);
    if (!result.success || !isOutput(value)) break;
    seen.push(result.output);
  }
  const [first] = seen;
  if (first === undefined)
    return lines.some((line) => parsed(line) !== null) ? null : begun(lines[0] ?? '');
  const model = seen.find(({ response }) => response?.body?.model)?.response?.body?.model ?? '';
  return batchTarget(model, first.id.startsWith('vllm-') ? 'vllm' : 'openai');
}

/** A line of what was asked has an address in place of an answer. */
function isOutput(value: unknown): boolean {
  return typeof value === 'object' && value !== null && ('response' in value || 'error' in value);
}

/** The first line is longer than what is looked at, or broken off. */
function begun(line: string): BatchTarget | null {
  const start = /^\s*\{(?:\s*"id"\s*:\s*"([^"]*)"\s*,)?\s*"custom_id"\s*:\s*"/.exec(line);
  if (start === null || !/"response"\s*:\s*\{/.test(line)) return null;
  const [, model = ''] = /"model"\s*:\s*"([^"\\]*)"/.exec(line) ?? [];
  return batchTarget(model, start[1]?.startsWith('vllm-') ? 'vllm' : 'openai');
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    // A line that breaks off, or of another format: what it is shows in the others.
    return null;
  }
}
