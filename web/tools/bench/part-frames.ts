/**
 * Home at 1280 × 720 while it races with 10,000 idle connections: the main thread's work per frame, from a Chromium
 * trace, and the intervals between frames, by the timestamps that requestAnimationFrame gets. Targets are 95th
 * percentiles; the race leaves a core to the page (its default) if there is more than one.
 */
import '../../src/base/messages/en/index.ts';
import type { Browser, Page } from '@playwright/test';
import { p95 } from '../../node/measure.ts';
import { Fault } from '../../node/proc.mjs';
import { messagesIn } from '../../src/base/messages/index.ts';
import { withSite } from '../browser.ts';
import { ensureReady } from '../setup.mjs';
import { type Finding, judge, type Limits, type PartAnswer } from './report.ts';
import { type FrameWork, frameWork, type TraceEvent, workByKind } from './trace.ts';

/**
 * Frames of a page: their intervals, by the timestamps that requestAnimationFrame gets, and the main thread's work in
 * each, from a Chromium trace.
 */

const CATEGORIES = ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'];
/** A frame that comes later than half a frame after its turn. */
const LATE_MS = 1.5 * (1000 / 60);

interface TraceFile {
  readonly traceEvents: readonly TraceEvent[];
}
const isTrace = (value: unknown): value is TraceFile =>
  typeof value === 'object' && value !== null && 'traceEvents' in value && Array.isArray(value.traceEvents);

/** Timestamps of all frames for this long, in milliseconds. While it watches, the page has a frame at each turn. */
export async function watchFrames(page: Page, forMs: number): Promise<readonly number[]> {
  return await page.evaluate(async (limit) => {
    const stamps: number[] = [];
    await new Promise<void>((resolve) => {
      const frame = (now: number) => {
        stamps.push(now);
        if (now - (stamps[0] ?? now) < limit) requestAnimationFrame(frame);
        else resolve();
      };
      requestAnimationFrame(frame);
    });
    return stamps;
  }, forMs);
}

export const intervalsOf = (stamps: readonly number[]): readonly number[] =>
  stamps.slice(1).map((at, i) => at - (stamps[i] ?? at));
export const lateOf = (intervals: readonly number[]): number => intervals.filter((ms) => ms > LATE_MS).length;

export interface TracedFrames {
  readonly work: readonly FrameWork[];
  /** Milliseconds of a mean frame by Chromium's kinds of work. */
  readonly kinds: readonly (readonly [kind: string, ms: number])[];
}

/** All trace events of the page while `meanwhile` runs. */
export async function traceEvents(
  browser: Browser,
  page: Page,
  meanwhile: () => Promise<unknown>,
): Promise<readonly TraceEvent[]> {
  await browser.startTracing(page, { categories: CATEGORIES });
  await meanwhile();
  const file: unknown = JSON.parse((await browser.stopTracing()).toString('utf8'));
  if (!isTrace(file)) throw new Fault('Chromium’s trace has no events.');
  return file.traceEvents;
}

/** The work of all frames while `meanwhile` runs. */
export async function traceFrames(
  browser: Browser,
  page: Page,
  meanwhile: () => Promise<unknown>,
): Promise<TracedFrames> {
  const events = await traceEvents(browser, page, meanwhile);
  const work = frameWork(events);
  return { work, kinds: workByKind(events, work.length) };
}

export const kindsNote = (kinds: TracedFrames['kinds']): string =>
  `mean wall time in a frame: ${kinds.map(([kind, ms]) => `${kind} ${ms.toFixed(2)} ms`).join(', ')}`;

/** The 95th percentile of a figure of frames; its range is that of the run's two halves. */
export function framesFinding(
  asked: { readonly part: string; readonly what: string; readonly of: string; readonly limits?: Limits },
  values: readonly number[],
): Finding {
  const middle = values.length / 2;
  const halves = [p95(values.slice(0, middle)), p95(values.slice(middle))];
  const range = { q1: Math.min(...halves), median: p95(values), q3: Math.max(...halves), n: values.length };
  return judge({ ...asked, unit: ' ms' }, values.length === 0 ? null : range);
}

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
