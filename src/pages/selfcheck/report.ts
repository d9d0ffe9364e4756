import { probabilityAgreement, type ProbabilityAgreement } from '../../analysis/agreement';
import type { Engine, ModelInfo } from '../../core/engine';
import type { Manifest, Run, Sample } from '../../core/run';
import type { Device } from '../../engines/device';
import { speedOf, type Timed } from './speed';

/** How the answers here stand to recorded ones of the same model file. */
export interface Held extends ProbabilityAgreement {
  /** `<study>.<model>` of the recorded run. */
  readonly recorded: string;
  /** What answered there and here. */
  readonly engines: readonly [string, string];
}

/** Everything that a self-check measured on one device; it holds nothing that names its reader. */
export interface Report {
  readonly format: 'crossroads-selfcheck/1';
  readonly app: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly browser: string;
  readonly device: Device;
  readonly engine: Engine['kind'];
  readonly model: ModelInfo;
  readonly environment: Engine['environment'];
  /** Milliseconds from the request to the ready model, and bytes that had to be downloaded in them. */
  readonly load: { readonly ms: number; readonly downloaded: number };
  readonly reading: readonly Timed[];
  readonly writing: readonly (Timed & { readonly text: string })[];
  readonly trials: {
    readonly study: string;
    readonly studyHash: string;
    readonly dataHash: string;
    readonly promptHash: string;
    readonly planned: number;
    /** Milliseconds of all of them together. */
    readonly ms: number;
    readonly samples: readonly Pick<
      Sample,
      'trial' | 'status' | 'answer' | 'probabilities' | 'answerMass' | 'tokens' | 'ms'
    >[];
  };
  /** Null where no recorded run has this file. */
  readonly agreement: Held | null;
  /** Sentences on what did not work. */
  readonly problems: readonly string[];
}

/** The figures of a report as a reader sees them. */
export interface Figures {
  readonly loadMs: number;
  /** Tokens a second; null where nothing was measured. */
  readonly reading: number | null;
  readonly writing: number | null;
  readonly trialsPerSecond: number | null;
  readonly answered: number;
  readonly planned: number;
  /** Mean answer mass, 0 to 1; null without any. */
  readonly mass: number | null;
  /** Share of the prompts' tokens that came from the cache; null without any. */
  readonly cached: number | null;
}

export function figuresOf({ load, reading, writing, trials }: Report): Figures {
  const { samples, ms, planned } = trials;
  const masses = samples.flatMap(({ answerMass }) => (answerMass === undefined ? [] : answerMass));
  const tokens = samples.reduce((sum, sample) => sum + sample.tokens.prompt, 0);
  const cached = samples.reduce((sum, sample) => sum + sample.tokens.cached, 0);
  return {
    loadMs: load.ms,
    reading: speedOf(reading),
    writing: speedOf(writing),
    trialsPerSecond: ms > 0 && samples.length > 0 ? (1000 * samples.length) / ms : null,
    answered: samples.filter(({ status }) => status === 'answered').length,
    planned,
    mass: masses.length === 0 ? null : masses.reduce((sum, mass) => sum + mass, 0) / masses.length,
    cached: tokens === 0 ? null : cached / tokens,
  };
}

/**
 * Holds answers against those recorded with the same model file, of the same engine first. Another engine's rounds
 * otherwise, which is what a reader may want to see; the report names both.
 */
export function heldAgainst(
  recorded: readonly { readonly name: string; readonly run: Run }[],
  manifest: Manifest,
  samples: readonly Sample[],
): Held | null {
  const { sha256 } = manifest.models.answer;
  const fitting = recorded.filter(
    ({ run }) =>
      sha256 !== '' &&
      run.manifest.models.answer.sha256 === sha256 &&
      run.manifest.dataHash === manifest.dataHash &&
      run.manifest.promptHash === manifest.promptHash,
  );
  const found = fitting.find(({ run }) => run.manifest.engine === manifest.engine) ?? fitting.at(0);
  if (found === undefined) return null;
  return {
    ...probabilityAgreement(found.run.samples, samples),
    recorded: found.name,
    engines: [found.run.manifest.engine, manifest.engine],
  };
}

/** The trials as a run, finished now where all have an outcome. */
export function runOf(manifest: Manifest, samples: readonly Sample[], isWhole: boolean): Run {
  const finishedAt = isWhole ? new Date().toISOString() : '';
  return {
    format: 'crossroads-run/1',
    manifest: { ...manifest, finishedAt },
    artifacts: [],
    samples: [...samples],
  };
}

/** The report as a file. */
export function printReport(report: Report): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}
