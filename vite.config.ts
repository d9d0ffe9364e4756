import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

/** WebAssembly threads need a cross-origin isolated page. */
const isolation = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

export default defineConfig({
  // Relative addresses: the site works from any sub-path of any static host.
  base: './',
  publicDir: 'static',
  // A missing file is a 404, never index.html: a missing model must not look like broken JSON.
  appType: 'mpa',
  plugins: [svelte()],
  worker: { format: 'es' },
  server: { headers: isolation },
  preview: { headers: isolation },
  build: { target: 'es2022', chunkSizeWarningLimit: 12_000 },
  test: { include: ['tests/unit/**/*.test.ts'], environment: 'node' },
});
