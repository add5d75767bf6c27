/**
 * The calculator by keyboard: choose a part, type a number, move a slider; the words and the address follow. Lesson 4's
 * figures are its addresses.
 */
import '../src/base/messages/en/index.ts';
import { expect, test } from '@playwright/test';
import { messagesIn } from '../src/base/messages/index.ts';
import { overflow } from '../tools/photograph.ts';
import { watch } from './site.ts';
import { typeInto } from './typing.ts';

const { t } = messagesIn('en');

test('typed and slid by keyboard: what is drawn, said and addressed is the same, and a link has it', async ({
  page,
}) => {
  const seen = await watch(page);
  await page.goto('/#/calculator?v=1');
  await expect(page.getByRole('heading', { name: /0\.274.%/ })).toBeVisible();
  await page.getByRole('radio', { name: t('calculator.part.busy') }).focus();
  for (let i = 0; i < 4; i++) await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/part=pooler/);
  await expect(page.getByRole('heading', { name: /The machine is full with 48/ })).toBeVisible();
  await typeInto(page.getByLabel(t('calculator.field.held')), '1');
  await expect(page.getByRole('heading', { name: /The pool is too small/ })).toBeVisible();
  await expect(page).toHaveURL(/held=1/);
  // A larger pool helps: End moves the slider to its maximum.
  await page.getByRole('slider', { name: t('calculator.field.pool') }).focus();
  await page.keyboard.press('End');
  await expect(page).toHaveURL(/pool=400/);
  const words = /have one of 400 server connections/;
  await expect(page.locator('[aria-live="polite"]').filter({ hasText: words })).toBeAttached();
  const link = page.url();
  const title = await page.getByRole('heading', { level: 2 }).first().innerText();
  await page.goto('about:blank');
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(title);
  await page.getByRole('button', { name: t('calculator.reset') }).click();
  await expect(page).not.toHaveURL(/held=/);
  expect(seen.faults).toEqual([]);
});

test('on stage nothing is cut off', async ({ page }) => {
  for (const part of ['busy', 'little', 'memory', 'catalog', 'pooler']) {
    await page.goto(`/?${part}#/calculator?v=1&part=${part}&stage=1`);
    await expect(page.getByRole('slider')).toBeVisible();
    expect(await overflow(page), part).toBeLessThanOrEqual(0);
    // Every word of the drawing is visible, above the elements below it.
    const { words, lowest, end } = await page.evaluate(() => {
      const texts = [...document.querySelectorAll('figure svg[role="img"] text')].filter((one) =>
        one.checkVisibility(),
      );
      return {
        words: texts.length,
        lowest: Math.max(...texts.map((one) => one.getBoundingClientRect().bottom)),
        end: document.querySelector('figcaption')?.getBoundingClientRect() ?? null,
      };
    });
    expect(words, part).toBeGreaterThan(5);
    expect(lowest, part).toBeLessThanOrEqual(end?.top ?? 0);
    expect(end?.bottom ?? 0, part).toBeLessThanOrEqual(720);
  }
});
