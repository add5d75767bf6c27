/** The frame around the pages: policy, isolation, theme, stage, addresses. */
import '../src/base/messages/en/index.ts';
import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { messagesIn } from '../src/base/messages/index.ts';
import { axe } from './axe.ts';
import { plainHost, settling, watch } from './site.ts';
import { typeInto } from './typing.ts';

const { t } = messagesIn('en');
const isolated = (page: Page) => page.evaluate(() => globalThis.crossOriginIsolated);

test.describe('isolation', () => {
  test.use({ serviceWorkers: 'allow' });
  test('with headers from the server nothing reloads, also when the service worker has come', async ({ page }) => {
    const settled = settling(page);
    const { loads } = await watch(page);
    await page.goto('/#/nowhere');
    expect(await isolated(page)).toBe(true);
    await expect(page.locator('html')).toHaveAttribute('data-kept', 'whole');
    await settled();
    expect(loads()).toBe(1);
    expect(await isolated(page)).toBe(true);
  });

  test('a plain host becomes isolated after exactly one reload, and stays so', async ({ page }) => {
    const settled = settling(page);
    const host = await plainHost();
    try {
      const { loads, faults } = await watch(page);
      await page.goto(`${host.url}/#/lab/measure?v=1`);
      await expect.poll(() => isolated(page).catch(() => false)).toBe(true);
      await settled();
      expect(loads()).toBe(2);
      expect(page.url()).toContain('#/lab');
      await page.goto(`${host.url}/?again`);
      expect(await isolated(page)).toBe(true);
      await settled();
      expect(loads()).toBe(3);
      expect(faults).toEqual([]);
    } finally {
      await host.close();
    }
  });

  test('headers that do not take effect: one reload, then a sentence, never a loop', async ({ page }) => {
    const settled = settling(page);
    const host = await plainHost({
      '/sw.js': "addEventListener('install', () => skipWaiting()); addEventListener('fetch', () => {});",
    });
    try {
      const { loads } = await watch(page);
      await page.goto(host.url);
      await expect(page.getByText(t('capability.notIsolated.what'))).toBeVisible();
      await settled();
      expect(loads()).toBe(2);
      await page.reload();
      await settled();
      expect(loads()).toBe(3);
    } finally {
      await host.close();
    }
  });

  test('inside a frame nothing is registered, nothing reloads, and the page says so', async ({ page }) => {
    const settled = settling(page);
    const host = await plainHost({
      '/blog.html': '<!doctype html><title>x</title><iframe src="/" width="900" height="700"></iframe>',
    });
    try {
      await page.goto(`${host.url}/blog.html`);
      await expect(page.frameLocator('iframe').getByText(t('capability.iframe.what'))).toBeVisible();
      await settled();
      expect(host.asked.filter((path) => path === '/').length).toBe(1);
      expect(host.asked).not.toContain('/sw.js');
    } finally {
      await host.close();
    }
  });

  test.describe(() => {
    test.use({ serviceWorkers: 'block' });
    test('blocked service workers: no reload, and a sentence', async ({ page }) => {
      const settled = settling(page);
      const host = await plainHost();
      try {
        const { loads } = await watch(page);
        await page.goto(host.url);
        await expect(page.getByText(t('capability.noServiceWorker.what'))).toBeVisible();
        await settled();
        expect(loads()).toBe(1);
      } finally {
        await host.close();
      }
    });
  });

  test('where nothing can be remembered there is no reload', async ({ page }) => {
    const settled = settling(page);
    const host = await plainHost();
    try {
      const { loads } = await watch(page);
      await page.addInitScript(() => {
        Object.defineProperty(globalThis, 'sessionStorage', {
          get: () => {
            throw new DOMException('denied', 'SecurityError');
          },
        });
      });
      await page.goto(host.url);
      await expect(page.getByText(t('capability.noServiceWorker.what'))).toBeVisible();
      await settled();
      expect(loads()).toBe(1);
    } finally {
      await host.close();
    }
  });
});

test.describe('theme', () => {
  const theme = (page: Page) => page.evaluate(() => document.documentElement.dataset.theme);

  test('follows the system, then the reader, then the address', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto('/#/nowhere');
    expect(await theme(page)).toBe('dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await expect.poll(() => theme(page)).toBe('light');
    await page.getByRole('button', { name: t('shell.theme.toDark') }).click();
    await expect.poll(() => theme(page)).toBe('dark');
    await page.reload();
    expect(await theme(page)).toBe('dark');
    await page.goto('/?x#/nowhere?theme=light');
    expect(await theme(page)).toBe('light');
  });
  test('asked for by a link alone, stays on the way to other pages and through a reload', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto('/#/exercises/will-it-wait?v=1&lang=en&seed=1&theme=dark');
    expect(await theme(page)).toBe('dark');
    await page
      .locator('#content')
      .getByRole('link', { name: t('exercise.all') })
      .first()
      .click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('exercise.title'));
    expect(await theme(page)).toBe('dark');
    await expect(page).toHaveURL(/#\/exercises\?.*theme=dark/);
    await page.reload();
    expect(await theme(page)).toBe('dark');
    await page
      .locator('#content')
      .getByRole('link', { name: t('record.link') })
      .click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('record.title'));
    expect(await theme(page)).toBe('dark');
  });
  test('is there before the first paint', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    // Without the app: the effect of theme.js alone.
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto('/');
    expect(await theme(page)).toBe('dark');
  });
});

test.describe('addresses', () => {
  test('a page that is not there says so and leads home', async ({ page }) => {
    await page.goto('/#/nowhere/walk?v=1');
    await expect(page.getByRole('heading', { name: t('shell.notFound.title') })).toBeVisible();
    await page.getByRole('link', { name: t('shell.toHome') }).click();
    await expect(page).toHaveURL(/#\/\?v=1$/);
  });
  test('another address while the page is still coming is the one that is shown', async ({ page }) => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    // The page has read its first address when it requests this; it draws nothing before both have arrived.
    const asked = page.waitForRequest('**/assets/LinesPage-*.js');
    await page.route('**/assets/{LinesPage,react-dom}-*.js', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/#/lab/lines?v=1&lang=en', { waitUntil: 'commit' });
    await asked;
    await page.goto('/#/play/standby?v=1&lang=en', { waitUntil: 'commit' });
    release();
    await expect(page.getByRole('heading', { level: 1, name: t('standby.title') })).toBeVisible();
  });
  test('an address from the future is explained', async ({ page }) => {
    await page.goto('/#/lab?v=7');
    await expect(page.getByText(t('shell.badAddress.newer', { version: '7', known: 1 }))).toBeVisible();
  });
  test('a bad value is named, and the Lab is one click away', async ({ page }) => {
    await page.goto('/#/lab?v=1&active=65');
    await expect(page.getByText(/active.*65/)).toBeVisible();
    await page.getByRole('link', { name: t('shell.badAddress.toLab') }).click();
    await expect(page.getByRole('heading', { name: t('shell.badAddress.title') })).toBeHidden();
    await expect(page).toHaveTitle(t('shell.documentTitle', { page: t('shell.page.measure') }));
  });
});

test.describe('a browser that is too old', () => {
  const notice = (page: Page) => page.getByText('This browser is too old for Xipscope');
  const withoutSorted = (page: Page) =>
    page.addInitScript(() => void Reflect.deleteProperty(Array.prototype, 'toSorted'));
  for (const place of [
    '#/',
    '#/lessons/two-stamps',
    '#/play?spec=first-look',
    '#/lab/lines',
    '#/embed/play?spec=first-look',
  ])
    test(`a sentence says so in place of ${place}`, async ({ page }) => {
      const { faults } = await watch(page);
      await withoutSorted(page);
      await page.goto(`/${place}`);
      await expect(notice(page)).toBeVisible();
      await expect(page.getByText('浏览器太旧')).toBeVisible();
      await expect(page.locator('#root')).toBeEmpty();
      expect(faults).toEqual([]);
    });
  test('also where it cannot read the page’s scripts', async ({ page }) => {
    await withoutSorted(page);
    await page.route('**/assets/*.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'let not read' }),
    );
    await page.goto('/');
    await expect(notice(page)).toBeVisible();
  });
  test('nothing of it is seen in one that is not', async ({ page }) => {
    await page.goto('/');
    await expect(page.locator('main h1')).toBeVisible();
    await expect(notice(page)).toBeHidden();
  });
});

test.describe('stage', () => {
  test('F takes the header away and brings it back; the address says so', async ({ page }) => {
    await page.goto('/#/lab/measure?v=1');
    const header = page.locator('header').first();
    await expect(header).toBeVisible();
    await page.keyboard.press('f');
    await expect(header.getByRole('link', { name: 'xipscope' })).toBeHidden();
    await expect(page).toHaveURL(/[?&]stage=1(&|$)/);
    expect(await page.evaluate(() => document.documentElement.dataset.stage)).toBe('');
    await page.keyboard.press('f');
    await expect(header.getByRole('link', { name: 'xipscope' })).toBeVisible();
    await expect(page).not.toHaveURL(/stage=1/);
  });
  test('an f typed into a field is a letter', async ({ page }) => {
    await page.goto('/gallery.html#fields');
    const field = page.getByLabel('Idle connections');
    await typeInto(field, 'f');
    await expect(field).toHaveValue('f');
  });
});

test.describe('controls', () => {
  test('a slider moves by keys, by value, and says its value in words', async ({ page }) => {
    await page.goto('/gallery.html#slider-middle');
    const slider = page.getByRole('slider');
    await slider.focus();
    await expect(slider).toHaveAttribute('aria-valuetext', '2,500 idle connections');
    await slider.press('ArrowRight');
    await expect(slider).toHaveAttribute('aria-valuetext', '2,600 idle connections');
    await slider.press('PageUp');
    await expect(slider).toHaveAttribute('aria-valuetext', '5,000 idle connections');
    await slider.press('End');
    await expect(slider).toHaveAttribute('aria-valuenow', '10000');
    await slider.press('Home');
    await expect(slider).toHaveAttribute('aria-valuenow', '0');
  });
  test('a drag ends where the finger is, and stops catch it', async ({ page }) => {
    await page.goto('/gallery.html#slider-middle');
    const slider = page.getByRole('slider');
    const box = await slider.boundingBox();
    if (box === null) throw new Error('no slider');
    const y = box.y + box.height / 2;
    await page.mouse.move(box.x + box.width / 2, y);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width - 13, y, { steps: 8 });
    await expect(slider).toHaveAttribute('aria-valuenow', '10000');
    await page.mouse.move(box.x + box.width * 0.6, y, { steps: 8 });
    await page.mouse.up();
    const value = async () => Number(await slider.getAttribute('aria-valuenow'));
    await expect.poll(value).toBeLessThan(4200);
    expect(await value()).toBeGreaterThan(3000);
  });
  test('bad input is explained, the old value stays in force, and good input mends it', async ({ page }) => {
    await page.goto('/gallery.html#fields');
    const field = page.getByLabel('Idle connections');
    // A number counts key by key; once it goes too far, the one from before the typing is back.
    for (const [typed, said, value] of [
      ['-1', t('errors.tooSmall', { name: 'Idle connections', min: 0 }), '1,000'],
      ['9999999999', t('errors.tooLarge', { name: 'Idle connections', max: 12_500 }), '1,000'],
      ['many', t('errors.notANumber', { name: 'Idle connections', text: 'many' }), '1,000'],
      ['', t('errors.empty', { name: 'Idle connections' }), '1,000'],
    ] as const) {
      await typeInto(field, typed);
      await expect(page.getByText(`${said} ${t('errors.stillRunning', { value })}`)).toBeVisible();
      await expect(field).toHaveAttribute('aria-invalid', 'true');
    }
    await typeInto(field, '5000');
    await expect(field).toHaveAttribute('aria-invalid', 'false');
    await field.blur();
    await expect(field).toHaveValue('5,000');
  });
  test('the skip button brings the focus to the content', async ({ page }) => {
    await page.goto('/#/nowhere');
    await expect(page.getByRole('heading', { name: t('shell.notFound.title') })).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: t('shell.skip') })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.locator('main')).toBeFocused();
  });
});

test.describe('a saved figure', () => {
  const save = async (page: Page, format: string): Promise<{ name: string; bytes: Buffer }> => {
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: t('ui.file.saveAs', { format }) }).click();
    const file = await coming;
    return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
  };

  test('as SVG it stands alone: no class, no variable, its own colours and fonts', async ({ page }) => {
    await page.goto('/gallery.html#figure');
    const { name, bytes } = await save(page, 'SVG');
    const text = bytes.toString('utf8');
    expect(name).toBe('framed-figure.svg');
    expect(text).toContain('xmlns="http://www.w3.org/2000/svg"');
    expect(text).not.toMatch(/var\(|class=/);
    // pg13's vermillion in the light theme.
    expect(text).toContain('rgb(188, 72, 9)');
    expect(text).toContain('Inter Variable');
    expect(text).toContain('<title>framed figure</title>');
    // What it shows and where its numbers are from go with it.
    const figure = page.locator('figure', {
      has: page.getByRole('button', { name: t('ui.file.saveAs', { format: 'SVG' }) }),
    });
    for (const words of [figure.getByRole('heading'), figure.locator('[data-provenance] > span > span')])
      for (const said of await words.allInnerTexts()) expect(text).toContain(said);
  });
  test('as PNG it is drawn twice as sharp, and not empty', async ({ page }) => {
    await page.goto('/gallery.html#figure');
    const box = await page.locator('figure svg[role="img"]').boundingBox();
    const { bytes } = await save(page, 'PNG');
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
    // With 24 px of paper on either side.
    expect(bytes.readUInt32BE(16)).toBe((Math.round(box?.width ?? 0) + 48) * 2);
    expect(bytes.byteLength).toBeGreaterThan(8000);
  });
  test('as CSV it has a header and the rows, each with what the page says around the drawing', async ({ page }) => {
    await page.goto('/gallery.html#figure');
    const { bytes } = await save(page, 'CSV');
    const around = 'Figures are framed like this,"what is drawn, and in which unit",modelled · fixed data,#figure';
    expect(bytes.toString('utf8')).toBe(
      `idle,tps_13,tps_14,figure,settings,source,address\r\n0,33457,33600,${around}\r\n10000,16120,33380,${around}\r\n`,
    );
  });
});

test('the shell has no serious accessibility finding in either theme', async ({ page }) => {
  for (const theme of ['light', 'dark'] as const) {
    await page.goto(`/?${theme}#/nowhere?v=1&theme=${theme}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const { violations } = await axe(page).analyze();
    expect(violations).toEqual([]);
  }
});

test('中文: the switch changes address, html lang and texts, and a reload keeps it, with and without the address', async ({
  page,
}) => {
  const { faults } = await watch(page);
  const lang = () => page.evaluate(() => document.documentElement.lang);
  await page.goto('/#/nowhere');
  expect(await lang()).toBe('en');
  await page.goto('/#/play/server?v=1');
  // The page before stays until this one is there.
  await expect(page.locator('h1')).toHaveText(t('server.title'));
  await page.getByRole('button', { name: '中文' }).click();
  await expect.poll(lang).toBe('zh-Hans');
  await expect(page.locator('h1')).toHaveText('查看真实服务器');
  await expect.poll(() => page.url()).toContain('lang=zh');
  await page.reload();
  await expect(page.locator('h1')).toHaveText('查看真实服务器');
  // The choice is remembered, like the theme.
  await page.goto('/?again#/play/server?v=1');
  await expect(page.locator('h1')).toHaveText('查看真实服务器');
  expect(await lang()).toBe('zh-Hans');
  await expect.poll(() => page.evaluate(() => document.fonts.check('16px "Noto Sans SC Variable"', '行'))).toBe(true);
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.locator('h1')).toHaveText(t('server.title'));
  expect(faults).toEqual([]);
});
