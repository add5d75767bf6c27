/** Several replays of one layout: their sums, and how far a mean of so many replays may be from another such mean. Pure. */
import type { LayoutCell, LayoutTally } from '../../engine/replay/layout-types.ts';
import { OPERATION_KINDS } from '../../engine/replay/scene-types.ts';

/** Replays of a layout (`scatter.ts`). */
export const REPLAYS = 12;
/**
 * Two means of twelve replays each differ by less in 99 of 100 cases: Student's t for 11 degrees of freedom, and the
 * difference of two means has √2 times the error of one. In standard deviations of one replay.
 */
const APART = (3.106 * Math.SQRT2) / Math.sqrt(REPLAYS);

/** Of a layout: the sums of all replays, at the places that the layout has as it is drawn; and each replay's own. */
export interface Replayed {
  readonly tally: LayoutTally;
  readonly each: readonly Sums[];
  /** Each replay's cells by their place and size in the layout as it is drawn (`cellKey`); what it did not touch is missing. */
  readonly cells: readonly ReadonlyMap<string, LayoutCell>[];
}
export const cellKey = ({ at, size }: Pick<LayoutCell, 'at' | 'size'>): string => `${at} ${size}`;
export type Sums = Omit<LayoutTally, 'cells'>;

/** A replay, and where a byte of its memory is in the layout as it is drawn. */
export interface Replay {
  readonly tally: LayoutTally;
  readonly back: (at: number) => number;
}

const both = (a: readonly number[], b: readonly number[]): readonly number[] =>
  [...new Set([...a, ...b])].sort((one, other) => one - other);

const joined = (a: LayoutCell, b: LayoutCell): LayoutCell => ({
  ...a,
  reads: a.reads + b.reads,
  writes: a.writes + b.writes,
  readers: both(a.readers, b.readers),
  writers: both(a.writers, b.writers),
  operations: OPERATION_KINDS.filter((kind) => a.operations.includes(kind) || b.operations.includes(kind)),
  misses: a.misses + b.misses,
  blamed: a.blamed + b.blamed,
  restored: a.restored + b.restored,
  ns: a.ns + b.ns,
});

const sumsOf = ({ cells: _, ...sums }: LayoutTally): Sums => sums;
const added = (a: Sums, b: Sums): Sums => ({
  operations: a.operations + b.operations,
  transactions: a.transactions + b.transactions,
  snapshots: a.snapshots + b.snapshots,
  accesses: a.accesses + b.accesses,
  misses: a.misses + b.misses,
  trueSharing: a.trueSharing + b.trueSharing,
  restored: a.restored + b.restored,
  falseSharing: a.falseSharing + b.falseSharing,
  forHorizon: a.forHorizon + b.forHorizon,
  upgrades: a.upgrades + b.upgrades,
  cold: a.cold + b.cold,
  transfersWithin: a.transfersWithin + b.transfersWithin,
  transfersAcross: a.transfersAcross + b.transfersAcross,
  ns: a.ns + b.ns,
});

export function gather(first: Replay, others: readonly Replay[]): Replayed {
  const cells = new Map<string, LayoutCell>();
  const perReplay = [first, ...others].map(({ tally, back }) => {
    const own = tally.cells.map((cell) => ({ ...cell, at: back(cell.at) }));
    return new Map(own.map((cell) => [cellKey(cell), cell]));
  });
  for (const own of perReplay)
    for (const [key, cell] of own) {
      const known = cells.get(key);
      cells.set(key, known === undefined ? cell : joined(known, cell));
    }
  const each = [first, ...others].map(({ tally }) => sumsOf(tally));
  return {
    tally: {
      ...others.reduce((sum, { tally }) => added(sum, tally), sumsOf(first.tally)),
      cells: [...cells.values()].sort((a, b) => a.at - b.at || a.size - b.size),
    },
    each,
    cells: perReplay,
  };
}

/** How far the mean of a figure may be from that of twelve other replays. */
export function marginOf(values: readonly number[]): number {
  // Exactly none where all replays agree, whatever the sum's rounding.
  if (values.every((value) => value === values[0])) return 0;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return APART * Math.sqrt(squares / Math.max(1, values.length - 1));
}
