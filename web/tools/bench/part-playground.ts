/**
 * The Playground in Chromium: the time until a step is on the screen with 10,000 row versions behind it, and until a
 * seek to any of 10,000 events is, from the key or the call to the first frame after the stage shows the new tick; and
 * its frames during play.
 */
import '../../src/base/messages/en/index.ts';
import type { Page } from '@playwright/test';
import { p95 } from '../../node/measure.ts';
import { messagesIn } from '../../src/base/messages/index.ts';
import { quartilesOf } from '../../src/viewmodel/lab/rows.ts';
import { packText } from '../../src/viewmodel/stage/packed-text.ts';
import { type Site, withSite } from '../browser.ts';
import { ensureReady } from '../setup.mjs';
import {
  framesFinding,
  intervalsOf,
  kindsNote,
  lateOf,
  MAX_INTERVAL_MS,
  MAX_WORK_MS,
  traceFrames,
  watchFrames,
} from './part-frames.ts';
import { judge, type PartAnswer } from './report.ts';

const PART = 'playground';
const { t } = messagesIn('en');
const STEP_MS = 50;
const SEEK_MS = 100;
const STEPS = 60;
const SEEKS = 60;
const EVENTS = 10_000;

/** 5,000 rows, and as many old versions of them. */
const VERSIONS = `setup { CREATE TABLE t (id int PRIMARY KEY, v int); INSERT INTO t SELECT g, 0 FROM generate_series(1, 5000) g; }
session o step hold { BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM t; }
session s step all { UPDATE t SET v = 1; } step one { UPDATE t SET v = v + 1 WHERE id = 7; }
permutation hold all one`;
const EVENTFUL = `setup { CREATE TABLE t (id int PRIMARY KEY, v int); INSERT INTO t VALUES (1, 0), (2, 0); }
session a step a { UPDATE t SET v = v + 1 WHERE id = 1; }
session b step b { UPDATE t SET v = v + 1 WHERE id = 2; }
permutation a b`;

const link = (url: string, text: string, more: string): string => `${url}/#/play?v=1&text=${packText(text)}&${more}`;

async function open(page: Page, url: string, tick: number): Promise<void> {
  await page.goto('about:blank');
  await page.goto(url);
  await page.waitForFunction(
    (at) => document.querySelector('[data-tick]')?.getAttribute('data-tick') === at,
    String(tick),
    {
      timeout: 120_000,
    },
  );
}

/** Does something, and returns its duration: from the event that the page got to the first frame of another tick. */
async function timed(page: Page, event: 'keydown' | 'pointerdown', act: () => Promise<void>): Promise<number> {
  await page.evaluate((kind) => {
    const root = document.querySelector('[data-tick]');
    if (root === null) throw new Error('there is no stage');
    const took = new Promise<number>((resolve) => {
      let began = 0;
      addEventListener(kind, () => (began = performance.now()), { capture: true, once: true });
      const watcher = new MutationObserver(() => {
        watcher.disconnect();
        requestAnimationFrame(() => resolve(performance.now() - began));
      });
      watcher.observe(root, { attributeFilter: ['data-tick'] });
    });
    Object.assign(globalThis, { xipTook: took });
  }, event);
  await act();
  return await page.evaluate(() => (globalThis as unknown as { readonly xipTook: Promise<number> }).xipTook);
}

/** Frames while it plays the planned steps, once without the trace, which itself costs time, and once with it. */
async function playFrames({ browser, page, url }: Site, planned: string, seconds: number) {
  await open(page, link(url, VERSIONS, planned), 2);
  await page.keyboard.press('Space');
  const stamps = await watchFrames(page, seconds * 1000);
  const traced = await traceFrames(browser, page, () => watchFrames(page, seconds * 1000));
  return { ...traced, intervals: intervalsOf(stamps) };
}

type Progress = (text: string) => void;

async function stepTimes({ page, url }: Site, planned: string, progress: Progress): Promise<readonly number[]> {
  progress(`${PART}: steps with 10,000 versions`);
  await open(page, link(url, VERSIONS, planned), 2);
  const times: number[] = [];
  for (let i = 0; i < STEPS; i++) times.push(await timed(page, 'keydown', () => page.keyboard.press('.')));
  return times;
}

async function seekTimes({ page, url }: Site, progress: Progress): Promise<readonly number[]> {
  progress(`${PART}: seeks among ${EVENTS.toLocaleString('en')} events`);
  const moves = Array.from({ length: EVENTS }, (_, i) => String(i % 2)).join('-');
  await open(page, link(url, EVENTFUL, `moves=${moves}&at=${EVENTS}`), EVENTS);
  const track = await page.getByRole('slider', { name: t('lanes.timeline.label') }).boundingBox();
  if (track === null) throw new Error('there is no scrubber');
  const times: number[] = [];
  for (let i = 0; i < SEEKS; i++) {
    // At varied places, the same in each run.
    const x = track.x + 20 + ((i * 379 + 131) % (track.width - 40));
    times.push(await timed(page, 'pointerdown', () => page.mouse.click(x, track.y + track.height / 2)));
  }
  return times;
}

export async function playgroundPart(seconds: number, progress: Progress): Promise<PartAnswer> {
  progress(`${PART}: building the page`);
  await ensureReady({ site: true, chromium: true, quiet: true });
  const { steps, seeks, play } = await withSite(async (site) => {
    // A branch that repeats the one step: all of it planned in the address.
    const planned = `moves=p-${Array.from({ length: STEPS }, () => '2').join('-')}&at=2`;
    const steps = await stepTimes(site, planned, progress);
    const seeks = await seekTimes(site, progress);
    progress(`${PART}: playing for ${2 * seconds} s`);
    return { steps, seeks, play: await playFrames(site, planned, seconds) };
  });
  const of = 'in Chromium';
  const playing = 'frames while it plays with 10,000 versions';
  const wall = play.work.map(({ wallMs }) => wallMs);
  return {
    findings: [
      judge(
        { part: PART, what: 'a step with 10,000 versions, p95', unit: ' ms', limits: { max: STEP_MS }, of },
        quartilesOf([p95(steps)]),
      ),
      judge({ part: PART, what: 'the same, median', unit: ' ms', of }, quartilesOf(steps)),
      judge(
        { part: PART, what: 'a seek to any of 10,000 events, p95', unit: ' ms', limits: { max: SEEK_MS }, of },
        quartilesOf([p95(seeks)]),
      ),
      judge({ part: PART, what: 'the same, median', unit: ' ms', of }, quartilesOf(seeks)),
      framesFinding(
        { part: PART, what: 'main-thread work per frame, p95', of: playing, limits: { max: MAX_WORK_MS } },
        play.work.map(({ cpuMs }) => cpuMs),
      ),
      framesFinding({ part: PART, what: 'the same by the clock, with its waiting for a core, p95', of: playing }, wall),
      framesFinding(
        {
          part: PART,
          what: 'frame interval by requestAnimationFrame, p95',
          of: playing,
          limits: { max: MAX_INTERVAL_MS },
        },
        play.intervals,
      ),
    ],
    notes: [
      `${PART}: ${lateOf(play.intervals)} of ${play.intervals.length} frames came late, one step every 1.4 s; the longest frame's work was ${Math.max(0, ...wall).toFixed(1)} ms; ${kindsNote(play.kinds)}.`,
    ],
    data: { steps, seeks, wallMs: wall, intervalMs: play.intervals },
  };
}
