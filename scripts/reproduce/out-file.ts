import { access, constants, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Problem } from '../../src/core/errors';
import type { Artifact, Manifest, Run, Sample } from '../../src/core/run';
import { hasCode } from '../setup/files.mjs';
import { journalPath, readKept } from './journal';

/** What a file to be written will hold from the beginning: an earlier file that is gone on with, or merged parts. */
export interface Held {
  readonly manifest: Manifest;
  readonly samples: readonly Sample[];
  readonly artifacts: readonly Artifact[];
}

const ELSEWHERE = 'Name another file, or move this one away.';

/**
 * Refuses a run file, and the journal beside it, that are there and hold what the run to be written would not.
 * @param held what is gone on with, null for a new run
 * @throws Problem `bad-file` that names the file and how to go on with it
 */
export async function refuseLoss(out: string, held: Held | null): Promise<void> {
  // The journal first: where there are both, it is the newer.
  for (const path of [journalPath(out), out]) {
    const next = `Go on with it: the same command with --resume ${path}. Or name another file, or move this one away.`;
    await refuseLossOf(path, held, next);
  }
}

/** The same for one file alone. */
export async function refuseLossOf(
  path: string,
  held: Held | null,
  next = ELSEWHERE,
): Promise<void> {
  if (!(await exists(path))) return;
  const there = await readKept(path).catch((cause: unknown) => {
    throw inTheWay(
      `${path} is there already, and is no run file that could be gone on with`,
      cause,
    );
  });
  const done = outcomesOf(there);
  if (done.size + there.artifacts.length === 0 || holds(held, there)) return;
  throw new Problem('bad-file', {
    what: `${path} is there already and holds ${done.size} of ${there.manifest.trials} answers, which would be lost.`,
    kept: 'Nothing was written.',
    next,
  });
}

/** Refuses a file that is there, whatever it holds. */
export async function refuseExisting(path: string): Promise<void> {
  if (await exists(path)) throw inTheWay(`${path} is there already`);
}

/** Refuses, before any work, a path at which no file can be written. */
export async function refuseNoPlace(path: string): Promise<void> {
  const there = await statOf(path);
  if (there?.isDirectory()) {
    throw noPlace(`${path} is a folder, and a file is to be written`, 'Name a file in it.');
  }
  const folder = dirname(path);
  if (!(await statOf(folder))?.isDirectory()) {
    throw noPlace(`There is no folder ${folder} to write ${path} in`, 'Make it first.');
  }
  await access(folder, constants.W_OK).catch((cause: unknown) => {
    throw noPlace(`The folder ${folder} may not be written in`, 'Name a file elsewhere.', cause);
  });
}

/** Whether all that is worth keeping in a file is held: the same run's outcomes and what was made for them. */
function holds(held: Held | null, there: Run): boolean {
  if (held === null || held.manifest.runId !== there.manifest.runId) return false;
  const done = outcomesOf(held);
  const artifacts = new Set(held.artifacts.map(({ id }) => id));
  return (
    [...outcomesOf(there)].every((trial) => done.has(trial)) &&
    there.artifacts.every(({ id }) => artifacts.has(id))
  );
}

function outcomesOf({ samples }: Held): Set<string> {
  return new Set(samples.filter(({ status }) => status !== 'error').map(({ trial }) => trial));
}

async function exists(path: string): Promise<boolean> {
  return (await statOf(path)) !== null;
}

async function statOf(path: string) {
  try {
    return await stat(path);
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return null;
    throw error;
  }
}

function inTheWay(what: string, cause?: unknown): Problem {
  return noPlace(what, ELSEWHERE, cause);
}

function noPlace(what: string, next: string, cause?: unknown): Problem {
  return new Problem('bad-file', {
    what: `${what}.`,
    kept: 'Nothing was written.',
    next,
    cause,
  });
}
