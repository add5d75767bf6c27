/**
 * The race: from the lab's slices to samples, paired ratios and marks. Pure: a state and slices give the next state.
 *
 * - A *sample* is a quarter of a second of one setting: per design, the sum of transactions over the sum of time. It
 *   never mixes generations (settings) and never counts warm-up slices.
 * - A *pair* is two adjacent slices, one of each design: its ratio, and its middle (the geometric mean of both rates).
 *   A disturbance of the machine that is longer than a slice affects both and cancels in the ratio. Five pairs make a
 *   *block*.
 * - The *levels* of the two designs are the median middle of the last 96 blocks of the present setting, split by the
 *   median ratio: so the number, the labels and the dots are one statistic and cannot contradict each other.
 * - The *race clock* is the lab's time without its pauses, so that a paused race continues where it stopped.
 */

import type { DesignId } from '../../base/designs.ts';
import type { LabSlice } from '../../engine/lab/lab-types.ts';
import { blocksOf, type Estimate, estimateOf, type MachineState, machineState, median } from '../lab/claim.ts';
import { quartilesOf, signsOf } from '../lab/rows.ts';

/** Rates of the race. Pure. A rate is a sum over a sum. */

/** Transactions per second over several slices: all their transactions over all their time. */
function rateOf(slices: readonly LabSlice[]): number | undefined {
  let transactions = 0;
  let elapsed = 0;
  for (const slice of slices) {
    transactions += slice.transactions;
    elapsed += slice.elapsedNs;
  }
  return elapsed > 0 ? (transactions * 1e9) / elapsed : undefined;
}

export const SAMPLE_MS = 250;
/** Length of the past in the figure. */
export const WINDOW_MS = 24_000;
const PAIRS_OF_BLOCK = 5;
/** Blocks of the present setting that count: 20 s of turns on a quiet machine, more if turns come slowly. */
const KEPT_BLOCKS = 96;
/** Fewer blocks, some five seconds of turns, give no middle half that is worth drawing: each new one would move it. */
export const BAND_BLOCKS = 24;
/** How far back the signs of a busy machine are read. */
const SIGNS_MS = 6_000;
/** A longer silence between slices is a pause: the line breaks there and the race clock skips it. */
export const PAUSE_MS = 400;
/** Samples kept for the CSV: ten minutes. So a race that runs for hours needs constant memory. */
export const KEPT_SAMPLES = 2_400;
/** The zero point is known when its interval is narrower than this, as a factor. */
const NARROW = 1.15;
/** Changes of the slider in such quick succession are one movement of the hand. */
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

/** Transactions per second of both designs, from the median middle and the median ratio. */
export interface Levels {
  readonly slow: number;
  readonly fast: number;
}
/** The middle half of the blocks. */
export interface Band {
  readonly low: number;
  readonly high: number;
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
  /** As known at that moment; none before the first block. The middle half of the blocks around each comes later. */
  readonly levels?: Levels;
  readonly bands?: { readonly slow: Band; readonly fast: Band };
  /** Ratio of `levels`: how many times as fast the fast one is. */
  readonly ratio?: Estimate;
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
  readonly middle: number;
}

export interface RaceState {
  readonly designs: RaceDesigns;
  readonly clockMs: number;
  readonly samples: readonly RaceSample[];
  readonly changes: readonly IdleChange[];
  /** Pairs of the present setting that do not fill a block yet. */
  readonly pairs: readonly Pair[];
  /** The last blocks of the present setting: medians of five pairs each. */
  readonly blocks: readonly Pair[];
  /** Slices of the last seconds, of any setting and of other work too: they reveal a busy machine. */
  readonly recent: readonly PlacedSlice[];
  /** The middle of both designs with no idle connection, once it had a narrow interval. */
  readonly zero?: Levels;
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
  blocks: [],
  recent: [],
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
  if (paused || changedSetting) state = withoutUnpaired({ ...state, pairs: [], blocks: [] });
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

  if (slice.warmUp) return state;
  const signs = state.recent.filter((placed) => placed.endMs > endMs - SIGNS_MS);
  state = { ...state, recent: [...signs, { slice, endMs }] };
  if (slice.design !== state.designs.slow && slice.design !== state.designs.fast) return state;
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
  const pairs = [...state.pairs, { atMs, ratio: fast / slow, middle: Math.sqrt(fast * slow) }];
  const [ratio] = blocksOf(
    pairs.map((pair) => pair.ratio),
    PAIRS_OF_BLOCK,
  );
  const middle = median(pairs.map((pair) => pair.middle));
  if (ratio === undefined || middle === undefined) return { ...rest, pairs };
  const blocks = [...state.blocks, { atMs, ratio, middle }].slice(-KEPT_BLOCKS);
  return withZero({ ...rest, pairs: [], blocks });
}

/** A stay at zero with a precise middle and ratio gives the point that published curves are scaled to. */
function withZero(state: RaceState): RaceState {
  if (state.now?.idle !== 0) return state;
  const narrow = [estimateNow(state), middleNow(state)].every(
    (estimate) => estimate?.low !== undefined && estimate.high < NARROW * estimate.low,
  );
  const zero = levelsNow(state);
  return narrow && zero !== undefined ? { ...state, zero } : state;
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
    ...levelled(state),
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

/** A drag asks for many settings; it is drawn as one change, from the drag's start to its present position. */
function addChange(changes: readonly IdleChange[], atMs: number, from: number, to: number): readonly IdleChange[] {
  const last = changes.at(-1);
  const recent = changes.filter((change) => change.atMs > atMs - 2 * WINDOW_MS);
  if (last !== undefined && atMs - last.lastAtMs < ONE_MOVEMENT_MS) {
    return [...recent.slice(0, -1), { ...last, lastAtMs: atMs, to }];
  }
  return [...recent, { atMs, lastAtMs: atMs, from, to }];
}

/** How many times as fast `fast` is as `slow` at the present setting, over the figure's past. Null before a block. */
const estimateNow = (state: RaceState): Estimate | null =>
  estimateOf(
    state.blocks.map((block) => block.ratio),
    'often',
  );
const middleNow = (state: RaceState): Estimate | null =>
  estimateOf(
    state.blocks.map((block) => block.middle),
    'often',
  );

/** Pairs behind the present numbers. */
export const pairsNow = (state: RaceState): number => state.blocks.length * PAIRS_OF_BLOCK;

const parted = ({ ratio, middle }: Pick<Pair, 'ratio' | 'middle'>): Levels => ({
  slow: middle / Math.sqrt(ratio),
  fast: middle * Math.sqrt(ratio),
});

/** Split by the median ratio. `undefined` before a block. */
export function levelsNow(state: RaceState): Levels | undefined {
  const ratio = median(state.blocks.map((block) => block.ratio));
  const middle = median(state.blocks.map((block) => block.middle));
  return ratio === undefined || middle === undefined ? undefined : parted({ ratio, middle });
}

function levelled(state: RaceState): Pick<RaceSample, 'levels' | 'bands'> {
  const levels = levelsNow(state);
  if (levels === undefined) return {};
  const bandOf = (which: 'slow' | 'fast'): Band => {
    const of = quartilesOf(state.blocks.map((block) => parted(block)[which]));
    // With extreme scatter the level, which is made of middle and ratio, may be outside the middle half of its own blocks.
    const level = levels[which];
    return { low: Math.min(of?.q1 ?? level, level), high: Math.max(of?.q3 ?? level, level) };
  };
  const ratio = estimateNow(state);
  const bands = state.blocks.length < BAND_BLOCKS ? undefined : { slow: bandOf('slow'), fast: bandOf('fast') };
  return { levels, ...(bands && { bands }), ...(ratio && { ratio }) };
}

/** The values of number, labels and dots: the newest sample of the present setting. `undefined` before it has a block. */
export function shownNow(state: RaceState): Pick<RaceSample, 'levels' | 'ratio'> | undefined {
  const last = state.samples.at(-1);
  return last !== undefined && last.generation === state.now?.generation ? last : undefined;
}

/**
 * The same for the slider's position: while the race is paused, its last numbers belong to the position of their
 * measurement. While it runs they are the ends of the lines, which follow the slider in a moment.
 */
export const shownAt = (state: RaceState, idle: number, paused: boolean): ReturnType<typeof shownNow> =>
  paused && state.now?.idle !== idle ? undefined : shownNow(state);

/** Whether the machine is too busy for the race; `asked` is the planned time of each slice and each transaction. */
export function machineNow(
  state: RaceState,
  asked: { readonly otherWorkUs: number; readonly sliceMs: number },
): MachineState {
  const slices = state.recent.map((placed) => placed.slice);
  return machineState(signsOf(slices, asked, state.now?.generation));
}

/** Samples that the figure shows. */
export const visibleSamples = (state: RaceState): readonly RaceSample[] => {
  const last = state.samples.at(-1);
  return last === undefined ? [] : state.samples.filter((sample) => sample.atMs > last.atMs - WINDOW_MS - SAMPLE_MS);
};
