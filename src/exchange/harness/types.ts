import type { ModelInfo } from '../../core/engine';
import type { Workshop } from '../../core/profile';
import type { Artifact } from '../../core/run';
import type { LineIssue } from '../batch-import';
import type { RunFile } from '../run-file';

/** A file of an export; several stand in one folder. */
export interface HarnessFile {
  /** Letters, digits, points, hyphens and underscores. */
  readonly name: string;
  readonly text: string;
}

/** How a study is put into a harness's task. */
export interface HarnessOptions {
  /** What the model samples with where the study says nothing; that of OpenAI's interface where left out. */
  readonly sampling?: ModelInfo['sampling'];
  /** Where profiles are made, for a suite that makes them: the task then holds the passages of the novels. */
  readonly workshop?: Workshop;
  /** The artifacts that the workshop keeps, so that the task carries its profiles and a log can be read without them. */
  readonly artifacts?: () => Promise<readonly Artifact[]>;
}

/** A file that was dropped or opened. */
export interface LogFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** A log read as a run. Nothing is kept by reading it. */
export interface HarnessRun extends RunFile {
  /** What of the log gave no outcome, each with a sentence; `line` counts the log's samples, from 1. */
  readonly issues: readonly LineIssue[];
  /** How the tool's own score of an answer agrees with ours. */
  readonly scores: ScoreAgreement;
}

/** The tool reads answers by a plain pattern, we by the documented parser. */
export interface ScoreAgreement {
  /** Samples that hold a score of the tool. */
  readonly compared: number;
  /** Trials where it scored otherwise than we do. */
  readonly differing: readonly string[];
}
