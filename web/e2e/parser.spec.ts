/** PostgreSQL's parser in the built site: fetched when a text is compiled and not before, found under any sub-path. */
import { basename } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { plainHost, watch } from './site.ts';
import { typeInto } from './typing.ts';

const STATE = '#source-live?theme=light';
const isParser = (url: string): boolean => /libpg-query|compile-worker/.test(url);
const isScenario = (url: string): boolean => /deadlock-/.test(url);

const status = (page: Page) => page.getByRole('status').first();
/** CodeMirror's field, once it has replaced the plain one. */
const editor = (page: Page) => page.locator('.cm-content');

test('a shipped scenario opens without the parser; writing fetches it, and faults are shown', async ({ page }) => {
  const seen = await watch(page);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));

  await page.goto(`/gallery.html${STATE}`);
  await expect(status(page)).toHaveText('first-look: 6 steps');
  expect(asked.filter(isScenario)).toEqual([]);
  await page.getByRole('button', { name: 'Scenarios' }).click();
  await typeInto(page.getByRole('searchbox'), 'wait for each other');
  await page.getByRole('searchbox').press('Enter');
  await expect(status(page)).toHaveText(/^deadlock: \d+ steps/);
  expect(asked.filter(isScenario)).toHaveLength(1);
  await expect(editor(page)).toContainText('Two sessions wait for each other');
  expect(asked.filter(isParser)).toEqual([]);

  await editor(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('\npermutation nobody\n');
  await expect(status(page)).toHaveAttribute('data-status', 'faulty');
  expect(asked.filter(isParser).map((url) => basename(url).replace(/-[^.]+/, ''))).toEqual([
    'compile.js',
    'libpg.wasm',
  ]);
  const fault = page.getByRole('listitem').filter({ hasText: 'undefined step “nobody”' });
  await expect(fault).toContainText('permutation nobody');
  await expect(page.locator('.cm-lintRange-error')).toHaveText('nobody');

  // A click on the fault goes to its place, and typing there repairs it.
  await fault.getByRole('button').click();
  await expect(editor(page)).toBeFocused();
  for (let i = 0; i < 'nobody'.length; i++) await page.keyboard.press('Delete');
  await page.keyboard.type('look');
  await expect(page.locator('.cm-lintRange-error')).toHaveCount(0);
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
    await page.keyboard.type('\n');
    await expect.poll(() => host.asked.filter(isParser).length).toBe(2);
    await expect(status(page)).toHaveText('first-look: 6 steps');
    await page.keyboard.type('?');
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
  await page.keyboard.type(' ');
  await expect(page.getByRole('listitem')).toContainText('parser could not be loaded');
  await page.unroute(/libpg-query.*wasm/);
  await page.keyboard.type(' ');
  await expect(status(page)).toHaveText('first-look: 6 steps');
});
