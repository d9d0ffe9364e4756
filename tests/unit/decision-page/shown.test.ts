import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ribbonScale } from '../../../src/components/ribbon';
import type { Novel } from '../../../src/core/novel';
import { METHODS } from '../../../src/core/study';
import type { ProfileTrace } from '../../../src/decision/profile';
import { parseRoute } from '../../../src/exchange/routes';
import { parseStudy } from '../../../src/exchange/study-file';
import { budgetBlocks } from '../../../src/pages/decision/budget-blocks';
import { cardBlocks } from '../../../src/pages/decision/card-blocks';
import { highlight } from '../../../src/pages/decision/highlight';
import { hitMarks, onlyInPart, shownHits, wordsBehind } from '../../../src/pages/decision/hits';
import { methodGroups, methodHint } from '../../../src/pages/decision/methods';
import { pageStudy, settingsOf } from '../../../src/pages/decision/page-study';
import { placeWords } from '../../../src/pages/decision/places';
import { settingsWords } from '../../../src/pages/decision/settings-words';

const novel: Novel = {
  id: 'n',
  title: 'N',
  author: 'A',
  hash: '0'.repeat(64),
  chapters: [
    { title: 'CHAPTER I. The Well', paragraphs: ['The cat sat.', 'It slept. It woke.'] },
    { title: 'II', paragraphs: ['The end.'] },
  ],
};

describe('the budget’s bar', () => {
  it('holds the parts in order and what is left over, and sums them by kind', () => {
    const bar = budgetBlocks(
      [
        { kind: 'description', tokens: 300, cut: true },
        { kind: 'memory', tokens: 100, cut: false },
        { kind: 'memory', tokens: 150, cut: true },
        { kind: 'memory', tokens: 0, cut: true },
      ],
      600,
    );
    expect(bar).toEqual({
      blocks: [
        { kind: 'description', tokens: 300, cut: true },
        { kind: 'memory', tokens: 100, cut: false },
        { kind: 'memory', tokens: 150, cut: true },
        { kind: 'left', tokens: 50, cut: false },
      ],
      sums: [
        { kind: 'description', tokens: 300, cut: true },
        { kind: 'memory', tokens: 250, cut: true },
        { kind: 'left', tokens: 50, cut: false },
      ],
      used: 550,
      whole: 600,
    });
  });

  it('has nothing left over where the context is the limit, and no block without a profile', () => {
    const raw = budgetBlocks([{ kind: 'raw', tokens: 7000, cut: true }], null);
    expect(raw.whole).toBe(7000);
    expect(raw.blocks).toHaveLength(1);
    expect(budgetBlocks([], 600).blocks).toEqual([]);
    // A motivation comes on top of the budget.
    expect(budgetBlocks([{ kind: 'motivation', tokens: 70, cut: false }], 50).whole).toBe(70);
  });
});

describe('a passage with its matched words', () => {
  it('marks whole words in any case, and dims what lies after the cut', () => {
    expect(highlight('The cat, a catalogue; CAT end', ['cat'], 21)).toEqual([
      { text: 'The ', isMatch: false, isCut: false },
      { text: 'cat', isMatch: true, isCut: false },
      { text: ', a catalogue;', isMatch: false, isCut: false },
      { text: ' ', isMatch: false, isCut: true },
      { text: 'CAT', isMatch: false, isCut: true },
      { text: ' end', isMatch: false, isCut: true },
    ]);
  });

  it('dims nothing of a passage that was left out', () => {
    expect(highlight('cat', ['cat'], 0)).toEqual([{ text: 'cat', isMatch: true, isCut: false }]);
  });

  it('loses nothing', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.array(fc.string()),
        fc.nat(60),
        (text, terms, used) => {
          expect(
            highlight(text, terms, used)
              .map((piece) => piece.text)
              .join(''),
          ).toBe(text);
        },
      ),
    );
  });
});

describe('the passages of a trace', () => {
  const at = (chapter: number, paragraph: number) => ({ chapter, paragraph });
  const hit = { score: 1, terms: [], query: 0 };
  const trace = {
    memories: {
      hits: [
        { ...hit, chunk: 'a', from: at(1, 2), to: at(1, 2), fate: 'cut' },
        { ...hit, chunk: 'b', from: at(1, 1), to: at(1, 1), fate: 'full' },
        { ...hit, chunk: 'a', from: at(1, 2), to: at(1, 2), fate: 'double', query: 1 },
      ],
    },
    parts: [
      {
        kind: 'memory',
        text: null,
        tokens: 3,
        cut: true,
        passage: { novel: 'n', from: at(1, 2), to: at(1, 2), characters: 9, hash: '0'.repeat(16) },
      },
    ],
  } as unknown as ProfileTrace;
  const hits = shownHits(trace, novel);

  it('have their text and how much of it the model sees', () => {
    expect(hits.map(({ text, used }) => [text, used])).toEqual([
      ['It slept. It woke.', 9],
      ['The cat sat.', 0],
      ['It slept. It woke.', 0],
    ]);
  });

  it('stand once each on the ribbon, as used where any query’s was', () => {
    const marks = hitMarks(hits, novel, ribbonScale(novel));
    expect(marks.map(({ kind, from, to }) => [kind, from, to])).toEqual(
      // 'The cat sat.' and its line end are 13 characters, the next paragraph 19.
      expect.arrayContaining([
        ['memory', 13, 32],
        ['left-out', 0, 13],
      ]),
    );
    expect(marks).toHaveLength(2);
  });

  it('show the words of a search by words, not those of one by meaning or by chance', () => {
    const terms = [{ term: 'cat', weight: 1 }];
    expect(wordsBehind({ terms }, 'bm25')).toEqual(terms);
    expect(wordsBehind({ terms }, 'hybrid')).toEqual(terms);
    expect(wordsBehind({ terms }, 'embedding')).toEqual([]);
    expect(wordsBehind({ terms }, null)).toEqual([]);
  });

  it('are said to be too long only where one alone is used and is cut', () => {
    const of = (...fates: string[]) =>
      ({ memories: { hits: fates.map((fate) => ({ fate })) } }) as unknown as ProfileTrace;
    expect(onlyInPart(of('cut', 'full', 'full'))).toBe(true);
    expect(onlyInPart(of('whole', 'full'))).toBe(false);
    expect(onlyInPart(of('whole', 'cut'))).toBe(false);
    expect(onlyInPart(of('full'))).toBe(false);
    expect(onlyInPart({ memories: null })).toBe(false);
  });
});

describe('the data card', () => {
  const plain = (text: string) => ({ kind: 'plain', text });

  it('comes apart into blocks, without its title', () => {
    const text = [
      '# Title',
      '## What',
      'One\ntwo **three** `a|b`.',
      '- first\n  goes on\n- second',
      '1. one\n2. two',
      '| a | b |\n| - | -: |\n| x | 1 |',
    ].join('\n\n');
    expect(cardBlocks(text)).toEqual([
      { kind: 'heading', spans: [plain('What')] },
      {
        kind: 'paragraph',
        spans: [
          plain('One two '),
          { kind: 'strong', text: 'three' },
          plain(' '),
          { kind: 'code', text: 'a|b' },
          plain('.'),
        ],
      },
      { kind: 'bullets', items: [[plain('first goes on')], [plain('second')]] },
      { kind: 'numbers', items: [[plain('one')], [plain('two')]] },
      { kind: 'table', head: [[plain('a')], [plain('b')]], rows: [[[plain('x')], [plain('1')]]] },
    ]);
  });

  it('leaves no mark of Markdown in what is shown of the real one', () => {
    const card = readFileSync('docs/data-card-decisions.md', 'utf8');
    const shown = JSON.stringify(cardBlocks(card), (key, value: unknown) =>
      key === 'kind' ? undefined : value,
    );
    expect(shown).toContain('Moby-Dick');
    expect(shown).not.toMatch(/\*\*|`|##|\|/);
  });
});

describe('the settings', () => {
  const settings = (query: string) => {
    const route = parseRoute(`#/library/n/decision/d${query}`);
    if (route.page !== 'decision') throw new Error('no decision');
    return settingsOf(route);
  };

  it('come from the address', () => {
    expect(settings('?method=curated%2Bcharmap&budget=900&search=hybrid&names=replaced')).toEqual({
      method: 'curated+charmap',
      budget: 900,
      // The vectors that come with the page are of passages of this length.
      chunkTokens: 1000,
      search: 'hybrid',
      entities: true,
      motivation: false,
    });
    expect(settings('')).toMatchObject({ method: 'curated', budget: 600, chunkTokens: 150 });
    expect(settings('?method=embedding').chunkTokens).toBe(1000);
    expect(settings('?method=bm25&chunk=300').chunkTokens).toBe(300);
    expect(settings('?method=bm25&budget=49').budget).toBe(600);
  });

  it('make a study that the page’s own reader accepts, whatever the method', () => {
    for (const method of METHODS) {
      const study = pageStudy('alice-alice-1', { ...settings(''), method });
      expect(parseStudy(JSON.parse(JSON.stringify(study)))).toEqual(study);
    }
  });

  it('have words that tell them apart where they differ in the prompt', () => {
    const words = (query: string) => settingsWords(settings(query));
    expect(words('?method=none')).toBe('no profile');
    expect(words('?method=none&budget=100')).toBe(words('?method=none'));
    expect(words('?method=bm25&budget=100')).not.toBe(words('?method=bm25'));
    expect(words('?method=bm25&chunk=300')).not.toBe(words('?method=bm25'));
    expect(words('?method=curated&chunk=300')).toBe(words('?method=curated'));
    expect(words('?names=replaced')).not.toBe(words(''));
  });

  it('show every method once, each with its hint', () => {
    const shown = methodGroups.flatMap(({ methods }) => methods);
    expect([...shown].sort()).toEqual([...METHODS].sort());
    for (const method of METHODS) expect(methodHint(method)).not.toBe('');
  });
});

describe('a place in words', () => {
  it('names the chapter once', () => {
    expect(placeWords({ chapter: 1, paragraph: 1 }, novel)).toBe('chapter 1, The Well');
    expect(placeWords({ chapter: 2, paragraph: 1 }, novel)).toBe('chapter 2, paragraph 1');
    expect(placeWords({ chapter: 1, paragraph: 2 }, null)).toBe('chapter 1, paragraph 2');
  });
});
