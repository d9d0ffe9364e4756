import { familyKey } from '../../analysis/scale';
import type { ScaleAxis, ScaleSet } from '../../analysis/scale-sets';
import type { ScaleMeasure } from '../../analysis/scale-values';
import { conditionLabel } from '../../experiment/condition-label';
import { en } from '../../text/en';
import { formatMoment, sentenceCase } from '../../text/format';
import type { LoadedRun } from './loaded-run';

/** What the conditions of a set have in common: `descriptive`, `quantified, wording 2`. */
export function setName({ condition, places }: ScaleSet, axis: ScaleAxis): string {
  const isOne = places.length === 1 && places[0]?.single !== null;
  return conditionLabel({
    ...condition,
    id: '',
    levels: isOne ? condition.levels : null,
    template: axis === 'wording' ? 1 : condition.template,
    temperature: axis === 'temperature' ? null : condition.temperature,
  });
}

/** What is shown, to begin a line with; r is a symbol and stays small. */
export function measureName(measure: ScaleMeasure): string {
  return measure === 'r' ? en.scale.measures.r : sentenceCase(en.scale.measures[measure]);
}

/** The model of a run, with the moment it began where another run of the same stands beside it. */
export function runLabel(runs: readonly LoadedRun[], run: number): string {
  const own = runs[run];
  if (own === undefined) return '';
  const isTwice = runs.some((other, index) => index !== run && other.model === own.model);
  return isTwice ? `${own.model}, ${formatMoment(own.startedAt)}` : own.model;
}

/** A family in one spelling: of several among the runs, the first that has a capital letter. */
export function familyName(runs: readonly LoadedRun[], family: string): string {
  const key = familyKey(family);
  const spelled = runs.map((run) => run.family).filter((other) => familyKey(other) === key);
  return spelled.find((other) => other !== other.toLowerCase()) ?? family;
}

/** Under so many sizes a family's line says little about scale. */
const FEW_SIZES = 4;

/** What a reader must know before drawing anything from points by size. */
export function sizeCautions(runs: readonly LoadedRun[]): string[] {
  const text = en.scale.caution;
  const families = new Map<string, { name: string; sizes: Set<number> }>();
  for (const { family, parameters } of runs) {
    const key = familyKey(family);
    if (key === '') continue;
    const known = families.get(key);
    if (known !== undefined) known.sizes.add(parameters);
    else families.set(key, { name: familyName(runs, family), sizes: new Set([parameters]) });
  }
  const all = [...families.values()];
  const models = new Set(runs.map(({ model }) => model));
  const coders = all.filter(({ name }) => /code/i.test(name)).map(({ name }) => name);
  const formats = new Set(runs.map(({ quantization }) => quantization).filter((one) => one !== ''));
  const unnamed = runs.filter(({ family }) => familyKey(family) === '').map(({ model }) => model);
  const sizes = runs.map(({ family, parameters }) => `${familyKey(family)} ${parameters}`);
  return [
    ...(all.length > 0
      ? [
          text.points(
            models.size,
            all.map(({ name, sizes: own }) => text.family(name, own.size)),
          ),
        ]
      : []),
    ...(all.every(({ sizes: own }) => own.size < FEW_SIZES) ? [text.few] : []),
    ...(all.length > 1 ? [text.families] : []),
    ...(coders.length > 0 ? [text.coder(coders)] : []),
    ...(formats.size > 1 ? [text.formats([...formats])] : []),
    ...(new Set(sizes).size < sizes.length ? [text.twice] : []),
    ...(unnamed.length > 0 ? [text.unnamed([...new Set(unnamed)])] : []),
  ];
}
