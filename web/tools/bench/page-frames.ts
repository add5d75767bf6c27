/**
 * Frames of a page: their intervals, by the timestamps that requestAnimationFrame gets, and the main thread's work in
 * each, from a Chromium trace.
 */
import type { Browser, Page } from '@playwright/test';
import { Fault } from '../proc.mjs';
import { type Finding, judge, type Limits } from './report.ts';
import { p95 } from './stats.ts';
import { type FrameWork, frameWork, type TraceEvent, workByKind } from './trace.ts';

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
