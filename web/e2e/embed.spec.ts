/** A figure in somebody else's page: another origin, no header of any kind; driven by messages; in a reveal.js deck. */
import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { at } from '../tools/tree.mjs';
import { type PlainHost, plainHost } from './site.ts';

const EMBED = '#/embed/play?v=1&spec=update-makes-a-version&at=0&show=lanes,rows';

/** The recipe of web/src/app/embed/README.md. */
const BLOG = (site: string, host: string) => `<!doctype html><title>A blog</title>
<h1>My post</h1>
<iframe id="x" src="${site}/${EMBED}&host=${host}" title="An update makes a version" width="100%" height="600" style="border:0"></iframe>
<script>
  const heard = (globalThis.heard = []);
  addEventListener('message', (event) => {
    if (event.origin !== '${site}' || event.data?.xipscope !== 1) return;
    heard.push(event.data);
  });
  globalThis.say = (message) => document.getElementById('x').contentWindow.postMessage({ xipscope: 1, ...message }, '${site}');
</script>`;

const DECK = (site: string) => `<!doctype html><title>A deck</title>
<link rel="stylesheet" href="/reveal.css">
<div class="reveal"><div class="slides">
  <section><h2>First</h2></section>
  <section>
    <iframe data-preload data-xipscope src="${site}/${EMBED}" title="Figure" width="100%" height="500"></iframe>
    <span class="fragment" data-step="1"></span><span class="fragment" data-step="2"></span>
  </section>
  <section><h2>Last</h2></section>
</div></div>
<script src="/reveal.js"></script>
<script src="/recipe.js"></script>`;

/** As the README tells it. */
const RECIPE = (site: string) => `
const frames = () => [...document.querySelectorAll('iframe[data-xipscope]')];
const say = (frame, message) => frame.contentWindow.postMessage({ xipscope: 1, ...message }, '${site}');
const follow = () => {
  const slide = Reveal.getCurrentSlide();
  const frame = slide.querySelector('iframe[data-xipscope]');
  if (frame === null) return;
  const done = [...slide.querySelectorAll('.fragment.visible[data-step]')].map((one) => Number(one.dataset.step));
  say(frame, { do: 'seek', to: Math.max(0, ...done) });
};
addEventListener('message', (event) => {
  if (event.origin !== '${site}' || event.data?.xipscope !== 1) return;
  if (event.data.is === 'ready') follow();
  if (event.data.is === 'step') globalThis.stood = event.data.at;
  // A key that the figure has no use for is the deck's.
  if (event.data.is !== 'key') return;
  if (event.data.key === 'ArrowRight' || event.data.key === 'PageDown') Reveal.next();
  if (event.data.key === 'ArrowLeft' || event.data.key === 'PageUp') Reveal.prev();
});
Reveal.initialize({ embedded: true }).then(() => {
  for (const event of ['slidechanged', 'fragmentshown', 'fragmenthidden']) Reveal.on(event, follow);
});`;

const heard = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { heard: Record<string, unknown>[] }).heard);
const say = (page: Page, message: object) =>
  page.evaluate((what) => (globalThis as unknown as { say: (m: object) => void }).say(what), message);

let site: PlainHost;
test.beforeAll(async () => {
  site = await plainHost();
});
test.afterAll(() => site.close());

test('in a blog of another origin without any header: ready, stepped, sought, themed from outside, and sized', async ({
  page,
}) => {
  const pages: Record<string, string> = {};
  const blog = await plainHost(pages);
  pages['/post.html'] = BLOG(site.url, blog.url);
  try {
    await page.goto(`${blog.url}/post.html`);
    const frame = page.frameLocator('#x');
    await expect(frame.locator('[data-tick="0"]')).toBeVisible();
    await expect.poll(async () => (await heard(page)).some(({ is }) => is === 'ready')).toBe(true);
    await expect
      .poll(async () => (await heard(page)).some(({ is, height }) => is === 'size' && Number(height) > 100))
      .toBe(true);
    await say(page, { do: 'step' });
    await expect(frame.locator('[data-tick="1"]')).toBeVisible();
    await say(page, { do: 'seek', to: 3 });
    await expect(frame.locator('[data-tick="3"]')).toBeVisible();
    await say(page, { do: 'back' });
    await expect(frame.locator('[data-tick="2"]')).toBeVisible();
    await say(page, { do: 'theme', theme: 'dark' });
    await expect(frame.locator('html[data-theme="dark"]')).toBeAttached();
    // Of another version, or senseless: nothing happens, and what follows still counts.
    await say(page, { xipscope: 2, do: 'step' });
    await say(page, { do: 'seek', to: 'end' });
    await say(page, { do: 'step' });
    await expect(frame.locator('[data-tick="3"]')).toBeVisible();
    const steps = (await heard(page)).filter(({ is }) => is === 'step').map(({ at: tick }) => tick);
    expect(steps.slice(-4)).toEqual([1, 3, 2, 3]);
    await expect(frame.getByRole('link').last()).toHaveAttribute('href', /#\/play\?.*spec=update-makes-a-version/);
  } finally {
    await blog.close();
  }
});

test('a page whose origin the address does not name cannot drive the figure', async ({ page }) => {
  const pages: Record<string, string> = {};
  const blog = await plainHost(pages);
  pages['/post.html'] = BLOG(site.url, 'https://example.org');
  try {
    await page.goto(`${blog.url}/post.html`);
    const frame = page.frameLocator('#x');
    await expect(frame.locator('[data-tick="0"]')).toBeVisible();
    await say(page, { do: 'step' });
    await frame.getByRole('button', { name: 'Step', exact: true }).click();
    await expect(frame.locator('[data-tick="1"]')).toBeVisible();
    expect(await heard(page)).toEqual([]);
  } finally {
    await blog.close();
  }
});

test('in a reveal.js deck fragments step the figure, and keys pressed in it return to the deck', async ({ page }) => {
  const deck = await plainHost({
    '/deck.html': DECK(site.url),
    '/recipe.js': RECIPE(site.url),
    '/reveal.js': readFileSync(at('node_modules/reveal.js/dist/reveal.js'), 'utf8'),
    '/reveal.css': readFileSync(at('node_modules/reveal.js/dist/reveal.css'), 'utf8'),
  });
  try {
    await page.goto(`${deck.url}/deck.html`);
    const stood = () => page.evaluate(() => (globalThis as unknown as { stood?: number }).stood);
    const frame = page.frameLocator('iframe[data-xipscope]');
    await page.keyboard.press('ArrowRight');
    await expect(frame.locator('[data-tick="0"]')).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expect.poll(stood).toBe(1);
    await page.keyboard.press('ArrowRight');
    await expect.poll(stood).toBe(2);
    await page.keyboard.press('ArrowLeft');
    await expect.poll(stood).toBe(1);
    // The focus is in the figure now; the deck still goes on.
    await frame.getByRole('button', { name: 'Back', exact: true }).focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(stood).toBe(2);
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('heading', { name: 'Last' })).toBeVisible();
  } finally {
    await deck.close();
  }
});
