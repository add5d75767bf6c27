/**
 * `xipscope bench`: checks the options, measures point after point, prints rows. All checks come before the first byte
 * on standard output and before anything is compiled.
 */
import '../src/base/messages/en/index.ts';
import { arch, availableParallelism, cpus, platform } from 'node:os';
import { measure } from '../node/measure.ts';
import type { EngineError } from '../src/base/engine-error.ts';
import { DEFAULT_LANG, messagesIn } from '../src/base/messages/index.ts';
import { err, ok, type Result } from '../src/base/result.ts';
import { type NodeLab, startLabInNode } from '../src/engine/lab/lab.node.ts';
import { expandSweep, type LabLists, parseLists, savepointsOf } from '../src/engine/lab/lab-config.ts';
import type { LabConfig } from '../src/engine/lab/lab-types.ts';
import { CACHED_SUBXIDS } from '../src/viewmodel/cliff/cliff.ts';
import { pairedRatio, rowsOf } from '../src/viewmodel/lab/rows.ts';
import { ALSO_LINES, LINES_ONLY, LINES_WORKLOAD, type LinesOptions, runLines } from './bench-lines.ts';
import { benchText, type Machine, type MeasuredRow, missedRates } from './bench-report.ts';
import { EXIT, exitOfSignal, type Io } from './io.ts';

/** The options as commander passes them: text, unchecked. */
export interface BenchOptions extends LinesOptions {
  readonly design: string;
  readonly active: string;
  readonly idle: string;
  readonly mostlyIdle: string;
  readonly workload: string;
  readonly seconds: string;
  readonly otherWork?: string;
  readonly lock: boolean;
  readonly slice: string;
  readonly slru?: string;
  readonly savepoints?: string;
  readonly json?: true;
}

const { t } = messagesIn(DEFAULT_LANG);

/** The message for an option that is promised for later, so that the user does not look for a typing error. */
function notYet(options: BenchOptions): string | null {
  const given = options.workload;
  if (/[.]sql$/i.test(given)) return t('cli.notYet.script', { given });
  return null;
}

/** The requested lists, or the fault of an option. */
export function checkBench(options: BenchOptions): Result<LabLists, string> {
  const later = notYet(options);
  if (later !== null) return err(later);
  const lists = parseLists({
    designs: options.design,
    active: options.active,
    idle: options.idle,
    mostlyIdle: options.mostlyIdle,
    workload: options.workload,
    otherWorkUs: options.otherWork,
    lock: options.lock ? '1' : '0',
    sliceMs: options.slice,
    seconds: options.seconds,
    savepoints: options.savepoints,
    slru: options.slru,
  });
  return lists.ok ? ok(lists.value) : err(lists.error.message);
}

const optionOf = (name: string): string => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** The first option that does not go with the workload; null if all do. */
function misplaced(workload: string, given: readonly string[]): string | null {
  const own: readonly string[] = LINES_ONLY;
  if (workload !== LINES_WORKLOAD) {
    const option = given.find((name) => own.includes(name));
    return option === undefined ? null : t('cli.lines.only', { option: optionOf(option) });
  }
  const known = [...own, ...ALSO_LINES];
  const option = given.find((name) => !known.includes(name));
  return option === undefined
    ? null
    : t('cli.lines.notHere', {
        option: option === 'lock' ? '--no-lock' : optionOf(option),
        known: known.filter((name) => name !== 'workload').map(optionOf),
      });
}

/** @param given names of the options that the command line has */
export async function runBench(options: BenchOptions, given: readonly string[], io: Io): Promise<number> {
  const wrong = misplaced(options.workload, given);
  if (wrong !== null) {
    io.err(`${t('cli.error', { what: wrong })}\n`);
    return EXIT.badInput;
  }
  if (options.workload === LINES_WORKLOAD) {
    const { seconds, ...rest } = options;
    return runLines(given.includes('seconds') ? { ...rest, seconds } : rest, thisMachine(), io);
  }
  const lists = checkBench(options);
  if (!lists.ok) {
    io.err(`${t('cli.error', { what: lists.error })}\n`);
    return EXIT.badInput;
  }
  const machine = thisMachine();
  for (const active of lists.value.active.filter((n) => n > machine.cores))
    io.err(`${t('cli.warn.oversubscribed', { active, cores: machine.cores })}\n`);
  const unseen = withoutCliff(expandSweep(lists.value));
  if (unseen !== undefined) io.err(`${t('cli.warn.noCliff', { savepoints: unseen, cached: CACHED_SUBXIDS })}\n`);

  await io.prepare();
  const lab = await startLabInNode(Math.max(...lists.value.active));
  const measured = lab.ok ? await measureAll(lab.value, lists.value, machine, io) : lab;
  // After a failure or Ctrl-C the process ends, and its threads with it, so they are not stopped here.
  if (lab.ok && measured.ok) lab.value.dispose();
  if (!measured.ok) {
    const { aborted } = io.signal;
    io.err(`${t('cli.error', { what: aborted ? t('cli.interrupted') : measured.error.message })}\n`);
    return aborted ? exitOfSignal(io.signal) : EXIT.badInput;
  }
  const rows = measured.value;
  for (const warning of missedRates(rows)) io.err(`${warning}\n`);
  if (options.json) io.json(rows);
  else io.out(benchText(rows, lists.value));
  return EXIT.done;
}

/**
 * The most savepoints of a point whose only client overflows: no other client takes a snapshot meanwhile. The readers
 * of subtrans-spread always have an overflowed writer next to them, even a single reader.
 */
function withoutCliff(points: readonly LabConfig[]): number | undefined {
  const counts = points
    .filter(({ workload, active }) => workload !== 'subtrans-spread' && active === 1)
    .map(savepointsOf)
    .filter((count) => count > CACHED_SUBXIDS);
  return counts.length === 0 ? undefined : Math.max(...counts);
}

async function measureAll(
  lab: NodeLab,
  lists: LabLists,
  machine: Omit<Machine, 'clockResolutionNs'>,
  io: Io,
): Promise<Result<readonly MeasuredRow[], EngineError>> {
  const points = expandSweep(lists);
  const rows: MeasuredRow[] = [];
  for (const [i, config] of points.entries()) {
    const progress = progressLine(config, i + 1, points.length, io);
    const slices = await measure(lab, config, {
      seconds: lists.seconds,
      signal: io.signal,
      onProgress: io.live ? progress : () => {},
    });
    if (!slices.ok) {
      io.progress(null);
      return slices;
    }
    progress(1);
    const { cores } = lab.info();
    const [first] = config.designs;
    for (const row of rowsOf(slices.value, config, cores)) {
      const isFirst = first === undefined || row.design === first;
      rows.push({
        ...row,
        provenance: 'measured',
        timesFirst: isFirst ? null : pairedRatio(slices.value, row.design, first),
        machine: { ...machine, clockResolutionNs: lab.info().clockResolutionNs },
      });
    }
  }
  io.progress(null);
  return ok(rows);
}

/** On a terminal one line that is overwritten; in a log one line per point. */
function progressLine(config: LabConfig, n: number, of: number, io: Io): (share: number) => void {
  return (percent) => {
    io.progress(t('cli.progress.point', { ...config, n, of, percent }));
  };
}

export function thisMachine(): Omit<Machine, 'clockResolutionNs'> {
  const cpu = cpus()[0]?.model.trim();
  return {
    cpu: cpu === undefined || cpu === '' || cpu === 'unknown' ? `${platform()} ${arch()}` : cpu,
    cores: availableParallelism(),
    node: process.versions.node,
    v8: process.versions.v8,
  };
}
