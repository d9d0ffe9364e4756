/**
 * Reads the command line of `npm run reproduce`. Imports nothing but Node, for it runs before the packages are there.
 */
import { parseArgs } from 'node:util';

export const USAGE = `npm run reproduce -- STUDY --out FILE [--engine embedded|endpoint] [--endpoint URL] [--model NAME]
  [--concurrency N] [--model-file FILE] [--novels DIR] [--limit N] [--budget TOKENS] [--shard I/N] [--resume FILE]
npm run reproduce -- STUDY --batch FILE.jsonl --model NAME [--server openai|vllm] [--shard I/N] [--resume FILE]
npm run reproduce -- STUDY --from-batch FILE --out FILE [--model NAME] [--server openai|vllm] [--shard I/N] [--resume FILE]

STUDY is the id of a built-in study or a study file. The run file's name ends with .json or .jsonl, and .gz where it is
to be packed. DIR holds the Standard Ebooks sources of the novels that do not come with the project. --shard asks one of
several parts; npm run merge puts them together. --batch writes what a batch service is to be asked, --from-batch reads
what it answered (may be given several times). A server's key is read from the variable CROSSROADS_KEY.`;

/**
 * @typedef {object} ReproduceOptions
 * @property {string} study a built-in study's id or a file
 * @property {'run' | 'write-batch' | 'read-batch'} task
 * @property {string} out the run file; of `write-batch` the batch file
 * @property {'embedded' | 'endpoint'} engine
 * @property {string | undefined} endpoint
 * @property {string | undefined} model
 * @property {string | undefined} modelFile
 * @property {string | undefined} novels
 * @property {number | undefined} limit
 * @property {number | undefined} budget
 * @property {number} concurrency trials under way at once
 * @property {string | undefined} shard as written, `2/3`
 * @property {string | undefined} resume
 * @property {'openai' | 'vllm' | undefined} server who answers a batch
 * @property {readonly string[]} fromBatch
 */

const NAMES = /** @type {const} */ ([
  'out',
  'engine',
  'endpoint',
  'model',
  'model-file',
  'novels',
  'limit',
  'budget',
  'concurrency',
  'shard',
  'resume',
  'batch',
  'server',
]);

/**
 * @param {readonly string[]} args what stands after the script's name
 * @returns {ReproduceOptions}
 * @throws {Error} with a sentence for a person
 */
export function readArguments(args) {
  const { values, positionals } = parsed(args);
  const [study] = positionals;
  const fromBatch = values['from-batch'] ?? [];
  const { batch, out, server } = values;
  if (study === undefined || positionals.length > 1) throw new Error(USAGE);
  if (batch !== undefined && fromBatch.length > 0) {
    throw new Error('--batch writes a batch and --from-batch reads its answers: give one of them.');
  }
  const task = batch !== undefined ? 'write-batch' : fromBatch.length > 0 ? 'read-batch' : 'run';
  const target = task === 'write-batch' ? batch : out;
  if (target === undefined) throw new Error(`--out FILE is missing.\n${USAGE}`);
  if (task === 'write-batch' && out !== undefined) {
    throw new Error('--batch only writes what is to be asked: there is no run to write to --out.');
  }
  if (server !== undefined && task === 'run') {
    throw new Error(
      '--server goes with --batch and --from-batch; a running server is told apart by asking it.',
    );
  }
  if (server !== undefined && server !== 'openai' && server !== 'vllm') {
    throw new Error(`--server takes openai or vllm, not "${server}".`);
  }
  return {
    study,
    task,
    out: target,
    engine: engineOf(values, task),
    endpoint: values.endpoint,
    model: values.model,
    modelFile: values['model-file'],
    novels: values.novels,
    limit: wholeNumber(values.limit, 'limit'),
    budget: wholeNumber(values.budget, 'budget'),
    concurrency: wholeNumber(values.concurrency, 'concurrency') ?? 1,
    shard: values.shard,
    resume: values.resume,
    server,
    fromBatch,
  };
}

/** @param {readonly string[]} args */
function parsed(args) {
  if (args.some((arg) => /^--(api-?)?(key|token)(=|$)/.test(arg))) {
    throw new Error(
      'A key is never given on the command line, where others can read it: set the variable CROSSROADS_KEY.',
    );
  }
  const one = Object.fromEntries(
    NAMES.map((name) => [name, /** @type {const} */ ({ type: 'string' })]),
  );
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { ...one, 'from-batch': { type: 'string', multiple: true } },
    });
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`, {
      cause: error,
    });
  }
}

/** An address alone says that a server is meant. */
function engineOf({ engine, endpoint, concurrency }, task) {
  if (task !== 'run') {
    if (engine === undefined && endpoint === undefined && concurrency === undefined)
      return 'endpoint';
    throw new Error(
      'A batch is asked elsewhere: it takes no --engine, --endpoint or --concurrency.',
    );
  }
  const chosen = engine ?? (endpoint === undefined ? 'embedded' : 'endpoint');
  if (chosen !== 'embedded' && chosen !== 'endpoint') {
    throw new Error(`--engine takes embedded or endpoint, not "${chosen}".`);
  }
  if (chosen === 'endpoint' && endpoint === undefined) {
    throw new Error('--engine endpoint needs --endpoint URL.');
  }
  if (chosen === 'embedded' && endpoint !== undefined) {
    throw new Error('--endpoint names a server, but --engine embedded asks none.');
  }
  if (chosen === 'embedded' && concurrency !== undefined) {
    throw new Error(
      'The embedded engine answers one trial at a time: --concurrency goes with --endpoint.',
    );
  }
  return chosen;
}

/** The number of an option, undefined where it was not given. */
function wholeNumber(text, name) {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (text.trim() !== '' && Number.isInteger(number) && number > 0) return number;
  throw new Error(`--${name} takes a whole number above 0, not "${text}".`);
}
