/**
 * The cost of a first visit to the first lesson: bytes of script and style until its figure answers, bytes of the
 * engine, the time that this takes on a processor a quarter as fast, how much the page moves meanwhile, and
 * Lighthouse's scores.
 *
 * Bytes are counted after `gzip -9` of each file, as nearly every static host sends them; Brotli's are reported next to
 * them. All requests count, workers' scripts too. Lighthouse is not a dependency (201 packages, and its newest wants
 * Node 22): it runs if `lighthouse` is on the PATH or XIP_LIGHTHOUSE names it, and is reported as skipped otherwise.
 */
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Page, Response } from '@playwright/test';
import { Fault, run, which } from '../../node/proc.mjs';
import { quartilesOf } from '../../src/viewmodel/lab/rows.ts';
import { type Site, withSite } from '../browser.ts';
import { chromiumPath, ensureReady } from '../setup.mjs';
import { type Finding, judge, type PartAnswer, skipped } from './report.ts';

const PART = 'page';
const MAX_SCRIPT_KB = 170;
const MAX_ENGINE_KB = 90;
const MAX_MOTION_KB = 12;
const MAX_USABLE_MS = 1500;
const MIN_SCORE = 95;
const SLOWDOWN = 4;
const ROUNDS = 5;
/** Lighthouse's own advice: the median of five, since runs differ by several points. */
const LIGHTHOUSE_RUNS = 5;
/** The wait after the figure has answered: later movements would not come from loading. */
const SETTLE_MS = 1500;

/** Pages, and the element that shows that they are usable. */
const PLACES = {
  'first lesson': { hash: '#/lessons/two-stamps?v=1', ready: 'main [data-tick]' },
  home: { hash: '#/', ready: '[data-testid="race"][data-status="running"]' },
  'Playground, first-look': { hash: '#/play?v=1&spec=first-look', ready: 'main [data-tick]' },
} as const;
type Place = keyof typeof PLACES;

interface Asked {
  readonly path: string;
  readonly kind: 'script' | 'style' | 'engine' | 'face' | 'other';
  readonly gzip: number;
  readonly brotli: number;
}

const KINDS: Readonly<Record<string, Asked['kind']>> = {
  js: 'script',
  mjs: 'script',
  css: 'style',
  wasm: 'engine',
  woff2: 'face',
};

interface Visit {
  readonly asked: readonly Asked[];
  /** What moves at a step, with all that only it needs: fetched when the page is quiet; null: never asked for. */
  readonly motion: readonly Asked[] | null;
  readonly usableMs: number;
  readonly shift: number;
}

/** Watches from inside the page, frame by frame, for the sign and for movements. */
async function observe(page: Page, ready: string): Promise<void> {
  await page.addInitScript((sign) => {
    const seen = { usableMs: -1, shift: 0 };
    Object.assign(globalThis, { xipVisit: seen });
    const look = () => {
      if (document.querySelector(sign) === null) requestAnimationFrame(look);
      else {
        seen.usableMs = performance.now();
        console.debug('xip-usable');
      }
    };
    requestAnimationFrame(look);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const value: unknown = Reflect.get(entry, 'value');
        if (typeof value === 'number' && Reflect.get(entry, 'hadRecentInput') !== true) seen.shift += value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  }, ready);
}

async function weigh(response: Response): Promise<Asked> {
  const path = new URL(response.url()).pathname;
  const body = await response.body();
  return {
    path,
    kind: KINDS[path.slice(path.lastIndexOf('.') + 1)] ?? 'other',
    gzip: gzipSync(body, { level: 9 }).byteLength,
    brotli: brotliCompressSync(body).byteLength,
  };
}

/** The motion's script, and the scripts it imports that nobody had asked for. */
async function motionIn(later: readonly Response[]): Promise<readonly Asked[] | null> {
  const own = later.find((one) => MOTION.test(one.url()));
  if (own === undefined) return null;
  const needs = [...(await own.text()).matchAll(IMPORT)].map(([, name]) => name);
  return await Promise.all(
    later.filter((one) => one === own || needs.some((name) => one.url().endsWith(`/${name}`))).map(weigh),
  );
}
const MOTION = /\/play-motion-[^/]*\.js$/;
const IMPORT = /(?:from|import)"\.\/([^"]+)"/g;

/** A first visit with an empty browser cache. */
async function visit({ browser, url }: Site, place: Place, slowdown: number): Promise<Visit> {
  const { hash, ready } = PLACES[place];
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 }, serviceWorkers: 'block' });
  try {
    await context.addInitScript({ content: 'globalThis.__name = (f) => f;' });
    const page = await context.newPage();
    await observe(page, ready);
    const cdp = await context.newCDPSession(page);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    const answers: Response[] = [];
    context.on('response', (response) => answers.push(response));
    // The page reports it: polling would inject a large script into the page, which a slow processor notices.
    const usable = page.waitForEvent('console', { predicate: (said) => said.text() === 'xip-usable', timeout: 60_000 });
    await page.goto(`${url}/${hash}`, { waitUntil: 'commit' });
    const read = () =>
      page.evaluate(
        () => (globalThis as unknown as { readonly xipVisit: { usableMs: number; shift: number } }).xipVisit,
      );
    await usable;
    // The requests until now. They are compressed only after the visit: that would take processor time from the page.
    const until = [...answers];
    await page.waitForTimeout(SETTLE_MS);
    const seen = await read();
    const asked = await Promise.all(until.filter((one) => one.url().startsWith('http')).map(weigh));
    return { asked, motion: await motionIn(answers.slice(until.length)), ...seen };
  } finally {
    await context.close();
  }
}

const kB = (bytes: number): number => bytes / 1000;
const sum = (asked: readonly Asked[], kinds: readonly Asked['kind'][], by: 'gzip' | 'brotli'): number =>
  kB(asked.filter(({ kind }) => kinds.includes(kind)).reduce((all, one) => all + one[by], 0));
const SCRIPT_AND_STYLE = ['script', 'style'] as const;

/** The heaviest first, by compressed size. */
const heaviest = (asked: readonly Asked[]): string =>
  asked
    .filter(({ kind }) => kind === 'script' || kind === 'style')
    .sort((a, b) => b.gzip - a.gzip)
    .slice(0, 10)
    .map(({ path, gzip }) => `${path.replace(/^.*\//, '').replace(/-[^-]+\.(\w+)$/, '.$1')} ${kB(gzip).toFixed(1)}`)
    .join(', ');

const one = (value: number) => quartilesOf([value]);

function weights(place: Place, { asked }: Visit, isJudged: boolean): readonly Finding[] {
  const of = 'first visit';
  return [
    judge(
      {
        part: PART,
        what: `${place}: script and style until it can be used, gzip -9`,
        unit: ' kB',
        ...(isJudged && { limits: { max: MAX_SCRIPT_KB } }),
        of,
      },
      one(sum(asked, SCRIPT_AND_STYLE, 'gzip')),
    ),
    judge(
      { part: PART, what: `${place}: the same, Brotli`, unit: ' kB', of },
      one(sum(asked, SCRIPT_AND_STYLE, 'brotli')),
    ),
    judge(
      {
        part: PART,
        what: `${place}: WebAssembly until then, gzip -9`,
        unit: ' kB',
        ...(isJudged && { limits: { max: MAX_ENGINE_KB } }),
        of,
      },
      one(sum(asked, ['engine'], 'gzip')),
    ),
  ];
}

const motionWeight = ({ motion }: Visit): Finding =>
  judge(
    {
      part: PART,
      what: 'first lesson: script for what moves at a step, gzip -9, later',
      unit: ' kB',
      limits: { max: MAX_MOTION_KB },
      of: 'first visit',
    },
    motion === null ? null : one(sum(motion, SCRIPT_AND_STYLE, 'gzip')),
  );

/** The path of Lighthouse, if this machine has it. */
const lighthouse = (): string | undefined => process.env.XIP_LIGHTHOUSE ?? which('lighthouse');

interface Scores {
  readonly categories: Readonly<Record<string, { readonly score: number | null }>>;
}
const isScores = (value: unknown): value is Scores =>
  typeof value === 'object' && value !== null && 'categories' in value && typeof value.categories === 'object';

/** One run's report, or null if Lighthouse could not measure: its browser gave it no trace. */
async function report(program: string, url: string, how: 'phone' | 'desktop'): Promise<Scores | null> {
  const chrome = chromiumPath();
  const args = [
    url,
    '--quiet',
    '--output=json',
    '--output-path=stdout',
    '--only-categories=performance,accessibility,best-practices',
    '--chrome-flags=--headless=new --no-sandbox',
    ...(how === 'desktop' ? ['--preset=desktop'] : []),
  ];
  const ran = await run(program, args, {
    limitSeconds: 180,
    env: chrome === undefined ? {} : { CHROME_PATH: chrome },
  });
  const start = ran.stdout.indexOf('{');
  if (start === -1) throw new Fault(`Lighthouse failed: ${ran.output.slice(-400)}`);
  const answer: unknown = JSON.parse(ran.stdout.slice(start));
  if (!isScores(answer)) throw new Fault('Lighthouse’s report has no scores.');
  return Object.values(answer.categories).some(({ score }) => score === null) ? null : answer;
}

/** Scores of a hundred for one page, as a phone on a slow network (Lighthouse's own choice) or as a desktop. */
async function scores(program: string, url: string, how: 'phone' | 'desktop'): Promise<readonly Finding[]> {
  const reports: Scores[] = [];
  for (let i = 0; i < LIGHTHOUSE_RUNS; i++) {
    const one = await report(program, url, how);
    if (one !== null) reports.push(one);
  }
  const [first] = reports;
  if (first === undefined) throw new Fault('Lighthouse could not measure the page.');
  return Object.keys(first.categories).map((name) => {
    const values = reports.flatMap(({ categories }) => categories[name]?.score ?? []);
    return judge(
      { part: PART, what: `first lesson: Lighthouse, ${name}, as a ${how}`, limits: { min: MIN_SCORE }, of: 'runs' },
      quartilesOf(values.map((score) => Math.round(score * 100))),
    );
  });
}

async function lighthouseScores({ url }: Site, progress: (text: string) => void): Promise<readonly Finding[]> {
  const program = lighthouse();
  if (program === undefined)
    return [skipped(PART, 'Lighthouse', 'not on this machine (npm install --global lighthouse, or XIP_LIGHTHOUSE)')];
  const found: Finding[] = [];
  for (const how of ['desktop', 'phone'] as const) {
    progress(`${PART}: Lighthouse as a ${how}`);
    found.push(...(await scores(program, `${url}/${PLACES['first lesson'].hash}`, how)));
  }
  return found;
}

export async function pagePart(progress: (text: string) => void): Promise<PartAnswer> {
  progress(`${PART}: building the page`);
  await ensureReady({ site: true, chromium: true, quiet: true });
  return await withSite(async (site) => {
    const lesson: Visit[] = [];
    for (let i = 0; i < ROUNDS; i++) {
      progress(`${PART}: first visit ${i + 1} of ${ROUNDS}, ${SLOWDOWN} times as slow`);
      lesson.push(await visit(site, 'first lesson', SLOWDOWN));
    }
    const others: (readonly [Place, Visit])[] = [];
    for (const place of ['home', 'Playground, first-look'] as const) {
      progress(`${PART}: ${place}`);
      others.push([place, await visit(site, place, 1)]);
    }
    const [first] = lesson;
    if (first === undefined) throw new Fault('No visit was made.');
    const scored = await lighthouseScores(site, progress);
    return {
      findings: [
        ...weights('first lesson', first, true),
        motionWeight(first),
        judge(
          {
            part: PART,
            what: `first lesson: until its figure answers, processor ${SLOWDOWN} times as slow`,
            unit: ' ms',
            limits: { max: MAX_USABLE_MS },
            of: 'first visits',
          },
          quartilesOf(lesson.map(({ usableMs }) => usableMs)),
        ),
        judge(
          { part: PART, what: 'first lesson: layout shift', unit: ' ‰', limits: { max: 0 }, of: 'visit, the worst' },
          one(1000 * Math.max(...lesson.map(({ shift }) => shift))),
        ),
        ...scored,
        ...others.flatMap(([place, seen]) => weights(place, seen, false)),
        ...others.map(([place, { shift }]) =>
          judge(
            { part: PART, what: `${place}: layout shift`, unit: ' ‰', limits: { max: 0 }, of: 'first visit' },
            one(1000 * shift),
          ),
        ),
      ],
      notes: [
        `${PART}: what weighs most in the first lesson, kB by gzip -9: ${heaviest(first.asked)}; faces besides: ${sum(first.asked, ['face'], 'gzip').toFixed(0)}.`,
        `${PART}: Chromium slows the page’s main thread down, not its workers.`,
      ],
      data: { lesson, others: Object.fromEntries(others) },
    };
  });
}
