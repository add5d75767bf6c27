/** How pages are photographed: three sizes, two themes. Used by the gallery's spec and by `npm run gallery`. */
import type { Page } from '@playwright/test';

export const SIZES = [
  { width: 1280, height: 720 },
  { width: 1920, height: 1080 },
  { width: 390, height: 844 },
] as const;
export const THEMES = ['light', 'dark'] as const;
export type PhotoTheme = (typeof THEMES)[number];

export const sizeName = ({ width, height }: { width: number; height: number }): string => `${width}x${height}`;

/** The ids of all states, in the gallery's order. */
export async function galleryIds(page: Page): Promise<string[]> {
  await page.goto('/gallery.html');
  await page.locator('[data-state-id]').first().waitFor();
  return await page
    .locator('[data-state-id]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('data-state-id') ?? '').filter((id) => id !== ''));
}

/** The query makes it another document, so that nothing of the previous state is left. */
export const stateUrl = (id: string, theme: PhotoTheme): string => `/gallery.html?${id}-${theme}#${id}?theme=${theme}`;

/** Waits until fonts are loaded, the layout is stable, and workers have painted. */
export async function atRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
  await page.waitForFunction(() => document.querySelector('[data-painting]') === null);
}

/** The number of pixels by which the page is wider than its window. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
