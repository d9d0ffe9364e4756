/**
 * `npm run first-look`: computes what the first page shows at once from a recorded run. To be run again when that run
 * or the quick study changes; a test says so.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withModules } from './lib/load.mjs';
import { projectRoot } from './setup/paths.mjs';

const RUN = 'behavior-table-3-p.qwen2.5-coder-1.5b';

await withModules(async (load) => {
  const { firstLook } = await load('scripts/lib/first-look.ts');
  const file = new Uint8Array(
    readFileSync(join(projectRoot, 'datasets', 'reference-runs', `${RUN}.json.gz`)),
  );
  const look = await firstLook(RUN, file);
  const target = join(projectRoot, 'datasets', 'first-look', 'first-look.json');
  writeFileSync(target, `${JSON.stringify(look, null, 2)}\n`);
});
