/** Working with a spec's source: write, choose, open, drop, save. In the gallery's working state, `source-live`. */
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { at } from '../node/tree.mjs';
import { watch } from './site.ts';

const STATE = '#source-live?theme=light';

const status = (page: Page) => page.getByRole('status').first();
const editor = (page: Page) => page.locator('.cm-content');

test('Tab indents, Escape and then Tab leave the editor', async ({ page }) => {
  await page.goto(`/gallery.html${STATE}`);
  await expect(editor(page)).toContainText('title');
  await editor(page).click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Tab');
  await expect(page.locator('.cm-line').first()).toHaveText(/^ {2}#: title/);
  await expect(editor(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await expect(editor(page)).not.toBeFocused();
});

test('a dropped file is read, or it is said what is wrong with it; nothing of it becomes HTML', async ({ page }) => {
  const seen = await watch(page);
  await page.goto(`/gallery.html${STATE}`);
  await expect(status(page)).toHaveText('first-look: 6 steps');
  const drop = async (files: readonly { name: string; bytes: readonly number[] }[]): Promise<void> => {
    await page.evaluate((dropped) => {
      const dataTransfer = new DataTransfer();
      for (const { name, bytes } of dropped) dataTransfer.items.add(new File([Uint8Array.from(bytes)], name));
      const target = document.querySelector('main') ?? document.body;
      target.dispatchEvent(new DragEvent('dragover', { bubbles: true, cancelable: true, dataTransfer }));
    }, files);
    await expect(page.getByText('Drop an isolation spec here')).toBeVisible();
    await page.evaluate((dropped) => {
      const dataTransfer = new DataTransfer();
      for (const { name, bytes } of dropped) dataTransfer.items.add(new File([Uint8Array.from(bytes)], name));
      // Dropped over the editor, which would otherwise insert the file's text.
      const target = document.querySelector('[data-status] ~ div') ?? document.body;
      target.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }));
    }, files);
    await expect(page.getByText('Drop an isolation spec here')).toBeHidden();
  };
  const bytesOf = (text: string): number[] => [...new TextEncoder().encode(text)];

  await drop([{ name: 'mine.spec', bytes: bytesOf('session s step a { SELECT 1; } step b { SELECT 2; }') }]);
  await expect(status(page)).toHaveText('mine.spec: 2 steps');
  await expect(editor(page)).toHaveText('session s step a { SELECT 1; } step b { SELECT 2; }');

  await drop([
    { name: '<img src=x onerror=alert(1)>.spec', bytes: bytesOf('session s\nstep a { DO <script>alert(1)</script>') },
    { name: 'other.spec', bytes: [] },
  ]);
  await expect(status(page)).toHaveAttribute('data-status', 'faulty');
  await expect(page.getByRole('listitem')).toContainText('line 2, column 8');
  await expect(page.getByText('1 other was not opened')).toBeVisible();
  await expect(page.locator('img[src="x"], main script')).toHaveCount(0);

  await drop([{ name: 'holiday.jpg', bytes: [0xff, 0xd8, 0xff, 0xe0] }]);
  await expect(page.getByRole('listitem')).toContainText('not UTF-8');
  await drop([{ name: 'large.spec', bytes: Array.from({ length: 70_000 }, () => 0x20) }]);
  await expect(page.getByRole('listitem')).toContainText('larger than');
  expect(seen.faults).toEqual([]);
});

test('a scenario is found and chosen with keys alone', async ({ page }) => {
  // The first scenario arrives when the list is open already, and leaves it open.
  let arrive = (): void => undefined;
  const isOpen = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route(/\/assets\/first-look-/, async (route) => {
    await isOpen;
    await route.continue();
  });
  await page.goto(`/gallery.html${STATE}`);
  await page.getByRole('button', { name: 'Scenarios' }).press('Enter');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await expect(page.locator('[data-status="none"]')).toBeVisible();
  arrive();
  await expect(page.locator('[data-status="compiled"]')).toBeVisible();
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('hermitage');
  // The list follows the letters after a moment: all of Hermitage's, and nothing else.
  const many = readdirSync(at('scenarios/specs')).filter((file) => file.startsWith('hermitage-')).length;
  await expect(page.getByText(new RegExp(`^${many} of \\d+ scenarios$`))).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('End');
  await page.keyboard.press('Home');
  const first = page.getByRole('button', { name: 'G-single' }).first();
  await expect(first).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(status(page)).toHaveText(/^hermitage-/);
});

test('what was opened by the picker is saved again byte by byte', async ({ page }) => {
  const text = '#: title: é\r\nsession s\r\nstep a { SELECT 1; }\r\n\tstep b { SELECT 2; }';
  await page.goto(`/gallery.html${STATE}`);
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'My Spec.spec', mimeType: '', buffer: Buffer.from(text) });
  await expect(status(page)).toHaveText('My Spec.spec: 2 steps');
  const saved = async (button: string): Promise<{ name: string; content: string }> => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: button }).click();
    const file = await download;
    return { name: file.suggestedFilename(), content: await readFile(await file.path(), 'utf8') };
  };
  expect(await saved('Save the steps')).toEqual({ name: 'my-spec.spec', content: text });
  expect(await saved('Save the record')).toEqual({ name: 'my-spec.jsonl', content: '{"format":"xipscope-trace/1"}\n' });
  // The editor keeps a file's line ends, also after typing.
  await editor(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' # end');
  await expect(status(page)).toHaveText('My Spec.spec: 2 steps');
  await expect.poll(async () => (await saved('Save the steps')).content).toBe(`${text} # end`);
});
