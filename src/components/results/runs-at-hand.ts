import { Problem } from '../../core/errors';
import type { Run } from '../../core/run';
import type { SuiteId } from '../../core/study';
import { builtInStudy } from '../../exchange/built-in-studies';
import { loadReferenceRun, REFERENCE_RUNS, type ReferenceRun } from '../../exchange/reference-runs';
import { runs } from '../../storage/here';
import type { RunEntry } from '../../storage/run-rows';
import { en } from '../../text/en';
import { modelTitle } from '../running/shown-run';

/** A run that can be looked at without asking anybody for it: stored here, or recorded and part of the page. */
export interface RunAtHand {
  /** A stored run's id, or `recorded:<study>.<model>`: what an address calls it. */
  readonly name: string;
  /** The name a person gave it, else its study's title. */
  readonly title: string;
  /** The study's id. */
  readonly study: string;
  /** The answering model's name, as short as it is. */
  readonly model: string;
  readonly badge: 'recorded' | 'here' | 'imported';
  readonly isFinished: boolean;
  readonly suite: SuiteId;
}

const RECORDED = 'recorded:';
/** So many runs stay in memory: two that are compared, and the two before. */
const KEPT = 4;

/** What an address calls a recorded run. */
export function recordedName({ study, model }: Pick<ReferenceRun, 'study' | 'model'>): string {
  return `${RECORDED}${study}.${model}`;
}

/** What an address calls the run that the page of one run opened by this id. */
export function nameOfRun(pageId: string, isRecorded: boolean): string {
  return isRecorded ? `${RECORDED}${pageId}` : pageId;
}

/** The id by which the page of one run opens it (`{ page: 'run', id }`). */
export function runPageId(name: string): string {
  return name.startsWith(RECORDED) ? name.slice(RECORDED.length) : name;
}

/**
 * All runs at hand: the recorded ones, then the stored ones, the newest start first. No sample is read.
 * @throws Problem `storage-failed`, and `bad-study` for a recorded run of a study that is not there
 */
export async function runsAtHand(): Promise<readonly RunAtHand[]> {
  const [recorded, stored] = await Promise.all([
    Promise.all(REFERENCE_RUNS.map(recordedAtHand)),
    runs.list(),
  ]);
  return [...recorded, ...stored.map(storedAtHand)];
}

/**
 * A run with its samples and artifacts. The last few are kept in memory; a stored one is read anew once it has changed.
 * @param name as `RunAtHand.name`
 * @throws Problem `storage-failed` where it is gone or unreadable, `download-failed` or `bad-file` for a recorded one
 */
export async function loadRunAtHand(name: string, signal?: AbortSignal): Promise<Run> {
  if (name.startsWith(RECORDED)) {
    const reference = REFERENCE_RUNS.find((given) => recordedName(given) === name);
    if (reference === undefined) {
      throw new Problem('storage-failed', en.compare.atHand.noRecorded(runPageId(name)));
    }
    return kept(name, '', () => loadReferenceRun(reference, signal));
  }
  const entry = await runs.get(name);
  if (entry === undefined) throw new Problem('storage-failed', en.compare.atHand.gone);
  return kept(name, `${entry.updatedAt} ${entry.manifest.name}`, () => runs.run(name));
}

/** The last few runs by name, the one used last at the end, each with the state it was read in. */
const memory = new Map<string, { readonly state: string; readonly run: Run }>();

/** Only what has come is kept: a load that failed or was stopped is tried again. */
async function kept(name: string, state: string, load: () => Promise<Run>): Promise<Run> {
  const known = memory.get(name);
  const run = known?.state === state ? known.run : await load();
  memory.delete(name);
  memory.set(name, { state, run });
  for (const oldest of [...memory.keys()].slice(0, -KEPT)) memory.delete(oldest);
  return run;
}

async function recordedAtHand(reference: ReferenceRun): Promise<RunAtHand> {
  const { title, suite } = await builtInStudy(reference.study);
  const { study, model } = reference;
  return {
    name: recordedName(reference),
    title,
    study,
    model,
    badge: 'recorded',
    isFinished: true,
    suite,
  };
}

function storedAtHand({ manifest, origin }: RunEntry): RunAtHand {
  const { study } = manifest;
  return {
    name: manifest.runId,
    title: manifest.name === '' ? study.title : manifest.name,
    study: study.id,
    model: modelTitle(manifest),
    badge: origin === 'here' ? 'here' : 'imported',
    isFinished: manifest.finishedAt !== '',
    suite: study.suite,
  };
}
