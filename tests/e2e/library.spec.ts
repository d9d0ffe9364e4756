import type { Locator, Page } from 'playwright/test';
import { strToU8, zipSync } from 'fflate';
import { en } from '../../src/text/en';
import { axe, expect, test } from './site';
import { follow } from './steps';

const text = en.library;
const PUBLISHER = 'https://cdn.jsdelivr.net/**';

/** A novel's row on the shelf. */
function row(page: Page, title: string): Locator {
  return page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) });
}

/** Chooses books in the picker of the library, which must be open. */
async function choose(page: Page, ...files: readonly (readonly [string, string | Uint8Array])[]) {
  await page.locator('input[type=file]').setInputFiles(
    files.map(([name, content]) => ({
      name,
      mimeType: 'application/octet-stream',
      buffer: Buffer.from(content),
    })),
  );
}

const TALE = 'CHAPTER 1\n\nOne went out.\n\nCHAPTER 2\n\nTwo came in.';

test.describe('the shelf', () => {
  test('lists the novels, and filters them in the address', async ({ page, site }) => {
    await page.goto(`${site}#/library`);
    await expect(page.getByText(text.filter.count(26, 26))).toBeVisible();
    await expect(row(page, 'Emma')).toContainText('Jane Austen, 1815');
    await expect(row(page, 'Emma')).toContainText('158,045 words');
    await expect(row(page, 'Emma')).toContainText(text.loading.comes);
    await expect(row(page, 'Emma')).toContainText(/\d+ decisions/);
    expect(await axe(page)).toEqual([]);

    await page.getByLabel(text.filter.label).fill('bronte');
    await expect(page.getByText(text.filter.count(1, 26))).toBeVisible();
    await page.getByLabel(text.filter.label).fill('');
    await page.getByLabel(text.filter.genre).selectOption('western');
    await expect(page.getByRole('heading', { name: 'The Virginian' })).toBeVisible();
    await expect(page.getByText(text.filter.count(2, 26))).toBeVisible();
    expect(page.url()).toContain('genre=western');
    await page.reload();
    await expect(page.getByText(text.filter.count(2, 26))).toBeVisible();
    await page.getByLabel(text.filter.label).fill('austen');
    await page.getByRole('button', { name: text.filter.clear }).click();
    await expect(page.getByText(text.filter.count(26, 26))).toBeVisible();

    await page.getByLabel(text.filter.withDecisions).check();
    await expect(page.getByText(text.filter.count(13, 26))).toBeVisible();
    await page.getByLabel(text.filter.here).check();
    await expect(page.getByText(text.filter.count(7, 26))).toBeVisible();
    expect(page.url()).toContain('decisions=with&here=only');
  });

  test('opens a novel to its chapters and to its decisions along the text', async ({
    page,
    site,
  }) => {
    await page.goto(`${site}#/library`);
    await page.getByRole('link', { name: 'Emma', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Emma', level: 1 })).toBeVisible();
    const ribbon = page.getByRole('toolbar');
    await expect(ribbon).toBeVisible();
    await expect(page.getByText(text.facts.chapters(55))).toBeVisible();
    expect(await axe(page)).toEqual([]);

    await page.getByRole('link', { name: 'Chapter I', exact: true }).first().click();
    await expect(page.getByText('Emma Woodhouse, handsome, clever, and rich,')).toBeVisible();
    await expect(page.getByRole('link', { name: text.chapter.previous })).toHaveCount(0);
    await page.getByRole('link', { name: text.chapter.next }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Volume I · Chapter II');
    expect(await axe(page)).toEqual([]);

    await follow(page, '#/library/emma');
    // By keyboard: into the ribbon, to the second mark, and through it.
    const marks = ribbon.getByRole('link');
    await marks.first().focus();
    await page.keyboard.press('ArrowRight');
    await expect(marks.nth(1)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/#\/library\/emma\/decision\/emma-/);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });

  test('opens a chapter at the paragraph that is meant', async ({ page, site }) => {
    await page.goto(`${site}#/library/moby-dick/42?at=26`);
    const meant = page.locator('#p26');
    await expect(meant).toBeInViewport();
    await expect(meant.getByRole('link', { name: text.chapter.paragraph(26) })).toBeVisible();
    await follow(page, '#/library/moby-dick/42?at=1');
    await expect(page.locator('#p1')).toBeInViewport();
    await page.goto(`${site}#/library/moby-dick/137`);
    await expect(page.getByRole('alert')).toContainText(text.chapter.missing(136).what);
    await page.goto(`${site}#/library/no-such-novel`);
    await expect(page.getByRole('alert')).toContainText(text.novel.missing.what);
  });

  test('is there without a network once it was opened', async ({ page, site, context }) => {
    await page.goto(`${site}#/library`);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await follow(page, '#/');
    await follow(page, '#/library');
    await expect
      .poll(() =>
        page.evaluate(async () => {
          const kept = await Promise.all(
            (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
          );
          return kept.flat().filter(({ url }) => url.endsWith('.txt')).length;
        }),
      )
      .toBe(7);
    await context.setOffline(true);
    await page.goto(`${site}#/library/persuasion/4`);
    await page.reload();
    await expect(page.getByText('He was not Mr Wentworth, the former curate')).toBeVisible();
  });
});

test.describe('a publisher’s novel', () => {
  test.use({ forgiven: /ERR_FAILED|404|ERR_INTERNET/ });

  test('that breaks off half way is not there at all, and says so', async ({ page, site }) => {
    await page.route(PUBLISHER, (route) =>
      route.request().url().endsWith('content.opf')
        ? route.fulfill({
            headers: { 'access-control-allow-origin': '*' },
            body: '<package><manifest><item id="a" href="text/a.xhtml"/></manifest><spine><itemref idref="a"/></spine></package>',
          })
        : route.fulfill({ status: 404, headers: { 'access-control-allow-origin': '*' } }),
    );
    await page.goto(`${site}#/library`);
    await page.getByRole('button', { name: text.loading.loadOf('Dracula') }).click();
    const problem = row(page, 'Dracula').getByRole('alert');
    await expect(problem).toContainText('“Dracula” could not be loaded: the server answered 404.');
    await expect(problem).toContainText('Nothing of it was kept');
    expect(await axe(page)).toEqual([]);
    await page.reload();
    await expect(page.getByRole('button', { name: text.loading.loadOf('Dracula') })).toBeVisible();
  });

  test('whose text is another one is refused', async ({ page, site }) => {
    await page.route(PUBLISHER, (route) =>
      route.fulfill({
        headers: { 'access-control-allow-origin': '*' },
        body: route.request().url().endsWith('content.opf')
          ? '<package><manifest><item id="a" href="text/a.xhtml"/></manifest><spine><itemref idref="a"/></spine></package>'
          : '<html xmlns:epub="x"><body epub:type="bodymatter"><p>Another text.</p></body></html>',
      }),
    );
    await page.goto(`${site}#/library/dracula`);
    await expect(page.getByText(text.novel.absent)).toBeVisible();
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: text.loading.loadOf('Dracula') }).click();
    await expect(page.getByRole('alert')).toContainText('is not the one that its decisions');
    await expect(page.getByRole('button', { name: text.loading.again })).toBeVisible();
  });

  test('can be stopped on its way', async ({ page, site }) => {
    // Never answered: it goes when the page's request is aborted.
    await page.route(PUBLISHER, () => undefined);
    await page.goto(`${site}#/library`);
    await page.getByRole('button', { name: text.loading.loadOf('Dracula') }).click();
    await page.getByRole('button', { name: text.loading.stopOf('Dracula') }).click();
    await expect(page.getByRole('button', { name: text.loading.loadOf('Dracula') })).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
});

test.describe('one’s own books', () => {
  test('come by the picker and by a drop, stay, and are deleted with a way back', async ({
    page,
    site,
  }) => {
    await page.goto(`${site}#/library`);
    const bomb = zipSync({ 'META-INF/container.xml': new Uint8Array(20_000_000) });
    const climbing = zipSync({ '../a.xhtml': strToU8('x') });
    await choose(page, ['Tale.txt', TALE], ['bomb.epub', bomb], ['climbing.epub', climbing]);
    const own = page.getByRole('region', { name: text.own.heading });
    await expect(own.getByRole('heading', { name: 'Tale' })).toBeVisible();
    await expect(own.getByRole('alert')).toHaveCount(2);
    await expect(own).toContainText('unpacks to far more than any text would');
    await expect(own).toContainText('whose name leads out of it');
    expect(await axe(page)).toEqual([]);

    const dropped = await page.evaluateHandle(() => {
      const data = new DataTransfer();
      data.items.add(new File(['Just one text.\n\nWithout chapters.'], 'Plain.txt'));
      return data;
    });
    await page.locator('h1').dispatchEvent('drop', { dataTransfer: dropped });
    await expect(own.getByRole('heading', { name: 'Plain' })).toBeVisible();
    await expect(own).toContainText('the whole text is one chapter');

    await page.reload();
    await own.getByRole('button', { name: text.own.removeOf('Tale') }).click();
    await expect(own.getByRole('heading', { name: 'Tale' })).toHaveCount(0);
    await page.getByRole('button', { name: en.app.notices.undo }).click();
    await own.getByRole('link', { name: 'Tale' }).click();
    await page.getByRole('link', { name: 'Chapter 2' }).click();
    await expect(page.getByText('Two came in.')).toBeVisible();
  });
});

test.describe('the search', () => {
  test('finds a paragraph in all novels and leads to its place', async ({ page, site }) => {
    await page.goto(`${site}#/library`);
    await choose(page, ['Tale.txt', TALE]);
    await page.getByLabel(text.find.label).fill('Ishmael call');
    await page.getByRole('button', { name: text.find.go, exact: true }).click();
    const hit = page.getByRole('link', { name: /Moby-Dick.*chapter 1, paragraph 1$/ });
    await expect(hit).toBeVisible();
    expect(page.url()).toContain('find=Ishmael');
    expect(await axe(page)).toEqual([]);
    await hit.click();
    await expect(page.locator('#p1')).toContainText('Call me Ishmael.');
    await page.goBack();
    await expect(hit).toBeVisible();

    await page.getByLabel(text.find.label).fill('xylophonist');
    await page.getByRole('button', { name: text.find.go, exact: true }).click();
    await expect(page.getByText(text.find.none('xylophonist'))).toBeVisible();
  });

  test('shows what a link to a search finds', async ({ page, site }) => {
    await page.goto(`${site}#/library?find=Ishmael`);
    await expect(
      page.getByRole('link', { name: /Moby-Dick.*chapter 1, paragraph 1$/ }),
    ).toBeVisible();
    await expect(page.getByRole('heading', { name: text.find.heading })).toBeInViewport();
  });
});
