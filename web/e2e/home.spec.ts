/**
 * Home: the race runs by itself, the slider changes it, it can be paused and saved; without isolation the page says so.
 */
import '../src/base/messages/en/index.ts';
import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { messagesIn } from '../src/base/messages/index.ts';
import { axe } from './axe.ts';
import { plainHost, spinning, watch } from './site.ts';

const { t, format } = messagesIn('en');
const race = (page: Page) => page.getByTestId('race');
const slider = (page: Page) => page.getByRole('slider', { name: t('home.idle.label') });
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

/** Waits until the race has measured at the slider's number of idle connections, and reports on it. */
const speaksOf = (page: Page, idle: number) =>
  expect(page.getByRole('figure').first()).toHaveAccessibleDescription(
    new RegExp(`^With ${format.integer(idle)} idle connections and .* active, 13 runs`),
  );

for (const lang of ['en', 'zh'] as const)
  test(`one screen of 1280 × 720 has the headline, the race, its slider and both slowed transactions: ${lang}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.goto(`/#/?v=1&idle=0&lang=${lang}`);
    await expect(page.locator('html')).toHaveAttribute('lang', new RegExp(`^${lang}`));
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('slider')).toBeInViewport({ ratio: 1 });
    await expect(page.locator('main nav a[href^="#/play?"]')).toBeInViewport({ ratio: 1 });
    for (const design of ['pg13', 'pg14'])
      await expect(page.getByTestId(`slowed-${design}`)).toBeInViewport({ ratio: 1 });
  });

test('the licences of what is shipped are a click away', async ({ page }) => {
  await page.goto('/#/?v=1&idle=0');
  for (const [name, begins] of [
    [t('home.licence'), 'MIT License'],
    [t('home.thirdParty'), 'What others made'],
  ] as const) {
    await page.getByRole('link', { name }).click();
    await expect(page.locator('pre')).toContainText(begins);
    await page.goBack();
  }
});

test('a link at the page’s end stays where it appears', async ({ page }) => {
  await page.addInitScript(() => {
    const places = new Set<number>();
    Reflect.set(globalThis, 'xipPlaces', places);
    const look = () => {
      const link = document.querySelector('a[href$="LICENSE.txt"]');
      if (link !== null) places.add(Math.round(link.getBoundingClientRect().top + scrollY));
      requestAnimationFrame(look);
    };
    look();
  });
  await page.goto('/#/?v=1&idle=0');
  await expect(page.getByRole('link', { name: t('home.licence') })).toBeVisible();
  await expect(page.getByTestId('reads-pg13')).toContainText(/\d/);
  await speaksOf(page, 0);
  const places = await page.evaluate(() => [...(Reflect.get(globalThis, 'xipPlaces') as Set<number>)]);
  expect(places).toHaveLength(1);
});

for (const [width, height] of [
  [1280, 720],
  [1920, 1080],
  [390, 2400],
] as const)
  test(`nothing moves aside while the race begins: ${width} × ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.addInitScript(() => {
      const moved: string[] = [];
      Reflect.set(globalThis, 'xipMoved', moved);
      // Late type is another matter: what is asked here is what late figures do.
      let typeAt = Number.POSITIVE_INFINITY;
      addEventListener('load', () => {
        document.fonts.ready.then(() => {
          typeAt = performance.now();
        });
      });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const sources: unknown = Reflect.get(entry, 'sources');
          if (entry.startTime < typeAt || !Array.isArray(sources)) continue;
          moved.push(...sources.map(({ node }: { node: Node | null }) => node?.textContent?.slice(0, 60) ?? 'gone'));
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto('/#/?v=1&idle=10000');
    await speaksOf(page, 10_000);
    await expect(page.getByTestId('slowed').locator('[data-provenance]').first()).toBeVisible();
    await expect(page.getByTestId('reads-pg13')).toContainText(/\d cache lines/);
    expect(await page.evaluate(() => Reflect.get(globalThis, 'xipMoved'))).toEqual([]);
  });

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

  test('says the same ratio in the sentence as in the drawing and in the line below, in every frame', async ({
    page,
  }) => {
    await page.goto('/#/?v=1&idle=10000');
    await speaksOf(page, 10_000);
    const seen = await page.evaluate(async () => {
      const found: { drawn: string; said: string; here: string; published: string }[] = [];
      const ratioIn = (text: string | null | undefined, what: RegExp) => what.exec(text ?? '')?.[1] ?? '';
      for (let frame = 0; frame < 240; frame++) {
        await new Promise(requestAnimationFrame);
        const sentence = document.querySelector('figure h2')?.textContent ?? '';
        found.push({
          drawn: document.querySelector('[data-testid="ratio"]')?.textContent ?? '',
          said: sentence.startsWith('Published') ? '' : ratioIn(sentence, /([\d.,]+×)/),
          here: ratioIn(document.querySelector('[data-testid="compare"]')?.textContent, /here ([\d.,]+×)/),
          published: document.querySelector('[data-testid="ratio-published"]')?.textContent ?? '',
        });
      }
      return found;
    });
    // No ratio is shown before it is certain, in any of the three places.
    expect(seen.filter(({ drawn, said, here }) => said !== drawn || here !== said)).toEqual([]);
    // Until then the published one stands there.
    expect(seen.filter(({ drawn, published }) => published !== (drawn === '' ? '2.1×' : ''))).toEqual([]);
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
    await expect(page.getByTestId('compare')).toContainText('This machine is busy');
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
    await expect(page.getByTestId('compare')).toContainText(t('home.compare.paused'));
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

test.describe('what one snapshot reads', () => {
  const lines = async (page: Page, design: string) =>
    Number(
      /([\d,]+) cache lines?$/m.exec(await page.getByTestId(`reads-${design}`).innerText())?.[1]?.replaceAll(',', ''),
    );

  test('is counted for both designs, and for both cases of 14', async ({ page }) => {
    await page.goto('/#/?v=1&idle=10000');
    // 10,000 entries of 12 bytes and as many indexes of 4 bytes do not fit in fewer lines.
    await expect.poll(() => lines(page, 'pg13')).toBeGreaterThan(2500);
    await expect.poll(() => lines(page, 'pg14')).toBeLessThan(10);
    await page.getByRole('radio', { name: t('home.reads.case.scan') }).check();
    await expect.poll(() => lines(page, 'pg14')).toBeGreaterThan(625);
    expect(await lines(page, 'pg14')).toBeLessThan(700);
  });
});

test.describe('without isolation', () => {
  test('it says what is missing and what to do, and the published curves are under a slider that works', async ({
    browser,
  }) => {
    const host = await plainHost();
    // On a plain host only a service worker could isolate the page.
    const context = await browser.newContext({ serviceWorkers: 'block' });
    const page = await context.newPage();
    try {
      await page.goto(`${host.url}/`);
      const note = page.getByTestId('missing');
      await expect(note).toContainText(t('capability.stillPublished'));
      await expect(page.getByTestId('published-curves').locator('[data-design="pg13"]')).toBeVisible();
      // No empty plot beside them: they have all the width.
      await expect(page.getByText(t('home.race.yTitle'))).toHaveCount(1);
      const [plot, drawing] = await Promise.all([
        page.getByTestId('published-curves').boundingBox(),
        page.getByTestId('race').boundingBox(),
      ]);
      expect(plot?.width).toBeGreaterThan(0.85 * (drawing?.width ?? Number.NaN));
      await slider(page).focus();
      await page.keyboard.press('End');
      await expect(
        page.getByRole('heading', { name: t('home.finding.published', { idle: 10_000, ratio: 33_140 / 16_034 }) }),
      ).toBeVisible();
      await expect(page.getByTestId('reads-pg13')).toContainText('cache lines');
    } finally {
      await context.close();
      await host.close();
    }
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } });
  test('nothing is wider than the window, and the page does not move when the numbers come', async ({ page }) => {
    await page.addInitScript(() => {
      Object.assign(globalThis, { xipShifts: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const value: unknown = Reflect.get(entry, 'value');
          if (typeof value === 'number')
            Reflect.set(globalThis, 'xipShifts', Reflect.get(globalThis, 'xipShifts') + value);
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto('/#/?v=1&idle=0');
    await speaksOf(page, 0);
    await slider(page).focus();
    await page.keyboard.press('End');
    await speaksOf(page, 10_000);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    expect(await page.evaluate(() => Reflect.get(globalThis, 'xipShifts'))).toBeLessThan(0.1);
  });
});

test.describe('on stage', () => {
  const scene = (page: Page) => page.locator('[data-scene]');
  const ofTitle = (page: Page) => page.getByRole('figure').filter({ visible: true }).getByRole('heading');

  for (const [width, height] of [
    [1280, 720],
    [1920, 1080],
  ] as const)
    for (const lang of ['en', 'zh'] as const)
      test(`N and P go from scene to scene and on to the cache lines, and each scene fits: ${width} px, ${lang}`, async ({
        page,
      }) => {
        await page.setViewportSize({ width, height });
        await page.goto(`/#/?v=1&idle=10000&stage=1&lang=${lang}`);
        await expect(race(page)).toBeVisible();
        await expect(page.getByTestId('slowed')).toBeHidden();
        await page.keyboard.press('n');
        await expect(scene(page)).toHaveAttribute('data-scene', 'slowed');
        await expect(race(page)).toBeHidden();
        await expect(page.getByTestId('reads-pg13')).toContainText('2,504');
        await expect(page.getByTestId('reads-pg14')).toContainText(/3/);
        const fits = await page.evaluate(() => {
          const bar = document.querySelector('main nav')?.getBoundingClientRect();
          const bottoms = [...document.querySelectorAll('[data-testid="slowed"] :is(canvas, [data-provenance])')].map(
            (part) => part.getBoundingClientRect().bottom,
          );
          const texts = [...document.querySelectorAll('main *')].filter(
            (part) =>
              part.checkVisibility() &&
              part.closest('.visually-hidden, [aria-live]') === null &&
              [...part.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim()),
          );
          return {
            free: (bar?.top ?? 0) - Math.max(...bottoms),
            wider: Math.max(...texts.map((part) => part.getBoundingClientRect().right)) - innerWidth,
            under: (bar?.bottom ?? Number.POSITIVE_INFINITY) - innerHeight,
            smallest: Math.min(...texts.map((part) => Number.parseFloat(getComputedStyle(part).fontSize))),
          };
        });
        expect(fits.free).toBeGreaterThanOrEqual(0);
        expect(fits.wider).toBeLessThanOrEqual(0);
        expect(fits.under).toBeLessThanOrEqual(0);
        expect(fits.smallest).toBeGreaterThanOrEqual(height / 30);
        await page.keyboard.press('p');
        await expect(race(page)).toBeVisible();
        // A remote's forward goes on from the slider's end.
        await page.keyboard.press('PageDown');
        await expect(scene(page)).toHaveAttribute('data-scene', 'slowed');
        await page.keyboard.press('n');
        const on = (name: string) =>
          expect(page.locator(`main[data-page="${name}"] [data-phase]`).first()).toBeVisible();
        // The page has written its address: it does not take a next one back.
        const onLines = () => expect(page).toHaveURL(/\/lab\/lines.*step=\d/);
        await onLines();
        await expect(page.locator('html')).toHaveAttribute('data-stage', '');
        await expect(page.locator('html')).toHaveAttribute('lang', new RegExp(`^${lang}`));
        await page.keyboard.press('n');
        await on('ladder');
        await page.keyboard.press('p');
        await onLines();
        await page.keyboard.press('p');
        await expect(scene(page)).toHaveAttribute('data-scene', 'slowed');
        await expect(page.getByTestId('reads-pg13')).toContainText('2,504');
      });

  test('a ratio is in sight from the beginning: the published one, large and named, until one is measured', async ({
    page,
  }) => {
    await page.goto('/#/?v=1&idle=10000&stage=1');
    const ratio = page.getByTestId('ratio').or(page.getByTestId('ratio-published'));
    await expect(ratio).toHaveText(/\d×$/);
    await expect(ofTitle(page)).toHaveText(/14 r[au]ns? \d[\d.]*× as fast as 13\.$/);
    const size = await ratio.evaluate((text) => Number.parseFloat(getComputedStyle(text).fontSize));
    expect(size).toBeGreaterThan(720 / 16);
  });

  test('the arrows go to the published numbers, Home and End to the ends, wherever the focus is', async ({ page }) => {
    await page.goto('/#/?v=1&idle=0&stage=1');
    const now = async (): Promise<number> => Number(await slider(page).getAttribute('aria-valuenow'));
    for (const isFocused of [false, true]) {
      if (isFocused) await slider(page).focus();
      for (const [key, value] of [
        ['Home', 0],
        ['ArrowRight', 100],
        ['ArrowRight', 1000],
        ['ArrowLeft', 100],
        ['End', 10_000],
        ['ArrowLeft', 5000],
      ] as const) {
        await page.keyboard.press(key);
        await expect.poll(now, key).toBe(value);
      }
    }
  });

  test('in the dark a hint says how to come back, and the key that does so does nothing else', async ({ page }) => {
    await page.goto('/#/?v=1&idle=10000&stage=1');
    await expect(race(page)).toHaveAttribute('data-status', 'running');
    const dark = page.getByRole('status', { name: t('lessons.blank') });
    for (const key of ['Space', 'n', 'ArrowLeft', 'f', 'Escape', 't']) {
      await expect(async () => {
        if (!(await dark.isVisible())) await page.keyboard.press('b');
        await expect(dark).toContainText(t('shell.stage.back'), { timeout: 500 });
      }).toPass();
      await page.keyboard.press(key);
      await expect(dark).toBeHidden();
      await expect(race(page)).toHaveAttribute('data-status', 'running');
      await expect(scene(page)).toHaveAttribute('data-scene', 'race');
      await expect(slider(page)).toHaveAttribute('aria-valuenow', '10000');
      await expect(page.locator('html')).toHaveAttribute('data-stage', '');
    }
  });

  test('T turns to the other theme, which stays on the next page', async ({ page }) => {
    await page.goto('/#/?v=1&idle=10000&stage=1&theme=light');
    await expect(race(page)).toBeVisible();
    await expect(async () => {
      if ((await page.locator('html[data-theme="light"]').count()) > 0) await page.keyboard.press('t');
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark', { timeout: 500 });
    }).toPass();
    await page.keyboard.press('n');
    await page.keyboard.press('n');
    await expect(page.locator('main[data-page="lines"]')).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  });
});
