/** The lens on Home: one line of memory, byte by byte, from the real engine. */
import '../src/base/messages/en/index.ts';
import { expect, type Page, test } from '@playwright/test';
import { messagesIn } from '../src/base/messages/index.ts';
import { axe } from './axe.ts';

const { t } = messagesIn('en');

const row = (page: Page, design: 'pg13' | 'pg14') => page.getByTestId(`reads-${design}`);
const lens = (page: Page, design: 'pg13' | 'pg14') => row(page, design).getByRole('img');
/** Bytes of the line that are drawn, each as two digits. */
const bytes = async (page: Page, design: 'pg13' | 'pg14'): Promise<number> =>
  (
    (await lens(page, design).locator('[data-kind] > span:last-child > span').allInnerTexts()) as readonly string[]
  ).filter((text) => /^[0-9a-f]{2}$/.test(text)).length;

test('13’s line holds torn entries and the one xmin that this snapshot wrote; 14 asks a counter, or reads 16 xids', async ({
  page,
}) => {
  await page.goto('/#/?v=1&idle=2000');
  await expect(lens(page, 'pg13')).toHaveAccessibleName(/of PGXACT, byte by byte\. Fields of the line: .*xid 0/);
  expect(await bytes(page, 'pg13')).toBe(64);
  await expect(lens(page, 'pg13').locator('[data-kind="written"]')).toHaveCount(1);
  await expect(lens(page, 'pg13').locator('[data-kind="written"]')).toContainText(/^xmin \d+/);
  await expect(row(page, 'pg13')).toContainText(t('home.reads.lens.nobody'));

  await expect(lens(page, 'pg14').locator('[data-field]')).toHaveText([/xactCompletionCount/]);
  await page.getByRole('radio', { name: t('home.reads.case.scan') }).check({ force: true });
  await expect(lens(page, 'pg14').locator('[data-field="xid"]')).toHaveCount(16);
  expect(await bytes(page, 'pg14')).toBe(64);
});

for (const width of [360, 1280]) {
  test(`the lens keeps its height, stays inside and is accessible at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/#/?v=1&idle=2000');
    await expect(lens(page, 'pg13')).toBeVisible();
    const heights = async () => [
      (await lens(page, 'pg13').boundingBox())?.height,
      (await lens(page, 'pg14').boundingBox())?.height,
    ];
    const before = await heights();
    await page.getByRole('radio', { name: t('home.reads.case.scan') }).check({ force: true });
    await expect(lens(page, 'pg14').locator('[data-field="xid"]')).toHaveCount(16);
    expect(await heights()).toEqual(before);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    const { violations } = await axe(page).include('[data-testid="reads-pg13"]').analyze();
    expect(violations).toEqual([]);
  });
}
