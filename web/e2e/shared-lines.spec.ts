/** The measurement that would settle it, as a reader with a result file uses it. */
import '../src/base/messages/en/index.ts';
import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { messagesIn } from '../src/base/messages/index.ts';
import { AROUND_HEADER } from '../src/base/written.ts';
import { fakeLines } from '../src/scenario/lines-shared.fake.ts';
import { linesFileText } from '../src/scenario/lines-shared-parse.ts';
import { LINES_HEADER } from '../src/viewmodel/lab/lines-shared.ts';
import { overflow } from '../tools/photograph.ts';
import { axe } from './axe.ts';
import { watch } from './site.ts';

const { t } = messagesIn('en');

const panel = (page: Page) => page.getByTestId('shared-lines');
const choose = (page: Page, name: string, text: string) =>
  panel(page)
    .locator('input[type="file"]')
    .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
const whole = linesFileText(fakeLines(({ lines }) => Math.min(lines, 4) * 5e6));

test('a result file becomes a figure with its sentence, and a broken one its faults', async ({ page }) => {
  const { faults } = await watch(page);
  await page.goto('/#/lab/model?v=1&view=ask');
  await expect(panel(page).getByText(/xipscope bench --workload lines-shared/)).toBeHidden();
  await panel(page).getByText(t('linesShared.panel'), { exact: true }).click();
  await expect(panel(page).getByText(/xipscope bench --workload lines-shared --json/)).toBeVisible();

  await choose(page, 'lines.json', whole);
  await expect(page.getByTestId('lines-said')).toHaveText(/^Something that all lines share limits the transfers to 20/);
  const figure = panel(page).locator('figure');
  await expect(figure.locator('[data-series="measured"] [transform]')).toHaveCount(5);
  await expect(figure.locator('[data-series="measured"] line')).toHaveCount(5);
  await expect(figure.locator('[data-series="queues"]')).toBeAttached();
  await expect(figure.locator('[data-provenance="measured"]')).toContainText('2 sockets');
  const download = page.waitForEvent('download');
  await figure.getByRole('button', { name: t('ui.file.saveAs', { format: 'CSV' }) }).click();
  const lines = (await readFile(await (await download).path(), 'utf8')).trim().split(/\r?\n/);
  expect(lines[0]?.replace(/^\uFEFF/, '')).toBe([...LINES_HEADER, ...AROUND_HEADER].join(','));
  expect(lines).toHaveLength(7);
  expect(await overflow(page)).toBe(0);
  expect((await axe(page).analyze()).violations).toEqual([]);

  const cpu = '<img src=x onerror=globalThis.xipRan=1>';
  await choose(page, 'other.json', whole.replace('"invented"', JSON.stringify(cpu)));
  await expect(figure.locator('[data-provenance="measured"]')).toContainText(cpu);
  await choose(page, 'broken.json', whole.replace('"lines": 1,', '"lines": 0,'));
  await expect(panel(page).getByRole('alert')).toContainText(/broken\.json.*points\[0\]\.lines: 0 is outside 1 to 64/s);
  await expect(figure).toHaveCount(0);
  await choose(page, 'large.json', ' '.repeat(1_000_001));
  await expect(panel(page).getByRole('alert')).toContainText('the file is larger than');
  expect(await page.locator('img[src="x"]').count()).toBe(0);
  expect(faults).toEqual([]);
});
