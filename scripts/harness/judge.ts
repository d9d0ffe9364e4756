import { readFile, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { appName } from '../../src/core/app';
import type { Journal } from '../../src/core/journal';
import type { Artifact, Run, Sample } from '../../src/core/run';
import { Server } from '../../src/engines/openai/server';
import { batchEngine } from '../../src/exchange/batch-export';
import {
  exportInspect,
  exportLmEval,
  exportRunInspect,
  exportRunInspectEval,
  exportRunLmEval,
  readInspect,
  readLmEval,
  type HarnessRun,
} from '../../src/exchange/harness';
import { readStudyText } from '../../src/exchange/study-file';
import { startManifest } from '../../src/experiment/manifest';
import { makePlan, type PreparedPlan } from '../../src/experiment/plan';
import { suiteOf } from '../../src/experiment/registry';
import { run } from '../../src/experiment/runner';

export { exportRunInspect, exportRunInspectEval, exportRunLmEval };

/** The plan of a study file and its tasks for both tools. */
export async function prepare(path: string) {
  const study = readStudyText(await readFile(path, 'utf8'));
  const { suite } = await suiteOf(study.suite);
  const plan = await makePlan(study, suite);
  return {
    plan,
    lmEval: await exportLmEval(plan, suite),
    inspect: await exportInspect(plan, suite),
  };
}

/** Our own run of a plan through a server's chat completions, one request at a time, in plan order. */
export async function ownRun(plan: PreparedPlan, address: string): Promise<Run> {
  const server = new Server({ address });
  const model = plan.study.models.answer;
  const engine = batchEngine({ model, server: 'openai' }, (body, signal) =>
    server.post(`${server.address.api}/chat/completions`, body, signal),
  );
  const { suite } = await suiteOf(plan.study.suite);
  const started = startManifest(plan, engine, appName());
  const journal = new Memory();
  let done = 0;
  const onSample = (): void => {
    done += 1;
    if (done % 20 === 0) console.log(`  ${done}/${plan.trials.length}`);
  };
  await run(plan, suite, engine, journal, { events: { onSample } });
  return {
    format: 'crossroads-run/1',
    manifest: { ...started, finishedAt: journal.finished },
    artifacts: [],
    samples: plan.trials.flatMap(({ id }) => journal.kept.get(id) ?? []),
  };
}

/** What lm-eval wrote into a folder, as a run. */
export async function lmEvalRun(folder: string): Promise<HarnessRun> {
  const names = (await readdir(folder, { recursive: true })).filter((name) =>
    /\.jsonl?$/.test(name),
  );
  return readLmEval(
    await Promise.all(
      names.map(async (name) => ({
        name: basename(name),
        bytes: new Uint8Array(await readFile(join(folder, name))),
      })),
    ),
  );
}

/** A log of Inspect as a run. */
export async function inspectRun(path: string): Promise<HarnessRun> {
  return readInspect(new Uint8Array(await readFile(path)), basename(path));
}

/** Two runs of one plan, answer by answer. */
export interface Comparison {
  readonly compared: number;
  readonly missing: number;
  readonly sameText: number;
  readonly sameAnswer: number;
  readonly samePrompt: number;
  readonly lines: readonly string[];
}

/** Compares raw text, parsed answer and prompt of every trial. */
export function compare(ours: Run, theirs: Run): Comparison {
  const byTrial = new Map(theirs.samples.map((sample) => [sample.trial, sample]));
  let [compared, sameText, sameAnswer, samePrompt] = [0, 0, 0, 0];
  const lines: string[] = [];
  for (const sample of ours.samples) {
    const other = byTrial.get(sample.trial);
    if (other === undefined || other.status === 'error') continue;
    compared += 1;
    const text = sample.text === other.text;
    const answer = read(sample) === read(other);
    const prompt = sample.prompt === other.prompt;
    sameText += Number(text);
    sameAnswer += Number(answer);
    samePrompt += Number(prompt);
    if (text && answer && prompt) continue;
    const what = [text ? '' : 'text', answer ? '' : 'answer', prompt ? '' : 'prompt'];
    lines.push(
      `${sample.trial}  ${sample.item}  ${sample.condition}  differs in ${what.filter((each) => each !== '').join(', ')}`,
      `  ours:   ${JSON.stringify(sample.text)} -> ${read(sample)}`,
      `  theirs: ${JSON.stringify(other.text)} -> ${read(other)}`,
    );
  }
  return {
    compared,
    missing: ours.samples.length - compared,
    sameText,
    sameAnswer,
    samePrompt,
    lines,
  };
}

/** The answers as a line of a table: trial, item, condition, ours, theirs, whether the texts are equal. */
export function table(ours: Run, theirs: Run): string[] {
  const byTrial = new Map(theirs.samples.map((sample) => [sample.trial, sample]));
  return ours.samples.map((sample) => {
    const other = byTrial.get(sample.trial);
    const cells = [
      sample.trial,
      sample.item.padEnd(24),
      sample.condition.padEnd(30),
      read(sample).padEnd(9),
      (other === undefined ? 'missing' : read(other)).padEnd(9),
      (other?.text === sample.text ? 'equal' : 'DIFFERS').padEnd(8),
      JSON.stringify(sample.text ?? ''),
    ];
    return cells.join(' ');
  });
}

function read({ status, answer }: Sample): string {
  return answer ?? status;
}

/** Keeps a run in memory for the comparison. */
class Memory implements Journal {
  readonly kept = new Map<string, Sample>();
  finished = '';

  samples(): Promise<readonly Sample[]> {
    return Promise.resolve([...this.kept.values()]);
  }

  put(sample: Sample): Promise<void> {
    this.kept.set(sample.trial, sample);
    return Promise.resolve();
  }

  artifacts(): Promise<readonly Artifact[]> {
    return Promise.resolve([]);
  }

  putArtifact(): Promise<void> {
    return Promise.resolve();
  }

  finish(at: string): Promise<void> {
    this.finished = at;
    return Promise.resolve();
  }
}
