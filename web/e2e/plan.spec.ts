/** The 90-minute plan: the teacher's page leads to it, its links lead on, and each sheet prints on one page of A4. */
import '../src/base/messages/en/index.ts';
import { expect, type Page, test } from '@playwright/test';
import { messagesIn } from '../src/base/messages/index.ts';
import { axe } from './axe.ts';

const { t } = messagesIn('en');

const printed = async (page: Page): Promise<number> => {
  const file = (await page.pdf({ preferCSSPageSize: true, format: 'A4' })).toString('latin1');
  return file.match(/[/]Type\s*[/]Page\b/g)?.length ?? 0;
};

test('the plan is reached from the teacher’s page; its link opens the class’s assignment', async ({ page }) => {
  await page.goto('/#/teacher?v=1&theme=light&lang=en');
  await page.getByRole('link', { name: t('teacher.plan') }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('plan.title'));
  const { violations } = await axe(page).analyze();
  expect(violations).toEqual([]);
  // The page's own link is the one on paper, and can be copied.
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: t('plan.link.copy') }).click();
  await expect(page.getByText(t('class.make.copied'))).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/#[/]class[?]set=plan$/);
  await page.getByRole('link', { name: t('plan.link'), exact: true }).click();
  await expect(page.locator('[data-items="3"]')).toBeVisible();
});

for (const lang of ['en', 'zh'])
  test(`both sheets print on one page of A4 each, in ${lang}`, async ({ page }) => {
    await page.goto(`/#/teacher/plan?v=1&lang=${lang}`);
    await expect(page.locator('[data-sheet="students"]')).toBeVisible();
    expect(await printed(page)).toBe(2);
  });

test('the address on the students’ sheet can be typed, and opens the class’s assignment', async ({ page }) => {
  await page.goto('/#/teacher/plan?v=1&lang=en');
  const sheet = page.locator('[data-sheet="students"]');
  await expect(sheet).toContainText(/#[/]class[?]set=plan/);
  await page.goto('/#/class?set=plan');
  await expect(page.locator('[data-items="3"]')).toBeVisible();
});
