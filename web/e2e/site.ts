/**
 * The built site on a server without isolation headers, like GitHub Pages and any plain host. Also the things that
 * several specs watch for: broken policy, errors, reloads.
 */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import { type BrowserContext, expect, type Locator, type Page, type Request } from '@playwright/test';
import { fileFor, MIME_TYPES } from '../node/serve.mjs';
import { siteDir } from '../node/tree.mjs';

/** The same tests can run on another build. */
export const built = process.env.XIP_SITE_DIR ?? siteDir;

export interface PlainHost {
  readonly url: string;
  /** Requested paths, in order. */
  readonly asked: readonly string[];
  close(): Promise<void>;
}

/**
 * `extra`: additional pages and files, by path; they replace the site's own, and may change meanwhile. `under`: the
 * folder of the site, as in `/some/folder`; no other path finds it. `folder`: another copy of the site than the built
 * one. `headers`: added to every answer, for a host that is less plain.
 */
export async function plainHost(
  extra: Readonly<Record<string, string>> = {},
  under = '',
  folder: string = built,
  headers: Readonly<Record<string, string>> = {},
): Promise<PlainHost> {
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname;
    asked.push(path);
    const file = path.startsWith(`${under}/`) ? fileFor(folder, path.slice(under.length)) : undefined;
    try {
      const body = extra[path] ?? (file === undefined ? null : await readFile(file));
      if (body === null) throw new Error('outside');
      const type = MIME_TYPES[extname(extra[path] === undefined ? (file ?? '') : path)] ?? 'application/octet-stream';
      response.writeHead(200, { ...headers, 'Content-Type': type });
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

export interface Watch {
  /** Errors on the console, uncaught errors, and breaches of the Content-Security-Policy. */
  readonly faults: readonly string[];
  /** How often the page itself was loaded, frames not counted. */
  loads(): number;
}

/** Call before the first `goto`. */
export async function watch(page: Page): Promise<Watch> {
  const faults: string[] = [];
  let loads = 0;
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => faults.push(`uncaught: ${error.message}`));
  page.on('domcontentloaded', () => {
    loads++;
  });
  await page.exposeFunction('xipReportViolation', (text: string) => {
    faults.push(`policy: ${text}`);
  });
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) => {
      const report: unknown = Reflect.get(globalThis, 'xipReportViolation');
      if (typeof report === 'function')
        report(`${event.violatedDirective} refused ${event.blockedURI} at ${event.sourceFile}`);
    });
  });
  return { faults, loads: () => loads };
}

/** In the page: counts the workers that it makes of each file, and has the timeline keep every file. */
function countWorkers(): void {
  const made: Record<string, number> = {};
  // The timeline keeps 250 files unless asked; a gallery loads more, and those after them would never seem to come.
  performance.setResourceTimingBufferSize(10_000);
  Reflect.set(globalThis, 'xipWorkers', made);
  globalThis.Worker = class extends Worker {
    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options);
      const { href } = new URL(url, location.href);
      made[href] = (made[href] ?? 0) + 1;
    }
  };
}

/**
 * In the page: how often its timeline has each file, also one of a worker that was ended before it had started, of which
 * the browser tells nothing. And how many workers it has made of a worker's file: the browser may tell only now that the
 * page before this one asked for one.
 */
function comeOf(urls: readonly string[]): readonly { readonly times: number; readonly workers: number | undefined }[] {
  const made = Reflect.get(globalThis, 'xipWorkers') as Readonly<Record<string, number>>;
  return urls.map((url) => ({
    times: performance.getEntriesByName(url, 'resource').length,
    workers: /-worker-[^/]*[.]js$/.test(url) ? (made[url] ?? 0) : undefined,
  }));
}

/**
 * Waits until the page has come to rest: nothing is being fetched, it has been idle several times in a row, and still
 * nothing is fetched. A state, not a time: on a busy machine it takes as long as it takes. Call before the first
 * `goto`.
 */
export function settling(page: Page): () => Promise<void> {
  const under = new Set<Request>();
  page.on('requestfinished', (request) => under.delete(request));
  page.on('requestfailed', (request) => under.delete(request));
  /**
   * The browser now and then tells neither response nor end of a file that starts a worker. The worker may have started
   * meanwhile, and may have ended: all count that were started since the page was opened.
   */
  const started = new Set<string>();
  page.on('worker', (worker) => started.add(worker.url()));
  /** How often each file was asked for since the page was opened. */
  const asked = new Map<string, number>();
  page.on('request', (request) => {
    if (request.isNavigationRequest()) {
      started.clear();
      asked.clear();
    }
    asked.set(request.url(), (asked.get(request.url()) ?? 0) + 1);
    under.add(request);
  });
  void page.addInitScript(countWorkers);
  const fetched = async (): Promise<readonly string[]> => {
    const urls = [...new Set([...under].map((request) => request.url()))].filter((url) => !started.has(url));
    if (urls.length === 0) return [];
    const come = await page.evaluate(comeOf, urls).catch(() => []);
    return urls
      .filter((url, i) => (come[i]?.times ?? 0) < (come[i]?.workers ?? asked.get(url) ?? 0))
      .map((url) => `fetches ${url}`);
  };
  /** False, too, if the page was left meanwhile. */
  const isIdle = (): Promise<boolean> =>
    page
      .evaluate(
        () =>
          new Promise<boolean>((rest) =>
            requestIdleCallback(() => requestAnimationFrame(() => rest(true)), { timeout: 1_000 }),
          ),
      )
      .catch(() => false);
  /** The reasons that the page is not at rest: a wait that times out prints them. */
  const unrest = async (): Promise<readonly string[]> => {
    for (let i = 0; i < 3; i++) {
      const coming = await fetched();
      if (coming.length > 0) return coming;
      if (!(await isIdle())) return ['draws, or was left'];
    }
    return fetched();
  };
  return () => expect.poll(unrest).toEqual([]);
}

/**
 * Keeps every core busy with other work until the returned page is closed: enough spinning workers that each thread
 * waits for its turn on any machine.
 */
export async function spinning(context: BrowserContext): Promise<Page> {
  const load = await context.newPage();
  await load.evaluate(() => {
    const spin = URL.createObjectURL(new Blob(['for (;;) Math.sqrt(2);'], { type: 'text/javascript' }));
    for (let i = 0; i < 4 * navigator.hardwareConcurrency; i++) new Worker(spin);
  });
  return load;
}

/**
 * Waits for the end of a computation. Its time depends on what else the machine does, so only the time without a further
 * row is limited.
 *
 * @param name the attribute of `counted` with the number of rows so far
 */
export async function computed(wanted: Locator, counted: Locator, name: string): Promise<void> {
  while (!(await wanted.isVisible())) {
    const before = await counted.getAttribute(name);
    const goesOn = async () => (await wanted.isVisible()) || (await counted.getAttribute(name)) !== before;
    await expect.poll(goesOn, { message: `more than ${before} rows` }).toBe(true);
  }
}

/** Opens what is folded under a name, if it is closed: a page's settings, its notes. */
export async function unfold(page: Page, name: string): Promise<void> {
  const summary = page.locator('main summary').filter({ hasText: name }).first();
  await expect(summary).toBeVisible();
  if (!(await summary.evaluate((own) => own.closest('details')?.open === true))) await summary.click();
}
