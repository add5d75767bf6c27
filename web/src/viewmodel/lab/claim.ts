/**
 * The claims that measurements allow. Pure. Every sentence and every large number about a measured ratio or share comes
 * from here.
 *
 * Design
 * - *One statistic.* A value is the median of *blocks*, and a block is the median of neighbouring measurements: a short
 *   disturbance of the machine affects neighbours alike, so single turns are not independent, but blocks nearly are.
 *   Blocks are short while they agree and four times longer when they scatter (`steady`).
 * - *One interval.* It uses the ordered blocks and assumes no distribution. For looks `often`, as on a live page, it
 *   holds at all looks together: a sign test that bets (the mixture of Krichevsky and Trofimov) and may be read at any
 *   time. For a look `once`, as at a finished point of a sweep, it is the plain binomial interval.
 * - *One gate.* `claimRatio` and `claimShare` return a `Sure` number only when the interval excludes the contrary;
 *   messages ask for `Sure`, so a ratio cannot be printed without passing the gate. Otherwise the claim is `measuring`,
 *   with the range so far.
 * - *One detector.* `machineState` returns `quiet` or `busy`, with reasons. On a busy machine the page shows the
 *   published picture.
 */
import { quantileSorted } from 'd3';
import type { Sure } from '../../base/units.ts';

export interface Interval {
  readonly low: number;
  readonly median: number;
  readonly high: number;
  /** Number of blocks behind it. */
  readonly n: number;
}
/** A median whose interval is not known yet has no bounds. */
export type Estimate = Interval | { readonly low?: undefined; readonly median: number; readonly n: number };

/** How often somebody looks: at every moment of a live page, or once, at the end of a run. */
export type Looks = 'often' | 'once';

/** One look in this many at a difference that does not exist may find one. `often`: one life of a page, with all its looks. */
const LEVEL = { often: 5000, once: 200 } as const;
/** Rates closer than this look equal, and the page calls them alike. */
export const ALIKE = 1.1;
/** A smaller ratio would be printed as 1.0. */
const LEAST = 1.05;

/** The middle value; the mean of the two middle ones when their number is even. `undefined` of nothing. */
export function median(values: readonly number[]): number | undefined {
  return quantileSorted(
    [...values].sort((a, b) => a - b),
    0.5,
  );
}

/** Spread of the middle half of some values, as the factor between its ends. 1 for no values. */
export function spreadOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const [q1, q3] = [quantileSorted(sorted, 0.25), quantileSorted(sorted, 0.75)];
  return q1 === undefined || q3 === undefined || q1 <= 0 ? 1 : q3 / q1;
}

/** If the middle half of the blocks is wider than this, four of them are merged into one. */
const SCATTERS = 1.05;
const TOGETHER = 4;

/** Medians of `size` neighbours each, aligned with the newest value; the rest at the old end is left out. */
export function blocksOf(values: readonly number[], size: number): readonly number[] {
  const blocks: number[] = [];
  for (let end = values.length; end >= size; end -= size) {
    const middle = median(values.slice(end - size, end));
    if (middle !== undefined) blocks.push(middle);
  }
  return blocks.reverse();
}

/** Blocks unchanged while they agree, longer ones when they scatter. All values are above 0. */
const steady = (blocks: readonly number[]): readonly number[] =>
  spreadOf(blocks) > SCATTERS ? blocksOf(blocks, TOGETHER) : blocks;

/** ln of n! */
const lnFactorial: number[] = [0];
function lnFact(n: number): number {
  for (let i = lnFactorial.length; i <= n; i++) lnFactorial[i] = (lnFactorial[i - 1] ?? 0) + Math.log(i);
  return lnFactorial[n] ?? 0;
}

/** Winnings of a bettor without prior knowledge after n throws of a fair coin with `heads` heads, as a logarithm. */
function lnWon(n: number, heads: number): number {
  const lnHalf = (k: number) => lnFact(2 * k) - k * Math.log(4) - lnFact(k);
  return n * Math.log(2) + lnHalf(heads) + lnHalf(n - heads) - lnFact(n);
}
/** The probability of at most `heads` heads in n throws, or as few tails. */
function bothTails(n: number, heads: number): number {
  let sum = 0;
  for (let h = 0; h <= heads; h++) sum += Math.exp(lnFact(n) - lnFact(h) - lnFact(n - h) - n * Math.log(2));
  return 2 * sum;
}

/** How many of n ordered values the interval may leave out at each end; -1 when n is too small. */
function leftOut(n: number, looks: Looks): number {
  const enough = (heads: number) =>
    looks === 'often' ? lnWon(n, heads) >= Math.log(LEVEL.often) : bothTails(n, heads) <= 1 / LEVEL.once;
  let out = -1;
  while (out + 1 < n / 2 && enough(out + 1)) out++;
  return out;
}

/** The median of some blocks, oldest first, with its interval once there are enough. Null for no blocks. */
export function estimateOf(blocks: readonly number[], looks: Looks): Estimate | null {
  const middle = median(blocks);
  if (middle === undefined) return null;
  const sorted = [...steady(blocks)].sort((a, b) => a - b);
  const n = sorted.length;
  const out = leftOut(n, looks);
  const [low, high] = [sorted[out], sorted[n - 1 - out]];
  return low === undefined || high === undefined ? { median: middle, n } : { low, median: middle, high, n };
}

/** A range to show while nothing is sure: it has passed no gate, and is shown muted. */
export interface Range {
  readonly low: number;
  readonly high: number;
}
export type RatioClaim =
  /** The first is faster than the second, `ratio` times. */
  | { readonly kind: 'faster'; readonly ratio: Sure; readonly range: Range }
  /** The second is faster than the first, `ratio` times. */
  | { readonly kind: 'slower'; readonly ratio: Sure; readonly range: Range }
  | { readonly kind: 'alike'; readonly ratio: Sure; readonly range: Range }
  | { readonly kind: 'measuring'; readonly range: Range | null };

const sure = (value: number): Sure => value as Sure;
const rangeOf = (estimate: Interval): Range => ({ low: estimate.low, high: estimate.high });
const known = (estimate: Estimate | null | undefined): estimate is Interval => estimate?.low !== undefined;

/** The claim about how many times as fast the first is as the second. */
export function claimRatio(estimate: Estimate | null | undefined): RatioClaim {
  if (!known(estimate)) return { kind: 'measuring', range: null };
  const { low, median: middle, high } = estimate;
  const range = rangeOf(estimate);
  if (low > 1 / ALIKE && high < ALIKE) return { kind: 'alike', ratio: sure(middle), range };
  if (low > 1 && middle >= LEAST) return { kind: 'faster', ratio: sure(middle), range };
  if (high < 1 && middle <= 1 / LEAST) {
    return { kind: 'slower', ratio: sure(1 / middle), range: { low: 1 / high, high: 1 / low } };
  }
  return { kind: 'measuring', range };
}

export type ShareClaim =
  | { readonly kind: 'keeps'; readonly share: Sure; readonly range: Range }
  | { readonly kind: 'measuring'; readonly range: Range | null };

/**
 * The part of `before` that is left `after`: claimed when it is surely less than the whole, or surely the whole within
 * a tenth. More than the whole is not a finding: the machine only had more time for it later.
 */
export function claimShare(before: Estimate | null | undefined, after: Estimate | null | undefined): ShareClaim {
  if (!known(before) || !known(after)) return { kind: 'measuring', range: null };
  const range = { low: after.low / before.high, high: after.high / before.low };
  const share = after.median / before.median;
  if (range.high < 1 || (range.low > 1 / ALIKE && range.high < ALIKE && share <= 1.005)) {
    return { kind: 'keeps', share: sure(Math.min(1, share)), range };
  }
  return { kind: 'measuring', range };
}

export type BusyReason =
  /** A transaction's other work took longer than configured. */
  | 'otherWork'
  /** Turns of one design differ much from each other. */
  | 'spread'
  /** Threads or the coordinator did not get the processor in time. */
  | 'processor';
export type MachineState =
  | { readonly kind: 'quiet' }
  | { readonly kind: 'busy'; readonly reasons: readonly BusyReason[] };

export interface MachineSigns {
  readonly otherWorkAskedUs: number;
  /** Measured duration, turn by turn; empty if there was no other work. */
  readonly otherWorkUs: readonly number[];
  /** Of each design separately: its rate turn by turn, under one setting. */
  readonly rates: readonly (readonly number[])[];
  /** Real duration of each turn over its planned one. */
  readonly stretched: readonly number[];
}

/**
 * Limits from which a machine is busy: reached over asked other work, the factor between the quartiles of rates, and
 * the share of late turns.
 */
export const BUSY = { otherWork: 1.25, spread: 1.35, late: 0.2, lateBy: 1.25, turns: 8 } as const;

export function machineState(signs: MachineSigns): MachineState {
  const reasons: BusyReason[] = [];
  const { otherWorkAskedUs: asked, otherWorkUs: reached, stretched } = signs;
  const middle = median(reached);
  if (asked > 0 && middle !== undefined && middle > BUSY.otherWork * asked) reasons.push('otherWork');
  if (signs.rates.some((rates) => rates.length >= BUSY.turns && spreadOf(rates) > BUSY.spread)) reasons.push('spread');
  const late = stretched.filter((part) => part > BUSY.lateBy).length;
  if (stretched.length >= BUSY.turns && late > BUSY.late * stretched.length) reasons.push('processor');
  return reasons.length === 0 ? { kind: 'quiet' } : { kind: 'busy', reasons };
}
