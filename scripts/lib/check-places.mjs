/** The places that decisions, evidence and statements name, held against a novel's paragraphs. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The rows of the decision suite that name places.
 * @param {string} folder
 */
export async function rowsOf(folder) {
  const rows = (name) => {
    const file = join(folder, name);
    if (!existsSync(file)) return [];
    const lines = readFileSync(file, 'utf8').split('\n');
    return lines.filter((line) => line.trim() !== '').map((line) => JSON.parse(line));
  };
  return { decisions: rows('decisions.jsonl'), characters: rows('characters.jsonl') };
}

/**
 * @param {string} novel
 * @param {{ paragraphs: string[] }[]} chapters
 * @param {Awaited<ReturnType<typeof rowsOf>>} data
 */
export function faultsOfPlaces(novel, chapters, data) {
  const faults = [];
  let places = 0;
  const textAt = ({ chapter, paragraph }) => chapters[chapter - 1]?.paragraphs[paragraph - 1];
  const anchor = (of, place) => {
    places += 1;
    const text = textAt(place);
    const name = `${of}, ${place.chapter}.${place.paragraph}`;
    if (text === undefined) faults.push(`${name}: there is no such place`);
    else if (hash(text) !== place.hash) faults.push(`${name}: its paragraph has another hash`);
  };
  const decisions = data.decisions.filter((decision) => decision.novel === novel);
  for (const { id, at, evidence } of decisions) {
    anchor(id, at);
    for (const place of evidence) {
      anchor(`${id}, evidence`, place);
      if (!before(place, at))
        faults.push(`${id}: evidence that does not stand before the decision`);
    }
  }
  for (const { id, statements } of data.characters.filter((one) => one.novel === novel))
    for (const { after } of statements) {
      places += 1;
      if (textAt(after) === undefined)
        faults.push(`${id}, after ${after.chapter}.${after.paragraph}: there is no such place`);
    }
  return { faults, places, decisions: decisions.length };
}

function hash(text) {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

function before(a, b) {
  return (a.chapter - b.chapter || a.paragraph - b.paragraph) < 0;
}
