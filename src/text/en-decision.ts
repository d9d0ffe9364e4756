/** The words of a decision's page. Part of `en`. */
import { formatCount, formatDuration, formatShare, plural } from './format';

const places = {
  /** A place as a link reads: short, for lists. */
  short: (chapter: number, paragraph: number) => `${chapter}.${paragraph}`,
  long: (chapter: number, paragraph: number) => `chapter ${chapter}, paragraph ${paragraph}`,
  titled: (chapter: number, title: string) =>
    title === '' ? `chapter ${chapter}` : `chapter ${chapter}, ${title}`,
  span: (from: string, to: string) => (from === to ? from : `${from}–${to}`),
  read: (place: string) => `Read ${place}`,
};

const sources = {
  curated: 'curated description',
  hierarchical: 'model description, summaries merged',
  incremental: 'model description, revised chunk by chunk',
  bm25: 'memories by BM25',
  embedding: 'memories by meaning (embedding)',
  hybrid: 'memories by both (hybrid)',
  random: 'random memories',
  charmap: 'CharMap memories',
  raw: 'the raw text',
  none: 'no profile',
  'options-only': 'options only',
} as const;

/** `curated+bm25`: its parts' names. */
function methodName(method: string): string {
  const named: Readonly<Record<string, string>> = sources;
  return method
    .split('+')
    .map((part) => named[part] ?? part)
    .join(' + ');
}

export const decision = {
  heading: (name: string) => `What does ${name} do?`,
  of: (title: string, author: string) => (author === '' ? title : `${title} by ${author}`),
  toLibrary: 'Library',
  written:
    'Scenario, options and description were written and reviewed with a language model, not by the book’s author.',
  own: 'This decision was added by you, from a file of your own.',
  rated: {
    summary: 'How it was made and rated',
    rules:
      'Readers who did not see each other’s points gave up to 2 points by each of the paper’s four rules. An item stays where their mean exceeds 6 of 8.',
    none: 'No reader has rated this one yet.',
    kinds: { model: 'language model', person: 'person' },
    comprehensiveness: 'Comprehensive',
    consistency: 'Consistent',
    challenge: 'Challenging',
    alignment: 'In line with the text',
    sum: 'Sum',
    card: 'How this was made',
    cardTitle: 'Data card',
  },
  opening: 'Opening the decision …',
  missing: {
    what: 'This version’s data has no such decision.',
    kept: 'Nothing that you have stored is affected.',
    next: 'Choose one from the library.',
  },
  novel: {
    looking: 'Looking for the novel …',
    absent: (title: string) => `${title} is not on this device yet.`,
    why: 'The description and the options are here already. The ribbon, the passages and the evidence need its text.',
    load: 'Load the novel',
    loading: (title: string) => `Loading ${title}`,
    stop: 'Stop',
    again: 'Try again',
  },
  moved: {
    what: 'The novel’s text on this device is not the one that this decision was written for: another paragraph stands at its place.',
    kept: 'You can still read the question and choose.',
    next: 'No profile is built, for it could tell what comes later. Load the novel again from the library.',
  },
  ribbon: (title: string, share: number) =>
    `${title} from start to end. The decision falls after ${formatShare(share)} of the text.`,
  marks: {
    memory: (place: string) => `Passage used, ${place}`,
    leftOut: (place: string) => `Passage found and left out, ${place}`,
    evidence: (place: string) => `Evidence, ${place}`,
  },
  steps: {
    label: 'Steps',
    all: 'Open all steps',
    one: 'One step at a time',
    next: (title: string) => `Next: ${title}`,
    names: {
      '1': 'What is asked',
      '2': 'What can be said up to here',
      '3': 'How the profile is built',
      '4': 'What fits into the budget',
      '5': 'What the model reads',
      '6': 'What the model chooses',
      '7': 'What the book says',
    },
  },
  asked: {
    where: (place: string) => `The decision falls in ${place}.`,
    known: 'What stands before it is known; what comes after is not.',
    scenario: 'Scenario',
    guess: 'What would you choose?',
    hint: 'Press A, B, C or D. Your choice stays on this page.',
    guessed: (letter: string) => `You chose ${letter}.`,
    forget: 'Take it back',
  },
  description: {
    intro: (name: string) =>
      `What someone who has read up to the decision may say about ${name}. Before each stands the place in the text after which it can be said, as chapter and paragraph: 1.4 is chapter 1, paragraph 4. There are only statements that rest on the text before the decision.`,
    count: (statements: number, words: number) =>
      `${plural(statements, 'statement', 'statements')}, ${plural(words, 'word', 'words')}`,
    after: (place: string) => `after ${place}`,
    none: 'Nothing can be said of the character before this place.',
  },
  method: {
    label: 'Method',
    term: 'What is a profile?',
    groups: {
      controls: 'Controls',
      descriptions: 'Descriptions',
      memories: 'Memories',
      curated: 'Curated description and memories',
      model: 'A model’s description and memories',
    },
    names: methodName,
    hints: {
      'options-only': 'The model sees the four options and nothing else.',
      none: 'The model is told the character’s name, the scenario and the question, but nothing about the character.',
      random: 'Passages drawn by chance: what searching is worth must show against this.',
      raw: 'The last pages before the decision, as many as the model’s context holds.',
      curated: 'The statements of step 2.',
      hierarchical:
        'A model sums up each chunk of the text before the decision, then merges the summaries.',
      incremental: 'A model reads chunk after chunk and revises one running summary.',
      bm25: 'Passages that share words with the scenario and the question. All count but the commonest (“the”, “and”), rare ones most; in a long question frequent words add up.',
      embedding: 'Passages whose meaning is close to the scenario and the question.',
      hybrid: 'Both searches, weighed together.',
      charmap:
        'In two steps: a model picks the episodes of the description that may bear on the choice, then each is searched for in the text.',
    },
    budget: 'Budget in tokens',
    budgetHint: 'The greatest length of the profile.',
    budgetError: 'A whole number from 50 to 99,999.',
    chunk: 'Length of passages in tokens',
    chunkHint: 'The novel is cut at paragraphs into passages of at most this length.',
    search: 'CharMap searches',
    searches: { bm25: 'by BM25', embedding: 'by meaning', hybrid: 'by both' },
    inBudget: (tokens: number) => `at most ${plural(tokens, 'token', 'tokens')}`,
    inChunks: (tokens: number) => `passages of ${formatCount(tokens)}`,
    namesReplaced: 'names replaced',
    motivationTold: 'motivation told',
    replace: 'Replace names and places',
    namesHint: 'So that the model cannot tell from them which book it is.',
    motivation: 'Tell the model why',
    motivationHint: 'Adds the motivation’s text to the profile.',
    motivationNone: 'This decision comes without a motivation.',
    motivationLocked: 'Can be chosen once the book’s choice is shown: its text tells it.',
    build: 'Build the profile',
    needsModel: (title: string) => `This method asks ${title} on the way.`,
    others: 'Methods without searching by meaning go on.',
    needsNovel: 'This method searches the novel’s text, which is not on this device yet.',
    building: 'Building the profile …',
    progress: {
      embedder: 'Loading the embedding model',
      vectors: 'Embedding the novel’s passages',
    },
    stop: 'Stop',
    nothing: 'This method adds nothing to the question.',
    query: 'Searched for',
    queryHint: 'Scenario and question; never the options or the motivation.',
    hits: (chosen: number, shown: number) =>
      `${plural(chosen, 'passage', 'passages')} used; the best ${formatCount(shown)} are listed`,
    hitsHint: 'Best first. The model reads those that are used in the order of the story.',
    more: (count: number) => `Show ${plural(count, 'more passage', 'more passages')}`,
    fewer: 'Show fewer',
    score: 'score',
    byChance: 'by chance',
    bm25: 'words',
    cosine: 'meaning',
    matched: 'Words matched',
    matchedPart: 'Words matched (the part by words)',
    tight: (passage: number, budget: number) =>
      `Only one passage fits, and only in part: passages are up to ${plural(passage, 'token', 'tokens')} long, and the budget of the whole profile is ${formatCount(budget)}.`,
    tightWhy:
      'They are that long because those are the passages that come with their meaning already worked out.',
    wider: (tokens: number) => `Use a budget of ${plural(tokens, 'token', 'tokens')}`,
    noWords: 'No word of the query stands in it.',
    fates: { whole: 'used', cut: 'used in part', full: 'left out', double: 'left out' },
    why: {
      whole: 'It fits into the budget.',
      cut: 'The rest of it, dimmed here, no longer fitted into the budget.',
      full: 'The budget was used up.',
      double: 'Another episode had found it already.',
    },
    foundBy: (episode: number) => `found with episode ${episode}`,
    passage: 'Read the passage',
    tokens: (count: number) => plural(count, 'token', 'tokens'),
  },
  episodes: {
    heading: 'Step one: episodes that may bear on the choice',
    intro: 'The model was shown the description and asked for these. Each is checked against it.',
    checks: {
      contained: 'stands in the description, word for word',
      overlaps: 'stands in the description, in most of its words',
      'not-there': 'does not stand in the description, so it was left out',
    },
    overlap: (share: number) => `${formatShare(share)} of its words`,
    none: 'The model named none.',
    second: 'Step two: passages found with them',
    calls: 'What was asked of a model on the way',
    call: (role: string, tokens: number, time: string) =>
      `${role}: ${plural(tokens, 'token', 'tokens')} read, ${time}`,
    roles: {
      describe: 'Describe',
      locate: 'Locate',
      judge: 'Judge',
      embed: 'Embed',
      answer: 'Answer',
    },
    wrote: 'It wrote',
  },
  budget: {
    intro: (used: number, budget: number) =>
      `${formatCount(used)} of ${plural(budget, 'token', 'tokens')} used.`,
    noLimit: (used: number) =>
      `${plural(used, 'token', 'tokens')}; this method fills the model’s context, whatever the budget.`,
    estimated:
      'Estimated at four characters a token, for the answering model is not loaded; once it answers, its own tokens count.',
    counted: (title: string) => `Counted in tokens of ${title}.`,
    kinds: {
      description: 'description',
      memory: 'memories',
      raw: 'raw text',
      motivation: 'motivation',
      left: 'left over',
    },
    cut: 'cut',
    cutNote: (count: number) => `${plural(count, 'part', 'parts')} cut at the end of a sentence.`,
    tokens: 'Tokens',
    share: 'Share',
    part: 'Part',
    bar: (parts: string) => `The budget as a bar: ${parts}.`,
    empty: 'Without a profile there is nothing to fit.',
  },
  prompt: {
    intro: 'Word for word what is put to the model, with the profile’s parts marked.',
    copy: 'Copy the prompt',
    label: 'The final prompt',
    waiting: 'The prompt stands here once the profile is built (step 3).',
  },
  answer: {
    ask: (title: string) => `Ask ${title}`,
    askLoading: (title: string, size: string) => `Load ${title} (${size}) and ask`,
    intro:
      'Asked for one letter; its probabilities for the next word say how far it leans to each option.',
    stages: {
      download: 'Loading the model',
      verify: 'Checking the model',
      start: 'Starting the model',
    },
    asking: 'The model reads the prompt …',
    waited: (ms: number) => `${formatDuration(ms)} so far`,
    expected: (tokens: number, ms: number, measured: boolean) =>
      `The prompt has about ${plural(tokens, 'token', 'tokens')}; ${measured ? 'at the speed measured here before' : 'on two cores'} that takes about ${formatDuration(ms)}.`,
    running: (step: string) => `Step 6, ${step}:`,
    toAnswer: 'Go to step 6',
    stop: 'Stop',
    noneOf: 'The model puts no probability on any of the letters.',
    stale: 'Asked with another profile. Ask again for the one that is built now.',
    mass: (mass: number) => `answer mass ${formatShare(mass, 1)}`,
    low: 'Under 50 %: the model is not really answering the question.',
    notes: {
      chance: 'Chance alone is right in 25 % of decisions.',
      mass: (mass: number) =>
        `${formatShare(mass)} of the model’s belief lies on the letters A to D; the bars share out that part. Under half of it, the model is not answering the question.`,
      small:
        'This is a very small model, and such models often prefer one letter whatever stands behind it.',
      famous:
        'Famous novels may be remembered from training; replacing names and places (step 3) makes that harder.',
    },
    same: (letter: string) => `You and the model both chose ${letter}.`,
    differ: (yours: string, its: string) => `You chose ${yours}, the model ${its}.`,
    guessFirst: 'You have not chosen yourself yet (step 1).',
    took: (time: string, tokens: number) => `${time} for ${plural(tokens, 'token', 'tokens')}`,
    earlier: 'Asked before on this page',
    profile: 'Profile',
    others: 'The page is running a study. Wait for it or pause it, then ask.',
    othersNext: 'The study’s answers go first.',
    noEngine:
      'This browser cannot run WebAssembly, so no model can answer here. Everything else on this page works.',
  },
  reveal: {
    warning: 'This tells how the book goes on.',
    show: 'Show what the book says',
    choice: (name: string, letter: string) => `${name} chooses ${letter}.`,
    right: 'You chose the same.',
    wrong: (letter: string) => `You had chosen ${letter}.`,
    modelRight: 'The model chose as the book does.',
    modelWrong: (letter: string) => `The model had chosen ${letter}.`,
    motivation: 'Why',
    families: { 'character-driven': 'character-driven', 'plot-driven': 'plot-driven' },
    evidence: 'What it rests on',
    evidenceIntro: 'Places earlier in the text on which the choice rests.',
    away: 'The text is not on this device; the places are known.',
    moved: 'Another paragraph stands here than the one that was meant.',
    recall: (found: number, all: number) =>
      `The passages used hold ${formatCount(found)} of ${formatCount(all)} of these places: an evidence recall of ${formatShare(found / all)}.`,
    noRecall: 'This method uses no passages, so no evidence could be among them.',
    what: 'What is that?',
    inProfile: 'among the passages used',
    text: 'Where the choice shows',
    readOn: 'Read on from there',
  },
  places,
} as const;
