import { appName } from '../../src/core/app';
import { Problem } from '../../src/core/errors';
import type { Library } from '../../src/core/library';
import type { Artifact, Manifest, Sample } from '../../src/core/run';
import { startManifest } from '../../src/experiment/manifest';
import { makePlan, type PreparedPlan } from '../../src/experiment/plan';
import { suiteOf } from '../../src/experiment/registry';
import { run } from '../../src/experiment/runner';
import { Workshops } from '../../src/experiment/workshop';
import { Estimate } from '../../src/experiment/estimate';
import { endpointEngine } from './endpoint';
import { FileJournal, readKept } from './journal';
import { findStudy } from './studies';
import { printTables } from './tables';

export interface Options {
  readonly study: string;
  readonly out: string;
  readonly limit?: number;
  /** Greatest length of a decision's profile, in place of the study's. */
  readonly budget?: number;
  readonly resume?: string;
}

export interface EndpointOptions extends Options {
  readonly endpoint: string;
  readonly model?: string;
  readonly modelFile?: string;
  /** The novels and the search over them, made when a study needs them. */
  readonly library: () => Promise<Library>;
}

/** Runs a study against a llama.cpp server, in Node. True if every trial has an outcome. */
export async function reproduceOnEndpoint(options: EndpointOptions): Promise<boolean> {
  const engine = await endpointEngine(options.endpoint, options.model, options.modelFile);
  const { plan, kept } = await prepare(options);
  const study = { ...plan.study, models: { answer: engine.model.id } };
  const asked = { ...plan, study };
  const manifest = continued(startManifest(asked, engine, appName()), kept?.manifest);
  const journal = await FileJournal.begin(options.out, manifest, kept?.samples, kept?.artifacts);
  const { suite } = await suiteOf(study.suite);
  const progress = progressPrinter(asked);
  const workshops =
    suite.profile && new Workshops({ engine, library: await options.library(), journal });
  const events = { onSample: progress };
  const outcome = await run(asked, suite, engine, journal, { events, workshop: workshops?.under });
  await conclude(asked, journal);
  return outcome.done === outcome.total;
}

/** The plan of a study and what an earlier file holds of it. */
export async function prepare(options: Options): Promise<{
  plan: PreparedPlan;
  kept: { manifest: Manifest; samples: Sample[]; artifacts: Artifact[] } | null;
}> {
  const study = await findStudy(options.study, options);
  const { suite } = await suiteOf(study.suite);
  const plan = await makePlan(study, suite);
  if (options.resume === undefined) return { plan, kept: null };
  const earlier = await readKept(options.resume);
  const differs = (['studyHash', 'dataHash', 'promptHash'] as const).find(
    (hash) => earlier.manifest[hash] !== plan[hash],
  );
  if (differs) {
    throw new Problem('bad-study', {
      what: `${options.resume} cannot be gone on with: its ${differs} is another one.`,
      next: 'It belongs to another study or other data. Start anew without --resume.',
    });
  }
  return { plan, kept: earlier };
}

/** The manifest of a run that goes on with an earlier one; refuses where another model file answered. */
export function continued(fresh: Manifest, earlier: Manifest | undefined): Manifest {
  if (!earlier) return fresh;
  if (earlier.models.answer.sha256 !== fresh.models.answer.sha256) {
    throw new Problem('bad-study', {
      what: 'The earlier file was answered by another model file.',
      next: 'Start anew without --resume, or give the same model.',
    });
  }
  return { ...fresh, runId: earlier.runId, startedAt: earlier.startedAt };
}

/** Prints a line now and then: trials done, seconds a trial, the time left. */
export function progressPrinter(
  plan: PreparedPlan,
): (sample: Sample, done: number, total: number) => void {
  const place = new Map(plan.trials.map(({ id }, index) => [id, index]));
  const estimate = new Estimate({ perCharacter: 5, perTrial: 100 });
  let last = Date.now();
  let printed = 0;
  return (sample, done, total) => {
    const now = Date.now();
    const index = place.get(sample.trial) ?? 0;
    estimate.add(plan.newCharacters[index] ?? 0, now - last);
    last = now;
    if (now - printed < 5000 && done < total) return;
    printed = now;
    const left = estimate.left(plan.newCharacters.slice(index + 1));
    console.log(
      `${done}/${total}  ${sample.condition}  ${sample.item}  ${sample.answer ?? sample.status}` +
        `  ${(sample.ms / 1000).toFixed(1)} s  about ${Math.ceil(left / 60_000)} min left`,
    );
  };
}

/** Writes the run file and prints its tables. */
export async function conclude(plan: PreparedPlan, journal: FileJournal): Promise<void> {
  await journal.save(plan.trials.map(({ id }) => id));
  await printTables(plan, await journal.samples());
}
