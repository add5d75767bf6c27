/**
 * `npm test`: installs missing things, then runs the tiers from fast to slow and sums up.
 *
 *   npm test -- [--only lint|unit|native|wasm|servers|e2e] [--no-install]
 *
 * Every tier runs, even after a failed one. The last line counts all tests of all runners.
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { buildWasm, nativeCompilers } from '../../wasm-core/build.mjs';
import { Fault, inParallel, main, say, seconds, tail } from '../node/proc.mjs';
import { listen, staticServer } from '../node/serve.mjs';
import { siteDir } from '../node/tree.mjs';
import { ensureReady } from './setup.mjs';
import { buildSite } from './site.mjs';
import { buildInTurn, check, cTestJobs, lintJobs, playwright, vitest } from './test-runners.mjs';

/** @typedef {import('./test-runners.mjs').Job} Job */
/** @typedef {import('./test-runners.mjs').Verdict} Verdict */

/**
 * @typedef {object} Tier
 * @property {string} name
 * @property {string} what
 * @property {number} atOnce jobs at a time
 * @property {() => Promise<Job[]> | Job[]} jobs
 */

/** @type {Tier[]} */
const TIERS = [
  { name: 'lint', what: 'format, lint, types, import directions', atOnce: availableParallelism(), jobs: lintJobs },
  {
    name: 'unit',
    what: 'unit tests of the page, the models and the command line',
    atOnce: 1,
    jobs: () => [vitest('unit')],
  },
  {
    name: 'native',
    what: 'C without warnings, C tests, then again under sanitizers',
    atOnce: availableParallelism(),
    jobs: () => [
      ...nativeCompilers().map(({ name }) => check(`${name} without warnings`, () => buildInTurn({ cc: name }))),
      ...cTestJobs(),
    ],
  },
  {
    name: 'wasm',
    what: 'WebAssembly without warnings, and what it does in Node',
    atOnce: 1,
    jobs: () => [check('emcc without warnings', () => buildWasm({ strict: true })), vitest('wasm')],
  },
  {
    name: 'servers',
    what: 'random schedules and specs on the engine and on PostgreSQL 13, 14 and 17',
    atOnce: 1,
    jobs: () => [check('WebAssembly', () => buildWasm()), vitest('servers')],
  },
  {
    name: 'e2e',
    what: 'the built page in Chromium; every page and an embed in Firefox and WebKitGTK, too',
    atOnce: 1,
    jobs: async () => [
      check('site build', async () => {
        await buildWasm();
        await buildSite();
      }),
      playwright(await freePort()),
    ],
  },
];

async function freePort() {
  const probe = staticServer(siteDir);
  const port = await listen(probe, 0, true);
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/** @param {Tier} tier @returns {Promise<Verdict[]>} */
async function runTier(tier) {
  const began = performance.now();
  say(`\n${tier.name}: ${tier.what}`);
  const heartbeat = setInterval(() => say(`  … ${tier.name}, ${seconds(began)} so far`), 30_000);
  const jobs = await tier.jobs();
  const verdicts = await inParallel(
    tier.atOnce,
    jobs.map((job) => async () => {
      const start = performance.now();
      const verdict = await job();
      say(`  ${verdict.failed > 0 ? '✗' : '✓'} ${verdict.name}  ${counts([verdict])}  ${seconds(start)}`);
      return verdict;
    }),
  );
  clearInterval(heartbeat);
  const isFine = verdicts.every(({ failed }) => failed === 0);
  say(`${tier.name}: ${isFine ? 'fine' : 'FAILED'}, ${counts(verdicts)}, ${seconds(began)}`);
  return verdicts;
}

/** @param {readonly Verdict[]} verdicts */
function counts(verdicts) {
  const sum = (/** @type {'passed' | 'failed' | 'skipped'} */ what) =>
    verdicts.reduce((n, one) => n + (one[what] ?? 0), 0);
  const skipped = sum('skipped');
  return `${sum('passed')} passed, ${sum('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

await main(async () => {
  const { values } = parseArgs({ options: { only: { type: 'string' }, 'no-install': { type: 'boolean' } } });
  const tiers = TIERS.filter(({ name }) => values.only === undefined || name === values.only);
  if (tiers.length === 0) {
    throw new Fault(
      `--only ${values.only}: there is no such tier. Say one of: ${TIERS.map(({ name }) => name).join(', ')}.`,
    );
  }
  const asks = (/** @type {string} */ name) => tiers.some((tier) => tier.name === name);
  await ensureReady({
    emcc: asks('wasm') || asks('servers') || asks('e2e'),
    compiler: asks('native'),
    chromium: asks('e2e'),
    firefox: asks('e2e'),
    webkit: asks('e2e'),
  });

  /** @type {Verdict[]} */
  const all = [];
  for (const tier of tiers) all.push(...(await runTier(tier)));

  const failed = all.filter((verdict) => verdict.failed > 0);
  for (const { name, output } of failed) say(`\n──── ${name} failed ────\n${tail(output ?? '', 150)}`);
  if (failed.length > 0) say(`\nFailed: ${failed.map(({ name }) => name).join('; ')}`);
  process.exitCode = failed.length > 0 ? 1 : 0;
  process.stdout.write(`\n${counts(all)}\n`);
});
