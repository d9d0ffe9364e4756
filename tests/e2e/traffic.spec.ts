import { strFromU8, unzipSync } from 'fflate';
import type { Locator, Page } from 'playwright/test';
import type { Run, Sample } from '../../src/core/run';
import { en } from '../../src/text/en';
import { axe, expect, test } from './site';
import {
  chooseFiles,
  copyOf,
  imports,
  importRun,
  recordedRun,
  saved,
  storedRuns,
  storedSamples,
} from './steps';

const text = en.exchange;
const recorded = recordedRun();

/** The recorded run's own samples as three machines would have written them. */
function thirds(): Run[] {
  const { samples } = recorded;
  return [0, 1, 2].map((i) => {
    const part = copyOf(recorded, `part-${i + 1}`);
    part.samples = samples.slice(i * 20, (i + 1) * 20);
    part.manifest.finishedAt = '';
    part.manifest.startedAt = `2026-11-30T1${i}:00:00.000Z`;
    const finishedAt = `2026-11-30T1${i}:30:00.000Z`;
    part.manifest.shard = { index: i + 1, of: 3, trials: 20, finishedAt };
    return part;
  });
}
const asFile = (run: Run) => ({ name: `${run.manifest.runId}.json`, text: JSON.stringify(run) });
const offerOf = (page: Page, heading: string): Locator =>
  page.getByRole('region', { name: heading, exact: true });
const withoutTime = ({ ms: _ms, ...sample }: Sample) => sample;

test.describe('parts of one run', () => {
  test('are offered as one, merged, and opened as what one machine recorded', async ({
    page,
    site,
  }) => {
    await page.goto(`${site}#/runs`);
    const [a, b, c] = thirds() as [Run, Run, Run];
    await chooseFiles(page, asFile(c), asFile(a), asFile(b));
    const offer = offerOf(page, text.merge.heading(3, 0));
    await expect(offer).toContainText(text.merge.together(60, 60));
    expect(await storedRuns(page)).toEqual([]);
    expect(await axe(page)).toEqual([]);
    await offer.getByRole('button', { name: text.merge.merge, exact: true }).click();
    await expect(offer).toContainText(text.merge.done);
    const [run, ...others] = await storedRuns(page);
    expect(others).toEqual([]);
    expect(run?.finishedAt).toBe('2026-11-30T12:30:00.000Z');
    expect(await storedSamples(page, run?.runId ?? '')).toEqual(recorded.samples);
    await offer.getByRole('link', { name: text.merge.open }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(recorded.manifest.study.title);
    await expect(page.getByRole('tab', { name: /60/ })).toBeVisible();
  });

  test('say which is missing, and find those that were imported before', async ({ page, site }) => {
    await page.goto(`${site}#/runs`);
    const [a, b, c] = thirds() as [Run, Run, Run];
    await importRun(page, a);
    await chooseFiles(page, asFile(b));
    const two = offerOf(page, text.merge.heading(2, 1));
    await expect(two).toContainText(text.merge.together(40, 60));
    await expect(two).toContainText(text.merge.missing([3], 3, 20));
    await two.getByRole('button', { name: text.merge.separate }).click();
    await expect(imports(page).getByText(en.runs.import.outcomes.added)).toBeVisible();
    await chooseFiles(page, asFile(c));
    const all = offerOf(page, text.merge.heading(3, 2));
    await expect(all).toContainText(text.merge.together(60, 60));
  });

  test('that contradict each other are merged only when told which to keep', async ({
    page,
    site,
  }) => {
    await page.goto(`${site}#/runs`);
    const [a, b] = thirds() as [Run, Run];
    const [first] = a.samples as [Sample];
    b.samples = [{ ...first, text: 'another answer' }, ...b.samples];
    await chooseFiles(page, asFile(a), asFile(b));
    const offer = offerOf(page, text.merge.heading(2, 0));
    await expect(offer).toContainText(`Trial ${first.trial}`);
    await expect(offer).toContainText('Nothing was merged.');
    await offer.getByRole('button', { name: text.merge.keepEarlier }).click();
    await expect(offer).toContainText(text.merge.done);
    const [run] = await storedRuns(page);
    const kept = await storedSamples(page, run?.runId ?? '');
    expect(kept.find(({ trial }) => trial === first.trial)).toEqual(first);
    expect(kept).toHaveLength(40);
  });

  test('of two models are no parts of one', async ({ page, site }) => {
    await page.goto(`${site}#/runs`);
    const [a, b] = thirds() as [Run, Run];
    b.manifest.models.answer.sha256 = 'f'.repeat(64);
    await chooseFiles(page, asFile(a), asFile(b));
    await expect(imports(page).getByText(en.runs.import.outcomes.added)).toHaveCount(2);
    expect((await storedRuns(page)).map(({ runId }) => runId).sort()).toEqual(['part-1', 'part-2']);
  });
});

/** What a batch service would answer to a file of requests. */
function answersTo(requests: string): string[] {
  return requests
    .trimEnd()
    .split('\n')
    .map((line, i) => {
      const { custom_id, body } = JSON.parse(line) as {
        custom_id: string;
        body: { model: string; messages: { content: string }[] };
      };
      // Yes more or less, by the length of what is asked.
      const yes = 0.1 + (body.messages.map(({ content }) => content).join('').length % 70) / 100;
      const top = { Yes: yes, No: 0.85 - yes, A: 0.03, B: 0.02 };
      const top_logprobs = Object.entries(top).map(([token, p]) => ({
        token,
        logprob: Math.log(p),
      }));
      return JSON.stringify({
        id: `batch_req_${i}`,
        custom_id,
        response: {
          status_code: 200,
          body: {
            model: body.model,
            choices: [
              {
                message: { role: 'assistant', content: 'Yes' },
                finish_reason: 'stop',
                logprobs: { content: [{ token: 'Yes', logprob: Math.log(yes), top_logprobs }] },
              },
            ],
            usage: { prompt_tokens: 100, completion_tokens: 1 },
          },
        },
        error: null,
      });
    });
}

/** Exports the quick study as a batch from the lab. */
async function exportBatch(page: Page, site: string, model: string): Promise<string> {
  await page.goto(`${site}#/lab?study=quick`);
  await page.getByRole('button', { name: text.out.batch, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: text.batch.title });
  const save = dialog.getByRole('button', { name: text.batch.save });
  await save.click();
  await expect(dialog).toContainText(text.batch.modelMissing);
  await dialog.getByLabel(text.batch.model, { exact: true }).fill(model);
  expect(await axe(page)).toEqual([]);
  const { name, bytes } = await saved(page, save);
  expect(name).toBe(`quick.${model}.batch.jsonl`);
  return bytes.toString();
}

test.describe('a batch', () => {
  test('goes out from the lab and its answers find their run', async ({ page, site }) => {
    const requests = await exportBatch(page, site, 'made-up-1');
    const answers = answersTo(requests);
    expect(answers).toHaveLength(60);
    const trials = recorded.samples.map(({ trial }) => trial);
    const ids = answers.map((line) => (JSON.parse(line) as { custom_id: string }).custom_id);
    expect(ids).toEqual(trials);

    await page.goto(`${site}#/runs`);
    await expect(page.getByText(text.waits)).toBeVisible();
    const broken = `${answers[0]?.slice(0, 50)}\n`;
    await chooseFiles(page, {
      name: 'output',
      text: `${answers.slice(1, 41).join('\n')}\n${broken}`,
    });
    await expect(imports(page)).toContainText(text.report.batch(40, 60));
    await expect(imports(page)).toContainText(text.report.issues(1));
    const [run] = await storedRuns(page);
    expect(run).toMatchObject({ finishedAt: '', models: { answer: { id: 'made-up-1' } } });

    // What is still open goes out once more.
    await page.getByRole('button', { name: en.runs.exportOf(run?.study.title ?? '') }).click();
    const open = await saved(page, page.getByRole('button', { name: text.batch.open }));
    const rest = answersTo(open.bytes.toString());
    expect(rest).toHaveLength(20);
    await page.keyboard.press('Escape');
    await chooseFiles(page, { name: 'rest', text: rest.join('\n') });
    await expect(imports(page)).toContainText(text.report.batch(60, 60));
    const samples = await storedSamples(page, run?.runId ?? '');
    expect(samples).toHaveLength(60);
    const byTrial = new Map(samples.map((sample) => [sample.trial, sample]));
    const prompt = recorded.samples[3];
    expect(byTrial.get(prompt?.trial ?? '')).toMatchObject({
      item: prompt?.item,
      status: 'answered',
    });
    await expect(page.getByText(en.runs.status.finished(60))).toBeVisible();
  });

  test('that no run waits for asks for its study', async ({ page, site }) => {
    const requests = await exportBatch(page, site, 'made-up-2');
    await page.goto(`${site}#/runs`);
    const [{ study }] = (await storedRuns(page)) as [Run['manifest']];
    await page.getByRole('button', { name: en.runs.removeOf(study.title) }).click();
    await expect(page.getByText(en.runs.empty, { exact: true })).toBeVisible();
    const output = answersTo(requests).join('\n');
    await chooseFiles(page, { name: 'output.jsonl', text: output });
    await expect(imports(page)).toContainText(text.askStudy.text);
    expect(await axe(page)).toEqual([]);
    await chooseFiles(page, { name: 'study.json', text: JSON.stringify(study) });
    await expect(imports(page)).toContainText(text.report.batch(60, 60));
    await expect(page.getByText(en.runs.status.finished(60))).toBeVisible();
  });
});

test.describe('other tools', () => {
  test('take a study as a task', async ({ page, site }) => {
    await page.goto(`${site}#/lab?study=quick`);
    const { likelihood, tools } = text.out;
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const filesOf = async (label: string, name: RegExp): Promise<string[]> => {
      const file = await saved(page, button(label));
      expect(file.name).toMatch(name);
      return Object.keys(unzipSync(file.bytes)).map((path) => path.replace(/^.*\//, ''));
    };
    const inspect = await filesOf(text.out.inspect, /^crossroads_quick-inspect\.zip$/);
    expect(inspect).toEqual(expect.arrayContaining(['README.md', 'crossroads_quick.py']));
    await expect(page.getByText(text.out.saved(tools.inspect))).toBeVisible();

    // Of a study by probability lm-eval gets a log-likelihood task, or the form of the study that generates.
    const ask = async (): Promise<void> => {
      await button(text.out.lmEval).click();
      await expect(page.getByRole('dialog')).toContainText(likelihood.text);
    };
    await ask();
    expect(await axe(page)).toEqual([]);
    const asIs = await filesOf(likelihood.saveAsIs, /^crossroads_quick-lm-eval\.zip$/);
    expect(asIs.sort()).toEqual([
      'README.md',
      'crossroads_quick_loglikelihood.jsonl',
      'crossroads_quick_loglikelihood.yaml',
    ]);
    await expect(page.getByText(text.out.saved(tools['lm-eval']))).toBeVisible();
    await ask();
    const written = await filesOf(
      likelihood.saveWritten,
      /^crossroads_quick_written-lm-eval\.zip$/,
    );
    expect(written).toEqual(expect.arrayContaining(['README.md', 'crossroads_quick_written.yaml']));
  });

  test('take a run as a log, which comes back as the run', async ({ page, site }) => {
    await page.goto(`${site}#/runs`);
    await importRun(page, copyOf(recorded, 'here', 'Here'));
    await page.getByRole('button', { name: en.runs.exportOf('Here') }).click();
    const lmEval = await saved(page, page.getByRole('button', { name: text.logs.lmEval }));
    const inspect = await saved(page, page.getByRole('button', { name: text.logs.inspect }));
    await expect(page.getByText(text.logs.lmEvalSaved)).toBeVisible();
    await expect(page.getByText(text.logs.inspectSaved)).toBeVisible();
    await page.keyboard.press('Escape');
    const files = Object.entries(unzipSync(lmEval.bytes)).map(([path, bytes]) => ({
      name: path.replace(/^.*\//, ''),
      text: strFromU8(bytes),
    }));
    await chooseFiles(page, ...files);
    await expect(imports(page).getByRole('link', { name: en.runs.import.open })).toHaveCount(1);
    await page
      .locator('input[type=file]')
      .setInputFiles([{ name: inspect.name, mimeType: 'application/zip', buffer: inspect.bytes }]);
    await expect(imports(page).getByRole('link', { name: en.runs.import.open })).toHaveCount(2);
    const back = (await storedRuns(page)).filter(({ runId }) => runId !== 'here');
    expect(back).toHaveLength(2);
    for (const { runId } of back) {
      const samples = await storedSamples(page, runId);
      expect(samples.map(({ trial, answer }) => [trial, answer])).toEqual(
        recorded.samples.map(({ trial, answer }) => [trial, answer]),
      );
    }
  });

  test('that the page does not know are refused with what it takes', async ({ page, site }) => {
    await page.goto(`${site}#/runs`);
    await chooseFiles(page, { name: 'run.json', text: 'Call me Ishmael.' });
    await expect(imports(page)).toContainText('This is no file that this page knows.');
    await expect(imports(page)).toContainText('lm-evaluation-harness');
    await chooseFiles(page, { name: 'study.json', text: JSON.stringify(recorded.manifest.study) });
    await expect(imports(page)).toContainText('This is a study, not a run.');
  });
});

test('what is merged goes on as one: its samples are those of its parts', async ({
  page,
  site,
}) => {
  await page.goto(`${site}#/runs`);
  const [a, b] = thirds() as [Run, Run];
  await chooseFiles(page, asFile(a), asFile(b));
  await page.getByRole('button', { name: text.merge.merge, exact: true }).click();
  await expect(page.getByText(en.runs.status.open(40, 60))).toBeVisible();
  await expect(page.getByRole('button', { name: en.runs.goOn })).toBeVisible();
  const [run] = await storedRuns(page);
  const samples = await storedSamples(page, run?.runId ?? '');
  expect(samples.map(withoutTime)).toEqual(recorded.samples.slice(0, 40).map(withoutTime));
});
