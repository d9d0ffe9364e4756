/** The parts of the search over novels, for the benchmarks (tests/bench/retrieval.mjs). */
export { embedder, library } from './exchange/library-here';
export { indexHere } from './exchange/novel-index';
export { parseNovel } from './exchange/novel-parser';
export { offlineAddress } from './exchange/offline-novels';
export { keptVectors, vectorKey } from './retrieval/novel-vectors';
export { makeRetriever } from './retrieval/retriever';
export { quantise } from './retrieval/vectors';
export { vectors } from './storage/here';
