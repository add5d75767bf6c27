/**
 * `xipscope bench --workload lines-shared`: writers and readers over 1, 2, 5, 10, 20 cache lines, and what that says of
 * a server that all transfers between sockets pass. The result file is what the model's page draws.
 */
import '../src/base/messages/en/index.ts';
import { clockStepNs, measureLines } from '../node/lines-shared.ts';
import { socketsHere } from '../node/sockets.ts';
import { type TextColumn, textTable } from '../node/text-table.ts';
import { number, readFields, type Table } from '../src/base/fields.ts';
import { DEFAULT_LANG, messagesIn } from '../src/base/messages/index.ts';
import { err, ok, type Result } from '../src/base/result.ts';
import { LINES_FORMAT, LINES_LIMITS, type LinesFile, type LinesPoint } from '../src/scenario/lines-shared.ts';
import { linesFileText } from '../src/scenario/lines-shared-parse.ts';
import { type LinesRow, linesFacts, linesRows, linesSaid, threadsOf } from '../src/viewmodel/lab/lines-shared.ts';
import type { Machine } from './bench-report.ts';
import { EXIT, exitOfSignal, type Io } from './io.ts';

const messages = messagesIn(DEFAULT_LANG);
const { t, format } = messages;

export const LINES_WORKLOAD = 'lines-shared';

/** Options of this workload alone, unchecked. */
export interface LinesOptions {
  readonly lines?: string;
  readonly writers?: string;
  readonly readers?: string;
  readonly rounds?: string;
}
/** The command line's options that this workload has. */
export const LINES_ONLY = ['lines', 'writers', 'readers', 'rounds'] as const satisfies readonly (keyof LinesOptions)[];
export const ALSO_LINES = ['workload', 'seconds', 'json'] as const;

export const LINES_DEFAULTS = { lines: 20, writers: 20, rounds: 40, seconds: 0.25 } as const;
/** The numbers of lines of a series, up to the one that was asked for. */
const SERIES = [1, 2, 5, 10, 20] as const;
/** The control has this part of the threads: on two full sockets, some of them are still on each. */
const FEWER = 3 / 4;

interface LinesValues {
  lines: number;
  writers: number;
  readers: number;
  rounds: number;
  seconds: number;
}
const { lines, threads, rounds, seconds } = LINES_LIMITS;
const FIELDS: Table<LinesValues> = {
  lines: number({ min: 1, max: lines, whole: true }),
  writers: number({ min: 0, max: threads, whole: true }),
  readers: number({ min: 0, max: threads, whole: true }),
  rounds: number({ min: 1, max: rounds, whole: true }),
  seconds: number({ ...seconds, whole: false }),
};
const NAMES = {
  lines: '--lines',
  writers: '--writers',
  readers: '--readers',
  rounds: '--rounds',
  seconds: '--seconds',
} as const;

interface LinesAsked {
  readonly points: readonly LinesPoint[];
  readonly rounds: number;
  readonly seconds: number;
}

/** The series and its control. */
export function linesSeries({ lines: most, writers, readers }: LinesPoint): readonly LinesPoint[] {
  const series = [...SERIES.filter((n) => n < most), most].map((n) => ({ lines: n, writers, readers }));
  const fewer = { lines: most, writers: Math.ceil(writers * FEWER), readers: Math.ceil(readers * FEWER) };
  return threadsOf(fewer) < writers + readers ? [...series, fewer] : series;
}

/** The checked series, or the fault of an option. */
export function checkLines(
  given: LinesOptions & { readonly seconds?: string },
  cores: number,
): Result<LinesAsked, string> {
  const { lines, writers, readers, rounds, seconds } = given;
  const read = readFields(FIELDS, { lines, writers, readers, rounds, seconds }, { names: NAMES, messages });
  if (!read.ok) return err(read.error.message);
  const asked = { ...LINES_DEFAULTS, ...read.value };
  const most = Math.min(cores, threads);
  // All hardware threads are used, half of them by writers on a small machine.
  const ofWriters = read.value.writers ?? Math.min(LINES_DEFAULTS.writers, Math.max(1, Math.floor(most / 2)));
  const ofReaders = read.value.readers ?? Math.max(0, most - ofWriters);
  const all = ofWriters + ofReaders;
  if (all < 1 || all > threads) return err(t('cli.lines.threads', { threads: all, max: threads }));
  const points = linesSeries({ lines: asked.lines, writers: ofWriters, readers: ofReaders });
  return ok({ points, rounds: asked.rounds, seconds: asked.seconds });
}

export async function runLines(
  options: LinesOptions & { readonly seconds?: string; readonly json?: true },
  here: Omit<Machine, 'clockResolutionNs'>,
  io: Io,
): Promise<number> {
  const asked = checkLines(options, here.cores);
  if (!asked.ok) {
    io.err(`${t('cli.error', { what: asked.error })}\n`);
    return EXIT.badInput;
  }
  const { points, rounds, seconds } = asked.value;
  const most = Math.max(...points.map(threadsOf));
  if (most > here.cores) io.err(`${t('cli.lines.oversubscribed', { threads: most, cores: here.cores })}\n`);
  await io.prepare();
  const measured = await measureLines({
    ...asked.value,
    signal: io.signal,
    onProgress: (percent) => {
      if (io.live) io.progress(t('cli.lines.progress', { rounds, percent }));
    },
  });
  io.progress(null);
  if (!measured.ok) {
    const { aborted } = io.signal;
    io.err(`${t('cli.error', { what: aborted ? t('cli.interrupted') : measured.error.message })}\n`);
    return aborted ? exitOfSignal(io.signal) : EXIT.badInput;
  }
  const machine = { ...here, ...socketsHere(), clockResolutionNs: clockStepNs() };
  const file: LinesFile = { format: LINES_FORMAT, machine, settings: { seconds, points }, rounds: measured.value };
  const said = linesSaid(file, messages);
  if (options.json) {
    io.out(linesFileText(file));
    io.err(`${said}\n`);
  } else io.out(linesText(file, said));
  return EXIT.done;
}

type Column = TextColumn<LinesRow>;
const right = (head: string, cell: (row: LinesRow) => string): Column => ({ head, cell, align: 'right' });
const COLUMNS: readonly Column[] = [
  right(t('linesShared.head.lines'), (r) => format.integer(r.lines)),
  right(t('linesShared.head.writers'), (r) => format.integer(r.writers)),
  right(t('linesShared.head.readers'), (r) => format.integer(r.readers)),
  right(t('linesShared.head.transfers'), (r) => format.si(r.transfersPerS.median)),
  right(t('linesShared.head.middle'), ({ transfersPerS: { q1, q3 } }) =>
    t('linesShared.cell.range', { from: format.si(q1), to: format.si(q3) }),
  ),
  right(t('linesShared.head.writes'), (r) => format.si(r.writesPerS.median)),
  right(t('linesShared.head.reads'), (r) => format.si(r.readsPerS.median)),
  right(t('linesShared.head.walk'), (r) =>
    r.nsPerWalk === null ? t('linesShared.cell.none') : format.significant(r.nsPerWalk, 3),
  ),
];

/** The table and the sentence. */
export function linesText(file: LinesFile, said: string): string {
  const { machine, settings, rounds } = file;
  const facts = [
    t('cli.lines.run', { rounds: rounds.length, seconds: settings.seconds }),
    t('cli.lines.machine', { cpu: machine.cpu, node: machine.node, v8: machine.v8, facts: linesFacts(file, messages) }),
    t('cli.lines.columns'),
  ];
  return `${facts.join('\n')}\n\n${textTable(COLUMNS, linesRows(file))}\n\n${said}\n`;
}
