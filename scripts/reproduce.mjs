/**
 * `npm run reproduce -- STUDY --out run.json`: runs a study without the page and writes a run file; or writes it as a
 * batch for a service, and reads what came of that. Exit 0 only if every trial has an outcome.
 */
import { asCommand } from './setup/command.mjs';
import { ensurePackages } from './setup/packages.mjs';
import { readArguments } from './reproduce/arguments.mjs';

await asCommand(async () => {
  const options = readArguments(process.argv.slice(2));
  await ensurePackages();
  const { withModules } = await import('./lib/load.mjs');
  await withModules(async (load) => {
    const library = async () => {
      const { libraryInNode } = await load('scripts/lib/library.ts');
      return libraryInNode({ load, novels: options.novels });
    };
    if (options.task === 'write-batch') {
      const { writeBatch } = await load('scripts/reproduce/batch.ts');
      await writeBatch({ ...options, library });
      return;
    }
    const complete = await answered(load, { ...options, library });
    console.log(`\nWritten: ${options.out}`);
    if (!complete) {
      throw new Error(
        `Some trials have no outcome yet. The same command with --resume ${options.out} asks for these.`,
      );
    }
  });
});

/** @returns {Promise<boolean>} true if every trial has an outcome */
async function answered(load, options) {
  if (options.task === 'read-batch') {
    const { readBatch } = await load('scripts/reproduce/batch.ts');
    return readBatch(options);
  }
  if (options.engine === 'endpoint') {
    const { reproduceOnEndpoint } = await load('scripts/reproduce/reproduce.ts');
    // From the environment only: an argument would show in every list of processes.
    return reproduceOnEndpoint({ ...options, key: process.env.CROSSROADS_KEY });
  }
  const { reproduceEmbedded } = await import('./reproduce/embedded.mjs');
  return reproduceEmbedded(load, options);
}
