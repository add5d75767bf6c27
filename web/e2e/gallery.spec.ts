/** Photographs every state of the gallery and looks for what is wrong in any of them. */
import AxeBuilder from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { atRest, galleryIds, overflow, SIZES, sizeName, stateUrl, THEMES } from './photograph.ts';
import { watch } from './site.ts';

for (const theme of THEMES) {
  test(`every state in ${theme}: no overflow, no error, no serious accessibility finding`, async ({ page }, info) => {
    const seen = await watch(page);
    const ids = await galleryIds(page);
    expect(ids.length).toBeGreaterThan(0);
    // Half a dozen photographs and examinations each: the list may grow.
    test.setTimeout(30_000 + ids.length * 12_000);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) {
      await page.setViewportSize(SIZES[0]);
      await page.goto(stateUrl(id, theme));
      await expect(page.locator(`main[data-state="${id}"]`)).toBeVisible();
      for (const size of SIZES) {
        await page.setViewportSize(size);
        await atRest(page);
        expect.soft(await overflow(page), `${id} is wider than ${size.width} px`).toBeLessThanOrEqual(0);
        await page.screenshot({ path: info.outputPath(`${id}-${sizeName(size)}.png`) });
        // Colours change with the theme, layout with the size: no need to examine every pair.
        if (!(size === SIZES[0] || (theme === 'light' && size === SIZES[2]))) continue;
        const { violations } = await new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).analyze();
        const serious = violations
          .filter(({ impact }) => impact === 'serious' || impact === 'critical')
          .map(({ id: rule, nodes }) => `${rule}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
        expect.soft(serious, `${id} at ${sizeName(size)}`).toEqual([]);
      }
    }
    expect(seen.faults).toEqual([]);
  });
}
