import { gunzipSync, gzipSync } from 'node:zlib';
import type { Page } from 'playwright/test';
import { withModules } from '../../scripts/lib/load.mjs';
import { plainText } from '../../src/core/passage';
import type { Call, Run } from '../../src/core/run';
import { encodeStudy } from '../../src/exchange/link';
import { writeRunJson, writeRunLines } from '../../src/exchange/run-file-writer';
import { en } from '../../src/text/en';
import { axe, expect, test } from './site';
import {
  chooseFiles,
  copyOf,
  follow,
  importRun,
  imports,
  recordedRun,
  sampleRows,
  saved,
  smallStudy,
  storedRuns,
  storedSamples,
} from './steps';

const text = en.runs;
const recorded = recordedRun();

async function rename(page: Page, name: string, to: string): Promise<void> {
  await page.getByRole('button', { name: text.renameOf(name) }).click();
  await page.getByLabel(text.name(name)).fill(to);
  await page.getByRole('button', { name: text.save, exact: true }).click();
}

/** The count above the samples of a run. */
function count(page: Page) {
  return page
    .getByRole('tabpanel')
    .getByRole('status')
    .filter({ hasText: /sample/ });
}

/** The part that shows the open sample. */
function panelOf(page: Page) {
  return page.getByRole('region', { name: en.run.sample.label });
}

test.describe('importing', () => {
  test('takes a run by the picker and by a drop, once', async ({ page, site }) => {
    await page.goto(`${site}#/runs`);
    await expect(page.getByText(text.empty, { exact: true })).toBeVisible();
    await importRun(page, copyOf(recorded, 'picked', 'Picked'));
    await expect(page.getByRole('link', { name: 'Picked' })).toBeVisible();

    const dropped = await page.evaluateHandle(
      (content) => {
        const data = new DataTransfer();
        data.items.add(new File([content], 'dropped.json', { type: 'application/json' }));
        return data;
      },
      JSON.stringify(copyOf(recorded, 'dropped', 'Dropped')),
    );
    const zone = page.getByRole('group', { name: en.components.drop.chooseMany });
    await zone.dispatchEvent('dragenter', { dataTransfer: dropped });
    await expect(zone.getByText(en.components.drop.dropNow)).toBeVisible();
    await zone.dispatchEvent('drop', { dataTransfer: dropped });
    await expect(page.getByRole('link', { name: 'Dropped' })).toBeVisible();

    await chooseFiles(page, {
      name: 'again.json',
      text: JSON.stringify(copyOf(recorded, 'picked', 'Picked')),
    });
    await expect(imports(page).getByText(text.import.outcomes['already-here'])).toBeVisible();
    expect((await storedRuns(page)).map(({ runId }) => runId).sort()).toEqual([
      'dropped',
      'picked',
    ]);
    expect(await axe(page)).toEqual([]);
  });

  test('names the line and the field of what is wrong, keeps what is whole, and loses nothing', async ({
    page,
    site,
  }) => {
    await page.goto(`${site}#/runs`);
    await importRun(page, copyOf(recorded, 'before', 'Before'));
    const json = writeRunJson(recorded);
    const lines = writeRunLines(copyOf(recorded, 'torn', 'Torn'));
    const flipped = structuredClone(recorded) as { samples: { ms: unknown }[] };
    Object.assign(flipped.samples[7] ?? {}, { ms: 'fast' });
    await chooseFiles(
      page,
      { name: 'bad.json', text: json.replace('"artifacts":[', '"artifacts":[oops') },
      { name: 'half.json', text: json.slice(0, json.length / 2) },
      { name: 'flipped.json', text: JSON.stringify(flipped) },
      { name: 'flipped.jsonl', text: lines.replaceAll('"repeat":1', '"repeat":"one"') },
      { name: 'page.json', text: '<!doctype html><title>Not found</title>' },
      { name: 'torn.jsonl', text: lines.slice(0, lines.length / 2) },
    );
    const files = imports(page).getByRole('listitem');
    await expect(files).toHaveCount(6);
    const said = (name: string) => files.filter({ hasText: name });
    await expect(said('bad.json')).toContainText('The file is not valid JSON (line 3).');
    await expect(said('half.json')).toContainText('The file breaks off before its end.');
    await expect(said('flipped.json').first()).toContainText(
      'samples[7].ms is "fast", but must be a number.',
    );
    await expect(said('flipped.jsonl')).toContainText(
      'Line 2: sample.repeat is "one", but must be a number.',
    );
    await expect(said('page.json')).toContainText('This is a web page, not a run file.');
    const torn = said('torn.jsonl');
    await expect(torn).toContainText(/The file breaks off in line \d+, after sample \d+\./);
    for (const name of ['bad.json', 'half.json', 'flipped.json', 'flipped.jsonl', 'page.json']) {
      await expect(said(name).first()).toContainText('Nothing was imported.');
    }
    expect((await storedRuns(page)).map(({ runId }) => runId)).toEqual(['before']);

    await torn.getByRole('button', { name: /^Import what is whole/ }).click();
    await expect(page.getByRole('link', { name: 'Torn' })).toBeVisible();
    const whole = await storedSamples(page, 'torn');
    expect(whole.length).toBeGreaterThan(20);
    expect(whole).toEqual(recorded.samples.slice(0, whole.length));
    expect(await storedSamples(page, 'before')).toEqual(recorded.samples);
  });

  test('puts nothing of a file or a link into the page as HTML', async ({ page, site }) => {
    test.slow();
    const attack = '"><img src=x onerror="alert(1)"><script>alert(2)</script>';
    page.on('dialog', (dialog) => {
      throw new Error(`The page said: ${dialog.message()}`);
    });
    /** Nothing that came out of the file is an element of the page. */
    const clean = async (): Promise<void> => {
      await expect(page.locator('img, iframe, [onerror], script:not([src])')).toHaveCount(0);
    };
    const study = smallStudy({
      title: attack,
      lead: attack,
      system: { text: attack },
      models: { answer: attack },
      templates: {
        yesNo: `${attack} {persona} {behavior} {scenario}`,
        choice: attack,
        letters: attack,
        baseline: attack,
      },
    });
    const run = copyOf(recorded, attack, attack);
    Object.assign(run.manifest, {
      study: { ...run.manifest.study, ...study, id: 'attack', items: run.manifest.study.items },
      engine: attack,
      app: attack,
      environment: { [attack]: attack },
    });
    Object.assign(run.manifest.models.answer, {
      id: attack,
      file: attack,
      quantization: attack,
      family: attack,
    });
    run.artifacts = [
      { id: attack, kind: attack, key: attack, text: attack, calls: [callOf(attack)] },
    ];
    const [first, second] = run.samples;
    if (first === undefined || second === undefined) throw new Error('no samples');
    Object.assign(first, { trial: attack, prompt: attack, text: attack, error: attack });
    Object.assign(second, {
      item: attack,
      condition: attack,
      order: `${attack},no`,
      answer: attack,
      probabilities: { [attack]: 0.75, no: 0.25 },
      profile: attack,
    });

    await page.goto(`${site}#/runs`);
    await chooseFiles(page, { name: `${attack}.json`, text: JSON.stringify(run) });
    await expect(imports(page).getByText(text.import.outcomes.added)).toBeVisible();
    await expect(page.getByRole('link', { name: attack })).toBeVisible();
    await clean();
    const broken = JSON.stringify({ ...run, manifest: { ...run.manifest, trials: attack } });
    await chooseFiles(page, { name: 'broken.json', text: broken });
    await expect(imports(page)).toContainText('manifest.trials is');
    await clean();

    await page.getByRole('link', { name: attack }).click();
    await expect(page.getByRole('heading', { level: 1, name: attack })).toBeVisible();
    await expect(page.getByRole('gridcell').first()).toBeVisible();
    await clean();
    await page.getByRole('tab', { name: en.run.tabs.about }).click();
    await expect(page.getByText(attack).first()).toBeVisible();
    await clean();
    await page.getByRole('button', { name: en.run.actions.share }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await clean();
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: en.run.tabs.samples }).click();
    for (const index of [0, 1]) {
      await sampleRows(page).nth(index).click();
      await expect(panelOf(page).getByText(attack).first()).toBeVisible();
      await clean();
    }
    await follow(page, '#/runs');
    await page.getByRole('button', { name: text.removeOf(attack) }).click();
    await expect(page.getByText(en.run.actions.removed(attack))).toBeVisible();
    await clean();

    const code = encodeStudy(study, {
      model: attack,
      sha256: '',
      dataHash: '',
      measure: 'expected',
      cells: [{ id: attack, n: 1, value: 1 }],
    });
    await follow(page, `#/study/${code}`);
    await expect(page.getByRole('heading', { level: 1, name: attack })).toBeVisible();
    await expect(page.getByText(en.study.otherModel(attack))).toBeVisible();
    await clean();
    await follow(page, `#/lab?code=${code}`);
    await expect(page.getByLabel(en.lab.title, { exact: true })).toHaveValue(attack);
    await expect(page.getByRole('region', { name: en.components.prompt.label })).toContainText(
      attack,
    );
    await clean();
  });
});

test.describe('the list of runs', () => {
  test('renames, searches, deletes with a way back, and exports in every form', async ({
    page,
    site,
  }) => {
    await page.goto(`${site}#/runs`);
    await importRun(page, copyOf(recorded, 'one', 'First run'));
    await importRun(page, copyOf(recorded, 'two', 'Second run'));
    await rename(page, 'Second run', 'Renamed run');
    await expect(page.getByRole('link', { name: 'Renamed run' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('link', { name: 'Renamed run' })).toBeVisible();

    const search = page.getByLabel(text.search, { exact: true });
    await search.fill('renamed QWEN');
    await expect(page.getByText(text.count(1, 2))).toBeVisible();
    await expect(page.getByRole('link', { name: 'First run' })).toHaveCount(0);
    await search.fill('nothing of the kind');
    await expect(page.getByText(text.none, { exact: true })).toBeVisible();
    await page.getByRole('button', { name: text.clear }).click();
    await expect(page.getByText(text.count(2, 2))).toBeVisible();

    await page.getByRole('button', { name: text.removeOf('First run') }).click();
    await expect(page.getByRole('link', { name: 'First run' })).toHaveCount(0);
    await page.getByRole('button', { name: en.app.notices.undo }).click();
    await expect(page.getByRole('link', { name: 'First run' })).toBeVisible();
    expect(await storedSamples(page, 'one')).toHaveLength(60);

    await page.getByRole('button', { name: text.exportOf('First run') }).click();
    const dialog = page.getByRole('dialog', { name: text.exportOf('First run') });
    const take = (name: string) => saved(page, dialog.getByRole('button', { name, exact: true }));
    const words = en.run.actions;
    const whole = copyOf(recorded, 'one', 'First run');
    expect(JSON.parse((await take(words.json)).bytes.toString())).toEqual(whole);
    const packed = await take(words.gz);
    expect(packed.name).toMatch(/^quick-.*\.json\.gz$/);
    expect(JSON.parse(gunzipSync(packed.bytes).toString())).toEqual(whole);
    const lines = (await take(words.jsonl)).bytes.toString().trimEnd().split('\n');
    expect(lines).toHaveLength(61);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ format: 'crossroads-run/1' });
    const samples = (await take(words.samplesCsv)).bytes.toString().trimEnd();
    expect(samples.match(/\r?\none,/g)).toHaveLength(60);
    expect((await take(words.tablesCsv)).bytes.toString()).toContain('openness');
    expect((await take(words.codebook)).bytes.toString()).toContain('answer_mass');
  });
});

test.describe('the samples of a run', () => {
  test('filters live in the address and survive a reload; a prompt is shown exactly', async ({
    page,
    site,
  }) => {
    await page.goto(`${site}#/runs`);
    await importRun(page, copyOf(recorded, 'filtered'));
    await follow(page, '#/runs/filtered?tab=samples');
    await expect(count(page)).toHaveText(en.run.samples.count(60, 60));
    const filters = page.getByRole('group', { name: en.run.samples.filters });
    await filters.getByLabel(en.run.samples.trait).selectOption('agreeableness');
    await expect(count(page)).toHaveText(en.run.samples.count(30, 60));
    await filters.getByLabel(en.run.samples.condition).selectOption('baseline');
    await expect(count(page)).toHaveText(en.run.samples.count(10, 60));
    await expect(page).toHaveURL(/trait=agreeableness.*condition=baseline/);

    const baseline = recorded.samples.filter(
      ({ item, condition }) => item.startsWith('a-') && condition === 'baseline',
    );
    expect(baseline).toHaveLength(10);
    const wanted = baseline[3];
    if (wanted === undefined) throw new Error('no such sample');
    const word = plainText(wanted.prompt).match(/Situation: (.{25})/)?.[1] ?? '';
    await filters.getByLabel(en.run.samples.text).fill(word);
    await expect(count(page)).toHaveText(en.run.samples.count(1, 60));
    await expect(page).toHaveURL(/text=/);
    await page.reload();
    await expect(count(page)).toHaveText(en.run.samples.count(1, 60));
    await expect(filters.getByLabel(en.run.samples.text)).toHaveValue(word);

    await sampleRows(page).first().click();
    await expect(page).toHaveURL(new RegExp(`sample=${wanted.trial}`));
    const panel = panelOf(page);
    const prompt = panel.getByRole('region', { name: en.run.sample.prompt }).locator('pre');
    await expect(prompt).toBeVisible();
    expect(await prompt.textContent()).toBe(wanted.prompt);
    const { tokens } = wanted;
    await expect(
      panel.getByText(en.run.sample.tokens(tokens.prompt, tokens.cached, tokens.completion)),
    ).toBeVisible();
    await page.reload();
    await expect(prompt).toBeVisible();
    expect(await axe(page)).toEqual([]);
  });

  test('a prompt can be changed and asked again, beside the recorded answer', async ({
    page,
    site,
  }) => {
    const [sample] = recorded.samples;
    if (sample === undefined) throw new Error('no sample');
    await page.goto(`${site}#/runs`);
    await importRun(page, copyOf(recorded, 'asked'));
    await follow(page, `#/runs/asked?tab=samples&sample=${sample.trial}`);
    const panel = panelOf(page);
    await panel.getByRole('button', { name: en.run.sample.edit }).click();
    const editor = panel.getByLabel(en.run.again.prompt);
    await expect(editor).toHaveValue(plainText(sample.prompt));
    await editor.fill(plainText(sample.prompt).replace('33,000 pounds', '3,000,000 pounds'));
    await panel.getByRole('button', { name: /^Ask SmolLM2/ }).click();
    await expect(panel.getByText(en.run.again.changed)).toBeVisible({ timeout: 180_000 });
    await expect(panel.getByText(en.run.again.otherModel)).toBeVisible();
    await expect(
      panel.getByText(en.run.again.original(recorded.manifest.models.answer.id)),
    ).toBeVisible();
    // The sample's own answer, the recorded one beside the new one, and the new one.
    await expect(panel.getByText(/^answer mass /)).toHaveCount(3);
    expect(await storedSamples(page, 'asked')).toEqual(recorded.samples);
  });

  test('20,000 of them are gone through by keyboard', async ({ page, site }) => {
    const run = (await withModules(async (load) => {
      const made = await load('tests/bench/make-big-run.ts');
      return (made['makeBigRun'] as (samples: number) => Promise<Run>)(20_000);
    })) as Run;
    await page.goto(`${site}#/runs`);
    await page.locator('input[type=file]').setInputFiles({
      name: 'big.json.gz',
      mimeType: 'application/gzip',
      buffer: gzipSync(writeRunJson(run), { level: 1 }),
    });
    await imports(page).getByRole('link', { name: text.import.open }).click({ timeout: 120_000 });
    await page.getByRole('tab', { name: en.run.tabs.samples }).click();
    await expect(count(page)).toHaveText(en.run.samples.count(20_000, 20_000));

    const list = page.getByRole('listbox', { name: en.run.samples.list });
    await list.focus();
    const active = async (): Promise<string | null> => {
      const id = await list.getAttribute('aria-activedescendant');
      return page.locator(`[id="${id}"]`).getAttribute('aria-posinset');
    };
    await page.keyboard.press('End');
    await expect.poll(active).toBe('20000');
    // Only what is in sight is in the page.
    expect(await sampleRows(page).count()).toBeLessThan(60);
    await page.keyboard.press('ArrowUp');
    await expect.poll(active).toBe('19999');
    await page.keyboard.press('Enter');
    const { trial, prompt } = run.samples[19_998] ?? {};
    await expect(page).toHaveURL(new RegExp(`sample=${trial}`));
    await expect(panelOf(page).getByText(en.run.sample.place(19_999, 20_000))).toBeVisible();
    const shown = panelOf(page).getByRole('region', { name: en.run.sample.prompt });
    expect(await shown.locator('pre').textContent()).toBe(prompt);
    await page.keyboard.press('Escape');
    await expect(list).toBeFocused();
    await page.keyboard.press('Home');
    await expect.poll(active).toBe('1');
  });
});

/** A call to a model with a text in each of its fields. */
function callOf(text: string): Call {
  const tokens = { prompt: 1, cached: 0, completion: 1 };
  return { role: 'locate', model: text, prompt: text, text, tokens, ms: 1 };
}
