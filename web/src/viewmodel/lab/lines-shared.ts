/**
 * A result file of `lines-shared` as rows, and what it says about a server that all lines share. Pure; the page and
 * the command line say the same sentence.
 *
 * - *Growth.* With a queue for each line, twice the lines carry more transfers. With one server for all of them that is
 *   busy, they carry as many. Growth is the ratio of neighbouring turns, paired round by round (`claim.ts`).
 * - *Control.* As many transfers could also mean that the threads cannot ask for more. So the largest number of lines
 *   is measured with fewer threads, too: a busy server serves these as many transfers, while threads that are the limit
 *   make fewer.
 */
import '../../base/messages/en/lines-shared.ts';
import '../../base/messages/en/ui.ts';
import type { Messages } from '../../base/messages/index.ts';
import type { Sure } from '../../base/units.ts';
import type { LinesFile, LinesPoint, LinesTurn } from '../../scenario/lines-shared.ts';
import { type BusyReason, claimRatio, estimateOf, type MachineState, machineState, type Range } from './claim.ts';
import { type Quartiles, quartilesOf } from './rows.ts';

/** For the views, which read no files. */
export type { LinesFile };

export interface LinesRow extends LinesPoint {
  readonly transfersPerS: Quartiles;
  readonly writesPerS: Quartiles;
  readonly readsPerS: Quartiles;
  /** Mean of a reader's walks over all lines, its median over the rounds; null without readers. */
  readonly nsPerWalk: number | null;
}

export const threadsOf = ({ writers, readers }: LinesPoint): number => writers + readers;
const transfersPerS = (turn: LinesTurn): number => (turn.writtenTransfers + turn.readTransfers) / turn.seconds;
const turnsOf = ({ rounds }: LinesFile, point: number): readonly LinesTurn[] =>
  rounds.flatMap((round) => round[point] ?? []);

/** A row per setting, in the settings' order. */
export function linesRows(file: LinesFile): readonly LinesRow[] {
  return file.settings.points.flatMap((point, at) => {
    const turns = turnsOf(file, at);
    const [transfers, writes, reads] = [
      transfersPerS,
      (turn: LinesTurn) => turn.writes / turn.seconds,
      (turn: LinesTurn) => turn.reads / turn.seconds,
    ].map((of) => quartilesOf(turns.map(of)));
    if (transfers == null || writes == null || reads == null) return [];
    const walks = reads.median / point.lines;
    return [
      {
        ...point,
        transfersPerS: transfers,
        writesPerS: writes,
        readsPerS: reads,
        nsPerWalk: walks > 0 ? (point.readers * 1e9) / walks : null,
      },
    ];
  });
}

/** Places among the settings: the series by lines with all threads, and the largest number of lines with fewer. */
function placesOf(points: readonly LinesPoint[]): {
  readonly series: readonly number[];
  readonly fewer: number | null;
} {
  const most = Math.max(0, ...points.map(threadsOf));
  const first = points.find((point) => threadsOf(point) === most);
  const places = points.map((_, at) => at);
  const linesAt = (at: number): number => points[at]?.lines ?? 0;
  const series = places
    .filter((at) => points[at]?.writers === first?.writers && points[at]?.readers === first?.readers)
    .sort((a, b) => linesAt(a) - linesAt(b));
  const last = series.at(-1);
  const fewer = places.find(
    (at) =>
      last !== undefined && linesAt(at) === linesAt(last) && threadsOf(points[at] ?? points[last] ?? NO_POINT) < most,
  );
  return { series, fewer: fewer ?? null };
}
const NO_POINT: LinesPoint = { lines: 0, writers: 0, readers: 0 };

/** The rows of the series alone, fewest lines first. */
export function seriesRows(file: LinesFile): readonly LinesRow[] {
  const rows = linesRows(file);
  return placesOf(file.settings.points).series.flatMap((at) => rows[at] ?? []);
}

/** From how many lines to how many; of the larger number, the transfers a second. */
interface Step {
  readonly from: number;
  readonly to: number;
  readonly perS: number;
}
export type LinesVerdict =
  | { readonly kind: 'oneSocket' | 'unknownSockets' | 'noStep' }
  | { readonly kind: 'oversubscribed'; readonly threads: number; readonly cores: number }
  /** The threads may all be on one socket. */
  | { readonly kind: 'fitsOne'; readonly threads: number; readonly needed: number }
  | { readonly kind: 'busy'; readonly reasons: readonly BusyReason[] }
  | ({ readonly kind: 'open'; readonly range: Range | null } & Step)
  | ({ readonly kind: 'grows'; readonly ratio: Sure; readonly range: Range } & Step)
  | ({
      readonly kind: 'shared' | 'threads';
      readonly range: Range;
      readonly fewer: Range;
      readonly threads: number;
    } & Step);

/** This part of the threads must be on another socket, wherever the system puts them. */
const ELSEWHERE = 1 / 4;

/** Why the machine or its state can say nothing; null: it can. */
function obstacle(file: LinesFile): LinesVerdict | null {
  const { machine, settings } = file;
  const { sockets, cores } = machine;
  if (sockets === null) return { kind: 'unknownSockets' };
  if (sockets < 2) return { kind: 'oneSocket' };
  const threads = Math.max(...settings.points.map(threadsOf));
  if (threads > cores) return { kind: 'oversubscribed', threads, cores };
  const ofOne = cores / sockets;
  if (threads - ofOne < threads * ELSEWHERE)
    return { kind: 'fitsOne', threads, needed: Math.ceil(ofOne / (1 - ELSEWHERE)) };
  const state = stateOf(file);
  return state.kind === 'busy' ? state : null;
}

/**
 * Threads that share a processor find each other's writes only when they take turns: then all lines are news at once,
 * and transfers grow with the lines whatever the machine's caches do. So a turn counts as late by the time that its
 * threads had no processor, too.
 */
function stateOf(file: LinesFile): MachineState {
  const { points, seconds } = file.settings;
  const late = (turn: LinesTurn, point: LinesPoint): number =>
    Math.max(turn.seconds / seconds, (turn.seconds * threadsOf(point)) / turn.processorSeconds);
  return machineState({
    otherWorkAskedUs: 0,
    otherWorkUs: [],
    rates: points.map((_, at) => turnsOf(file, at).map(transfersPerS)),
    stretched: points.flatMap((point, at) => turnsOf(file, at).map((turn) => late(turn, point))),
  });
}

export function linesVerdict(file: LinesFile): LinesVerdict {
  const stopped = obstacle(file);
  if (stopped !== null) return stopped;
  const { points } = file.settings;
  const { series, fewer } = placesOf(points);
  const last = series.at(-1);
  const top = points[last ?? -1];
  // Half the lines, or the next smaller number below that.
  const half = series.filter((at) => top !== undefined && (points[at]?.lines ?? 0) <= top.lines / 2).at(-1);
  const bottom = points[half ?? -1];
  if (last === undefined || half === undefined || top === undefined || bottom === undefined) return { kind: 'noStep' };
  const claim = (of: number, to: number) => claimRatio(estimateOf(ratios(file, of, to), 'once'));
  const perS = quartilesOf(turnsOf(file, last).map(transfersPerS))?.median ?? 0;
  const step: Step = { from: bottom.lines, to: top.lines, perS };
  const grown = claim(last, half);
  if (grown.kind === 'faster') return { kind: 'grows', ratio: grown.ratio, range: grown.range, ...step };
  const control = fewer === null ? null : claim(last, fewer);
  // Fewer transfers over more lines is no growth either, but nothing that a server alone would do.
  if (grown.kind !== 'alike' || control === null) return { kind: 'open', range: grown.range ?? null, ...step };
  const threads = threadsOf(points[fewer ?? -1] ?? top);
  if (control.kind === 'alike') return { kind: 'shared', range: grown.range, fewer: control.range, threads, ...step };
  if (control.kind === 'faster') return { kind: 'threads', range: grown.range, fewer: control.range, threads, ...step };
  return { kind: 'open', range: grown.range, ...step };
}

/** Of two settings, round by round; rounds without a transfer have no ratio. */
const ratios = ({ rounds }: LinesFile, of: number, to: number): readonly number[] =>
  rounds.flatMap((round) => {
    const [above, below] = [round[of], round[to]];
    if (above === undefined || below === undefined || !(transfersPerS(below) > 0)) return [];
    const ratio = transfersPerS(above) / transfersPerS(below);
    return ratio > 0 ? [ratio] : [];
  });

/** What the data carry, in a few sentences. A busy machine is said even where nothing else could be. */
export function linesSaid(file: LinesFile, messages: Pick<Messages, 't'>): string {
  const [verdict, state] = [linesVerdict(file), stateOf(file)];
  const said = verdictText(verdict, messages);
  if (verdict.kind === 'busy' || state.kind !== 'busy') return said;
  return messages.t('ui.sentences', { all: [said, verdictText(state, messages)] });
}

function verdictText(verdict: LinesVerdict, { t }: Pick<Messages, 't'>): string {
  switch (verdict.kind) {
    case 'oneSocket':
    case 'unknownSockets':
    case 'noStep':
      return t(`linesShared.said.${verdict.kind}`);
    case 'oversubscribed':
      return t('linesShared.said.oversubscribed', verdict);
    case 'fitsOne':
      return t('linesShared.said.fitsOne', verdict);
    case 'busy':
      return t('linesShared.said.busy', verdict);
    case 'open':
      return t('linesShared.said.open', verdict);
    case 'grows':
      return t('linesShared.said.grows', verdict);
    case 'shared':
    case 'threads':
      return t(`linesShared.said.${verdict.kind}`, verdict);
  }
}

/** The machine in short facts. */
export function linesFacts({ machine }: LinesFile, { t }: Pick<Messages, 't'>): readonly string[] {
  const { cores, sockets, isVirtual, clockResolutionNs } = machine;
  const virtual = isVirtual === null ? 'virtualUnknown' : isVirtual ? 'virtual' : 'real';
  return [
    t('linesShared.fact.cores', { cores, sockets }),
    t(`linesShared.fact.${virtual}`),
    t('linesShared.fact.clock', { clockNs: clockResolutionNs }),
  ];
}

/**
 * Transfers by lines if each line has a queue and nothing else is shared: the threads are at the lines by chance, and a
 * line serves one at a time, as fast as measured over the fewest lines (a closed network of equal queues).
 */
export function queuesAlone(rows: readonly LinesRow[]): readonly { readonly lines: number; readonly perS: number }[] {
  const [first] = rows;
  if (first === undefined) return [];
  const share = (lines: number): number => lines / (threadsOf(first) + lines - 1);
  return rows.map(({ lines }) => ({ lines, perS: (first.transfersPerS.median * share(lines)) / share(first.lines) }));
}

/**
 * The service times with which a server of all cross-socket transfers explains some published tables and contradicts
 * others: fitted on the model's two-socket Xeon, cause unknown.
 */
export const SHARED_SERVER_NS = { from: 45, to: 110 } as const;

/** The most transfers that such a server leaves, if threads and lines are spread over two sockets; null for others. */
export function sharedServerBand({ machine, settings }: LinesFile): Range | null {
  const threads = Math.max(...settings.points.map(threadsOf));
  if (machine.sockets !== 2 || threads < 2) return null;
  // A thread's predecessor on a line is on the other socket in this part of all cases.
  const across = threads / 2 / (threads - 1);
  const most = (ns: number): number => 1e9 / ns / across;
  return { low: most(SHARED_SERVER_NS.to), high: most(SHARED_SERVER_NS.from) };
}

export const LINES_HEADER = [
  'lines',
  'writers',
  'readers',
  'rounds',
  'transfers_per_s_q1',
  'transfers_per_s_median',
  'transfers_per_s_q3',
  'writes_per_s',
  'reads_per_s',
  'ns_per_walk',
] as const;

export const linesCsv = (file: LinesFile): readonly (readonly (number | null)[])[] =>
  linesRows(file).map(({ lines, writers, readers, transfersPerS: { n, q1, median, q3 }, ...row }) => [
    ...[lines, writers, readers, n, q1, median, q3],
    ...[row.writesPerS.median, row.readsPerS.median, row.nsPerWalk],
  ]);
