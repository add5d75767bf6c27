/**
 * The model's rival: two lines of arithmetic that know nothing of caches or cores that share lines. A simulator that
 * does not beat them explains nothing. Pure.
 *
 *   t14 = what a transaction of 14 took at the published point that the machine's constants were fitted to: the one with
 *         one client, or, with more clients than cores, the one with all hardware threads busy
 *   t13 = t14 + 2 · N · (L2 / 4 + 4 · load · s)
 *
 * N is the number of connections. A transaction takes two snapshots, and each of them reads every connection: a quarter
 * of an L2 latency, as if four connections shared a line and nothing overlapped, and four loads, each of which takes
 * 1 / (loads a cycle · clock with all cores busy). `s` is 2 where both threads of a core run and share its load ports,
 * otherwise 1. So 14's time is flat, and 13's a straight line. Nothing is fitted beyond the two points of the machine's
 * file. Times are in ns, rates in transactions per second.
 */
import { type FittedPoint, type Machine, machineCores, machineThreads } from '../../scenario/machine.ts';
import type { Curves } from './model-chart.ts';

/** Who is connected at a point. */
export interface Connected {
  readonly active: number;
  readonly idle: number;
  readonly mostlyIdle: number;
}

/** A row of the published table that a machine was fitted to. */
export interface FitRow {
  readonly active: number;
  readonly published: Curves<number>;
  /** The row's key columns, as a fitted point names them. */
  readonly where: Readonly<Record<string, number>>;
}

export const isAt = (point: FittedPoint, where: Readonly<Record<string, number>>): boolean =>
  Object.entries(point.where).every(([key, value]) => where[key] === value);

const SNAPSHOTS = 2;
/** Of each connection in a snapshot of 13. */
const L2_SHARE = 1 / 4;
const LOADS = 4;

/** Transactions per second of both designs at a point. */
export type Formula = (point: Connected) => Curves<number>;

/** `rows`: those of the table that the machine was fitted to. Null if its file does not name two of 14's points there. */
export function formulaOf(machine: Machine, rows: readonly FitRow[]): Formula | null {
  const points = machine.fitted?.points.filter(({ column }) => column === 'tps_post') ?? [];
  const [alone, busy] = points
    .flatMap((point) => rows.filter(({ where }) => isAt(point, where)))
    .toSorted((a, b) => a.active - b.active);
  if (alone === undefined || busy === undefined || alone.active === busy.active) return null;
  const [cores, threads] = [machineCores(machine), machineThreads(machine)];
  const running = (active: number): number => Math.min(active, threads) * 1e9;
  const l2 = (machine.latency.l2 ?? machine.latency.l3).value;
  const load = 1 / (machine.core.loadsPerCycle.value * machine.clock.allCore.value);
  return ({ active, idle, mostlyIdle }) => {
    const isShared = active > cores;
    const fit = isShared ? busy : alone;
    const t14 = running(fit.active) / fit.published.post;
    const each = L2_SHARE * l2 + LOADS * load * (isShared ? machine.threadsPerCore.value : 1);
    const t13 = t14 + SNAPSHOTS * (active + idle + mostlyIdle) * each;
    return { pre: running(active) / t13, post: running(active) / t14 };
  };
}
