/** The words of a decision run's results and samples. Part of `en`. */
import {
  formatCount,
  formatList,
  formatNumber,
  formatPercent,
  formatShare,
  plural,
} from './format';

/** The parts of a method's name where there is little room. */
const shortMethods: Readonly<Record<string, string>> = {
  'options-only': 'options only',
  none: 'no profile',
  random: 'random memories',
  raw: 'raw text',
  curated: 'curated',
  hierarchical: 'model (merged)',
  incremental: 'model (revised)',
  bm25: 'BM25',
  embedding: 'embedding',
  hybrid: 'hybrid',
  charmap: 'CharMap',
};

export const decisionRun = {
  chance: 'chance, 25 %',
  control: (label: string) => `control: ${label}`,
  namesKept: 'names kept',
  namesReplaced: 'names replaced',
  short: (method: string) =>
    (method === 'random' ? [method] : method.split('+'))
      .map((part) => shortMethods[part] ?? part)
      .join(' + '),
  notes: {
    motivation: '+ motivation',
    tokens: (count: number) => `${formatCount(count)} tokens`,
    section: (section: number) => `${formatCount(section)} of 5 sections`,
    temperature: (value: number) => `T ${formatNumber(value)}`,
    thinking: 'thinking',
  },
  byModel: (label: string, model: string) => `${label}, ${model}`,
  oneNovel:
    'These decisions are of fewer than five novels’ worth, so no interval and no test can say how far the figures hold elsewhere.',
  written:
    'Items and the curated description were written and reviewed with a language model; they are not the paper’s.',
  methods: {
    heading: 'Methods',
    sentence: (measure: string) =>
      `How often each way of building the profile leads to the book’s choice: ${measure} in percent, the controls first. The dashed line is chance, 25 %.`,
    caption: 'The table of methods, the controls first',
    model: 'model',
    method: 'method',
    accuracy: 'accuracy',
    expected: 'expected accuracy',
    gain: 'gain over no profile, points',
    verdict: 'verdict, p (Holm)',
    tested: (verdict: string, p: string) => `${verdict}, p ${p}`,
    paired: (gain: string, decisions: number) =>
      `${gain}, over the ${plural(decisions, 'decision', 'decisions')} in both`,
    motivated: 'with motivation',
    score: 'profile score',
    recall: 'evidence recall',
    mass: 'answer mass',
    items: 'decisions (novels)',
    notes: 'notes',
    by: (measure: string) => `Gain and motivation go by ${measure}.`,
    family: (size: number) =>
      `Holm’s correction is over the ${plural(size, 'gain', 'gains')} of this table. “No effect” means within 5 points of zero.`,
    tooLarge:
      'There are so many gains for so few novels that no single one of them could have passed.',
    nobare: 'No condition of this study is without a profile, so there is no gain.',
    verdicts: {
      higher: 'helps',
      lower: 'harms',
      'no-effect': 'no effect',
      'cannot-tell': 'cannot tell',
    },
  },
  motivations: {
    heading: 'By motivation',
    sentence: (measure: string) =>
      `${measure}, in percent, by what moves the character and by method. Chance is 25 %.`,
    row: 'motivation',
    column: 'method',
    group: 'family',
    families: { 'character-driven': 'Character-driven', 'plot-driven': 'Plot-driven' } as Readonly<
      Record<string, string>
    >,
    all: 'all of them',
    without: (count: number) =>
      `${plural(count, 'decision has', 'decisions have')} no motivation and no line here.`,
  },
  genres: {
    heading: 'By genre',
    sentence: (measure: string) =>
      `${measure}, in percent, by the novels’ genres. A novel counts in each of its genres. The dashed line is chance, 25 %.`,
    method: 'Method',
    row: 'method',
    group: 'genre',
    few: 'A genre of fewer than five novels’ worth of decisions has no interval.',
    every: 'all methods',
  },
  sections: {
    heading: 'Over the text before the decision',
    label: 'How much of the text before the decision is known',
    series: 'decisions',
    all: 'all',
    step: (section: number) => `${formatCount(section * 20)} %`,
    sentence: (method: string, measure: string) =>
      `${measure}, in percent, when the profile may draw on one to five fifths of the text before the decision: ${method}.`,
    changes: 'Answers that change from one section to the next',
    change: (from: number, to: number, value: number | null, n: number) =>
      value === null
        ? `from ${formatCount(from)} to ${formatCount(to)}: none answered`
        : `from ${formatCount(from)} to ${formatCount(to)}: ${formatPercent(value, 0)} of ${plural(n, 'decision', 'decisions')}`,
    trajectories: 'Each decision',
    decision: 'decision',
    chosen: 'chosen',
    trajectory: (measure: string) =>
      `Each decision over the five sections: ${measure} in percent. A filled mark: the book’s choice was the answer. The dashed line is chance.`,
    probability: 'probability of the book’s choice',
    share: 'share of answers with the book’s choice',
  },
  positions: {
    heading: 'Place of the options',
    sentence: (shares: readonly { readonly letter: string; readonly share: number }[]) =>
      `As shown, ${formatList(shares.map(({ letter, share }) => `${letter} was chosen in ${formatShare(share)}`))} of the answers; without a preference each would be near 25 %.`,
    under: 'By method',
    caption: 'Share of the answers that chose each place, as shown',
    method: 'method',
    answers: 'answers',
    follows: (label: string, letter: string, share: string) =>
      `Under “${label}” the place ${letter} was chosen in ${share} of the answers: the choice follows the place, not the content.`,
    consistent: (share: string, questions: number) =>
      `Of the ${plural(questions, 'question', 'questions')} asked in several orders, ${share} were answered alike.`,
  },
  raters: {
    heading: 'The judge beside people',
    caption: 'Correlations of the judge’s scores with people’s ratings',
    intro:
      'How far the judge model’s profile scores go with people’s ratings of the same profiles. Intervals are from resampled profiles.',
    rater: 'rater',
    mean: 'mean of all raters',
    pearson: 'Pearson’s r',
    kendall: 'Kendall’s tau-b',
    profiles: 'profiles',
    undefined: 'undefined: all alike',
    few: 'undefined: fewer than two',
  },
  published: {
    heading: 'In the paper',
    caption: 'The paper’s table of methods',
    note: (decisions: number) =>
      `Table 3 of the paper’s first version: ${formatCount(decisions)} other decisions and other models, so only the order of the methods can be held against the figures above.`,
    method: 'method',
    model: 'model',
    accuracy: 'accuracy',
    motivated: 'with motivation',
    score: 'profile score',
    detail: 'LifeChoice, Table 3',
    methods: {
      'model-description': 'model description',
      'human-description': 'human description',
      'retrieval-bm25': 'BM25',
      'retrieval-embedding': 'embedding',
      'model-description+retrieval-embedding': 'model description + embedding',
      'human-description+retrieval-embedding': 'human description + embedding',
      charmap: 'CharMap',
    } as Readonly<Record<string, string>>,
  },
  leakage: {
    heading: 'What the model knows of the books already',
    caption: 'Continuations by how much they restore',
    intro:
      'From the description alone the model went on with the story, and a judge model or people compared it with what really happens. Where much is restored, the model knows the book, and its right choices may come from there.',
    other: 'other books and models, judged by people',
    level: 'restored',
    levels: {
      complete: 'completely',
      partial: 'in part',
      different: 'not at all',
    },
    kept: 'names kept',
    replaced: 'names replaced',
    own: (names: string, n: number) => `${names}, n ${formatCount(n)}`,
    paper: (names: string) => `paper, ${names}`,
  },
  verdict: {
    accuracy: (model: string, method: string, value: string, n: number, interval: string) =>
      `${model} made the book’s choice in ${value} of ${plural(n, 'decision', 'decisions')} with ${method}${interval === '' ? '' : ` (${interval})`}; chance is 25 %.`,
    expected: (model: string, method: string, value: string, n: number, interval: string) =>
      `With ${method}, ${model} gave the book’s choice a mean probability of ${value} over ${plural(n, 'decision', 'decisions')}${interval === '' ? '' : ` (${interval})`}; chance is 25 %.`,
    best: (method: string, gain: string) =>
      `The largest gain over no profile is ${gain} points, with ${method}.`,
    clear: 'Its interval leaves out zero.',
    unclear: 'Its interval holds zero, so this study cannot tell it from chance.',
    without: 'The decisions are of too few novels for an interval, so take it as a single look.',
    barely: (share: string) =>
      `It barely answers the question: its mean answer mass is ${share}, so read all figures with that in mind.`,
  },
  filters: {
    novel: 'Novel',
    motivation: 'Motivation',
    genre: 'Genre',
  },
  sample: {
    from: (title: string, chapter: number, paragraph: number) =>
      `${title}, before chapter ${formatCount(chapter)}, paragraph ${formatCount(paragraph)}`,
    asks: (name: string) => `${name} decides`,
    reveal: 'Show the book’s choice',
    hide: 'Hide the book’s choice',
    warning: 'This tells how the book goes on.',
    book: (letter: string, text: string) => `In the book: ${letter}. ${text}`,
    right: 'The model chose the same.',
    wrong: 'The model chose otherwise.',
    motivation: 'Motivation',
    noMotivation: 'None is recorded for this decision.',
    evidence: (places: readonly string[]) => `The choice rests on ${formatList(places)}.`,
    place: (chapter: number, paragraph: number) => `${chapter}.${paragraph}`,
    open: 'Follow this decision step by step',
    scored: (right: boolean) => (right ? 'the book’s choice' : 'another choice'),
    mark: { right: 'as in the book', wrong: 'not as in the book' },
    hiddenScore: 'shown with the book’s choice',
  },
  profile: {
    heading: 'The profile',
    none: 'This condition gives the model no profile.',
    opening: 'Fetching the profile …',
    missing: 'The run holds no profile under this id.',
    empty: 'The profile is empty.',
    text: 'As the model saw it',
    passages:
      'A run keeps no sentence of a novel: passages stand as their places, such as [novel 3.4-6].',
    filled: 'Passages of novels are filled in from the shelf.',
    parts: 'Its parts',
    kinds: {
      description: 'description',
      memory: 'memory',
      raw: 'raw text',
      motivation: 'motivation',
    },
    part: (kind: string, tokens: number, cut: boolean) =>
      `${kind}, ${plural(tokens, 'token', 'tokens')}${cut ? ', cut to fit' : ''}`,
    budget: (used: number, allowed: number) =>
      `${formatCount(used)} of ${plural(allowed, 'token', 'tokens')} used.`,
    recall: (found: number, all: number) =>
      `${formatCount(found)} of ${plural(all, 'evidence paragraph stands', 'evidence paragraphs stand')} in its memories.`,
    score: (score: string) => `Profile score ${score} of 3.`,
    calls: (count: number) => `${plural(count, 'call', 'calls')} to models on the way`,
    call: (role: string, model: string) => `${role}, ${model}`,
    roles: {
      describe: 'describes the character',
      locate: 'locates episodes',
      judge: 'rates',
      embed: 'embeds',
      answer: 'answers',
    },
    tokens: (prompt: number, completion: number) =>
      `${formatCount(prompt)} tokens read, ${formatCount(completion)} written`,
    wrote: 'It wrote',
    copy: 'Copy the profile',
  },
} as const;
