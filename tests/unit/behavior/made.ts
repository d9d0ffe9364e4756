import type { Condition } from '../../../src/core/plan';
import type { Study } from '../../../src/core/study';
import { parseDataset, type BehaviorDataset } from '../../../src/behavior/dataset';
import type { NamedProfile, ShapingTexts } from '../../../src/behavior/shaping';

/** A small dataset made for these tests: a plain behaviour, a reversed one, and one with two choices. */
export const dataset: BehaviorDataset = parseDataset(
  [
    behavior('o-swim', 'openness', 'swim in the sea', false),
    behavior('c-nap', 'conscientiousness', 'take a nap', true),
    behavior('n-guess', 'neuroticism', 'rely on a guess', false),
  ],
  [
    { id: 'o-swim-01', behavior: 'o-swim', scenario: 'The water is at 16 degrees.' },
    { id: 'o-swim-02', behavior: 'o-swim', scenario: 'A {persona} costs {level} pounds.' },
    { id: 'c-nap-01', behavior: 'c-nap', scenario: 'It is 14:00.' },
    {
      id: 'n-guess-01',
      behavior: 'n-guess',
      scenario: 'Two ways lead to town.',
      choices: { biased: 'the train', unbiased: 'a bus' },
      first: 'biased',
    },
    {
      id: 'n-guess-02',
      behavior: 'n-guess',
      scenario: 'Two shops are open.',
      choices: { biased: 'the near shop', unbiased: 'the far shop' },
      first: 'unbiased',
    },
  ]
    .map((row) => JSON.stringify(row))
    .join('\n'),
);

function behavior(id: string, trait: string, text: string, reversed: boolean): object {
  return { id, trait, domain: 'made', behavior: text, reversed, source: 'made for a test' };
}

const ends = (name: string): { low: string; high: string } => ({
  low: `least ${name}`,
  high: `most ${name}`,
});
const perTrait = (word: string) => ({
  openness: ends(`open${word}`),
  conscientiousness: ends(`orderly${word}`),
  extraversion: ends(`sociable${word}`),
  agreeableness: ends(`kind${word}`),
  neuroticism: ends(`worried${word}`),
});

/** Short texts in place of the shipped ones, so that a golden prompt changes only with the code. */
export const texts: ShapingTexts = {
  baseline: { wordings: ['Base one.', 'Base two.', 'Base three.'] },
  quantified: {
    wordings: [
      'One: {trait} {level}, {low} to {high}.',
      'Two: {low} to {high}, {trait} {level}.',
      'Three: {level} of {trait}; {high}, {low}.',
    ],
    ends: perTrait(''),
  },
  descriptive: perTrait(' in words'),
};

const score = (o: number, c: number, e: number, a: number, n: number) => ({
  openness: o,
  conscientiousness: c,
  extraversion: e,
  agreeableness: a,
  neuroticism: n,
});
export const profiles: NamedProfile[] = [
  {
    id: 'keeper',
    name: 'The Keeper',
    work: 'made',
    narrative: 'You keep a lighthouse.',
    scores: { annotation: score(3.67, 5, 1, 2, 4), pdb: score(1.4, 2, 3, 4, 5) },
    source: 'made for a test',
  },
];

export const study = (change: Partial<Study> = {}): Study => ({
  format: 'crossroads-study/1',
  id: 'made',
  title: 'Made',
  suite: 'behavior',
  items: {},
  conditions: [{}],
  repeats: 1,
  seed: 1,
  answer: 'generate',
  order: 'authored',
  placement: 'user',
  system: 'none',
  lead: '',
  unparsed: 'leave-out',
  scoring: 'keyed',
  models: { answer: 'embedded' },
  decoding: {},
  ...change,
});

export const condition = (change: Partial<Condition> = {}): Condition => ({
  id: 'made',
  persona: 'nobody',
  shaping: 'none',
  levels: null,
  template: 1,
  temperature: null,
  thinking: false,
  negated: false,
  method: 'none',
  budget: null,
  motivation: false,
  entities: false,
  section: 5,
  ...change,
});
