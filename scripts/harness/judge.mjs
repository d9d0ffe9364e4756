/**
 * `node scripts/harness/judge.mjs [--study FILE] [--keep DIR]`: lets lm-evaluation-harness and Inspect run an exported study against a llama.cpp
 * server, one request at a time at temperature 0, reads their logs, and compares them answer by answer with our own
 * run; then lets both read the logs that we write. What is seen goes to `docs/evidence/harness-*.txt`.
 */
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { withModules } from '../lib/load.mjs';
import { joinModel, startLlama } from '../llama/server.mjs';
import { asCommand } from '../setup/command.mjs';
import { projectRoot } from '../setup/paths.mjs';
import { ensureTool } from './tools.mjs';

const STUDY = fileURLToPath(new URL('study.json', import.meta.url));
const MODEL = 'smollm2-135m-instruct-q8_0';

await asCommand(async () => {
  const { values } = parseArgs({
    options: { study: { type: 'string' }, keep: { type: 'string' } },
  });
  const { study = STUDY, keep } = values;
  if (keep !== undefined) await mkdir(keep, { recursive: true });
  const work = keep ?? (await mkdtemp(join(tmpdir(), 'crossroads-judge-')));
  try {
    await withModules(async (load) => judge(await load('scripts/harness/judge.ts'), study, work));
  } finally {
    if (keep === undefined) await rm(work, { recursive: true, force: true });
  }
});

/** @param {typeof import('./judge.ts')} judges @param {string} study @param {string} work */
async function judge(judges, study, work) {
  const [lmEval, inspect] = [await ensureTool('lm-eval'), await ensureTool('inspect')];
  const model = await joinModel(MODEL, work);
  const { plan, ...tasks } = await judges.prepare(study);
  console.log(`${plan.trials.length} trials of ${plan.items.length} items`);
  const folders = { lmEval: join(work, 'lm-eval'), inspect: join(work, 'inspect') };
  await writeAll(folders.lmEval, tasks.lmEval);
  await writeAll(folders.inspect, tasks.inspect);

  console.log('Ours, through chat completions');
  const ours = await withServer(model, (url) => judges.ownRun(plan, url));

  console.log('lm-evaluation-harness');
  const [, { name: first }] = tasks.inspect;
  const task = first.replace('.py', '');
  await withServer(model, (url) =>
    lmEval.call(
      [
        ...['run', '--model', 'local-chat-completions', '--model_args'],
        `model=${MODEL},base_url=${url}/v1/chat/completions,num_concurrent=1`,
        ...['--include_path', '.', '--tasks', task, '--apply_chat_template'],
        ...['--log_samples', '--output_path', 'results'],
      ],
      { cwd: folders.lmEval },
    ),
  );
  const fromLmEval = await judges.lmEvalRun(join(folders.lmEval, 'results'));

  console.log('Inspect');
  await withServer(model, (url) =>
    inspect.call(
      [
        ...['eval', `${task}.py`, '--model', `openai-api/server/${MODEL}`],
        ...['--max-connections', '1', '--log-dir', 'logs', '--display', 'plain'],
      ],
      { cwd: folders.inspect, env: { SERVER_BASE_URL: `${url}/v1`, SERVER_API_KEY: 'none' } },
    ),
  );
  const logs = (await readdir(join(folders.inspect, 'logs'))).filter((name) =>
    /\.eval$/.test(name),
  );
  const fromInspect = await judges.inspectRun(join(folders.inspect, 'logs', logs[0] ?? ''));

  const reread = {
    lmEval: await readByLmEval(judges, ours, lmEval, join(work, 'ours-lm-eval')),
    inspect: await readByInspect(judges, ours, inspect, join(work, 'ours-inspect')),
  };
  await report(judges, 'harness-lm-eval.txt', ours, fromLmEval, reread.lmEval);
  await report(judges, 'harness-inspect.txt', ours, fromInspect, reread.inspect);
}

/**
 * A fresh server for each program, one slot, no prompt cache: no answer rests on what was asked before. One thread, for
 * on a busy machine two wait for each other most of the time.
 */
async function withServer(model, work) {
  const server = await startLlama({
    model,
    slots: 1,
    context: 2048,
    promptCache: false,
    threads: 1,
  });
  try {
    return await work(server.url);
  } finally {
    await server.stop();
  }
}

/** lm-eval's own table printer and the data-set reader it loads samples with, over the files that we write of a run. */
async function readByLmEval(judges, run, tool, folder) {
  const files = await judges.exportRunLmEval(run);
  await writeAll(folder, files);
  const names = JSON.stringify(files.map(({ name }) => name));
  const said = await tool.python(
    `
import json, hashlib, datasets
from lm_eval.utils import make_table, handle_non_serializable, hash_string
results, samples = ${names}
print(make_table(json.load(open(results))))
rows = datasets.load_dataset("json", data_files=samples, split="train")
print("samples read:", len(rows))
same = sum(hash_string(json.dumps(json.loads(line)["doc"], indent=2, default=handle_non_serializable, ensure_ascii=False)) == json.loads(line)["doc_hash"] for line in open(samples, encoding="utf-8"))
print("document hashes that lm-eval would have made:", same)
`,
    { cwd: folder },
  );
  return [
    '$ lm_eval.utils.make_table and datasets.load_dataset on our export of our run',
    said.trim(),
  ];
}

/** `inspect log` over the logs that we write of a run, in both forms. */
async function readByInspect(judges, run, tool, folder) {
  const json = await judges.exportRunInspect(run);
  const { name, bytes } = await judges.exportRunInspectEval(run);
  await writeAll(join(folder, 'logs'), json);
  await writeFile(join(folder, 'logs', name), bytes);
  const lines = [];
  const told = async (args, show) => {
    const said = await tool.call(['log', ...args], { cwd: folder });
    lines.push(`$ inspect log ${args.join(' ')}`, ...show(said), '');
  };
  await told(['list', '--log-dir', 'logs', '--json'], (said) =>
    JSON.parse(said).map((log) => JSON.stringify(log)),
  );
  for (const log of [json[0]?.name ?? '', name]) {
    await told(['headers', `logs/${log}`], (said) => {
      const [header] = JSON.parse(said);
      return [
        `status ${header.status}, scores ${JSON.stringify(header.results.scores[0].metrics)}`,
      ];
    });
    await told(['dump', `logs/${log}`], (said) => [facts(JSON.parse(said))]);
  }
  await told(
    ['convert', '--to', 'eval', '--output-dir', 'converted', `logs/${json[0]?.name}`],
    (said) => (said.trim() === '' ? ['(done)'] : [said.trim()]),
  );
  const converted = (await readdir(join(folder, 'converted'), { recursive: true })).filter((each) =>
    /\.eval$/.test(each),
  );
  const back = await judges.inspectRun(join(folder, 'converted', converted[0] ?? ''));
  const { compared, sameText, sameAnswer } = judges.compare(run, back.run);
  lines.push(
    `Inspect's own conversion of our export, read by us again: ${compared} answers, ${sameText} texts and ${sameAnswer} readings equal to the run's.`,
  );
  return lines;
}

function facts({ samples, status }) {
  const [first] = samples;
  return `${samples.length} samples, status ${status}; the first: ${first.id}, ${JSON.stringify(first.output.completion)}, scores ${JSON.stringify(first.scores)}`;
}

async function report(judges, file, ours, theirs, reread) {
  const comparison = judges.compare(ours, theirs.run);
  const { compared, missing, sameText, sameAnswer, samePrompt } = comparison;
  const { tool, version } = theirs.run.manifest.environment;
  const lines = [
    `${tool} ${version} and Crossroads on one study, ${new Date().toISOString().slice(0, 10)}`,
    '',
    `Model ${MODEL} on llama.cpp's server (xllamacpp), one slot, one thread, no prompt cache, restarted for each program;`,
    'temperature 0, one request at a time, chat completions, no system message sent (the template adds its own).',
    '',
    `items                    ${new Set(ours.samples.map(({ item }) => item)).size}`,
    `trials compared          ${compared} (missing in the log: ${missing})`,
    `equal in raw text        ${sameText}`,
    `equal in parsed answer   ${sameAnswer}`,
    `equal in messages sent   ${samePrompt}`,
    `tool's own score         ${theirs.scores.compared} compared with our reading, ${theirs.scores.differing.length} differ`,
    `issues in the import     ${theirs.issues.length}`,
    '',
    ...(comparison.lines.length === 0 ? ['No difference.'] : comparison.lines),
    '',
    'Our run, written in the form of the log and read by the tool:',
    '',
    ...reread,
    '',
    'trial            item                     condition                      ours      theirs    text     what the model wrote',
    ...judges.table(ours, theirs.run),
  ];
  console.log(lines.slice(0, 16).join('\n'));
  await writeFile(
    join(projectRoot, 'docs/evidence', file),
    `${lines.join('\n').replace(/[ \t]+$/gm, '')}\n`,
  );
}

async function writeAll(folder, files) {
  await mkdir(folder, { recursive: true });
  for (const { name, text } of files) await writeFile(join(folder, name), text);
}
