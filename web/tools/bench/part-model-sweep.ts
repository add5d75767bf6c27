/**
 * The model's sweep in Chromium, as a reader starts it: 12 points × 13 and 14 × 48 active connections, from the click
 * until both curves are there and to the last of all seeds' rows; and the time from a click on Stop until nothing runs.
 */
import '../../src/base/messages/en/index.ts';
import type { Page } from '@playwright/test';
import { messagesIn } from '../../src/base/messages/index.ts';
import { quartilesOf } from '../../src/viewmodel/lab/rows.ts';
import { SURE_SEEDS } from '../../src/viewmodel/prediction/model-rows.ts';
import { withSite } from '../browser.ts';
import { ensureReady } from '../setup.mjs';
import { type Finding, judge, type PartAnswer } from './report.ts';

const PART = 'model-sweep';
const { t } = messagesIn('en');
const SWEEP_MS = 20_000;
const CURVES_MS = 1_000;
const STOP_MS = 100;
/** Points of the published table, and as many between. */
const IDLE = [0, 100, 250, 500, 1000, 1500, 2000, 3000, 4000, 5000, 7500, 10000];
/** Both designs' points with their first seed, ends first: their shape from end to end, then all of them. They settle. */
const SHAPES = 2 * 5;
const CURVES = 2 * IDLE.length;
const ROWS = CURVES * SURE_SEEDS;
const ADDRESS = `#/lab/model?v=1&view=ask&machine=xeon-gold-5215-2s&designs=pg13,pg14&active=48&idle=${IDLE}`;

/** The times from a click on the panel's button to so many rows, for each number, and to a phase. */
async function clickUntil(
  page: Page,
  phase: string,
  rows: readonly number[],
): Promise<{ readonly rows: readonly number[]; readonly phase: number }> {
  await page.evaluate(
    ({ wanted, numbers }) => {
      const root = document.querySelector('[data-testid="model-run"]');
      if (root === null) throw new Error('there is no model');
      const took = new Promise<{ rows: number[]; phase: number }>((resolve) => {
        let began = 0;
        const came = numbers.map(() => Number.NaN);
        addEventListener('click', () => (began = performance.now()), { capture: true, once: true });
        const watcher = new MutationObserver(() => {
          const now = performance.now() - began;
          const have = Number(root.getAttribute('data-rows'));
          for (const [i, least] of numbers.entries()) if (Number.isNaN(came[i]) && have >= least) came[i] = now;
          if (root.getAttribute('data-phase') !== wanted) return;
          watcher.disconnect();
          resolve({ rows: came, phase: now });
        });
        watcher.observe(root, { attributeFilter: ['data-phase', 'data-rows'] });
      });
      Object.assign(globalThis, { xipTook: took });
    },
    { wanted: phase, numbers: rows },
  );
  await page.getByTestId('model-run').getByRole('button').click();
  return await page.evaluate(
    () => (globalThis as unknown as { readonly xipTook: Promise<{ rows: number[]; phase: number }> }).xipTook,
  );
}

type Times = Readonly<Record<'sweeps' | 'shapes' | 'curves' | 'stops', readonly number[]>>;

function findingsOf({ sweeps, shapes, curves, stops }: Times): readonly Finding[] {
  const of = 'in Chromium';
  return [
    judge(
      {
        part: PART,
        what: '12 points × 2 designs × 48 active × 9 seeds',
        unit: ' s',
        limits: { max: SWEEP_MS / 1000 },
        of,
      },
      quartilesOf(sweeps.map((took) => took / 1000)),
    ),
    judge(
      {
        part: PART,
        what: 'until both curves go from end to end, 5 points each',
        unit: ' s',
        limits: { max: CURVES_MS / 1000 },
        of,
      },
      quartilesOf(shapes.map((took) => took / 1000)),
    ),
    judge(
      { part: PART, what: 'until both have all 12 points', unit: ' s', of },
      quartilesOf(curves.map((took) => took / 1000)),
    ),
    judge(
      { part: PART, what: 'from Stop until it says so', unit: ' ms', limits: { max: STOP_MS }, of },
      quartilesOf(stops),
    ),
  ];
}

export async function modelSweepPart(rounds: number, progress: (text: string) => void): Promise<PartAnswer> {
  progress(`${PART}: building the page`);
  await ensureReady({ site: true, chromium: true, quiet: true });
  const { sweeps, shapes, curves, stops } = await withSite(async ({ page, url }) => {
    const panel = page.getByTestId('model-run');
    // A page keeps what it has modelled, so each click is the first of its page.
    const opened = async (): Promise<void> => {
      await page.goto('about:blank');
      await page.goto(`${url}/${ADDRESS}`);
      await panel.waitFor();
    };
    const whole: number[] = [];
    const ends: number[] = [];
    const first: number[] = [];
    const ended: number[] = [];
    for (let i = 0; i < rounds; i++) {
      progress(`${PART}: sweep ${i + 1} of ${rounds}`);
      await opened();
      const took = await clickUntil(page, 'done', [SHAPES, CURVES]);
      whole.push(took.phase);
      ends.push(took.rows[0] ?? Number.NaN);
      first.push(took.rows[1] ?? Number.NaN);
      const rows = Number(await panel.getAttribute('data-rows'));
      if (rows !== ROWS) throw new Error(`${rows} rows of ${ROWS} came`);
      await opened();
      await clickUntil(page, 'running', []);
      // At varied points of the sweep, the same in each run.
      await page.waitForTimeout(150 + 400 * i);
      ended.push((await clickUntil(page, 'stopped', [])).phase);
      await page.getByRole('button', { name: t('model.run.start'), exact: true }).waitFor();
    }
    return { sweeps: whole, shapes: ends, curves: first, stops: ended };
  });
  return {
    findings: findingsOf({ sweeps, shapes, curves, stops }),
    notes: [],
    data: { sweeps, shapes, curves, stops },
  };
}
