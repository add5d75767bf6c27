/**
 * Home at 1280 × 720 while it races with 10,000 idle connections: the main thread's work per frame, from a Chromium
 * trace, and the intervals between frames, by the timestamps that requestAnimationFrame gets. Targets are 95th
 * percentiles; the race leaves a core to the page (its default) if there is more than one.
 */
import type { Page } from '@playwright/test';
import { messagesIn } from '../../src/base/messages/index.ts';
import { withSite } from '../browser.ts';
import { ensureReady } from '../setup.mjs';
import { framesFinding, intervalsOf, kindsNote, lateOf, traceFrames, watchFrames } from './page-frames.ts';
import type { PartAnswer } from './report.ts';

const PART = 'frames';
/** Also used for the Playground. */
export const MAX_WORK_MS = 6;
export const MAX_INTERVAL_MS = 17;
const { t } = messagesIn('en');

/** Moves the slider to its end, and waits until the race measures there. */
export async function raceAtTheEnd(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/#/?v=1&idle=0`);
  const race = page.getByTestId('race');
  await race.waitFor();
  await page.waitForFunction(
    () => document.querySelector('[data-testid="race"]')?.getAttribute('data-status') === 'running',
    undefined,
    { timeout: 30_000 },
  );
  const slider = page.getByRole('slider', { name: t('home.idle.label') });
  await slider.focus();
  await page.keyboard.press('End');
  await page.waitForFunction(() => document.querySelector('[data-testid="end-pg13"]') !== null, undefined, {
    timeout: 30_000,
  });
}

/** The number of measured transactions so far, from the page. */
const transactions = (page: Page): Promise<number> =>
  page.evaluate(() =>
    Number(document.querySelector('[data-testid="transactions"]')?.getAttribute('data-transactions') ?? 0),
  );

export async function framesPart(seconds: number, progress: (text: string) => void): Promise<PartAnswer> {
  progress('frames: building the page');
  await ensureReady({ site: true, chromium: true, quiet: true });
  progress(`frames: racing for ${seconds} s`);
  const { work, kinds, stamps, measured, cores } = await withSite(async ({ browser, page, url }) => {
    await raceAtTheEnd(page, url);
    await page.waitForTimeout(1500);
    // Once without the trace, which itself costs time, for the interval; once with it, for the work.
    const before = await transactions(page);
    const watched = await watchFrames(page, seconds * 1000);
    const after = await transactions(page);
    const traced = await traceFrames(browser, page, () => watchFrames(page, seconds * 1000));
    return {
      ...traced,
      stamps: watched,
      measured: after - before,
      cores: await page.evaluate(() => navigator.hardwareConcurrency),
    };
  });
  const intervals = intervalsOf(stamps);
  const wall = work.map((frame) => frame.wallMs);
  const cpu = work.map((frame) => frame.cpuMs);
  return {
    findings: [
      percentile('main-thread work per frame, p95', wall, MAX_WORK_MS),
      percentile('the same, processor time only, p95', cpu),
      percentile('frame interval by requestAnimationFrame, p95', intervals, MAX_INTERVAL_MS),
    ],
    notes: [
      `frames: ${measured.toLocaleString('en')} transactions were measured meanwhile on ${cores} cores; ${lateOf(intervals)} of ${intervals.length} frames came late.`,
      `frames: ${kindsNote(kinds)}.`,
      ...(cores < 2 ? ['frames: one core: none is left for the page.'] : []),
    ],
    data: { wallMs: wall, cpuMs: cpu, intervalMs: intervals, transactions: measured },
  };
}

const percentile = (what: string, values: readonly number[], max?: number) =>
  framesFinding({ part: PART, what, of: 'frames', ...(max !== undefined && { limits: { max } }) }, values);
