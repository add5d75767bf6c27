/**
 * Home as a page: one screen, nothing that moves aside, what a snapshot reads, the stage; without isolation it says so.
 * The race itself: home-race.spec.ts.
 */
import '../src/base/messages/en/index.ts';
import { expect, type Page, test } from '@playwright/test';
import { messagesIn } from '../src/base/messages/index.ts';
import { race, slider, speaksOf } from './home.ts';
import { plainHost } from './site.ts';

const { t } = messagesIn('en');
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
    // The way above follows: the time of a reused snapshot is not a scan's. The address keeps the case.
    const way = page.getByTestId('slowed-pg14');
    await expect(way).toContainText(t('home.slowed.untimed', { lines: await lines(page, 'pg14') }));
    await expect(page).toHaveURL(/[?&]reads=scan/);
    await page.reload();
    await expect(page.getByRole('radio', { name: t('home.reads.case.scan') })).toBeChecked();
    await page.getByRole('radio', { name: t('home.reads.case.reuse') }).check();
    await expect(way).not.toContainText('scan');
    await expect(page).not.toHaveURL(/reads=/);
  });
});

test('what opens under the race opens below its toggle, and a second press in the same place closes it', async ({
  page,
}) => {
  await page.goto('/#/?v=1&idle=0');
  for (const name of [t('home.compare.why'), t('ui.figure.table')]) {
    const toggle = page.getByRole('button', { name });
    const before = await toggle.boundingBox();
    await toggle.click();
    await expect(toggle).toHaveAttribute('aria-expanded', 'true');
    expect((await toggle.boundingBox())?.x).toBe(before?.x);
    const [x, y] = [(before?.x ?? 0) + 20, (before?.y ?? 0) + 8];
    await page.mouse.click(x, y);
    await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  }
});

test('published curves are named, and their ratio is that of the slider’s position, clear of its line', async ({
  page,
}) => {
  const curves = page.getByTestId('published-curves');
  const gap = page.getByTestId('published-gap');
  for (const stage of ['', '&stage=1'])
    for (const [idle, ratio] of [
      [0, null],
      [2500, '1.2×'],
      [5000, '1.5×'],
      [10_000, '2.1×'],
    ] as const) {
      // A new document: the page before has a slider of its own.
      await page.goto('about:blank');
      await page.goto(`/#/?v=1&idle=${idle}${stage}`);
      await expect(slider(page)).toHaveAttribute('aria-valuenow', String(idle));
      for (const name of ['13', '14']) await expect(curves.getByText(name, { exact: true })).toBeVisible();
      // No stop of the slider is without its number.
      for (const stop of ['0', '100', '1,000', '2,500', '5,000', '10,000'])
        await expect(page.locator('[aria-hidden] > span').getByText(stop, { exact: true })).toBeVisible();
      if (ratio === null) {
        await expect(gap).toHaveCount(0);
        continue;
      }
      await expect(gap).toHaveText(ratio);
      const box = await gap.boundingBox();
      const line = await curves.locator(':scope > line').last().boundingBox();
      const clear = Math.max((box?.x ?? 0) - (line?.x ?? 0), (line?.x ?? 0) - (box?.x ?? 0) - (box?.width ?? 0));
      expect(clear).toBeGreaterThan(3);
    }
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

  test('C shows 14’s other case, in slow motion alone', async ({ page }) => {
    await page.goto('/#/?v=1&idle=10000&stage=1&lang=en');
    await expect(race(page)).toBeVisible();
    await page.keyboard.press('c');
    await page.keyboard.press('n');
    await expect(page.getByTestId('reads-pg14')).toContainText('3 cache lines');
    await page.keyboard.press('c');
    await expect(page.getByTestId('reads-pg14')).toContainText('631');
    await page.getByRole('button', { name: t('home.stage.case') }).click();
    await expect(page.getByTestId('reads-pg14')).toContainText('3 cache lines');
  });

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
              // The bar is the speaker's.
              part.closest('.visually-hidden, [aria-live], nav') === null &&
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

  test('a ratio is in the sentence from the beginning: the published one, named so, until one is measured', async ({
    page,
  }) => {
    await page.goto('/#/?v=1&idle=10000&stage=1');
    await expect(ofTitle(page)).toHaveText(/14 r[au]ns? \d[\d.]*× as fast as 13\.$/);
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
