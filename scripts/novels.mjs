/**
 * `node scripts/novels.mjs [--from DIR]`: fills in what `datasets/decision/novels.json` computes from the texts (words,
 * chapters, hash). `--from` names a folder with the Standard Ebooks sources; without it those novels stay as they are.
 */
import { readFile, writeFile } from 'node:fs/promises';
import * as prettier from 'prettier';
import { withModules } from './lib/load.mjs';
import { catalogueFile, novelReader, option } from './lib/novels.mjs';

await withModules(async (load) => {
  const { textHash, wordCount } = await load('src/decision/novels/novel-text.ts');
  const { parseCatalogue } = await load('src/decision/catalogue.ts');
  const read = await novelReader(load, option('--from'));
  const entries = JSON.parse(await readFile(catalogueFile, 'utf8'));
  for (const entry of entries) {
    const text = read(entry);
    if (text === null) {
      console.log(`${entry.id}: its text is not at hand, left as it is`);
      continue;
    }
    entry.words = wordCount(text.chapters);
    entry.chapters = text.chapters.length;
    entry.hash = await textHash(text.chapters);
    console.log(`${entry.id}: ${entry.words} words, ${entry.chapters} chapters`);
  }
  parseCatalogue(entries);
  const json = await prettier.format(JSON.stringify(entries), {
    parser: 'json',
    printWidth: 100,
    ...(await prettier.resolveConfig(catalogueFile)),
  });
  await writeFile(catalogueFile, json);
});
