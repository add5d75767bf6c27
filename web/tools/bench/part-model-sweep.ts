/**
 * The model's sweep in Chromium, as a reader starts it: 12 points × 13 and 14 × 48 active connections, from the click
 * to the last row; and the time from a click on Stop until nothing runs.
 */
import '../../src/base/messages/en/index.ts';
import type { Page } from '@playwright/test';
import { messagesIn } from '../../src/base/messages/index.ts';
import { quartilesOf } from '../../src/viewmodel/lab/rows.ts';
import { withSite } from '../browser.ts';
import { ensureReady } from '../setup.mjs';
import { judge, type PartAnswer } from './report.ts';

const PART = 'model-sweep';
const { t } = messagesIn('en');
const SWEEP_MS = 10_000;
const STOP_MS = 100;
/** Points of the published table, and as many between. */
const IDLE = '0,100,250,500,1000,1500,2000,3000,4000,5000,7500,10000';
const ROWS = 24;
const ADDRESS = `#/lab/model?v=1&view=ask&machine=xeon-gold-5215-2s&designs=pg13,pg14&active=48&idle=${IDLE}`;

/** The time from a click on the panel's button to a phase of it. */
async function clickUntil(page: Page, phase: string): Promise<number> {
  await page.evaluate((wanted) => {
    const root = document.querySelector('[data-testid="model-run"]');
    if (root === null) throw new Error('there is no model');
    const took = new Promise<number>((resolve) => {
      let began = 0;
      addEventListener('click', () => (began = performance.now()), { capture: true, once: true });
      const watcher = new MutationObserver(() => {
        if (root.getAttribute('data-phase') !== wanted) return;
        watcher.disconnect();
        resolve(performance.now() - began);
      });
      watcher.observe(root, { attributeFilter: ['data-phase'] });
    });
    Object.assign(globalThis, { xipTook: took });
  }, phase);
  await page.getByTestId('model-run').getByRole('button').click();
  return await page.evaluate(() => (globalThis as unknown as { readonly xipTook: Promise<number> }).xipTook);
}

export async function modelSweepPart(rounds: number, progress: (text: string) => void): Promise<PartAnswer> {
  progress(`${PART}: building the page`);
  await ensureReady({ site: true, chromium: true, quiet: true });
  const { sweeps, stops } = await withSite(async ({ page, url }) => {
    const panel = page.getByTestId('model-run');
    const clicked = (phase: string) => clickUntil(page, phase);
    await page.goto(`${url}/${ADDRESS}`);
    await panel.waitFor();
    const whole: number[] = [];
    const ended: number[] = [];
    for (let i = 0; i < rounds; i++) {
      progress(`${PART}: sweep ${i + 1} of ${rounds}`);
      whole.push(await clicked('done'));
      const rows = Number(await panel.getAttribute('data-rows'));
      if (rows !== ROWS) throw new Error(`${rows} rows of ${ROWS} came`);
      await clicked('running');
      // At varied points of the sweep, the same in each run.
      await page.waitForTimeout(150 + 400 * i);
      ended.push(await clicked('stopped'));
      await page.getByRole('button', { name: t('model.run.start'), exact: true }).waitFor();
    }
    return { sweeps: whole, stops: ended };
  });
  const of = 'in Chromium';
  return {
    findings: [
      judge(
        {
          part: PART,
          what: '12 points × 2 designs × 48 active',
          unit: ' s',
          limits: { max: SWEEP_MS / 1000 },
          of,
        },
        quartilesOf(sweeps.map((took) => took / 1000)),
      ),
      judge(
        { part: PART, what: 'from Stop until it says so', unit: ' ms', limits: { max: STOP_MS }, of },
        quartilesOf(stops),
      ),
    ],
    notes: [],
    data: { sweeps, stops },
  };
}
