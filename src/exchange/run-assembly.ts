import * as v from 'valibot';
import { Problem } from '../core/errors';
import {
  artifactSchema,
  manifestSchema,
  sampleSchema,
  type Artifact,
  type Manifest,
  type Run,
  type Sample,
} from '../core/run';
import { explain, shown } from './issues';
import type { Limits } from './limits';
import { contradiction } from './sample-checks';

/** Puts a run together from parts that nobody has checked. Every method throws a Problem `bad-file`. */
export class RunAssembly {
  readonly samples: Sample[] = [];

  private manifest: Manifest | undefined;
  private readonly artifacts: Artifact[] = [];
  private readonly artifactIds = new Set<string>();
  /** Where each trial was seen. */
  private readonly trials = new Map<string, string>();
  private readonly questions = new Map<string, string>();

  constructor(private readonly limits: Limits) {}

  /** @param at the place of the value, for the sentence, e.g. `manifest` */
  addManifest(value: unknown, at: string, line = ''): void {
    this.manifest = checked(manifestSchema, value, at, line);
  }

  addArtifact(value: unknown, at: string, line = ''): void {
    const artifact = checked(artifactSchema, value, at, line);
    if (this.artifactIds.has(artifact.id)) {
      throw badFile(
        `${line}${at}.id is ${shown(artifact.id)}, which an artifact before it has too`,
      );
    }
    this.artifactIds.add(artifact.id);
    this.artifacts.push(artifact);
  }

  addSample(value: unknown, at: string, line = ''): void {
    const sample = checked(sampleSchema, value, at, line);
    const wrong = contradiction(sample);
    if (wrong !== null) throw badFile(`${line}${at}.${wrong.member} ${wrong.says}`);
    const here = line === '' ? at : line.replace(/: $/, '');
    const { item, condition, repeat, order } = sample;
    this.once(this.trials, sample.trial, here, `${line}${at}.trial is ${shown(sample.trial)}`);
    // The same question twice under two ids would count twice in every table.
    const question = JSON.stringify([item, condition, repeat, order]);
    this.once(this.questions, question, here, `${line}${at} answers a trial`);
    if (this.samples.length >= this.limits.samples) {
      throw badFile(
        `The file holds more than ${this.limits.samples} samples, too many for this page`,
      );
    }
    this.samples.push(sample);
  }

  /** The run so far; its manifest was added first. */
  run(): Run {
    const { manifest } = this;
    if (manifest === undefined) throw badFile('The file has no manifest');
    if (this.samples.length > manifest.trials) {
      throw badFile(
        `The file holds ${this.samples.length} samples, but its plan has only ${manifest.trials} trials`,
      );
    }
    const { artifacts, samples } = this;
    return { format: 'crossroads-run/1', manifest, artifacts, samples };
  }

  private once(seen: Map<string, string>, key: string, here: string, says: string): void {
    const before = seen.get(key);
    if (before !== undefined)
      throw badFile(`${says}, which stands in ${lowerFirst(before)} already`);
    seen.set(key, here);
  }
}

/** A Problem of a file that is not taken. `what` has no full stop. */
export function badFile(what: string, parts: { next?: string; cause?: unknown } = {}): Problem {
  return new Problem('bad-file', {
    what: `${what}.`,
    kept: 'Nothing was imported.',
    next: parts.next ?? 'Choose another file, or get this one again.',
    cause: parts.cause,
  });
}

function checked<S extends v.GenericSchema>(
  schema: S,
  value: unknown,
  at: string,
  line: string,
): v.InferOutput<S> {
  const result = v.safeParse(schema, value, { abortEarly: true });
  if (result.success) return result.output;
  throw badFile(`${line}${explain(result.issues, at)}`);
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
