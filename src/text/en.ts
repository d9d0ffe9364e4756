/**
 * All interface text in English.
 *
 * How to add a page's text: write a constant for the page below the others (`const lab = { ... }`, keys in the
 * order in which the page shows them) and name it in `en` at the end. A text that holds a number or a name is a
 * function of it; counts go through `plural`, numbers through the other helpers of `format.ts`, so that no
 * component puts sentences together. Words that have a definition are defined in `terms.ts`, not here.
 */
import { formatBytes, formatCount, formatDuration, plural } from './format';

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

export const en = { app, components, charts } as const;
