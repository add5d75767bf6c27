/**
 * A student: from the list to a prediction that is wrong, the engine's reason, the right one; something made to happen by
 * keyboard alone; a fault, hunted by clicking. All is kept. A teacher: an own file that is wrong, then right, then a link.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { messagesIn } from '../src/base/messages/index.ts';
import { PROGRESS_KEY } from '../src/model/record/progress.ts';
import { axe } from './axe.ts';
import { watch } from './site.ts';

const { t } = messagesIn('en');

test('predict, be wrong, read why, be right; make it happen by keyboard; hunt a fault', async ({ page }) => {
  // Four pages, each with an engine of its own to start.
  test.setTimeout(150_000);
  const seen = await watch(page);
  await page.goto('/#/exercises?v=1&theme=light');
  await expect(page.getByRole('link', { name: /Who sees which version/ })).toHaveAttribute(
    'href',
    '#/exercises/who-sees-it',
  );
  await page.goto('/#/exercises/who-sees-it?v=1&theme=light&seed=1');
  const versions = page.getByRole('checkbox');
  await expect(versions).toHaveCount(3);
  // By keyboard: the version that has been replaced is ticked, and the answer is given.
  await versions.first().focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await expect(page.getByText(t('exercise.wrong'))).toBeVisible();
  await expect(page.getByRole('heading', { name: /Why does C not see \(0,1\)/ })).toBeVisible();
  await expect(page.getByText(/732 had ended before this snapshot/)).toBeVisible();
  await versions.first().uncheck();
  await versions.nth(1).check();
  await versions.nth(2).check();
  await page.getByRole('button', { name: t('exercise.check') }).click();
  await expect(page.getByText(t('exercise.right'))).toBeVisible();
  const found = await axe(page).analyze();
  expect(found.violations).toEqual([]);

  // By keyboard alone: each step is a button, and what is reached is said.
  await page.goto('/#/exercises/standby-slot?v=1&theme=light&seed=1');
  for (const step of ['query', 'make_slot', 'query_end', 'one', 'two', 'vacuum']) {
    const button = page.locator(`[data-step="${step}"]`);
    await expect(button).toBeEnabled();
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(button).toBeDisabled();
    await expect(page.locator('[data-phase="ready"]').first()).toBeVisible();
  }
  await expect(page.getByRole('status').filter({ hasText: t('exercise.right') })).toBeVisible();

  await page.goto('/#/exercises/hunt-hidden-commit?v=1&theme=light&seed=1');
  await expect(page.getByText(t('exercise.hunt.same'))).toBeVisible();
  for (const step of ['look', 'write', 'look_again']) {
    await page.locator(`[data-step="${step}"]`).click();
    await expect(page.locator(`[data-step="${step}"]`)).toBeDisabled();
    await expect(page.locator('[data-phase="ready"]').first()).toBeVisible();
  }
  await expect(page.getByText(t('exercise.hunt.found', { step: 'look_again' }))).toBeVisible();

  const deeds = async (): Promise<unknown> =>
    JSON.parse((await page.evaluate((key) => localStorage.getItem(key), PROGRESS_KEY)) ?? '[]');
  await expect.poll(deeds).toMatchObject([
    { id: 'who-sees-it', seed: 1, answer: 'rows:1', isRight: false },
    { id: 'who-sees-it', seed: 1, answer: 'rows:2,3', isRight: true },
    { id: 'standby-slot', seed: 1, isRight: true },
    { id: 'hunt-hidden-commit', seed: 1, isRight: true },
  ]);
  await page.goto('/#/exercises?v=1&theme=light');
  await expect(page.getByRole('link', { name: /Who sees which version/ })).toContainText(t('exercise.standing.right'));
  expect(seen.faults).toEqual([]);
});

test('a step that is moved in an order keeps the focus, and its place is told', async ({ page }) => {
  await page.goto('/#/exercises/late-snapshot?v=1&theme=light&seed=1');
  const first = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: /: later$/ }) })
    .first();
  const later = first.getByRole('button', { name: /: later$/ });
  const step = /^(.+): later$/.exec((await later.getAttribute('aria-label')) ?? '')?.[1] ?? '';
  await later.focus();
  for (let moves = 0; moves < 5; moves++) await page.keyboard.press('Enter');
  // At the end there is no later: the focus is on what leads back.
  await expect(page.getByRole('button', { name: t('exercise.order.up', { step }) })).toBeFocused();
  await expect(page.getByText(t('exercise.order.moved', { step, at: 6, of: 6 }))).toBeAttached();
});

test('a teacher’s own file: faults with their lines, then an exercise, then a link that is the file', async ({
  page,
}) => {
  const seen = await watch(page);
  const template = readFileSync(new URL('../../scenarios/templates/my-exercise.en.md', import.meta.url), 'utf8');
  const open = (name: string, text: string) =>
    page
      .getByTestId('exercise-file')
      .setInputFiles({ name, mimeType: 'text/markdown', buffer: Buffer.from(text, 'utf8') });
  await page.goto('/#/exercises?v=1&theme=light');
  await open('mine.md', template.replace('what: rows', 'what: <img src=x onerror="globalThis.xipRan=1">'));
  await expect(page.getByRole('alert')).toContainText('mine.md');
  await expect(page.getByText(/cannot be asked; the engine answers/)).toBeVisible();
  expect(await page.locator('img[src="x"]').count()).toBe(0);
  await open('mine.md', template);
  await expect(page.getByRole('heading', { name: 'Before or after the commit?' })).toBeVisible();
  await expect(page.getByRole('checkbox')).toHaveCount(2);
  await expect(page).toHaveURL(/text=[A-Za-z0-9_-]+&seed=\d+/);
  // The link is the file: another reader has the same exercise.
  await page.reload();
  await expect(page.getByRole('checkbox')).toHaveCount(2);
  expect(seen.faults).toEqual([]);
});
