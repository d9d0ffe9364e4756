import { createHash } from 'node:crypto';
import type { Condition } from '../../../src/core/plan';
import type { Novel, Place } from '../../../src/core/novel';
import type { Study } from '../../../src/core/study';
import { parseDataset, type DatasetTexts } from '../../../src/decision/dataset';

/** First 16 hex digits of the SHA-256, by other means than the code under test. */
export const hash16 = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 16);

/**
 * A small novel made for these tests: four chapters of five paragraphs, forty words in each, the first of which name
 * the place (`c2p3`).
 */
export function madeNovel(
  change: (place: Place, text: string) => string = (_, text) => text,
): Novel {
  const chapters = [1, 2, 3, 4].map((chapter) => ({
    title: `Chapter ${chapter}`,
    paragraphs: [1, 2, 3, 4, 5].map((paragraph) =>
      change({ chapter, paragraph }, paragraphText(chapter, paragraph)),
    ),
  }));
  const paragraphs = chapters.map((chapter) => chapter.paragraphs);
  const hash = createHash('sha256').update(JSON.stringify(paragraphs)).digest('hex');
  return { id: 'made', title: 'The Made Novel', author: 'Nobody', hash, chapters };
}

function paragraphText(chapter: number, paragraph: number): string {
  const seed = chapter * 10 + paragraph;
  const word = (i: number): string => WORDS[(seed * 7 + i * 3) % WORDS.length] as string;
  const words = Array.from({ length: 39 }, (_, i) => word(i));
  const half = `${words.slice(0, 19).join(' ')}. Then Ann said ${words.slice(19, 35).join(' ')}.`;
  return `c${chapter}p${paragraph} ${half}`;
}
const WORDS =
  'harbour lamp letter garden river winter bell window market boat bread candle storm road bridge mirror cellar orchard ladder coat'.split(
    ' ',
  );

const novel = madeNovel();
export const at = (chapter: number, paragraph: number) => ({
  chapter,
  paragraph,
  hash: hash16(novel.chapters[chapter - 1]?.paragraphs[paragraph - 1] ?? ''),
});

export const decisionRow = {
  id: 'made-ann-1',
  novel: 'made',
  character: 'made-ann',
  at: at(3, 4),
  scenario: 'Ann stands at the river in Port Ardent with the letter in her hand.',
  question: 'You are Ann. What do you do with the letter?',
  options: [
    'Burn it over the lamp.',
    'Give it to the ferryman.',
    'Read it aloud at once.',
    'Keep it until winter comes.',
  ],
  answer: 'C',
  motivation: { type: 'values-and-beliefs', text: 'Ann holds that what is hidden does harm.' },
  evidence: [at(1, 2), at(2, 5)],
};

export const characterRow = {
  id: 'made-ann',
  novel: 'made',
  name: 'Ann',
  aliases: ['Miss Ann Reed'],
  statements: [
    { after: { chapter: 1, paragraph: 1 }, text: 'Ann Reed keeps the ferry house. She is blunt.' },
    { after: { chapter: 2, paragraph: 2 }, text: 'Ann found a letter in the cellar of the house.' },
    {
      after: { chapter: 3, paragraph: 3 },
      text: 'Ann quarrelled with her brother over the letter.',
    },
    { after: { chapter: 3, paragraph: 4 }, text: 'FUTURE Ann read the letter aloud.' },
    { after: { chapter: 4, paragraph: 1 }, text: 'FUTURE Ann left Port Ardent.' },
  ],
};

export const entityRows = [
  {
    novel: 'made',
    kind: 'person',
    forms: ['Miss Ann Reed', 'Ann Reed', 'Ann'],
    placeholder: '[character A]',
  },
  { novel: 'made', kind: 'place', forms: ['Port Ardent'], placeholder: '[place A]' },
];

const lines = (rows: readonly object[]): string =>
  rows.map((row) => JSON.stringify(row)).join('\n');

/** The data files' texts, with other rows where given. */
export function texts(
  change: {
    decisions?: readonly object[];
    characters?: readonly object[];
    entities?: readonly object[];
    ratings?: readonly object[];
  } = {},
): DatasetTexts {
  return {
    novels: [
      { id: 'made', title: 'The Made Novel', author: 'Nobody', genres: ['mystery', 'romance'] },
    ],
    decisions: lines(
      change.decisions ?? [
        decisionRow,
        {
          ...decisionRow,
          id: 'made-ann-2',
          at: at(4, 3),
          answer: 'A',
          motivation: { type: 'puzzles-and-secrets', text: 'Ann must find out who wrote it.' },
        },
      ],
    ),
    characters: lines(change.characters ?? [characterRow]),
    entities: lines(change.entities ?? entityRows),
    ratings: lines(change.ratings ?? []),
  };
}

export const dataset = parseDataset(texts());

export const study = (change: Partial<Study> = {}): Study => ({
  format: 'crossroads-study/1',
  id: 'made',
  title: 'Made',
  suite: 'decision',
  items: {},
  conditions: [{}],
  repeats: 1,
  seed: 1,
  answer: 'generate',
  order: 'authored',
  placement: 'user',
  system: 'none',
  lead: '',
  unparsed: 'wrong',
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

/** Whether a form stands in a text as words of its own, found by walking through it. */
export function stands(form: string, text: string): boolean {
  const letter = (at: number): boolean => /\p{L}/u.test(text.charAt(at));
  for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + 1)) {
    if (!letter(at - 1) && !letter(at + form.length)) return true;
  }
  return false;
}
