import { svelte } from '@sveltejs/vite-plugin-svelte';
import { VitePWA } from 'vite-plugin-pwa';
import { defineConfig } from 'vitest/config';

/** WebAssembly threads need a cross-origin isolated page. */
const isolation = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

/** Larger files (the engine) and the novels are kept for offline use from their first use on, not fetched with the page. */
const PRECACHE_UP_TO = 1_000_000;

/** Novels, vectors and the tokenizer, which a first page has no use for: the same. */
const SEARCH_FILES = /\.(txt|bin)$|minilm-tokenizer-/;

export default defineConfig({
  // Relative addresses: the site works from any sub-path of any static host.
  base: './',
  publicDir: 'static',
  // A missing file is a 404, never index.html: a missing model must not look like broken JSON.
  appType: 'mpa',
  plugins: [
    svelte(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src',
      filename: 'service-worker.ts',
      injectRegister: false,
      manifest: false,
      injectManifest: {
        rollupFormat: 'iife',
        globPatterns: ['**/*.{html,js,mjs,css,svg,woff2,png,json,gz,wasm,webmanifest,txt,bin}'],
        globIgnores: ['models/**', 'service-worker.js', 'headless.html'],
        dontCacheBustURLsMatching: /^assets\//,
        maximumFileSizeToCacheInBytes: 64 * 1024 * 1024,
        manifestTransforms: [
          (entries) => ({
            manifest: entries.map((entry) =>
              entry.size > PRECACHE_UP_TO || SEARCH_FILES.test(entry.url)
                ? { ...entry, revision: 'lazy' }
                : entry,
            ),
            warnings: [],
          }),
        ],
      },
    }),
  ],
  worker: { format: 'es' },
  server: { headers: isolation },
  preview: { headers: isolation },
  build: {
    target: 'es2022',
    chunkSizeWarningLimit: 12_000,
    // `headless.html` is what `npm run reproduce` and the benchmarks open; nothing links to it.
    rolldownOptions: { input: ['index.html', 'headless.html'] },
  },
  test: { include: ['tests/unit/**/*.test.ts'], environment: 'node' },
});
