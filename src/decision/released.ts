import * as v from 'valibot';
import { Problem } from '../core/errors';
import { OWN_BOOK, type Chapter, type Novel } from '../core/novel';
import type { Study } from '../core/study';
import { lettered, ownDataset, type Decision, type DecisionDataset } from './dataset';
import { faultOf } from './lines';
import { cleanLine } from './novels/clean';
import { novelOf } from './novels/novel-text';
import { filled, LETTERS, optionsSchema, type Character, type Letter } from './rows-schema';

/*
 * LifeChoice's released format (facts of its rows; its data is never part of this project): a list of books, each a
 * list of rows with the text before the decision, the question and the right answer.
 */
const rowSchema = v.object({
  character_name: filled,
  input_text: filled,
  'Multiple Choice Question': v.object({
    Scenario: filled,
    Question: filled,
    Options: v.pipe(v.array(v.string()), v.length(4)),
    'Correct Answer': filled,
  }),
});
type ReleasedRow = v.InferOutput<typeof rowSchema>;

/** What is wrong with one row, for a person. */
export interface RowFault {
  /** Both from 1. */
  readonly book: number;
  readonly row: number;
  readonly field: string;
  readonly message: string;
}

/** A released file, read: its texts become books of one's own, its rows decisions at their ends. */
export interface ReleasedData {
  readonly novels: readonly Novel[];
  readonly dataset: DecisionDataset;
  readonly faults: readonly RowFault[];
}

/**
 * The settings of the authors' script: text is generated at temperature 0, options stand as authored, an answer counts
 * only if it is the bare letter, everything else is wrong. (The script leaves failed calls out of the denominator; so do
 * all tables here until such a trial has been asked again.)
 */
export const AS_RELEASED: Pick<
  Study,
  'answer' | 'order' | 'reading' | 'unparsed' | 'lead' | 'decoding'
> = {
  answer: 'generate',
  order: 'authored',
  reading: 'bare-letter',
  unparsed: 'wrong',
  lead: '',
  decoding: { temperature: 0 },
};

/** The whole of LifeChoice has 1,462; every row's text is compared with the others of its book. */
const MOST_ROWS = 5000;

/**
 * Reads a released file. A row with a fault is left out and told; the others stay. Rows of a book whose text is the
 * beginning of a longer one share that book's text.
 * @param json the file's parsed JSON
 * @throws Problem `bad-file` where it is no list of books
 */
export async function readReleased(json: unknown): Promise<ReleasedData> {
  const books = v.safeParse(v.array(v.array(v.unknown())), json);
  if (!books.success) {
    throw new Problem('bad-file', {
      what: 'This file is not in LifeChoice’s released format: a list of books, each a list of rows.',
      kept: 'Nothing was added.',
      next: 'Choose the file as it was released.',
    });
  }
  const longest = books.output.reduce((most, { length }) => Math.max(most, length), 0);
  if (longest > MOST_ROWS) {
    throw new Problem('bad-file', {
      what: `A book of this file has ${longest.toLocaleString('en')} rows; at most ${MOST_ROWS.toLocaleString('en')} can be read.`,
      kept: 'Nothing was added.',
      next: 'Part the file into several books.',
    });
  }
  const faults: RowFault[] = [];
  const novels = new Map<string, Novel>();
  const decisions: Decision[] = [];
  for (const [index, rows] of books.output.entries()) {
    const book = index + 1;
    const good: PlacedRow[] = [];
    for (const [at, given] of rows.entries()) {
      const found = readRow(given, book, at + 1);
      if ('row' in found) good.push(found);
      else faults.push(...found.faults);
    }
    const texts = await textsOf(good, book);
    const cluster = clusterOf(texts);
    for (const row of good) {
      const novel = texts.get(row) as Novel;
      novels.set(novel.id, novel);
      decisions.push(decisionOf(row, novel, { cluster, id: `${cluster}-${book}-${row.number}` }));
    }
  }
  const texts = [...novels.values()];
  return { novels: texts, dataset: ownDataset(texts, decisions), faults };
}

interface PlacedRow {
  readonly row: ReleasedRow;
  readonly number: number;
  readonly options: readonly [string, string, string, string];
  readonly answer: Letter;
  readonly paragraphs: readonly string[];
}

function readRow(given: unknown, book: number, number: number): PlacedRow | { faults: RowFault[] } {
  const fault = (field: string, message: string): RowFault => ({
    book,
    row: number,
    field,
    message,
  });
  const parsed = v.safeParse(rowSchema, given);
  if (!parsed.success) {
    const faults = parsed.issues.map((issue) => faultOf(issue, number));
    return { faults: faults.map(({ field, message }) => fault(field, message)) };
  }
  const row = parsed.output;
  const asked = row['Multiple Choice Question'];
  const bare = asked.Options.map((text, index) => withoutLabel(text, index));
  const options = v.safeParse(optionsSchema, bare);
  if (!options.success) {
    return { faults: [fault('Options', 'must be four different texts')] };
  }
  const answer = letterOf(asked['Correct Answer'], options.output);
  if (answer === null) return { faults: [fault('Correct Answer', 'names none of the options')] };
  const paragraphs = row.input_text
    .split('\n')
    .map(cleanLine)
    .filter((line) => line !== '');
  return { row, number, options: options.output, answer, paragraphs };
}

/** "B. Burn it" and "(B) Burn it" without the label, where it is the option's own. */
function withoutLabel(text: string, index: number): string {
  const label = new RegExp(`^\\s*\\(?${LETTERS[index] ?? ''}(?:[.):]\\s*|\\s+[-–—]\\s*)`);
  return text.replace(label, '').trim();
}

function letterOf(answer: string, options: readonly string[]): Letter | null {
  const text = answer.trim();
  const letter = /^\(?([A-D])(?:[.):\s]|$)/.exec(text)?.[1];
  const index = options.findIndex((option) => option === text);
  return LETTERS.find((one) => one === letter) ?? LETTERS[index] ?? null;
}

/** The novel of each row: the longest text of the book that begins as the row's does, paragraph by paragraph. */
async function textsOf(rows: readonly PlacedRow[], book: number): Promise<Map<PlacedRow, Novel>> {
  const longestFirst = [...rows].sort((a, b) => b.paragraphs.length - a.paragraphs.length);
  const made: Novel[] = [];
  const texts = new Map<PlacedRow, Novel>();
  for (const row of longestFirst) {
    let novel = made.find((one) => begins(one.chapters[0], row.paragraphs));
    if (novel === undefined) {
      const chapters = [{ title: '', paragraphs: row.paragraphs }];
      novel = await novelOf({
        title: `Book ${book} of a released file`,
        author: '',
        chapters,
        notes: [],
      });
      made.push(novel);
    }
    texts.set(row, novel);
  }
  return texts;
}

/** A book is named by its longest text, for two files may both have a first book. */
function clusterOf(texts: ReadonlyMap<PlacedRow, Novel>): string {
  const [longest] = texts.values();
  return `released-${longest?.id.slice(OWN_BOOK.length, OWN_BOOK.length + 8) ?? ''}`;
}

function begins(chapter: Chapter | undefined, paragraphs: readonly string[]): boolean {
  return paragraphs.every((paragraph, index) => chapter?.paragraphs[index] === paragraph);
}

/** The decision stands where its text ends; nothing of what it hides is known, so there is no hash to check. */
function decisionOf(
  { row, options, answer, paragraphs }: PlacedRow,
  novel: Novel,
  { cluster, id }: { readonly cluster: string; readonly id: string },
): Decision {
  const asked = row['Multiple Choice Question'];
  const character: Character = {
    id: `${id}-character`,
    novel: novel.id,
    name: row.character_name.trim(),
    aliases: [],
    statements: [],
  };
  return {
    id,
    novel: novel.id,
    cluster,
    character,
    at: { chapter: 1, paragraph: paragraphs.length + 1, hash: '' },
    scenario: asked.Scenario.trim(),
    question: asked.Question.trim(),
    options: lettered(options),
    answer,
    motivation: null,
    evidence: [],
  };
}
