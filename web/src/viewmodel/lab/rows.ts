/**
 * From slices (turns of designs on the lab's threads) to rows of results: the only place where a count becomes a rate.
 * The Lab's table, its CSV and the command line show these rows.
 *
 * Rules
 * - The first turn of a design after a change (`warmUp`) never counts.
 * - tps is per wall second of the design's own turns, transactions / (threadNs / active): the median of the turns.
 * - nsPerSnapshot without other work is the thread time per snapshot: the median of the turns, too. With other work it
 *   is the rest of a transaction's time, per snapshot: the median turn of the design less the median turn that ran the
 *   other work alone, in the same run. When the difference is within three standard errors, it is null: not a number to
 *   show.
 */
import { quantileSorted } from 'd3';
import type { DesignId } from '../../base/designs.ts';
import { type Microseconds, type Nanoseconds, ns, type PerSecond, perSecond, us } from '../../base/units.ts';
import { savepointsOf } from '../../engine/lab/lab-config.ts';
import {
  hasSavepoints,
  type LabConfig,
  type LabSlice,
  OPERATION_IDS,
  type OperationId,
  SLRU_COUNTS,
  type SlruCounts,
  type SlruShape,
  type WorkloadId,
} from '../../engine/lab/lab-types.ts';
import {
  type BusyReason,
  blocksOf,
  estimateOf,
  type Interval,
  type MachineSigns,
  machineState,
  median,
} from './claim.ts';

export interface Quartiles {
  readonly q1: number;
  readonly median: number;
  readonly q3: number;
  /** Number of values. */
  readonly n: number;
}

export interface ResultRow {
  readonly design: DesignId;
  readonly active: number;
  readonly idle: number;
  readonly mostlyIdle: number;
  readonly workload: WorkloadId;
  readonly lock: boolean;
  /** Wall time of the design's own turns. */
  readonly seconds: number;
  readonly transactions: number;
  readonly snapshots: number;
  readonly reused: number;
  /** The median turn's rate: a turn that lost its core to another program has no more weight than any other. */
  readonly tps: PerSecond;
  /** Over single turns. */
  readonly tpsQuartiles: Quartiles;
  readonly nsPerSnapshot: Nanoseconds | null;
  /** Why `nsPerSnapshot` is null; null when it is not. */
  readonly costMissing: CostMissing | null;
  readonly otherWorkUsAsked: Microseconds;
  /** Null when no turn measured it: there was no other work, or the run is too young. */
  readonly otherWorkUsReached: Microseconds | null;
  readonly mostlyIdleAskedPerS: PerSecond;
  readonly mostlyIdleReachedPerS: PerSecond;
  /** Connections that came and went; 0 except in the workload churn. */
  readonly connectsAskedPerS: PerSecond;
  readonly connectsReachedPerS: PerSecond;
  /** Workload `operations`: duration of each operation, the median of the turns; null where the clock saw nothing. Null in others. */
  readonly operations: OperationTimes | null;
  /** Workloads with savepoints; null in others. */
  readonly subtrans: SubtransRow | null;
  /** Turns that count. */
  readonly slices: number;
  /** More active connections than cores: threads also wait for each other's time. */
  readonly oversubscribed: boolean;
  /** Interval of `tps` for one look; null when there are too few turns. */
  readonly tpsInterval: Interval | null;
  /** Reasons to call the machine busy during the measurement; empty when it was quiet. */
  readonly disturbed: readonly BusyReason[];
}

export interface SubtransRow {
  readonly savepoints: number;
  readonly slru: SlruShape;
  /** Of pg_subtrans, each per transaction of the design. */
  readonly counts: SlruCounts;
}

export type OperationTimes = Readonly<Record<OperationId, Nanoseconds | null>>;

/** The quartiles of some numbers; null for none. */
export function quartilesOf(values: readonly number[]): Quartiles | null {
  if (values.length === 0) return null;
  const sorted = [...values].sort((a, b) => a - b);
  const at = (p: number): number => quantileSorted(sorted, p) ?? Number.NaN;
  return { q1: at(0.25), median: at(0.5), q3: at(0.75), n: values.length };
}

/** Transactions per wall second of one turn; null when the turn was too short for the clock. */
export function sliceTps(slice: LabSlice): PerSecond | null {
  if (!(slice.threadNs > 0) || slice.active < 1) return null;
  return perSecond((slice.transactions * slice.active * 1e9) / slice.threadNs);
}

/** Turns of each side that a credible difference needs. */
export const MIN_TURNS_FOR_DIFFERENCE = 5;
/** The difference must exceed this many of its own standard errors. */
export const STANDARD_ERRORS = 3;

interface Typical {
  readonly median: number;
  /** How far chance may have moved the median, estimated from the spread of the turns. */
  readonly standardError: number;
  readonly n: number;
}

/**
 * Medians, because a turn that lost its core to another program says nothing about a snapshot, and there are such turns
 * on every machine. For normal scatter a median's standard error is 1.253 σ / √n, and σ is the middle half / 1.349.
 */
function typicalOf(values: readonly number[]): Typical | null {
  const quartiles = quartilesOf(values);
  if (quartiles === null) return null;
  const { q1, q3, n } = quartiles;
  return { median: quartiles.median, standardError: (1.253 / 1.349) * ((q3 - q1) / Math.sqrt(n)), n };
}

/** Thread time per transaction, turn by turn. */
const costOf = (slices: readonly LabSlice[]): Typical | null =>
  typicalOf(slices.filter((s) => s.transactions > 0 && s.threadNs > 0).map((s) => s.threadNs / s.transactions));

/** Why there is no cost: the difference may be chance; too few turns of either side were measured; the workload times other things. */
export type CostMissing = 'inNoise' | 'tooFewTurns' | 'notTimed';

function snapshotCost(
  own: readonly LabSlice[],
  otherWork: readonly LabSlice[],
  config: Pick<LabConfig, 'otherWorkUs' | 'workload'>,
): Nanoseconds | CostMissing {
  if (config.workload === 'operations' || hasSavepoints(config.workload)) return 'notTimed';
  const total = (of: (s: LabSlice) => number): number => own.reduce((sum, s) => sum + of(s), 0);
  const snapshots = total((s) => s.snapshots);
  if (snapshots === 0) return 'tooFewTurns';
  if (config.otherWorkUs === 0) {
    const each = own.filter((s) => s.snapshots > 0 && s.threadNs > 0).map((s) => s.threadNs / s.snapshots);
    return ns(median(each) ?? Number.NaN);
  }

  const [whole, work] = [costOf(own), costOf(otherWork)];
  if (whole === null || work === null) return 'tooFewTurns';
  if (work.n < MIN_TURNS_FOR_DIFFERENCE || whole.n < MIN_TURNS_FOR_DIFFERENCE) return 'tooFewTurns';
  const difference = whole.median - work.median;
  const noise = Math.hypot(whole.standardError, work.standardError);
  if (!(difference > 0 && difference > STANDARD_ERRORS * noise)) return 'inNoise';
  return ns((difference * total((s) => s.transactions)) / snapshots);
}

/**
 * One row per design, in the order of `config.designs`; a design without a counted turn has none. `slices` may contain
 * anything: slices with other connections than this config's are ignored.
 */
export function rowsOf(slices: readonly LabSlice[], config: LabConfig, cores: number): ResultRow[] {
  const counted = slices.filter(
    (s) => !s.warmUp && s.active === config.active && s.idle === config.idle && s.mostlyIdle === config.mostlyIdle,
  );
  const otherWork = counted.filter((s) => s.design === 'other-work');
  const work = costOf(otherWork);
  const state = machineState(signsOf(counted, config));
  const disturbed = state.kind === 'busy' ? state.reasons : [];
  const sum = (own: readonly LabSlice[], of: (s: LabSlice) => number): number => own.reduce((n, s) => n + of(s), 0);

  return config.designs.flatMap((design) => {
    const own = counted.filter((s) => s.design === design && sliceTps(s) !== null);
    const tpsQuartiles = quartilesOf(own.map((s) => sliceTps(s) ?? 0));
    if (tpsQuartiles === null) return [];
    const seconds = sum(own, (s) => s.threadNs) / config.active / 1e9;
    const transactions = sum(own, (s) => s.transactions);
    const cost = snapshotCost(own, otherWork, config);
    return [
      {
        design,
        active: config.active,
        idle: config.idle,
        mostlyIdle: config.mostlyIdle,
        workload: config.workload,
        lock: config.lock,
        seconds,
        transactions,
        snapshots: sum(own, (s) => s.snapshots),
        reused: sum(own, (s) => s.reused),
        tps: perSecond(tpsQuartiles.median),
        tpsQuartiles,
        nsPerSnapshot: typeof cost === 'number' ? cost : null,
        costMissing: typeof cost === 'number' ? null : cost,
        otherWorkUsAsked: config.otherWorkUs,
        otherWorkUsReached: work && config.otherWorkUs > 0 ? us(work.median / 1000) : null,
        mostlyIdleAskedPerS: perSecond(sum(own, (s) => s.mostlyIdleAsked) / seconds),
        mostlyIdleReachedPerS: perSecond(sum(own, (s) => s.mostlyIdleTransactions) / seconds),
        connectsAskedPerS: perSecond(sum(own, (s) => s.connectsAsked) / seconds),
        connectsReachedPerS: perSecond(sum(own, (s) => s.connects) / seconds),
        operations: config.workload === 'operations' ? operationTimes(own) : null,
        subtrans: hasSavepoints(config.workload) ? subtransRow(own, config) : null,
        slices: own.length,
        oversubscribed: config.active > cores,
        tpsInterval: intervalOf(
          own.map((s) => sliceTps(s) ?? 0),
          tpsQuartiles.median,
        ),
        disturbed,
      },
    ];
  });
}

/** Neighbouring turns of a design per block, for an interval at one look. */
const TURNS_OF_BLOCK = 5;
/** @param median the row's own, so that a sentence, its table and its dot are one statistic */
function intervalOf(rates: readonly number[], median: number): Interval | null {
  const estimate = estimateOf(blocksOf(rates, TURNS_OF_BLOCK), 'once');
  if (estimate?.low === undefined) return null;
  const { low, high, n } = estimate;
  return { low: Math.min(low, median), median, high: Math.max(high, median), n };
}

/** Signs of a busy machine in the turns. The rates are those of one request, the newest unless `generation` names one. */
export function signsOf(
  slices: readonly LabSlice[],
  asked: { readonly otherWorkUs: number; readonly sliceMs: number },
  generation = slices.at(-1)?.generation,
): MachineSigns {
  const own = slices.filter((s) => s.design !== 'other-work' && s.generation === generation);
  const designs = [...new Set(own.map((s) => s.design))];
  return {
    otherWorkAskedUs: asked.otherWorkUs,
    otherWorkUs: slices
      .filter((s) => s.design === 'other-work' && s.transactions > 0)
      .map((s) => s.threadNs / s.transactions / 1000),
    rates: designs.map((design) => own.filter((s) => s.design === design).flatMap((s) => sliceTps(s) ?? [])),
    stretched: slices.map((s) => s.elapsedNs / 1e6 / asked.sliceMs),
  };
}

function subtransRow(own: readonly LabSlice[], config: LabConfig): SubtransRow {
  const transactions = own.reduce((sum, slice) => sum + slice.transactions, 0);
  const of = (name: keyof SlruCounts): number =>
    transactions > 0 ? own.reduce((sum, { slru }) => sum + slru[name], 0) / transactions : 0;
  const [lookups = 0, hits = 0, reads = 0, writes = 0, waits = 0] = SLRU_COUNTS.map(of);
  return {
    savepoints: savepointsOf(config),
    slru: config.slru ?? 'pg16',
    counts: { lookups, hits, reads, writes, waits },
  };
}

/** The median over the turns: a turn that lost its core to another program says nothing about its operation. */
function operationTimes(own: readonly LabSlice[]): OperationTimes {
  const typical = (id: OperationId): Nanoseconds | null => {
    const each = own.flatMap(({ operations }) => {
      const { count, ns: took } = operations?.time[id] ?? { count: 0, ns: 0 };
      return count > 0 ? [took / count] : [];
    });
    const middle = median(each) ?? 0;
    return middle > 0 ? ns(middle) : null;
  };
  const [check, assign, end] = OPERATION_IDS.map(typical);
  return { check: check ?? null, assign: assign ?? null, end: end ?? null };
}

/**
 * How many times as fast `a` is as `b`: the median over pairs of neighbouring turns, so that a slow phase of the
 * machine slows both sides of a pair. Each turn is in one pair at most; turns of other designs may be in between.
 */
export const pairedRatio = (slices: readonly LabSlice[], a: DesignId, b: DesignId): Quartiles | null =>
  quartilesOf(pairedRatios(slices, a, b));

/** The ratios of those pairs, oldest first. */
export function pairedRatios(slices: readonly LabSlice[], a: DesignId, b: DesignId): readonly number[] {
  const ratios: number[] = [];
  let waiting: LabSlice | null = null;
  for (const slice of slices) {
    if (slice.warmUp || (slice.design !== a && slice.design !== b)) continue;
    if (waiting === null || waiting.design === slice.design || waiting.generation !== slice.generation) {
      waiting = slice;
      continue;
    }
    const [ofA, ofB] = slice.design === a ? [slice, waiting] : [waiting, slice];
    const [tpsA, tpsB] = [sliceTps(ofA), sliceTps(ofB)];
    if (tpsA !== null && tpsB !== null && tpsB > 0) ratios.push(tpsA / tpsB);
    waiting = null;
  }
  return ratios;
}

/** Shown or saved together with the rows. */
export interface RunFacts {
  readonly cores: number;
  readonly clockResolutionNs: Nanoseconds;
  readonly isolated: boolean;
}

const COLUMNS: readonly (readonly [string, (row: ResultRow) => string | number])[] = [
  ['provenance', () => 'measured'],
  ['design', (r) => r.design],
  ['active', (r) => r.active],
  ['idle', (r) => r.idle],
  ['mostlyIdle', (r) => r.mostlyIdle],
  ['workload', (r) => r.workload],
  ['lock', (r) => (r.lock ? 'yes' : 'no')],
  ['seconds', (r) => round(r.seconds)],
  ['transactions', (r) => r.transactions],
  ['snapshots', (r) => r.snapshots],
  ['reused', (r) => r.reused],
  ['tps', (r) => round(r.tps)],
  ['tpsQ1', (r) => round(r.tpsQuartiles.q1)],
  ['tpsMedian', (r) => round(r.tpsQuartiles.median)],
  ['tpsQ3', (r) => round(r.tpsQuartiles.q3)],
  ['nsPerSnapshot', (r) => (r.nsPerSnapshot === null ? '' : round(r.nsPerSnapshot))],
  ['otherWorkUsAsked', (r) => r.otherWorkUsAsked],
  ['otherWorkUsReached', (r) => (r.otherWorkUsReached === null ? '' : round(r.otherWorkUsReached))],
  ['mostlyIdleAskedPerS', (r) => round(r.mostlyIdleAskedPerS)],
  ['mostlyIdleReachedPerS', (r) => round(r.mostlyIdleReachedPerS)],
  ['connectsAskedPerS', (r) => round(r.connectsAskedPerS)],
  ['connectsReachedPerS', (r) => round(r.connectsReachedPerS)],
  ...OPERATION_IDS.map((id) => [`${id}Ns`, (r: ResultRow) => optional(r.operations?.[id])] as const),
  ['savepoints', (r) => r.subtrans?.savepoints ?? ''],
  ['slru', (r) => r.subtrans?.slru ?? ''],
  ...SLRU_COUNTS.map((name) => [`slru_${name}`, (r: ResultRow) => optional(r.subtrans?.counts[name])] as const),
  ['slices', (r) => r.slices],
  ['oversubscribed', (r) => (r.oversubscribed ? 'yes' : 'no')],
  ['disturbed', (r) => r.disturbed.join(' ')],
];

/** A clock of microseconds cannot resolve more than four decimal places. */
const round = (n: number): number => Number(n.toFixed(4));
const optional = (n: number | null | undefined): number | '' => (n == null ? '' : round(n));

export interface RowsTable {
  readonly header: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}

/** For CSV: one line per row, and the facts of the run in extra columns, so that a file explains itself. */
export function rowsTable(rows: readonly ResultRow[], facts: RunFacts): RowsTable {
  const tail = [facts.cores, facts.clockResolutionNs, facts.isolated ? 'yes' : 'no'];
  return {
    header: [...COLUMNS.map(([name]) => name), 'cores', 'clockResolutionNs', 'crossOriginIsolated'],
    rows: rows.map((row) => [...COLUMNS.map(([, value]) => value(row)), ...tail]),
  };
}

interface Reusing {
  readonly snapshots: number;
  readonly reused: number;
}
/** Whether most of one design's snapshots were reused, and most of another's were computed: their ratio compares a scan with none. */
export function reuseAgainstScan(one: Reusing | undefined, other: Reusing | undefined): boolean {
  const mostly = (row: Reusing | undefined) => row !== undefined && row.reused > row.snapshots / 2;
  return one !== undefined && other !== undefined && mostly(one) !== mostly(other);
}
