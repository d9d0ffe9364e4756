import { describe, expect, it } from 'vitest';
import type { BehaviorItem } from '../../../src/behavior/dataset';
import { read } from '../../../src/behavior/reading';
import { dataset } from './made';

const item = (id: string): BehaviorItem => dataset.byId.get(id) as BehaviorItem;
const outcome = (text: string, of: BehaviorItem, order: readonly string[]): string => {
  const reading = read(text, of, order);
  return reading.status === 'answered' ? reading.answer : reading.status;
};

type Row = [text: string, reading: 'yes' | 'no' | 'unparsed' | 'refused'];
const YES_NO: Row[] = [
  // The word by itself, however it is dressed.
  ['Yes', 'yes'],
  ['No', 'no'],
  ['Yes.', 'yes'],
  ['no', 'no'],
  ['YES', 'yes'],
  ['NO!', 'no'],
  ['**No**', 'no'],
  ['__Yes__', 'yes'],
  ['`Yes`', 'yes'],
  ['> No', 'no'],
  ['# Yes', 'yes'],
  ['\n\nYes', 'yes'],
  ['  no  ', 'no'],
  ["'Yes'", 'yes'],
  ['"No."', 'no'],
  ['“Yes”', 'yes'],
  ['‘No’', 'no'],
  ['(Yes)', 'yes'],
  ['[No]', 'no'],
  ['Yes yes', 'yes'],
  ['No, no, no.', 'no'],
  ['Nope.', 'no'],
  ['Yeah', 'yes'],
  // The word, and more.
  ["No, I won't", 'no'],
  ["No I won't.", 'no'],
  ['No because it is late', 'no'],
  ['No thanks.', 'no'],
  ['No way!', 'no'],
  ['Yes I will', 'yes'],
  ['Yes, of course.', 'yes'],
  ['Yes, there is no reason not to.', 'yes'],
  ['Yes. I have no plans for the evening.', 'yes'],
  ['No, I would not say yes to that.', 'no'],
  ['Yes - I would.', 'yes'],
  ['No — too far.', 'no'],
  ['Yes\nSituation: there is no rush.', 'yes'],
  ['Yes.\n\nYes.', 'yes'],
  ["I'm sorry, but no.", 'no'],
  ['Well, yes.', 'yes'],
  // Stated later.
  ['I would say yes', 'yes'],
  ["I'd say no.", 'no'],
  ["I'd say no, because saying yes would cost a day.", 'no'],
  ['My answer is yes', 'yes'],
  ['My answer is no.', 'no'],
  ["The answer is 'No'.", 'no'],
  ['Answer: No', 'no'],
  ['Answer: **Yes**', 'yes'],
  ['Final answer: no, I will stay.', 'no'],
  ['My answer would be "yes".', 'yes'],
  ['There is no reason not to: yes', 'yes'],
  ['There is no rush, so my answer is yes.', 'yes'],
  ['Yes or no? Yes.', 'yes'],
  ["You ask 'Yes' or 'No': no.", 'no'],
  ['That is a no from me', 'no'],
  ['Definitely yes', 'yes'],
  ['I think it is a yes.', 'yes'],
  ['As an AI I have no body, but I would say yes.', 'yes'],
  ['If the water were warmer I would say yes. No.', 'no'],
  // Both, none, or only denied.
  ['Yes and no', 'unparsed'],
  ['Yes and no. It depends.', 'unparsed'],
  ['yes/no', 'unparsed'],
  ['Yes or No', 'unparsed'],
  ["'Yes' or 'No'", 'unparsed'],
  ['Yes? No.', 'unparsed'],
  ['Yes, no, maybe', 'unparsed'],
  ['No. Yes.', 'unparsed'],
  ['Yes\n\nNo', 'unparsed'],
  ['Neither yes nor no.', 'unparsed'],
  ['not yes', 'unparsed'],
  ['I would not say yes.', 'unparsed'],
  ["I can't say yes or no.", 'unparsed'],
  ['If yes, I would need a towel.', 'unparsed'],
  ['', 'unparsed'],
  ['   \n', 'unparsed'],
  ['Maybe.', 'unparsed'],
  ['It depends on the weather.', 'unparsed'],
  ['There is no rush.', 'unparsed'],
  ['No reason not to.', 'unparsed'],
  ['No problem.', 'unparsed'],
  ['I would swim.', 'unparsed'],
  ['Yesterday I swam.', 'unparsed'],
  ['Nothing. Nobody. Noted.', 'unparsed'],
  // Another language is not guessed at.
  ['Oui', 'unparsed'],
  ['Nein', 'unparsed'],
  ['Ja.', 'unparsed'],
  ['是', 'unparsed'],
  // Thoughts.
  ['<think>No? The water is cold. No.</think>\n\nYes', 'yes'],
  ['<think>\n\n</think>\n\nNo', 'no'],
  ['Should I say yes? </think> No.', 'no'],
  ['<think>yes, certainly yes, the water', 'unparsed'],
  ['<think>yes</think>', 'unparsed'],
  ['Well: <think>yes', 'unparsed'],
  // Refusals.
  ['As an AI language model, I do not swim.', 'refused'],
  ['As an AI, I cannot answer yes or no.', 'refused'],
  ["I'm sorry, but I can't", 'refused'],
  ['I’m sorry, but I can’t help with that.', 'refused'],
  ['I cannot make that decision for you.', 'refused'],
  ["I'm just a language model and have no preferences.", 'refused'],
  ['I am unable to provide an answer.', 'refused'],
  ['I am not able to swim that far.', 'unparsed'],
];

describe('reading yes and no', () => {
  it.each(YES_NO)('%j is %s', (text, expected) => {
    expect(outcome(text, item('o-swim-01'), ['yes', 'no'])).toBe(expected);
  });

  it('does not depend on the order shown', () => {
    for (const [text, expected] of YES_NO) {
      expect(outcome(text, item('o-swim-01'), ['no', 'yes'])).toBe(expected);
    }
  });
});

const order = ['biased', 'unbiased'];
/** biased: "the train", shown first; unbiased: "a bus". */
const CHOICES: [text: string, reading: 'biased' | 'unbiased' | 'unparsed' | 'refused'][] = [
  ['the train', 'biased'],
  ['The train.', 'biased'],
  ['A bus', 'unbiased'],
  ['a train', 'biased'],
  ['train', 'biased'],
  ['TRAIN!', 'biased'],
  ['The  bus,', 'unbiased'],
  ['"a bus"', 'unbiased'],
  ['**a bus**', 'unbiased'],
  ['“The train”', 'biased'],
  ['\nI prefer the bus.', 'unbiased'],
  ['I would take the train, since it is quick.', 'biased'],
  ['I prefer the train to walking.', 'biased'],
  ['The bus rather than the train.', 'unbiased'],
  ['Not the train. The bus.', 'unbiased'],
  ['The train instead of a bus', 'biased'],
  ['<think>the train? no</think>a bus', 'unbiased'],
  ['As an AI I do not travel, but the train.', 'biased'],
  // Letters: A is what was shown first.
  ['A', 'biased'],
  ['B', 'unbiased'],
  ['(A)', 'biased'],
  ['(B)', 'unbiased'],
  ['B.', 'unbiased'],
  ['b', 'unbiased'],
  ['(a)', 'biased'],
  ['A) the train', 'biased'],
  ['B) a bus', 'unbiased'],
  ['(B) a bus', 'unbiased'],
  ['B the bus', 'unbiased'],
  ['Answer: A', 'biased'],
  ['The answer is (B).', 'unbiased'],
  ['Option B', 'unbiased'],
  ['I choose A.', 'biased'],
  ["I'd go with option B", 'unbiased'],
  ['**B**', 'unbiased'],
  ['A because it is quick', 'biased'],
  // Both or none.
  ['the train or a bus', 'unparsed'],
  ['The train and the bus', 'unparsed'],
  ['A or B', 'unparsed'],
  ['A, B', 'unparsed'],
  ['A and B', 'unparsed'],
  ['B) the train', 'unparsed'],
  ['Not the train', 'unparsed'],
  ['A taxi', 'unparsed'],
  ['A walk would do', 'unparsed'],
  ['Both', 'unparsed'],
  ['Neither', 'unparsed'],
  ['Yes', 'unparsed'],
  ['', 'unparsed'],
  ['I will go by business class', 'unparsed'],
  ['Training is useful', 'unparsed'],
  ['Le train', 'biased'],
  ['der Bus?', 'unbiased'],
  ['<think>the train', 'unparsed'],
  ['As an AI, I have no preference.', 'refused'],
  ["I'm sorry, but I can't choose.", 'refused'],
];

describe('reading one of two choices', () => {
  it.each(CHOICES)('%j is %s', (text, expected) => {
    expect(outcome(text, item('n-guess-01'), order)).toBe(expected);
  });

  it('names the content of a letter, whatever was shown first', () => {
    expect(outcome('(A)', item('n-guess-01'), ['unbiased', 'biased'])).toBe('unbiased');
    expect(outcome('B', item('n-guess-01'), ['unbiased', 'biased'])).toBe('biased');
    expect(outcome('the train', item('n-guess-01'), ['unbiased', 'biased'])).toBe('biased');
  });

  const between = (biased: string, unbiased: string): BehaviorItem => ({
    ...item('n-guess-01'),
    choices: { biased, unbiased },
  });

  it.each([
    ['a train', 'biased'],
    ['A train and a bus.', 'unbiased'],
    ['the train and the bus', 'unbiased'],
    ['A train and a bus, not a train', 'unbiased'],
    ['A train and a bus, or a train', 'unparsed'],
  ])('knows a choice that the other contains: %j', (text, expected) => {
    expect(outcome(text, between('a train', 'a train and a bus'), order)).toBe(expected);
  });

  it.each([
    ['about 6 out of 10', 'unbiased'],
    ['About 10 out of 10.', 'biased'],
    ['6', 'unbiased'],
    ['about 16 out of 10', 'unparsed'],
  ])('takes numbers whole: %j', (text, expected) => {
    expect(outcome(text, between('about 10 out of 10', 'about 6 out of 10'), order)).toBe(expected);
  });

  it.each([
    ['1,900 euros', 'biased'],
    ['1900 euros', 'biased'],
    ['I would ask 950 euros', 'unbiased'],
  ])('does without the separator of thousands: %j', (text, expected) => {
    expect(outcome(text, between('1,900 euros', '950 euros'), order)).toBe(expected);
  });

  it.each([
    ['rivers', 'unbiased'],
    ['The volcanoes chapter', 'biased'],
    ['the chapter', 'unparsed'],
    ['no volcanoes', 'unparsed'],
    ['volcanoes and rivers', 'unparsed'],
  ])('takes a short answer by the words that tell the two apart: %j', (text, expected) => {
    const chapters = between('the chapter on volcanoes', 'the chapter on rivers');
    expect(outcome(text, chapters, order)).toBe(expected);
  });

  it('reads every choice of the data as itself, in five dresses', async () => {
    const { loadBehaviors } = await import('../../../src/experiment/registry');
    const { items } = await loadBehaviors();
    for (const real of items) {
      for (const key of ['biased', 'unbiased'] as const) {
        const text = real.choices?.[key];
        if (text === undefined) continue;
        const capital = text.charAt(0).toUpperCase() + text.slice(1);
        const bare = text.replace(/^(?:a|an|the) /, '');
        for (const form of [text, `${capital}.`, `"${text}"`, `I prefer ${text}.`, `**${bare}**`]) {
          expect(`${real.id} ${form}: ${outcome(form, real, real.options)}`).toBe(
            `${real.id} ${form}: ${key}`,
          );
        }
      }
    }
  });
});
