import type { Sample } from '../../core/run';
import { en } from '../../text/en';
import { formatNumber } from '../../text/format';
import type { RunModel } from './RunModel.svelte';

/** How the answer was drawn, in words: the condition's or the study's settings, else the publisher's. */
export function samplingText(run: RunModel, sample: Sample): string {
  const text = en.run.sample;
  const condition = run.conditionOf(sample.condition);
  if (run.byProbability && condition?.thinking !== true) return text.byProbability;
  const { decoding } = run.manifest.study;
  const shown = (value: number | null | undefined, decimals: number): string =>
    value === null || value === undefined ? text.publisher : formatNumber(value, decimals);
  return text.sampling(
    shown(condition?.temperature ?? decoding.temperature, 2),
    shown(decoding.topP, 2),
    shown(decoding.topK, 0),
  );
}
