import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { TRAITS } from '../../../src/core/study';
import { dataset, isForm, keyWords, lengthOf, readJson, readText, wordsOf } from './files';

const { behaviors, items } = dataset;
const yesNo = items.filter(({ choices }) => choices === null);
const heuristics = items.filter(({ choices }) => choices !== null);
const of = (behavior: string) => items.filter((item) => item.behavior.id === behavior);
const count = (texts: readonly string[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const text of texts) counts[text] = (counts[text] ?? 0) + 1;
  return counts;
};

describe('the behaviours', () => {
  it('are as many in each domain as the paper took', () => {
    expect(count(behaviors.map(({ trait, domain }) => `${trait}, ${domain}`))).toMatchObject({
      'openness, financial': 3,
      'openness, social': 3,
      'openness, physical': 4,
      'conscientiousness, high self-control': 5,
      'conscientiousness, low self-control': 5,
      'extraversion, interaction': 5,
      'extraversion, tool use': 2,
      'extraversion, creation': 4,
      'neuroticism, heuristics': 2,
    });
    expect(count(behaviors.map(({ trait }) => trait))).toEqual({
      openness: 10,
      conscientiousness: 10,
      extraversion: 11,
      agreeableness: 10,
      neuroticism: 2,
    });
  });

  it('are reversed where doing them shows low self-control, and only there', () => {
    expect(behaviors.filter(({ reversed }) => reversed).map(({ domain }) => domain)).toEqual(
      Array<string>(5).fill('low self-control'),
    );
  });

  it('complete "will you ...?", have short ids and name their source', () => {
    for (const { id, trait, behavior, source } of behaviors) {
      expect(id).toMatch(/^[a-z]-[a-z-]+$/);
      expect(id.charAt(0)).toBe(trait.charAt(0));
      expect(id.length).toBeLessThanOrEqual(24);
      expect(behavior).toMatch(/^[a-z].*[a-z]$/);
      expect(lengthOf(behavior)).toBeGreaterThanOrEqual(2);
      expect(lengthOf(behavior)).toBeLessThanOrEqual(14);
      expect(source).toMatch(
        /^(DOSPERT-30, item \d+ |Self-Control Scale |Meng and Leung 2021, |Self-Report Altruism Scale, item \d+ |Tversky and Kahneman 1974, )/,
      );
    }
  });
});

describe('the items', () => {
  it('are 510: ten a behaviour, fifty a heuristic', () => {
    expect(items).toHaveLength(510);
    expect(count(items.map(({ behavior }) => behavior.trait))).toEqual({
      openness: 100,
      conscientiousness: 100,
      extraversion: 110,
      agreeableness: 100,
      neuroticism: 100,
    });
    for (const { id, trait } of behaviors) {
      expect(`${id} ${of(id).length}`).toBe(`${id} ${trait === 'neuroticism' ? 50 : 10}`);
    }
  });

  it('are numbered within their behaviour, in the order of the traits', () => {
    expect(items.map(({ id }) => id)).toEqual(
      behaviors.flatMap(({ id }) =>
        of(id).map((_, i) => `${id}-${String(i + 1).padStart(2, '0')}`),
      ),
    );
    expect([...new Set(items.map(({ behavior }) => behavior.trait))]).toEqual([...TRAITS]);
  });

  it('have 15 to 45 words, the heuristics 25 to 70', () => {
    const out = items.filter(({ scenario, choices }) => {
      const [least, most] = choices === null ? [15, 45] : [25, 70];
      return lengthOf(scenario) < least || lengthOf(scenario) > most;
    });
    expect(out.map(({ id }) => id)).toEqual([]);
  });

  it('are plain ASCII statements', () => {
    expect(readText('behavior/scenarios.jsonl')).toMatch(/^[\x20-\x7e\n]*$/);
    for (const { id, scenario } of items) {
      expect(`${id}: ${scenario}`).toMatch(/\.$/);
      expect(`${id}: ${scenario}`).not.toMatch(/[?!"{}<>]|  /);
      expect(scenario).toBe(scenario.trim());
    }
  });

  it('are no near-duplicates within a behaviour', () => {
    const close: string[] = [];
    for (const { id } of behaviors) {
      const sets = of(id).map((item) => ({ id: item.id, words: new Set(wordsOf(item.scenario)) }));
      for (const [i, a] of sets.entries())
        for (const b of sets.slice(i + 1)) {
          const both = [...a.words].filter((word) => b.words.has(word)).length;
          const overlap = both / (a.words.size + b.words.size - both);
          if (overlap >= 0.35) close.push(`${a.id} ${b.id} ${overlap.toFixed(2)}`);
        }
    }
    expect(close).toEqual([]);
  });

  it('start differently within a behaviour', () => {
    for (const { id, trait } of behaviors) {
      // Fifty heuristic scenarios share more openings ("In a ..."), so three words are compared there.
      const start = trait === 'neuroticism' ? 3 : 2;
      const starts = of(id).map(({ scenario }) => wordsOf(scenario).slice(0, start).join(' '));
      const again = starts.filter((text, i) => starts.indexOf(text) !== i);
      expect(`${id}: ${again.join(', ')}`).toBe(`${id}: `);
    }
  });
});

/**
 * Words that tell the reader what to make of a fact, which the third principle of the paper's section 3.2 rules out:
 * praise and blame, feelings and wishes, duty, urgency, persuasion, and the small words that belittle or stress
 * ("just", "only", "even"). Words that also have a plain sense in the items are left out of the list ("kind" of
 * lock, "but no cards", "a second test too").
 */
const SUGGESTIVE = (
  'exciting excited thrilling tempting tempted wonderful amazing fantastic marvellous great perfect ideal lovely nice ' +
  'beautiful gorgeous delicious terrible awful horrible boring dull fun pleasant unpleasant interesting fascinating ' +
  'risky risk risks dangerous danger dangerously safe safely hazardous reckless careful carefully careless wise unwise ' +
  'sensible foolish stupid silly clever brave bold cowardly generous selfish rude polite lazy ' +
  'good bad better best worse worst important essential vital crucial worthwhile pointless useless ' +
  'sadly happily luckily unluckily unfortunately fortunately hopefully thankfully surprisingly obviously clearly ' +
  'certainly surely naturally really truly actually simply just only even finally merely quite rather very extremely ' +
  'however although despite desperately desperate urgent urgently immediately please kindly ' +
  'should must ought deserve deserves deserved opportunity chance temptation reward regret ' +
  'happy sad glad afraid scared anxious nervous worried proud ashamed guilty angry jealous lonely bored tired ' +
  'want wants wanted wish wishes hope hopes hoping feel feels feeling love loves hate hates enjoy enjoys enjoyed ' +
  'dream dreams yearn long-awaited adventure adventurous easy easily hard difficult convenient inconvenient'
).split(' ');
/** Where a word of the list is a plain fact. */
const PLAIN: Readonly<Record<string, string>> = {
  'n-representativeness-17 great': 'a great-uncle',
  'n-representativeness-47 want': 'for want of a deckhand',
};

describe('the third principle: facts alone', () => {
  it('uses no suggestive word', () => {
    const listed = new Set(SUGGESTIVE);
    const found = items.flatMap(({ id, scenario, choices }) =>
      wordsOf([scenario, choices?.biased, choices?.unbiased].join(' '))
        .filter((word) => listed.has(word) && PLAIN[`${id} ${word}`] === undefined)
        .map((word) => `${id} ${word}`),
    );
    expect(found).toEqual([]);
  });

  it('allows no word that is not there any more', () => {
    for (const [place, phrase] of Object.entries(PLAIN)) {
      const id = place.split(' ')[0] as string;
      expect(dataset.byId.get(id)?.scenario).toContain(phrase);
    }
  });

  /** Where a key word is unavoidable or has another sense. */
  const ALLOWED = new Set(['a-lend-valued-07 know']);

  it('says no key word of the behaviour beforehand', () => {
    const found = yesNo.flatMap(({ id, behavior, scenario }) => {
      const keys = keyWords(behavior.behavior);
      return wordsOf(scenario)
        .filter((word) => keys.some((key) => isForm(word, key)))
        .map((word) => `${id} ${word}`);
    });
    expect(found.filter((place) => !ALLOWED.has(place))).toEqual([]);
    expect([...ALLOWED].filter((place) => !found.includes(place))).toEqual([]);
  });

  it('names no heuristic', () => {
    const found = heuristics.filter(({ scenario }) =>
      /heuristic|representative|availab|bias|base rate|fallacy|stereotyp|regression|independent/i.test(
        scenario,
      ),
    );
    expect(found.map(({ id }) => id)).toEqual([]);
  });
});

describe('the choices of the heuristics', () => {
  it('show the biased one first in 25 of 50, in no regular pattern', () => {
    for (const heuristic of ['n-representativeness', 'n-availability']) {
      const firsts = of(heuristic).map(({ options }) => options[0] === 'biased');
      expect(firsts.filter(Boolean)).toHaveLength(25);
      // Runs in a random order of 25 and 25: mean 26, standard deviation 3.5.
      const runs = firsts.filter((first, i) => first !== firsts[i - 1]).length;
      expect(runs).toBeGreaterThanOrEqual(15);
      expect(runs).toBeLessThanOrEqual(37);
    }
  });

  it('are short, of like length, and start and end alike', () => {
    for (const { id, choices } of heuristics) {
      const { biased, unbiased } = choices as { biased: string; unbiased: string };
      const lengths = [lengthOf(biased), lengthOf(unbiased)] as const;
      expect(`${id} ${Math.abs(lengths[0] - lengths[1]) <= 3}`).toBe(`${id} true`);
      expect(Math.max(...lengths)).toBeLessThanOrEqual(9);
      expect(biased).not.toBe(unbiased);
      for (const text of [biased, unbiased]) expect(`${id}: ${text}`).toMatch(/[^.?!,; ]$/);
    }
  });

  it('are not told apart by their length', () => {
    const longer = heuristics.filter(
      ({ choices }) => choices !== null && choices.biased.length > choices.unbiased.length,
    ).length;
    // Within three standard deviations of a fair coin over 100.
    expect(longer).toBeGreaterThanOrEqual(35);
    expect(longer).toBeLessThanOrEqual(65);
  });
});

describe("the paper's own examples", () => {
  it('share no five words in a row with an item', () => {
    // The first 12 hex digits of the SHA-256 of each run of five words in Table 1, whose text is not ours to keep.
    const known = new Set(readRuns());
    const runs = (text: string): string[] => {
      const words = wordsOf(text);
      return words.slice(4).map((_, i) => words.slice(i, i + 5).join(' '));
    };
    const hash = (text: string): string =>
      createHash('sha256').update(text).digest('hex').slice(0, 12);
    expect(known.has(hash('your previous year s income'))).toBe(true);
    const found = [
      ...items.map(({ scenario }) => scenario),
      ...behaviors.map((one) => one.behavior),
    ]
      .flatMap(runs)
      .filter((run) => known.has(hash(run)));
    expect(found).toEqual([]);
  });

  function readRuns(): string[] {
    return readJson('../tests/unit/data/table-1.json') as string[];
  }
});
