import { describe, expect, it } from 'vitest';
import type { Condition } from '../../../src/core/plan';
import type { Profile } from '../../../src/core/profile';
import type { Sample } from '../../../src/core/run';
import { METHODS, type Study } from '../../../src/core/study';
import type { Question, SuiteItem } from '../../../src/core/suite';
import { recipeOf } from '../../../src/decision/recipe';
import { rowsOf } from '../../../src/decision/rows';
import { decisionSuite } from '../../../src/decision/suite';
import { trialParts } from '../../../src/decision/trial-parts';
import { condition, dataset, study } from './made';

const suite = decisionSuite(dataset);
const item = suite.item('made-ann-1') as SuiteItem;
const profile = (text: string): Profile => ({ artifact: 'x', text, parts: [], trace: null });

interface Given {
  readonly of?: string;
  readonly under?: Partial<Condition>;
  readonly order?: readonly string[];
  readonly in?: Partial<Study>;
  readonly told?: string;
}
function asked({
  of,
  under = {},
  order = ['A', 'B', 'C', 'D'],
  in: change = {},
  told,
}: Given = {}): Question {
  const one = of === undefined ? item : (suite.item(of) as SuiteItem);
  return suite.question(
    one,
    condition(under),
    order,
    study(change),
    told === undefined ? undefined : profile(told),
  );
}
const whole = (given: Given = {}): string =>
  asked(given)
    .input.messages.map(({ role, content }) => `[${role}] ${content}`)
    .join('\n');

const QUESTION = `Scenario: Ann stands at the river in Port Ardent with the letter in her hand.

Question: You are Ann. What do you do with the letter?

Options:
A. Burn it over the lamp.
B. Give it to the ferryman.
C. Read it aloud at once.
D. Keep it until winter comes.

Choose as Ann would. Reply with one letter, A, B, C or D, and give no reason.`;

describe('the question', () => {
  it('puts profile, scenario, question and options in the paper’s order', () => {
    expect(whole({ told: 'Who Ann is:\nShe is blunt.' })).toBe(
      `[user] You play Ann, a character in a novel.\nWho Ann is:\nShe is blunt.\n\n${QUESTION}`,
    );
    expect(whole({ told: '' })).toBe(`[user] You play Ann, a character in a novel.\n${QUESTION}`);
  });

  it('shows the options alone', () => {
    expect(whole({ under: { method: 'options-only' }, told: '' })).toBe(
      `[user] A character in a novel has four options:
A. Burn it over the lamp.
B. Give it to the ferryman.
C. Read it aloud at once.
D. Keep it until winter comes.

Which does the character choose? Reply with one letter, A, B, C or D, and give no reason.`,
    );
  });

  it('letters the options as shown and keys them as authored', () => {
    const question = asked({ order: ['C', 'A', 'D', 'B'], told: '' });
    expect(question.input.messages[0]?.content).toContain(
      'A. Read it aloud at once.\nB. Burn it over the lamp.\nC. Keep it until winter comes.\nD. Give it to the ferryman.',
    );
    expect(question.options.map(({ key, forms }) => [key, forms[0]])).toEqual([
      ['C', 'A'],
      ['A', 'B'],
      ['D', 'C'],
      ['B', 'D'],
    ]);
    expect(question.options[1]?.forms).toEqual(['B', ' B', '(B', ' (B']);
  });

  it('can place the profile in the system message, and takes a text of the study', () => {
    expect(
      whole({ told: 'She is blunt.', in: { placement: 'system', system: { text: 'Be brief.' } } }),
    ).toBe(
      `[system] Be brief.\nShe is blunt.\n[user] You play Ann, a character in a novel.\n${QUESTION}`,
    );
    const templates = { decision: '{profile}|{name}|{question}|{options}|{letters}|{scenario}' };
    expect(whole({ told: 'P', in: { templates } })).toContain('[user] P|Ann|You are Ann. What');
  });

  it('replaces names everywhere where the condition asks for it', () => {
    for (const method of METHODS) {
      const text = whole({ under: { method, entities: true, motivation: true } });
      expect(text).not.toMatch(/Ann\b|Port Ardent/);
      if (method !== 'options-only') expect(text).toContain('You play [character A], a character');
    }
  });

  it('keeps the lead out of the way of thoughts', () => {
    expect(asked({ in: { lead: 'Answer:' }, told: '' }).input.lead).toBe('Answer:');
    expect(asked({ in: { lead: 'Answer:' }, under: { thinking: true }, told: '' }).input.lead).toBe(
      '',
    );
  });

  it('refuses factors of other suites', () => {
    expect(() => asked({ under: { negated: true } })).toThrow('"negated"');
    expect(() => asked({ under: { shaping: 'quantified' } })).toThrow('"shaping"');
  });
});

describe('the stand-in for a profile', () => {
  const lines = (given: Given): string[] => whole(given).split('\n');
  const shared = (a: Given, b: Given): number => {
    const [one, other] = [lines(a), lines(b)];
    return one.findIndex((line, index) => line !== other[index]);
  };

  it('holds the curated description itself, which earlier decisions of a character share', () => {
    // The opening, the heading and three statements are the first decision's; the second knows more.
    expect(
      shared({ under: { method: 'curated' } }, { of: 'made-ann-2', under: { method: 'curated' } }),
    ).toBe(5);
    expect(whole({ under: { method: 'curated' } })).not.toContain('FUTURE');
  });

  it('is one for all orders of a decision and differs where memories do', () => {
    const under = { method: 'curated+bm25' } as const;
    expect(shared({ under }, { under, order: ['B', 'C', 'D', 'A'] })).toBe(
      lines({ under }).findIndex((line) => line.startsWith('A. ')),
    );
    const other = { method: 'curated+embedding' } as const;
    const same = shared({ under }, { under: other });
    expect(lines({ under })[same]).toContain('<memories bm25');
  });

  it('is about as long as the budget, four characters a token', () => {
    const length = (budget: number): number => whole({ under: { method: 'bm25', budget } }).length;
    expect(length(1000) - length(500)).toBe(2000);
  });

  it('is empty where nothing is told', () => {
    expect(whole()).toBe(`[user] You play Ann, a character in a novel.\n${QUESTION}`);
  });
});

describe('the suite', () => {
  it('selects decisions and names what it does not know', () => {
    expect(suite.select({}).map(({ id }) => id)).toEqual(['made-ann-1', 'made-ann-2']);
    expect(suite.select({ limit: 1 }).map(({ id }) => id)).toEqual(['made-ann-1']);
    expect(suite.select({ novels: ['made'], ids: ['made-ann-2'] })).toHaveLength(1);
    expect(() => suite.select({ novels: ['emma'] })).toThrow('novel "emma"');
    expect(() => suite.select({ ids: ['x'] })).toThrow('decision "x"');
    expect(() => suite.select({ traits: ['openness'] })).toThrow('"traits"');
    expect(() => suite.select({ ids: [] })).toThrow('no decision');
  });

  it('counts the book’s choice', () => {
    expect(suite.endorses(item, 'C', condition(), study())).toBe(true);
    expect(suite.endorses(item, 'A', condition(), study())).toBe(false);
  });

  it('reads by the order shown, with replaced names too, or as the paper’s script does', () => {
    const order = ['C', 'A', 'D', 'B'];
    expect(suite.read('A.', item, order, study())).toEqual({ status: 'answered', answer: 'C' });
    expect(suite.read('A.', item, order, study({ reading: 'bare-letter' }))).toEqual({
      status: 'unparsed',
    });
    expect(suite.read('D', item, order, study({ reading: 'bare-letter' }))).toEqual({
      status: 'answered',
      answer: 'B',
    });
  });

  it('hashes what a prompt is made of, not what comes later', () => {
    const content = JSON.stringify(item.content);
    expect(content).toContain('quarrelled');
    expect(content).not.toContain('FUTURE');
  });

  it('takes methods apart', () => {
    const known = METHODS.filter((method) => {
      const { description, memories, raw } = recipeOf(method);
      return description !== null || memories !== null || raw;
    });
    expect(METHODS.filter((method) => !known.includes(method))).toEqual(['options-only', 'none']);
    expect(recipeOf('hierarchical+charmap')).toEqual({
      description: 'hierarchical',
      memories: 'charmap',
      raw: false,
      asksQuestion: true,
    });
  });

  it('takes a trial apart for a reader', () => {
    const parts = trialParts('made-ann-1', condition({ entities: true }), dataset);
    expect(parts.scenario).toContain('[character A] stands at the river in [place A]');
    expect(parts.title).toBe('The Made Novel');
    expect(() => trialParts('x', condition(), dataset)).toThrow('"x"');
  });
});

describe('the rows', () => {
  const sample = (change: Partial<Sample>): Sample => ({
    trial: 't',
    item: 'made-ann-1',
    condition: 'made',
    repeat: 1,
    order: 'C,A,D,B',
    status: 'answered',
    answer: 'A',
    endorsed: false,
    value: 0.2,
    prompt: '',
    tokens: { prompt: 1, cached: 0, completion: 1 },
    ms: 1,
    ...change,
  });
  const samples = [
    sample({}),
    sample({ item: 'made-ann-2', endorsed: true, value: 0.7 }),
    sample({ item: 'gone' }),
  ];

  it('cluster by novel and group by what is asked', () => {
    const { rows, unknown } = rowsOf(samples, dataset);
    expect(unknown).toBe(1);
    expect(
      rows.map(({ scale, cluster, y, p, position }) => [scale, cluster, y, p, position]),
    ).toEqual([
      ['decision', 'made', 0, 0.2, 1],
      ['decision', 'made', 1, 0.7, 1],
    ]);
    const scales = (by: Parameters<typeof rowsOf>[2]) =>
      rowsOf(samples, dataset, by).rows.map(({ scale }) => scale);
    expect(scales('motivation')).toEqual(['values-and-beliefs', 'puzzles-and-secrets']);
    expect(scales('family')).toEqual(['character-driven', 'plot-driven']);
    expect(scales('genre')).toEqual(['mystery', 'romance', 'mystery', 'romance']);
  });

  it('leave what was not answered without a value', () => {
    const { rows } = rowsOf(
      [sample({ status: 'unparsed', answer: undefined, endorsed: undefined })],
      dataset,
    );
    expect(rows[0]).toMatchObject({ y: null, p: null, bounds: null, position: null });
  });
});
