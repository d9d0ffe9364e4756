import * as v from 'valibot';
import { asProblem, Problem } from '../core/errors';
import type { Journal } from '../core/journal';
import type { Workshop } from '../core/profile';
import type { Sample } from '../core/run';
import type { Suite } from '../core/suite';
import { readChat } from '../engines/openai/answers';
import { ask, failed, type Ask } from '../experiment/outcome';
import type { PreparedPlan } from '../experiment/plan';
import { askedOf, prepared } from '../experiment/runner';
import { batchEngine, type BatchTarget } from './batch-export';
import { Breath } from './breath';
import { explain, shown } from './issues';
import { LIMITS } from './limits';
import { LineReader, type Line } from './lines';
import { TextSource, type FileSource } from './text-source';

/** A line of a batch's output that gave no outcome. */
export interface LineIssue {
  /** From 1. */
  readonly line: number;
  readonly what: string;
}

/** What came of an import. */
export interface BatchImport {
  /** Trials with an outcome now, those before the import included, and how many there are. */
  readonly done: number;
  readonly total: number;
  readonly issues: readonly LineIssue[];
  /** The model that the service says answered; empty where no line did. */
  readonly model: string;
}

export interface BatchImportOptions {
  readonly signal?: AbortSignal;
  /** For a suite that makes profiles. */
  readonly workshop?: Workshop;
}

/** A line of the output, of OpenAI's service and of vLLM's runner; a file of errors looks the same. */
const lineSchema = v.object({
  custom_id: v.string(),
  response: v.nullish(v.object({ status_code: v.nullish(v.number(), 200), body: v.unknown() })),
  error: v.nullish(v.object({ message: v.nullish(v.string(), '') })),
});
type BatchLine = v.InferOutput<typeof lineSchema>;

const errorSchema = v.object({ error: v.object({ message: v.string() }) });

/**
 * Reads the output of a batch into a run: each answer is read by the code that reads a server's, and kept as a
 * runner's sample is. A line that fails leaves an error, a trial that is missing a hole; both can be run or asked for
 * in another batch, or stand in a later line. Outcomes that are there already stay. Where a file cannot be read on,
 * what stands before is kept and the rest told as an issue.
 * @throws Problem `bad-file` where not one line can be read, `aborted`, those of the journal
 */
export async function importBatch(
  source: FileSource,
  plan: PreparedPlan,
  suite: Suite,
  target: BatchTarget,
  journal: Journal,
  options: BatchImportOptions = {},
): Promise<BatchImport> {
  const { signal } = options;
  const kept = (await journal.samples()).filter(({ status }) => status !== 'error');
  const done = new Set(kept.map(({ trial }) => trial));
  const open = new Map([...askedOf(plan, done)].map((asked) => [asked.trial.id, asked]));
  const planned = new Set(plan.trials.map(({ id }) => id));
  const seen = new Set<string>();
  const issues: LineIssue[] = [];
  let model = '';

  const readLine = async (text: string): Promise<void> => {
    const line = parsed(text);
    const id = line.custom_id;
    if (!planned.has(id)) throw bad(`the run has no trial ${shown(id)}`);
    if (seen.has(id)) throw bad(`trial ${id} stands in a line before it too`);
    const asked = open.get(id);
    if (asked === undefined) {
      seen.add(id);
      return;
    }
    let sample: Sample;
    let problem: Problem | null = null;
    try {
      const answer = bodyOf(line, plan.study.answer === 'probability' && !asked.condition.thinking);
      if (model !== '' && answer.model !== '' && answer.model !== model) {
        throw bad(`answered by ${shown(answer.model)}, the lines before it by ${shown(model)}`);
      }
      sample = await answered(asked, plan, suite, target, answer.body, options);
      model ||= answer.model;
    } catch (error) {
      problem = asProblem(error);
      if (problem.code === 'aborted') throw problem;
      sample = failed(asked, problem);
    }
    await journal.put(sample);
    // A trial that failed may have its answer further on: files of answers and of errors are joined by hand.
    if (problem !== null) throw problem;
    seen.add(id);
    done.add(id);
  };

  const text = new TextSource(source, {
    limit: LIMITS.batch,
    damage: 'mark',
    ...(signal && { signal }),
  });
  const lines = new LineReader(text);
  const tooLong = (line: number): void => {
    issues.push({ line, what: `The line is longer than ${LIMITS.line} characters.` });
  };
  const next = async (): Promise<Line | null> => {
    try {
      return await lines.next(LIMITS.line, tooLong);
    } catch (error) {
      const problem = asProblem(error);
      if (problem.code === 'aborted' || lines.count === 0) throw problem;
      const what = `${problem.message} The lines before are read, those from here on are not.`;
      issues.push({ line: lines.count + 1, what });
      return null;
    }
  };
  const breath = new Breath(signal);
  try {
    for (let line = await next(); line !== null; line = await next()) {
      if (line.text.trim() === '') continue;
      try {
        await readLine(line.text);
      } catch (error) {
        const problem = asProblem(error);
        // Only what is wrong with a line is noted; a journal that cannot keep ends the import.
        if (!OF_THE_LINE.has(problem.code)) throw error;
        issues.push({ line: line.number, what: problem.message });
      }
      await breath.take();
    }
  } finally {
    await text.close();
  }
  // What the study has rated besides is left to a run, which finds it missing.
  const reviews = suite.reviews?.(plan.items, plan.conditions, plan.study) ?? [];
  if (done.size === plan.trials.length && reviews.length === 0)
    await journal.finish(new Date().toISOString());
  return { done: done.size, total: plan.trials.length, issues, model };
}

/** Codes of what can be wrong with one line. */
const OF_THE_LINE: ReadonlySet<string> = new Set([
  'bad-file',
  'server-failed',
  'not-supported',
  'novel-missing',
  'hash-mismatch',
]);

async function answered(
  asked: Ask,
  plan: PreparedPlan,
  suite: Suite,
  target: BatchTarget,
  body: unknown,
  { signal, workshop }: BatchImportOptions,
): Promise<Sample> {
  const engine = batchEngine(target, () => Promise.resolve(body));
  const ready = await prepared(asked, plan.study, suite, workshop);
  const sample = await ask(ready, plan.study, suite, engine, signal);
  // How long the service took for it is not known.
  return { ...sample, ms: 0 };
}

/** The answer of a line that has one. */
function bodyOf(line: BatchLine, byProbability: boolean): { body: unknown; model: string } {
  const { response, error } = line;
  if (!response || response.status_code !== 200) {
    const said = v.safeParse(errorSchema, response?.body);
    const words = (said.success ? said.output.error.message : error?.message) || 'no reason given';
    throw new Problem('server-failed', {
      what: `The service gave no answer (${response?.status_code ?? 'error'}): ${words.slice(0, 300)}`,
      next: 'Ask this trial again, here or in another batch.',
    });
  }
  const { model, positions } = readChat(response.body);
  if (byProbability && positions.every(({ top }) => top.length === 0)) {
    throw bad('the answer holds no log-probabilities, and the study answers by probability');
  }
  return { body: response.body, model };
}

function parsed(text: string): BatchLine {
  let value: unknown;
  try {
    value = JSON.parse(text) as unknown;
  } catch (cause) {
    throw new Problem('bad-file', { what: 'The line is no valid JSON.', next: NEXT, cause });
  }
  const result = v.safeParse(lineSchema, value);
  if (result.success) return result.output;
  throw bad(explain(result.issues, '', 'the line'));
}

const NEXT = 'Get the output again, or ask these trials anew.';

function bad(what: string): Problem {
  const sentence = `${what.charAt(0).toUpperCase()}${what.slice(1)}.`;
  return new Problem('bad-file', { what: sentence, next: NEXT });
}
