import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findModel } from '../../../scripts/record/find-model.mjs';
import { recordings } from '../../../scripts/record/recordings.mjs';
import { lacks } from '../../../scripts/record/state';
import { BUILT_IN_STUDIES } from '../../../src/exchange/built-in-studies';
import { readRunText } from '../../../src/exchange/run-file';

const folder = 'datasets/reference-runs';

it('the list names built-in studies, and every recorded run that comes with the page as it was made', async () => {
  const listed = new Map(recordings().map((each) => [`${each.name}.json.gz`, each]));
  for (const { study } of listed.values()) expect(BUILT_IN_STUDIES).toContain(study);
  for (const name of readdirSync(folder)) {
    const { manifest } = await readRunText(new Uint8Array(readFileSync(`${folder}/${name}`)));
    const recording = listed.get(name);
    expect(recording, name).toBeDefined();
    expect(manifest.models.answer.sha256).toBe(recording?.file.sha256);
    expect(manifest.engine).toBe(recording?.engine === 'page' ? 'wllama' : 'endpoint');
  }
});

it('a recording is left alone where it is whole, and told of where it is not', async () => {
  expect(await lacks(`${folder}/quick.smollm2-135m.json.gz`, 'quick')).toBe('');
  expect(await lacks(`${folder}/quick.nobody.json.gz`, 'quick')).toBe('not recorded yet');
  expect(await lacks(`${folder}/quick.smollm2-135m.json.gz`, 'behavior-table-3-p')).toBe(
    'recorded with other items or prompts',
  );
});

it("a model's file is found by its hash, whatever it is called", async () => {
  const place = await mkdtemp(join(tmpdir(), 'crossroads-models-'));
  try {
    await writeFile(join(place, 'other.gguf'), 'other');
    await writeFile(join(place, 'renamed.gguf'), 'abc');
    // The SHA-256 of "abc" (FIPS 180-2, appendix B.1).
    const sha256 = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
    const places = { folders: [join(place, 'missing'), place], temporary: place };
    expect(await findModel({ id: 'made-up', sha256 }, places)).toBe(join(place, 'renamed.gguf'));
    expect(await findModel({ id: 'made-up', sha256: 'f'.repeat(64) }, places)).toBeUndefined();
  } finally {
    await rm(place, { recursive: true });
  }
});
