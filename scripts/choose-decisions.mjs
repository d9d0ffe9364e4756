/**
 * Chooses the decisions of the built-in studies that name them one by one, and writes their ids into the study files:
 * 60 for `decision-core`, spread over motivation types and then over novels; 40 for `lifechoice-figure-5`, half
 * character-driven and half plot-driven, spread over characters and then over novels (LifeChoice section 5.2).
 * Seeded, so that the same data give the same choice. To be run again when decisions are added or thrown out:
 *
 *     node scripts/choose-decisions.mjs
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './setup/paths.mjs';

const CHARACTER_DRIVEN = new Set([
  'personality-and-traits',
  'emotions-and-psychological-state',
  'social-relationships',
  'values-and-beliefs',
  'desires-and-goals',
]);
const isCharacterDriven = ({ motivation }) => CHARACTER_DRIVEN.has(motivation.type);

/** The decisions in an order that depends on the seed and on each decision alone. */
function drawn(decisions, seed) {
  const keyed = decisions.map((decision) => ({
    decision,
    key: createHash('sha256').update(`${seed}/${decision.id}`).digest('hex'),
  }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ decision }) => decision);
}

/** Takes so many, each time one whose groups, the first of them before the next, have had the fewest. */
function spread(decisions, count, groups, seed) {
  const left = drawn(decisions, seed);
  const had = new Map();
  const seen = (name, decision) => had.get(`${name} ${groups[name](decision)}`) ?? 0;
  const chosen = [];
  while (chosen.length < count && left.length > 0) {
    const best = left.reduce((a, b) => {
      for (const name of Object.keys(groups)) {
        if (seen(name, a) !== seen(name, b)) return seen(name, a) < seen(name, b) ? a : b;
      }
      return a;
    });
    left.splice(left.indexOf(best), 1);
    chosen.push(best);
    for (const name of Object.keys(groups)) {
      had.set(`${name} ${groups[name](best)}`, seen(name, best) + 1);
    }
  }
  return chosen;
}

/** Writes ids in the order of the data, so that a study's file changes no more than its choice. */
function write(id, chosen) {
  const path = join(projectRoot, 'datasets/studies', `${id}.json`);
  const study = JSON.parse(readFileSync(path, 'utf8'));
  const ids = decisions.filter((decision) => chosen.includes(decision)).map((one) => one.id);
  writeFileSync(path, `${JSON.stringify({ ...study, items: { ids } }, null, 2)}\n`);
  console.log(
    `${id}: ${ids.length} decisions of ${new Set(chosen.map((one) => one.novel)).size} novels`,
  );
}

const decisions = readFileSync(join(projectRoot, 'datasets/decision/decisions.jsonl'), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line));
const type = ({ motivation }) => motivation.type;
const novel = (decision) => decision.novel;
const character = (decision) => decision.character;

write('decision-core', spread(decisions, 60, { type, novel, character }, 'core'));
const halves = [true, false].flatMap((wanted) =>
  spread(
    decisions.filter((decision) => isCharacterDriven(decision) === wanted),
    20,
    { character, novel, type },
    'figure-5',
  ),
);
for (const id of ['lifechoice-figure-5', 'lifechoice-figure-5-p']) write(id, halves);
