/**
 * `npm run soak`: a race of ten minutes with 10,000 idle connections in headless Chromium. Fails when memory grows or
 * the measured rates drift; the rules are in soak/verdict.ts and are printed.
 *
 *   npm run soak -- [--minutes M]
 *   npm run soak -- --claims [--openings N] [--load N] [--page NAME]…   announcements next to busy loops: soak/claims.ts
 *
 * Every 15 s: memory after a collection, DOM nodes, listeners. Every minute: the race's own CSV, as a reader saves it.
 * Twice a minute the page is paused for a few seconds and a fresh lab measures the machine's present rate
 * (soak/reference.ts).
 */

import '../src/base/messages/en/index.ts';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, CDPSession, Page } from '@playwright/test';
import { csvParse } from 'd3';
import { measure, type Point } from '../node/measure.ts';
import { Fault, main, say } from '../node/proc.mjs';
import { textTable } from '../node/text-table.ts';
import { buildDir, writeWhole } from '../node/tree.mjs';
import { messagesIn } from '../src/base/messages/index.ts';
import { us } from '../src/base/units.ts';
import { startLabInNode } from '../src/engine/lab/lab.node.ts';
import type { LabConfig } from '../src/engine/lab/lab-types.ts';
import { pairedRatio, quartilesOf, sliceTps } from '../src/viewmodel/lab/rows.ts';
import { setting } from './bench/context.ts';
import { raceAtTheEnd } from './bench/part-frames.ts';
import { withSite } from './browser.ts';
import { claims, PAGES } from './soak/claims.ts';
import { againstReference, judgeReadings, NOISE, type Rates, RULES, type Watched } from './soak/verdict.ts';

/**
 * The machine's own rate in the same minutes: a lab that has just been started, in Node, with the race's own setting.
 * Fresh each time, so that nothing that a lab or a page gathers during a run affects it.
 */

/** Own turns of each design. */
const SECONDS = 1;

/** The race's setting, from a row of its CSV. */
function referenceConfig(row: Readonly<Record<string, string>>): LabConfig {
  const [active, idle, work] = [Number(row.active), Number(row.idle), Number(row.other_work_us)];
  if (row.workload !== 'readonly' || !(active > 0) || !(idle > 0))
    throw new Fault(`The race does not say what it runs: ${JSON.stringify(row)}`);
  return setting(['pg13', 'pg14'], { workload: row.workload, active, idle, otherWorkUs: us(work) });
}

async function readReference(config: LabConfig): Promise<Rates> {
  const lab = await startLabInNode(config.active);
  if (!lab.ok) throw new Fault(lab.error.message);
  const slices = await measure(lab.value, config, { seconds: SECONDS });
  if (!slices.ok) throw new Fault(slices.error.message);
  lab.value.dispose();
  const own = slices.value.filter((slice) => !slice.warmUp);
  const tpsOf = (design: string) =>
    quartilesOf(
      own
        .filter((slice) => slice.design === design)
        .map(sliceTps)
        .filter((tps) => tps !== null),
    )?.median ?? Number.NaN;
  return {
    slow: tpsOf('pg13'),
    fast: tpsOf('pg14'),
    ratio: pairedRatio(own, 'pg14', 'pg13')?.median ?? Number.NaN,
  };
}

const READ_EVERY_S = 15;
const SETTLE_S = 60;
const { t } = messagesIn('en');

type Readings = Record<Watched, Point[]> & { readonly reference: Record<keyof Rates, Point[]> };

/** Private memory of the page's process; undefined without /proc. */
async function privateBytes(pid: number): Promise<number | undefined> {
  try {
    const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8');
    const kB = [...text.matchAll(/^Private_(?:Clean|Dirty):\s+(\d+) kB$/gm)].map((found) => Number(found[1]));
    return kB.reduce((sum, n) => sum + n * 1024, 0);
  } catch {
    return undefined;
  }
}

/** Of the renderers, the largest one: a headless browser keeps an empty spare one. */
async function rendererBytes(browser: Browser): Promise<number | undefined> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const each = await Promise.all(
    processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => privateBytes(id)),
  );
  const known = each.filter((bytes) => bytes !== undefined);
  return known.length === 0 ? undefined : Math.max(...known);
}

async function readMemory(at: number, cdp: CDPSession, browser: Browser, into: Readings): Promise<void> {
  await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  const { nodes, jsEventListeners } = await cdp.send('Memory.getDOMCounters');
  into.heap.push([at, usedSize]);
  into.nodes.push([at, nodes]);
  into.listeners.push([at, jsEventListeners]);
  const bytes = await rendererBytes(browser);
  if (bytes !== undefined) into.process.push([at, bytes]);
}

/** The race's CSV, as a reader saves it. */
async function saveRace(page: Page) {
  const download = page.waitForEvent('download', { timeout: 30_000 });
  await page
    .getByRole('figure')
    .first()
    .getByRole('button', { name: t('ui.file.saveAs', { format: 'CSV' }) })
    .click();
  const file = await (await download).path();
  return csvParse((await readFile(file, 'utf8')).replace(/^\uFEFF/, ''));
}

/** The last minute of the race's CSV, in sums and medians. */
async function readRace(at: number, page: Page, into: Readings): Promise<void> {
  const all = await saveRace(page);
  const end = Math.max(...all.map((row) => Number(row.race_time_s)));
  const rows = all.filter((row) => Number(row.race_time_s) > end - 60 && Number(row.idle) > 0);
  const times = new Map<string, { pg13?: number; pg14?: number }>();
  for (const { race_time_s = '', design, tps } of rows) {
    const of = times.get(race_time_s) ?? {};
    if (design === 'pg13' || design === 'pg14') times.set(race_time_s, { ...of, [design]: Number(tps) });
  }
  const samples = [...times.values()];
  const median = (values: (number | undefined)[]): number =>
    quartilesOf(values.filter((value) => value !== undefined))?.median ?? Number.NaN;
  const begin = Math.min(...rows.map((row) => Number(row.race_time_s)));
  const slices = rows.reduce((sum, row) => sum + Number(row.slices), 0);
  if (samples.length < 10) throw new Fault(`The race measured only ${samples.length} samples in the last minute.`);
  into.slow.push([at, median(samples.map((sample) => sample.pg13))]);
  into.fast.push([at, median(samples.map((sample) => sample.pg14))]);
  into.ratio.push([
    at,
    median(samples.flatMap(({ pg13, pg14 }) => (pg13 === undefined || pg14 === undefined ? [] : [pg14 / pg13]))),
  ]);
  into.slices.push([at, slices / Math.max(end - begin, 1)]);
}

/** Presses Space as a reader does: the slider has the focus, so the key reaches the race and no button. */
async function toggleRace(page: Page, to: 'paused' | 'running'): Promise<void> {
  await page.getByRole('slider', { name: t('home.idle.label') }).focus();
  await page.keyboard.press('Space');
  await page.waitForSelector(`[data-testid="race"][data-status="${to}"]`, { timeout: 10_000 });
}

/** The page pauses meanwhile: two labs at once would measure each other. */
async function readMachine(now: () => number, config: LabConfig, page: Page, into: Readings): Promise<void> {
  await toggleRace(page, 'paused');
  const rates = await readReference(config);
  await toggleRace(page, 'running');
  const at = now();
  for (const name of ['ratio', 'slow', 'fast'] as const) into.reference[name].push([at, rates[name]]);
}

/** The time that a reading of the race covers, in seconds of the run. */
const raceEveryS = (minutes: number): number => Math.min(60, minutes * 7.5);

async function race(minutes: number): Promise<Readings> {
  const readings: Readings = {
    heap: [],
    process: [],
    nodes: [],
    listeners: [],
    ratio: [],
    slow: [],
    fast: [],
    slices: [],
    reference: { ratio: [], slow: [], fast: [] },
  };
  await withSite(async ({ browser, page, url }) => {
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('crash', () => faults.push('the page crashed'));
    await raceAtTheEnd(page, url);
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('HeapProfiler.enable');
    const began = performance.now();
    const now = () => (performance.now() - began) / 1000;
    // Short runs are for testing the tool: they settle for a quarter of their time.
    const settle = Math.min(SETTLE_S, minutes * 15);
    const raceEvery = raceEveryS(minutes);
    const config = referenceConfig((await saveRace(page)).at(-1) ?? {});
    let [nextMemory, nextMachine, nextRace] = [settle, settle + raceEvery / 4, settle + raceEvery];
    while (now() < minutes * 60 && faults.length === 0) {
      await page.waitForTimeout(500);
      if (now() >= nextMachine) {
        nextMachine += raceEvery / 2;
        await readMachine(now, config, page, readings);
      }
      if (now() >= nextRace) {
        nextRace += raceEvery;
        await readRace(now(), page, readings);
        say(`${(now() / 60).toFixed(1)} min: ${lastOf(readings)}`);
      }
      if (now() >= nextMemory) {
        nextMemory += Math.min(READ_EVERY_S, raceEvery / 2);
        await readMemory(now(), cdp, browser, readings);
      }
    }
    const status = await page.getByTestId('race').getAttribute('data-status', { timeout: 5000 });
    if (faults.length > 0 || status !== 'running')
      throw new Fault(`The race did not last: ${[...faults, `status ${status}`].join('; ')}`);
  });
  return readings;
}

const last = (points: readonly Point[]): number => points.at(-1)?.[1] ?? Number.NaN;
const lastOf = (r: Readings): string =>
  `ratio ${last(r.ratio).toFixed(2)}, ${last(r.slices).toFixed(1)} slices/s, heap ${(last(r.heap) / 1e6).toFixed(1)} MB`;

const signed = (n: number): string => `${n < 0 ? '−' : '+'}${shown(Math.abs(n))}`;
const shown = (n: number): string =>
  Number.isNaN(n) ? '–' : n >= 100 ? Math.round(n).toLocaleString('en') : n.toFixed(2);

const judgedReadings = (readings: Readings, name: Watched, coversS: number): readonly Point[] =>
  name === 'ratio' || name === 'slow' || name === 'fast'
    ? againstReference(readings[name], readings.reference[name], coversS)
    : readings[name];

const SHOWN = { slow: 'pg13, tps', fast: 'pg14, tps', ratio: 'ratio', slices: 'slices a second' } as const;

function report(readings: Readings, minutes: number): boolean {
  const watched = Object.keys(RULES) as Watched[];
  const judged = watched.map((name) => judgeReadings(RULES[name], judgedReadings(readings, name, raceEveryS(minutes))));
  const minutesTable = textTable(
    [
      { head: 'minute', cell: ([at]) => (at / 60).toFixed(1), align: 'right' },
      ...(['slow', 'fast', 'ratio', 'slices'] as const).map((name) => ({
        head: SHOWN[name],
        cell: ([at]: Point) => shown(readings[name].find(([when]) => when === at)?.[1] ?? Number.NaN),
        align: 'right' as const,
      })),
    ],
    readings.ratio,
  );
  const machineTable = textTable(
    [
      { head: 'minute', cell: ([at]) => (at / 60).toFixed(1), align: 'right' },
      ...(['slow', 'fast', 'ratio'] as const).map((name) => ({
        head: SHOWN[name],
        cell: ([at]: Point) => shown(readings.reference[name].find(([when]) => when === at)?.[1] ?? Number.NaN),
        align: 'right' as const,
      })),
    ],
    readings.reference.ratio,
  );
  const verdicts = textTable(
    [
      { head: 'what', cell: (j) => j.rule.what },
      { head: 'middle', cell: (j) => `${shown(j.middle / j.rule.scale)} ${j.rule.unit}`.trim(), align: 'right' },
      { head: 'change over the run', cell: (j) => signed(j.change / j.rule.scale), align: 'right' },
      { head: 'allowed', cell: (j) => shown(j.limit / j.rule.scale), align: 'right' },
      { head: 'noise', cell: (j) => shown(j.noise / j.rule.scale), align: 'right' },
      { head: 'N', cell: (j) => String(j.n), align: 'right' },
      { head: 'verdict', cell: (j) => (j.holds === null ? 'too few readings' : j.holds ? 'holds' : 'MISSED') },
    ],
    judged,
  );
  const rule = `A thing is missed when it changed over the run by more than is allowed and by more than ${NOISE} times the middle distance of its readings from their own trend (“noise”); the change is the middle slope times the time. Memory and nodes only by growing. Rates are judged against the reference of the same minute: a machine that changes its speed changes both.`;
  process.stdout.write(
    `measured: ${minutes} minutes, 10,000 idle connections\n\nthe page\n${minutesTable}\n\nthe reference: a lab started afresh, while the page rests\n${machineTable}\n\n${verdicts}\n\n${rule}\n`,
  );
  writeWhole(
    join(buildDir, 'soak.json'),
    `${JSON.stringify({ provenance: 'measured', minutes, readings, judged }, null, 2)}\n`,
  );
  // A long enough run must have judged everything that can be read here.
  const isWhole = minutes >= 5;
  const unread = judged.some((j) => j.holds === null && !(j.n === 0 && j.rule === RULES.process));
  return judged.every((j) => j.holds !== false) && !(isWhole && unread);
}

await main(async () => {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '10' },
      claims: { type: 'boolean', default: false },
      openings: { type: 'string', default: '10' },
      load: { type: 'string', default: '8' },
      page: { type: 'string', multiple: true, default: [] },
    },
  });
  if (values.claims) {
    const openings = Number(values.openings);
    if (!Number.isInteger(openings) || openings < 1 || openings > 100) {
      say(`--openings: “${values.openings}” will not do; give a whole number from 1 to 100.`);
      process.exitCode = 2;
      return;
    }
    const load = Number(values.load);
    if (!Number.isInteger(load) || load < 0 || load > 64) {
      say(`--load: “${values.load}” will not do; give a whole number from 0 to 64.`);
      process.exitCode = 2;
      return;
    }
    const unknown = values.page.find((name) => PAGES.every((page) => page.name !== name));
    if (unknown !== undefined) {
      say(`--page: there is no page “${unknown}”; choose from ${PAGES.map(({ name }) => name).join(', ')}.`);
      process.exitCode = 2;
      return;
    }
    const announced = await claims({ openings, load, only: values.page });
    say(`${announced.length} sentences announced, none contrary to a quiet machine's.`);
    return;
  }
  const minutes = Number(values.minutes);
  if (!(minutes >= 0.5 && minutes <= 1440)) {
    say(`--minutes: “${values.minutes}” will not do; give a number from 0.5 to 1440.`);
    process.exitCode = 2;
    return;
  }
  if (!report(await race(minutes), minutes)) process.exitCode = 1;
});
