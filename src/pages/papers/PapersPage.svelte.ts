import { loadRunAtHand, runsAtHand, type RunAtHand } from '../../components/results/runs-at-hand';
import { modelTitle, shownRun } from '../../components/running/shown-run';
import {
  claimOf,
  separationClaim,
  type ClaimResult,
  type ClaimRun,
} from '../../analysis/claim-tests';
import { asProblem, isAbort, type Problem } from '../../core/errors';
import type { ModelInfo } from '../../core/engine';
import { Breath } from '../../exchange/breath';
import { PUBLISHED_CLAIMS, type PublishedClaim } from '../../exchange/published-claims';

/** What one run, or two of one family, say to a claim. */
export interface Finding {
  readonly claim: string;
  /** The run behind it; of two, the larger model's. */
  readonly run: RunAtHand;
  readonly model: string;
  /** The smaller model of a pair; empty where there is one run. */
  readonly smaller: string;
  /** Whether expected values were used. */
  readonly byProbability: boolean;
  readonly result: ClaimResult;
}

/** A run, read once, for all claims that its study tests. */
interface Read extends ClaimRun {
  readonly at: RunAtHand;
  readonly model: string;
  readonly info: Pick<ModelInfo, 'family' | 'parameters'>;
}

/** The papers' claims and what the runs at hand say to each. */
export class PapersPage {
  #findings = $state.raw<readonly Finding[]>([]);
  #left = $state(0);
  #isReading = $state(true);
  #problems = $state.raw<readonly Problem[]>([]);

  get findings(): readonly Finding[] {
    return this.#findings;
  }
  /** Runs still to be read. */
  get left(): number {
    return this.#left;
  }
  get isReading(): boolean {
    return this.#isReading;
  }
  /** Runs that could not be read. */
  get problems(): readonly Problem[] {
    return this.#problems;
  }

  of(claim: PublishedClaim): readonly Finding[] {
    return this.#findings.filter(({ claim: id }) => id === claim.id);
  }

  /** Reads the runs one after the other; findings come as they are made. Never rejects. */
  open(): () => void {
    const stop = new AbortController();
    void this.#read(stop.signal).catch((error: unknown) => {
      if (!isAbort(error)) this.#problems = [...this.#problems, asProblem(error)];
      this.#isReading = false;
    });
    return () => stop.abort();
  }

  async #read(signal: AbortSignal): Promise<void> {
    const testable = PUBLISHED_CLAIMS.filter(({ test }) => test.kind !== 'needs');
    const wanted = (await runsAtHand()).filter(
      ({ study, isFinished }) =>
        isFinished && testable.some((claim) => studiesOf(claim).includes(study)),
    );
    const breath = new Breath(signal, 0);
    const read: Read[] = [];
    this.#left = wanted.length;
    for (const at of wanted) {
      await breath.take();
      try {
        const one = await readRun(at, signal);
        read.push(one);
        for (const claim of testable.filter((each) => studiesOf(each).includes(at.study))) {
          await breath.take();
          this.#judge(claim, one, read);
        }
      } catch (error) {
        if (isAbort(error) || signal.aborted) throw error;
        this.#problems = [...this.#problems, asProblem(error)];
      }
      this.#left -= 1;
    }
    this.#isReading = false;
  }

  #judge({ id, test }: PublishedClaim, one: Read, read: readonly Read[]): void {
    if (test.kind === 'needs') return;
    if (test.kind !== 'separates-more') {
      this.#add(id, one, '', claimOf(test, one));
      return;
    }
    for (const other of read) {
      if (!isPair(one, other)) continue;
      const [larger, smaller] =
        one.info.parameters > other.info.parameters ? [one, other] : [other, one];
      this.#add(id, larger, smaller.model, separationClaim(larger, smaller, test.shaping));
    }
  }

  #add(claim: string, run: Read, smaller: string, result: ClaimResult | null): void {
    if (result === null) return;
    const { at, model, byProbability } = run;
    this.#findings = [...this.#findings, { claim, run: at, model, smaller, byProbability, result }];
  }
}

/** A study and its twin that answers by probability. */
function studiesOf({ study }: PublishedClaim): string[] {
  return [study, `${study}-p`];
}

/** Two sizes of one family, asked in the same way. */
function isPair(a: Read, b: Read): boolean {
  return (
    a !== b &&
    a.at.study === b.at.study &&
    a.info.family !== '' &&
    a.info.family === b.info.family &&
    a.info.parameters !== b.info.parameters
  );
}

async function readRun(at: RunAtHand, signal: AbortSignal): Promise<Read> {
  const { manifest, samples } = await loadRunAtHand(at.name, signal);
  const { rows, conditions } = await shownRun(manifest, samples);
  return {
    at,
    rows,
    conditions,
    byProbability: manifest.study.answer === 'probability',
    model: modelTitle(manifest),
    info: manifest.models.answer,
  };
}
