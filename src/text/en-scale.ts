import { formatList, formatNumber, plural } from './format';

const NARROW = '\u202f';

/** Parameters: `135 M`, `1.8 B`. */
function size(parameters: number): string {
  if (parameters >= 1e9) {
    const billions = formatNumber(parameters / 1e9, 1).replace(/\.0$/, '');
    return `${billions}${NARROW}B`;
  }
  return `${formatNumber(parameters / 1e6, 0)}${NARROW}M`;
}

/** Results against model size, level, temperature or wording. */
export const scale = {
  heading: 'Scale curves',
  /** The three pages that set runs side by side. */
  pages: {
    label: 'Side by side',
    compare: 'Two side by side',
    scale: 'Scale curves',
    papers: 'Claims of the papers',
  },
  intro:
    'How a result changes with the size of the model, or within one run with the level of the trait, the temperature or the wording. Runs stand on one line only where they were asked the same of the same items in the same words, and only where their models are of one family.',
  opening: 'Looking for runs …',
  reading: (done: number, all: number) =>
    `Reading the runs: ${formatNumber(done, 0)} of ${formatNumber(all, 0)} …`,
  retry: 'Try again',
  size,
  step: (axis: 'level' | 'temperature' | 'wording', x: number): string =>
    axis === 'wording' ? `wording ${x}` : String(x),
  columns: { source: 'from' },
  controls: {
    axis: 'Against',
    suite: 'Suite',
    study: 'Study',
    measure: 'Value',
    set: 'Condition',
    method: 'Method',
    allMethods: 'All methods',
    trait: 'Trait',
    allTraits: 'All traits',
    run: 'Run',
    allRuns: 'All, a line each',
  },
  axes: {
    size: 'model size (parameters)',
    level: 'level of the trait',
    temperature: 'temperature',
    wording: 'wording',
  },
  axisNames: {
    size: 'Model size',
    level: 'Level 1 to 5',
    temperature: 'Temperature',
    wording: 'Wording',
  },
  suites: { behavior: 'BehaviorBench', decision: 'LifeChoice' },
  studyOption: (title: string, runs: number) => `${title} (${plural(runs, 'run', 'runs')})`,
  measures: {
    expected: 'expected r',
    r: 'r',
    separation: 'separation (high − low)',
    pis: 'PIS',
    'pis-expected': 'PIS by expected r',
    accuracy: 'accuracy',
    'accuracy-expected': 'expected accuracy',
  },
  lines: {
    high: 'high',
    low: 'low',
    reference: 'baseline',
    noProfile: 'no profile',
    main: 'as instructed',
    method: 'the method',
    separation: 'high − low',
  },
  panel: { behavior: 'trait', decision: 'method' },
  lineLabel: 'line',
  pointLabel: 'model',
  chance: 'chance',
  sentence: (measure: string, axis: string, set: string, joins: string) =>
    `${measure} against ${axis}${set === '' ? '' : `, ${set}`}, with 95${NARROW}% intervals. ${joins}`,
  joins: {
    size: 'Lines join models of one family only.',
    level: 'Lines join the levels of one run.',
    temperature: 'Lines join the temperatures of one run.',
    wording: 'Wordings have no order, so nothing is joined.',
  },
  about: {
    separation:
      'Separation is the rate under the high level minus the rate under the low one, over the items answered under both. Above zero the model moves the way it was asked to.',
    ends: 'The high end shows the highest level of the item’s own trait, the low end the lowest. A model that follows the instruction keeps the two apart.',
    pis: 'PIS counts points moved from the baseline in the direction asked for, for the high end and for the low end.',
    level: 'A model that follows the levels rises from left to right.',
    accuracy: 'The line at 25 % is what guessing among four options gives.',
  },
  caution: {
    points: (models: number, families: readonly string[]) =>
      `What stands here: ${plural(models, 'model', 'models')} of ${plural(families.length, 'family', 'families')} (${formatList(families)}).`,
    family: (name: string, sizes: number) => `${name}: ${plural(sizes, 'size', 'sizes')}`,
    few: 'With fewer than four sizes of a family this says little about scale: a difference between two sizes may come from training, weights format or chance as well.',
    families: 'Families are not joined, for they differ in more than size.',
    coder: (families: readonly string[]) =>
      `${formatList(families)}: trained to write program code, not to play a person.`,
    formats: (formats: readonly string[]) =>
      `The models’ weights are stored in different formats (${formatList(formats)}), which changes answers a little.`,
    twice:
      'Where a model of one size has two runs both are shown, and the line goes through the newer.',
    unnamed: (models: readonly string[]) =>
      `The family of ${formatList(models)} is not known, so nothing joins ${models.length === 1 ? 'it' : 'them'}.`,
    many: (shown: number, all: number) =>
      `Only the first ${formatNumber(shown, 0)} of ${formatNumber(all, 0)} runs have a line here. Choose one to see another.`,
  },
  other:
    'The study that the address names has no run here with a curve on this axis, so another is shown.',
  runs: {
    heading: 'The runs behind the points',
    caption: 'Runs in the chart',
    model: 'model',
    size: 'parameters',
    family: 'family',
    format: 'format',
    engine: 'engine',
    source: 'from',
    started: 'started',
    unknown: 'unknown',
  },
  leftOut: {
    heading: 'Runs of this study that are not drawn',
    why: {
      unfinished: 'not finished yet.',
      'unknown-size': 'the number of its model’s parameters is not known.',
      'other-study': 'asked in another way (conditions, order, lead or answering).',
      'other-items': 'of other items, or of another version of them.',
      'other-prompts': 'in other words: its prompts are those of another version.',
    },
  },
  trend: {
    heading: 'Does it rise with the level?',
    text: 'Page’s test of a rising order, one-sided, over behaviours (for neuroticism over items), by Holm over the traits. The slope is that of the means, in points a level.',
    caption: (model: string) => `Trend over the levels, ${model}`,
    trait: 'trait',
    slope: 'slope',
    n: 'n',
    p: 'p (Holm)',
  },
  empty: {
    size: 'No study has a run that can be drawn',
    sizeText:
      'Run one study with two or more models, or import run files: each finished run is a point.',
    level: 'No run varies the level over three or more steps',
    levelText: 'The study after BehaviorBench Table 5 asks for levels 1 to 5.',
    temperature: 'No run varies the temperature',
    temperatureText:
      'In the lab, give a study that is answered by generation two or more temperatures. By probability there would be nothing to vary.',
    wording: 'No run varies the wording',
    wordingText: 'The study after BehaviorBench Table 8 asks in three wordings.',
    lab: 'Open it in the lab',
    plainLab: 'Define a study',
    runs: 'Go to the runs',
    nothing: 'None of this study’s runs can be drawn',
    nothingText: 'The reasons stand below.',
    noSet: 'This value has no curve here',
    noSetText: 'The study has no conditions that it could be made of. Choose another value.',
  },
} as const;
