import { openAsBlob } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { appName } from '../../src/core/app';
import { Problem } from '../../src/core/errors';
import type { Library } from '../../src/core/library';
import type { Artifact } from '../../src/core/run';
import { startManifest } from '../../src/experiment/manifest';
import {
  batchEngine,
  batchFiles,
  batchLines,
  type BatchTarget,
} from '../../src/exchange/batch-export';
import { importBatch } from '../../src/exchange/batch-import';
import { batchServer, batchTarget, batchTargetOf } from '../../src/exchange/batch-target';
import { batchWorkshop } from '../../src/exchange/batch-workshop';
import { replaceFile } from '../setup/files.mjs';
import { FileJournal } from './journal';
import { refuseExisting, refuseNoPlace } from './out-file';
import {
  answeredBy,
  conclude,
  continued,
  planned,
  prepare,
  suiteFor,
  tellingKept,
  type Options,
  type Prepared,
} from './reproduce';

export interface BatchOptions extends Options {
  readonly model?: string;
  readonly server?: BatchTarget['server'];
  /** The novels and the search over them, made when a study needs them. */
  readonly library: () => Promise<Library>;
}

/**
 * Writes what a batch service is to be asked: all of a study, one part, or what an earlier file lacks. More than one
 * file where the service takes no longer one.
 */
export async function writeBatch(options: BatchOptions): Promise<void> {
  await refuseNoPlace(options.out);
  await refuseExisting(options.out);
  const prepared = await planned(options);
  const { asked, kept } = prepared;
  const target = targetFor(options, prepared);
  const suite = await suiteFor(prepared);
  const done = new Set(
    (kept?.samples ?? []).filter(({ status }) => status !== 'error').map(({ trial }) => trial),
  );
  const workshop =
    suite.profile && batchWorkshop(target, await options.library(), inMemory(kept?.artifacts));
  const lines = batchLines(asked, suite, target, done, workshop);
  let files = 0;
  let requests = 0;
  for await (const text of batchFiles(lines)) {
    files += 1;
    requests += text.split('\n').length - 1;
    const name = files === 1 ? options.out : numbered(options.out, files);
    await refuseExisting(name);
    await replaceFile(name, text);
    console.log(`Written: ${name}`);
  }
  if (files === 0) {
    throw new Problem('bad-study', {
      what: 'Every trial has an outcome: there is nothing to ask.',
    });
  }
  console.log(`${requests} requests to ${target.model}. Read the answers with --from-batch.`);
}

/** Reads what a batch service answered into a run file. True if every trial that was to be asked has an outcome. */
export async function readBatch(
  options: BatchOptions & { readonly fromBatch: readonly string[] },
): Promise<boolean> {
  const prepared = await prepare(options);
  const { kept, part } = prepared;
  const target = await targetOfAnswers(options, prepared);
  const plan = answeredBy(prepared.plan, target.model);
  const asked = answeredBy(prepared.asked, target.model);
  const suite = await suiteFor(prepared);
  const engine = batchEngine(target, () => Promise.reject(new Error('A batch is not asked here.')));
  const manifest = continued(startManifest(plan, engine, appName()), kept?.manifest, part);
  const journal = await FileJournal.begin(options.out, manifest, kept?.samples, kept?.artifacts);
  const workshop = suite.profile && batchWorkshop(target, await options.library(), journal);
  let done = 0;
  for (const file of options.fromBatch) {
    const result = await tellingKept(journal, async () =>
      importBatch(await openAsBlob(file), asked, suite, target, journal, {
        ...(workshop ? { workshop } : {}),
      }),
    );
    done = result.done;
    console.log(`${file}: ${result.done} of ${result.total} trials have an outcome.`);
    for (const { line, what } of result.issues.slice(0, MOST_SAID)) {
      console.log(`  line ${line}: ${what}`);
    }
    const more = result.issues.length - MOST_SAID;
    if (more > 0) console.log(`  and ${more} more lines that gave none`);
  }
  await conclude(plan, journal);
  return done === asked.trials.length;
}

/** So many lines that gave no outcome are told one by one. */
const MOST_SAID = 20;

function targetFor({ model, server }: BatchOptions, { kept }: Prepared): BatchTarget {
  const earlier = kept === null ? null : batchTargetOf(kept.manifest);
  const name = model ?? earlier?.model;
  if (name !== undefined) return batchTarget(name, server ?? earlier?.server ?? 'openai');
  throw new Problem('model-missing', {
    what: 'A batch names the model in every line.',
    next: 'Give it with --model NAME, as the service calls it.',
  });
}

/** As told, or as the answers themselves show. */
async function targetOfAnswers(
  options: BatchOptions & { readonly fromBatch: readonly string[] },
  prepared: Prepared,
): Promise<BatchTarget> {
  const [file = ''] = options.fromBatch;
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new Problem('bad-file', { what: `${file} cannot be read.`, cause });
  });
  const seen = batchServer(text.slice(0, 1_000_000));
  const model = options.model ?? prepared.kept?.manifest.models.answer.id ?? seen?.model;
  const server = options.server ?? seen?.server;
  return targetFor(
    { ...options, ...(model === undefined ? {} : { model }), ...(server ? { server } : {}) },
    prepared,
  );
}

function numbered(name: string, number: number): string {
  return name.replace(/(\.[^./\\]*)?$/, (ending) => `-${number}${ending}`);
}

function inMemory(kept: readonly Artifact[] = []) {
  const made = [...kept];
  return {
    artifacts: () => Promise.resolve(made),
    putArtifact: (artifact: Artifact) => {
      made.push(artifact);
      return Promise.resolve();
    },
  };
}
