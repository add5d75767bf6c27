/**
 * Installs missing things on this machine: npm packages, Emscripten, for the tests a C compiler, Chromium, Firefox and
 * WebKitGTK. Installs programs only if apt-get and root (or sudo) are available, announces the command, and asks if
 * somebody can answer; otherwise, and with XIPSCOPE_NO_INSTALL=1 or --no-install, it says in a sentence what to
 * install.
 */
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Fault, run, runOrFault, say, setQuiet, step, which } from '../node/proc.mjs';
import { at, withLock } from '../node/tree.mjs';

/**
 * @typedef {object} Wanted
 * @property {boolean} [wasm] the WebAssembly builds, up to date
 * @property {boolean} [site] the built page, up to date (and so the WebAssembly)
 * @property {boolean} [emcc] Emscripten, without building anything
 * @property {boolean} [compiler] gcc or clang
 * @property {boolean} [chromium] Chromium for Playwright
 * @property {boolean} [firefox] Firefox, for the tests that run there too; without it they fail and say so
 * @property {boolean} [webkit] WebKitGTK if Debian has it; without it the tests that need it are skipped and say so
 * @property {boolean} [quiet] report no steps that take less than a second
 */

/**
 * Prepares the checkout for the wanted parts. Writes all messages to standard error. Second calls take milliseconds.
 * @param {Wanted} wanted
 */
export async function ensureReady(wanted) {
  setQuiet(wanted.quiet ?? false);
  checkNode();
  await ensurePackages();
  const { buildWasm, wasmIsBuilt } = await import('../../wasm-core/build.mjs');
  const builds = wanted.wasm === true || wanted.site === true;
  const needed = [
    ...((wanted.emcc || (builds && !wasmIsBuilt())) && which('emcc') === undefined ? [EMSCRIPTEN] : []),
    ...(wanted.compiler && which('gcc') === undefined && which('clang') === undefined ? [C_COMPILER] : []),
    ...(wanted.chromium && chromiumPath() === undefined && hasApt() ? [CHROMIUM] : []),
    ...(wanted.firefox && firefoxPath() === undefined && hasApt() ? [FIREFOX] : []),
    // Also without apt-get: its tests are skipped then, and nothing else would say why.
    ...(wanted.webkit && webkitPaths() === undefined ? [WEBKIT] : []),
  ];
  await installAll(needed);
  if (wanted.chromium && chromiumPath() === undefined) await ensurePlaywrightChromium();
  if (builds) await buildWasm();
  if (wanted.site) await (await import('./site.mjs')).buildSite();
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if ((major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22) return;
  throw new Fault(
    `Node ${process.versions.node} is too old for Vite: install Node 24 or 22 (22.12 or newer; 20.19 does, too).`,
  );
}

/** True if npm's record of node_modules matches the lock file. */
function packagesFit() {
  /** @typedef {Record<string, { version?: string, optional?: boolean, peer?: boolean }>} Packages */
  try {
    const read = (/** @type {string} */ path) =>
      /** @type {{ packages: Packages }} */ (JSON.parse(readFileSync(path, 'utf8')));
    const asked = read(at('package-lock.json')).packages;
    const there = read(at('node_modules/.package-lock.json')).packages;
    return Object.entries(asked).every(
      ([path, { version, optional }]) =>
        path === '' || there[path]?.version === version || (optional === true && there[path] === undefined),
    );
  } catch {
    return false;
  }
}

async function ensurePackages() {
  if (packagesFit()) return;
  await withLock('packages', async () => {
    if (packagesFit()) return;
    await step('Installing npm packages', () => {
      const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
      // The npm that runs us, if one does: `npm` may be another one, and on Windows is not a program.
      const npm = process.env.npm_execpath;
      const cli = npm?.endsWith('npm-cli.js')
        ? { command: process.execPath, args: [npm, ...args] }
        : { command: 'npm', args };
      return runOrFault('Installing npm packages', cli.command, cli.args, { cwd: at() });
    });
    linkOwnCommand();
  });
}

/** `npx xipscope` finds the checkout's own command at once instead of asking the registry. */
function linkOwnCommand() {
  const link = at('node_modules/.bin/xipscope');
  if (process.platform === 'win32' || existsSync(link)) return;
  mkdirSync(at('node_modules/.bin'), { recursive: true });
  symlinkSync('../cli/xipscope.mjs', link);
}

/**
 * `instead`: packages to try when apt-get cannot install those of `debian`. `mayFail`: if it cannot install these either,
 * the set-up continues; there is another way, or the tests that need it say so.
 * @typedef {{ what: string, debian: string[], instead?: string[], else: string, mayFail?: boolean }} Program
 */
/** @type {Program} */
const EMSCRIPTEN = {
  what: 'Emscripten',
  debian: ['emscripten'],
  else: 'Install Emscripten so that `emcc` is on the PATH (macOS: `brew install emscripten`; elsewhere emsdk, https://emscripten.org), then run this again.',
};
/** @type {Program} */
const C_COMPILER = {
  what: 'A C compiler',
  debian: ['build-essential'],
  else: 'Install gcc or clang (macOS: `xcode-select --install`), then run this again.',
};
/** @type {Program} */
const CHROMIUM = {
  what: 'Chromium',
  // Without a window: the same engine, and nothing around the page is drawn, which takes a third of the tests' time.
  debian: ['chromium-headless-shell'],
  instead: ['chromium'],
  else: 'Install Chromium or Chrome, or set CHROMIUM_PATH to one, then run this again.',
  // Ubuntu's chromium package only installs a snap; there Playwright's own build is used.
  mayFail: true,
};
/** @type {Program} */
export const FIREFOX = {
  what: 'Firefox',
  debian: ['firefox-esr'],
  else: 'Install Firefox (Debian: firefox-esr; not a snap), or set FIREFOX_PATH to one, then run this again.',
  mayFail: true,
};
/** @type {Program} */
export const WEBKIT = {
  what: 'WebKitGTK',
  debian: ['webkit2gtk-driver', 'xvfb'],
  else: 'Install WebKitGTK with its WebDriver, and Xvfb (Debian: webkit2gtk-driver, xvfb), then run this again.',
  mayFail: true,
};

const isRoot = () => process.getuid?.() === 0;
const hasApt = () => which('apt-get') !== undefined && (isRoot() || which('sudo') !== undefined);

/** @param {readonly Program[]} programs */
const missing = (programs) =>
  new Fault(programs.map((program) => `${program.what} is missing. ${program.else}`).join('\n'));

/** True if nothing may be installed: by the environment, or by an option of the command. */
export const mayNotInstall = (env = process.env, args = process.argv) =>
  !['', '0', undefined].includes(env.XIPSCOPE_NO_INSTALL) || args.includes('--no-install');

/**
 * Announces the installation, and asks for consent if both ends are a terminal. Without a terminal it continues.
 * @param {readonly Program[]} programs
 * @returns {Promise<boolean>}
 */
async function isAllowed(programs) {
  const packages = programs.flatMap((program) => program.debian).join(' ');
  const command = `${isRoot() ? '' : 'sudo '}apt-get install --no-install-recommends ${packages}`;
  say(
    `  Missing: ${programs.map(({ what }) => what).join(', ')}. Xipscope installs Debian packages for it, after apt-get update:`,
  );
  say(`    ${command}`);
  if (process.stdin.isTTY !== true || process.stderr.isTTY !== true) {
    say('  XIPSCOPE_NO_INSTALL=1 (or npm start -- --no-install) forbids it.');
    return true;
  }
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await asking.question('  Install? [Y/n] ');
    return /^\s*(y(es)?)?\s*$/i.test(answer);
  } finally {
    asking.close();
  }
}

/** @param {readonly Program[]} programs */
async function installAll(programs) {
  if (programs.length === 0) return;
  const needed = programs.filter((program) => program.mayFail !== true);
  if (!hasApt() || mayNotInstall() || !(await isAllowed(programs))) {
    if (needed.length > 0) throw missing(needed);
    return say(missing(programs).message);
  }
  await step('Reading the list of Debian packages (apt-get update)', () => apt(['update']));
  for (const program of programs) {
    await step(`Installing ${program.what} (apt-get install ${program.debian.join(' ')})`, async () => {
      const install = (/** @type {string[]} */ packages) =>
        apt(['install', '-y', '--no-install-recommends', ...packages]);
      let ran = await install(program.debian);
      if (ran.code !== 0 && program.instead !== undefined) ran = await install(program.instead);
      if (ran.code === 0) return;
      const told = `apt-get could not install ${program.what}:\n${ran.output.split('\n').slice(-15).join('\n')}`;
      if (program.mayFail !== true) throw new Fault(`${told}\n${program.else}`);
      say(told);
    });
  }
}

/** @param {string[]} args */
function apt(args) {
  const asked = ['apt-get', '-q', '-o', 'DPkg::Lock::Timeout=300', ...args];
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  if (isRoot()) return run('apt-get', asked.slice(1), { env });
  const interactive = process.stdin.isTTY === true;
  const sudo = [...(interactive ? [] : ['-n']), 'env', 'DEBIAN_FRONTEND=noninteractive', ...asked];
  return run('sudo', sudo, { stdin: interactive ? 'inherit' : 'ignore' });
}

/** The system's Chromium, or Chrome: CHROMIUM_PATH first, then one without a window. */
export function chromiumPath() {
  if (process.env.CHROMIUM_PATH !== undefined) return process.env.CHROMIUM_PATH;
  return programAt(
    ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
    [
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
    ],
  );
}

/**
 * The system's Firefox: FIREFOX_PATH first. Playwright needs its own build and cannot open a page in this one.
 */
export function firefoxPath() {
  if (process.env.FIREFOX_PATH !== undefined) return process.env.FIREFOX_PATH;
  return programAt(['firefox-esr', 'firefox'], ['/Applications/Firefox.app/Contents/MacOS/firefox']);
}

/** WebKitGTK's driver, which knows its browser, and the program that gives it a screen. Playwright's own WebKit is another build. */
export function webkitPaths() {
  const driver = which('WebKitWebDriver');
  const xvfb = which('Xvfb');
  return driver === undefined || xvfb === undefined ? undefined : { driver, xvfb };
}

/** @param {readonly string[]} names on the PATH @param {readonly string[]} places elsewhere */
function programAt(names, places) {
  // Ubuntu's chromium-browser is a script that starts a snap, or says that there is none: headless runs cannot use it.
  const isSnap = (/** @type {string} */ path) =>
    existsSync('/snap') && readFileSync(path).subarray(0, 4096).includes('/snap/');
  const onPath = names.map(which).find((path) => path !== undefined && !isSnap(path));
  return onPath ?? places.find((path) => existsSync(path));
}

async function ensurePlaywrightChromium() {
  const { chromium } = await import('@playwright/test');
  if (existsSync(chromium.executablePath())) return;
  const withDeps = hasApt() && !mayNotInstall() ? ['--with-deps'] : [];
  await step("Fetching Playwright's own Chromium", () =>
    runOrFault(`No Chromium was found, and fetching Playwright's own`, process.execPath, [
      join(at('node_modules'), '@playwright/test/cli.js'),
      'install',
      ...withDeps,
      'chromium',
    ]),
  ).catch((error) => {
    say(CHROMIUM.else);
    throw error;
  });
}
