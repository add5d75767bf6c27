/** PostgreSQL's parser in the built site: asked for when a text is compiled and not before, found under any sub-path. */
import { basename } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { plainHost, watch } from './site.ts';

const STATE = '#source-live?theme=light';
const isParser = (url: string): boolean => /libpg-query|compile-worker/.test(url);
const isScenario = (url: string): boolean => /deadlock-/.test(url);

const status = (page: Page) => page.getByRole('status').first();
/** CodeMirror's field, once it has taken the plain one's place. */
const editor = (page: Page) => page.locator('.cm-content');

test('a shipped scenario opens without the parser; writing fetches it, and faults are shown', async ({ page }) => {
  const seen = await watch(page);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));

  await page.goto(`/gallery.html${STATE}`);
  await expect(status(page)).toHaveText('first-look: 6 steps');
  expect(asked.filter(isScenario)).toEqual([]);
  await page.getByRole('button', { name: 'Scenarios' }).click();
  await page.getByRole('searchbox').fill('wait for each other');
  await page.getByRole('searchbox').press('Enter');
  await expect(status(page)).toHaveText(/^deadlock: \d+ steps/);
  expect(asked.filter(isScenario)).toHaveLength(1);
  await expect(editor(page)).toContainText('Two who wait for each other');
  expect(asked.filter(isParser)).toEqual([]);

  await editor(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.insertText('\npermutation nobody\n');
  await expect(status(page)).toHaveAttribute('data-status', 'faulty');
  expect(asked.filter(isParser).map((url) => basename(url).replace(/-[^.]+/, ''))).toEqual([
    'compile.js',
    'libpg.wasm',
  ]);
  const fault = page.getByRole('listitem').filter({ hasText: 'undefined step “nobody”' });
  await expect(fault).toContainText('permutation nobody');
  await expect(page.locator('.cm-lintRange-error')).toHaveText('nobody');

  // The fault leads to its place, and what is written there mends it.
  await fault.getByRole('button').click();
  await expect(editor(page)).toBeFocused();
  for (let i = 0; i < 'nobody'.length; i++) await page.keyboard.press('Delete');
  await page.keyboard.insertText('look');
  await expect(page.locator('.cm-lintRange-error')).toHaveCount(0);
  expect(seen.faults).toEqual([]);
});

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
      // Over the editor, which would put a file's text into its own.
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
  await expect(page.getByText('1 other was left alone')).toBeVisible();
  await expect(page.locator('img[src="x"], main script')).toHaveCount(0);

  await drop([{ name: 'holiday.jpg', bytes: [0xff, 0xd8, 0xff, 0xe0] }]);
  await expect(page.getByRole('listitem')).toContainText('not UTF-8');
  await drop([{ name: 'large.spec', bytes: new Array(70_000).fill(0x20) }]);
  await expect(page.getByRole('listitem')).toContainText('larger than');
  expect(seen.faults).toEqual([]);
});

test('the parser is found on a plain host, in a folder', async ({ page }) => {
  const seen = await watch(page);
  const host = await plainHost({}, '/some/folder');
  try {
    await page.goto(`${host.url}/some/folder/gallery.html${STATE}`);
    await expect(editor(page)).toContainText('title');
    expect(host.asked.filter(isParser)).toEqual([]);
    await editor(page).click();
    await page.keyboard.press('Control+End');
    await page.keyboard.insertText('\n');
    await expect.poll(() => host.asked.filter(isParser).length).toBe(2);
    await expect(status(page)).toHaveText('first-look: 6 steps');
    await page.keyboard.insertText('?');
    await expect(status(page)).toHaveText('first-look: 1 faults');
  } finally {
    await host.close();
  }
  expect(seen.faults).toEqual([]);
});

test('where the parser cannot be had, the text is answered for, and the next one is tried again', async ({ page }) => {
  await page.route(/libpg-query.*wasm/, (route) => route.abort());
  await page.goto(`/gallery.html${STATE}`);
  await expect(editor(page)).toContainText('title');
  await editor(page).click();
  await page.keyboard.insertText(' ');
  await expect(page.getByRole('listitem')).toContainText('parser could not be loaded');
  await page.unroute(/libpg-query.*wasm/);
  await page.keyboard.insertText(' ');
  await expect(status(page)).toHaveText('first-look: 6 steps');
});
