/** Home's race: it runs by itself, the slider changes it, it can be paused and saved. */
import '../src/base/messages/en/index.ts';
import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { messagesIn } from '../src/base/messages/index.ts';
import { axe } from './axe.ts';
import { race, slider, speaksOf } from './home.ts';
import { spinning, watch } from './site.ts';

const { t } = messagesIn('en');
const transactions = async (page: Page) =>
  Number(await page.getByTestId('transactions').getAttribute('data-transactions'));
/** The present rates of both designs, from the figure's description. */
const levels = async (page: Page) => {
  const figure = page.getByRole('figure').first();
  const text =
    (await figure.evaluate((element) => {
      const id = element.getAttribute('aria-describedby') ?? '';
      return document.getElementById(id)?.textContent;
    })) ?? '';
  const [slow, fast] = [...text.matchAll(/runs ([\d.]+)(k|M)?/g)].map(
    ([, n, unit]) => Number(n) * (unit === 'M' ? 1e6 : unit === 'k' ? 1e3 : 1),
  );
  return { slow: slow ?? Number.NaN, fast: fast ?? Number.NaN };
};

test.describe('the race', () => {
  test('runs by itself on an isolated page, with live numbers of both designs', async ({ page }) => {
    const { faults } = await watch(page);
    await page.goto('/');
    expect(await page.evaluate(() => globalThis.crossOriginIsolated)).toBe(true);
    await expect(race(page)).toHaveAttribute('data-status', 'running');
    for (const design of ['pg13', 'pg14']) await expect(page.getByTestId(`end-${design}`)).toContainText(/\dk$/);
    const before = await transactions(page);
    await expect.poll(() => transactions(page)).toBeGreaterThan(before);
    expect(faults).toEqual([]);
  });

  test('moves the slider by itself once, so that the fall is seen without a hand', async ({ page }) => {
    await page.goto('/');
    await expect(slider(page)).toHaveAttribute('aria-valuenow', '10000');
    await speaksOf(page, 10_000);
  });

  test('the invitation moves the slider to the other end, and then invites back', async ({ page }) => {
    await page.goto('/#/?v=1&idle=0');
    const invitation = page.getByTestId('invitation');
    for (const [says, to] of [
      [t('home.idle.first'), 10_000],
      [t('home.idle.back'), 0],
    ] as const) {
      await expect(invitation).toHaveText(says);
      await invitation.click();
      await expect(slider(page)).toHaveAttribute('aria-valuenow', String(to));
      await expect(page).toHaveURL(new RegExp(`idle=${to}\\b`));
    }
  });

  test('on stage the next scene comes also after a hand has moved the slider, and the race goes on behind it', async ({
    page,
  }) => {
    await page.goto('/#/?v=1&idle=10000&stage=1');
    await speaksOf(page, 10_000);
    // A change is named in the drawing for as long as it is seen there: its words have no size on the next scene.
    await page.keyboard.press('ArrowLeft');
    await speaksOf(page, 5000);
    await page.keyboard.press('n');
    await expect(page.getByTestId('slowed')).toBeVisible();
    await page.keyboard.press('ArrowLeft');
    await expect(page.getByTestId('slowed')).toBeVisible();
    await page.keyboard.press('p');
    await expect(page.getByTestId('race-canvas')).toBeVisible();
  });

  test('with 10,000 idle connections 14 is the faster one, and the address and the keys follow', async ({ page }) => {
    await page.goto('/#/?v=1&idle=0');
    await speaksOf(page, 0);
    await slider(page).focus();
    await page.keyboard.press('End');
    await expect(slider(page)).toHaveAttribute('aria-valuetext', t('home.idle.valueText', { idle: 10_000 }));
    await speaksOf(page, 10_000);
    // On a busy machine the first blocks may have any result.
    await expect.poll(async () => (await levels(page)).fast / (await levels(page)).slow).toBeGreaterThan(1);
    await expect(page).toHaveURL(/idle=10000/);
    await page.keyboard.press('PageDown');
    await expect(slider(page)).toHaveAttribute('aria-valuenow', '5000');
  });

  test('the arrows move the slider where nothing has the focus, also on stage', async ({ page }) => {
    const now = async (): Promise<number> => Number(await slider(page).getAttribute('aria-valuenow'));
    for (const stage of ['', '&stage=1']) {
      await page.goto('about:blank');
      await page.goto(`/#/?v=1&idle=1000${stage}`);
      await expect.poll(now).toBe(1000);
      await page.keyboard.press('ArrowRight');
      await expect.poll(now).toBeGreaterThan(1000);
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('ArrowLeft');
      await expect.poll(now).toBeLessThan(1000);
    }
  });

  test('says the same ratio in the sentence as in the drawing, in every frame', async ({ page }) => {
    await page.goto('/#/?v=1&idle=10000');
    await speaksOf(page, 10_000);
    const seen = await page.evaluate(async () => {
      const found: { drawn: string; said: string }[] = [];
      const ratioIn = (text: string | null | undefined, what: RegExp) => what.exec(text ?? '')?.[1] ?? '';
      for (let frame = 0; frame < 240; frame++) {
        await new Promise(requestAnimationFrame);
        const sentence = document.querySelector('figure h2')?.textContent ?? '';
        found.push({
          drawn: document.querySelector('[data-testid="ratio"]')?.textContent ?? '',
          said: sentence.startsWith('Published') ? '' : ratioIn(sentence, /([\d.,]+×)/),
        });
      }
      return found;
    });
    // No ratio is shown before it is certain, in either place.
    expect(seen.filter(({ drawn, said }) => said !== drawn)).toEqual([]);
  });

  test('beside spinning workers it says that the machine is busy, and in its first samples no contrary finding', async ({
    page,
    context,
  }) => {
    const load = await spinning(context);
    await page.bringToFront();
    await page.goto('/#/?v=1&idle=10000');
    await speaksOf(page, 10_000);
    await expect(page.getByTestId('compare')).toHaveAttribute('data-busy', 'true');
    await expect(page.getByTestId('compare')).toContainText(t('home.race.busy'));
    // Next to the title of the lines.
    await expect(race(page).locator('svg').getByText(t('home.race.busy'))).toBeVisible();
    const said = new Set<string>();
    await expect
      .poll(
        async () => {
          said.add((await page.locator('figure h2').first().textContent()) ?? '');
          return transactions(page);
        },
        { intervals: [100] },
      )
      .toBeGreaterThan(3000);
    await load.close();
    const contrary = [...said].filter((text) => / 13 runs|run together/.test(text));
    expect(contrary).toEqual([]);
  });

  test('stands still on Space and goes on with the next', async ({ page }) => {
    await page.goto('/#/?v=1&idle=0');
    await speaksOf(page, 0);
    await slider(page).focus();
    await page.keyboard.press('Space');
    await expect(race(page)).toHaveAttribute('data-status', 'paused');
    // A slice that was running at the stop may still arrive; after it none does.
    let last = -1;
    await expect
      .poll(
        async () => {
          const now = await transactions(page);
          const still = now === last;
          last = now;
          return still;
        },
        { intervals: [1000] },
      )
      .toBe(true);
    await page.keyboard.press('Space');
    await expect(race(page)).toHaveAttribute('data-status', 'running');
    await expect.poll(() => transactions(page)).toBeGreaterThan(last);
  });

  test('paused, it has no number for where the slider is dragged to, and says that it is paused', async ({ page }) => {
    await page.goto('/#/?v=1&idle=0');
    await speaksOf(page, 0);
    await expect(page.getByTestId('end-pg13')).toBeVisible();
    await page.keyboard.press('Space');
    await expect(race(page)).toHaveAttribute('data-status', 'paused');
    // With the mouse, from the thumb's middle to the right end.
    const box = await slider(page).boundingBox();
    if (box === null) throw new Error('no slider');
    const y = box.y + box.height / 2;
    await page.mouse.move(box.x + 2, y);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2, y, { steps: 6 });
    await page.mouse.move(box.x + box.width - 2, y, { steps: 6 });
    await page.mouse.up();
    await expect(slider(page)).toHaveAttribute('aria-valuetext', t('home.idle.valueText', { idle: 10_000 }));
    const badge = page.locator('[data-testid="transactions"]').locator('xpath=../..');
    await expect(badge).toContainText(t('home.badge.noPairs'));
    await expect(badge).not.toContainText(t('home.badge.pairs', { n: 0 }));
    await expect(page.getByText(t('home.finding.paused', { idle: 10_000 })).first()).toBeVisible();
    const figure = page.getByRole('figure').first();
    for (const design of ['pg13', 'pg14']) await expect(page.getByTestId(`end-${design}`)).toHaveCount(0);
    await expect(figure).not.toContainText(/measuring/i);
    await expect(figure).not.toContainText(/\dk\b/);
    // The race continues, and measures there.
    await page.keyboard.press('Space');
    await speaksOf(page, 10_000);
    await expect(page.getByTestId('end-pg13')).toBeVisible();
  });

  test('stands still while it is off the screen', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 400 });
    await page.goto('/#/?v=1&idle=0');
    await speaksOf(page, 0);
    await page.evaluate(() => {
      document.body.style.setProperty('padding-bottom', '300vh');
      scrollTo(0, document.body.scrollHeight);
    });
    let last = -1;
    await expect
      .poll(
        async () => {
          const now = await transactions(page);
          const still = now === last;
          last = now;
          return still;
        },
        { intervals: [1000] },
      )
      .toBe(true);
    await page.evaluate(() => scrollTo(0, 0));
    await expect.poll(() => transactions(page)).toBeGreaterThan(last);
  });

  test('saves its samples as CSV, a row for each sample and design', async ({ page }) => {
    await page.goto('/#/?v=1&idle=100');
    await speaksOf(page, 100);
    const download = page.waitForEvent('download');
    await page
      .getByRole('figure')
      .first()
      .getByRole('button', { name: t('ui.file.saveAs', { format: 'CSV' }) })
      .click();
    const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n');
    expect(lines[0]).toContain('design,workload,other_work_us,active,idle');
    expect(lines.filter((line) => line.includes(',pg13,readonly,28,')).length).toBeGreaterThan(0);
    expect(lines.filter((line) => line.includes(',pg14,readonly,28,')).length).toBeGreaterThan(0);
  });

  test('saves an SVG that stands alone', async ({ page }) => {
    await page.goto('/#/?v=1&idle=100');
    await speaksOf(page, 100);
    const download = page.waitForEvent('download');
    await page
      .getByRole('figure')
      .first()
      .getByRole('button', { name: t('ui.file.saveAs', { format: 'SVG' }) })
      .click();
    const svg = await readFile(await (await download).path(), 'utf8');
    expect(svg).toMatch(/\dk</);
    expect(svg).not.toContain('var(--');
  });

  test('has nothing that axe objects to, in either theme', async ({ page }) => {
    for (const theme of ['light', 'dark']) {
      await page.goto(`/?${theme}#/?v=1&idle=10000&theme=${theme}`);
      await speaksOf(page, 10_000);
      const { violations } = await axe(page).include('main').analyze();
      expect(violations.map((violation) => `${violation.id}: ${violation.nodes[0]?.html}`)).toEqual([]);
    }
  });
});
