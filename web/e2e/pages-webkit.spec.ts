/**
 * Every page in WebKitGTK: its figure is drawn, without an error of the page. By default WebKitGTK shares no memory:
 * then measured figures show only known numbers, and a sentence says why, and what helps.
 */
import '../src/base/messages/en/index.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { ISOLATION_HEADERS } from '../node/serve.mjs';
import { messagesIn } from '../src/base/messages/index.ts';
import { WEBKIT, webkitPaths } from '../tools/setup.mjs';
import { BLOG } from './embed-hosts.ts';
import { EVERY_PAGE, MISSING } from './every-page.ts';
import { type Pixels, pixelsOf } from './pixels.ts';
import { built, type PlainHost, plainHost } from './site.ts';
import { KEYS, PATIENCE_MS, type Tab, withWebKit } from './webkit.ts';

const { t } = messagesIn('en');
const isHere = webkitPaths() !== undefined;
const whyNot = `WebKitGTK is not here. ${WEBKIT.else}`;
test.skip(!isHere, whyNot);
// Printed once, when the tests are listed; a report names skipped tests without their reason.
if (!isHere && process.env.TEST_WORKER_INDEX === undefined) process.stderr.write(`Skipped: ${whyNot}\n`);
test.describe.configure({ timeout: 5 * PATIENCE_MS });

/** WebDriver reports no errors: this script of the page's own origin runs first in it, and records them. */
const KEEP_FAULTS = `
const faults = (globalThis.faults = []);
addEventListener('error', ({ message, target }) => faults.push(message ?? 'not loaded: ' + (target.src ?? target.href)), true);
addEventListener('unhandledrejection', ({ reason }) => faults.push('rejected: ' + reason));
addEventListener('securitypolicyviolation', (event) => faults.push(event.violatedDirective + ' refused ' + event.blockedURI));
const { error } = console;
console.error = (...all) => { faults.push('console: ' + all.join(' ')); error(...all); };
`;
let site: PlainHost;
test.beforeAll(async () => {
  const page = readFileSync(join(built, 'index.html'), 'utf8');
  const watched = page.replace('<script', '<script src="./keep-faults.js"></script><script');
  const files = { '/watched.html': watched, '/keep-faults.js': KEEP_FAULTS };
  site = await plainHost(files, '', undefined, ISOLATION_HEADERS);
});
test.afterAll(async () => {
  await site?.close();
});

let opened = 0;
/** A new document, even if only the part after # differs. */
const open = (tab: Tab, address: string) => tab.goto(`${site.url}/watched.html?n=${opened++}${address}`);
const faultsOf = (tab: Tab) => tab.evaluate(() => (globalThis as unknown as { faults: readonly string[] }).faults);

test('every page is shown in WebKitGTK, without an error, and says truly why nothing is measured', async ({
  browserName: _,
}, { outputDir }) => {
  // Two dozen pages, in software alone: on a busy machine they take minutes.
  test.slow();
  await withWebKit(join(outputDir, 'pages'), async (tab) => {
    await open(tab, '#/');
    const shares = await tab.evaluate(() => [crossOriginIsolated, typeof SharedArrayBuffer === 'function']);
    expect(shares).toEqual([true, false]);
    await tab.waitFor('[data-testid="published-curves"] path');
    const said = await tab.text(MISSING);
    for (const part of ['what', 'why', 'todo'] as const)
      expect.soft(said).toContain(t(`capability.sharedMemory.${part}`));
    expect.soft(said).toContain(t('capability.stillPublished'));
    expect(await faultsOf(tab)).toEqual([]);

    for (const [address, { selector, without }] of Object.entries(EVERY_PAGE)) {
      await open(tab, address);
      expect.soft(await tab.waitFor(without ?? selector).catch(String), address).toBeUndefined();
      if (without !== undefined)
        expect.soft(await tab.text(MISSING), address).toContain(t('capability.sharedMemory.what'));
      expect.soft(await faultsOf(tab), address).toEqual([]);
    }
  });
});

test('what the sentence advises helps: WebKitGTK started so can measure', async ({ browserName: _ }, { outputDir }) => {
  const [, name = '', value = ''] = /\b(JSC_\w+)=(\w+)/.exec(t('capability.sharedMemory.todo')) ?? [];
  const look = async (tab: Tab): Promise<void> => {
    await open(tab, '#/lab/measure');
    await tab.waitFor(`section[aria-label="${t('lab.settings')}"]`);
    expect(await tab.evaluate(() => typeof SharedArrayBuffer)).toBe('function');
    expect(await faultsOf(tab)).toEqual([]);
  };
  await withWebKit(join(outputDir, 'sharing'), look, { [name]: value });
});

test('in WebKitGTK what is left of a page that measures has its whole width, and claims nothing of this machine', async ({
  browserName: _,
}, { outputDir }) => {
  await withWebKit(join(outputDir, 'left'), async (tab) => {
    for (const address of ['#/lab/measure', '#/lab/cliff']) {
      await open(tab, address);
      await tab.waitFor('main figure svg path');
      const width = () =>
        tab.evaluate(() => {
          const widest = (selector: string) =>
            Math.max(0, ...[...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect().width));
          return widest('main figure svg') / widest('main');
        });
      await expect.poll(width, address).toBeGreaterThan(0.8);
    }
    expect(await tab.text('main')).not.toMatch(/this machine/i);
  });
});

/**
 * Rows between the words at a strip's end and its frame, above and below; null while it is not painted. `x`, `y`: the
 * strip's origin.
 */
function roomAround(
  { at, width }: Pixels,
  x: number,
  y: number,
): { readonly above: number; readonly below: number } | null {
  const isInk = (column: number, row: number): boolean => at(column, row).every((part) => part < 150);
  /** From its middle, which a word may cross: columns of the frame are ink in each row of the strip. */
  const edge = (column: number): boolean => [-6, -3, 0, 3, 6].every((by) => isInk(column, y + by));
  let left = x;
  while (left < x + 20 && !edge(left)) left++;
  let right = left + 4;
  while (right < width && !edge(right)) right++;
  if (left === x + 20 || right === width) return null;
  /** The number and its unit: no part of them is below the line. */
  const columns = Array.from({ length: 30 }, (_, i) => right - 8 - i);
  const hasWord = (row: number): boolean => columns.some((column) => isInk(column, row));
  const isFrame = (row: number): boolean => columns.every((column) => isInk(column, row));
  const room = (step: 1 | -1): number => {
    let frame = y;
    while (!isFrame(frame)) frame -= step;
    let word = frame + step;
    while (isFrame(word)) word += step;
    const first = word;
    while (!hasWord(word)) word += step;
    return (word - first) * step;
  };
  return { above: room(1), below: room(-1) };
}

test('in WebKitGTK the words in the strips of the cache lines stand in the middle, off the frame', async ({
  browserName: _,
}, { outputDir }) => {
  await withWebKit(join(outputDir, 'strips'), async (tab) => {
    // Its clock stands in the middle, and not on the words at the beginning.
    await open(tab, '#/lab/lines?v=1&view=lines&op=3');
    await tab.waitFor('[data-phase="ready"]');
    const place = () =>
      tab.evaluate(() => {
        const canvas = document.querySelector('[data-testid="ruler-canvas"]')?.getBoundingClientRect();
        const names = document.querySelectorAll('[data-testid="ruler"] span');
        const row = [...names].find((name) => name.textContent === '13')?.getBoundingClientRect();
        return { x: Math.round(canvas?.left ?? 0), y: Math.round(((row?.top ?? 0) + (row?.bottom ?? 0)) / 2) };
      });
    const room = async () => {
      const { x, y } = await place();
      return roomAround(pixelsOf(await tab.screenshot()), x, y);
    };
    await expect.poll(room).not.toBeNull();
    const found = await room();
    expect(found?.below).toBeGreaterThanOrEqual(1);
    expect(Math.abs((found?.above ?? 0) - (found?.below ?? 0))).toBeLessThanOrEqual(1);
  });
});

test('in WebKitGTK a spec can be typed, letter by letter, and runs', async ({ browserName: _ }, { outputDir }) => {
  await withWebKit(join(outputDir, 'typed'), async (tab) => {
    await open(tab, '#/play?spec=first-look&at=2');
    await tab.waitFor('[data-tick="2"]');
    await tab.click('button', t('stage.edit'));
    await tab.click('.cm-line');
    await tab.press(KEYS.control, 'a');
    const spec = 'session one step s { select 6 * 7 as abc, 123 } permutation s';
    await tab.type(spec);
    expect((await tab.text('.cm-content')).replaceAll(/\s+/g, ' ').trim()).toBe(spec);
    await tab.press(KEYS.control, KEYS.enter);
    await tab.waitFor('[data-tick="0"]');
    await tab.click('button', t('stage.moves.step'));
    await tab.waitFor('[data-tick="1"]');
    // What a step shows is masked until its turn in the film, and the driver reads only what is seen.
    await expect.poll(() => tab.text('[data-tick="1"]')).toMatch(/42 \|\W*123/);
    expect(await faultsOf(tab)).toEqual([]);
  });
});

test('in WebKitGTK a figure in another site’s page is driven from there', async ({ browserName: _ }, { outputDir }) => {
  const pages: Record<string, string> = {};
  const blog = await plainHost(pages);
  pages['/post.html'] = BLOG(site.url, blog.url);
  try {
    await withWebKit(join(outputDir, 'embed'), async (tab) => {
      const heard = () =>
        tab.evaluate(() => (globalThis as unknown as { heard: readonly { is: string; at?: number }[] }).heard);
      const say = (what: object) =>
        tab.evaluate((message) => (globalThis as unknown as { say: (m: object) => void }).say(message), what);
      const steps = async () => (await heard()).filter(({ is }) => is === 'step').map(({ at }) => at);
      await tab.goto(`${blog.url}/post.html`);
      await expect.poll(async () => (await heard()).some(({ is }) => is === 'ready')).toBe(true);
      await say({ do: 'step' });
      await expect.poll(async () => (await steps()).at(-1)).toBe(1);
      await say({ do: 'seek', to: 3 });
      await expect.poll(async () => (await steps()).at(-1)).toBe(3);
    });
  } finally {
    await blog.close();
  }
});
