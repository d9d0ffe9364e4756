/**
 * All interface text in English.
 *
 * How to add a page's text: write a constant for the page below the others (`const lab = { ... }`, keys in the
 * order in which the page shows them) and name it in `en` at the end. A text that holds a number or a name is a
 * function of it; counts go through `plural`, numbers through the other helpers of `format.ts`, so that no
 * component puts sentences together. Words that have a definition are defined in `terms.ts`, not here.
 */
import { formatBytes, formatCount, formatDuration, formatNumber, plural } from './format';

/** The frame around every page. */
const app = {
  name: 'Crossroads',
  nav: { label: 'Pages', home: 'Home', lab: 'Lab', runs: 'Runs' },
  skip: 'Skip to the content',
  titles: {
    home: 'Home',
    decide: 'Decide',
    lab: 'Lab',
    runs: 'Runs',
    run: 'Run',
    study: 'Shared study',
    'run-from': 'Run from an address',
    'not-found': 'Not found',
  },
  title: (page: string) => `${page} · Crossroads`,
  loading: 'Opening …',
  notFound: {
    heading: 'Nothing is at this address',
    text: 'The link may be cut short or mistyped. Nothing that you have stored is affected.',
    home: 'Go to the first page',
  },
  crashed: {
    heading: 'This page has stopped',
    kept: 'Runs and answers that were stored before are kept.',
    next: 'Try again, or reload the page.',
    again: 'Try again',
  },
  footer: {
    version: (version: string) => `Crossroads ${version}`,
    stored: 'What is stored, and where',
    storage: [
      'Your runs, your studies and your settings are kept by this browser on this device (IndexedDB and local storage). So are models, once they are downloaded. Clearing the site’s data in the browser deletes them.',
      'Models run here, on this device. Nothing that you type or run is sent anywhere, unless you choose an endpoint yourself: then your prompts go to the address that you gave.',
      'There is no account, no cookie and no counting of visitors.',
    ],
  },
  theme: {
    label: 'Appearance',
    system: 'As the device',
    light: 'Light',
    dark: 'Dark',
  },
  notices: {
    label: 'Notices',
    undo: 'Undo',
    dismiss: 'Dismiss',
    problem: 'Problem:',
  },
} as const;

/** Parts that several pages share. */
const components = {
  badge: {
    published: 'published',
    recorded: 'recorded',
    here: 'run here',
    publishedHint: 'A number from the paper.',
    recordedHint: 'A real run, made earlier and kept with this page.',
    hereHint: 'Run in this browser.',
  },
  button: { busy: 'Working …' },
  copy: { copy: 'Copy', copied: 'Copied', failed: 'Could not copy' },
  dialog: { close: 'Close' },
  drop: {
    choose: 'Choose a file',
    chooseMany: 'Choose files',
    orDrop: 'or drop it here',
    orDropMany: 'or drop them here',
    dropNow: 'Let go to open',
  },
  field: { optional: 'optional' },
  list: {
    position: (index: number, count: number) => `${formatCount(index)} of ${formatCount(count)}`,
  },
  problem: { kept: 'Kept:', next: 'What to do:' },
  progress: {
    bytes: (done: number, total: number) =>
      total > 0 ? `${formatBytes(done)} of ${formatBytes(total)}` : formatBytes(done),
    trials: (done: number, total: number) =>
      `${formatCount(done)} of ${plural(total, 'trial', 'trials')}`,
    left: (ms: number) => `about ${formatDuration(ms)} left`,
    measuring: 'measuring the speed …',
  },
  prompt: { label: 'Prompt', empty: 'No text.' },
  share: {
    yes: 'yes',
    no: 'no',
    rest: 'neither',
    description: (first: string, a: string, second: string, b: string) =>
      `${first} ${a}, ${second} ${b}`,
    mass: (mass: string) => `answer mass ${mass}`,
  },
  table: {
    none: '–',
    sort: (column: string) => `Sort by ${column}`,
    empty: 'No rows.',
  },
} as const;

/** Words in and around every chart. */
const charts = {
  table: { show: 'Show as a table', hide: 'Hide the table' },
  save: 'Save as',
  savedFailed: 'The chart could not be saved.',
  rate: 'percent',
  pis: 'points',
  n: (n: number) => `n ${formatCount(n)}`,
  nSpoken: (n: number) => `n = ${formatCount(n)}`,
  few: 'n under 10',
  fewMark: '†',
  fewSpoken: 'Fewer than 10 items: read with care.',
  missing: 'missing',
  missingSpoken: (reason: string) => (reason === '' ? 'No value.' : `No value: ${reason}`),
  interval: (text: string) => `95 % interval ${text}`,
  noInterval: 'no interval',
  follow: 'Press Enter to open it.',
  hint: 'Point at a cell, or move with the arrow keys.',
  hintRows: 'Point at a row, or move with the arrow keys.',
  scroll: 'Chart, scrolls sideways',
  legendNone: 'no value',
  columns: {
    group: 'group',
    row: 'row',
    column: 'column',
    value: 'value',
    low: 'low',
    high: 'high',
    n: 'n',
    note: 'note',
  },
} as const;

/** Tables and charts of results, on every page that shows a run. */
const results = {
  traits: {
    openness: 'Openness',
    conscientiousness: 'Conscientiousness',
    extraversion: 'Extraversion',
    agreeableness: 'Agreeableness',
    neuroticism: 'Neuroticism',
  },
  behaviour: (words: string, trait: string) => `${words} (${trait.charAt(0)})`,
  overall: 'All traits (mean)',
  all: 'All items',
  measures: {
    expected: 'expected r',
    r: 'r',
    pis: 'PIS',
    'pis-expected': 'PIS by expected r',
    accuracy: 'accuracy',
    yes: 'yes-rate',
    mass: 'answer mass',
  },
  groupings: { scale: 'trait', cluster: 'behaviour', all: 'all items' },
  sentences: {
    expected: (by: string) => `Expected r of each ${by}, in percent, under each condition.`,
    r: (by: string) => `Endorsement rate r of each ${by}, in percent, under each condition.`,
    pis: (by: string) =>
      `PIS of each ${by}: by how many points r moves from the baseline in the direction asked for.`,
    'pis-expected': (by: string) =>
      `PIS of each ${by}: by how many points expected r moves from the baseline in the direction asked for.`,
    accuracy: (by: string) => `Accuracy of each ${by}, in percent, under each condition.`,
    yes: (by: string) => `Answers that say yes, in percent, by ${by} and condition.`,
    mass: (by: string) => `Mean answer mass, in percent, by ${by} and condition.`,
  },
  without: 'Samples with an answer mass under 50 % are left out.',
  columns: {
    condition: 'condition',
    interval: '95 % interval',
    n: 'items',
    clusters: 'groups of items',
    rHat: 'r-hat',
    baseline: 'baseline',
    headroom: 'headroom',
    perHeadroom: 'PIS per headroom',
    p: 'p (mid-p)',
    adjusted: 'p (Holm)',
    verdict: 'verdict',
    bounds: 'bounds',
    notes: 'notes',
  },
  noInterval: 'none',
  verdicts: {
    higher: 'moves as asked',
    lower: 'moves the other way',
    'no-effect': 'no effect of 5 points or more',
    'cannot-tell': 'cannot tell',
  },
  p: (p: number) => (p < 0.001 ? '< 0.001' : formatNumber(p, 3)),
  family: (size: number) =>
    `Holm’s correction is over the ${plural(size, 'comparison', 'comparisons')} of this table.`,
  tooLarge:
    'The table has so many comparisons that no single one of them could have passed; choose fewer conditions, or look by trait.',
  notes: {
    'no-items': 'No item was answered here.',
    'few-clusters': 'No interval: fewer than five independent groups of items.',
    'few-items': 'No interval: a group has fewer than two items.',
    'mixed-designs': 'No interval: the items are of different designs.',
    'under-10': 'Fewer than 10 items.',
    holes: 'Some trials have no outcome yet.',
    unparsed: 'Some answers could not be read.',
    refused: 'Some answers were refusals.',
    flagged: 'Some samples have an answer mass under 50 %.',
    undirected: 'Level 3 asks for no direction: the plain difference is shown.',
    'few-differences': 'Too few groups of items differ for a test.',
  },
  nothing: 'There is nothing to show for this choice.',
  noContrast: 'No condition of this study has a baseline to be compared with, so there is no PIS.',
} as const;

export const en = { app, components, charts, results } as const;
