import { canonical, type Json } from '../core/hash';
import type { Manifest } from '../core/run';
import { shown } from './issues';

/**
 * What keeps two runs from being parts of one, in words that go on from "they": `have other items`. Null where nothing
 * does: the same questions, of the same items, in the same prompts, to the same model in the same kind of engine.
 */
export function runDifference(a: Manifest, b: Manifest): string | null {
  if (a.studyHash !== b.studyHash) return `are runs of two studies: ${studyDifference(a, b)}`;
  if (a.dataHash !== b.dataHash) {
    return 'ask the same study of other items: one was made with another version of the data';
  }
  if (a.promptHash !== b.promptHash) {
    return 'put the same items into other prompts: one was made with another version of the software';
  }
  if (a.trials !== b.trials) {
    return `have plans of another length: ${a.trials} and ${b.trials} trials`;
  }
  if (a.engine !== b.engine) {
    return `were answered in two kinds of engine, ${a.engine} and ${b.engine}, which compute other numbers`;
  }
  return modelDifference(a.models, b.models);
}

/** One text for all runs that may be parts of one. */
export function partsKey({
  studyHash,
  dataHash,
  promptHash,
  trials,
  engine,
  models,
}: Manifest): string {
  const { sha256, id } = models.answer;
  return JSON.stringify([
    studyHash,
    dataHash,
    promptHash,
    trials,
    engine,
    sha256 === '' ? id : sha256,
  ]);
}

type Models = Manifest['models'];
type Model = Models['answer'];

const ROLES = ['answer', 'describe', 'locate', 'judge', 'embed'] as const;
const DOES: Readonly<Record<(typeof ROLES)[number], string>> = {
  answer: 'were answered',
  describe: 'have descriptions written',
  locate: 'have episodes located',
  judge: 'were rated',
  embed: 'have passages found',
};

function modelDifference(a: Models, b: Models): string | null {
  for (const role of ROLES) {
    const [one, other] = [a[role], b[role]];
    if (one === undefined || other === undefined || isSameModel(one, other)) continue;
    return `${DOES[role]} by two models: ${named(one, other)} and ${named(other, one)}`;
  }
  return null;
}

/** The same file; where none is known, the same name. */
function isSameModel(a: Model, b: Model): boolean {
  return a.sha256 === '' && b.sha256 === '' ? a.id === b.id : a.sha256 === b.sha256;
}

/** A model's name; with its file's hash where the name alone would not tell it from the other. */
function named({ id, sha256 }: Model, other: Model): string {
  if (id !== other.id) return id;
  return `${id} (${sha256 === '' ? 'file not known' : `file ${sha256.slice(0, 12)}`})`;
}

/** The first setting in which two studies differ, with both values. */
function studyDifference({ study: a }: Manifest, { study: b }: Manifest): string {
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])]
    // These are no part of what is asked.
    .filter(
      (name) => !['id', 'title', 'models', 'reviews', 'format'].includes(name),
    ) as (keyof typeof a)[];
  const text = (value: unknown): string => canonical((value ?? null) as Json);
  const differing = names.find((name) => text(a[name]) !== text(b[name]));
  if (differing === undefined) return `${shown(a.title)} and ${shown(b.title)}`;
  const said = [a[differing], b[differing]].map((value) => short(value));
  return `“${a.title}” has ${differing} ${said[0]}, “${b.title}” ${said[1]}`;
}

function short(value: unknown): string {
  if (value === undefined) return 'not set';
  if (typeof value !== 'object' || value === null) return shown(value);
  const text = canonical(value as Json);
  return text.length > 120 ? `${text.slice(0, 120)}...` : text;
}
