/** A term of a lesson opens its sentence by pointer and keyboard, one at a time, and nothing on the page moves for it. */
import '../src/base/messages/en/index.ts';
import { expect, type Page, test } from '@playwright/test';
import { messagesIn } from '../src/base/messages/index.ts';
import { TERMS } from '../src/viewmodel/glossary/terms.ts';
import { axe } from './axe.ts';
import { watch } from './site.ts';

const { t } = messagesIn('en');
const LESSON = '/#/lessons/who-was-running?v=1&lang=en&step=8';
const term = (page: Page, name: string) => page.locator(`[data-term="${name}"]`);
const open = (page: Page) => page.getByTestId('term').filter({ visible: true });

/** Where the words, the figure and the bar are. */
const places = (page: Page) =>
  page.locator('[data-lesson] > div p, [data-lesson] > div figure, [data-lesson] > nav').evaluateAll((all) =>
    all.map((own) => {
      const { left, top, width, height } = own.getBoundingClientRect();
      return [left, top, width, height].map(Math.round);
    }),
  );

test('a term opens its sentence, and another one closes it', async ({ page }) => {
  const seen = await watch(page);
  await page.goto(LESSON);
  await expect(term(page, 'snapshot')).toBeVisible();
  await expect(page.locator('[data-phase="ready"]').first()).toBeVisible();
  const before = await places(page);
  // The later word first: a bubble lies below its word.
  await term(page, 'readcommitted').click();
  await expect(open(page)).toContainText(t('glossary.says.readcommitted'));
  await expect(open(page).locator('[data-sketch="lanes"]')).toBeVisible();
  await expect(term(page, 'readcommitted')).toHaveAttribute('aria-expanded', 'true');
  expect(await places(page)).toEqual(before);
  await term(page, 'snapshot').click();
  await expect(open(page)).toHaveCount(1);
  await expect(open(page)).toContainText(t('glossary.says.snapshot'));
  // The same word closes it again.
  await term(page, 'snapshot').click();
  await expect(open(page)).toHaveCount(0);
  expect(await places(page)).toEqual(before);
  expect(seen.faults).toEqual([]);
});

test('by keyboard: Enter opens, Escape closes and leaves the focus on the word', async ({ page }) => {
  await page.goto(LESSON);
  const word = term(page, 'snapshot');
  await expect(word).toBeVisible();
  await word.focus();
  await page.keyboard.press('Enter');
  await expect(open(page)).toContainText(t('glossary.says.snapshot'));
  await page.keyboard.press('Escape');
  await expect(open(page)).toHaveCount(0);
  await expect(word).toBeFocused();
  // The step is the same one: no key went to the lesson.
  await expect(page).toHaveURL(/step=8/);
});

for (const theme of ['light', 'dark'])
  for (const width of [1280, 390])
    test(`an open term is in the window and has no finding of axe at ${width} px, ${theme}`, async ({ page }) => {
      await page.setViewportSize({ width, height: width === 390 ? 844 : 720 });
      await page.goto(`${LESSON}&theme=${theme}`);
      await term(page, 'snapshot').click();
      const box = await open(page).boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
      expect((await axe(page).analyze()).violations).toEqual([]);
    });

/** The words of a verdict have no picture. */
const VERDICT_WORDS = 7;

test('the glossary has every term, each with its picture', async ({ page }) => {
  await page.goto('/#/glossary?v=1&lang=en');
  await expect(page.getByRole('term')).toHaveCount(TERMS.length + VERDICT_WORDS);
  await expect(page.getByTestId('glossary').locator('dd svg')).toHaveCount(TERMS.length);
  await expect(page.getByTestId('glossary')).toContainText(t('glossary.says.horizon'));
  expect((await axe(page).analyze()).violations).toEqual([]);
});
