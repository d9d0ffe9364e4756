import { describe, expect, it } from 'vitest';
import type { BehaviorItem } from '../../../src/behavior/dataset';
import { question } from '../../../src/behavior/prompt';
import { fill } from '../../../src/core/fill';
import type { Condition } from '../../../src/core/plan';
import type { Study } from '../../../src/core/study';
import type { Question } from '../../../src/core/suite';
import { condition, dataset, profiles, study, texts } from './made';

const item = (id: string): BehaviorItem => dataset.byId.get(id) as BehaviorItem;

interface Given {
  readonly of?: string;
  readonly under?: Partial<Condition>;
  readonly order?: readonly string[];
  readonly in?: Partial<Study>;
}
function asked({ of = 'o-swim-01', under = {}, order, in: change = {} }: Given = {}): Question {
  const one = item(of);
  return question(one, condition(under), order ?? one.options, study(change), texts, profiles);
}
/** The whole conversation as one text. */
const whole = (given: Given = {}): string =>
  asked(given)
    .input.messages.map(({ role, content }) => `[${role}] ${content}`)
    .join('\n');

const QUESTION =
  "Consider the situation below: will you swim in the sea? Reply with 'Yes' or 'No' and give no reason.\n" +
  'Situation: The water is at 16 degrees.';
const NAP =
  "Consider the situation below: will you take a nap? Reply with 'Yes' or 'No' and give no reason.\n" +
  'Situation: It is 14:00.';
const user = (persona: string, rest = QUESTION): string => `[user] ${persona}\n${rest}`;

describe('the templates', () => {
  it('ask yes or no', () => {
    expect(whole()).toBe(user('Base one.'));
  });

  it('ask in the other order', () => {
    expect(whole({ order: ['no', 'yes'] })).toBe(
      user('Base one.', QUESTION.replace("'Yes' or 'No'", "'No' or 'Yes'")),
    );
  });

  it('ask in the negated wording', () => {
    expect(whole({ under: { negated: true } })).toBe(
      user(
        'Base one.',
        "Consider the situation below: will you refrain from this: swim in the sea? Reply with 'Yes' or 'No' and give no reason.\n" +
          'Situation: The water is at 16 degrees.',
      ),
    );
  });

  it('ask for one of two texts where the model writes', () => {
    const two = (first: string, second: string): string =>
      '[user] Base one.\nConsider the situation below: which of the two do you prefer? Give no reason.\n' +
      `Situation: Two ways lead to town. ${first} or ${second}?`;
    expect(whole({ of: 'n-guess-01' })).toBe(two('the train', 'a bus'));
    expect(whole({ of: 'n-guess-01', order: ['unbiased', 'biased'] })).toBe(
      two('a bus', 'the train'),
    );
  });

  it('ask for a letter where probabilities are read', () => {
    const labelled = (a: string, b: string): string =>
      '[user] Base one.\nConsider the situation below: which of the two do you prefer? Reply with the letter, A or B, and give no reason.\n' +
      `Situation: Two ways lead to town.\n(A) ${a}\n(B) ${b}`;
    const change = { answer: 'probability' } as const;
    expect(whole({ of: 'n-guess-01', in: change })).toBe(labelled('the train', 'a bus'));
    expect(whole({ of: 'n-guess-01', in: change, order: ['unbiased', 'biased'] })).toBe(
      labelled('a bus', 'the train'),
    );
    expect(whole({ in: change })).toBe(user('Base one.'));
  });
});

describe('the persona', () => {
  it.each([
    [1, 'Base one.', 'One: openness 2, least open to most open.'],
    [2, 'Base two.', 'Two: least open to most open, openness 2.'],
    [3, 'Base three.', 'Three: 2 of openness; most open, least open.'],
  ] as const)('has wording %i', (template, baseline, quantified) => {
    expect(whole({ under: { template } })).toBe(user(baseline));
    expect(whole({ under: { template, shaping: 'quantified', levels: { own: 2 } } })).toBe(
      user(quantified),
    );
  });

  it('is described for the low and the high end of the own trait', () => {
    const under = (own: 1 | 5) => ({ shaping: 'descriptive', levels: { own } }) as const;
    expect(whole({ under: under(1) })).toBe(user('least open in words'));
    expect(whole({ under: under(5) })).toBe(user('most open in words'));
    expect(whole({ of: 'c-nap-01', under: under(5) })).toBe(user('most orderly in words', NAP));
  });

  it('names the traits in the order O C E A N, whatever the item measures', () => {
    const all = { neuroticism: 1, openness: 5, agreeableness: 3 } as const;
    expect(whole({ of: 'c-nap-01', under: { shaping: 'quantified', levels: { all } } })).toBe(
      user(
        'One: openness 5, least open to most open. ' +
          'One: agreeableness 3, least kind to most kind. ' +
          'One: neuroticism 1, least worried to most worried.',
        NAP,
      ),
    );
    const ends = { extraversion: 5, conscientiousness: 1 } as const;
    expect(whole({ under: { shaping: 'descriptive', levels: { all: ends } } })).toBe(
      user('least orderly in words most sociable in words'),
    );
  });

  it('has no description between the ends', () => {
    expect(() => whole({ under: { shaping: 'descriptive', levels: { own: 3 } } })).toThrow(
      /level 3 of openness/,
    );
  });

  const scores =
    'One: openness 3.67, least open to most open. One: conscientiousness 5, least orderly to most orderly. ' +
    'One: extraversion 1, least sociable to most sociable. One: agreeableness 2, least kind to most kind. ' +
    'One: neuroticism 4, least worried to most worried.';
  const pdb =
    'One: openness 1.4, least open to most open. One: conscientiousness 2, least orderly to most orderly. ' +
    'One: extraversion 3, least sociable to most sociable. One: agreeableness 4, least kind to most kind. ' +
    'One: neuroticism 5, least worried to most worried.';

  it('is a named profile, with and without its narrative, by either set of scores', () => {
    const persona = (narrative: boolean, set?: 'annotation' | 'pdb') => ({
      persona: { profile: 'keeper', narrative, ...(set && { scores: set }) },
    });
    expect(whole({ under: persona(false) })).toBe(user(scores));
    expect(whole({ under: persona(true) })).toBe(user(`You keep a lighthouse. ${scores}`));
    expect(whole({ under: persona(false, 'annotation') })).toBe(user(scores));
    expect(whole({ under: persona(true, 'pdb') })).toBe(user(`You keep a lighthouse. ${pdb}`));
  });

  it('refuses an unknown profile and names the known ones', () => {
    expect(() => whole({ under: { persona: { profile: 'x', narrative: true } } })).toThrow(
      expect.objectContaining({ code: 'bad-study', next: 'Known are: keeper.' }) as Error,
    );
  });

  it('is a description, alone or before the levels', () => {
    const persona = { description: '  A baker. ' };
    expect(whole({ under: { persona } })).toBe(user('A baker.'));
    expect(whole({ under: { persona, shaping: 'quantified', levels: { own: 4 } } })).toBe(
      user('A baker. One: openness 4, least open to most open.'),
    );
  });
});

describe('the place of the persona', () => {
  const system = { placement: 'system' } as const;

  it('may be the system message', () => {
    expect(whole({ in: system })).toBe(`[system] Base one.\n[user] ${QUESTION}`);
  });

  it('comes after the text of the study there', () => {
    const text = { system: { text: 'Be brief.' } };
    expect(whole({ in: text })).toBe(`[system] Be brief.\n${user('Base one.')}`);
    expect(whole({ in: { ...system, ...text } })).toBe(
      `[system] Be brief.\nBase one.\n[user] ${QUESTION}`,
    );
  });

  it('is told to the engine only as none or default', () => {
    expect(asked().input.system).toBe('none');
    expect(asked({ in: { system: 'default' } }).input.system).toBe('default');
    expect(asked({ in: { system: { text: 'Be brief.' } } }).input.system).toBe('none');
  });

  it('is left out with its line where the text for nobody is empty', () => {
    const none = { templates: { baseline: '' } };
    expect(whole({ in: none })).toBe(`[user] ${QUESTION}`);
    expect(whole({ in: { ...none, ...system } })).toBe(`[user] ${QUESTION}`);
    expect(whole({ in: none, under: { shaping: 'quantified', levels: { own: 1 } } })).toBe(
      user('One: openness 1, least open to most open.'),
    );
  });
});

describe("a study's own templates", () => {
  const templates = {
    yesNo: '{persona} {scenario} Will you {behavior}, {first} or {second}?',
    choice: '{scenario} {first}? {second}? {persona}',
    letters: '{scenario}\nA: {first}\nB: {second}',
    baseline: 'You.',
  };

  it('are filled in as they are', () => {
    expect(whole({ in: { templates } })).toBe(
      '[user] You. The water is at 16 degrees. Will you swim in the sea, Yes or No?',
    );
    expect(whole({ of: 'n-guess-01', in: { templates } })).toBe(
      '[user] Two ways lead to town. the train? a bus? You.',
    );
    expect(whole({ of: 'n-guess-01', in: { templates, answer: 'probability' } })).toBe(
      '[user] Two ways lead to town.\nA: the train\nB: a bus',
    );
  });

  it('name the persona once only where it goes into the system message', () => {
    expect(whole({ in: { templates, placement: 'system' } })).toBe(
      '[system] You.\n[user] The water is at 16 degrees. Will you swim in the sea, Yes or No?',
    );
  });

  it('cannot be negated by us', () => {
    const negated = { under: { negated: true }, in: { templates } };
    expect(() => whole(negated)).toThrow(expect.objectContaining({ code: 'bad-study' }) as Error);
    expect(() => whole({ ...negated, of: 'n-guess-01' })).not.toThrow();
  });
});

describe('filling in', () => {
  it('never searches what was filled in', () => {
    expect(whole({ of: 'o-swim-02' })).toContain('Situation: A {persona} costs {level} pounds.');
    expect(whole({ under: { persona: { description: 'A {scenario} of {first}.' } } })).toBe(
      user('A {scenario} of {first}.'),
    );
    expect(fill('{a} {b}', { a: '{b}', b: '{a}' })).toBe('{b} {a}');
  });

  it('leaves alone what it does not know, and what every object has', () => {
    expect(fill('{x} {toString} {constructor} { a }', { a: '1' })).toBe(
      '{x} {toString} {constructor} { a }',
    );
  });

  it('takes dollar signs as they are', () => {
    expect(fill('{a}', { a: '$& $1 $$' })).toBe('$& $1 $$');
  });
});

describe('the forms that count', () => {
  it('are three cases of yes and no, with and without a space', () => {
    expect(asked({ order: ['no', 'yes'] }).options).toEqual([
      { key: 'yes', forms: ['Yes', ' Yes', 'yes', ' yes', 'YES', ' YES'] },
      { key: 'no', forms: ['No', ' No', 'no', ' no', 'NO', ' NO'] },
    ]);
  });

  it('are the letters in the order shown', () => {
    const given = { of: 'n-guess-01', in: { answer: 'probability' } } as const;
    expect(asked({ ...given, order: ['unbiased', 'biased'] }).options).toEqual([
      { key: 'unbiased', forms: ['A', ' A', '(A', ' (A'] },
      { key: 'biased', forms: ['B', ' B', '(B', ' (B'] },
    ]);
  });

  it('are the two texts, also with a capital', () => {
    expect(asked({ of: 'n-guess-01' }).options).toEqual([
      { key: 'biased', forms: ['the train', ' the train', 'The train', ' The train'] },
      { key: 'unbiased', forms: ['a bus', ' a bus', 'A bus', ' A bus'] },
    ]);
  });
});

describe('the lead', () => {
  it('starts the turn, but never stands before thoughts', () => {
    expect(asked({ in: { lead: 'Answer:' } }).input).toMatchObject({
      lead: 'Answer:',
      thinking: false,
    });
    expect(asked({ in: { lead: 'Answer:' }, under: { thinking: true } }).input).toMatchObject({
      lead: '',
      thinking: true,
    });
  });
});

describe('the shipped texts', () => {
  it('make these prompts', async () => {
    const { suiteOf } = await import('../../../src/experiment/registry');
    const { suite } = await suiteOf('behavior');
    const prompt = (id: string, under: Partial<Condition>, change: Partial<Study> = {}): string => {
      const one = suite.item(id);
      if (!one) throw new Error(id);
      const put = suite.question(one, condition(under), one.options, study(change)).input;
      return put.messages.map(({ content }) => content).join('\n--\n');
    };
    expect(prompt('o-fund-01', {})).toBe(
      'You are a person with a life and a mind of your own.\n' +
        "Consider the situation below: will you place a tenth of your yearly earnings in a medium-growth fund? Reply with 'Yes' or 'No' and give no reason.\n" +
        'Situation: Your hospital salary is 33,000 pounds and your current account holds 5,200. A leaflet in the staff canteen describes a pooled portfolio of 60 per cent shares and 40 per cent bonds.',
    );
    expect(
      prompt(
        'n-availability-46',
        { shaping: 'quantified', levels: { own: 5 } },
        { answer: 'probability' },
      ),
    ).toBe(
      'Your neuroticism score is 5, on a scale from 1 to 5 where 1 means very calm, steady and hard to upset and 5 means very anxious, moody and easily upset.\n' +
        'Consider the situation below: which of the two do you prefer? Reply with the letter, A or B, and give no reason.\n' +
        "Situation: You could name the dates of both power cuts of the past five years, and of none of the water cuts. The utility's list for your street has 2 power cuts and 11 water cuts, each of about six hours. A hardware shop has camping lamps and water canisters at 20 dollars a set. You carry one set to the till.\n" +
        '(A) a set of water canisters\n(B) a set of camping lamps',
    );
    expect(
      prompt('a-seat-08', { shaping: 'quantified', levels: { own: 1 }, template: 3 }).split(
        '\n',
      )[0],
    ).toBe(
      'A personality test rated your agreeableness at 1 out of 5. A rating of 1 describes people who are very self-centred, distrustful and hard on others; a rating of 5 describes people who are very kind, generous and considerate of others.',
    );
    expect(
      prompt('a-seat-08', { persona: { profile: 'gaston', narrative: false, scores: 'pdb' } })
        .split('\n')[0]
        ?.slice(0, 61),
    ).toBe('Your openness score is 1.19, on a scale from 1 to 5 where 1 m');
  });
});
