/**
 * What measures fits on stage while it runs and when it is over, on a busy machine too: the race, a sweep, the cliff.
 */
import '../src/base/messages/en/index.ts';
import { expect, test } from '@playwright/test';
import { messagesIn } from '../src/base/messages/index.ts';
import { goTo, LARGE, MARK_MS, PROJECTOR, RUN_MS, SHOWN, standing, type View } from './fit.ts';
import { spinning } from './site.ts';

const { t } = messagesIn('en');

test('on a busy machine the race fits on stage, alone and in a lesson, in both languages', async ({
  page,
  context,
}) => {
  test.slow();
  const load = await spinning(context);
  await page.bringToFront();
  const found: string[] = [];
  await page.goto('/#/about:nothing');
  for (const [at, figure] of [
    ['#/?v=1&idle=0', 'main'],
    ['#/?v=1&idle=10000', 'main'],
    ['#/lessons/the-result?step=1', SHOWN],
    ['#/lessons/the-result?step=2', SHOWN],
  ] as const)
    for (const lang of ['en', 'zh']) {
      const view = { at: `${at}&lang=${lang}&stage=1`, stage: true, decisive: [], ready: `${figure} svg`, figure };
      await page.setViewportSize(PROJECTOR);
      await goTo(page, view);
      await expect(page.locator(figure).getByTestId('compare')).toHaveAttribute('data-busy', 'true');
      for (const size of [PROJECTOR, LARGE]) {
        await page.setViewportSize(size);
        for (const fault of await standing(page, view)) found.push(`${view.at} at ${size.width}: ${fault}`);
      }
    }
  await load.close();
  expect(found, found.join('\n')).toEqual([]);
});

/** A point at 0 and many more: the run lasts long enough to be checked in both sizes. */
const LONG = [0, 100, ...Array.from({ length: 20 }, (_, i) => 500 * (i + 1))].join();
const sweepOn = (active: number, points: string): string =>
  `#/lab?v=1&mode=sweep&designs=pg13,pg14&active=${active}&idle=${points}&mostlyIdle=0&workload=readonly&other=5&seconds=1&stage=1`;

/** More threads than cores wait for each other: the page reports on any machine that it is busy. */
for (const perCore of [0, 4])
  test(`a sweep fits on stage while it runs and when it is over, ${perCore === 0 ? 'of one thread' : 'on a busy machine'}`, async ({
    page,
  }) => {
    test.slow();
    await page.goto('/#/about:nothing');
    const cores = await page.evaluate(() => navigator.hardwareConcurrency);
    const active = Math.min(64, Math.max(1, perCore * cores));
    const panel = page.getByTestId('lab-run');
    const found: string[] = [];
    const look = async (view: View, when: string): Promise<void> => {
      for (const size of [PROJECTOR, LARGE]) {
        await page.setViewportSize(size);
        for (const fault of await standing(page, view)) found.push(`${when} at ${size.width}: ${fault}`);
      }
    };
    for (const points of [LONG, '0,10000']) {
      const view = { at: sweepOn(active, points), stage: true, decisive: [], ready: 'main svg', figure: 'main' };
      await page.setViewportSize(PROJECTOR);
      await goTo(page, view);
      await panel.getByRole('button').click();
      if (points !== LONG) {
        await expect(panel).toHaveAttribute('data-phase', 'done', { timeout: RUN_MS });
        await page.locator('[data-series="modelled-pg14"]').waitFor({ state: 'attached', timeout: MARK_MS });
        await look(view, 'over');
      } else {
        await expect(page.locator('[data-series="pg14"] line').nth(1)).toBeAttached();
        await look(view, 'running');
        await expect(panel).toHaveAttribute('data-phase', 'running');
        await panel.getByRole('button').click();
      }
      if (perCore > 0) await expect(page.getByText(t('lab.busy'))).toBeVisible();
    }
    expect(found, found.join('\n')).toEqual([]);
  });

/** The chart's share of the window's height, on stage, whatever is next to the real servers. */
const CLIFF_SHARE = 0.55;
/** 8 readers are more than most machines' cores, and then the page has a longer text. */
for (const readers of [1, 8])
  test(`the cliff of ${readers} fits on stage while it is measured and modelled and afterwards, and its chart stays high`, async ({
    page,
  }) => {
    test.slow();
    const view = {
      at: `#/lab/cliff?v=1&readers=${readers}&stage=1`,
      stage: true,
      decisive: [],
      ready: 'main svg',
      figure: 'main',
    };
    const found: string[] = [];
    const look = async (when: string): Promise<void> => {
      for (const size of [PROJECTOR, LARGE]) {
        await page.setViewportSize(size);
        for (const fault of await standing(page, view)) found.push(`${when} at ${size.width}: ${fault}`);
        const box = await page.getByRole('img', { name: t('cliff.name') }).boundingBox();
        const share = (box?.height ?? 0) / size.height;
        if (share < CLIFF_SHARE)
          found.push(`${when} at ${size.width}: the chart has ${share.toFixed(3)} of the height`);
      }
    };
    await page.goto('/#/about:nothing');
    await page.setViewportSize(PROJECTOR);
    await goTo(page, view);
    await look('real servers');
    for (const id of ['model-run', 'cliff-measure']) {
      const panel = page.getByTestId(id);
      await panel.getByRole('button').click();
      await expect(panel).toHaveAttribute('data-phase', 'running');
      // The button that leaves the stage came with the pointer, and goes once it rests.
      await expect(page.locator('[data-stage-exit]')).toHaveCount(0);
      await look(`${id} under way`);
      await expect(panel).toHaveAttribute('data-phase', 'done', { timeout: RUN_MS });
      await look(`${id} over`);
    }
    expect(found, found.join('\n')).toEqual([]);
  });
