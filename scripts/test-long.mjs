/**
 * `npm run test:long`: the long simulations and fuzz runs in tests/long; the last output is kept in docs/evidence.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensurePackages } from './setup/packages.mjs';
import { projectRoot } from './setup/paths.mjs';

await ensurePackages();
const { status, stdout, stderr } = spawnSync(
  process.execPath,
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--config',
    'tests/long/vitest.config.ts',
    '--reporter=verbose',
  ],
  {
    cwd: projectRoot,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, NO_COLOR: '1' },
  },
);
process.stdout.write(stdout);
process.stderr.write(stderr);
// Neither the folder nor the hour belongs into the evidence.
const kept = stdout.replaceAll(projectRoot, '.').replace(/^\s*Start at.*\n/m, '');
writeFileSync(join(projectRoot, 'docs', 'evidence', 'test-long.txt'), kept);
process.exitCode = status ?? 1;
