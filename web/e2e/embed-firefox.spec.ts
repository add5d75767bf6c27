/** A figure in another site's page, in Firefox: the laws of embed.spec.ts. */
import { expect, test } from '@playwright/test';
import type { Browser, Frame, Page } from 'puppeteer-core';
import { BLOG, deckFiles } from './embed-hosts.ts';
import { newTab, startFirefox } from './firefox.ts';
import { type PlainHost, plainHost } from './site.ts';

let site: PlainHost;
let firefox: Browser;
test.beforeAll(async ({ browserName: _ }, { outputDir }) => {
  site = await plainHost();
  firefox = await startFirefox(outputDir);
});
test.afterAll(async () => {
  await firefox?.close();
  await site?.close();
});

const heard = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { heard: Record<string, unknown>[] }).heard);
const say = (page: Page, message: object) =>
  page.evaluate((what) => (globalThis as unknown as { say: (m: object) => void }).say(what), message);
const stands = (frame: Frame, tick: number) => frame.waitForSelector(`[data-tick="${tick}"]`, { visible: true });
const press = (frame: Frame, name: string) => frame.locator(`::-p-aria([name="${name}"][role="button"])`).click();

async function open(
  url: string,
  selector: string,
): Promise<{ readonly page: Page; readonly frame: () => Promise<Frame> }> {
  const { page } = await newTab(firefox);
  await page.goto(url);
  const frame = async (): Promise<Frame> => {
    const found = await (await page.waitForSelector(selector))?.contentFrame();
    if (found === null || found === undefined) throw new Error(`no frame at ${selector}`);
    return found;
  };
  return { page, frame };
}

test('in Firefox, of another origin without any header: ready, stepped, sought, themed from outside, and sized', async () => {
  const pages: Record<string, string> = {};
  const blog = await plainHost(pages);
  pages['/post.html'] = BLOG(site.url, blog.url);
  try {
    const { page, frame: framed } = await open(`${blog.url}/post.html`, '#x');
    const frame = await framed();
    await stands(frame, 0);
    // Neither the page nor the figure is isolated, so no memory is shared; nothing here needs any.
    expect(await frame.evaluate(() => [crossOriginIsolated, 'SharedArrayBuffer' in globalThis])).toEqual([
      false,
      false,
    ]);
    await expect.poll(async () => (await heard(page)).some(({ is }) => is === 'ready')).toBe(true);
    await expect
      .poll(async () => (await heard(page)).some(({ is, height }) => is === 'size' && Number(height) > 100))
      .toBe(true);
    await say(page, { do: 'step' });
    await stands(frame, 1);
    await expect.poll(async () => (await heard(page)).some(({ is, text }) => is === 'step' && text !== '')).toBe(true);
    await say(page, { do: 'seek', to: 3 });
    await stands(frame, 3);
    await say(page, { do: 'back' });
    await stands(frame, 2);
    await say(page, { do: 'theme', theme: 'dark' });
    await frame.waitForSelector('html[data-theme="dark"]');
    await say(page, { xipscope: 2, do: 'step' });
    await say(page, { do: 'seek', to: 'end' });
    await say(page, { do: 'step' });
    await stands(frame, 3);
    const told = async () => (await heard(page)).filter(({ is }) => is === 'step').map(({ at: tick }) => tick);
    await expect.poll(async () => (await told()).slice(-4)).toEqual([1, 3, 2, 3]);
    const links = await frame.$$eval('a', (all) => all.map((one) => one.getAttribute('href')));
    expect(links.at(-1)).toMatch(/#\/play\?.*spec=update-makes-a-version/);
    await page.close();
  } finally {
    await blog.close();
  }
});

test('in Firefox a page whose origin the address does not name cannot drive the figure', async () => {
  const blog = await plainHost({ '/post.html': BLOG(site.url, 'https://example.org') });
  try {
    const { page, frame: framed } = await open(`${blog.url}/post.html`, '#x');
    const frame = await framed();
    await stands(frame, 0);
    await say(page, { do: 'step' });
    await press(frame, 'Next move');
    await stands(frame, 1);
    // One step was taken, not two.
    await press(frame, 'Previous move');
    await stands(frame, 0);
    expect(await heard(page)).toEqual([]);
    await page.close();
  } finally {
    await blog.close();
  }
});

test('in Firefox fragments of a reveal.js deck step the figure, and keys pressed in it return to the deck', async () => {
  const deck = await plainHost(deckFiles(site.url));
  try {
    const { page, frame: framed } = await open(`${deck.url}/deck.html`, 'iframe[data-xipscope]');
    const stood = () => page.evaluate(() => (globalThis as unknown as { stood?: number }).stood);
    await page.waitForSelector('.reveal.ready');
    await page.keyboard.press('ArrowRight');
    const frame = await framed();
    await stands(frame, 0);
    await page.keyboard.press('ArrowRight');
    await expect.poll(stood).toBe(1);
    await page.keyboard.press('ArrowRight');
    await expect.poll(stood).toBe(2);
    await page.keyboard.press('ArrowLeft');
    await expect.poll(stood).toBe(1);
    await frame.$eval('button', (button) => button.focus());
    await page.keyboard.press('ArrowRight');
    await expect.poll(stood).toBe(2);
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction(() => document.querySelector('section.present h2')?.textContent === 'Last');
    await page.close();
  } finally {
    await deck.close();
  }
});
