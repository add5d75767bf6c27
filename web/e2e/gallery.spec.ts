/**
 * Looks for faults in any state of the gallery: errors, overflow, findings of axe. `npm run gallery` photographs them.
 *
 * One document per test; the address names the states. Layout depends on the width and colours on the theme, so all
 * widths are checked in one theme, and axe checks both themes in one width: at many states at once, as it takes a
 * second to start.
 */
import { expect, type Page, test } from '@playwright/test';
import { atRest, galleryIds, overflow, THEMES } from '../tools/photograph.ts';
import { axe } from './axe.ts';
import { watch } from './site.ts';

const WIDTHS = [360, 1280] as const;
const HEIGHT = 720;
/** The number of states that axe checks together. */
const AT_ONCE = 24;

/** Shows some states without reloading the page. */
async function show(page: Page, ids: readonly string[], theme: string): Promise<void> {
  const name = ids.join('+');
  await page.evaluate((hash) => {
    location.hash = hash;
  }, `${name}?theme=${theme}`);
  await expect(page.locator(`main[data-state="${name}"]`)).toBeVisible();
  await atRest(page);
}

async function start(page: Page, theme: string): Promise<readonly string[]> {
  const ids = await galleryIds(page);
  expect(ids.length).toBeGreaterThan(0);
  expect(new Set(ids).size).toBe(ids.length);
  // Another document: the theme is set before anything is drawn.
  await page.goto(`/gallery.html?${theme}#${ids[0]}?theme=${theme}`);
  await expect(page.locator(`main[data-state="${ids[0]}"]`)).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
  return ids;
}

test('every state alone: no error, nothing wider than its window', async ({ page }) => {
  const seen = await watch(page);
  const ids = await start(page, 'light');
  test.setTimeout(30_000 + ids.length * 4_000);
  for (const id of ids) {
    const before = seen.faults.length;
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT });
      await show(page, [id], 'light');
      expect.soft(await overflow(page), `${id} is wider than ${width} px`).toBeLessThanOrEqual(0);
    }
    expect.soft(seen.faults.slice(before), id).toEqual([]);
  }
});

for (const theme of THEMES) {
  test(`every state in ${theme}: no error, no serious accessibility finding`, async ({ page }) => {
    const seen = await watch(page);
    const ids = await start(page, theme);
    test.setTimeout(30_000 + ids.length * 4_000);
    for (let from = 0; from < ids.length; from += AT_ONCE) {
      const some = ids.slice(from, from + AT_ONCE);
      await show(page, some, theme);
      // All requested states are there.
      expect(await page.locator('[data-state-id]').count()).toBe(some.length);
      const { violations } = await axe(page).analyze();
      const serious = violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => `${id}: ${nodes.map(({ target, html }) => `${target.join(' ')} ${html}`).join('\n')}`);
      expect.soft(serious, some.join(' ')).toEqual([]);
    }
    expect(seen.faults).toEqual([]);
  });
}
