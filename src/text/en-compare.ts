import { formatCount, formatInterval, formatList, formatPoints, plural } from './format';

/** Groups of which this or that is said, by their names; many are counted instead. */
function groupsText(names: readonly string[]): string {
  return names.length > 6 ? `${formatCount(names.length)} of the lines` : formatList(names);
}

/** Two runs or conditions side by side. */
export const compare = {
  heading: 'Compare',
  intro:
    'Two models, or two conditions of one, on the same items. Each item is paired with itself, so what is easy or hard about it falls out of the difference.',
  /** On the page of a run. */
  fromRun: 'Compare it with another model or condition',
  opening: 'Opening the runs …',
  retry: 'Try again',
  nothing: {
    title: 'There is no run to compare yet',
    text: 'Run a study, or import a run from a file.',
    lab: 'Define a study',
    runs: 'Go to the runs',
  },
  pickers: {
    sides: { a: 'Side A', b: 'Side B' },
    names: { a: 'A', b: 'B' },
    run: (side: string) => `Run of ${side}`,
    condition: (side: string) => `Condition of ${side}`,
    recorded: 'recorded',
    unfinished: 'unfinished',
    missing: 'A run that is not here',
    option: (model: string, title: string, note: string) =>
      note === '' ? `${model} · ${title}` : `${model} · ${title} (${note})`,
    swap: 'Swap A and B',
    replaced: (side: string, wanted: string) =>
      `The run of ${side} has no answers under “${wanted}”, so another condition is shown.`,
    noAnswers: (side: string) =>
      `The run of ${side} has no answer under a condition that this version knows. Choose another run.`,
    unfinishedNote: (side: string, done: number, trials: number) =>
      `The run of ${side} is unfinished: ${formatCount(done)} of ${plural(trials, 'trial', 'trials')}. Only what both have answered is compared.`,
  },
  measure: 'Compared by',
  by: 'Lines',
  groupings: { scale: 'Traits', cluster: 'Behaviours', all: 'All items together' },
  decisionGroupings: {
    scale: 'Families of motivation',
    cluster: 'Novels',
    all: 'All decisions together',
  },
  /** What one line is, in a table's head. */
  lineOf: { scale: 'trait', cluster: 'behaviour', all: 'items' },
  decisionLineOf: { scale: 'motivation', cluster: 'novel', all: 'decisions' },
  flagged: 'Leave out flagged samples',
  noPis: 'PIS is not offered here: a side’s condition has no baseline in its run.',
  refusals: {
    same: {
      title: 'Both sides are the same',
      text: 'Choose another run or another condition on one of the sides.',
    },
    suites: {
      title: 'These runs ask different things',
      text: 'One is of BehaviorBench, the other of LifeChoice: they share no item, so nothing can be paired. Choose two runs of one suite.',
    },
    'no-items': {
      title: 'These sides share no item',
      text: 'What is compared here is paired item by item. Choose runs that asked some of the same items.',
    },
    'no-measure': {
      title: 'There is no value that both sides have',
      text: 'Choose two runs of one suite.',
    },
  },
  differing: {
    heading: 'What differs between the sides',
    one: (what: string) =>
      `The sides differ in one thing: the ${what}. A difference below can be put down to it.`,
    several: (count: number) =>
      `The sides differ in ${formatCount(count)} things at once. A difference below cannot be put down to any single one of them.`,
    none: 'By their records the sides do not differ in anything: the same model, condition and settings.',
    kinds: {
      condition: 'condition',
      model: 'model',
      template: 'chat template',
      engine: 'engine',
      items: 'items',
      prompts: 'prompts',
      roles: 'models in other roles',
      answer: 'way of answering',
      order: 'order of the options',
      repeats: 'repeats',
      lead: 'lead',
      system: 'system message',
      placement: 'place of the persona',
      scoring: 'scoring',
      reading: 'reading of the answers',
      unparsed: 'unreadable answers',
      decoding: 'sampling',
      profile: 'settings of the profiles',
      templates: 'wording of the questions',
    },
    what: 'What',
    same: 'Same',
    none_: 'none',
    items: (count: number) => plural(count, 'item', 'items'),
    own: 'the study’s own',
    unknownFile: (id: string) => `${id} (file not known)`,
    prompts: (apart: number, shared: number) =>
      `${formatCount(apart)} of ${plural(shared, 'shared item was', 'shared items were')} asked in other words, beyond the chat template.`,
    itemsWarning:
      'The two runs’ items are not the same set, or not of the same version. Items are paired by their ids.',
    promptsWarning:
      'The prompts differ beyond the models’ chat templates: part of a difference may come from the wording.',
    templateNote: 'Each model’s own chat template counts as a part of the model.',
  },
  result: {
    heading: 'The difference',
    side: (name: string, model: string, condition: string) => `${name}: ${model}, ${condition}`,
    /** Groups by verdict: what of each kind there is. */
    sentence: (
      measure: string,
      higher: readonly string[],
      lower: readonly string[],
      same: readonly string[],
      unknown: readonly string[],
    ) => {
      const parts = [
        higher.length > 0 ? `A is higher on ${groupsText(higher)}` : '',
        lower.length > 0 ? `B is higher on ${groupsText(lower)}` : '',
        same.length > 0 ? `the two lie within 5 points of each other on ${groupsText(same)}` : '',
        unknown.length > 0 ? `it cannot be told on ${groupsText(unknown)}` : '',
      ].filter((part) => part !== '');
      return parts.length === 0
        ? 'No item was answered on both sides.'
        : `In ${measure}, ${parts.join('; ')}.`;
    },
    overall: (delta: number, low: number | null, high: number | null, groups: number) =>
      `Over the ${formatCount(groups)} traits the mean difference is ${formatPoints(delta)} points${
        low === null || high === null ? '' : ` (95 % interval ${formatInterval(low, high, true)})`
      }.`,
    mixed: (a: string, b: string, sourceOfB: string) => `${a} · B: ${b} (${sourceOfB})`,
    chart: (measure: string, a: string, b: string) =>
      `Left: ${measure} of A (filled: ${a}) and B (open: ${b}). Right: the difference A − B with its 95 % interval, in points.`,
    chartNarrow: (measure: string, a: string, b: string) =>
      `The difference A − B of ${measure} with its 95 % interval, in points. A is ${a}, B is ${b}.`,
    hint: 'Point at a line, or move with the arrow keys. Enter lists its items.',
    figures: (a: string, b: string, n: number) => `A ${a} · B ${b} · n ${formatCount(n)}`,
    sides: (a: string, b: string) => `A ${a}, B ${b}`,
    axis: 'A and B',
    axisDelta: 'A − B, points',
    table: 'In figures',
    caption: 'The two sides and their difference, line by line',
    columns: {
      a: 'A',
      b: 'B',
      delta: 'A\u00a0−\u00a0B',
      interval: '95 % interval',
      interval90: '90 % interval',
      verdict: 'verdict',
      adjusted: 'p\u00a0(Holm)',
      p: 'p\u00a0(mid\u2011p)',
      mcnemar: 'McNemar mid-p (assumes independent items)',
      n: 'items paired (groups)',
      left: 'left out',
      notes: 'notes',
    },
    verdicts: {
      higher: 'A is higher',
      lower: 'B is higher',
      'no-effect': 'no difference (under 5 points)',
      'cannot-tell': 'cannot tell',
    },
    mcnemar: (p: string, gained: number, lost: number) =>
      `${p} (${formatCount(gained)} to ${formatCount(lost)})`,
    family: (size: number) =>
      size === 1
        ? 'There is one comparison, so Holm’s correction changes nothing.'
        : `Holm’s correction is over the ${formatCount(size)} comparisons of this table.`,
    tooLarge:
      'With so many comparisons of so few groups each, no single one could have passed it; choose coarser lines.',
    test: 'The test flips the signs of whole groups of items (behaviours, books), of neuroticism of single items; with fewer than five groups that differ it cannot tell.',
    mcnemarNote:
      'McNemar’s test assumes independent items, which items of one behaviour or book are not; it is shown for comparison and decides nothing here.',
    left: {
      none: '0',
      onlyA: (n: number) => `${formatCount(n)} only in A`,
      onlyB: (n: number) => `${formatCount(n)} only in B`,
      unansweredA: (n: number) => `${formatCount(n)} unanswered in A`,
      unansweredB: (n: number) => `${formatCount(n)} unanswered in B`,
      flaggedA: (n: number) => `${formatCount(n)} flagged in A`,
      flaggedB: (n: number) => `${formatCount(n)} flagged in B`,
    },
    save: 'Save the table (CSV)',
  },
  items: {
    heading: 'The items on which they part',
    intro: 'Those furthest apart come first. Open one to see both answers and both prompts.',
    show: 'Show',
    parting: 'Items with other answers',
    all: 'All paired items',
    group: 'Of',
    groupAny: 'all',
    count: (shown: number, parting: number, total: number) =>
      `${plural(shown, 'item', 'items')} shown; the answers part on ${formatCount(parting)} of ${formatCount(total)} paired.`,
    list: 'Items',
    keys: 'Arrow keys move through the list, Enter opens an item.',
    none: 'No item to show',
    noneText: 'The answers are the same on every item that is paired here.',
    noneTextGroup: 'No item fits this choice. Show all paired items, or those of all lines.',
    showAll: 'Show all paired items',
    row: (a: string, b: string) => `A ${a} · B ${b}`,
    several: (count: number) => plural(count, 'answer', 'answers'),
    panel: 'The open item',
    gone: 'This item is not among those paired here.',
    previous: 'Previous',
    next: 'Next',
    close: 'Close',
    place: (index: number, count: number) => `${formatCount(index)} of ${formatCount(count)}`,
    values: (measure: string, a: string, b: string, delta: string) =>
      `${measure}: A ${a}, B ${b}, difference ${delta}`,
    baseline: (condition: string) => `Under the baseline (${condition})`,
    prompt: 'Show the prompt',
    promptOf: (side: string) => `Prompt of ${side}`,
    toSample: (side: string) => `Open ${side}’s sample in its run`,
    reveal: 'Show the book’s choice',
    hide: 'Hide the book’s choice',
    hiddenValues: 'The values would give the book’s choice away; they are shown with it.',
    save: 'Save the items (CSV)',
    order: (order: string) => `Shown as ${order}`,
  },
  atHand: {
    gone: {
      what: 'This run is not stored in this browser, or it was deleted.',
      next: 'Choose another run, or import its file.',
    },
    noRecorded: (name: string) => ({
      what: `No recorded run called “${name}” comes with this version of the page.`,
      next: 'Choose another run.',
    }),
  },
} as const;
