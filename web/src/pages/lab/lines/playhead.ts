/** How far the shown operation has played, frame by frame; and the places in it where a step arrives. No React, no DOM. */
import {
  firstStop,
  LineClock,
  type LinePair,
  type LineSpeed,
  missStops,
  pairNs,
  type StepUnit,
  stepWithin,
  stopAt,
  timeOfStop,
} from '../../../viewmodel/cachelines/position.ts';

/** The duration of a short operation during play, and of a long one; others are in between, by their length. */
const SHORTEST_MS = 1_600;
const LONGEST_MS = 30_000;
/** The clock's speed during play. */
const NS_PER_SECOND = 70;
/** The pause at an operation's end before the next one begins. */
const HOLD_MS = 900;
/** How often listeners of the page's store are notified during play. */
const TELL_MS = 250;
/** Without motion: the pause at each stop. */
const STILL_MS = 1_200;

/**
 * What a frame has brought: `waits` no move; `passes` a move that only the clock shows; `tells` one that the page's texts show, too;
 * `arrives` one after which the clock stops for a while; `over` the end of the pause at the operation's end.
 */
export type Passed = 'waits' | 'passes' | 'tells' | 'arrives' | 'over';

export interface Frame {
  readonly sinceLastMs: number;
  readonly speed: LineSpeed;
  /** Without motion: from stop to stop. */
  readonly still: boolean;
}

export class Playhead {
  /** The time that the figure shows. It follows with `pass` and `settle`, after the page's texts. */
  readonly clock = new LineClock();
  /** ns since the operation's beginning. */
  ns = 0;
  #heldMs = 0;
  #playedMs = 0;
  #toldAtMs = 0;

  /** The next pause takes its whole time. */
  rest(): void {
    this.#heldMs = 0;
  }
  /** The clock shows the time, and stops there. */
  settle(): void {
    this.clock.set(this.ns);
  }
  /** The clock shows the time, and moves on. */
  pass(): void {
    this.clock.pass(this.ns, this.#playedMs);
  }

  frame(pair: LinePair, { sinceLastMs, speed, still }: Frame): Passed {
    const end = pairNs(pair);
    if (this.ns >= end || still) {
      this.#heldMs += sinceLastMs * speed;
      if (this.#heldMs < (still ? STILL_MS : HOLD_MS)) return 'waits';
      this.rest();
      if (this.ns >= end) return 'over';
      const next = stepWithin(pair, stopAt(pair, this.ns), 'miss', 1);
      this.ns = next === null ? end : timeOfStop(pair, next);
      return 'arrives';
    }
    this.#playedMs += sinceLastMs;
    const wholeMs = Math.min(LONGEST_MS, Math.max(SHORTEST_MS, (end / NS_PER_SECOND) * 1000));
    this.ns = Math.min(end, this.ns + (sinceLastMs * speed * end) / wholeMs);
    // Its end is shown for a while, so the texts give the exact state.
    if (this.ns < end && this.#playedMs - this.#toldAtMs < TELL_MS) return 'passes';
    this.#toldAtMs = this.#playedMs;
    return this.ns < end ? 'tells' : 'arrives';
  }
}

/** The place in an operation where a step arrives. */
export type Landing = { readonly stop: number } | 'end' | 'first' | 'first-miss' | 'telling';

/** The place where a step enters another operation. */
export function landingOf(unit: Extract<StepUnit, 'access' | 'miss'>, direction: 1 | -1): Landing {
  if (direction === -1) return 'end';
  return unit === 'miss' ? 'first-miss' : 'first';
}

export function landingNs(pair: LinePair, landing: Landing): number {
  const misses = missStops(pair);
  const end = pairNs(pair);
  switch (landing) {
    case 'end':
      return end;
    case 'first':
      return timeOfStop(pair, 0);
    case 'first-miss':
      return misses[0] === undefined ? end : timeOfStop(pair, misses[0]);
    case 'telling':
      return timeOfStop(pair, firstStop(pair));
    default:
      return timeOfStop(pair, landing.stop);
  }
}
