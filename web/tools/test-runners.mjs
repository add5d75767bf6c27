/** How each kind of test is run and counted. A runner that finds nothing to run fails. */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { buildNative } from '../../wasm-core/build.mjs';
import { Fault, run, which } from '../node/proc.mjs';
import { at, buildDir, filesUnder } from '../node/tree.mjs';
import { siteIsBuilt } from './site.mjs';

/**
 * @typedef {object} Verdict
 * @property {string} name
 * @property {number} passed
 * @property {number} failed
 * @property {number} [skipped]
 * @property {string} [output] what to show if anything failed
 *
 * @typedef {() => Promise<Verdict>} Job
 */

const bin = (/** @type {string} */ path) => at('node_modules', path);

/** @param {string} name @param {() => Promise<unknown>} work @returns {Job} passes unless it throws; counts as one */
export const check = (name, work) => async () => {
  try {
    await work();
    return { name, passed: 1, failed: 0 };
  } catch (error) {
    const output = error instanceof Fault ? error.message : String(error instanceof Error ? error.stack : error);
    return { name, passed: 0, failed: 1, output };
  }
};

/** @param {string} name @param {string} script below node_modules, or from the root @param {readonly string[]} args */
const nodeCheck = (name, script, args) =>
  check(name, async () => {
    const ran = await run(process.execPath, [script, ...args], { cwd: at(), limitSeconds: 600 });
    if (ran.code !== 0) throw new Fault(ran.output);
  });

export const cFiles = () => filesUnder(['wasm-core'], (path) => /\.[ch]$/.test(path));
export const clangFormat = bin('clang-format-node/build/cli.js');
export const biome = bin('@biomejs/biome/bin/biome');

/** @returns {Job[]} the slowest first, so that two lanes end together */
export function lintJobs() {
  const tsc = bin('typescript/bin/tsc');
  const cruise = bin('dependency-cruiser/bin/dependency-cruise.mjs');
  return [
    nodeCheck('types', tsc, ['--project', 'tsconfig.json']),
    nodeCheck('types of the page alone', tsc, ['--project', 'tsconfig.page.json']),
    nodeCheck('imports', cruise, ['web', '--config', '.dependency-cruiser.cjs']),
    nodeCheck('includes and calls of C', 'web/tools/check-imports.mjs', []),
    nodeCheck('styles stay with their component', 'web/tools/check-styles.mjs', []),
    nodeCheck('functions stay short', 'web/tools/check-functions.mjs', []),
    nodeCheck('modules bring the texts that they name', 'web/tools/check-texts.mjs', []),
    nodeCheck('texts read at the first reading', 'web/tools/check-words.mjs', []),
    nodeCheck('Biome', biome, ['check', '--error-on-warnings', '.']),
    check('clang-format', async () => {
      const files = cFiles();
      if (files.length === 0) throw new Fault('No C files in wasm-core.');
      const ran = await run(process.execPath, [clangFormat, '--dry-run', '--Werror', ...files], { cwd: at() });
      const untidy = new Set(ran.output.match(/^[^\s:]+\.[ch](?=:\d+:\d+: error)/gm));
      if (untidy.size > 0)
        throw new Fault(`Not as clang-format writes it; \`npm run fix\` does:\n${[...untidy].join('\n')}`);
      if (ran.code !== 0) throw new Fault(ran.output);
    }),
  ];
}

/**
 * A vitest project.
 * @param {'unit' | 'wasm' | 'servers'} project
 * @returns {Job}
 */
export const vitest = (project) => async () => {
  const report = reportPath(`vitest-${project}.json`);
  const args = ['run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const ran = await run(process.execPath, [bin('vitest/vitest.mjs'), ...args], {
    cwd: at(),
    limitSeconds: 1500,
  });
  /** @type {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, testResults: { status: string, assertionResults: unknown[] }[] } | undefined} */
  const told = readReport(report);
  const emptyFiles = told?.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  return verdict(`vitest ${project}`, ran, {
    passed: told?.numPassedTests ?? 0,
    failed: (told?.numFailedTests ?? 0) + (emptyFiles?.length ?? 0),
    skipped: told?.numPendingTests ?? 0,
  });
};

/** Playwright on the built site. @param {number} port @returns {Job} */
export const playwright = (port) => async () => {
  // A site built from an earlier state of the sources says nothing about this one.
  if (!siteIsBuilt()) return { name: 'Playwright', passed: 0, failed: 1, output: 'Not run: the site was not built.' };
  const report = reportPath('playwright.json');
  const ran = await run(process.execPath, [bin('@playwright/test/cli.js'), 'test', '--reporter=list,json'], {
    cwd: at(),
    env: { XIP_TEST_PORT: String(port), PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    limitSeconds: 2700,
  });
  /** @type {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number } } | undefined} */
  const told = readReport(report);
  return verdict('Playwright', ran, {
    passed: told?.stats.expected ?? 0,
    failed: (told?.stats.unexpected ?? 0) + (told?.stats.flaky ?? 0),
    skipped: told?.stats.skipped ?? 0,
  });
};

/**
 * The C programs of wasm-core/test: all plainly and under ASan and UBSan, `race_*` under TSan too.
 * @returns {Job[]} one per program and way
 */
export function cTestJobs() {
  const mains = filesUnder(['wasm-core/test'], (path) => /\/(test|race)_[^/]*\.c$/.test(path));
  if (mains.length === 0) {
    return [async () => ({ name: 'C tests', passed: 0, failed: 1, output: 'No test_*.c in wasm-core/test.' })];
  }
  return [undefined, 'address,undefined', 'thread'].flatMap((sanitize) =>
    mains
      .filter((main) => sanitize !== 'thread' || basename(main).startsWith('race_'))
      .map((main) => cTest(main, sanitize)),
  );
}

/** @type {Promise<unknown>} */
let built = Promise.resolve();
/**
 * Programs share objects and a build takes every core: one at a time, while others run.
 * @param {Parameters<typeof buildNative>[0]} what
 */
export function buildInTurn(what) {
  const mine = built.then(() => buildNative(what));
  built = mine.catch(() => undefined);
  return mine;
}

/** @param {string} main @param {string | undefined} sanitize @returns {Job} */
const cTest = (main, sanitize) => async () => {
  const name = basename(main, '.c') + (sanitize === undefined ? '' : ` (${sanitize})`);
  /** @type {string | undefined} */
  let program;
  try {
    program = await buildInTurn({ main, ...(sanitize === undefined ? {} : { sanitize }) });
  } catch (error) {
    return { name, passed: 0, failed: 1, output: error instanceof Error ? error.message : String(error) };
  }
  if (program === undefined) return { name, passed: 0, failed: 1, output: 'Nothing was linked.' };
  const [command = program, ...args] =
    sanitize === undefined ? [program] : [...(await withoutRandomAddresses()), program];
  const ran = await run(command, args, { cwd: at(), limitSeconds: 600 });
  const told = /^(\d+) passed, (\d+) failed$/m.exec(ran.stdout);
  const counts = { passed: Number(told?.[1] ?? (ran.code === 0 ? 1 : 0)), failed: Number(told?.[2] ?? 0) };
  return verdict(name, ran, counts);
};

/** @type {Promise<string[]> | undefined} */
let prefix;
/**
 * TSan of gcc 12 does not run on newer kernels that randomize addresses over a wider range; so randomization is off.
 */
function withoutRandomAddresses() {
  prefix ??= (async () => {
    const setarch = which('setarch');
    if (setarch === undefined) return [];
    return (await run(setarch, ['-R', 'true'])).code === 0 ? [setarch, '-R'] : [];
  })();
  return prefix;
}

/** @param {string} name */
function reportPath(name) {
  const path = join(buildDir, 'reports', name);
  mkdirSync(join(buildDir, 'reports'), { recursive: true });
  rmSync(path, { force: true });
  return path;
}

/** @template T @param {string} path @returns {T | undefined} */
function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * A runner that failed without a failed test, or ran none, is one failure.
 * @param {string} name
 * @param {import('../node/proc.mjs').Ran} ran
 * @param {{ passed: number, failed: number, skipped?: number }} counts
 * @returns {Verdict}
 */
function verdict(name, ran, counts) {
  const isBroken = counts.failed === 0 && (ran.code !== 0 || counts.passed === 0);
  const why = ran.code === 0 ? `${ran.output}\n${name} ran no test.` : ran.output;
  return { name, ...counts, failed: isBroken ? 1 : counts.failed, output: why };
}
