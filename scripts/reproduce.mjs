/**
 * `npm run reproduce -- STUDY --out run.json`: runs a study without the page and writes a run file.
 */
import { parseArgs } from 'node:util';
import { asCommand } from './setup/command.mjs';
import { ensurePackages } from './setup/packages.mjs';

const USAGE = `npm run reproduce -- STUDY --out FILE [--engine embedded|endpoint] [--endpoint URL] [--model NAME]
  [--model-file FILE] [--novels DIR] [--limit N] [--budget TOKENS] [--resume FILE]
STUDY is the id of a built-in study or a study file. FILE ends with .json or .jsonl, and .gz where it is to be packed.
DIR holds the Standard Ebooks sources of the novels that do not come with the project.`;

await asCommand(async () => {
  const options = readOptions();
  await ensurePackages();
  const { withModules } = await import('./lib/load.mjs');
  const complete = await withModules(async (load) => {
    if (options.engine === 'endpoint') {
      const { reproduceOnEndpoint } = await load('scripts/reproduce/reproduce.ts');
      const { libraryInNode } = await load('scripts/lib/library.ts');
      const library = () => libraryInNode({ load, novels: options.novels });
      return reproduceOnEndpoint({ ...options, library });
    }
    const { reproduceEmbedded } = await import('./reproduce/embedded.mjs');
    return reproduceEmbedded(load, options);
  });
  if (!complete) throw new Error('Some trials have no outcome: run again with --resume.');
  console.log(`\nWritten: ${options.out}`);
});

function readOptions() {
  let parsed;
  try {
    parsed = parseArgs({
      allowPositionals: true,
      options: {
        out: { type: 'string' },
        engine: { type: 'string', default: 'embedded' },
        endpoint: { type: 'string' },
        model: { type: 'string' },
        'model-file': { type: 'string' },
        novels: { type: 'string' },
        limit: { type: 'string' },
        budget: { type: 'string' },
        resume: { type: 'string' },
      },
    });
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
  const { values, positionals } = parsed;
  const [study] = positionals;
  const [limit, budget] = ['limit', 'budget'].map((name) => wholeNumber(values[name], name));
  if (study === undefined || positionals.length > 1 || values.out === undefined) {
    throw new Error(USAGE);
  }
  if (values.engine !== 'embedded' && values.engine !== 'endpoint') {
    throw new Error(`--engine takes embedded or endpoint, not "${values.engine}".`);
  }
  if (values.engine === 'endpoint' && values.endpoint === undefined) {
    throw new Error('--engine endpoint needs --endpoint URL.');
  }
  return {
    study,
    out: values.out,
    engine: values.engine,
    endpoint: values.endpoint,
    model: values.model,
    modelFile: values['model-file'],
    novels: values.novels,
    limit,
    budget,
    resume: values.resume,
  };
}

/** The number of an option, undefined where it was not given. */
function wholeNumber(text, name) {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (Number.isInteger(number) && number > 0) return number;
  throw new Error(`--${name} takes a whole number above 0, not "${text}".`);
}
