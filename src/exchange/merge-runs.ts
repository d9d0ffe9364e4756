import { asProblem, Problem } from '../core/errors';
import { canonical, sha256, type Json } from '../core/hash';
import type { Trial } from '../core/plan';
import type { Artifact, Manifest, Run, Sample } from '../core/run';
import { Breath } from './breath';
import { LIMITS } from './limits';
import { RunAssembly } from './run-assembly';
import { runDifference } from './run-differences';

export interface MergeOptions {
  /** The plan's trials in its order; null where this version cannot make the plan. */
  readonly trials: readonly Trial[] | null;
  /** What happens where two parts answered one trial differently. */
  readonly onConflict?: 'refuse' | 'keep-earlier';
  /** When the parts were put together; counts as the end only where no part says when it ended. */
  readonly now?: Date;
}

/** Parts put together. */
export interface Merged {
  readonly run: Run;
  /** Trials with an outcome, and trials whose last try was an error. */
  readonly done: number;
  readonly errors: number;
  /** Trials that two parts answered differently; the earlier answer was kept. */
  readonly conflicts: number;
}

/**
 * Puts the parts of one study together: what one machine would have recorded, trial by trial. The same parts in any
 * order give the same run. A trial that several parts answered alike is taken once; an error gives way to an outcome.
 * @param parts at least two, of one study, one state of data and prompts, one model, one kind of engine
 * @throws Problem `bad-file` that names what differs, or what would make the merged file one that cannot be read
 */
export async function mergeRuns(parts: readonly Run[], options: MergeOptions): Promise<Merged> {
  const { trials, onConflict = 'refuse', now = new Date() } = options;
  const [first, ...others] = [...parts].sort(byStart);
  if (first === undefined || others.length === 0) {
    throw refused('One file alone has nothing to be merged with', 'Give the other parts too.');
  }
  for (const { manifest } of others) {
    const difference = runDifference(first.manifest, manifest);
    if (difference === null) continue;
    throw refused(
      `${nameOf(first.manifest)} and ${nameOf(manifest)} cannot be one run: they ${difference}`,
      'Import them as runs of their own and compare them.',
    );
  }
  if (trials !== null && trials.length !== first.manifest.trials) {
    throw refused(
      `The files say that their study has ${first.manifest.trials} trials, but it has ${trials.length}`,
      AGAIN,
    );
  }
  const all = [first, ...others];
  const samples = mergedSamples(all, onConflict === 'refuse');
  const artifacts = mergedArtifacts(all, onConflict === 'refuse');
  const placed = inOrder([...samples.kept.values()], trials);
  const done = placed.filter(({ status }) => status !== 'error').length;
  const manifest = await mergedManifest(all, done, now);
  const run: Run = { format: 'crossroads-run/1', manifest, artifacts, samples: placed };
  await refuseUnreadable(run);
  return {
    run,
    done,
    errors: placed.length - done,
    conflicts: samples.conflicts,
  };
}

const AGAIN = 'Get the files again from where they were made.';

/** The first to start comes first; of two at once, the lesser id; of two files of one run, the lesser text. */
function byStart(one: Run, other: Run): number {
  const [a, b] = [one.manifest, other.manifest];
  const apart = Date.parse(a.startedAt) - Date.parse(b.startedAt);
  if (apart !== 0) return apart;
  return a.runId === b.runId
    ? compared(canonical(one as Json), canonical(other as Json))
    : compared(a.runId, b.runId);
}

function compared(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

/** Parts that are each a run may together be none: one question under two ids, more samples than trials. */
async function refuseUnreadable({ manifest, artifacts, samples }: Run): Promise<void> {
  const breath = new Breath();
  const assembly = new RunAssembly(LIMITS);
  try {
    assembly.addManifest(manifest, 'manifest');
    for (const [i, artifact] of artifacts.entries()) {
      assembly.addArtifact(artifact, `artifacts[${i}]`);
      await breath.take();
    }
    for (const [i, sample] of samples.entries()) {
      assembly.addSample(sample, `samples[${i}]`);
      await breath.take();
    }
    assembly.run();
  } catch (cause) {
    throw refused(`Merged, they could not be read again: ${asProblem(cause).message}`, AGAIN);
  }
}

function mergedSamples(
  parts: readonly Run[],
  strict: boolean,
): { kept: Map<string, Sample>; conflicts: number } {
  const kept = new Map<string, Sample>();
  const from = new Map<string, Manifest>();
  let conflicts = 0;
  for (const { manifest, samples } of parts)
    for (const sample of samples) {
      const before = kept.get(sample.trial);
      const isNews =
        before === undefined || (before.status === 'error' && sample.status !== 'error');
      if (isNews) {
        kept.set(sample.trial, sample);
        from.set(sample.trial, manifest);
      } else if (sample.status !== 'error' && outcomeOf(before) !== outcomeOf(sample)) {
        conflicts += 1;
        if (strict) throw conflict(from.get(sample.trial) ?? manifest, manifest, before, sample);
      }
    }
  return { kept, conflicts };
}

/** All that a sample says but for what the machine had to do with it. */
function outcomeOf({ ms: _ms, tokens: _tokens, ...outcome }: Sample): string {
  return canonical(outcome as Json);
}

function conflict(a: Manifest, b: Manifest, one: Sample, other: Sample): Problem {
  const said = (sample: Sample): string => {
    const chosen = sample.answer ?? sample.status;
    return sample.value === undefined ? chosen : `${chosen} (${sample.value.toFixed(3)})`;
  };
  return refused(
    `Trial ${one.trial} (item ${one.item}, ${one.condition}) is in ${nameOf(a)} and in ${nameOf(b)}, and not the same: ${said(one)} and ${said(other)}`,
    'Keep the earlier answers, or import the files as runs of their own.',
  );
}

function mergedArtifacts(parts: readonly Run[], strict: boolean): Artifact[] {
  const kept = new Map<string, Artifact>();
  for (const artifact of parts.flatMap((part) => part.artifacts)) {
    const before = kept.get(artifact.id);
    if (before === undefined) kept.set(artifact.id, artifact);
    else if (strict && textOf(before) !== textOf(artifact)) {
      throw refused(
        `The parts made one ${artifact.kind} (${artifact.id}) with two texts`,
        'Keep the earlier one, or import the files as runs of their own.',
      );
    }
  }
  return [...kept.values()];
}

function textOf({ kind, key, text }: Artifact): string {
  return canonical([kind, key, text as Json]);
}

function inOrder(samples: Sample[], trials: readonly Trial[] | null): Sample[] {
  if (trials === null) return samples;
  const place = new Map(trials.map(({ id }, index) => [id, index]));
  for (const sample of samples) {
    const planned = trials[place.get(sample.trial) ?? -1];
    if (planned !== undefined && questionOf(planned) === questionOf(sample)) continue;
    throw refused(
      planned === undefined
        ? `The files hold a trial (${sample.trial}, item ${sample.item}) that their study does not have`
        : `Trial ${sample.trial} is ${questionOf(planned)} in the study, but ${questionOf(sample)} in the files`,
      AGAIN,
    );
  }
  return samples.sort((a, b) => (place.get(a.trial) ?? 0) - (place.get(b.trial) ?? 0));
}

function questionOf({ item, condition, repeat, order }: Omit<Trial, 'id'>): string {
  return `item ${item} in ${condition}, repeat ${repeat}, order ${order}`;
}

async function mergedManifest(parts: readonly Run[], done: number, now: Date): Promise<Manifest> {
  const manifests = parts.map(({ manifest }) => manifest);
  const [first] = manifests as [Manifest, ...Manifest[]];
  const { shard: _shard, ...common } = first;
  const ids = [...new Set(manifests.map(({ runId }) => runId))].sort();
  const name = manifests.every((manifest) => manifest.name === first.name) ? first.name : '';
  const rates = (first.study.reviews ?? []).length > 0;
  return {
    ...common,
    runId: `merged-${(await sha256(JSON.stringify(ids))).slice(0, 16)}`,
    name,
    models: mergedModels(manifests),
    app: joined(manifests.map(({ app }) => app)),
    environment: mergedEnvironment(manifests),
    // What is rated besides is left to whoever goes on with the run, and finds it missing.
    finishedAt:
      done < first.trials || (rates && !hasFinished(manifests)) ? '' : endOf(manifests, now),
  };
}

function hasFinished(manifests: readonly Manifest[]): boolean {
  return manifests.some(({ finishedAt }) => finishedAt !== '');
}

function endOf(manifests: readonly Manifest[], now: Date): string {
  const ends = manifests
    .flatMap(({ finishedAt, shard }) => [finishedAt, shard?.finishedAt ?? ''])
    .filter((time) => time !== '');
  const last = ends.sort((a, b) => Date.parse(a) - Date.parse(b)).at(-1);
  return last ?? now.toISOString();
}

/** The first part that names a model for a role says which. */
function mergedModels(manifests: readonly Manifest[]): Manifest['models'] {
  return Object.assign(
    {},
    ...[...manifests].reverse().map(({ models }) => models),
  ) as Manifest['models'];
}

/** What is the same everywhere as it is; what differs as every value, the earliest part's first. */
function mergedEnvironment(manifests: readonly Manifest[]): Manifest['environment'] {
  const names = [...new Set(manifests.flatMap(({ environment }) => Object.keys(environment)))];
  return Object.fromEntries(
    names.map((name) => {
      const values = manifests.map(({ environment }) => environment[name]);
      const [value] = values;
      return values.every((each) => each === value) && value !== undefined
        ? [name, value]
        : [name, joined(values.map((each) => (each === undefined ? 'not said' : String(each))))];
    }),
  );
}

const BETWEEN = ' | ';

/** Each once; what was joined before is taken apart, so that parts can be merged step by step. */
function joined(values: readonly string[]): string {
  return [...new Set(values.flatMap((value) => value.split(BETWEEN)))].join(BETWEEN);
}

function nameOf({ shard, study, name, startedAt }: Manifest): string {
  const title = name === '' ? study.title : name;
  return shard === undefined
    ? `“${title}” of ${startedAt.slice(0, 16).replace('T', ' ')}`
    : `part ${shard.index} of ${shard.of} of “${title}”`;
}

function refused(what: string, next: string): Problem {
  return new Problem('bad-file', {
    what: what.replace(/\.?$/, '.'),
    kept: 'Nothing was merged.',
    next,
  });
}
