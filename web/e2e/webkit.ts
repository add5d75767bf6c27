/**
 * The system's WebKitGTK, driven by WebDriver over fetch: Playwright's WebKit is its own build, and Debian's has no
 * WebDriver BiDi. MiniBrowser has no headless mode, so Xvfb gives it a screen.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { Readable } from 'node:stream';
import { setTimeout as after } from 'node:timers/promises';
import { WEBKIT, webkitPaths } from '../tools/setup.mjs';

/** Of every wait. A test ends by its own limit; on a machine with eight busy programs one command took two minutes. */
export const PATIENCE_MS = 300_000;
const LOOK_AGAIN_MS = 50;

/** WebDriver's name for an element in its messages. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
/** WebDriver's names for keys that are not characters. */
export const KEYS = { control: '\uE009', delete: '\uE017', enter: '\uE007', tab: '\uE004', right: '\uE014' };

/** One tab. Selectors are CSS, and reach into shadow roots; a search waits until the element exists. */
export interface Tab {
  goto(url: string): Promise<void>;
  /** Runs in the page, without access to the variables around the function. */
  evaluate<A extends readonly unknown[], R>(run: (...args: A) => R, ...args: A): Promise<R>;
  waitFor(selector: string): Promise<void>;
  text(selector: string): Promise<string>;
  /** @param label if several match: the first whose text begins with this */
  click(selector: string, label?: string): Promise<void>;
  /** Types into the focused element, key after key. */
  type(text: string): Promise<void>;
  /** Holds all of them at once, for example Control and A. */
  press(...keys: readonly string[]): Promise<void>;
  screenshot(): Promise<Buffer>;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** One command, and its result. An error in the answer is thrown with the browser's words. */
async function command(url: string, method: 'GET' | 'POST' | 'DELETE', body?: object): Promise<unknown> {
  const response = await fetch(url, {
    method,
    signal: AbortSignal.timeout(PATIENCE_MS),
    ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
  });
  const answer: unknown = await response.json();
  const value = isRecord(answer) ? answer.value : undefined;
  if (!response.ok) throw new Error(isRecord(value) ? `${value.error}: ${value.message}` : `HTTP ${response.status}`);
  return value;
}

async function until<T>(look: () => Promise<T | undefined>, timeoutMs: number): Promise<T | undefined> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    const found = await look();
    if (found !== undefined || performance.now() > end) return found;
    await after(LOOK_AGAIN_MS);
  }
}

/** Runs in the page: the first match, also below shadow roots. */
function deepFind(selector: string, label: string | null): Element | null {
  const find = (root: ParentNode): Element | null => {
    for (const one of root.querySelectorAll(selector))
      if (label === null || one.textContent?.trim().startsWith(label)) return one;
    for (const { shadowRoot } of root.querySelectorAll('*')) {
      const below = shadowRoot === null ? null : find(shadowRoot);
      if (below !== null) return below;
    }
    return null;
  };
  return find(document);
}

/** Runs in the page: the middle of the element's visible part. */
function middleInView(one: Element): { readonly x: number; readonly y: number } {
  one.scrollIntoView({ block: 'nearest' });
  const { left, right, top, bottom } = one.getBoundingClientRect();
  const middle = (from: number, to: number, size: number) => Math.round((Math.max(0, from) + Math.min(size, to)) / 2);
  return { x: middle(left, right, innerWidth), y: middle(top, bottom, innerHeight) };
}

function tabOf(session: string): Tab {
  const post = (what: string, body: object) => command(`${session}/${what}`, 'POST', body);
  const run = (script: (...args: never[]) => unknown, args: readonly unknown[]) =>
    post('execute/sync', { script: `return (${script}).apply(null, arguments);`, args });
  const element = async (selector: string, label: string | null = null): Promise<string> => {
    const id = await until(async () => {
      const found = await run(deepFind, [selector, label]);
      return isRecord(found) && typeof found[ELEMENT] === 'string' ? found[ELEMENT] : undefined;
    }, PATIENCE_MS);
    if (id === undefined) throw new Error(`There is no ${selector}${label === null ? '' : ` “${label}”`}.`);
    return id;
  };
  const keys = (actions: readonly object[]) => post('actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
  const down = (value: string) => ({ type: 'keyDown', value });
  const up = (value: string) => ({ type: 'keyUp', value });
  return {
    goto: async (url) => void (await post('url', { url })),
    evaluate: async (script, ...args) => (await run(script, args)) as ReturnType<typeof script>,
    waitFor: async (selector) => void (await element(selector)),
    text: async (selector) => String(await command(`${session}/element/${await element(selector)}/text`, 'GET')),
    async click(selector, label) {
      // WebDriver's own click, and its computation of an element's middle, refuse elements below a shadow root.
      const at = await run(middleInView, [{ [ELEMENT]: await element(selector, label) }]);
      if (!isRecord(at)) throw new Error(`${selector} has no place.`);
      const actions = [
        { type: 'pointerMove', ...at },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ];
      await post('actions', { actions: [{ type: 'pointer', id: 'mouse', actions }] });
    },
    type: async (text) => void (await keys([...text].flatMap((key) => [down(key), up(key)]))),
    press: async (...all) => void (await keys([...all.map(down), ...all.toReversed().map(up)])),
    screenshot: async () => Buffer.from(String(await command(`${session}/screenshot`, 'GET')), 'base64'),
  };
}

/** Processes of one test: ended by their own ids, even if the test itself is gone. */
function processes(env: NodeJS.ProcessEnv) {
  const all: ChildProcess[] = [];
  const kill = () => {
    for (const child of all) child.kill('SIGKILL');
  };
  process.once('exit', kill);
  return {
    start(program: string, args: readonly string[], stdio: 'ignore' | 'pipe' = 'ignore'): ChildProcess {
      const child = spawn(program, args, { env, stdio: ['ignore', 'ignore', 'ignore', stdio] });
      all.push(child);
      return child;
    },
    async end() {
      // A browser that has lost its screen exits by itself, if its driver did not end it.
      for (const child of all.toReversed()) {
        if (child.exitCode !== null || child.signalCode !== null) continue;
        const ended = once(child, 'exit');
        child.kill('SIGKILL');
        await ended;
      }
      process.off('exit', kill);
    },
  };
}

/** The number of a screen of 1280 × 800 that exists until its program ends. */
async function screen(started: ChildProcess): Promise<string> {
  const told = started.stdio[3] as Readable;
  let text = '';
  for await (const bytes of told) {
    text += String(bytes);
    if (text.includes('\n')) return text.trim();
  }
  throw new Error('Xvfb gave no screen.');
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/**
 * Runs `use` with a tab of a new browser whose home is the folder `home`, and ends it. `started`: additional
 * environment variables.
 */
export async function withWebKit<T>(
  home: string,
  use: (tab: Tab) => Promise<T>,
  started: Readonly<Record<string, string>> = {},
): Promise<T> {
  const paths = webkitPaths();
  if (paths === undefined) throw new Error(`There is no WebKitGTK to try the pages in. ${WEBKIT.else}`);
  await mkdir(home, { recursive: true });
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    ...started,
    HOME: home,
    XDG_RUNTIME_DIR: home,
    // Like Chromium's --no-sandbox: root and containers have no sandbox, and the pages are our own.
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
  };
  // Never draws on the desktop's own screen.
  delete env.WAYLAND_DISPLAY;
  const running = processes(env);
  try {
    const xvfb = running.start(
      paths.xvfb,
      ['-displayfd', '3', '-screen', '0', '1280x800x24', '-nolisten', 'tcp'],
      'pipe',
    );
    env.DISPLAY = `:${await screen(xvfb)}`;
    const port = await freePort();
    const driver = running.start(paths.driver, [`--port=${port}`]);
    const base = `http://127.0.0.1:${port}`;
    const ready = await until(async () => {
      if (driver.exitCode !== null) throw new Error(`WebKitWebDriver ended with ${driver.exitCode}.`);
      return command(`${base}/status`, 'GET').catch(() => undefined);
    }, PATIENCE_MS);
    if (ready === undefined) throw new Error('WebKitWebDriver does not answer.');
    const made = await command(`${base}/session`, 'POST', { capabilities: {} });
    if (!isRecord(made)) throw new Error('WebKitWebDriver made no session.');
    const session = `${base}/session/${made.sessionId}`;
    await command(`${session}/window/rect`, 'POST', { x: 0, y: 0, width: 1280, height: 800 });
    try {
      return await use(tabOf(session));
    } finally {
      await command(session, 'DELETE').catch(() => undefined);
    }
  } finally {
    await running.end();
  }
}
