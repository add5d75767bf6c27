/** A figure in another site's page: another origin, no header of any kind; driven by messages; in a reveal.js deck. */
import '../src/base/messages/en/index.ts';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, type FrameLocator, type Page, test } from '@playwright/test';
import { listen, staticServer } from '../node/serve.mjs';
import { siteDir } from '../node/tree.mjs';
import { messagesIn } from '../src/base/messages/index.ts';
import { packText } from '../src/viewmodel/stage/packed-text.ts';
import { BLOG, deckFiles, POST, STRANGER } from './embed-hosts.ts';
import { type PlainHost, plainHost } from './site.ts';
import { pasteInto } from './typing.ts';

const { t } = messagesIn('en');
/** The frame's lines, whatever widths they were measured for. */
const SNIPPET = /a frame of fixed height/;
const heard = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { heard: Record<string, unknown>[] }).heard);
const say = (page: Page, message: object) =>
  page.evaluate((what) => (globalThis as unknown as { say: (m: object) => void }).say(what), message);

let site: PlainHost;
test.beforeAll(async () => {
  site = await plainHost();
});
test.afterAll(() => site.close());

/** Opens a post on a separate host, with the figure at its first step. */
async function openPost(page: Page): Promise<{ readonly blog: PlainHost; readonly frame: FrameLocator }> {
  const pages: Record<string, string> = {};
  const blog = await plainHost(pages);
  pages['/post.html'] = BLOG(site.url, blog.url);
  await page.goto(`${blog.url}/post.html`);
  const frame = page.frameLocator('#x');
  await expect(frame.locator('[data-tick="0"]')).toBeVisible();
  return { blog, frame };
}

test('in a blog of another origin without any header: ready, stepped, sought, themed from outside, and sized', async ({
  page,
}) => {
  const { blog, frame } = await openPost(page);
  try {
    await expect.poll(async () => (await heard(page)).some(({ is }) => is === 'ready')).toBe(true);
    await expect
      .poll(async () => (await heard(page)).some(({ is, height }) => is === 'size' && Number(height) > 100))
      .toBe(true);
    await say(page, { do: 'step' });
    await expect(frame.locator('[data-tick="1"]')).toBeVisible();
    // The figure fetches its descriptions once the page is quiet, and reports a step again when its text has come.
    await expect.poll(async () => (await heard(page)).some(({ is, text }) => is === 'step' && text !== '')).toBe(true);
    await say(page, { do: 'seek', to: 3 });
    await expect(frame.locator('[data-tick="3"]')).toBeVisible();
    await say(page, { do: 'back' });
    await expect(frame.locator('[data-tick="2"]')).toBeVisible();
    // F belongs to the host page: an embedded figure has no stage mode.
    await frame.getByRole('button', { name: 'Previous move', exact: true }).press('f');
    await expect(frame.getByRole('heading', { level: 1 })).toHaveText('Playground');
    await say(page, { do: 'theme', theme: 'dark' });
    await expect(frame.locator('html[data-theme="dark"]:not([data-stage])')).toBeAttached();
    // Of another version, or senseless: nothing happens, and the next messages still count.
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

test('several seeks sent at once: the host gets the text of the step that the figure ends at', async ({ page }) => {
  const { blog } = await openPost(page);
  try {
    const last = async () => (await heard(page)).filter(({ is }) => is === 'step').at(-1);
    const alone = new Map<number, unknown>();
    for (const to of [1, 2, 3]) {
      await say(page, { do: 'seek', to });
      await expect.poll(async () => (await last())?.at).toBe(to);
      await expect.poll(async () => (await last())?.text).not.toBe('');
      alone.set(to, (await last())?.text);
    }
    expect(new Set(alone.values()).size).toBe(3);
    for (const asked of [
      [3, 1],
      [1, 3],
      [3, 1, 2],
    ]) {
      await say(page, { do: 'seek', to: 0 });
      await expect.poll(async () => (await last())?.at).toBe(0);
      await page.evaluate((places) => {
        for (const to of places) (globalThis as unknown as { say: (m: object) => void }).say({ do: 'seek', to });
      }, asked);
      const to = asked.at(-1) ?? 0;
      await expect.poll(async () => (await last())?.at).toBe(to);
      await expect.poll(async () => (await last())?.text).toBe(alone.get(to));
    }
  } finally {
    await blog.close();
  }
});

for (const hash of ['#/lessons/two-stamps?step=3', '#/lessons/two-stamps?step=4', '#/lessons/ping-pong?step=1'])
  test(`the lines to paste for the figure of ${hash} give the figure the height that it wants in any column of text`, async ({
    page,
    context,
  }) => {
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.goto(`${site.url}/${hash}`);
    await page.getByRole('button', { name: t('shell.figure.embed'), exact: true }).click();
    const snippet = page.getByRole('textbox', { name: SNIPPET });
    const given = async () => Number(/height="(\d+)"/.exec(await snippet.inputValue())?.[1]);
    const pages: Record<string, string> = {};
    const blog = await plainHost(pages);
    try {
      pages['/post.html'] = `<!doctype html><div id="column">${await snippet.inputValue()}</div>`;
      const post = await context.newPage();
      await post.setViewportSize({ width: 1400, height: 900 });
      await post.goto(`${blog.url}/post.html`);
      const frame = post.frameLocator('iframe');
      const wanted: number[] = [];
      for (const width of [640, 700, 760, 820, 900, 960, 1020, 1100, 1180, 1264]) {
        await post.locator('#column').evaluate(({ style }, px) => Object.assign(style, { width: `${px}px` }), width);
        const figure = frame.locator('[data-page][data-ready]');
        await expect(figure.locator('[data-phase="ready"], [data-tick]').first()).toBeVisible();
        await figure.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
        wanted.push(await figure.evaluate((element) => Math.ceil(element.getBoundingClientRect().height)));
      }
      await page.bringToFront();
      await expect.poll(given).toBeGreaterThanOrEqual(Math.max(...wanted));
      expect(await given()).toBeLessThanOrEqual(1200);
    } finally {
      await blog.close();
    }
  });

test('an own example of the Playground is embedded as it stands: Save, Embed, and the lines show the same picture', async ({
  page,
  context,
}) => {
  const text = `setup { CREATE TABLE seat (no int, owner text); INSERT INTO seat VALUES (12, NULL); }
session A step a1 { BEGIN; } step a2 { UPDATE seat SET owner = 'Ada' WHERE no = 12; } step a3 { COMMIT; }
session B step b1 { UPDATE seat SET owner = 'Ben' WHERE no = 12; }
permutation a1 a2 b1 a3`;
  await page.goto(`${site.url}/#/play?v=1&text=${packText(text)}&at=3`);
  await expect(page.locator('[data-tick="3"]')).toBeAttached();
  await page.getByRole('button', { name: t('stage.moves.back'), exact: true }).click();
  await expect(page.locator('[data-tick="2"]')).toBeAttached();
  await page.getByRole('button', { name: t('stage.save'), exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('stage.save.embed') })
    .click();
  // The address line follows the state after a moment.
  await expect(page).toHaveURL(/at=2(&|$)/);
  const [, query = ''] = page.url().split('#/play?');
  const lines = await page.getByRole('textbox', { name: t('shell.embed.element') }).inputValue();
  const snippet = await page.getByRole('textbox', { name: SNIPPET }).inputValue();
  for (const each of [lines, snippet])
    expect(each).toContain(`src="${site.url}/#/embed/play?${query.replaceAll('&', '&amp;')}&amp;show=lanes,xids,rows"`);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('ui.close') })
    .click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // Each row version's place, what became of it, and its owner; a wider figure also has more of its header.
  const rowsOf = async (of: Page | FrameLocator) =>
    (await of.locator('[data-mark^="row "]').allTextContents()).map((row) =>
      row.replace(/(?<=\D)\d{3}.*12(?=\D)/, ' '),
    );
  const seen = await rowsOf(page);
  const pages: Record<string, string> = { '/post.html': `<!doctype html>${snippet}` };
  const blog = await plainHost(pages);
  try {
    const post = await context.newPage();
    await post.goto(`${blog.url}/post.html`);
    const frame = post.frameLocator('iframe');
    await expect(frame.locator('[data-tick="2"]')).toBeVisible();
    await expect.poll(() => rowsOf(frame)).toEqual(seen);
    expect(seen).toEqual(['(0,1)the version A is replacing null', '(0,2)A’s new version, not committed Ada']);
  } finally {
    await blog.close();
  }
});

test('what was pasted is embedded without its prompts, at a height that suffices at its beginning and at its end', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto(`${site.url}/#/play?v=1`);
  await page.getByRole('button', { name: t('stage.new'), exact: true }).click();
  const pasted = `CREATE TABLE t (id int PRIMARY KEY, v int);
INSERT INTO t VALUES (1, 10), (2, 20);
A=# BEGIN;
A=*# UPDATE t SET v = 11 WHERE id = 1;
B=# BEGIN;
B=*# SELECT * FROM t;
B=*# UPDATE t SET v = 12 WHERE id = 1;
A=*# COMMIT;
B=*# COMMIT;`;
  const dialog = page.getByRole('dialog');
  await pasteInto(page, dialog.getByRole('textbox', { name: t('prompt.paste.label') }), pasted);
  await dialog.getByRole('button', { name: t('prompt.paste.open') }).click();
  await expect(page.locator('[data-tick="0"]')).toBeAttached();
  await page.getByText(t('stage.options'), { exact: true }).click();
  await page.getByRole('button', { name: t('stage.save'), exact: true }).click();
  await dialog.getByRole('button', { name: t('stage.save.embed') }).click();
  await dialog
    .getByRole('button', { name: t('shell.embed.copy'), exact: true })
    .last()
    .click();
  const snippet = await dialog.getByRole('textbox', { name: SNIPPET }).inputValue();
  const lines = await dialog.getByRole('textbox', { name: t('shell.embed.element') }).inputValue();
  const heightIn = (text: string) => Number(/height="(\d+)"/.exec(text)?.[1]);
  const pages: Record<string, string> = { '/post.html': `<!doctype html><div id="column">${snippet}</div>` };
  const blog = await plainHost(pages);
  try {
    const post = await context.newPage();
    await post.setViewportSize({ width: 1400, height: 900 });
    await post.goto(`${blog.url}/post.html`);
    const frame = post.frameLocator('iframe');
    const figure = frame.locator('[data-page][data-ready]');
    await expect(frame.locator('[data-tick="0"]')).toBeVisible();
    const wanted = async (width: number) => {
      await post.locator('#column').evaluate(({ style }, px) => Object.assign(style, { width: `${px}px` }), width);
      await figure.evaluate((own) => {
        own.setAttribute('data-fit', '');
        return new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
      });
      return await figure.evaluate((own) => Math.ceil(own.getBoundingClientRect().height));
    };
    // The element's is where its frame begins, in most columns.
    expect(Math.abs(heightIn(lines) - (await wanted(720)))).toBeLessThanOrEqual(2);
    const heights: number[] = [];
    for (const width of [640, 720, 860, 1000, 1264]) heights.push(await wanted(width));
    await expect(frame.getByRole('textbox')).toHaveCount(0);
    const step = frame.getByRole('button', { name: t('stage.figure.next'), exact: true });
    for (const now of [1, 2, 3, 4, 5, 6, 7]) {
      await step.click();
      await expect(frame.locator(`[data-tick="${now}"]`)).toBeVisible();
    }
    for (const width of [640, 720, 860, 1000, 1264]) heights.push(await wanted(width));
    expect(heightIn(snippet)).toBeGreaterThanOrEqual(Math.max(...heights));
    // For a host that wants its readers to type.
    await post.goto(`${blog.url}/post.html`);
    await post.locator('iframe').evaluate((own: HTMLIFrameElement) => {
      own.src = `${own.src}&show=lanes,rows,prompts`;
    });
    await post.locator('iframe').evaluate((own: HTMLIFrameElement) => own.replaceWith(own.cloneNode()));
    await expect(frame.getByRole('textbox')).toHaveCount(2);
  } finally {
    await blog.close();
  }
});

test('<xip-figure> is as high as its figure in any column, steps it, names its source, and listens to nobody else', async ({
  page,
}) => {
  expect(gzipSync(await readFile(join(siteDir, 'embed.js'))).length).toBeLessThanOrEqual(2000);
  const pages: Record<string, string> = { '/stranger.html': STRANGER };
  const [blog, stranger] = [await plainHost(pages), await plainHost(pages)];
  pages['/post.html'] = POST(site.url, stranger.url);
  try {
    await page.goto(`${blog.url}/post.html`);
    const element = page.locator('xip-figure');
    const iframe = element.locator('iframe');
    const figure = iframe.contentFrame().locator('[data-page][data-ready]');
    await expect(iframe).toHaveAttribute('title', 'An update makes a version');
    for (const width of [1200, 480]) {
      await page.setViewportSize({ width, height: 600 });
      await expect
        .poll(async () => {
          const wanted = await figure.evaluate((own) => Math.ceil(own.getBoundingClientRect().height));
          return ((await iframe.boundingBox())?.height ?? 0) - wanted;
        })
        .toBe(0);
      const scrolls = figure.evaluate(() => document.documentElement.scrollHeight > innerHeight);
      expect(await scrolls).toBe(false);
    }
    // The figure's own buttons are the only ones.
    await expect(element.getByRole('button')).toHaveCount(0);
    await figure.getByRole('button', { name: 'Next move', exact: true }).click();
    await expect(figure.locator('[data-tick="1"]')).toBeVisible();
    await expect(element.getByRole('status')).toContainText(/^1 \/ /);
    await expect(element.getByRole('link', { name: /. \(Xipscope\)$/ })).toHaveAttribute('href', /#\/play\?.*at=0$/);
    // All the while a frame of another origin has asked for 7,777 px, and the figure for step 3.
    expect((await iframe.boundingBox())?.height).toBeLessThan(2000);
    await expect(figure.locator('[data-tick="1"]')).toBeVisible();
  } finally {
    await Promise.all([blog.close(), stranger.close()]);
  }
});

test('<xip-figure> has the colours of the page around it, and follows them, unless its author chose', async ({
  page,
}) => {
  const pages: Record<string, string> = {};
  const blog = await plainHost(pages);
  const figure = '#/play?v=1&spec=update-makes-a-version&at=2&depth=rows';
  pages['/post.html'] = `<!doctype html><script src="${site.url}/embed.js"></script>
<body style="color: #ddd; background: #111">
<xip-figure src="${figure}" title="Own"></xip-figure><xip-figure src="${figure}" title="Chosen" theme="light"></xip-figure>`;
  try {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(`${blog.url}/post.html`);
    const themeOf = (title: string) =>
      page.locator(`xip-figure[title="${title}"]`).locator('iframe').contentFrame().locator('html');
    await page.locator('xip-figure').last().scrollIntoViewIfNeeded();
    await expect(themeOf('Own')).toHaveAttribute('data-theme', 'dark');
    await expect(themeOf('Chosen')).toHaveAttribute('data-theme', 'light');
    await expect(themeOf('Own').locator('[data-page][data-ready]')).toBeAttached();
    await page.evaluate(() => Object.assign(document.body.style, { color: '#222', background: '#fff' }));
    await expect(themeOf('Own')).toHaveAttribute('data-theme', 'light');
  } finally {
    await blog.close();
  }
});

test('<xip-figure> shows as much as its address says, and changes its height once, to where its rows have room', async ({
  page,
}) => {
  const pages: Record<string, string> = {};
  const blog = await plainHost(pages);
  pages['/post.html'] = `<!doctype html><script src="${site.url}/embed.js"></script>
<xip-figure src="#/play?v=1&spec=update-makes-a-version&at=2&depth=rows" title="x" height="300">Two versions</xip-figure>
<script>
  const frame = document.querySelector('xip-figure').shadowRoot.querySelector('iframe');
  globalThis.heights = [];
  new ResizeObserver(() => heights.push(frame.offsetHeight)).observe(frame);
</script>`;
  try {
    await page.setViewportSize({ width: 760, height: 700 });
    await page.goto(`${blog.url}/post.html`);
    const frame = page.locator('xip-figure').locator('iframe').contentFrame();
    await expect(frame.locator('[data-tick="2"]')).toBeVisible();
    await expect(frame.locator('[data-mark^="row "]').first()).toBeVisible();
    await expect(frame.getByText('t_xmin', { exact: true })).toHaveCount(0);
    const heights = () => page.evaluate(() => (globalThis as unknown as { heights: number[] }).heights);
    await expect.poll(async () => (await heights()).length).toBe(2);
    expect((await heights())[0]).toBe(300);
    await frame.getByRole('button', { name: t('stage.figure.next'), exact: true }).click();
    await expect(frame.locator('[data-tick="3"]')).toBeVisible();
    const scrolls = frame.locator('html').evaluate(() => document.documentElement.scrollHeight > innerHeight);
    expect(await scrolls).toBe(false);
  } finally {
    await blog.close();
  }
});

test('the race where it cannot be measured: what is missing stands below, and both links lead to what the slider shows', async ({
  page,
}) => {
  const pages: Record<string, string> = {};
  const blog = await plainHost(pages);
  pages['/post.html'] =
    `<!doctype html><iframe src="${site.url}/#/embed?v=1&idle=0" width="900" height="800"></iframe>`;
  try {
    await page.goto(`${blog.url}/post.html`);
    const frame = page.frameLocator('iframe');
    const slider = frame.getByRole('slider');
    await slider.press('End');
    const whole = frame.getByRole('link', { name: t('shell.embed.whole') });
    await expect(whole).toHaveAttribute('href', /#\/\?.*idle=10000/);
    const note = frame.getByTestId('missing');
    const alone = note.getByRole('link', { name: t('capability.openAlone') });
    await expect(alone).toHaveAttribute('href', (await whole.getAttribute('href')) ?? '');
    await expect(note).toContainText(t('capability.publishedAbove'));
    const [above, below] = [await slider.boundingBox(), await note.boundingBox()];
    expect(above?.y).toBeLessThan(below?.y ?? Number.NaN);
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
    await frame.getByRole('button', { name: 'Next move', exact: true }).click();
    await expect(frame.locator('[data-tick="1"]')).toBeVisible();
    // One step was taken, not two.
    await frame.getByRole('button', { name: 'Previous move', exact: true }).click();
    await expect(frame.locator('[data-tick="0"]')).toBeVisible();
    expect(await heard(page)).toEqual([]);
  } finally {
    await blog.close();
  }
});

test('a host with a slash behind it is refused in a sentence, and not even that page drives a figure', async ({
  page,
}) => {
  const pages: Record<string, string> = {};
  const blog = await plainHost(pages);
  const host = `${blog.url}/`;
  pages['/post.html'] = BLOG(site.url, host);
  try {
    await page.goto(`${blog.url}/post.html`);
    const frame = page.frameLocator('#x');
    const refused = t('shell.badAddress.host', { text: host, origin: blog.url });
    await expect(frame.getByText(refused)).toBeVisible();
    for (const message of [{ do: 'hello' }, { do: 'step' }, { do: 'theme', theme: 'dark' }]) await say(page, message);
    // A figure that received those messages has drawn their results by now.
    await frame
      .locator('html')
      .evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    await expect(frame.locator('[data-tick]')).toHaveCount(0);
    await expect(frame.locator('html[data-theme="dark"]')).toHaveCount(0);
    await expect(frame.getByText(refused)).toBeVisible();
    // In the figure's place, without the site's header around it.
    await expect(frame.getByRole('banner')).toHaveCount(0);
    expect(await heard(page)).toEqual([]);
  } finally {
    await blog.close();
  }
});

test('what `npm start` serves stands in an isolated page of another origin', async ({ page }, { outputDir }) => {
  await mkdir(outputDir, { recursive: true });
  const servers = [staticServer(siteDir), staticServer(outputDir)] as const;
  const [at, guest] = [await listen(servers[0], 0, true), await listen(servers[1], 0, true)];
  const guestUrl = `http://127.0.0.1:${guest}`;
  await writeFile(join(outputDir, 'post.html'), BLOG(`http://127.0.0.1:${at}`, guestUrl));
  try {
    await page.goto(`${guestUrl}/post.html`);
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
    const frame = page.frameLocator('#x');
    await expect(frame.locator('[data-tick="0"]')).toBeVisible();
    await say(page, { do: 'step' });
    await expect(frame.locator('[data-tick="1"]')).toBeVisible();
  } finally {
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
  }
});

test('in a reveal.js deck fragments step the figure, and keys pressed in it return to the deck', async ({ page }) => {
  const deck = await plainHost(deckFiles(site.url));
  try {
    await page.goto(`${deck.url}/deck.html`);
    const stood = () => page.evaluate(() => (globalThis as unknown as { stood?: number }).stood);
    const frame = page.frameLocator('iframe[data-xipscope]');
    // Before that it receives no keys.
    await expect(page.locator('.reveal.ready')).toBeAttached();
    await page.keyboard.press('ArrowRight');
    await expect(frame.locator('[data-tick="0"]')).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expect.poll(stood).toBe(1);
    await page.keyboard.press('ArrowRight');
    await expect.poll(stood).toBe(2);
    await page.keyboard.press('ArrowLeft');
    await expect.poll(stood).toBe(1);
    // The focus is in the figure now; the deck still advances.
    await frame.getByRole('button', { name: 'Previous move', exact: true }).focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(stood).toBe(2);
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('heading', { name: 'Last' })).toBeVisible();
  } finally {
    await deck.close();
  }
});

test('a page of the Lab gives the lines for its figure at its foot', async ({ page }) => {
  for (const at of ['/lab/cliff', '/calculator']) {
    await page.goto(`/#${at}?v=1&theme=light&lang=en`);
    await page.getByRole('button', { name: 'Embed', exact: true }).click();
    const lines = page.getByRole('dialog').locator('textarea').first();
    await expect(lines).toHaveValue(new RegExp(`<xip-figure src="[^"]*#/embed${at}[?][^>]* title="[^"·]+"`));
    await page.keyboard.press('Escape');
  }
});
