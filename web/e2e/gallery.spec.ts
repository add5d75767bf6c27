/** Photographs every state of the gallery and looks for what is wrong in any of them. */
import AxeBuilder from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { atRest, galleryIds, overflow, SIZES, sizeName, stateUrl, THEMES } from './photograph.ts';
import { watch } from './site.ts';

for (const theme of THEMES) {
  test(`every state in ${theme}: no overflow, no error, no serious accessibility finding`, async ({ page }, info) => {
    test.setTimeout(240_000);
    const seen = await watch(page);
    const ids = await galleryIds(page);
    expect(ids.length).toBeGreaterThan(0);
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
        if (size.width === 1920) continue;
        const { violations } = await new AxeBuilder({ page }).analyze();
        const serious = violations
          .filter(({ impact }) => impact === 'serious' || impact === 'critical')
          .map(({ id: rule, nodes }) => `${rule}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
        expect.soft(serious, `${id} at ${sizeName(size)}`).toEqual([]);
      }
    }
    expect(seen.faults).toEqual([]);
  });
}
