/**
 * `node scripts/vectors.mjs [NOVEL ...]`: makes the vectors of the offline novels that ship with the page
 * (`datasets/vectors/`), with the chunking that studies use by default. A novel whose vectors fit its text, the model
 * and the chunking is left as it is. Takes about a second a chunk.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as prettier from 'prettier';
import { withModules } from './lib/load.mjs';
import { catalogueFile, novelReader } from './lib/novels.mjs';
import { sha256 } from './setup/files.mjs';

await withModules(async (load) => {
  const { shippedFolder, fileStore } = await load('scripts/lib/library.ts');
  const { embedderInNode, tokenizerInNode } = await load('scripts/lib/embedder.ts');
  const { shippedFor } = await load('src/exchange/shipped-vectors.ts');
  const { chunkNovel, paragraphLengths } = await load('src/retrieval/chunks.ts');
  const { makeVectors } = await load('src/retrieval/novel-vectors.ts');
  const { novelOf } = await load('src/decision/novels/novel-text.ts');
  const { embedderInfo } = await load('src/engines/embedder-model.ts');
  const { RETRIEVAL_DEFAULTS } = await load('src/core/retriever.ts');
  const { cacheDir } = await import('./setup/paths.mjs');

  const file = join(shippedFolder, 'index.json');
  const read = await novelReader(load, undefined);
  const { count } = tokenizerInNode();
  const store = fileStore(join(cacheDir(), 'vectors'));
  const named = process.argv.slice(2);
  const offline = JSON.parse(readFileSync(catalogueFile, 'utf8')).filter(
    ({ id, source }) => source.kind === 'offline' && (named.length === 0 || named.includes(id)),
  );
  let embedder;
  for (const entry of offline) {
    const novel = await novelOf(read(entry), entry);
    const chunked = chunkNovel(novel, paragraphLengths(novel, count), RETRIEVAL_DEFAULTS);
    const entries = JSON.parse(readFileSync(file, 'utf8'));
    if (shippedFor(entries, chunked, embedderInfo)) {
      console.log(`${novel.id}: as it should be`);
      continue;
    }
    embedder ??= await embedderInNode(console.log);
    const started = performance.now();
    const { values } = await makeVectors(chunked, embedder, store, undefined, (done) => {
      if (done % 16 === 0) console.log(`${novel.id}: ${done} of ${chunked.chunks.length}`);
    });
    mkdirSync(shippedFolder, { recursive: true });
    writeFileSync(join(shippedFolder, `${novel.id}.bin`), values);
    const made = {
      novel: novel.id,
      text: novel.hash,
      model: { id: embedderInfo.id, sha256: embedderInfo.sha256 },
      chunking: chunked.chunking,
      chunks: chunked.chunks.length,
      file: `${novel.id}.bin`,
      sha256: sha256(values),
    };
    const others = JSON.parse(readFileSync(file, 'utf8')).filter((one) => one.novel !== novel.id);
    const all = [...others, made].sort((a, b) => (a.novel < b.novel ? -1 : 1));
    writeFileSync(
      file,
      await prettier.format(JSON.stringify(all), { parser: 'json', printWidth: 100 }),
    );
    console.log(
      `${novel.id}: ${made.chunks} vectors in ${((performance.now() - started) / 1000).toFixed(0)} s`,
    );
  }
});
