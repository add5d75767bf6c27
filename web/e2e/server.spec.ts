/**
 * A reader's own PostgreSQL, by the file that the script printed: opened in every possible way, or with its faults
 * reported.
 */
import '../src/base/messages/en/index.ts';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { at, siteDir } from '../node/tree.mjs';
import { messagesIn } from '../src/base/messages/index.ts';
import { overflow } from '../tools/photograph.ts';
import { axe } from './axe.ts';
import { settling, watch } from './site.ts';
import { pasteInto, typeInto } from './typing.ts';

const { t } = messagesIn('en');
const SAMPLE = readFileSync(at('scenarios/tools/sample-17.json'), 'utf8');
const PAGE = '/#/play/server?v=1&theme=light';
const json = (name: string, text: string) => ({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
const open = async (page: Page, name: string, text: string): Promise<void> => {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: /Open a file|Another file/ }).click();
  await (await chooser).setFiles(json(name, text));
};
const shown = (page: Page) => page.locator('[data-state="shown"]');

test('a file from a picker shows who holds the horizon, and why a row version is still there; nothing is sent', async ({
  page,
}) => {
  const seen = await watch(page);
  const settled = settling(page);
  await page.goto(PAGE);
  await expect(page.getByText('Nothing is sent anywhere.')).toBeVisible();
  // Everything that the page itself needs has been loaded.
  await settled();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(`${request.method()} ${request.url()}`));
  await open(page, 'state.json', SAMPLE);
  await expect(shown(page)).toBeVisible();
  await expect(
    page.getByRole('heading', { name: /^Session \d+.* holds the horizon of ordinary tables/ }),
  ).toBeVisible();
  await expect(page.getByRole('heading', { name: /^Why is \(0,\d+\) still here\?/ })).toBeVisible();
  const versions = page.getByRole('list', { name: 'Row versions' }).getByRole('button');
  await versions.first().focus();
  await page.keyboard.press('Enter');
  await expect(versions.first()).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByText('no snapshot can see it')).toBeVisible();
  await page.getByRole('radio', { name: 'catalogs', exact: true }).check();
  await expect(page.getByRole('heading', { name: /Slot “cdc” holds the horizon of catalogs/ })).toBeVisible();
  // The page may still fetch its own files, the reader of files among them. Their names come from the build, and reveal
  // nothing about the file.
  const assets = readdirSync(join(siteDir, 'assets'));
  const own = new Set(assets.map((name) => `GET ${new URL(`assets/${name}`, page.url()).href}`));
  expect(asked.filter((one) => !own.has(one))).toEqual([]);
  const found = await axe(page).analyze();
  expect(found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  expect(seen.faults).toEqual([]);
});

test('a bad file gives its fault at its line; nothing of it becomes HTML; a right one mends it', async ({ page }) => {
  const seen = await watch(page);
  await page.goto(PAGE);
  const bad = SAMPLE.replace(/"server" : \d+/, '"server" :\n "<img src=x onerror=alert(1)>"');
  await open(page, '<b>.json', bad);
  await expect(page.getByRole('listitem')).toContainText('line 2, column 2');
  await expect(page.getByRole('listitem')).toContainText('a number is expected');
  await expect(page.locator('img[src="x"]')).toHaveCount(0);
  const field = page.getByLabel('Or paste what the script printed');
  await typeInto(field, 'psql: error: connection refused');
  await page.getByRole('button', { name: 'Show it' }).click();
  await expect(page.getByRole('listitem')).toContainText('psql -X -qAt');
  await pasteInto(page, field, SAMPLE);
  await page.getByRole('button', { name: 'Show it' }).click();
  await expect(shown(page)).toBeVisible();
  const found = await axe(page).analyze();
  expect(found.violations.map(({ id }) => id)).toEqual([]);
  expect(seen.faults).toEqual([]);
});

test('another JSON gets one sentence, below the box for text; what psql prints around the answer is skipped', async ({
  page,
}) => {
  await page.goto(PAGE);
  const field = page.getByLabel('Or paste what the script printed');
  const before = await field.boundingBox();
  await pasteInto(page, field, '{}');
  await page.getByRole('button', { name: 'Show it' }).click();
  await expect(page.getByRole('listitem')).toHaveCount(1);
  await expect(page.getByRole('listitem')).toContainText('not from server-state.sql');
  expect((await field.boundingBox())?.y).toBe(before?.y);
  await open(page, 'half.json', SAMPLE.slice(0, SAMPLE.length / 2));
  await expect(page.getByRole('listitem')).toContainText('it is cut off; copy all of it');
  await open(page, 'tags.json', `BEGIN\n${SAMPLE}COMMIT\n`);
  await expect(shown(page)).toBeVisible();
  await expect(page.getByText(/^Then the horizon is \d+.* dead versions that are kept may then go\.$/)).toBeVisible();
});

test('dropped on the Playground, such a file leads here; the sample has an address, and Back leaves it', async ({
  page,
}) => {
  await page.goto('/#/play?v=1&theme=dark');
  await expect(page.locator('[data-phase="ready"]')).toBeVisible();
  await page.evaluate((text) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([text], 'answer.txt'));
    document.body.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }));
  }, SAMPLE);
  await expect(shown(page)).toBeVisible();
  expect(page.url()).toContain('#/play/server?v=1&theme=dark');
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Show the sample' }).click();
  await expect(page.getByText('This is the sample')).toBeVisible();
  await expect(page).toHaveURL(/sample=1/);
  // What frees the horizon, with the SQL.
  await expect(page.getByRole('button', { name: /^Copy SELECT pg_terminate_backend\(\d+\);$/ })).toBeVisible();
  await page.getByRole('button', { name: t('server.own') }).click();
  await expect(page.getByRole('heading', { name: t('server.how') })).toBeVisible();
  await page.goBack();
  for (const width of [360, 390, 1280]) {
    await page.setViewportSize({ width, height: 720 });
    expect(await overflow(page), `${width} px`).toBeLessThanOrEqual(0);
  }
});

test('the script is handed out, and is the one that the tests run on real servers', async ({ page }) => {
  await page.goto(PAGE);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download server-state.sql' }).click();
  const path = await (await download).path();
  expect(readFileSync(path, 'utf8')).toBe(readFileSync(at('scenarios/tools/server-state.sql'), 'utf8'));
});

test('what the sample’s figure is saved as says version, date and sample; its two commands write two files', async ({
  page,
}) => {
  await page.goto(PAGE);
  const commands = await page.getByRole('region', { name: 'Commands' }).innerText();
  const files = [...commands.matchAll(/> (\S+)/g)].map(([, file]) => file);
  expect(files).toHaveLength(2);
  expect(new Set(files).size).toBe(2);
  await page.getByRole('button', { name: 'Show the sample' }).click();
  await expect(shown(page)).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as CSV' }).click();
  const [, first] = readFileSync(await (await download).path(), 'utf8').split('\r\n');
  expect(first).toMatch(/real PostgreSQL · PostgreSQL 17\.10, database shop, 2026-11-21 .* · the sample/);
  // The age of each session that counts stands in its row, whatever else is cut.
  const sessions = page.locator('[data-role="holds"], [data-role="counts"]').filter({ hasText: /^session/ });
  const holders = await sessions.allTextContents();
  expect(holders.length).toBeGreaterThan(0);
  for (const holder of holders) expect(holder).toMatch(/\d+ (s|min|h|days)/);
});

for (const [width, height] of [
  [1280, 720],
  [1920, 1080],
] as const)
  test(`on a stage of ${width} × ${height} neither a holder's reason nor the source is cut, and the tag is clear of the title`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    for (const lang of ['en', 'zh']) {
      await page.goto('about:blank');
      await page.goto(`${PAGE}&sample=1&stage=1&lang=${lang}`);
      const drawing = page.locator('figure svg[role="img"]');
      await expect(drawing.locator('[data-holder]').first()).toBeVisible();
      await expect(drawing.getByText('…'), lang).toHaveCount(0);
      const widths = await page
        .locator('[data-provenance] span')
        .evaluateAll((spans) => spans.map((span) => [span.scrollWidth - span.clientWidth, span.textContent]));
      expect(
        widths.filter(([over]) => Number(over) > 1),
        lang,
      ).toEqual([]);
      const title = await page.locator('figure h2').boundingBox();
      const top = (await drawing.boundingBox())?.y ?? 0;
      expect(top - ((title?.y ?? 0) + (title?.height ?? 0)), lang).toBeGreaterThanOrEqual(4);
    }
  });

test('on stage the arrows walk over the kinds of tables, and at the last one lead on', async ({ page }) => {
  await page.goto(`${PAGE}&sample=1&stage=1`);
  await expect(page.locator('figure svg [data-holder]').first()).toBeVisible();
  const finding = page.locator('figure h2').first();
  await page.keyboard.press('ArrowRight');
  await expect(finding).toContainText('horizon of catalogs');
  await page.keyboard.press('ArrowRight');
  await expect(finding).toContainText('horizon of shared catalogs');
  await page.keyboard.press('ArrowLeft');
  await expect(finding).toContainText('horizon of catalogs');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/#\/play\/standby/);
});
