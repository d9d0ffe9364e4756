/**
 * `npm run merge -- a.json b.json --out c.json`: puts the parts of one study together. Exit 0 once the merged file is
 * written, also where trials are still missing; they are counted.
 */
import { asCommand } from './setup/command.mjs';
import { ensurePackages } from './setup/packages.mjs';
import { readMergeArguments } from './reproduce/merge-arguments.mjs';

await asCommand(async () => {
  const options = readMergeArguments(process.argv.slice(2));
  await ensurePackages();
  const { withModules } = await import('./lib/load.mjs');
  await withModules(async (load) => {
    const { mergeFiles } = await load('scripts/reproduce/merge.ts');
    await mergeFiles(options);
  });
});
