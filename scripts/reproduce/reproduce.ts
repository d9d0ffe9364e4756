import { appName } from '../../src/core/app';
import { asProblem, Problem } from '../../src/core/errors';
import type { Library } from '../../src/core/library';
import type { Artifact, Manifest, Sample } from '../../src/core/run';
import type { Suite } from '../../src/core/suite';
import { startManifest } from '../../src/experiment/manifest';
import { makePlan, type PreparedPlan } from '../../src/experiment/plan';
import { suiteOf } from '../../src/experiment/registry';
import { run } from '../../src/experiment/runner';
import { parseShard, shardOf, withoutReviews, type Shard } from '../../src/experiment/shard';
import { Workshops } from '../../src/experiment/workshop';
import { Estimate } from '../../src/experiment/estimate';
import { endpointEngine } from './endpoint';
import { FileJournal, readKept } from './journal';
import { refuseLoss, refuseNoPlace } from './out-file';
import { findStudy } from './studies';
import { printTables } from './tables';

export interface Options {
  readonly study: string;
  readonly out: string;
  readonly limit?: number;
  /** Greatest length of a decision's profile, in place of the study's. */
  readonly budget?: number;
  readonly resume?: string;
  /** The part that is asked here, `2/3`; all of the plan where left out. */
  readonly shard?: string;
}

export interface EndpointOptions extends Options {
  readonly endpoint: string;
  readonly model?: string;
  readonly modelFile?: string;
  readonly concurrency?: number;
  /** Kept in memory only. */
  readonly key?: string;
  /** The novels and the search over them, made when a study needs them. */
  readonly library: () => Promise<Library>;
}

/** Runs a study against a server, in Node. True if every trial that was to be asked has an outcome. */
export async function reproduceOnEndpoint(options: EndpointOptions): Promise<boolean> {
  const prepared = await prepare(options);
  const engine = await endpointEngine(options);
  const { kept } = prepared;
  const plan = answeredBy(prepared.plan, engine.model.id);
  const asked = answeredBy(prepared.asked, engine.model.id);
  const manifest = continued(startManifest(plan, engine, appName()), kept?.manifest, prepared.part);
  const journal = await FileJournal.begin(options.out, manifest, kept?.samples, kept?.artifacts);
  const suite = await suiteFor(prepared);
  const workshops =
    suite.profile && new Workshops({ engine, library: await options.library(), journal });
  const outcome = await tellingKept(journal, () =>
    run(asked, suite, engine, journal, {
      events: { onSample: progressPrinter(asked) },
      workshop: workshops?.under,
      concurrency: engine.concurrency,
    }),
  );
  await conclude(plan, journal);
  return outcome.done === outcome.total;
}

/** A study made ready to be asked. */
export interface Prepared {
  /** All of it. */
  readonly plan: PreparedPlan;
  /** What is to be asked here: all of it, or one part. */
  readonly asked: PreparedPlan;
  readonly part: (Shard & { readonly trials: number }) | null;
  /** What an earlier file holds of it. */
  readonly kept: { manifest: Manifest; samples: Sample[]; artifacts: Artifact[] } | null;
}

/**
 * What `planned` gives, once it is clear that writing the run costs no earlier one.
 * @throws Problem `bad-study`, `bad-file`
 */
export async function prepare(options: Options): Promise<Prepared> {
  await refuseNoPlace(options.out);
  const prepared = await planned(options);
  await refuseLoss(options.out, prepared.kept);
  return prepared;
}

/**
 * The plan of a study, the part of it that is to be asked, and what an earlier file holds of it.
 * @throws Problem `bad-study`
 */
export async function planned(options: Options): Promise<Prepared> {
  const given = options.shard === undefined ? null : parseShard(options.shard);
  const study = await findStudy(options.study, options);
  const { suite } = await suiteOf(study.suite);
  const plan = await makePlan(study, suite);
  const kept = options.resume === undefined ? null : await readKept(options.resume);
  if (kept !== null) refuseOther(options.resume ?? '', kept.manifest, plan);
  const part = partOf(given, kept?.manifest, options.resume ?? '');
  if (part === null) return { plan, asked: plan, part, kept };
  const asked = shardOf(plan, part);
  return { plan, asked, part: { ...part, trials: asked.trials.length }, kept };
}

/** The study's suite; of a part nothing is rated besides, for that is done once for the whole. */
export async function suiteFor({ plan, part }: Prepared): Promise<Suite> {
  const { suite } = await suiteOf(plan.study.suite);
  return part === null ? suite : withoutReviews(suite);
}

export function answeredBy(plan: PreparedPlan, model: string): PreparedPlan {
  return { ...plan, study: { ...plan.study, models: { answer: model } } };
}

function refuseOther(file: string, manifest: Manifest, plan: PreparedPlan): void {
  const differs = (['studyHash', 'dataHash', 'promptHash'] as const).find(
    (hash) => manifest[hash] !== plan[hash],
  );
  if (differs === undefined) return;
  throw new Problem('bad-study', {
    what: `${file} cannot be gone on with: its ${differs} is another one.`,
    next: 'It belongs to another study or other data. Start anew without --resume.',
  });
}

/** A part that was begun is gone on with as that part; it is not cut again. */
function partOf(given: Shard | null, earlier: Manifest | undefined, file: string): Shard | null {
  const begun = earlier?.shard;
  if (begun === undefined) return given;
  const part = { index: begun.index, of: begun.of };
  if (given === null || (given.index === part.index && given.of === part.of)) return part;
  throw new Problem('bad-study', {
    what: `${file} is part ${part.index}/${part.of} already, and a part is not cut again.`,
    next: `Go on with it as --shard ${part.index}/${part.of}, or cut the whole study anew.`,
  });
}

/**
 * The manifest of a run that goes on with an earlier one, or of a part.
 * @throws Problem `bad-study` where another model or another kind of engine answered before
 */
export function continued(
  fresh: Manifest,
  earlier: Manifest | undefined,
  part: (Shard & { readonly trials: number }) | null = null,
): Manifest {
  const shard = part === null ? {} : { shard: { ...part, finishedAt: '' } };
  if (!earlier) return { ...fresh, ...shard };
  const [before, now] = [earlier.models.answer, fresh.models.answer];
  const isSame = before.sha256 === now.sha256 && (now.sha256 !== '' || before.id === now.id);
  if (!isSame || earlier.engine !== fresh.engine) {
    throw new Problem('bad-study', {
      what: isSame
        ? `The earlier file was answered by another kind of engine (${earlier.engine}).`
        : `The earlier file was answered by another model${before.sha256 === now.sha256 ? `, ${before.id}` : ' file'}.`,
      next: 'Start anew without --resume, or give the same model.',
    });
  }
  const { runId, startedAt, name } = earlier;
  return { ...fresh, runId, startedAt, name, ...shard };
}

/** Does the work of a run; where it fails, the Problem says in which file the answers are and how to go on with them. */
export async function tellingKept<T>(journal: FileJournal, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { samples, artifacts, manifest } = journal.run();
    const done = samples.filter(({ status }) => status !== 'error').length;
    if (done + artifacts.length === 0) throw error;
    const cause = asProblem(error);
    throw new Problem(cause.code, {
      what: cause.message,
      kept: `${journal.path} holds ${done} of ${(manifest.shard ?? manifest).trials} answers.`,
      next: `${cause.next} The same command with --resume ${journal.path} goes on.`.trim(),
      cause,
    });
  }
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

/** Writes the run file and prints its tables; those of a part would say little, so they come with the merged run. */
export async function conclude(plan: PreparedPlan, journal: FileJournal): Promise<void> {
  await journal.save(plan.trials.map(({ id }) => id));
  const { shard } = journal.run().manifest;
  const samples = await journal.samples();
  if (shard === undefined) return printTables(plan, samples);
  const done = samples.filter(({ status }) => status !== 'error').length;
  console.log(
    `\nPart ${shard.index} of ${shard.of}: ${done} of its ${shard.trials} trials answered.`,
  );
}
