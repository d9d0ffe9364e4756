import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { include: ['tests/long/**/*.test.ts'], environment: 'node', testTimeout: 30 * 60_000 },
});
