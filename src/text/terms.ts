/**
 * The words of Crossroads with their definitions, as they open from a term on screen (`Term.svelte`).
 * One to three plain sentences each; the formulas are in the documentation of `analysis`.
 */
export interface TermText {
  /** The word as it stands at the head of its definition. */
  readonly name: string;
  readonly definition: string;
}

export const terms = {
  suite: {
    name: 'Suite',
    definition:
      'One benchmark: a set of questions that belong together, with the rule by which the answers are scored. BehaviorBench is the suite of everyday decisions.',
  },
  item: {
    name: 'Item',
    definition:
      'One question of a suite: a situation and the options to choose from, for example yes and no.',
  },
  trait: {
    name: 'Trait',
    definition:
      'One of the Big Five: openness, conscientiousness, extraversion, agreeableness and neuroticism. Each runs from low to high.',
  },
  behavior: {
    name: 'Behaviour',
    definition:
      'Something that people high in a trait are known to do more often, or less often, than others. Several situations ask about each behaviour, so one odd situation does not decide.',
  },
  persona: {
    name: 'Persona',
    definition:
      'Who the model is asked to be: nobody in particular, a person with given trait levels, a described person or a character.',
  },
  shaping: {
    name: 'Shaping',
    definition:
      'How a personality is put into words for the model. Quantified shaping gives levels from 1 to 5, descriptive shaping gives sentences about what such a person is like, and none gives neither.',
  },
  level: {
    name: 'Level',
    definition:
      'How much of a trait the model is told to have, from 1 (lowest) over 3 (in between) to 5 (highest).',
  },
  profile: {
    name: 'Profile',
    definition:
      'What the model is told about a character: a description, passages from before the decision, or both.',
  },
  'curated-description': {
    name: 'Curated description',
    definition:
      'A description of a character that was written and reviewed for this project with a language model. It can be cut at any point of the book, so that it never tells the future.',
  },
  memory: {
    name: 'Memory',
    definition:
      'A passage of the novel from before the decision, found by search and shown to the model.',
  },
  condition: {
    name: 'Condition',
    definition:
      'One setting of everything that a study varies, such as the trait level, the shaping and the wording. All items are asked under every condition.',
  },
  baseline: {
    name: 'Baseline',
    definition:
      'The condition without a personality: the model gets only a general instruction. Every shift is measured against it, on the same items.',
  },
  study: {
    name: 'Study',
    definition:
      'A small file that says which items are asked, under which conditions, how often, of which model and how the answer is taken. Anyone who has it can run the same thing.',
  },
  plan: {
    name: 'Plan',
    definition: 'A study written out into all its trials, in the order in which they will be run.',
  },
  trial: {
    name: 'Trial',
    definition:
      'One item asked once: under one condition, in one order of the options, as one of its repeats.',
  },
  sample: {
    name: 'Sample',
    definition:
      'What was recorded of a trial: the exact prompt, the answer, the probabilities, tokens and time.',
  },
  run: {
    name: 'Run',
    definition:
      'A study as carried out by one model: what was asked, by which file, in which version, and every recorded sample.',
  },
  artifact: {
    name: 'Artifact',
    definition:
      'Something made once on the way to a prompt and then used by several trials, such as a summary of a character.',
  },
  engine: {
    name: 'Engine',
    definition:
      'What gives the answers: a model in this browser, a model behind an address, recorded samples, or a person.',
  },
  endorsement: {
    name: 'Endorsement rate r',
    definition:
      'Of all answered items of a trait, the percentage whose answer shows the high end of it. For a behaviour that is typical of the low end, no is the answer that counts.',
  },
  'expected-r': {
    name: 'Expected r',
    definition:
      'The endorsement rate with each answer’s probability in the place of 0 or 1. It shows leanings that are too weak to change an answer.',
  },
  'yes-rate': {
    name: 'Yes-rate',
    definition:
      'The percentage of answers that say yes, whatever they show. A model that says yes to everything has a high yes-rate and no personality.',
  },
  pis: {
    name: 'PIS',
    definition:
      'Personality Influence Score: how many points the endorsement rate moves from the baseline in the direction that the persona asks for. Zero means no influence, and a negative score means that the model moved the wrong way.',
  },
  headroom: {
    name: 'Headroom',
    definition:
      'How far the baseline could still move in the direction asked for. A baseline of 90 % leaves 10 points upwards, so a small PIS there need not mean a weak influence.',
  },
  'r-hat': {
    name: 'r-hat',
    definition:
      'The endorsement rate put on the 1 to 5 scale of questionnaires: 0 % becomes 1 and 100 % becomes 5. It is a change of units, not another measurement.',
  },
  accuracy: {
    name: 'Accuracy',
    definition:
      'The percentage of decisions in which the model chose what the character does in the book.',
  },
  'profile-score': {
    name: 'Profile score',
    definition:
      'A judge’s rating, from 1 to 3, of how far a profile contains what moved the character to the decision.',
  },
  'evidence-recall': {
    name: 'Evidence recall',
    definition:
      'The share of the passages on which a decision rests that were among those shown to the model.',
  },
  'answer-mass': {
    name: 'Answer mass',
    definition:
      'How much of the model’s belief about its next word lies on any valid answer. Under 50 % the model is not really answering the question, and the sample is flagged.',
  },
  probability: {
    name: 'Answer by probability',
    definition:
      'Instead of letting the model write, its probabilities for the next word are read off: how much for yes, how much for no. It is quick and gives the same result every time.',
  },
  generate: {
    name: 'Answer by generation',
    definition:
      'The model writes its answer freely, with its publisher’s settings, and a fixed set of rules reads the option from the text. This is the papers’ way.',
  },
  lead: {
    name: 'Lead',
    definition:
      'The first words of the model’s turn, written for it, such as “Answer:”. They are an addition of this project that helps small models to get to the point.',
  },
  order: {
    name: 'Order',
    definition:
      'Which option is named first. Balanced asks every item in both orders and averages by content, because many models prefer a position.',
  },
  repeat: {
    name: 'Repeat',
    definition:
      'How often the same trial is asked. It only matters where the model writes freely, for otherwise every repeat is the same.',
  },
  placement: {
    name: 'Placement',
    definition:
      'Where the persona stands: at the start of the user’s message, as in the paper, or in a system message.',
  },
  seed: {
    name: 'Seed',
    definition:
      'The number from which all chance in a study starts. The same seed gives the same shuffles and draws.',
  },
  temperature: {
    name: 'Temperature',
    definition:
      'How much chance there is in the model’s writing. At 0 it always takes the most probable word.',
  },
  interval: {
    name: 'Interval',
    definition:
      'A range that, in 95 of 100 such studies, would hold the true value. It allows for items of one behaviour being alike; with fewer than five independent groups none is given.',
  },
  'mid-p': {
    name: 'p (mid-p)',
    definition:
      'How often chance alone would give a difference at least as large as this one, found by flipping the signs of the paired differences. Small values speak against chance.',
  },
  holm: {
    name: 'Holm’s correction',
    definition:
      'A table with many comparisons finds something by chance sooner or later. Holm’s method makes each of them stricter so that the table as a whole keeps its promise.',
  },
  unparsed: {
    name: 'Unparsed',
    definition:
      'An answer from which no option could be read. The endorsement rate leaves it out and shows what it could have changed.',
  },
  refused: {
    name: 'Refused',
    definition: 'The model declined to decide, for example by saying that it is only an AI.',
  },
  keyed: {
    name: 'Keyed and literal scoring',
    definition:
      'Keyed scoring counts the answer that shows the high end of the trait, which for some behaviours is no. Literal scoring counts every yes.',
  },
  'negated-wording': {
    name: 'Negated wording',
    definition:
      'A control that asks whether the model would not do something. A model that only likes to say yes gives itself away here.',
  },
  heuristic: {
    name: 'Heuristic item',
    definition:
      'A choice between two options, one that a common error of judgement favours and one that careful reasoning favours.',
  },
  agrees: {
    name: 'Agrees',
    definition:
      'Two runs of the same study with the same model file agree when practically all answers and probabilities are the same, apart from rounding between devices. Other models or other items are compared, never called reproduced.',
  },
  published: {
    name: 'Published',
    definition: 'A number that stands in the paper. Its items and its models are not those here.',
  },
  recorded: {
    name: 'Recorded',
    definition:
      'A real run that was made earlier with this software and is kept with the page, sample by sample.',
  },
  here: {
    name: 'Run here',
    definition: 'A run that this browser has made or is making.',
  },
  tokens: {
    name: 'Tokens',
    definition:
      'The pieces of text that a model reads and writes, about four letters each. Cached tokens were still in memory from the trial before and did not have to be read again.',
  },
  'prefix-cache': {
    name: 'Prefix cache',
    definition:
      'Prompts that start alike are read only once up to where they part. The plan puts such prompts next to each other.',
  },
} as const satisfies Record<string, TermText>;

/** A word that has a definition. */
export type TermKey = keyof typeof terms;
