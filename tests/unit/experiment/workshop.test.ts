import { describe, expect, it } from 'vitest';
import { Problem } from '../../../src/core/errors';
import { sha256 } from '../../../src/core/hash';
import type { Library } from '../../../src/core/library';
import { plainText } from '../../../src/core/passage';
import type { Profile, Workshop } from '../../../src/core/profile';
import type { Suite, SuiteItem } from '../../../src/core/suite';
import { makePlan } from '../../../src/experiment/plan';
import { run } from '../../../src/experiment/runner';
import { Workshops } from '../../../src/experiment/workshop';
import { study } from '../behavior/made';
import { Memory, shown, StandIn } from './stand-in';

const QUOTE = 'Call me Ishmael.';
const passage = {
  novel: 'moby-dick',
  from: { chapter: 1, paragraph: 1 },
  to: { chapter: 1, paragraph: 1 },
  hash: '0123456789abcdef',
};

const item = (id: string): SuiteItem => ({
  id,
  cluster: 'moby-dick',
  scale: 'decision',
  options: ['A', 'B', 'C', 'D'],
  content: { id },
});

/** A suite of two decisions whose profile quotes a novel; for the way of a profile through a run. */
function quoting(made: string[], fails: (id: string) => boolean = () => false): Suite {
  const items = ['one', 'two', 'three', 'four', 'five'].map(item);
  return {
    id: 'decision',
    select: () => items,
    item: (id) => items.find((each) => each.id === id),
    question: ({ id }, _condition, order, _study, profile) => ({
      input: {
        kind: 'chat',
        messages: [
          { role: 'user', content: `${profile?.text ?? '<later>'} ${id} ${order.join()}` },
        ],
        system: 'none',
        lead: '',
      },
      options: order.map((key) => ({ key, forms: [key] })),
    }),
    profile: async ({ id }, condition, _study, workshop: Workshop): Promise<Profile> => {
      if (fails(id)) throw new Problem('novel-missing', { what: 'The novel is not here.' });
      const artifact = await workshop.artifact('profile', { id, condition: condition.id }, () => {
        made.push(id);
        return Promise.resolve({ text: [passage, ' and so on'], trace: { from: 'a test' } });
      });
      const part = { passage, text: QUOTE };
      return {
        artifact: artifact.id,
        text: `${QUOTE} and so on`,
        parts: [{ kind: 'memory', text: QUOTE, tokens: 4, cut: false, passage: part }],
        trace: null,
      };
    },
    read: () => ({ status: 'unparsed' }),
    endorses: (_item, answer) => answer === 'B',
  };
}

const nowhere: Library = {
  novel: () => Promise.reject(new Problem('novel-missing', { what: 'No shelf here.' })),
  retriever: () => Promise.reject(new Problem('novel-missing', { what: 'No shelf here.' })),
};

const balanced = study({
  suite: 'decision',
  answer: 'probability',
  order: 'balanced',
  conditions: [{ method: ['curated'] }],
});

async function carryOut(suite: Suite, journal: Memory) {
  const engine = new StandIn({ next: () => ({ A: 0.2, B: 0.6, C: 0.1, D: 0.1 }) });
  const workshops = new Workshops({ engine, library: nowhere, journal });
  const plan = await makePlan(balanced, suite);
  const outcome = await run(plan, suite, engine, journal, { workshop: workshops.under });
  return { outcome, engine };
}

describe('a run whose prompts rest on profiles', () => {
  it('makes each profile once and shares it between the orders of the options', async () => {
    const made: string[] = [];
    const journal = new Memory();
    const { outcome } = await carryOut(quoting(made), journal);
    expect(outcome).toMatchObject({ done: 20, errors: 0, total: 20 });
    expect(made.sort()).toEqual(['five', 'four', 'one', 'three', 'two']);
    expect(journal.made.size).toBe(5);
  });

  it('keeps the place of a passage instead of its sentence, and the hash of the full prompt', async () => {
    const journal = new Memory();
    const { engine } = await carryOut(quoting([]), journal);
    const samples = [...journal.kept.values()];
    expect(JSON.stringify(samples)).not.toContain('Ishmael');
    expect(JSON.stringify([...journal.made.values()])).not.toContain('Ishmael');
    const [first] = samples;
    expect(first?.profile).toBe([...journal.made.keys()][0]);
    expect(plainText(first?.prompt ?? '')).toContain('[moby-dick 1.1-1] and so on one A,B,C,D');
    const sent = shown((engine.asked[0] as (typeof engine.asked)[number]).input);
    expect(sent).toContain(QUOTE);
    expect(first?.promptSha256).toBe(await sha256(sent));
  });

  it('scores an answer as right or wrong, with the probability of the right one', async () => {
    const journal = new Memory();
    await carryOut(quoting([]), journal);
    const [first] = [...journal.kept.values()];
    expect(first).toMatchObject({ answer: 'B', correct: true });
    expect(first?.value).toBeCloseTo(0.6, 10);
  });

  it('goes on past trials whose novel is missing, and makes nothing twice on the next start', async () => {
    const made: string[] = [];
    const journal = new Memory();
    const gone = new Set(['one', 'two', 'three']);
    const first = await carryOut(
      quoting(made, (id) => gone.has(id)),
      journal,
    );
    expect(first.outcome).toMatchObject({ done: 8, errors: 12, total: 20 });
    expect(made.sort()).toEqual(['five', 'four']);
    const second = await carryOut(quoting(made), journal);
    expect(second.outcome).toMatchObject({ done: 20, errors: 0, total: 20 });
    expect(made.sort()).toEqual(['five', 'four', 'one', 'three', 'two']);
  });
});

describe('what a study has rated besides its answers', () => {
  const rating = (made: string[], breaks: () => boolean): Suite => ({
    ...quoting([]),
    reviews: (items) =>
      items.map(({ id }) => ({
        item: id,
        condition: 'baseline',
        make: async (workshop) => {
          await workshop.artifact('judgement', { of: id }, () => {
            if (id === 'two' && breaks()) throw new Error('the judge stumbled');
            made.push(id);
            return Promise.resolve({ text: '2' });
          });
        },
      })),
  });

  it('comes after the answers; what failed leaves the run open and is made on the next start', async () => {
    const made: string[] = [];
    const journal = new Memory();
    let broken = true;
    const suite = rating(made, () => broken);
    const first = await carryOut(suite, journal);
    expect(first.outcome).toEqual({ done: 20, errors: 0, total: 20, unrated: 1 });
    expect(journal.finished).toBe('');
    expect(made).toEqual(['one', 'three', 'four', 'five']);
    broken = false;
    const second = await carryOut(suite, journal);
    expect(second.outcome.unrated).toBe(0);
    expect(journal.finished).not.toBe('');
    expect(made).toEqual(['one', 'three', 'four', 'five', 'two']);
  });
});
