/**
 * One transaction of each design, slowed: the dots move, their scans pass every line that is counted, the slider changes
 * both, and nothing moves where motion is not wanted or the race is paused.
 */
import '../src/base/messages/en/index.ts';
import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { messagesIn } from '../src/base/messages/index.ts';
import { RUN_MS } from './fit.ts';
import { plainHost, unfold } from './site.ts';

const { t } = messagesIn('en');
const lane = (page: Page, design: string) => page.getByTestId(`slowed-${design}`);
const trail = (page: Page, design: string) => page.getByTestId(`trail-${design}`);
const ended = async (page: Page, design: string) => Number(await lane(page, design).getAttribute('data-ended'));
const slider = (page: Page) => page.getByRole('slider', { name: t('home.idle.label') });
/** Scrolls to the figure: its dots rest while it is out of sight. */
const look = (page: Page) => page.getByTestId('slowed').scrollIntoViewIfNeeded();
/** The lines that are counted for a design's snapshot. */
const lines = async (page: Page, design: string) => {
  const text = await page.getByTestId(`reads-${design}`).innerText();
  return Number(/([\d,]+) cache lines?$/m.exec(text)?.[1]?.replaceAll(',', ''));
};
/** The largest number of lines that the scan has been seen to have read in some frames. */
const mostRead = (page: Page, design: string) =>
  trail(page, design).evaluate(async (element) => {
    let most = 0;
    for (let frame = 0; frame < 240; frame++) {
      await new Promise(requestAnimationFrame);
      most = Math.max(most, Number(element.getAttribute('data-read')));
    }
    return most;
  });
/** How many places the dots and scans have been at in some frames. */
const places = (page: Page) =>
  page.getByTestId('slowed').evaluate(async (figure) => {
    const seen = new Set<string>();
    for (let frame = 0; frame < 60; frame++) {
      await new Promise(requestAnimationFrame);
      const parts = [...figure.querySelectorAll<HTMLElement>('[data-ended], [data-read]')];
      seen.add(parts.map(({ dataset }) => `${dataset.stretch} ${dataset.ended} ${dataset.read}`).join());
    }
    return seen.size;
  });

test.describe('with the published times, where nothing is measured', () => {
  for (const reducedMotion of ['no-preference', 'reduce'] as const)
    test(
      reducedMotion === 'reduce' ? 'it stands still at its end, with both times' : 'it moves',
      async ({ browser }) => {
        const host = await plainHost();
        const context = await browser.newContext({ serviceWorkers: 'block', reducedMotion });
        const page = await context.newPage();
        try {
          await page.goto(`${host.url}/#/?v=1&idle=10000`);
          await look(page);
          await expect(page.getByTestId('slowed').locator('[data-provenance="published"]')).toBeVisible();
          await expect(lane(page, 'pg13')).toContainText('62 µs');
          await expect(lane(page, 'pg14')).toContainText('30 µs');
          await expect.poll(() => lines(page, 'pg13')).toBeGreaterThan(2500);
          const all = await lines(page, 'pg13');
          if (reducedMotion === 'reduce') {
            await expect(page.getByTestId('slowed')).toHaveAttribute('data-moving', 'false');
            await expect(trail(page, 'pg13')).toHaveAttribute('data-read', String(all));
            expect(await places(page)).toBe(1);
            return;
          }
          await expect(page.getByRole('heading', { name: t('home.slowed.title', { times: 50_000 }) })).toBeVisible();
          // The faster one has ended more of them whenever the slower one ends its third.
          await expect.poll(() => ended(page, 'pg13')).toBeGreaterThanOrEqual(3);
          expect(await ended(page, 'pg14')).toBeGreaterThan(await ended(page, 'pg13'));
          expect(await mostRead(page, 'pg13')).toBe(all);
          expect(await mostRead(page, 'pg14')).toBe(await lines(page, 'pg14'));

          const way = lane(page, 'pg13').locator('[data-kind="snapshot"]').first();
          const before = (await way.boundingBox())?.width ?? 0;
          await slider(page).focus();
          await page.keyboard.press('Home');
          await expect(lane(page, 'pg13')).not.toContainText('62 µs');
          expect((await way.boundingBox())?.width ?? before).toBeLessThan(before / 10);
          await expect.poll(() => lines(page, 'pg13')).toBeLessThan(20);
          await look(page);
          expect(await mostRead(page, 'pg13')).toBe(await lines(page, 'pg13'));

          await page
            .getByTestId('slowed')
            .getByRole('button', { name: t('home.race.pause') })
            .click();
          await expect(page.getByTestId('slowed')).toHaveAttribute('data-moving', 'false');
          expect(await places(page)).toBe(1);
        } finally {
          await context.close();
          await host.close();
        }
      },
    );
});

test('on an isolated page it moves as soon as there is a time, and stands while the race is paused', async ({
  page,
}) => {
  await page.goto('/#/?v=1&idle=10000');
  await look(page);
  await expect.poll(() => lines(page, 'pg13')).toBeGreaterThan(2500);
  await expect.poll(() => ended(page, 'pg14')).toBeGreaterThanOrEqual(1);
  await page.keyboard.press('Space');
  await expect(page.getByTestId('slowed')).toHaveAttribute('data-moving', 'false');
  expect(await places(page)).toBe(1);
  await page.keyboard.press('Space');
  await expect(page.getByTestId('slowed')).toHaveAttribute('data-moving', 'true');
  const before = await ended(page, 'pg14');
  await expect.poll(() => ended(page, 'pg14')).toBeGreaterThan(before);
});

test('its table has the times that the dots run by, and none for the scan after a commit', async ({ page }) => {
  await page.goto('/#/?v=1&idle=10000');
  await look(page);
  await expect.poll(() => ended(page, 'pg14')).toBeGreaterThanOrEqual(1);
  await page.keyboard.press('Space');
  const saved = page.waitForEvent('download');
  await page
    .getByTestId('slowed')
    .getByRole('button', { name: t('ui.file.saveAs', { format: 'CSV' }) })
    .click();
  const [header, ...rows] = (await readFile(await (await saved).path(), 'utf8'))
    .split('\n')
    .map((line) => line.split(','));
  const columns = ['design', 'case', 'transaction_ns', 'snapshot_ns', 'times_source', 'times_idle'].map(
    (name) => header?.indexOf(name) ?? -1,
  );
  const told = new Set(rows.map((row) => columns.map((at) => row[at]).join(' ')));
  const [slow] = [...told].filter((line) => line.startsWith('pg13'));
  expect(slow).toMatch(/^pg13 \w+ [1-9]\d+ [1-9]\d+ (measured|published) 10000$/);
  expect([...told].filter((line) => line.startsWith('pg14 reuse'))[0]).toMatch(
    /^pg14 reuse [1-9]\d+ \d* (measured|published) 10000$/,
  );
  expect([...told].filter((line) => line.startsWith('pg14 scan'))).toEqual(['pg14 scan    ']);
});

for (const reducedMotion of ['no-preference', 'reduce'] as const)
  test(`on the ladder a row plays its own scan over its bar, ${reducedMotion === 'reduce' ? 'all of it at once without motion' : 'line by line'}, and clears it`, async ({
    browser,
  }) => {
    test.slow();
    const context = await browser.newContext({ serviceWorkers: 'block', reducedMotion });
    const page = await context.newPage();
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.goto('/#/lab/ladder?v=1&idle=1000&writers=2');
    await unfold(page, t('ui.figure.table'));
    const row = page.locator('tr[data-design="pg13"]');
    const play = row.getByRole('button', { name: /^Play the scan of 13: .*, slowed [\d,]+×$/ });
    await expect(play).toBeEnabled({ timeout: RUN_MS });
    const lines = Number(/([\d,]+) lines, /.exec(await row.innerText())?.[1]?.replaceAll(',', ''));
    const seen = await play.evaluate(async (button: HTMLElement) => {
      const found = new Set<number>();
      const trail = () => document.querySelector<HTMLElement>('[data-testid="scan-pg13"]');
      button.click();
      do {
        await new Promise(requestAnimationFrame);
        const read = trail()?.dataset.read;
        if (read !== undefined) found.add(Number(read));
      } while (trail() !== null);
      return [...found];
    });
    expect(Math.max(...seen)).toBe(lines);
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    if (reducedMotion === 'reduce') expect(seen).toEqual([lines]);
    else expect(seen.length).toBeGreaterThan(3);
    await context.close();
  });
