/**
 * The worst addresses that the fuzz of `address/hostile-address.test.ts` has drawn, opened: the page reads an address
 * itself, so no address may block its main thread. The law is a second of processor time for 64 kB; the time is the
 * thread's own, as Chromium counts it, so that a busy machine does not make it fail. `npm run bench -- --only
 * untrusted` reports how far below the limit it is. The Playground is the largest page that an address can ask for: it
 * is drawn in two parts.
 */
import '../src/base/messages/en/index.ts';
import { expect, test } from '@playwright/test';
import { messagesIn } from '../src/base/messages/index.ts';
import { watch } from './site.ts';
import { pasteInto } from './typing.ts';

const { t } = messagesIn('en');
const CHARS = 64_000;
const LIMIT_S = 1;

const ADDRESSES: readonly (readonly [what: string, hash: string, said: string])[] = [
  ['digits that are no number', `#/?idle=${'1'.repeat(CHARS)}x`, t('shell.badAddress.title')],
  ['the same, in a list of the model', `#/lab/model?active=${'1'.repeat(CHARS)}x`, t('shell.badAddress.title')],
  ['slashes that are not at the end', `#/play${'/'.repeat(CHARS)}x`, t('shell.notFound.title')],
  [
    'numbers that all differ',
    `#/lab?idle=${Array.from({ length: 11_000 }, (_, i) => i).join(',')}`,
    t('shell.badAddress.title'),
  ],
  ['a version of 64,000 digits', `#/lab?v=${'9'.repeat(CHARS)}`, t('shell.badAddress.title')],
];

for (const [what, hash, said] of ADDRESSES)
  test(`${what}: refused, and the main thread has less than a second of work with them`, async ({ page }) => {
    const seen = await watch(page);
    await page.goto('/#/record?v=1&lang=en');
    await expect(page.getByRole('heading', { level: 1, name: t('record.title') })).toBeVisible();
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    const worked = async (): Promise<number> => {
      const { metrics } = await session.send('Performance.getMetrics');
      return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
    };
    const before = await worked();
    await page.evaluate((to) => {
      location.hash = to;
    }, hash);
    await expect(page.getByText(said)).toBeVisible();
    expect((await worked()) - before).toBeLessThan(LIMIT_S);
    expect(seen.faults).toEqual([]);
  });

test('the Playground draws head and bar first and its views after them, once; a step draws its views at once', async ({
  page,
}) => {
  const seen = await watch(page);
  // An observer gets all changes of one React commit as one list.
  await page.addInitScript(
    ({ bar, views }) => {
      const has = (nodes: NodeList, selector: string): boolean =>
        [...nodes].some((node) => node instanceof Element && (node.matches(selector) || node.querySelector(selector)));
      const drawn: string[] = [];
      Object.assign(globalThis, { drawn });
      new MutationObserver((changes) => {
        const of = (selector: string, list: 'addedNodes' | 'removedNodes'): boolean =>
          changes.some((change) => has(change[list], selector));
        const parts = [
          ...(of(bar, 'addedNodes') ? ['bar'] : []),
          ...(of(views, 'addedNodes') ? ['views'] : []),
          ...(of(views, 'removedNodes') ? ['views gone'] : []),
          ...(changes.some(({ attributeName }) => attributeName === 'data-tick') ? ['step'] : []),
        ];
        if (parts.length > 0) drawn.push(parts.join(' and '));
      }).observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ['data-tick'] });
    },
    { bar: `section[aria-label="${t('stage.bar')}"]`, views: '[data-tick]' },
  );
  const drawn = () => page.evaluate(() => (globalThis as { drawn?: readonly string[] }).drawn);
  await page.goto(`/#/play?v=1&lang=en&moves=${'1-'.repeat(CHARS / 2)}`);
  await expect(page.getByText(t('stage.note.movesDoNotFit'))).toBeVisible();
  await expect(page.locator('[data-tick="0"]')).toBeVisible();
  expect(await drawn()).toEqual(['bar', 'views']);
  await page.keyboard.press('.');
  await expect(page.locator('[data-tick="1"]')).toBeVisible();
  expect(await drawn()).toEqual(['bar', 'views', 'step']);
  expect(seen.faults).toEqual([]);
});

test('a character that turns letters around is named wherever a link’s or a text’s fault is quoted', async ({
  page,
}) => {
  const turn = encodeURIComponent('\u202e');
  for (const hash of [
    `#/play?spec=a${turn}b`,
    `#/lab?idle=a${turn}b`,
    `#/lab?v=a${turn}b`,
    `#/a${turn}b`,
    `#/embed/play?host=a${turn}b`,
  ]) {
    await page.goto('about:blank');
    await page.goto(`/${hash}`);
    await expect(page.getByText('a<U+202E>b'), hash).toBeVisible();
    expect(await page.locator('main').innerText()).not.toContain('\u202e');
  }
  await page.goto('about:blank');
  await page.goto('/#/play?v=1&spec=first-look');
  await page.getByRole('button', { name: t('stage.edit'), exact: true }).click();
  await pasteInto(page, page.locator('.cm-content'), "session s\nstep a { SELECT '\u202eabc'; }");
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('listitem').filter({ hasText: "SELECT '<U+202E>abc'" })).toBeVisible();
});
