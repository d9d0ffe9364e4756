import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Problem } from '../../../src/core/errors';
import { comparePlaces } from '../../../src/core/novel';
import { passagesIn } from '../../../src/core/passage';
import type { Condition } from '../../../src/core/plan';
import type { Profile } from '../../../src/core/profile';
import {
  METHODS,
  PROFILE_DEFAULTS,
  type Method,
  type ProfileSettings,
} from '../../../src/core/study';
import type { SuiteItem } from '../../../src/core/suite';
import { evidenceRecall } from '../../../src/decision/evidence';
import { traceOf, type ProfileTrace } from '../../../src/decision/profile';
import { decisionSuite } from '../../../src/decision/suite';
import { condition, dataset, decisionRow, hash16, madeNovel, study } from './made';
import { madeWorkshop, words, type Made } from './made-workshop';

const suite = decisionSuite(dataset);
const item = suite.item('made-ann-1') as SuiteItem;
const settings = (change: Partial<ProfileSettings> = {}): ProfileSettings => ({
  ...PROFILE_DEFAULTS,
  budget: 120,
  chunkTokens: 80,
  charmap: 'bm25',
  ...change,
});

async function made(
  under: Partial<Condition>,
  given: { made?: Made; set?: Partial<ProfileSettings> } = {},
): Promise<{ profile: Profile; trace: ProfileTrace; made: Made }> {
  const workshop = given.made ?? madeWorkshop({ write });
  const profile = await suite.profile?.(
    item,
    condition(under),
    study({ profile: settings(given.set) }),
    workshop.workshop,
  );
  if (!profile) throw new Error('the suite makes profiles');
  return { profile, trace: profile.trace as unknown as ProfileTrace, made: workshop };
}

/** A model that does what each prompt asks of it. */
function write(prompt: string): string {
  if (prompt.includes('Copy at most')) {
    return ' "Ann found a letter in the cellar of the house."\n- Ann owns a castle of gold on the moon\n';
  }
  if (prompt.includes('take notes'))
    return `Ann does something in ${/c\dp\d/.exec(prompt)?.[0] ?? ''}.`;
  if (prompt.includes('Put them together')) {
    return `Ann, by ${(prompt.match(/c\dp\d/g) ?? []).length} notes.`;
  }
  if (prompt.includes('Write it anew'))
    return `Ann, known up to ${prompt.match(/c\dp\d/g)?.at(-1) ?? ''}.`;
  return '';
}

describe('whatever the method', () => {
  const FORBIDDEN = 'XYZZY';
  it('no model sees a word from the decision’s paragraph on', async () => {
    const cases = fc.record({
      method: fc.constantFrom(...METHODS),
      entities: fc.boolean(),
      section: fc.constantFrom(1 as const, 3 as const, 5 as const),
      budget: fc.constantFrom(50, 200, 5000),
      chunkTokens: fc.constantFrom(50, 100, 1000),
      overlapTokens: fc.constantFrom(0, 45),
    });
    await fc.assert(
      fc.asyncProperty(cases, async ({ chunkTokens, overlapTokens, ...under }) => {
        const at = decisionRow.at;
        // The decision's own paragraph keeps its text, which is checked: every word of it is forbidden instead.
        const novel = madeNovel((place, text) =>
          comparePlaces(place, at) > 0 ? `${FORBIDDEN} ${text} letter river ${FORBIDDEN}` : text,
        );
        const workshop = madeWorkshop({ novel, write });
        const { profile, trace } = await made(under, {
          made: workshop,
          set: { chunkTokens, overlapTokens },
        });
        const asked = suite.question(
          item,
          condition(under),
          ['A', 'B', 'C', 'D'],
          study(),
          profile,
        );
        const seen = [...workshop.prompts, ...asked.input.messages.map(({ content }) => content)];
        // With sections, what comes after the cut is forbidden too.
        const cut = trace.known.before;
        for (const text of seen) {
          expect(text).not.toContain(FORBIDDEN);
          expect(text).not.toContain('FUTURE');
          for (const [name, chapter, paragraph] of text.matchAll(/c(\d)p(\d)/g)) {
            const place = { chapter: Number(chapter), paragraph: Number(paragraph) };
            expect([name, comparePlaces(place, cut) < 0]).toEqual([name, true]);
          }
          if (under.entities) expect(text).not.toMatch(/\bAnn\b|Port Ardent/);
        }
        // Nor options, answer or motivation where something is made for the profile.
        for (const text of workshop.prompts) {
          for (const option of decisionRow.options) expect(text).not.toContain(option);
          expect(text).not.toContain('does harm');
        }
      }),
      { numRuns: 150 },
    );
  });

  it('is taken up again as it was, without a word to any model', async () => {
    for (const method of METHODS) {
      const under = { method, entities: true, motivation: true } as const;
      const first = await made(under);
      const again = await made(under, { made: madeWorkshop({ write, kept: first.made.kept }) });
      expect(again.profile).toEqual(first.profile);
      expect(again.made.prompts).toEqual([]);
    }
  });

  it('keeps no sentence of the novel in its artifacts', async () => {
    for (const method of METHODS) {
      const { profile, made: workshop } = await made({ method }, { set: { budget: 2000 } });
      const kept = JSON.stringify([...workshop.kept.values()]);
      for (const { passage } of profile.parts) {
        if (passage) expect(kept).not.toContain(passage.text.slice(0, 60));
      }
      expect(kept).not.toMatch(/c\dp\d \w+ \w+ \w+/);
    }
  });

  it('stays within the budget and counts what it used', async () => {
    for (const method of METHODS.filter((one) => one !== 'raw')) {
      for (const budget of [50, 97, 300]) {
        const { profile, trace } = await made({ method, budget });
        const used = profile.parts.reduce((sum, { text }) => sum + words(text), 0);
        expect(used).toBeLessThanOrEqual(budget);
        expect(trace.budget).toEqual({ asked: budget, allowed: budget, used });
      }
    }
  });
});

describe('the controls', () => {
  it('tell nothing and need no novel', async () => {
    for (const method of ['none', 'options-only'] as const) {
      const { profile, made: workshop } = await made({ method });
      expect([profile.text, profile.parts]).toEqual(['', []]);
      expect(workshop.asked).toEqual([]);
    }
  });

  it('choose memories by chance, the same for one seed', async () => {
    const ids = async (seed: number): Promise<string[]> => {
      const { workshop } = madeWorkshop();
      const profile = await suite.profile?.(
        item,
        condition({ method: 'random' }),
        study({ seed, profile: settings() }),
        workshop,
      );
      const trace = profile?.trace as unknown as ProfileTrace;
      return trace.memories?.hits.map(({ chunk }) => chunk) ?? [];
    };
    expect(await ids(1)).toEqual(await ids(1));
    const drawn = await Promise.all([1, 2, 3, 4, 5].map(ids));
    expect(new Set(drawn.map((list) => list.join())).size).toBeGreaterThan(2);
  });
});

describe('the curated description', () => {
  it('stands alone without the novel', async () => {
    const { profile, made: workshop } = await made({ method: 'curated' });
    expect(profile.text).toBe(
      'Who Ann is:\nAnn Reed keeps the ferry house. She is blunt.\nAnn found a letter in the cellar of the house.\nAnn quarrelled with her brother over the letter.',
    );
    expect(workshop.asked).toEqual([]);
  });

  it('is cut at the end of a sentence, and at the section’s place', async () => {
    // 6 + 3 words, then 10 and 8.
    const { profile, trace } = await made({ method: 'curated', budget: 12 });
    expect(profile.parts[0]).toMatchObject({
      text: 'Ann Reed keeps the ferry house. She is blunt.',
      tokens: 9,
      cut: true,
    });
    expect(trace.notes).toEqual(['description-cut']);
    const early = await made({ method: 'curated', section: 2 });
    expect(early.trace.known.before).toEqual({ chapter: 2, paragraph: 2 });
    expect(early.profile.text).toBe('Who Ann is:\nAnn Reed keeps the ferry house. She is blunt.');
  });

  it('is left out with a note where not even a sentence fits, and the rest goes on', async () => {
    const { profile, trace } = await made(
      { method: 'curated+bm25', budget: 60 },
      { set: { share: 0.05 } },
    );
    expect(trace.notes).toContain('description-left-out');
    expect(profile.text).toMatch(/^What Ann remembers:\n/);
  });

  it('is refused with a sentence where a decision came without', async () => {
    const bare = {
      ...dataset.byId.get('made-ann-1'),
      character: { id: 'x', novel: 'made', name: 'Ann', aliases: [], statements: [] },
    };
    const own = decisionSuite({ ...dataset, byId: new Map([['made-ann-1', bare as never]]) });
    await expect(
      own.profile?.(item, condition({ method: 'curated' }), study(), madeWorkshop().workshop),
    ).rejects.toThrow('has no curated description');
  });
});

describe('memories', () => {
  it('are the best chunks, the last cut, in story order', async () => {
    const { profile, trace } = await made({ method: 'bm25', budget: 190 });
    const chosen =
      trace.memories?.hits.filter(({ fate }) => fate === 'whole' || fate === 'cut') ?? [];
    expect(chosen.map(({ fate }) => fate)).toEqual(['whole', 'whole', 'cut']);
    const scores = chosen.map(({ score }) => score ?? 0);
    expect([...scores].sort((a, b) => b - a)).toEqual(scores);
    const places = profile.parts.map(({ passage }) => passage?.passage.from);
    expect([...places].sort((a, b) => (a && b ? comparePlaces(a, b) : 0))).toEqual(places);
    expect(profile.text.startsWith('What Ann remembers:\nc')).toBe(true);
    // The cut one ends with a sentence of the novel.
    const cut = profile.parts.find((part) => part.cut);
    expect(cut?.text.endsWith('.')).toBe(true);
    expect(cut?.passage?.passage.characters).toBe(cut?.text.length);
    expect(cut?.passage?.passage.hash).toBe(hash16(cut?.text ?? ''));
  });

  it('are asked for with scenario and question alone', async () => {
    const { trace } = await made({ method: 'hybrid' });
    expect(trace.memories?.queries).toEqual([`${decisionRow.scenario}\n${decisionRow.question}`]);
  });

  it('are searched with the names of the novel where the prompt hides them', async () => {
    const hidden = await made({ method: 'bm25', entities: true });
    const shown = await made({ method: 'bm25' });
    expect(hidden.trace.memories?.hits.map(({ chunk }) => chunk)).toEqual(
      shown.trace.memories?.hits.map(({ chunk }) => chunk),
    );
    expect(hidden.profile.text).toContain('Then [character A] said');
  });

  it('leave to the description what its share is and take what it leaves', async () => {
    const { trace } = await made({ method: 'curated+bm25', budget: 150 });
    expect(trace.description).toEqual({
      source: 'curated',
      artifact: null,
      tokens: 27,
      cut: false,
    });
    expect(trace.memories?.tokens).toBeGreaterThan(75);
    expect((trace.memories?.tokens ?? 0) + 27).toBe(trace.budget.used);
  });

  it('tell which evidence they hold', async () => {
    const all = await made({ method: 'bm25', budget: 4000 });
    expect(evidenceRecall(all.trace)).toBe(1);
    expect(all.trace.evidence).toEqual([
      { chapter: 1, paragraph: 2, found: true },
      { chapter: 2, paragraph: 5, found: true },
    ]);
    // A fifth of the text ends before 1.4: the second piece of evidence is not known yet.
    const early = await made({ method: 'bm25', budget: 4000, section: 1 });
    expect(evidenceRecall(early.trace)).toBe(0.5);
    expect(evidenceRecall((await made({ method: 'curated' })).trace)).toBeNull();
  });

  it('do not count evidence that a cut goes through', async () => {
    const one = await made({ method: 'bm25', budget: 4000 }, { set: { chunkTokens: 5000 } });
    expect(evidenceRecall(one.trace)).toBe(1);
    // One chunk of 13 paragraphs, 39 words each in sentences of 20 and 19: 59 words end within the second paragraph.
    const cut = await made({ method: 'bm25', budget: 60 }, { set: { chunkTokens: 5000 } });
    expect(cut.trace.memories?.tokens).toBe(59);
    expect(evidenceRecall(cut.trace)).toBe(0);
    const both = await made({ method: 'bm25', budget: 78 }, { set: { chunkTokens: 5000 } });
    expect(evidenceRecall(both.trace)).toBe(0.5);
  });
});

describe('CharMap', () => {
  it('searches for the episodes that stand in the description', async () => {
    const { trace, made: workshop } = await made({ method: 'curated+charmap' });
    expect(trace.memories?.located?.episodes).toEqual([
      { text: 'Ann found a letter in the cellar of the house.', check: 'contained', overlap: 1 },
      {
        text: 'Ann owns a castle of gold on the moon',
        check: 'not-there',
        overlap: expect.any(Number) as number,
      },
    ]);
    expect(trace.memories?.queries).toEqual(['Ann found a letter in the cellar of the house.']);
    expect(trace.memories?.fallback).toBe(false);
    expect(workshop.prompts).toHaveLength(1);
    const kinds = [...workshop.kept.values()].map(({ kind }) => kind).sort();
    expect(kinds).toEqual(['episodes', 'profile']);
  });

  it('turns hidden names back before it searches', async () => {
    const hide = (prompt: string): string => write(prompt).replaceAll('Ann', '[character A]');
    const { trace } = await made(
      { method: 'curated+charmap', entities: true },
      { made: madeWorkshop({ write: hide }) },
    );
    expect(trace.memories?.queries).toEqual([
      'Miss Ann Reed found a letter in the cellar of the house.',
    ]);
  });

  it('falls back to scenario and question', async () => {
    const silent = await made(
      { method: 'curated+charmap' },
      { made: madeWorkshop({ write: () => 'I choose C.' }) },
    );
    expect(silent.trace.memories?.fallback).toBe(true);
    expect(silent.trace.notes).toContain('nothing-located');
    const plain = await made({ method: 'curated+bm25' });
    expect(silent.profile.text).toBe(plain.profile.text);
    // Where nothing is told yet there is nothing to locate in, and no model is asked.
    const known = dataset.byId.get('made-ann-1');
    const late = {
      ...known,
      character: { ...known?.character, statements: known?.character.statements.slice(1) },
    };
    const own = decisionSuite({ ...dataset, byId: new Map([['made-ann-1', late as never]]) });
    const workshop = madeWorkshop({ write });
    const early = await own.profile?.(
      item,
      condition({ method: 'curated+charmap', section: 1 }),
      study({ profile: settings() }),
      workshop.workshop,
    );
    expect((early?.trace as unknown as ProfileTrace).notes).toEqual([
      'description-nothing-known',
      'nothing-located',
    ]);
    expect(workshop.prompts).toEqual([]);
  });

  it('merges the finds of several episodes in turn, without doubles', async () => {
    const two = madeWorkshop({
      write: () =>
        ' Ann Reed keeps the ferry house.\n- Ann quarrelled with her brother over the letter.',
    });
    const { trace } = await made({ method: 'curated+charmap', budget: 400 }, { made: two });
    const hits = trace.memories?.hits ?? [];
    const chosen = hits.filter(({ fate }) => fate === 'whole' || fate === 'cut');
    expect(new Set(chosen.map(({ chunk }) => chunk)).size).toBe(chosen.length);
    expect(hits.slice(0, 2).map(({ query }) => query)).toEqual([0, 1]);
    expect(hits.some(({ fate }) => fate === 'double')).toBe(true);
  });
});

describe('descriptions by a model', () => {
  it('merge notes on every chunk, each kept', async () => {
    const { trace, made: workshop } = await made({ method: 'hierarchical' });
    // 13 paragraphs of 39 words in chunks of at most 80: 7 chunks, one merge of 7 notes.
    const summaries = [...workshop.kept.values()].filter(({ kind }) => kind === 'summary');
    expect(summaries).toHaveLength(8);
    expect(trace.parts[0]?.text).toBe('Ann, by 7 notes.');
    const description = [...workshop.kept.values()].find(({ kind }) => kind === 'description');
    expect(description?.id).toBe(trace.description?.artifact);
    expect(summaries.every(({ calls }) => calls.length === 1)).toBe(true);
  });

  it('merge level by level where there are many', async () => {
    const { made: workshop } = await made({ method: 'hierarchical' }, { set: { chunkTokens: 50 } });
    // 13 notes: merged 8 and 5, then those two.
    const levels = [...workshop.kept.values()].find(({ kind }) => kind === 'description')
      ?.trace as {
      levels: string[][];
    };
    expect(levels.levels.map((level) => level.length)).toEqual([13, 2, 1]);
  });

  it('go on from what an earlier decision or a stopped run has left', async () => {
    for (const [method, first, second] of [
      // 13 paragraphs in 7 chunks, the last of one; 17 in 9: the first 6 are the same.
      ['hierarchical', 8, 3 + 2],
      ['incremental', 7, 3],
    ] as const) {
      const one = await made({ method });
      expect(one.made.prompts).toHaveLength(first);
      const next = madeWorkshop({ write, kept: one.made.kept });
      const later = suite.item('made-ann-2') as SuiteItem;
      await suite.profile?.(
        later,
        condition({ method }),
        study({ profile: settings() }),
        next.workshop,
      );
      expect([method, next.prompts.length]).toEqual([method, second]);
    }
  });

  it('revise a running summary', async () => {
    const { trace } = await made({ method: 'incremental' });
    expect(trace.parts[0]?.text).toBe('Ann, known up to c3p3.');
  });

  it('cut a part that the model’s context cannot hold, or say that none fits', async () => {
    // One chunk of 13 paragraphs, 39 words each, in sentences of 20 and 19; 220 + 160 are kept free.
    const set = { chunkTokens: 5000 };
    const { made: small } = await made(
      { method: 'hierarchical' },
      { made: madeWorkshop({ write, context: 420 }), set },
    );
    const noted = [...small.kept.values()].find(({ calls }) => calls.length > 0);
    const passage = passagesIn(noted?.calls[0]?.prompt ?? '')[0];
    expect(passage).toMatchObject({
      from: { chapter: 1, paragraph: 1 },
      to: { chapter: 3, paragraph: 3 },
    });
    expect(small.prompts[0]).toContain('c1p1');
    expect(small.prompts[0]).not.toContain('c1p2');
    await expect(
      made({ method: 'hierarchical' }, { made: madeWorkshop({ write, context: 390 }), set }),
    ).rejects.toThrow('not even a sentence');
  });

  it('say that nothing is known where the model found nothing', async () => {
    const { trace } = await made({ method: 'hierarchical' }, { made: madeWorkshop() });
    expect(trace.notes).toEqual(['description-nothing-known']);
  });
});

describe('the raw text', () => {
  it('is the end of what is known, as much as the context holds, whatever the budget', async () => {
    const { profile, trace } = await made({ method: 'raw', budget: 50 });
    expect(profile.text.startsWith('The novel so far:\nc1p1 ')).toBe(true);
    expect(words(profile.text)).toBe(13 * 39 + 4);
    expect(trace.notes).toEqual([]);
    const small = await made({ method: 'raw' }, { made: madeWorkshop({ context: 400 }) });
    expect(small.profile.parts[0]?.passage?.passage.to).toEqual({ chapter: 3, paragraph: 3 });
    expect(small.trace.notes).toEqual(['raw-cut']);
    const { used, allowed } = small.trace.budget;
    expect(used % 39).toBe(0);
    expect(used).toBeGreaterThan(allowed - 39);
    expect(used).toBeLessThanOrEqual(allowed);
  });
});

describe('what the context cannot hold', () => {
  it('lowers the budget and says so', async () => {
    const { trace, profile } = await made(
      { method: 'curated+bm25', budget: 5000 },
      { made: madeWorkshop({ context: 300 }) },
    );
    expect(trace.notes).toContain('context-limit');
    expect(trace.budget.allowed).toBeLessThan(300);
    const { input } = suite.question(
      item,
      condition({ method: 'curated+bm25' }),
      ['A', 'B', 'C', 'D'],
      study(),
      profile,
    );
    expect(words(input.messages.map(({ content }) => content).join(' ')) + 64).toBeLessThanOrEqual(
      300,
    );
  });

  it('tells nothing where it holds the question alone', async () => {
    for (const method of ['raw', 'curated+bm25'] as Method[]) {
      const { profile } = await made({ method }, { made: madeWorkshop({ context: 100 }) });
      expect(profile.text).toBe('');
    }
  });
});

describe('the motivation', () => {
  it('is added beside the budget', async () => {
    const without = await made({ method: 'curated+bm25' });
    const { profile } = await made({ method: 'curated+bm25', motivation: true });
    expect(profile.text).toBe(
      `${without.profile.text}\n\nWhat moves Ann now:\nAnn holds that what is hidden does harm.`,
    );
  });
});

describe('another text on the shelf', () => {
  it('is noticed by the decision’s paragraph and by a kept passage', async () => {
    const other = madeNovel((place, text) =>
      place.chapter === 3 && place.paragraph === 4 ? `${text} More.` : text,
    );
    await expect(
      made({ method: 'bm25' }, { made: madeWorkshop({ novel: other }) }),
    ).rejects.toThrow('is not where it should be');
    const first = await made({ method: 'bm25', budget: 4000 });
    const artifact = [...first.made.kept.values()].find(({ kind }) => kind === 'profile');
    expect(artifact && traceOf(artifact).parts.length).toBeGreaterThan(3);
    const { rebuild } = await import('../../../src/decision/profile');
    const changed = madeNovel((place, text) =>
      place.chapter === 1 && place.paragraph === 1 ? 'Other.' : text,
    );
    await expect(rebuild(artifact as never, () => Promise.resolve(changed), null)).rejects.toThrow(
      Problem,
    );
  });
});
