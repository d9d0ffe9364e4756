import { comparePlaces, type Place } from '../core/novel';
import { parseLines, refuseFaults, type LineFault } from './lines';
import type { Motivation } from './motivations';
import {
  characterRow,
  decisionRow,
  entityRow,
  ratingRow,
  type Character,
  type Entity,
  type Letter,
  type Rating,
} from './rows-schema';

/** What the suite needs to know of a novel. */
export interface DatasetNovel {
  readonly id: string;
  readonly title: string;
  readonly author: string;
  readonly genres: readonly string[];
}

/** A place; `hash` is empty where nothing stands there (a text that ends with the decision). */
export interface PlaceHash extends Place {
  readonly hash: string;
}

/** One item of LifeChoice: a character's choice at a turning point. */
export interface Decision {
  readonly id: string;
  /** The novel's shelf id. */
  readonly novel: string;
  /** The unit of the statistics: the novel, or the book that several released texts come from. */
  readonly cluster: string;
  readonly character: Character;
  readonly at: PlaceHash;
  readonly scenario: string;
  readonly question: string;
  /** In authored order. */
  readonly options: Readonly<Record<Letter, string>>;
  readonly answer: Letter;
  /** Null where an imported decision has none. */
  readonly motivation: { readonly type: Motivation; readonly text: string } | null;
  readonly evidence: readonly PlaceHash[];
}

/** Decisions in authored order with all that their prompts are made of. */
export interface DecisionDataset {
  readonly novels: ReadonlyMap<string, DatasetNovel>;
  readonly decisions: readonly Decision[];
  readonly byId: ReadonlyMap<string, Decision>;
  readonly characters: ReadonlyMap<string, Character>;
  /** By novel. */
  readonly entities: ReadonlyMap<string, readonly Entity[]>;
  readonly ratings: readonly Rating[];
  /**
   * Ids of the reader's own decisions where the project's are here too. A study asks them only where it names them or
   * a book of the reader's own: the same study asks the same on every device.
   */
  readonly own?: ReadonlySet<string>;
}

/** The reader's own decisions as a dataset. */
export function ownDataset(
  novels: readonly Pick<DatasetNovel, 'id' | 'title' | 'author'>[],
  decisions: readonly Decision[],
  entities: DecisionDataset['entities'] = new Map(),
): DecisionDataset {
  return {
    novels: new Map(novels.map(({ id, title, author }) => [id, { id, title, author, genres: [] }])),
    decisions,
    byId: new Map(decisions.map((decision) => [decision.id, decision])),
    characters: new Map(decisions.map(({ character }) => [character.id, character])),
    entities,
    ratings: [],
  };
}

/** The texts of the data files; the novels are parsed already (decision/catalogue.ts). */
export interface DatasetTexts {
  readonly novels: readonly DatasetNovel[];
  readonly decisions: string;
  readonly characters: string;
  readonly entities: string;
  readonly ratings: string;
}

/**
 * Parses the data files and checks what they say of each other.
 * @throws Problem `bad-file` that names file, line and field
 */
export function parseDataset(texts: DatasetTexts): DecisionDataset {
  const novels = new Map(texts.novels.map((novel) => [novel.id, novel]));
  const characters = charactersOf(texts.characters, novels);
  const decisions = decisionsOf(texts.decisions, novels, characters);
  return {
    novels,
    decisions,
    byId: new Map(decisions.map((decision) => [decision.id, decision])),
    characters,
    entities: entitiesOf(texts.entities, novels),
    ratings: ratingsOf(texts.ratings),
  };
}

/**
 * The project's decisions and the reader's own as one dataset, the project's first. Where both use an id, or name the
 * entities of a novel, the project's stand.
 */
export function joined(a: DecisionDataset, b: DecisionDataset): DecisionDataset {
  const own = b.decisions.filter(({ id }) => !a.byId.has(id));
  const decisions = [...a.decisions, ...own];
  return {
    novels: new Map([...b.novels, ...a.novels]),
    decisions,
    byId: new Map(decisions.map((decision) => [decision.id, decision])),
    characters: new Map([...b.characters, ...a.characters]),
    entities: new Map([...b.entities, ...a.entities]),
    ratings: [...a.ratings, ...b.ratings],
    own: new Set(own.map(({ id }) => id)),
  };
}

/** The options in authored order, keyed by their letters. */
export function lettered(options: readonly [string, string, string, string]): Decision['options'] {
  const [A, B, C, D] = options;
  return { A, B, C, D };
}

type Novels = ReadonlyMap<string, DatasetNovel>;

function charactersOf(text: string, novels: Novels): Map<string, Character> {
  const { rows, faults } = parseLines(text, characterRow);
  const found = new Map<string, Character>();
  for (const { line, value } of rows) {
    if (found.has(value.id)) faults.push({ line, field: 'id', message: 'is used again' });
    if (!novels.has(value.novel)) faults.push({ line, field: 'novel', message: 'is not known' });
    for (const [index, { after }] of value.statements.entries()) {
      const before = value.statements[index - 1]?.after;
      if (before && comparePlaces(before, after) > 0) {
        faults.push({ line, field: `statements.${index}.after`, message: 'is not in story order' });
      }
    }
    found.set(value.id, value);
  }
  refuseFaults('characters.jsonl', faults);
  return found;
}

function decisionsOf(
  text: string,
  novels: Novels,
  characters: ReadonlyMap<string, Character>,
): Decision[] {
  const { rows, faults } = parseLines(text, decisionRow);
  const ids = new Set<string>();
  const decisions: Decision[] = [];
  for (const { line, value } of rows) {
    const fault = (field: string, message: string): number => faults.push({ line, field, message });
    if (ids.has(value.id)) fault('id', 'is used again');
    ids.add(value.id);
    if (!novels.has(value.novel)) fault('novel', 'is not known');
    const character = characters.get(value.character);
    if (character?.novel !== value.novel) {
      fault('character', 'is not one of the novel');
      continue;
    }
    for (const [index, place] of value.evidence.entries()) {
      if (comparePlaces(place, value.at) >= 0)
        fault(`evidence.${index}`, 'is not before the decision');
    }
    decisions.push({ ...value, cluster: value.novel, character, options: lettered(value.options) });
  }
  refuseFaults('decisions.jsonl', faults);
  return decisions;
}

function entitiesOf(text: string, novels: Novels): Map<string, Entity[]> {
  const { rows, faults } = parseLines(text, entityRow);
  const found = new Map<string, Entity[]>();
  const seen = new Set<string>();
  for (const { line, value } of rows) {
    if (!novels.has(value.novel)) faults.push({ line, field: 'novel', message: 'is not known' });
    faults.push(...usedAgain(line, value, seen));
    const ofNovel = found.get(value.novel);
    if (ofNovel) ofNovel.push(value);
    else found.set(value.novel, [value]);
  }
  refuseFaults('entities.jsonl', faults);
  return found;
}

/** One placeholder names one entity, and a form belongs to one. */
function usedAgain(
  line: number,
  { novel, placeholder, forms }: Entity,
  seen: Set<string>,
): LineFault[] {
  const faults: LineFault[] = [];
  const once = (name: string, field: string): void => {
    const key = `${novel}/${name}`;
    if (seen.has(key)) faults.push({ line, field, message: 'is used again in this novel' });
    seen.add(key);
  };
  once(placeholder, 'placeholder');
  for (const [index, form] of forms.entries()) once(`form ${form}`, `forms.${index}`);
  return faults;
}

/** Points for decisions that the rules threw out are kept beside the others: they are part of the record. */
function ratingsOf(text: string): Rating[] {
  const { rows, faults } = parseLines(text, ratingRow);
  refuseFaults('ratings.jsonl', faults);
  return rows.map(({ value }) => value);
}
