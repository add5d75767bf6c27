/**
 * Texts from outside do not block the page: a text that would keep a parser busy for minutes is refused with its line,
 * and the page responds while any text is read. Tested with a reader that never answers, and not with a clock.
 */
import '../src/base/messages/en/index.ts';
import { expect, type Page, test } from '@playwright/test';
import { ISOLATION_HEADERS } from '../node/serve.mjs';
import { messagesIn } from '../src/base/messages/index.ts';
import { packText } from '../src/viewmodel/stage/packed-text.ts';
import { watch } from './site.ts';

const { t } = messagesIn('en');

const HEAD = '---\ntitle: a\nlesson: b\n---\n';
const BAD = `${HEAD}${'*_'.repeat(31_900)}`;
const REFUSED = /too many emphasis marks, brackets and backticks in one paragraph \(63,800\)/;

test('a link of 198 characters that is 64 kB of emphasis marks is refused, with the line', async ({
  page,
  baseURL,
}) => {
  const seen = await watch(page);
  const address = `/#/exercises?seed=3&text=${packText(BAD)}`;
  expect(`${baseURL}${address}`.length).toBeLessThan(220);
  await page.goto(address);
  await expect(page.getByText(REFUSED).first()).toBeVisible();
  await page
    .getByRole('link', { name: t('shell.nav.lessons') })
    .first()
    .click();
  await expect(page).toHaveURL(/#\/lessons/);
  expect(seen.faults).toEqual([]);
});

test('the same as a file: on the page of exercises, and on the teacher’s', async ({ page }) => {
  const file = {
    name: 'bad.md',
    mimeType: 'text/markdown',
    buffer: Buffer.from(`${BAD}\n\n\`\`\`ask\nwhat: rows\n\`\`\`\n`),
  };
  await page.goto('/#/exercises?v=1&lang=en');
  await page.getByTestId('exercise-file').setInputFiles(file);
  await expect(page.getByText(REFUSED).first()).toBeVisible();
  await page.goto('/#/teacher?v=1&lang=en');
  await page.locator('[data-opens="files"]').setInputFiles(file);
  await expect(page.getByText(REFUSED).first()).toBeVisible();
});

/** A reader that takes every text and never answers, like a reader that a text keeps busy. */
const BUSY = 'onmessage = () => { for (;;); }; postMessage({ kind: "ready" });';
const go = async (page: Page, to: RegExp, name: string): Promise<void> => {
  await page.getByRole('link', { name }).first().click();
  await expect(page).toHaveURL(to);
};

test('while a text keeps its reader busy the page answers: an exercise, a record, a server’s state, a spec', async ({
  page,
}) => {
  for (const worker of ['texts-worker', 'compile-worker'])
    await page.route(`**/${worker}-*`, (route) =>
      // An isolated page starts no worker that does not ask for isolation itself.
      route.fulfill({ contentType: 'text/javascript', headers: ISOLATION_HEADERS, body: BUSY }),
    );
  await page.goto(`/#/exercises?v=1&lang=en&seed=3&text=${packText(HEAD)}`);
  await expect(page.getByText(t('exercise.loading'))).toBeVisible();
  await go(page, /#\/exercises/, t('shell.nav.exercises'));
  await page
    .getByTestId('exercise-file')
    .setInputFiles({ name: 'a.md', mimeType: 'text/markdown', buffer: Buffer.from(HEAD) });
  await go(page, /#\/lessons/, t('shell.nav.lessons'));
  await page.goto('/#/teacher?v=1&lang=en');
  await page
    .locator('[data-opens="files"]')
    .setInputFiles({ name: 'a.json', mimeType: 'application/json', buffer: Buffer.from('[') });
  await go(page, /#\/lessons/, t('shell.nav.lessons'));
  await page.goto('/#/play/server?v=1&lang=en&sample=1');
  await go(page, /#\/lessons/, t('shell.nav.lessons'));
  await page.goto(`/#/play?v=1&lang=en&text=${packText('session a\n')}`);
  await go(page, /#\/lessons/, t('shell.nav.lessons'));
});
