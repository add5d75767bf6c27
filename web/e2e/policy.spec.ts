/**
 * The Content-Security-Policy applies on every page, and no code from outside runs: neither from an address nor from a
 * text.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { listen, policyIn, staticServer } from '../node/serve.mjs';
import { at } from '../node/tree.mjs';
import { packText } from '../src/viewmodel/stage/packed-text.ts';
import { built, plainHost, settling, watch } from './site.ts';

/** Each page's path, from the table of addresses, so that a new page is visited, too. */
const PATHS = ['first-routes', 'routes'].flatMap((table) =>
  [...readFileSync(at(`web/src/app/${table}.ts`), 'utf8').matchAll(/'(\/[^']*)'/g)].map(([, path]) => path),
);

/** Every page as a link opens it, and places that are not separate pages. */
const PLACES: readonly string[] = [
  ...PATHS.map((path) => `/#${path}?v=1`),
  '/#/?v=1&stage=1',
  '/#/play?v=1&spec=subtrans-pages',
  '/#/lessons/two-stamps?v=1',
  '/#/lessons/two-stamps?v=1&stage=1',
  '/#/embed/play?v=1&spec=first-look',
  '/#/nowhere',
  '/#/lab?v=1&idle=-1',
  '/gallery.html',
];

for (const place of PLACES) {
  test(`nothing on ${place} breaks the policy or fails`, async ({ page }) => {
    const { faults } = await watch(page);
    const settled = settling(page);
    await page.goto(place);
    await expect(page.locator('h1, main figure, main svg').first()).toBeVisible();
    await settled();
    expect(faults).toEqual([]);
  });
}

test('the pages that are walked are those that there are', () => {
  expect(PATHS).toEqual(expect.arrayContaining(['/', '/play', '/play/standby', '/lessons', '/lab', '/lab/cliff']));
});

test('a breach would be noticed', async ({ page }) => {
  const { faults } = await watch(page);
  await page.goto('/#/nowhere');
  await page.evaluate(() => {
    const style = document.createElement('style');
    style.textContent = 'body { color: red }';
    document.head.append(style);
  });
  await expect.poll(() => faults.some((fault) => fault.startsWith('policy: style-src'))).toBe(true);
});

/** A page for each kind of worker, and the element that appears once the worker has answered. */
const UNDER_WAY: Readonly<Record<string, string>> = {
  '#/': '[data-testid="race"][data-status="running"]',
  [`#/play?text=${packText('session s step one { SELECT 1; } permutation one')}`]: '[data-phase="ready"]',
  '#/play/server?sample=1': '[data-state="shown"]',
  '#/lab/lines': '[data-phase="ready"]',
  '#/lab/layout': '[data-phase="ready"]',
  '#/lab/model': '[data-testid="model-run"]:not([data-rows="0"])',
  '#/lab/ladder': '[data-phase="ready"]',
  '#/exercises/lines-most?seed=1': 'main form',
};

test('every HTML file of the site has the same policy, and it lets nothing in from elsewhere', () => {
  const files = readdirSync(at('web')).filter((file) => file.endsWith('.html'));
  expect(files).toContain('index.html');
  const policies = files.map((file) => {
    const text = readFileSync(at('web', file), 'utf8');
    return /http-equiv="Content-Security-Policy"\s+content="([^"]*)"/.exec(text)?.[1];
  });
  expect(new Set(policies).size).toBe(1);
  const policy = policies[0] ?? '';
  expect(policy).toMatch(/^default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; /);
  expect(policy).not.toMatch(/unsafe-inline|'unsafe-eval'|https?:|\*/);
  // A course is framed by a file that the service worker serves, too.
  expect(policyIn(readFileSync(at('web/public/sw.js'), 'utf8'))).toBe(policy);
});

test('without the app’s care the policy still stops inline scripts, handlers and javascript: links', async ({
  page,
}) => {
  const { faults } = await watch(page);
  await page.goto('/#/nowhere');
  await page.evaluate(() => {
    const box = document.createElement('div');
    box.innerHTML =
      '<img src="x:" onerror="globalThis.xipRan = true"><a href="javascript:globalThis.xipRan = true">x</a>';
    const script = document.createElement('script');
    script.textContent = 'globalThis.xipRan = true';
    document.body.append(box, script);
    box.querySelector('a')?.click();
  });
  // Each of the three is stopped before it would have run.
  await expect
    .poll(() => faults.filter((fault) => fault.startsWith('policy: script-src')).length)
    .toBeGreaterThanOrEqual(3);
  expect(await page.evaluate(() => Reflect.get(globalThis, 'xipRan'))).toBeUndefined();
});

/** A worker that only tries something forbidden by the policy. */
const EVIL_WORKER = `let did = 'refused'; try { did = eval("'ran'"); } catch {} postMessage(did);`;
const evilWorker = (page: Page): Promise<unknown> =>
  page.evaluate(
    () =>
      new Promise<unknown>((resolve) => {
        new Worker('/evil.js').onmessage = ({ data }) => resolve(data);
      }),
  );

test('what `npm start` serves has the policy on a first visit, too, and every engine runs under it', async ({ page }, {
  outputDir,
}) => {
  // A copy of the site with one more file: no service worker, so that every header is the server's.
  const folder = join(outputDir, 'site');
  await cp(built, folder, { recursive: true });
  await writeFile(join(folder, 'evil.js'), EVIL_WORKER);
  const server = staticServer(folder);
  const url = `http://127.0.0.1:${await listen(server, 0, true)}`;
  try {
    const { faults } = await watch(page);
    await page.goto(`${url}/#/nowhere`);
    expect(await evilWorker(page)).toBe('refused');
    for (const [address, sign] of Object.entries(UNDER_WAY)) {
      await page.goto('about:blank');
      await page.goto(`${url}/${address}`);
      await expect(page.locator(sign).first(), address).toBeVisible();
    }
    expect(faults).toEqual([]);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' });
  test('on a host that sends no headers, workers have the policy too, and every engine runs under it', async ({
    page,
  }) => {
    const host = await plainHost({ '/evil.js': EVIL_WORKER });
    try {
      const { faults } = await watch(page);
      await page.goto(`${host.url}/#/nowhere`);
      await expect(page.locator('html')).toHaveAttribute('data-kept', 'whole');
      expect(await evilWorker(page)).toBe('refused');
      for (const [address, sign] of Object.entries(UNDER_WAY)) {
        await page.goto('about:blank');
        await page.goto(`${host.url}/${address}`);
        await expect(page.locator(sign).first(), address).toBeVisible();
      }
      expect(faults).toEqual([]);
    } finally {
      await host.close();
    }
  });
});

const EVIL = '<img src=x onerror="globalThis.xipRan=1"><script>globalThis.xipRan=1</script>';
const enc = encodeURIComponent;
const EVIL_SPEC = `#: title: ${EVIL}
#: caption one: ${EVIL} [x](javascript:globalThis.xipRan=1)
session "${EVIL.replaceAll('"', "'")}" step one { SELECT '${EVIL}' AS "${EVIL.replaceAll('"', "'")}"; } permutation one`;

for (const [what, address] of [
  ['a page’s name', `/#/${enc(EVIL)}`],
  ['a number', `/#/lab?v=1&idle=${enc(EVIL)}`],
  ['a scenario’s id', `/#/play?v=1&spec=${enc(EVIL)}`],
  ['a lesson’s id', `/#/lessons/${enc(EVIL)}?v=1`],
  ['theme and language', `/#/?v=1&theme=${enc(EVIL)}&lang=${enc(EVIL)}`],
  ['an exercise in a link', `/#/exercises?v=1&text=${packText(`---\ntitle: ${EVIL}\nlesson: x\n---\n${EVIL}`)}`],
  ['a whole text', `/#/play?v=1&text=${packText(EVIL_SPEC)}&moves=p-0&at=1`],
] as const) {
  test(`markup in ${what} is shown as it is, or not at all`, async ({ page }) => {
    const { faults } = await watch(page);
    const settled = settling(page);
    await page.goto(address);
    await expect(page.locator('main h1, main h2').first()).toBeVisible();
    await settled();
    expect(await page.evaluate(() => Reflect.get(globalThis, 'xipRan'))).toBeUndefined();
    // Not even as an element that the policy had to stop.
    expect(await page.locator('img[src="x"], main script, a[href^="javascript:"]').count()).toBe(0);
    expect(faults).toEqual([]);
  });
}
