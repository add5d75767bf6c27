/** On stage everything is seen at once: nothing lies below the window, and no line of the figure's words is too small for a hall. */
import { expect, type Page, test } from '@playwright/test';

const PAGES: readonly (readonly [string, string])[] = [
  ['/#/play/standby?v=1&spec=standby-64-subtransactions&at=4', 'figure svg[role="img"]'],
  ['/#/lab/cliff?v=1', 'g[data-series^="real-"]'],
  ['/#/lab/ladder?v=1', 'li[data-design="csn"] svg'],
  ['/#/lab/model?v=1', '[data-phase="running"], g[data-series]'],
  ['/#/lessons/on-a-standby?step=6', '[data-shown="true"] figure svg[role="img"]'],
  ['/#/lessons/ping-pong?step=1', '[data-shown="true"] [data-testid="cache-lines"]'],
  ['/#/lessons/the-result?step=1', '[data-shown="true"] [data-testid="race"]'],
];

/** What cannot be seen without scrolling, in px; and the smallest text, as a part of the height. */
const look = (page: Page) =>
  page.evaluate(() => {
    const beyond = ['html', 'main', '[data-figure-slot][data-shown="true"]'].map((at) => {
      const box = document.querySelector(at);
      return box === null ? 0 : box.scrollHeight - box.clientHeight;
    });
    let smallest = 1;
    for (const element of document.querySelectorAll('main :is(h1, h2, p, li, dt, dd, td, th, button, text)')) {
      const { width, height } = element.getBoundingClientRect();
      const isSeen = width > 1 && height > 1 && element.closest('[data-shown="false"]') === null;
      const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim() !== '');
      if (isSeen && hasText)
        smallest = Math.min(smallest, Number.parseFloat(getComputedStyle(element).fontSize) / innerHeight);
    }
    return { beyond: Math.max(...beyond), smallest };
  });

for (const [width, height] of [
  [1280, 720],
  [1920, 1080],
] as const)
  test(`no page and no lesson's figure goes beyond a stage of ${width} × ${height}, nor below 1/30 of it in type`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    for (const [at, ready] of PAGES) {
      await page.goto('about:blank');
      await page.goto(`${at}&stage=1&theme=light`);
      await expect(page.locator(ready).first()).toBeVisible();
      await expect.poll(async () => (await look(page)).beyond, { message: at }).toBeLessThanOrEqual(1);
      expect((await look(page)).smallest, at).toBeGreaterThanOrEqual(1 / 30);
    }
  });
