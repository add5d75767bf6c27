/**
 * The race: from the lab's slices to samples, paired ratios and marks. Pure: a state and slices give the next state.
 *
 * - A *sample* is a quarter of a second of one setting: per design, the sum of transactions over the sum of time.
 *   It never mixes generations (settings) and never counts warm-up slices.
 * - The *ratio* is the median over pairs of adjacent slices of the two designs: what disturbs the machine for longer
 *   than a slice disturbs both and drops out.
 * - The *race clock* is the lab's time without its pauses, so that a race that was paused goes on where it stopped.
 */
import type { DesignId, LabSlice } from '../engine/lab-types.ts';
import { median, rateOf } from './race-stats.ts';

export const SAMPLE_MS = 250;
/** How much of the past the figure shows. */
export const WINDOW_MS = 24_000;
/** How far back the pairs of the ratio reach. */
export const RATIO_MS = 2_000;
/** A longer silence between slices is a pause: the line breaks there and the race clock passes over it. */
export const PAUSE_MS = 400;
/** Samples kept for the CSV: ten minutes. The memory of a race that runs for hours stays where it is. */
export const KEPT_SAMPLES = 2_400;
/** Fewer samples at zero idle do not make a zero point. */
export const ZERO_SAMPLES = 4;
/** Changes of the slider that follow each other this fast are one movement of the hand. */
const ONE_MOVEMENT_MS = 1_200;

/** The two designs, in the order of the ratio: `fast` over `slow`. */
export interface RaceDesigns {
  readonly slow: DesignId;
  readonly fast: DesignId;
}

export interface DesignSample {
  readonly tps: number;
  readonly transactions: number;
  readonly seconds: number;
  readonly slices: number;
}

export interface RaceSample {
  /** On the race clock: the end of the sample's last slice. */
  readonly atMs: number;
  readonly generation: number;
  readonly active: number;
  readonly idle: number;
  /** Counts pauses: a line is drawn within a stretch, never across. */
  readonly stretch: number;
  readonly slow?: DesignSample;
  readonly fast?: DesignSample;
}

/** The slider moved: when, from what, to what. */
export interface IdleChange {
  readonly atMs: number;
  readonly lastAtMs: number;
  readonly from: number;
  readonly to: number;
}

interface PlacedSlice {
  readonly slice: LabSlice;
  readonly endMs: number;
}
interface Pair {
  readonly atMs: number;
  readonly ratio: number;
}

export interface RaceState {
  readonly designs: RaceDesigns;
  readonly clockMs: number;
  readonly samples: readonly RaceSample[];
  readonly changes: readonly IdleChange[];
  /** Pairs of the present generation within the last `RATIO_MS`. */
  readonly pairs: readonly Pair[];
  readonly transactions: number;
  /** The last slice's setting; `undefined` before the first. */
  readonly now?: {
    readonly generation: number;
    readonly idle: number;
    readonly active: number;
    readonly stretch: number;
  };
  /** Slices of the quarter second in progress. */
  readonly open: readonly PlacedSlice[];
  readonly unpaired?: LabSlice;
  /** Lab time at the end of the last slice. */
  readonly lastEndMs?: number;
}

export const startRace = (designs: RaceDesigns): RaceState => ({
  designs,
  clockMs: 0,
  samples: [],
  changes: [],
  pairs: [],
  transactions: 0,
  open: [],
});

export const foldSlices = (state: RaceState, slices: readonly LabSlice[]): RaceState => slices.reduce(foldSlice, state);

function foldSlice(before: RaceState, slice: LabSlice): RaceState {
  const labEndMs = slice.startMs + slice.elapsedNs / 1e6;
  const silence = before.lastEndMs === undefined ? 0 : Math.max(0, slice.startMs - before.lastEndMs);
  const paused = silence > PAUSE_MS;
  const endMs = before.clockMs + (paused ? SAMPLE_MS : silence) + slice.elapsedNs / 1e6;
  const changedSetting = before.now !== undefined && before.now.generation !== slice.generation;

  let state = before;
  const first = state.open[0];
  const sampleIsOver = first !== undefined && Math.floor(endMs / SAMPLE_MS) !== Math.floor(first.endMs / SAMPLE_MS);
  if (paused || changedSetting || sampleIsOver) state = closeSample(state);
  if (paused || changedSetting) state = withoutUnpaired({ ...state, pairs: [] });
  if (changedSetting && before.now !== undefined && before.now.idle !== slice.idle) {
    state = { ...state, changes: addChange(state.changes, before.clockMs, before.now.idle, slice.idle) };
  }
  state = {
    ...state,
    clockMs: endMs,
    lastEndMs: labEndMs,
    now: {
      generation: slice.generation,
      idle: slice.idle,
      active: slice.active,
      stretch: (before.now?.stretch ?? 0) + (paused ? 1 : 0),
    },
  };

  const races = slice.design === state.designs.slow || slice.design === state.designs.fast;
  if (!races || slice.warmUp) return state;
  state = pairUp(state, slice, endMs);
  return { ...state, transactions: state.transactions + slice.transactions, open: [...state.open, { slice, endMs }] };
}

const withoutUnpaired = ({ unpaired: _, ...rest }: RaceState): RaceState => rest;

/** Each slice is in one pair at most: pairs that share a slice would count its disturbance twice. */
function pairUp(state: RaceState, slice: LabSlice, atMs: number): RaceState {
  const other = state.unpaired;
  if (other === undefined || other.design === slice.design) return { ...state, unpaired: slice };
  const rest = withoutUnpaired(state);
  const fast = rateOf([slice.design === state.designs.fast ? slice : other]);
  const slow = rateOf([slice.design === state.designs.fast ? other : slice]);
  if (fast === undefined || slow === undefined || slow === 0) return rest;
  const recent = state.pairs.filter((pair) => pair.atMs > atMs - RATIO_MS);
  return { ...rest, pairs: [...recent, { atMs, ratio: fast / slow }] };
}

function closeSample(state: RaceState): RaceState {
  const last = state.open.at(-1);
  if (last === undefined || state.now === undefined) return state;
  const slow = designSample(state.open, state.designs.slow);
  const fast = designSample(state.open, state.designs.fast);
  const sample: RaceSample = {
    atMs: last.endMs,
    generation: last.slice.generation,
    active: last.slice.active,
    idle: last.slice.idle,
    stretch: state.now.stretch,
    ...(slow && { slow }),
    ...(fast && { fast }),
  };
  const kept = state.samples.length >= KEPT_SAMPLES ? state.samples.slice(1) : state.samples;
  return { ...state, open: [], samples: [...kept, sample] };
}

function designSample(open: readonly PlacedSlice[], design: DesignId): DesignSample | undefined {
  const slices = open.filter((placed) => placed.slice.design === design).map((placed) => placed.slice);
  const tps = rateOf(slices);
  if (tps === undefined) return undefined;
  return {
    tps,
    transactions: slices.reduce((sum, slice) => sum + slice.transactions, 0),
    seconds: slices.reduce((sum, slice) => sum + slice.elapsedNs, 0) / 1e9,
    slices: slices.length,
  };
}

/** A drag asks for many settings; it is drawn as one change, from where the hand began to where it is. */
function addChange(changes: readonly IdleChange[], atMs: number, from: number, to: number): readonly IdleChange[] {
  const last = changes.at(-1);
  const recent = changes.filter((change) => change.atMs > atMs - 2 * WINDOW_MS);
  if (last !== undefined && atMs - last.lastAtMs < ONE_MOVEMENT_MS) {
    return [...recent.slice(0, -1), { ...last, lastAtMs: atMs, to }];
  }
  return [...recent, { atMs, lastAtMs: atMs, from, to }];
}

/** The present ratio and the number of pairs behind it. `undefined` until there is a pair. */
export function ratioNow(state: RaceState): { readonly value: number; readonly pairs: number } | undefined {
  const value = median(state.pairs.map((pair) => pair.ratio));
  return value === undefined ? undefined : { value, pairs: state.pairs.length };
}

/** Samples that the figure shows. */
export const visibleSamples = (state: RaceState): readonly RaceSample[] => {
  const last = state.samples.at(-1);
  return last === undefined ? [] : state.samples.filter((sample) => sample.atMs > last.atMs - WINDOW_MS - SAMPLE_MS);
};

/**
 * What each design does with no idle connection: the median of the samples of the last stay there.
 * `undefined` until there are enough of them.
 */
export function zeroPoint(state: RaceState): { readonly slow: number; readonly fast: number } | undefined {
  const zeros = state.samples.filter((sample) => sample.idle === 0 && sample.slow && sample.fast);
  const generation = zeros.findLast(
    (_, i) => zeros[i - ZERO_SAMPLES + 1]?.generation === zeros[i]?.generation,
  )?.generation;
  const stay = zeros.filter((sample) => sample.generation === generation);
  const slow = median(stay.flatMap((sample) => (sample.slow ? [sample.slow.tps] : [])));
  const fast = median(stay.flatMap((sample) => (sample.fast ? [sample.fast.tps] : [])));
  return generation === undefined || slow === undefined || fast === undefined ? undefined : { slow, fast };
}
