/**
 * `npm run check:novels [-- --from DIR]`: every novel's chapters against its table of contents, its paragraphs against
 * the words of its source, its hash against the catalogue, and the place and hash of every decision, evidence and
 * statement. `DIR` holds the Standard Ebooks sources, one folder an edition; without it the offline novels are checked.
 * The sources are read here by other means than the project's readers. Exit 1 on a fault.
 */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { faultsOfPlaces, rowsOf } from './lib/check-places.mjs';
import { editionSource, plainSource, compareWords } from './lib/novel-sources.mjs';
import { root, withModules } from './lib/load.mjs';
import { catalogueFile, editionFolder, novelReader, offlineFolder, option } from './lib/novels.mjs';

const from = option('--from');
const evidence = join(root, 'docs', 'evidence', 'check-novels.txt');

const { lines, faults, complete } = await withModules(async (load) => {
  const read = await novelReader(load, from);
  const entries = JSON.parse(await readFile(catalogueFile, 'utf8'));
  const data = await rowsOf(join(root, 'datasets', 'decision'));
  const found = { lines: [header()], faults: [], complete: true };
  for (const entry of entries) {
    const text = read(entry);
    if (text === null) {
      found.lines.push(`${entry.id.padEnd(31)} its text is not at hand`);
      found.complete = false;
      continue;
    }
    const { line, wrong } = check(entry, text.chapters, data);
    found.lines.push(line);
    found.faults.push(...wrong.map((fault) => `${entry.id}: ${fault}`));
  }
  return found;
});

const verdict = faults.length === 0 ? 'No fault.' : `${faults.length} faults:`;
const report = [...lines, '', verdict, ...faults].join('\n');
console.log(report);
if (complete) await writeFile(evidence, `${report}\n`);
else console.log('The evidence is kept as it is: not every novel was at hand (--from DIR).');
process.exitCode = faults.length === 0 ? 0 : 1;

function header() {
  const cells = ['chapters', 'in contents', 'paragraphs', 'words', 'decisions', 'places'];
  return `${'novel'.padEnd(31)} ${cells.join('  ')}  text`;
}

/** One novel: its line of the table, and what is wrong with it. */
function check(entry, chapters, data) {
  const source =
    entry.source.kind === 'offline'
      ? plainSource(join(offlineFolder, entry.source.file))
      : editionSource(editionFolder(from, entry.source.slug));
  const wrong = [];
  if (chapters.length !== source.titles.length)
    wrong.push(`${chapters.length} chapters, ${source.titles.length} in the table of contents`);
  for (const [i, title] of source.titles.entries())
    if (!plain(chapters[i]?.title ?? '').includes(plain(title)))
      wrong.push(`chapter ${i + 1} is called “${chapters[i]?.title}”, in the contents “${title}”`);
  const lost = compareWords(source, chapters);
  if (lost !== null) wrong.push(lost);
  const json = JSON.stringify(chapters.map((chapter) => chapter.paragraphs));
  if (createHash('sha256').update(json).digest('hex') !== entry.hash)
    wrong.push('its text does not have the catalogue’s hash');
  const paragraphs = chapters.flatMap((chapter) => chapter.paragraphs);
  const words = paragraphs.join(' ').split(' ').length;
  if (words !== entry.words || chapters.length !== entry.chapters)
    wrong.push('the catalogue’s numbers are not those of its text');
  const places = faultsOfPlaces(entry.id, chapters, data);
  wrong.push(...places.faults);
  const cells = [
    String(chapters.length).padStart(8),
    String(source.titles.length).padStart(11),
    String(paragraphs.length).padStart(10),
    String(words).padStart(6),
    String(places.decisions).padStart(8),
    String(places.places).padStart(6),
    lost === null ? 'none lost or doubled' : 'differs',
  ];
  return { line: `${entry.id.padEnd(31)} ${cells.join('  ')}`, wrong };
}

/** A title without what is written differently in a heading and in a table of contents. */
function plain(title) {
  return title
    .replace(/[\u2060.:,—–-]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}
