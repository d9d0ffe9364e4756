/** The words around a run under way, of the first page and of a shared study. Part of `en`. */
import {
  formatBytes,
  formatCount,
  formatDuration,
  formatList,
  formatNumber,
  formatPoints,
  formatShare,
  plural,
} from './format';

/** So many titles are named, the rest are counted. */
const NAMED = 6;
const shortList = (titles: readonly string[]): string =>
  formatList([
    ...titles.slice(0, NAMED).map((title) => `“${title}”`),
    ...(titles.length > NAMED ? [`${formatCount(titles.length - NAMED)} more`] : []),
  ]);

export const running = {
  label: 'Run in this page',
  phases: {
    idle: '',
    checking: 'Checking what is needed …',
    loading: 'Loading the model …',
    running: 'The run has started.',
    paused: 'Paused.',
    finished: 'The run is finished.',
    stopped: 'Stopped.',
    failed: 'The run has stopped with a problem.',
  },
  stages: {
    download: 'Downloading the model',
    verify: 'Checking the model that is kept here',
    start: 'Starting the model',
  },
  checking: 'Checking the study and the model',
  cancel: 'Stop',
  cancelKey: 'or press Escape',
  pause: 'Pause',
  resume: 'Go on',
  progress: 'Trials answered',
  pausedProgress: 'Paused',
  now: 'Now asked',
  parts: {
    persona: 'Persona',
    character: 'Character',
    situation: 'Situation',
    question: 'Question',
    making: 'Being made',
    writing: 'Answer',
  },
  /** What a profile waits for. */
  preparing: {
    novel: (title: string) => `Fetching “${title}”`,
    embedder: 'Loading the embedding model',
    vectors: (title: string, done: number, total: number) =>
      `Embedding “${title}”, once: ${formatCount(done)} of ${plural(total, 'passage', 'passages')}`,
  },
  noPersona: 'none',
  will: (act: string, negated: boolean) =>
    negated ? `Will you refrain from this: ${act}?` : `Will you ${act}?`,
  prefer: (first: string, second: string) => `Which do you prefer: ${first}, or ${second}?`,
  plays: (name: string, title: string) => `${name} in ${title}`,
  decides: (name: string, title: string, question: string) => `${name} (${title}): ${question}`,
  /** The ends of a bar of the option that was chosen. */
  letter: (letter: string) => [letter, 'other'] as [string, string],
  latest: 'Latest answers',
  statuses: {
    answered: 'answered',
    unparsed: 'no option could be read',
    refused: 'refused to answer',
    error: 'error, will be asked again',
  },
  choices: ['error', 'reason'] as [string, string],
  finished: (trials: number) => `All ${plural(trials, 'trial', 'trials')} are answered and kept.`,
  stoppedEarly: 'Stopped before the first answer. What was downloaded is kept.',
  stopped: (done: number, total: number) =>
    `Stopped. ${formatCount(done)} of ${plural(total, 'answer', 'answers')} are kept.`,
  goOn: 'Go on',
  again: 'Try again',
  open: 'Open the run',
  anew: 'Start anew',
  hidden: 'The tab was out of sight for a while. Browsers slow such tabs, so the run may have too.',
  insteadOf: (wanted: string, used: string) =>
    `${wanted} cannot be had here, so ${used} answers. It is another file and counts as another model.`,
  elsewhere: (title: string) => `“${title}” is going on in this page.`,
  elsewherePaused: (title: string) => `“${title}” is paused.`,
  watch: 'Watch it',
  answering: 'Answers',
} as const;

/** Who answers, and how that is changed. */
export const chooser = {
  change: 'Change the model',
  close: 'Leave it',
  heading: 'Which model answers',
  ready: 'Ready to answer',
  toLoad: 'To be downloaded first',
  cannot: 'Cannot run here',
  here: (bytes: number) => `on this device, ${formatBytes(bytes)}`,
  partly: (kept: number, bytes: number) =>
    `${formatBytes(kept)} of ${formatBytes(bytes)} on this device`,
  download: (bytes: number) =>
    bytes > 0 ? `${formatBytes(bytes)} to download` : 'to be downloaded',
  server: (origin: string, concurrency: number) =>
    concurrency > 1
      ? `on the server ${origin}, ${formatCount(concurrency)} at once`
      : `on the server ${origin}`,
  looking: 'Looking at the models …',
  more: (count: number) => `${plural(count, 'more model', 'more models')} …`,
  manage: 'Add a server or a file, download and delete on the models page',
} as const;

export const needs = {
  label: 'What it takes',
  looking: 'Looking at what is needed …',
  model: 'Model',
  trials: 'Trials',
  time: 'Time',
  about: (ms: number | null, measured: boolean) =>
    ms === null
      ? 'known once the first answers are in'
      : `about ${formatDuration(ms)}${measured ? ', as fast as the last run here' : ' on two cores'}`,
  download: 'Download',
  nothing: 'nothing: the model is on this device already',
  loaded: 'nothing: the model is loaded',
  remote: 'nothing: the model runs on a server',
  bytes: (bytes: number) => `${formatBytes(bytes)}, once`,
  single:
    'The engine can use only one core on this page, so the run takes longer. Reloading the page once often helps.',
  compatible: 'This browser runs the compatible build of the engine, which is slower.',
  tooOld:
    'This browser cannot run a model: it lacks parts of WebAssembly. Update it, or open the page in another browser. The recorded runs can be read here.',
  storage: (bytes: number) =>
    `The browser grants too little room to keep the model (${formatBytes(bytes)}). It runs all the same, but has to be downloaded again next time.`,
  memory: (gigabytes: number, bytes: number) =>
    `The device reports ${formatNumber(gigabytes, gigabytes < 1 ? 2 : 0)} GB of memory, which may be too little for a model of ${formatBytes(bytes)}.`,
  /** Of a study of decisions. */
  profiles: {
    heading: 'For the profiles',
    novels: (here: number, all: number) =>
      `${formatCount(here)} of ${plural(all, 'novel is', 'novels are')} on this device.`,
    fetched: (titles: readonly string[]) =>
      `Fetched while it runs, from Standard Ebooks through cdn.jsdelivr.net: ${shortList(titles)}.`,
    absent: (titles: readonly string[]) =>
      `Not on this device: ${shortList(titles)}. Add your own book in the library first, or its decisions stay without an answer.`,
    embedding: (bytes: number) =>
      bytes > 0
        ? `The embedding model (${formatBytes(bytes)}) is loaded for searching by meaning, once. A novel that was never searched so here may have to be embedded first, which takes minutes.`
        : 'The embedding model for searching by meaning is on this device. A novel that was never searched so here may have to be embedded first, which takes minutes.',
    describe: (count: number) =>
      `A model writes ${plural(count, 'description', 'descriptions')}, reading each novel up to the decision: on this device that takes hours.`,
    locate: (count: number) =>
      `CharMap locates episodes for ${plural(count, 'decision', 'decisions')}.`,
    review: 'A judge rates once the answers are in.',
  },
} as const;

export const verdict = {
  mass: {
    hardly: (model: string, mass: number) =>
      `${model} barely answers the question: on average only ${formatShare(mass)} of its belief lies on a valid answer, so take the rest with care.`,
    partly: (model: string, mass: number) =>
      `${model} answers the question only in part: on average ${formatShare(mass)} of its belief lies on a valid answer.`,
    well: (model: string, mass: number) =>
      `${model} answers the question: on average ${formatShare(mass)} of its belief lies on a valid answer.`,
  },
  follows: (count: number, mean: number, pis: string) =>
    `It moves as the persona asks in all ${plural(count, 'comparison', 'comparisons')} with the baseline, on average by ${formatPoints(mean)} points (${pis}).`,
  someFollow: (which: readonly string[], count: number, mean: number, pis: string) =>
    `It clearly moves as the persona asks in ${formatCount(which.length)} of ${plural(count, 'comparison', 'comparisons')} with the baseline (${formatList(which)}); the average is ${formatPoints(mean)} points (${pis}).`,
  notSeen: (mean: number, pis: string) =>
    `No persona moves it further than chance could: the average is ${formatPoints(mean)} points (${pis}), and every interval includes zero.`,
  against: (which: readonly string[], mean: number, pis: string) =>
    `It moves against what the persona asks (${formatList(which)}); the average is ${formatPoints(mean)} points (${pis}).`,
  mixed: (up: readonly string[], down: readonly string[], mean: number, pis: string) =>
    `It moves as the persona asks in some comparisons (${formatList(up)}) and against it in others (${formatList(down)}); the average is ${formatPoints(mean)} points (${pis}).`,
  noInterval: (mean: number, pis: string) =>
    `The average over the comparisons with the baseline is ${formatPoints(mean)} points (${pis}); there are too few independent groups of items to say more.`,
  nothing:
    'There is no comparison with a baseline, so nothing can be said on the persona’s influence.',
  shift: { high: (trait: string) => `${trait} high`, low: (trait: string) => `${trait} low` },
  compared: {
    more: (model: string, mean: number) =>
      `In the recorded run over the same study, ${model} follows its personas less: ${formatPoints(mean)} points.`,
    less: (model: string, mean: number) =>
      `In the recorded run over the same study, ${model} follows its personas more: ${formatPoints(mean)} points.`,
    alike: (model: string, mean: number) =>
      `In the recorded run over the same study, ${model} follows its personas about as much: ${formatPoints(mean)} points.`,
    unknown: (model: string) =>
      `With the recorded run of ${model} over the same study, no average can be compared.`,
  },
  comparedMass: (mass: number) =>
    `There, ${formatShare(mass)} of the belief lies on a valid answer.`,
  another: 'It is another model, so neither result confirms or refutes the other.',
} as const;

export const home = {
  heading: 'Does a model decide as the person it is told to be?',
  lead: 'Crossroads gives a language model a personality, puts everyday decisions before it, and measures how far the decisions follow. The model runs here, in your browser, and whoever has the link can run the same study again.',
  recorded: 'What a larger model did',
  recordedSentence: (model: string) =>
    `How probable it is, on average over the situations, that ${model} answers as a person high in each trait would (expected r): told to be low in it, told nothing, told to be high in it.`,
  recordedOpening: 'Opening the recorded run …',
  recordedNone: 'No recorded run comes with this copy of the page.',
  recordedOpen: 'Open the recorded run',
  further: {
    before: 'Further:',
    compare: 'it beside the embedded model',
    scale: 'does a larger model separate high from low more?',
    papers: 'what the papers claim, and what the runs here say',
  },
  run: 'Run a study here',
  quickStudy: 'The quick study',
  explain: (trials: number) =>
    `puts ${plural(trials, 'trial', 'trials')} to a model: ten everyday situations each for openness and agreeableness, once told nothing, once told to be low in the trait, once high.`,
  button: (download: number, ms: number | null) =>
    `Run it here: ${download > 0 ? formatBytes(download) : 'nothing'} to load${ms === null ? '' : `, about ${formatDuration(ms)}`}`,
  buttonServer: 'Run it on the server',
  buttonLooking: 'Run it here',
  goOn: (left: number) => `Go on: ${plural(left, 'trial', 'trials')} left`,
  unfinished: (done: number, total: number, when: string) =>
    `A run of this study from ${when} is unfinished: ${formatCount(done)} of ${plural(total, 'trial', 'trials')} are answered.`,
  anew: 'Start anew instead',
  before: (when: string) => `You ran this study on ${when}.`,
  openBefore: 'Open that run',
  missing: 'The model is not here',
  result: 'The result',
  here: 'This model',
  there: 'The recorded larger model, over the same study',
  details: 'All figures: r, expected r and PIS with intervals',
  share: 'Open the run to share it',
  next: 'Further',
  ownItems:
    'The items are this project’s own, written after the description in the BehaviorBench paper, so no figure here can be held against the paper’s one by one.',
  toLab: 'Define a study of your own in the lab',
  novels: 'Characters of novels are asked too: see what they decide in',
  toNovels: 'the library',
  toRuns: 'Your runs and the recorded ones',
  isFor: 'and read every single prompt and answer',
} as const;

export const study = {
  opening: 'Opening the study …',
  heading: 'A study that was shared with you',
  bad: 'This link cannot be opened',
  instead: 'What you can do instead',
  what: 'What is asked',
  facts: {
    items: 'Items',
    conditions: 'Conditions',
    answer: 'Answers',
    repeats: 'How often',
    order: 'Order of the options',
    lead: 'Lead',
    system: 'System message',
    model: 'Model',
    decoding: 'Sampling',
    own: 'Own texts',
  },
  items: (items: number, behaviours: number, traits: readonly string[]) =>
    `${plural(items, 'situation', 'situations')} of ${plural(behaviours, 'behaviour', 'behaviours')}: ${formatList(traits)}`,
  decisions: (items: number, novels: number) =>
    `${plural(items, 'decision', 'decisions')} of ${plural(novels, 'novel', 'novels')}`,
  conditions: (labels: readonly string[]) =>
    labels.length <= 8
      ? labels.join('; ')
      : `${labels.slice(0, 6).join('; ')} and ${formatCount(labels.length - 6)} more`,
  leadText: (lead: string) => `“${lead}”`,
  answers: {
    probability: 'by probability: the model’s belief in each option is read off, nothing is drawn',
    generate: 'by generation: the model writes, and fixed rules read the option',
  },
  once: 'each item once under each condition',
  times: (repeats: number) => `each item ${formatCount(repeats)} times under each condition`,
  orders: {
    authored: 'as authored',
    shuffled: 'shuffled, the same for all conditions',
    balanced: 'every item in both orders',
  },
  noLead: 'none',
  systems: { none: 'none', default: 'the model’s own default' },
  publisher: 'as the model’s publisher recommends',
  decoding: (parts: readonly string[]) => formatList(parts),
  temperature: (value: number) => `temperature ${formatNumber(value, 2)}`,
  topP: (value: number) => `top-p ${formatNumber(value, 2)}`,
  topK: (value: number) => `top-k ${formatCount(value)}`,
  maxTokens: (value: number) => `at most ${plural(value, 'token', 'tokens')}`,
  embedded: 'the model chosen here; without a choice, the embedded one',
  own: 'The study brings its own wording of the prompts.',
  run: 'Run this study',
  runEmbedded: 'Run it with another model',
  otherModel: (model: string) =>
    `The study names the model ${model}, which this page does not know. Another model can answer instead, the one below; its run then counts as one of another model.`,
  lab: 'Open in the lab',
  file: 'Save the study as a file',
  claims: 'What the sender found',
  claimsBy: (model: string) =>
    `Values of a run of ${model}, as they stand in the link. A link proves nothing: run the study to check them.`,
  claimsCaption: 'Claimed values',
  cell: (group: string, condition: string) => `${group}, ${condition.replaceAll(',', ', ')}`,
  columns: { id: 'cell', n: 'items', value: 'claimed', found: 'found here', verdict: 'verdict' },
  verdicts: {
    agrees: 'agrees',
    differs: 'differs',
    'other-n': 'over another number of items',
    missing: 'not answered here',
  },
  doesIt: 'Does it',
  agree: 'agree',
  claimsHeld: (model: string) => `The values of the link are of a run of ${model}.`,
  agreed: {
    agrees: 'Your run agrees with the sender’s values.',
    differs: 'Your run does not agree with the sender’s values.',
    incomplete: 'Your run cannot be held against all of the sender’s values.',
  },
  differentGrounds: (what: readonly string[]) =>
    `Your run differs from the sender’s in ${formatList(what)}, so it is a comparison, not a reproduction.`,
  differentRecord: (what: readonly string[]) =>
    `The recorded run of this study differs from yours in ${formatList(what)}, so the two are not held against each other.`,
  grounds: {
    model: 'the model file',
    engine: 'the engine',
    data: 'the items',
    settings: 'the settings',
  },
  recordedAgreement: {
    agrees: (share: string) =>
      `Your run agrees with the recorded run of the same model file: ${share} of the probabilities lie within 0.02.`,
    differs: (share: string) =>
      `Your run does not agree with the recorded run of the same model file: only ${share} of the probabilities lie within 0.02, or the answers differ.`,
    incomplete: 'Your run is alike to the recorded one as far as both go, but trials are missing.',
    consistent: 'Your run is consistent with the recorded run of the same model file.',
    inconsistent: 'Your run is not consistent with the recorded run of the same model file.',
    'cannot-tell':
      'Whether your run is consistent with the recorded one cannot be told: too few items differ.',
  },
  noRecord: 'There is no recorded run of this study by this model to hold it against.',
  result: 'The result',
} as const;
