/**
 * After one visit everything works without a network; the page announces a new version, and loads it only when the
 * reader asks for it.
 */
import '../src/base/messages/en/index.ts';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { siteDir } from '../node/tree.mjs';
import { messagesIn } from '../src/base/messages/index.ts';
import { packText } from '../src/viewmodel/stage/packed-text.ts';
import { hashOfBytes } from '../tools/offline-plugin.ts';
import { plainHost, settling, watch } from './site.ts';

const { t } = messagesIn('en');
const SITE = process.env.XIP_SITE_DIR ?? siteDir;
/** Each page of the site, and an element that only appears once its engine has answered. */
const PAGES = [
  ['#/', '[data-testid="race"][data-status="running"]'],
  ['#/play?v=1&spec=first-look', '[data-tick]'],
  ['#/play?v=1&spec=subtrans-pages', '[data-tick]'],
  // A reader's own spec needs PostgreSQL's parser, which no page has fetched before.
  [`#/play?v=1&text=${packText('session s step one { SELECT 1; } permutation one')}&moves=p-0&at=1`, '[data-tick="1"]'],
  ['#/play/server?v=1', 'h1'],
  ['#/play/standby?v=1', '[data-phase="ready"] figure svg'],
  ['#/lab?v=1', 'h1'],
  ['#/lab/measure?v=1', 'h1'],
  ['#/lab/cliff?v=1', 'h1'],
  ['#/lab/litmus?v=1', 'h1'],
  ['#/lab/model?v=1', 'h1'],
  ['#/lab/ladder?v=1', 'h1'],
  ['#/lab/lines?v=1', '[data-testid="story-caches-left"]'],
  ['#/lab/lines?v=1&view=lines', 'canvas'],
] as const;

const SMALL = '<svg xmlns="http://www.w3.org/2000/svg"/>';

test.use({ serviceWorkers: 'allow' });

/** Waits until the browser has stored the whole site. */
const kept = (page: Page) => expect(page.locator('html')).toHaveAttribute('data-kept', 'whole', { timeout: 120_000 });

test('after one visit every page opens with the server gone', async ({ page }) => {
  const { faults } = await watch(page);
  const host = await plainHost({}, '/some/folder');
  try {
    await page.goto(`${host.url}/some/folder/#/nowhere`);
    await kept(page);
  } finally {
    await host.close();
  }
  for (const [address, sign] of PAGES) {
    // Via a blank page: going from one fragment to another loads nothing.
    await page.goto('about:blank');
    await page.goto(`${host.url}/some/folder/${address}`);
    await expect(page.locator(sign).first(), address).toBeVisible();
    expect(await page.evaluate(() => globalThis.crossOriginIsolated)).toBe(true);
  }
  expect(faults).toEqual([]);
});

test('what is kept is what the list names: other bytes are not, and then the network is asked', async ({ page }) => {
  // A host that changes a file's contents, as some do.
  const host = await plainHost({ '/favicon.svg': SMALL });
  try {
    await page.goto(`${host.url}/#/nowhere`);
    await expect(page.locator('html')).toHaveAttribute('data-kept', 'part');
    expect(await page.evaluate(async () => (await (await fetch('favicon.svg')).text()).length)).toBe(SMALL.length);
  } finally {
    await host.close();
  }
});

/** The site's worker for a site whose index.html has other bytes. */
async function otherVersion(): Promise<{ readonly worker: string; readonly index: string }> {
  const index = (await readFile(join(SITE, 'index.html'), 'utf8')).replace('<html ', '<html data-version="new" ');
  const worker = await readFile(join(SITE, 'sw.js'), 'utf8');
  const hash = /"index\.html","([0-9a-f]{16})"/.exec(worker)?.[1] ?? '';
  return { worker: worker.replace(hash, hashOfBytes(Buffer.from(index))), index };
}

const installing = (page: Page) =>
  page.evaluate(async () => ((await navigator.serviceWorker.getRegistration())?.installing ?? null) !== null);
const version = (page: Page) => page.evaluate(() => document.documentElement.dataset.version ?? 'old');
const offer = (page: Page) => page.getByText(t('shell.update.text'));
const keys = (page: Page) =>
  page.evaluate(async () => {
    const all = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
    return all.flat().map(({ url }) => url);
  });

test('a new version is told of, never loads itself, comes whole by a click, and leaves nothing of the old', async ({
  page,
  context,
}) => {
  const extra: Record<string, string> = {};
  const host = await plainHost(extra);
  try {
    await page.goto(`${host.url}/#/nowhere`);
    await kept(page);
    const before = await keys(page);
    // An incomplete update: the list names an index.html that has not arrived yet.
    const next = await otherVersion();
    extra['/sw.js'] = next.worker;
    const asked = () => host.asked.filter((path) => path === '/sw.js').length;
    const askedBefore = asked();
    await page.reload();
    await kept(page);
    // The worker has looked at the other version, and dropped it.
    await expect.poll(asked).toBeGreaterThan(askedBefore);
    await expect.poll(() => installing(page)).toBe(false);
    await expect(offer(page)).toBeHidden();
    // Now the update is complete.
    extra['/index.html'] = next.index;
    extra['/'] = next.index;
    const { loads } = await watch(page);
    await page.reload();
    await expect(offer(page)).toBeVisible();
    expect(await version(page)).toBe('old');
    const other = await context.newPage();
    await other.goto(`${host.url}/#/nowhere`);
    expect(await version(other)).toBe('old');
    await expect(offer(other)).toBeVisible();
    expect(loads()).toBe(1);

    await page.getByRole('button', { name: t('shell.update.load') }).click();
    await expect.poll(() => version(page).catch(() => '')).toBe('new');
    await expect.poll(loads).toBe(2);
    await expect(page.getByRole('heading', { name: t('shell.notFound.title') })).toBeVisible();
    await expect(offer(page)).toBeHidden();
    expect(loads()).toBe(2);
    // The other page keeps its version until its reader wants the new one.
    expect(await version(other)).toBe('old');
    await other.getByRole('button', { name: t('shell.update.load') }).click();
    await expect.poll(() => version(other).catch(() => '')).toBe('new');
    await other.close();

    await page.reload();
    await kept(page);
    await expect.poll(async () => (await keys(page)).length).toBe(before.length);
  } finally {
    await host.close();
  }
});

test('inside a frame nothing is kept and nothing is told, also when a new version waits', async ({ page }) => {
  const settled = settling(page);
  const extra: Record<string, string> = {
    '/blog.html': '<!doctype html><title>x</title><iframe src="/#/nowhere" width="900" height="700"></iframe>',
  };
  const host = await plainHost(extra);
  try {
    await page.goto(`${host.url}/#/nowhere`);
    await kept(page);
    const next = await otherVersion();
    Object.assign(extra, { '/sw.js': next.worker, '/index.html': next.index, '/': next.index });
    await page.reload();
    await expect(offer(page)).toBeVisible();
    await page.goto(`${host.url}/blog.html`);
    const frame = page.frameLocator('iframe');
    await expect(frame.getByRole('heading', { name: t('shell.notFound.title') })).toBeVisible();
    await settled();
    await expect(frame.getByText(t('shell.update.text'))).toBeHidden();
    expect(await frame.locator('html').getAttribute('data-kept')).toBeNull();
  } finally {
    await host.close();
  }
});
