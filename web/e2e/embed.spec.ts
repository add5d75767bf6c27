/** A figure in somebody else's page: another origin, no header of any kind; driven by messages; in a reveal.js deck. */
import { expect, type Page, test } from '@playwright/test';
import { BLOG, deckFiles } from './embed-hosts.ts';
import { type PlainHost, plainHost } from './site.ts';

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
    // F is the host's: a figure in its page has no stage of its own.
    await frame.getByRole('button', { name: 'Back', exact: true }).press('f');
    await expect(frame.getByRole('heading', { level: 1 })).toHaveText('Playground');
    await say(page, { do: 'theme', theme: 'dark' });
    await expect(frame.locator('html[data-theme="dark"]:not([data-stage])')).toBeAttached();
    // Of another version, or senseless: nothing happens, and what follows still counts.
    await say(page, { xipscope: 2, do: 'step' });
    await say(page, { do: 'seek', to: 'end' });
    await say(page, { do: 'step' });
    await expect(frame.locator('[data-tick="3"]')).toBeVisible();
    const told = async () => (await heard(page)).filter(({ is }) => is === 'step').map(({ at: tick }) => tick);
    await expect.poll(async () => (await told()).slice(-4)).toEqual([1, 3, 2, 3]);
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
    // One step was taken, not two.
    await frame.getByRole('button', { name: 'Back', exact: true }).click();
    await expect(frame.locator('[data-tick="0"]')).toBeVisible();
    expect(await heard(page)).toEqual([]);
  } finally {
    await blog.close();
  }
});

test('in a reveal.js deck fragments step the figure, and keys pressed in it return to the deck', async ({ page }) => {
  const deck = await plainHost(deckFiles(site.url));
  try {
    await page.goto(`${deck.url}/deck.html`);
    const stood = () => page.evaluate(() => (globalThis as unknown as { stood?: number }).stood);
    const frame = page.frameLocator('iframe[data-xipscope]');
    // Before that it hears no key.
    await expect(page.locator('.reveal.ready')).toBeAttached();
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
