import { readFileSync } from 'node:fs';
import { nativeEmbedding } from './native-embedding.mjs';

/** Moby-Dick, the longest of the offline novels, from its file to what a query finds in it. */
const NOVEL = { id: 'moby-dick', title: 'Moby-Dick', author: 'Herman Melville' };
const FILE = 'melville-moby_dick.txt';
const DECISIONS = new URL('../../datasets/decision/decisions.jsonl', import.meta.url);
/** How often embedding is measured, in turn with the native one. */
const ROUNDS = 3;
const SECONDS = 4;

/**
 * @param {import('playwright').Page} page the headless page
 * @returns {Promise<Record<string, number>>} milliseconds (medians; of queries the 95th percentile), MB, and windows a second
 */
export async function retrieval(page) {
  const queries = readFileSync(DECISIONS, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
    .map(({ scenario, question }) => `${scenario} ${question}`);
  const search = await page.evaluate(searchIn, { novel: NOVEL, file: FILE, queries });
  await page.reload();
  await page.waitForFunction(() => window.crossroads !== undefined);
  const load = await page.evaluate(loadKept, NOVEL.id);
  const memory = await page.evaluate(memoryWhileEmbedding);
  const rates = await throughput(page);
  return { ...search, load, memory, ...rates };
}

/** In the page: reads, indexes and searches the novel. */
async function searchIn({ novel: known, file, queries }) {
  const parts = await window.crossroads.search();
  const median = (times) => [...times].sort((a, b) => a - b)[times.length >> 1];
  const percentile = (times) => [...times].sort((a, b) => a - b)[Math.floor(0.95 * times.length)];
  const timed = async (work) => {
    const started = performance.now();
    const result = await work();
    return [performance.now() - started, result];
  };
  const bytes = new Uint8Array(
    await (await fetch(new URL(parts.offlineAddress(file), location.href))).arrayBuffer(),
  );
  const parses = [];
  const indexes = [];
  let novel;
  let indexed;
  for (let i = 0; i < 5; i += 1) {
    const [ms, read] = await timed(() => parts.parseNovel({ kind: 'plain', bytes, known }));
    parses.push(ms);
    novel = read.novel;
  }
  for (let i = 0; i < 3; i += 1) {
    const [ms, made] = await timed(() =>
      parts.indexHere(novel, { chunkTokens: 1000, overlapTokens: 0 }),
    );
    indexes.push(ms);
    indexed = made;
  }

  const { chunked, terms } = indexed;
  const settings = { chunkTokens: 1000, overlapTokens: 0, k1: 1.5, b: 0.75 };
  const words = parts.makeRetriever('bm25', chunked, settings, { terms });
  const bm25 = [];
  // Another place each time, so that the statistics of the text before it are made anew.
  for (let i = 0; i < 300; i += 1) {
    const before = { chapter: 20 + ((i * 37) % 110), paragraph: 1 };
    bm25.push((await timed(() => words.search(queries[i % queries.length], before)))[0]);
  }

  // Vectors and the queries' own are made beforehand: what is timed is the search.
  const model = await parts.embedder();
  const [embedQuery] = await timed(() => model.embed(queries.slice(0, 1)));
  const asked = await model.embed(queries.slice(0, 8));
  const made = asked.concat(chunked.chunks.slice(8).map((_, i) => asked[i % 8].map((x, d) => x + Math.sin(i * d) / 20)));
  const vectors = parts.quantise(made, 384);
  await parts.vectors.put(parts.vectorKey(chunked, model.model), known.id, vectors.values.buffer);
  const known8 = new Map(queries.slice(0, 8).map((query, i) => [query, asked[i]]));
  const embedder = {
    ...model,
    embed: (texts, ...rest) =>
      known8.has(texts[0]) ? Promise.resolve([known8.get(texts[0])]) : model.embed(texts, ...rest),
  };
  const meaning = { vectors, embedder };
  const near = parts.makeRetriever('embedding', chunked, settings, { terms, meaning });
  const both = parts.makeRetriever('hybrid', chunked, settings, { terms, meaning });
  const place = { chapter: 130, paragraph: 1 };
  const [hybridFirst] = await timed(() => both.search(queries[0], place));
  await near.search(queries[0], place);
  const vector = [];
  const hybrid = [];
  for (let i = 0; i < 200; i += 1) {
    vector.push((await timed(() => near.search(queries[i % 8], place)))[0]);
    hybrid.push((await timed(() => both.search(queries[i % 8], place)))[0]);
  }
  return {
    chunks: chunked.chunks.length,
    parse: median(parses),
    index: median(indexes),
    bm25: percentile(bm25),
    vector: percentile(vector),
    hybrid: percentile(hybrid),
    hybridFirst,
    embedQuery,
  };
}

/** In the page, freshly loaded: the time to a cached novel's vectors, the opening of the storage included. */
async function loadKept(id) {
  const parts = await window.crossroads.search();
  const novel = await parts.library.novel(id);
  const { chunked } = await parts.indexHere(novel, { chunkTokens: 1000, overlapTokens: 0 });
  const { model } = await parts.embedder();
  const started = performance.now();
  const vectors = await parts.keptVectors(chunked, model, parts.vectors);
  const ms = performance.now() - started;
  if (vectors === null) throw new Error('the vectors were not kept');
  return ms;
}

/** In the page: MB in use, workers included, while it embeds. */
async function memoryWhileEmbedding() {
  const parts = await window.crossroads.search();
  const model = await parts.embedder();
  let measured = null;
  const measuring = performance.measureUserAgentSpecificMemory().then(({ bytes }) => {
    measured = bytes / 1e6;
  });
  while (measured === null) await model.embed(Array(8).fill('the sea and the land '.repeat(200)));
  await measuring;
  return measured;
}

/** Windows a second here and natively, in turn, so that whatever else the machine does meets both. */
async function throughput(page) {
  const native = await nativeEmbedding();
  const rates = { ours: [], one: [], eight: [] };
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      rates.ours.push(await page.evaluate(embedFor, SECONDS * 1000));
      const { one, eight } = await native.measure(SECONDS / 2);
      rates.one.push(one);
      rates.eight.push(eight);
    }
  } finally {
    native.close();
  }
  const best = (values) => Math.max(...values);
  return { ours: best(rates.ours), nativeOne: best(rates.one), nativeEight: best(rates.eight) };
}

/** In the page: windows of 256 tokens embedded in a second. */
async function embedFor(ms) {
  const parts = await window.crossroads.search();
  const model = await parts.embedder();
  // A token a word: windows as full as can be.
  const text = Array.from({ length: 254 }, (_, i) => ['sea', 'land', 'ship', 'wind'][i % 4]).join(' ');
  await model.embed(Array(4).fill(text));
  const started = performance.now();
  let done = 0;
  while (performance.now() - started < ms) {
    await model.embed(Array(16).fill(text));
    done += 16;
  }
  return (done * 1000) / (performance.now() - started);
}
