/**
 * One transaction of each design, slowed: how long it takes, how many times slower it is shown, and where its dot is.
 * Pure; times are those of the machine, and screen time is a factor away from them.
 *
 * A transaction here is the race's own (`readonly` in wasm-core/src/pg/script.h): two snapshots, one to plan and one to
 * run, and then its rows. Both designs are shown with the same factor.
 */
import type { LabConfig } from '../../engine/lab/lab-types.ts';
import { rowsOf } from '../lab/rows.ts';
import { type RaceState, shownNow } from './race.ts';
import type { PublishedCurve } from './race-finding.ts';
import { MAX_IDLE, nextTop } from './race-layout.ts';

export interface TransactionTime {
  readonly wholeNs: number;
  /** One snapshot of the two; null if it is too short to tell from the rest, which then has no time of its own. */
  readonly snapshotNs: number | null;
}
export interface SlowedTimes {
  readonly source: 'measured' | 'published';
  /** The number of idle connections that the times are for; a published run has only some. */
  readonly idle: number;
  readonly slow: TransactionTime;
  readonly fast: TransactionTime;
}

/** The digits that hold still from one second to the next. */
const rounded = (value: number): number => Number(value.toPrecision(2));

function timeOf(tps: number, active: number, snapshotNs: number | null): TransactionTime {
  const wholeNs = rounded((1e9 * active) / tps);
  if (snapshotNs === null || !(snapshotNs > 0)) return { wholeNs, snapshotNs: null };
  return { wholeNs, snapshotNs: Math.min(rounded(snapshotNs), wholeNs / 2) };
}

/**
 * The race's own times: a transaction's from the rates beside the lines, a snapshot's from what is left without the
 * other work, as in the Lab's table. `undefined` until both designs have them at this position.
 */
export function measuredTimes(state: RaceState, config: LabConfig): SlowedTimes | undefined {
  const levels = state.now?.idle === config.idle ? shownNow(state)?.levels : undefined;
  if (levels === undefined) return undefined;
  const slices = state.recent.map((placed) => placed.slice);
  const rows = rowsOf(slices, config, config.active);
  const timed = (which: 'slow' | 'fast'): TransactionTime | undefined => {
    const row = rows.find(({ design }) => design === state.designs[which]);
    return row === undefined || row.costMissing === 'tooFewTurns'
      ? undefined
      : timeOf(levels[which], config.active, row.nsPerSnapshot);
  };
  const [slow, fast] = [timed('slow'), timed('fast')];
  return slow && fast && { source: 'measured', idle: config.idle, slow, fast };
}

/** 14's published rates differ by up to 2 % from row to row although nothing is added: less than this tells nothing. */
const TOLD = 1.04;

/**
 * The published run's times, at its last number of idle connections up to this one: nothing is interpolated. Its server
 * told no snapshot from the rest; what idle connections added to a transaction, its two snapshots took. Both designs read
 * the same rows, so the rest is one time for both: a transaction's without idle connections, as it is printed.
 */
export function publishedTimes(curve: PublishedCurve, idle: number): SlowedTimes | undefined {
  const [zero] = curve.points;
  const at = curve.points.findLast((point) => point.idle <= idle);
  if (zero === undefined || at === undefined) return undefined;
  const rowsNs = rounded((1e9 * curve.active) / Math.min(zero.slow, zero.fast));
  const timed = (which: 'slow' | 'fast'): TransactionTime => {
    const { wholeNs } = timeOf(at[which], curve.active, null);
    return { wholeNs, snapshotNs: zero[which] / at[which] < TOLD ? null : (wholeNs - rowsNs) / 2 || null };
  };
  return { source: 'published', idle: at.idle, slow: timed('slow'), fast: timed('fast') };
}

/** The latest whole time at each position of the slider. */
export type SeenTimes = ReadonlyMap<number, number>;

/** The same map where the times are known already. */
export function withTimes(seen: SeenTimes, { idle, slow, fast }: SlowedTimes): SeenTimes {
  const longest = Math.max(slow.wholeNs, fast.wholeNs);
  return seen.get(idle) === longest ? seen : new Map(seen).set(idle, longest);
}

/**
 * One scale for all positions of the slider, so that a length at one can be compared with a length at another: it has
 * room for every time that was shown and, from the beginning, for the published one at the slider's end.
 */
export const slowedTop = (before: number | undefined, seen: SeenTimes, curve: PublishedCurve): number =>
  nextTop(before, Math.max(publishedTimes(curve, MAX_IDLE)?.slow.wholeNs ?? 0, ...seen.values()));

/** What the factor is chosen by takes about this long on the screen. */
const SHOWN_MS = 1500;
const STEPS = [1, 2, 5, 10];

/** How many times slower than the machine the screen is: a round number, kept while it is within a factor of two. */
export function slownessFor(before: number | undefined, ns: number): number {
  const wanted = (SHOWN_MS * 1e6) / ns;
  if (before !== undefined && before > wanted / 2 && before < wanted * 2) return before;
  const power = 10 ** Math.floor(Math.log10(wanted));
  const away = (step: number): number => Math.abs(Math.log(wanted / (step * power)));
  return power * STEPS.reduce((best, step) => (away(step) < away(best) ? step : best));
}

/** Two snapshots, then everything else. */
export const STRETCHES = ['plan', 'run', 'rows'] as const;
export type Stretch = (typeof STRETCHES)[number];
export interface Place {
  readonly stretch: Stretch;
  /** How much of the stretch is behind the dot, 0 to 1. */
  readonly part: number;
  /** Transactions that have ended. */
  readonly ended: number;
}
export const AT_START: Place = { stretch: 'plan', part: 0, ended: 0 };
/** What is shown without motion: everything read, the result there. */
export const AT_END: Place = { stretch: 'rows', part: 1, ended: 0 };

/** The stretches of a transaction, on its own clock. */
export function stretchesOf({
  wholeNs,
  snapshotNs,
}: TransactionTime): Readonly<Record<Stretch, readonly [number, number]>> {
  const each = snapshotNs ?? 0;
  return { plan: [0, each], run: [each, 2 * each], rows: [2 * each, wholeNs] };
}

/** Where the dot is this much later, in the machine's time. Other times keep its stretch and the part of it. */
export function advance(place: Place, time: TransactionTime, byNs: number): Place {
  if (!(time.wholeNs > 0)) return place;
  const stretches = stretchesOf(time);
  let left = byNs;
  let { stretch, part, ended } = place;
  for (;;) {
    const [from, to] = stretches[stretch];
    const rest = (1 - part) * (to - from);
    if (left < rest) return { stretch, part: part + left / (to - from), ended };
    left -= rest;
    part = 0;
    if (stretch === 'rows') ended += 1;
    stretch = stretch === 'plan' ? 'run' : stretch === 'run' ? 'rows' : 'plan';
  }
}

/** How long ago the transaction began, in the machine's time. */
export function elapsedNs({ stretch, part }: Place, time: TransactionTime): number {
  const [from, to] = stretchesOf(time)[stretch];
  return from + part * (to - from);
}

/** How many of so many lines the present snapshot has read. They stay marked until the transaction ends. */
export const linesRead = ({ stretch, part }: Place, lines: number): number =>
  stretch === 'rows' ? lines : Math.floor(part * lines);
