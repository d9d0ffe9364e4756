// Writes the JSON Schemas of the study and the run file into static/schema/, from the same schemas the page reads by:
//   node scripts/schema.mjs
import { toJsonSchema } from '@valibot/to-json-schema';
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import * as prettier from 'prettier';
import { runnerImport } from 'vite';

const root = new URL('../', import.meta.url);

/** The schema files: name and text. Rules that JSON Schema cannot say (a check of our own) are left out of them. */
export async function schemaFiles() {
  const core = async (file) =>
    (await runnerImport(fileURLToPath(new URL(`src/core/${file}`, root)), { configFile: false }))
      .module;
  const { studySchema } = await core('study.ts');
  const { runSchema } = await core('run.ts');
  return {
    'study-1.json': await text(studySchema, 'A study of Crossroads, format crossroads-study/1'),
    'run-1.json': await text(runSchema, 'A run file of Crossroads, format crossroads-run/1'),
  };
}

function text(schema, title) {
  const { $schema, ...rest } = toJsonSchema(schema, { typeMode: 'input', errorMode: 'ignore' });
  return prettier.format(JSON.stringify({ $schema, title, ...rest }), {
    parser: 'json',
    printWidth: 100,
  });
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const folder = new URL('static/schema/', root);
  await mkdir(folder, { recursive: true });
  for (const [name, content] of Object.entries(await schemaFiles())) {
    await writeFile(new URL(name, folder), content);
  }
}
