/**
 * All interface text in English.
 *
 * How to add a page's text: write a constant for the page below the others (`const lab = { ... }`, keys in the
 * order in which the page shows them) and name it in `en` at the end. A text that holds a number or a name is a
 * function of it; counts go through `plural`, numbers through the other helpers of `format.ts`, so that no
 * component puts sentences together. Groups that grew long stand in files of their own (`en-*.ts`). Words that
 * have a definition are defined in `terms.ts`, not here.
 */
import {
  formatBytes,
  formatCount,
  formatDuration,
  formatList,
  formatNumber,
  formatShare,
  plural,
} from './format';
import { compare } from './en-compare';
import { decision } from './en-decision';
import { decisionRun } from './en-decision-results';
import { endpoint } from './en-endpoint';
import { exchange } from './en-exchange';
import { lab } from './en-lab';
import { library } from './en-library';
import { models } from './en-models';
import { papers } from './en-papers';
import { chooser, home, needs, running, study, verdict } from './en-running';
import { scale } from './en-scale';
import { selfcheck } from './en-selfcheck';

/** The frame around every page. */
const app = {
  name: 'Crossroads',
  nav: {
    label: 'Pages',
    home: 'Home',
    library: 'Library',
    lab: 'Lab',
    runs: 'Runs',
    compare: 'Compare',
    models: 'Models',
  },
  skip: 'Skip to the content',
  titles: {
    home: 'Home',
    decide: 'Decide',
    lab: 'Lab',
    runs: 'Runs',
    run: 'Run',
    study: 'Shared study',
    'run-from': 'Run from an address',
    library: 'Library',
    novel: 'Novel',
    chapter: 'Chapter',
    decision: 'A decision',
    compare: 'Compare',
    scale: 'Scale curves',
    models: 'Models',
    selfcheck: 'Self-check',
    papers: 'What the papers claim',
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
      'Your runs, your studies, your settings, and the books and decisions that you add are kept by this browser on this device (IndexedDB, Cache Storage and local storage). So are models and novels, once they are loaded, and the vectors by which novels are searched by meaning. Clearing the site’s data in the browser deletes them.',
      'Models run here, on this device. Nothing that you type, add or run is sent anywhere, unless you choose a server to answer: the prompts, and your key where it wants one, then go to that server and to no other. A key is kept in memory only, or until the tab is closed where you ask for it. The server that a model or a novel is loaded from sees that request, as any server does.',
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
    imported: 'imported',
    publishedHint: 'A number from the paper.',
    recordedHint: 'A real run, made earlier and kept with this page.',
    hereHint: 'Run in this browser.',
    importedHint: 'Read from a file that was made elsewhere.',
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
  options: { chosen: 'chosen by the model', book: 'chosen in the book' },
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
  ribbon: {
    after: 'not known yet',
    kinds: {
      decision: 'decision',
      memory: 'passage used',
      'left-out': 'passage found, left out',
      evidence: 'evidence',
    },
  },
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
  missingSpoken: (reason: string) => (reason === '' ? 'missing' : `missing, ${reason}`),
  interval: (text: string) => `95 % interval ${text}`,
  noInterval: 'no interval',
  follow: 'Press Enter to open it.',
  hint: 'Point at a cell, or move with the arrow keys.',
  hintRows: 'Point at a row, or move with the arrow keys.',
  hintPoints: 'Point at a mark, or move with the arrow keys.',
  hintCurves: 'Point at a curve, or move with the arrow keys.',
  truth: (is: boolean) => (is ? 'yes' : 'no'),
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
    'accuracy-expected': 'expected accuracy',
    yes: 'yes-rate',
    mass: 'answer mass',
    gain: 'gain over no profile',
    score: 'profile score',
    recall: 'evidence recall',
    changed: 'changed answers',
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
    'accuracy-expected': (by: string) =>
      `Expected accuracy of each ${by}, the mean probability of the book’s choice in percent, under each condition.`,
    yes: (by: string) => `Answers that say yes, in percent, by ${by} and condition.`,
    mass: (by: string) => `Mean answer mass, in percent, by ${by} and condition.`,
    gain: (by: string) =>
      `By how many points the accuracy of each ${by} lies above that without a profile.`,
    score: (by: string) => `Mean profile score of each ${by}, from 1 to 3, under each condition.`,
    recall: (by: string) => `Evidence recall of each ${by}, in percent, under each condition.`,
    changed: (by: string) => `Decisions of each ${by} whose answer changed, in percent.`,
  },
  without: 'Samples with an answer mass under 50 % are left out.',
  columns: {
    condition: 'condition',
    interval: '95 % interval',
    items: 'items (groups)',
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
  items: (items: number, groups: number) => `${formatCount(items)} (${formatCount(groups)})`,
  verdicts: {
    higher: 'moves as asked',
    lower: 'moves the other way',
    'no-effect': 'no effect (under 5 points)',
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

/** The view of one run: its results, its samples and what it is. */
const run = {
  tabs: { label: 'Parts of the run', results: 'Results', samples: 'Samples', about: 'About' },
  opening: 'Opening the run …',
  missing: {
    what: 'This run is not stored in this browser, or it was deleted.',
    next: 'Choose another run, or import its file.',
    toRuns: 'Go to the runs',
  },
  by: (model: string) => `Answered by ${model}`,
  recordedNote:
    'This run was recorded earlier and comes with the page. It can be read, not changed.',
  addressNote: (host: string) => `This run comes from ${host} and is not stored here.`,
  keep: 'Keep it in my runs',
  kept: 'The run is now among your runs.',
  keptBefore: 'This run was among your runs already.',
  renamed: 'Renamed.',
  results: {
    nothing: 'No sample yet',
    nothingText: 'The results appear here with the first answers.',
    measure: 'Value',
    by: 'Lines',
    groupings: { scale: 'Traits', cluster: 'Behaviours', all: 'All items together' },
    flagged: 'Leave out flagged samples',
    flaggedHint: (flagged: number, total: number) =>
      flagged === 0
        ? 'No sample has an answer mass under 50 %.'
        : `${plural(flagged, 'sample has', 'samples have')} an answer mass under 50 %, ${formatShare(flagged / total)} of those answered.`,
    hintCell: 'A cell leads to its samples.',
    heatmap: 'At a glance',
    intervals: 'With intervals',
    table: 'In figures',
    showLines: (lines: number) => `Show ${plural(lines, 'line', 'lines')}`,
    unknown: (count: number) =>
      `${plural(count, 'sample asks', 'samples ask')} an item that is not here: one of another version of the page, or of somebody’s own data. They are left out of the tables, but stand among the samples.`,
    holes: (holes: number, errors: number) =>
      `${plural(holes, 'trial has', 'trials have')} no outcome yet${errors === 0 ? '' : `, ${formatCount(errors)} of them after an error`}. The figures below rest on the others.`,
    barely: (share: string) =>
      `This model barely answers the question: its mean answer mass is ${share}. Read the figures below with that in mind.`,
    overall: {
      pis: 'Overall PIS by r',
      'pis-expected': 'Overall PIS by expected r',
    },
    overallMean: ', the mean over the traits, in points: ',
    overallScore: (condition: string, value: string, interval: string) =>
      interval === '' ? `${condition} ${value}` : `${condition} ${value} (${interval})`,
    overallScores: (scores: readonly string[]) => `${formatList(scores)}.`,
    letters:
      'Items with two choices were asked by letter, (A) or (B), the variant for answering by probability.',
    orders: 'Order of the options',
    ordersOf: { yes: 'Yes/no items', choices: 'Two-choice items' },
    ordersSentence: (first: string, answers: number) =>
      `The option shown first was chosen in ${first} of ${plural(answers, 'answer', 'answers')}.`,
    firstIsYes: 'Here “yes” always stands first: this is the share of yes.',
    consistent: (share: string, questions: number) =>
      `Of the ${plural(questions, 'question', 'questions')} asked in both orders, ${share} were answered alike.`,
    oneOrder:
      'The same answer stood first in every question, so a preference for a position cannot be told from one for an answer.',
    mixedOrder:
      'Each question was asked in one order only, but not the same answer stood first in all of them.',
    followsPlace: (
      place: 'first' | 'second',
      conditions: readonly { readonly name: string; readonly share: string }[],
      few: boolean,
      range: string,
    ) =>
      few
        ? `Under ${formatList(conditions.map(({ name }) => `“${name}”`))} the option shown ${place} was chosen in ${formatList(conditions.map(({ share }) => share))} of the answers: the choice follows the place, not the content.`
        : `Under ${plural(conditions.length, 'condition', 'conditions')} the option shown ${place} was chosen in ${range} of the answers: the choice follows the place, not the content.`,
    outcomes: 'How the trials ended',
    outcomesSentence: (answered: number, unparsed: number, refused: number) =>
      [
        `${formatCount(answered)} answered`,
        unparsed > 0 ? `${formatCount(unparsed)} not readable` : '',
        refused > 0 ? `${formatCount(refused)} refused` : '',
      ]
        .filter(Boolean)
        .join(', ') + '.',
  },
  going: {
    goOn: 'Go on with the run',
    loading: 'Getting the model ready',
    running: 'The run is going on',
    paused: 'Paused',
    pause: 'Pause',
    resume: 'Resume',
    stop: 'Stop',
    watch: 'Watch it where it was started',
  },
  samples: {
    list: 'Samples',
    filters: 'Filters',
    any: 'any',
    status: 'Outcome',
    statuses: {
      answered: 'answered',
      unparsed: 'not readable',
      refused: 'refused',
      error: 'error',
    },
    trait: 'Trait',
    behaviour: 'Behaviour',
    condition: 'Condition',
    answer: 'Answer',
    flagged: 'Answer mass',
    flaggedOptions: { only: 'under 50 % only', without: '50 % and more' },
    text: 'Search',
    textHint: 'In prompts and answers.',
    count: (shown: number, total: number) =>
      shown === total
        ? plural(total, 'sample', 'samples')
        : `${formatCount(shown)} of ${plural(total, 'sample', 'samples')}`,
    clear: 'Clear the filters',
    none: 'No sample fits these filters',
    noneText: 'Take one of them away to see more.',
    empty: 'No sample yet',
    emptyText: 'Samples appear here one by one while the study runs.',
    keys: 'Arrow keys move through the list, Enter opens a sample.',
    noAnswer: 'no answer',
    flag: 'flagged',
    unknownItem: 'an item that is not here',
  },
  sample: {
    label: 'The open sample',
    question: (act: string, negated: boolean) =>
      negated ? `Will you refrain from this: ${act}?` : `Will you ${act}?`,
    choice: 'Which of the two do you prefer?',
    place: (index: number, count: number) => `${formatCount(index)} of ${formatCount(count)}`,
    previous: 'Previous',
    next: 'Next',
    close: 'Close',
    back: 'Back to the list',
    gone: 'This sample is not in the run.',
    hidden: 'This sample does not fit the present filters.',
    facts: {
      item: 'Item',
      condition: 'Condition',
      repeat: 'Repeat',
      order: 'Order shown',
      outcome: 'Outcome',
      answer: 'Answer',
      scored: 'Scored as',
      mass: 'Answer mass',
      bounds: 'Value lies within',
      tokens: 'Tokens',
      time: 'Time',
      sampling: 'Sampling',
    },
    endorsed: (trait: string) => `the high end of ${trait}`,
    notEndorsed: (trait: string) => `the low end of ${trait}`,
    answers: {
      yes: 'yes',
      no: 'no',
      biased: 'the choice that the error favours',
      unbiased: 'the choice that reason favours',
    },
    short: { biased: 'biased', unbiased: 'unbiased' },
    tokens: (prompt: number, cached: number, completion: number) =>
      `${formatCount(prompt)} in the prompt, ${formatCount(cached)} of them cached; ${formatCount(completion)} written`,
    byProbability: 'none: the probabilities of the next word were read',
    sampling: (temperature: string, topP: string, topK: string) =>
      `temperature ${temperature}, top-p ${topP}, top-k ${topK}`,
    publisher: "the publisher's",
    flagged:
      'Flagged: less than half of the model’s belief lies on any valid answer, so it is not really answering.',
    written: 'What the model wrote',
    error: 'What went wrong',
    prompt: 'The prompt, exactly as the model saw it',
    noPrompt: 'No prompt was recorded, for the trial ended in an error.',
    copyPrompt: 'Copy the prompt',
    copySample: 'Copy the sample',
    copyLink: 'Copy the link to it',
    edit: 'Edit the prompt and ask again',
  },
  again: {
    heading: 'Ask again',
    intro: 'The new answer stands beside the recorded one and is not kept in the run.',
    prompt: 'The prompt to ask',
    ask: (model: string) => `Ask ${model}`,
    askLoading: (model: string, bytes: number) => `Ask ${model} (${formatBytes(bytes)} to load)`,
    stop: 'Stop',
    reset: 'Back to the recorded prompt',
    close: 'Close',
    loading: 'Loading the model',
    asking: 'Asking …',
    original: (model: string) => `Recorded, ${model}`,
    asked: (model: string) => `Asked now, ${model}`,
    otherModel:
      'Another model file answers here than in the run, so a difference may come from the model as well as from your change.',
    unread: 'No valid answer among the likely next words.',
    changed: 'The prompt was changed.',
    same: 'The prompt is the recorded one.',
    busy: 'A run is going on in this page and needs the engine.',
    busyNext: 'Pause it or wait for its end, and then ask again.',
    cannotRead: 'This version does not know the item, so an answer could not be read.',
  },
  about: {
    study: 'Study',
    model: 'Model',
    making: 'How it was made',
    hashes: 'Fingerprints',
    facts: {
      title: 'Title',
      id: 'Id',
      items: 'Items',
      conditions: 'Conditions',
      answer: 'Answers',
      order: 'Order of the options',
      repeats: 'Repeats',
      lead: 'Lead',
      persona: 'Persona stands',
      system: 'System message',
      scoring: 'Scoring',
      unparsed: 'Unreadable answers',
      seed: 'Seed',
      file: 'File',
      sha: 'SHA-256 of the file',
      quantization: 'Quantization',
      parameters: 'Parameters',
      family: 'Family',
      template: 'SHA-256 of its chat template',
      engine: 'Engine',
      environment: 'Environment',
      started: 'Started',
      finished: 'Finished',
      modelTime: 'Time of the model',
      samples: 'Samples',
      tokens: 'Prompt tokens',
      app: 'Made with',
      runId: 'Id of the run',
      studyHash: 'Of what is asked',
      dataHash: 'Of the items',
      promptHash: 'Of the prompts',
    },
    unknown: 'not known',
    notFinished: 'not finished',
    byProbability: 'by probability, without writing',
    byGeneration: 'written by the model and read by fixed rules',
    orders: {
      authored: 'as authored',
      shuffled: 'shuffled, the same for all conditions',
      balanced: 'balanced: every order of each item',
    },
    noLead: 'none',
    lead: (lead: string) => `“${lead}” (ours: the first words of the model’s turn)`,
    placements: { user: "at the start of the user's message", system: 'in the system message' },
    systems: { none: 'none', default: "the model's own default", text: 'a text of the study' },
    scorings: {
      keyed: 'keyed: the answer that shows the high end counts',
      literal: 'literal: every yes counts',
    },
    unparseds: { wrong: 'count as the low end', 'leave-out': 'are left out, with bounds' },
    traits: (names: readonly string[]) => formatList(names),
    novels: (count: number) => `the decisions of ${plural(count, 'novel', 'novels')}`,
    itemsAll: 'all of the suite',
    perBehavior: (count: number) => `${plural(count, 'situation', 'situations')} of each behaviour`,
    behaviors: (count: number) => plural(count, 'behaviour', 'behaviours'),
    ids: (count: number) => plural(count, 'item', 'items'),
    limit: (count: number) => `the first ${formatCount(count)} only`,
    cached: (prompt: number, share: string) =>
      `${formatCount(prompt)}, ${share} of them from the prefix cache`,
    counts: (had: number, trials: number) =>
      `${formatCount(had)} of ${plural(trials, 'trial', 'trials')}`,
    hashesHint: 'Two runs with the same fingerprints asked the same prompts about the same items.',
  },
  actions: {
    heading: 'Take it with you',
    export: 'Export the run',
    json: 'JSON',
    jsonl: 'JSON Lines',
    gz: 'JSON, compressed',
    csv: 'Tables for other programs',
    samplesCsv: 'Samples (CSV)',
    tablesCsv: 'Results (CSV)',
    codebook: 'Codebook (CSV)',
    share: 'Share the study',
    lab: 'Open the study in the lab',
    rename: 'Rename',
    remove: 'Delete',
    removed: (name: string) => `“${name}” was deleted.`,
    name: 'Name of the run',
    nameHint: 'Empty: the title of the study.',
    save: 'Save',
    cancel: 'Cancel',
  },
  share: {
    title: 'Share this study',
    description: 'Whoever opens the link sees the study and can run it in the browser.',
    claims: 'With the results of this run',
    claimsHint: (cells: number) =>
      `The link then carries ${plural(cells, 'value', 'values')} of this run, and a rerun says whether it agrees.`,
    unfinished: (had: number, trials: number) =>
      `This run is unfinished: the values rest on ${formatCount(had)} of ${plural(trials, 'trial', 'trials')}, so a whole rerun will not agree with all of them.`,
    noClaims: 'This run has no results yet that a link could carry.',
    link: 'Link',
    copy: 'Copy the link',
    long: 'This link has more than 8,000 letters: some mail and chat programs cut such links. Send the study as a file instead.',
    local:
      'This page runs on a local address, so the link opens on this device only. Send the study as a file to others.',
    file: 'Save the study as a file',
    close: 'Close',
  },
} as const;

/** The list of runs. */
const runs = {
  heading: 'Runs',
  intro: 'Every run is kept in this browser, sample by sample, until you delete it.',
  yours: 'Your runs',
  recorded: 'Recorded runs that come with the page',
  recordedIntro: 'Real runs, made earlier with this software. They open for reading.',
  search: 'Search',
  searchHint: 'Name, study or model.',
  status: {
    finished: (done: number) => `${plural(done, 'trial', 'trials')}, finished`,
    open: (done: number, trials: number) =>
      `${formatCount(done)} of ${plural(trials, 'trial', 'trials')}`,
    errors: (errors: number) => plural(errors, 'error', 'errors'),
  },
  count: (shown: number, total: number) =>
    shown === total
      ? plural(total, 'run', 'runs')
      : `${formatCount(shown)} of ${plural(total, 'run', 'runs')}`,
  none: 'No run fits this search',
  clear: 'Clear the search',
  empty: 'No runs yet',
  emptyText: 'A study that you run here, or a run file that you open, appears in this list.',
  emptyRun: 'Run the quick study',
  emptyLab: 'Define a study',
  goOn: 'Go on',
  actionsOf: (name: string) => `What to do with ${name}`,
  rename: 'Rename',
  renameOf: (name: string) => `Rename ${name}`,
  name: (name: string) => `New name of ${name}`,
  save: 'Save',
  cancel: 'Cancel',
  export: 'Export',
  exportOf: (name: string) => `Export ${name}`,
  remove: 'Delete',
  removeOf: (name: string) => `Delete ${name}`,
  import: {
    heading: 'Import runs',
    hint: 'Run files, parts of one run, the answers to a batch, and logs of lm-evaluation-harness and Inspect. Several at once are fine.',
    reading: (name: string) => `Reading ${name}`,
    stop: 'Stop',
    outcomes: {
      added: 'imported',
      'already-here': 'was here already',
      'new-id': 'imported under a new id, for another run had its own',
    },
    states: {
      waiting: 'waiting',
      partial: 'incomplete',
      held: 'read',
      stopped: 'stopped, nothing imported',
      'stopped-kept': 'stopped; what was read until then is kept',
      left: 'left, nothing imported',
      merged: 'merged',
      study: 'a study',
      used: 'the study of a batch',
      'ask-study': 'answers to a batch',
      'ask-run': 'answers to a batch',
    },
    takePart: (samples: number) => `Import what is whole (${plural(samples, 'sample', 'samples')})`,
    leave: 'Leave it',
    open: 'Open',
    dismiss: 'Clear this list',
  },
} as const;

/** A run at another address. */
const runFrom = {
  heading: 'Run from an address',
  fetching: (host: string) => `Fetching the run from ${host}`,
  samples: (count: number) => plural(count, 'sample', 'samples'),
  stop: 'Stop',
  stopped: 'Stopped before the run was here.',
  again: 'Try again',
} as const;

export const en = {
  app,
  components,
  charts,
  results,
  run,
  runs,
  runFrom,
  running,
  needs,
  verdict,
  home,
  study,
  lab,
  decisionRun,
  library,
  decision,
  models,
  chooser,
  endpoint,
  compare,
  scale,
  selfcheck,
  exchange,
  papers,
} as const;
