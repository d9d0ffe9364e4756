/*
 * Studies and runs for lm-evaluation-harness and Inspect, and back. Loaded on demand: the readers bring a suite's data
 * with them.
 */
export { exportInspect } from './inspect-export';
export { readInspect } from './inspect-import';
export { isInspect } from './inspect-log';
export { exportRunInspect, exportRunInspectEval } from './inspect-run';
export { exportLmEval } from './lm-eval-export';
export { isLmEval, readLmEval } from './lm-eval-import';
export { exportRunLmEval } from './lm-eval-run';
export type { HarnessFile, HarnessOptions, HarnessRun, LogFile, ScoreAgreement } from './types';
