/**
 * A file fails to load once, as on a train: each worker's script, each loader and each WebAssembly. The page says what
 * is missing and what to do, and *Try again* shows the figure without reloading the page. Or a page's own script fails
 * until the line is mended: then it is asked for once for each *Try again*, and not for ever. The lists come from the
 * built site: a new worker or page without a journey here makes a first test fail.
 */
import '../src/base/messages/en/index.ts';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { fileFor, ISOLATION_HEADERS, MIME_TYPES } from '../node/serve.mjs';
import { siteDir } from '../node/tree.mjs';
import { messagesIn } from '../src/base/messages/index.ts';
import { packText } from '../src/viewmodel/stage/packed-text.ts';
import { settling } from './site.ts';

const { t } = messagesIn('en');

const PLAY = '#/play?v=1&lang=en&spec=deadlock';
const HOME = '#/?v=1&lang=en';
const LINES = '#/lab/lines?v=1&lang=en&view=lines';
const STORY = '#/lab/lines?v=1&lang=en';
const EXERCISE = '#/exercises/who-sees-it?v=1&lang=en&seed=1';

const ready = (page: Page) => expect(page.locator('[data-phase="ready"]').first()).toBeVisible();
const raced = (page: Page) => expect(page.locator('[data-testid="race"][data-status="running"]')).toBeVisible();
const asked = (page: Page) => expect(page.getByRole('button', { name: t('exercise.check') })).toBeVisible();

interface Journey {
  readonly at: string;
  /** Waits until the figure is drawn. */
  readonly shown: (page: Page) => Promise<void>;
  /** The error message; null: the page works without the file, and shows the figure at once. */
  readonly says: string | null;
}
const engine = t('errors.notLoaded.engine');
/** A query for which PostgreSQL itself is loaded. */
const GENERAL = `#/play?v=1&lang=en&text=${packText('session s step a { SELECT 1 UNION SELECT 2; } permutation a')}`;
/** By the file's name up to its build hash. */
const JOURNEYS: Readonly<Record<string, readonly Journey[]>> = {
  // The page has started it early, and starts it again.
  'stage-worker': [{ at: PLAY, shown: ready, says: null }],
  'stage-host': [{ at: PLAY, shown: ready, says: null }],
  'exec-seldom': [{ at: '#/play?v=1&lang=en&spec=delete-is-a-mark', shown: ready, says: engine }],
  'scene-worker': [
    { at: LINES, shown: ready, says: engine },
    { at: STORY, shown: ready, says: engine },
  ],
  pglite: [{ at: GENERAL, shown: ready, says: engine }],
  initdb: [{ at: GENERAL, shown: ready, says: engine }],
  'layout-worker': [{ at: '#/lab/layout?v=1&lang=en', shown: ready, says: engine }],
  'model-worker': [
    {
      at: '#/lab/model?v=1&lang=en',
      shown: (page) => expect(page.locator('[data-testid="model-run"]:not([data-rows="0"])')).toBeVisible(),
      says: engine,
    },
  ],
  'lab-worker': [{ at: HOME, shown: raced, says: engine }],
  'observe-worker': [
    { at: HOME, shown: (page) => expect(page.getByText(t('home.reads.failed'))).toHaveCount(0), says: engine },
    { at: '#/exercises/lines-most?v=1&lang=en&seed=1', shown: asked, says: engine },
    {
      at: '#/lab/ladder?v=1&lang=en',
      shown: (page) => expect(page.getByRole('figure').first()).toBeVisible(),
      says: engine,
    },
  ],
  'compile-worker': [{ at: EXERCISE, shown: asked, says: engine }],
  'texts-worker': [
    { at: EXERCISE, shown: asked, says: t('errors.notLoaded.exercise') },
    {
      at: '#/play/server?v=1&lang=en&sample=1',
      shown: (page) => expect(page.locator('[data-state="shown"]')).toBeVisible(),
      says: t('errors.notLoaded.reader'),
    },
  ],
  // The page paints itself if a painting worker is missing.
  'painter-worker': [{ at: LINES, shown: ready, says: null }],
  'race-canvas-worker': [{ at: HOME, shown: raced, says: null }],
  'xip-engine.mjs': [{ at: PLAY, shown: ready, says: engine }],
  'xip-engine.wasm': [{ at: PLAY, shown: ready, says: engine }],
  'xip-model.mjs': [{ at: LINES, shown: ready, says: engine }],
  'xip-model.wasm': [{ at: LINES, shown: ready, says: engine }],
  'xip-lab.mjs': [{ at: HOME, shown: raced, says: engine }],
  'xip-lab.wasm': [{ at: HOME, shown: raced, says: engine }],
  'xip-lab.worker.js': [{ at: HOME, shown: raced, says: engine }],
};

const workers = readdirSync(join(siteDir, 'assets')).filter((name) => /-worker-\w{7}\.js$/.test(name));
/** A worker needs the modules that it imports at its start as much as its own file. */
const imported = workers.flatMap((name) =>
  [...readFileSync(join(siteDir, 'assets', name), 'utf8').matchAll(/\bfrom ?["']\.\/([\w-]+\.js)["']/g)].map(
    ([, other = '']) => other,
  ),
);
const scripts = [...new Set([...workers, ...imported])].map((name) => name.replace(/-\w{7}\.js$/, ''));
/** And a module that a worker fetches only for some inputs: nearly all specs except a first lesson's. */
const LATER = ['exec-seldom', 'pglite', 'initdb'];
const FILES = [...scripts, ...LATER, ...readdirSync(join(siteDir, 'wasm'))];

interface LosingHost {
  readonly url: string;
  /** How often the file was asked for. */
  times(): number;
  /** From now on the file arrives. */
  mend(): void;
  close(): Promise<void>;
}

/**
 * The built site; the connection breaks at the first requests for a file whose name begins like this: so many, or until
 * it is mended.
 */
async function hostThatLoses(lost: string, most = Number.POSITIVE_INFINITY): Promise<LosingHost> {
  let times = 0;
  let isMended = false;
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://x');
    const name = pathname.slice(pathname.lastIndexOf('/') + 1);
    if ((name === lost || name.startsWith(`${lost}-`)) && times++ < most && !isMended) {
      request.socket.destroy();
      return;
    }
    try {
      const file = fileFor(siteDir, pathname);
      if (file === undefined) throw new Error('outside');
      const body = await readFile(file);
      response.writeHead(200, {
        ...ISOLATION_HEADERS,
        'Content-Type': MIME_TYPES[extname(file)] ?? 'application/octet-stream',
        'Cache-Control': 'no-store',
        // On a reused connection a browser would retry by itself.
        Connection: 'close',
      });
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    times: () => times,
    mend: () => {
      isMended = true;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

test('every worker and every WebAssembly of the built site is tried here', () => {
  expect(FILES.filter((name) => JOURNEYS[name] === undefined)).toEqual([]);
});

for (const name of FILES)
  for (const { at, shown, says } of JOURNEYS[name] ?? [])
    test(`${name} does not arrive once: ${at} ${says === null ? 'does without it' : 'says so, and Try again shows the figure'}`, async ({
      page,
    }) => {
      const host = await hostThatLoses(name, 1);
      let loads = 0;
      page.on('domcontentloaded', () => {
        loads++;
      });
      try {
        await page.goto(`${host.url}/${at}`);
        const alert = page.getByTestId('not-loaded');
        if (says !== null) {
          await expect(alert).toContainText(says);
          const again = alert.getByRole('button', { name: t('ui.tryAgain') });
          await again.focus();
          await page.keyboard.press('Enter');
        }
        await shown(page);
        await expect(alert).toBeHidden();
        await expect(page.getByText('undefined')).toHaveCount(0);
        if (says !== null) await expect.poll(() => host.times()).toBeGreaterThanOrEqual(2);
        expect(loads).toBe(1);
      } finally {
        await host.close();
      }
    });

/** Each page's own script, and an address that draws it. */
const PAGES: Readonly<Record<string, string>> = {
  HomePage: '/',
  ServerPage: '/play/server',
  StandbyPage: '/play/standby',
  ExercisesPage: '/exercises',
  RecordPage: '/record',
  TeacherPage: '/teacher',
  PlanPage: '/teacher/plan',
  ClassPage: '/class',
  LabPage: '/lab',
  MeasurePage: '/lab/measure',
  CliffPage: '/lab/cliff',
  LitmusPage: '/lab/litmus',
  ModelPage: '/lab/model',
  LadderPage: '/lab/ladder',
  LinesPage: '/lab/lines',
  LayoutPage: '/lab/layout',
  CalculatorPage: '/calculator',
  SimplifiedPage: '/simplified',
  GlossaryPage: '/glossary',
  // Above the Lab's pages, and they wait for it.
  AbovePage: '/lab/cliff',
};
const own = readdirSync(join(siteDir, 'assets'))
  .filter((name) => /Page-\w{7}\.js$/.test(name))
  .map((name) => name.replace(/-\w{7}\.js$/, ''));

/** A browser asks for a script and for its preload, and React draws a page that failed a second time. */
const MOST_REQUESTS = 4;

test('every page with a script of its own is tried here', () => {
  expect(own.filter((name) => PAGES[name] === undefined)).toEqual([]);
});

for (const [name, at] of Object.entries(PAGES))
  test(`${name} does not arrive: ${at} says so, asks again when told to, and is shown once the line is mended`, async ({
    page,
  }) => {
    const host = await hostThatLoses(name);
    const rests = settling(page);
    const notice = page.getByRole('heading', { name: t('shell.fault.title') });
    const again = page.getByRole('button', { name: t('ui.tryAgain') });
    try {
      await page.goto(`${host.url}/#${at}?v=1&lang=en`);
      await expect(page.getByText(t('shell.fault.chunk'))).toBeVisible();
      await rests();
      const first = host.times();
      expect(first).toBeLessThanOrEqual(MOST_REQUESTS);
      await again.click();
      await expect.poll(() => host.times()).toBeGreaterThan(first);
      await expect(notice).toBeVisible();
      await rests();
      expect(host.times()).toBeLessThanOrEqual(2 * MOST_REQUESTS);
      host.mend();
      await again.click();
      await expect(notice).toBeHidden();
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
      await rests();
      expect(host.times()).toBeLessThanOrEqual(3 * MOST_REQUESTS);
    } finally {
      await host.close();
    }
  });

/** Files that a page can do without, each with the role of an element that must still be shown. */
const SPARE: readonly { readonly name: string; readonly at: string; readonly shows: 'figure' | 'region' }[] = [
  { name: 'AbovePage', at: '#/lab/model?v=1&lang=en&stage=1', shows: 'figure' },
  { name: 'offline', at: PLAY, shows: 'region' },
];
for (const { name, at, shows } of SPARE)
  test(`${name} does not arrive: ${at} is shown without it, and does not ask for ever`, async ({ page }) => {
    const host = await hostThatLoses(name);
    const rests = settling(page);
    try {
      await page.goto(`${host.url}/${at}`);
      await expect.poll(() => host.times()).toBeGreaterThan(0);
      await rests();
      await expect(page.getByRole('main').getByRole(shows).first()).toBeVisible();
      await expect(page.getByRole('heading', { name: t('shell.fault.title') })).toHaveCount(0);
      expect(host.times()).toBeLessThanOrEqual(MOST_REQUESTS);
    } finally {
      await host.close();
    }
  });
