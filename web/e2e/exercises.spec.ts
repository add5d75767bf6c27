/** A student: a prediction that is wrong, the engine's reason, the right one; then a fault, hunted by clicking. Both are kept. */
import AxeBuilder from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { messagesIn } from '../src/base/messages/index.ts';
import { PROGRESS_KEY } from '../src/model/record/progress.ts';
import { watch } from './site.ts';

const { t } = messagesIn('en');

test('predict, be wrong, read why, be right; hunt a fault', async ({ page }) => {
  const seen = await watch(page);
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
  const axe = await new AxeBuilder({ page }).analyze();
  expect(axe.violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual([]);

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
    { id: 'hunt-hidden-commit', seed: 1, isRight: true },
  ]);
  await page.goto('/#/exercises?v=1&theme=light');
  await expect(page.getByRole('link', { name: /Who sees which version/ })).toContainText(t('exercise.standing.right'));
  expect(seen.faults).toEqual([]);
});
