/**
 * `xipscope fuzz`: random schedules on the engine and on real servers, compared after every step. The first difference
 * of logic is printed as a spec, shrunk; a difference that does not recur when the schedule is repeated is a race on
 * the server, is counted, and ends nothing. The last line sums up. Exit code 1 if there is a difference of logic.
 */

import '../src/base/messages/en/index.ts';
import { engineTarget, faultsOfEngine } from '../node/pg/engine-target.ts';
import { type FuzzResult, fuzz, type Pair } from '../node/pg/fuzz.ts';
import { isMajor, MAJORS, type Major } from '../node/pg/packages.ts';
import { startServers } from '../node/pg/server.ts';
import { FUZZ_SETTINGS, serverTarget } from '../node/pg/server-target.ts';
import { DEFAULT_LANG, messagesIn } from '../src/base/messages/index.ts';
import { err, ok, type Result } from '../src/base/result.ts';
import { loadEvaluator } from '../src/engine/evaluator/pglite.ts';
import { EXIT, exitOfSignal, type Io } from './io.ts';

/** The options as commander passes them: text, unchecked. */
export interface FuzzCliOptions {
  readonly seed: string;
  readonly schedules: string;
  readonly from: string;
  readonly against: string;
  readonly fault?: string;
  readonly rowLocks: boolean;
  readonly serializable?: true;
  readonly writes?: true;
  readonly json?: true;
}

interface Asked {
  readonly seed: number;
  readonly schedules: number;
  readonly from: number;
  readonly servers: readonly Major[];
}

const { t } = messagesIn(DEFAULT_LANG);
const MAX_SEED = 2 ** 32 - 1;
const MAX_SCHEDULES = 100_000_000;
/** The interval between progress messages. */
const TELL_MS = 10_000;

/** The requested run, or the fault of an option. */
export function checkFuzz(options: FuzzCliOptions): Result<Asked, string> {
  const known = MAJORS.map(String);
  const servers: Major[] = [];
  for (const item of options.against.split(',')) {
    const major = /^[0-9]{1,3}$/.test(item) ? Number(item) : 0;
    if (!isMajor(major)) return err(t('spec.cli.badServer', { given: item, known }));
    if (servers.includes(major)) return err(t('spec.cli.serverTwice', { given: item }));
    servers.push(major);
  }
  const seed = whole('--seed', options.seed, MAX_SEED);
  if (!seed.ok) return seed;
  const schedules = whole('--schedules', options.schedules, MAX_SCHEDULES);
  if (!schedules.ok) return schedules;
  const from = whole('--from', options.from, MAX_SCHEDULES);
  if (!from.ok) return from;
  return ok({ seed: seed.value, schedules: schedules.value, from: from.value, servers });
}

function whole(option: string, given: string, max: number): Result<number, string> {
  const value = /^[0-9]{1,15}$/.test(given) ? Number(given) : Number.NaN;
  return value <= max ? ok(value) : err(t('fuzz.badNumber', { option, given, max }));
}

export async function runFuzz(options: FuzzCliOptions, io: Io): Promise<number> {
  const asked = checkFuzz(options);
  if (!asked.ok) return complain(io, asked.error, EXIT.badInput);
  const { seed, schedules, from, servers: majors } = asked.value;
  await io.prepare();
  if (options.fault !== undefined) {
    const known = await faultsOfEngine();
    if (!known.ok) return complain(io, known.error, EXIT.badInput);
    const ids = known.value.map(({ id }) => id);
    if (!ids.includes(options.fault))
      return complain(io, t('fuzz.badFault', { given: options.fault, known: ids }), EXIT.badInput);
  }
  const servers = await startServers(majors, { settings: FUZZ_SETTINGS });
  if (!servers.ok) return complain(io, servers.error.message, EXIT.badInput);
  try {
    const pairs: Pair[] = [];
    const evaluator = options.writes === true ? await loadEvaluator() : null;
    for (const server of servers.value) {
      const fault = options.fault === undefined ? {} : { fault: options.fault };
      const engine = await engineTarget({ rules: server.major, ...fault, evaluator });
      if (!engine.ok) return complain(io, engine.error, EXIT.badInput);
      // With a planted fault, only differences that a client sees count.
      const visibleOnly = options.fault !== undefined;
      pairs.push({ left: engine.value, right: await serverTarget(server), visibleOnly });
    }
    let told = performance.now();
    const result = await fuzz(pairs, {
      seed,
      schedules,
      from,
      rowLocks: options.rowLocks,
      serializable: options.serializable === true,
      writes: options.writes === true,
      signal: io.signal,
      onProgress: (done) => {
        if (performance.now() - told < TELL_MS) return;
        told = performance.now();
        io.err(`${t('fuzz.progress', { done, of: schedules })}\n`);
      },
    });
    report(result, seed, majors, options, io);
    if (io.signal.aborted) return exitOfSignal(io.signal);
    return result.found.length === 0 ? EXIT.done : EXIT.found;
  } finally {
    await Promise.all(servers.value.map((server) => server.stop()));
  }
}

function report(result: FuzzResult, seed: number, majors: readonly Major[], options: FuzzCliOptions, io: Io): void {
  const { found, races, ends, ...counts } = result;
  if (options.json === true) {
    io.json({ seed, against: majors, ...counts, ends, found, races });
    return;
  }
  for (const one of found) {
    io.out(`${t('fuzz.differs', { server: one.right, index: one.index, seed })}\n`);
    io.out(`\n${one.spec}\n`);
  }
  for (const { index, right, about } of races) io.err(`${t('fuzz.race', { index, server: right, about })}\n`);
  if (options.serializable === true) for (const one of ends) io.out(`${t('fuzz.ends', one)}\n`);
  const servers = majors.map((major) => `PostgreSQL ${major}`);
  io.out(`${t('fuzz.sum', { seed, ...counts, servers, differences: found.length, races: races.length })}\n`);
}

function complain(io: Io, what: string, code: number): number {
  io.err(`${t('cli.error', { what })}\n`);
  return code;
}
