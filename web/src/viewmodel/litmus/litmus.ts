/**
 * Litmus tests for a figure: what the checker allows, what real threads did, and what follows from both. The verdicts
 * are those of the C code (`litmus.gen.ts`); nothing here decides what a memory model allows.
 */

import { LITMUS } from '../../engine/lab/litmus.gen.ts';
import {
  LITMUS_OUTCOMES,
  type LitmusOutcome,
  type LitmusTest,
  type LitmusVariant,
} from '../../engine/lab/litmus-types.ts';

export interface LitmusCase {
  readonly test: LitmusTest;
  readonly fence: boolean;
  /** Only `hole` has one. */
  readonly secondLook: boolean;
}

/** The outcome that must not be: the reader uses its snapshot, and the pruner knows nothing of it. */
export const BROKEN: LitmusOutcome = 'neither';

/**
 * The outcomes that only threads which run at the same time come to. If one thread is done before the other begins,
 * the second one notices, and the first one does not.
 */
const TOGETHER: readonly LitmusOutcome[] = [BROKEN, 'both'];

/** The place of a case's variant among all. */
export function variantOf({ test, fence, secondLook }: LitmusCase): number {
  const wanted = test === 'hole' && secondLook;
  return LITMUS.findIndex((one) => one.test === test && one.fence === fence && one.secondLook === wanted);
}

export const variantAt = (index: number): LitmusVariant => {
  const variant = LITMUS[index];
  if (variant === undefined) throw new Error(`there is no litmus variant ${index}`);
  return variant;
};

export const waysOf = (variant: LitmusVariant): number => variant.outcomes.reduce((sum, { ways }) => sum + ways, 0);
export const allows = (variant: LitmusVariant, outcome: LitmusOutcome): boolean =>
  (variant.outcomes[LITMUS_OUTCOMES.indexOf(outcome)]?.ways ?? 0) > 0;

/** Counts of one variant, in the order of the outcomes. */
export type Seen = readonly number[];
/** The waits that were given up, because the other thread had no core. */
export interface Counted {
  readonly seen: Seen;
  readonly naps: number;
}
export const runsOf = (seen: Seen): number => seen.reduce((sum, n) => sum + n, 0);

export interface OutcomeRow {
  readonly outcome: LitmusOutcome;
  readonly isAllowed: boolean;
  /** Interleavings that end so, and all. */
  readonly ways: number;
  readonly of: number;
  readonly seen: number;
  /** The bar's share of the width. Logarithmic: one run in a million is what this is about. */
  readonly bar: number;
}

/** A bar for a single run is this long, so that it is seen. */
const SHORTEST_BAR = 0.04;
const barOf = (seen: number, runs: number): number =>
  seen === 0 ? 0 : SHORTEST_BAR + (1 - SHORTEST_BAR) * (runs <= 1 ? 1 : Math.log(seen) / Math.log(runs));

export function outcomeRows(variant: LitmusVariant, seen: Seen): readonly OutcomeRow[] {
  const of = waysOf(variant);
  const runs = runsOf(seen);
  return LITMUS_OUTCOMES.map((outcome, i) => {
    const ways = variant.outcomes[i]?.ways ?? 0;
    const count = seen[i] ?? 0;
    return { outcome, isAllowed: ways > 0, ways, of, seen: count, bar: barOf(count, runs) };
  });
}

/**
 * The rule of three: an event that was not seen in N independent runs happens, at 95 % confidence, in fewer than 3 of N
 * runs. So it is rarer than one in this many.
 */
export const rarerThanOneIn = (runs: number): number => Math.floor(runs / 3);
/** Below this it says nothing worth saying. */
export const FEWEST_RUNS = 30;

/** The threads often had no core each: more than one wait in this many runs was given up. */
const RUNS_PER_NAP = 20;
export const isBusy = (naps: number, runs: number): boolean => runs > 0 && naps * RUNS_PER_NAP > runs;

/** What the runs say of the broken outcome. */
export type Measured =
  | { readonly kind: 'none' }
  | { readonly kind: 'seen'; readonly seen: number; readonly runs: number }
  /** The model forbids what was seen. */
  | { readonly kind: 'contrary'; readonly seen: number; readonly runs: number }
  /** No outcome shows that the threads ever ran at the same time: nothing follows. */
  | { readonly kind: 'apart'; readonly runs: number }
  /** Not seen in runs with both threads awake: a bound, and never a proof. `oneIn` is null if they are too few. */
  | {
      readonly kind: 'unseen';
      readonly isAllowed: boolean;
      readonly runs: number;
      readonly oneIn: number | null;
    };

export function measuredOf(variant: LitmusVariant, counted: Counted | null): Measured {
  const { seen: counts, naps } = counted ?? { seen: [], naps: 0 };
  const runs = runsOf(counts);
  if (runs === 0) return { kind: 'none' };
  // Whatever the model forbids, not only the broken outcome, would be a fault here or in the machine.
  const forbidden = outcomeRows(variant, counts).filter(({ isAllowed }) => !isAllowed);
  const against = forbidden.reduce((sum, row) => sum + row.seen, 0);
  if (against > 0) return { kind: 'contrary', seen: against, runs };
  const seen = counts[LITMUS_OUTCOMES.indexOf(BROKEN)] ?? 0;
  if (seen > 0) return { kind: 'seen', seen, runs };
  // A run in which one thread slept tests nothing: it does not count.
  const together = runs - naps;
  const isApart = TOGETHER.every((outcome) => (counts[LITMUS_OUTCOMES.indexOf(outcome)] ?? 0) === 0);
  if (isApart || together <= 0) return { kind: 'apart', runs };
  const isBound = !isBusy(naps, runs) && together >= FEWEST_RUNS;
  return {
    kind: 'unseen',
    isAllowed: allows(variant, BROKEN),
    runs: together,
    oneIn: isBound ? rarerThanOneIn(together) : null,
  };
}

/** The variant's sentence: what the figure's title says. */
export const titleOf = ({ test, fence, secondLook }: LitmusVariant) =>
  test === 'buffer' ? (fence ? 'buffer.fence' : 'buffer.open') : secondLook ? (fence ? 'sound' : 'early') : 'hole';

/** One line for each variant: allowed, and seen. */
export interface VariantRow {
  readonly index: number;
  readonly variant: LitmusVariant;
  readonly ways: number;
  readonly of: number;
  readonly measured: Measured;
}
export const variantRows = (results: ReadonlyMap<number, Counted>): readonly VariantRow[] =>
  LITMUS.map((variant, index) => ({
    index,
    variant,
    ways: variant.outcomes[LITMUS_OUTCOMES.indexOf(BROKEN)]?.ways ?? 0,
    of: waysOf(variant),
    measured: measuredOf(variant, results.get(index) ?? null),
  }));

export const LITMUS_HEADER = [
  'test',
  'fence',
  'second_look',
  'outcome',
  'modelled_interleavings',
  'modelled_of',
  'measured_seen',
  'measured_runs',
];
/** Every outcome of every variant; what was not run has no count. */
export const litmusCsv = (
  results: ReadonlyMap<number, Counted>,
): readonly (readonly (string | number | boolean | null)[])[] =>
  LITMUS.flatMap((variant, index) => {
    const seen = results.get(index)?.seen ?? null;
    return outcomeRows(variant, seen ?? []).map((row) => [
      variant.test,
      variant.fence,
      variant.secondLook,
      row.outcome,
      row.ways,
      row.of,
      seen === null ? null : row.seen,
      seen === null ? null : runsOf(seen),
    ]);
  });
