import type { Problem } from '../../core/errors';
import type { Manifest, Run } from '../../core/run';
import type { LineIssue } from '../../exchange/batch-import';
import type { BatchTarget } from '../../exchange/batch-export';
import type { FileKind } from '../../exchange/any-run';
import type { ScoreAgreement } from '../../exchange/harness/types';
import type { Merged } from '../../exchange/merge-runs';
import type { Missing } from '../../exchange/part-groups';
import type { ReadProgress } from '../../exchange/run-file';
import type { RunEntry } from '../../storage/run-rows';
import type { Imported } from '../../storage/run-import';

/** What else there is to say of an import. */
export interface ImportReport {
  /** Lines or samples that gave no outcome. */
  readonly issues: readonly LineIssue[];
  /** Of a batch: trials with an outcome now, of how many. */
  readonly done?: number;
  readonly total?: number;
  /** Of a batch: the model that the service says answered, where the run asks another by name. */
  readonly model?: { readonly said: string; readonly asked: string };
  /** Of a tool's log: how its scores agree with ours. */
  readonly scores?: ScoreAgreement;
}

/** How one file fares, or the files that one tool wrote of one run. */
export type ImportState =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'reading'; readonly progress: ReadProgress | null }
  /** Part of it is missing; nothing is imported until the reader says so. */
  | {
      readonly kind: 'partial';
      readonly run: Run;
      readonly problem: Problem;
      readonly report: ImportReport | null;
    }
  /** Read, and perhaps a part of what the other files hold. */
  | { readonly kind: 'held'; readonly run: Run; readonly report: ImportReport | null }
  /** Answers to a batch that nobody here waits for: which study was asked? */
  | { readonly kind: 'ask-study'; readonly target: BatchTarget }
  /** Answers to a batch that several runs here may wait for, or one of another model than `said` to have answered. */
  | { readonly kind: 'ask-run'; readonly runs: readonly RunEntry[]; readonly said: string }
  /** A study that waits for a batch. */
  | { readonly kind: 'study' }
  | { readonly kind: 'done'; readonly imported: Imported; readonly report: ImportReport | null }
  | { readonly kind: 'failed'; readonly problem: Problem }
  /** Its run was merged with others; its study was given to a batch. */
  | { readonly kind: 'stopped' | 'stopped-kept' | 'left' | 'merged' | 'used' };

/** One file of the queue, or several that belong together. */
export interface ImportItem {
  readonly id: number;
  readonly files: readonly File[];
  /** By content; null until it is looked at. */
  readonly fileKind: FileKind | null;
  readonly state: ImportState;
}

/** Files that turned out to be parts of one run. */
export interface MergeOffer {
  readonly id: number;
  /** Those that were dropped. */
  readonly items: readonly number[];
  readonly runs: readonly Run[];
  /** Parts among them that are stored here already. */
  readonly stored: number;
  readonly manifest: Manifest;
  readonly state:
    | { readonly kind: 'open'; readonly merged: Merged; readonly missing: Missing }
    /** They do not go together as they are. */
    | { readonly kind: 'refused'; readonly problem: Problem }
    | { readonly kind: 'working' }
    | { readonly kind: 'done'; readonly imported: Imported }
    | { readonly kind: 'failed'; readonly problem: Problem };
}
