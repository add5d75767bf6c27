/**
 * Position of the clock, and targets of its steps. Both designs play the same operation of the same backend from a
 * common zero; the longer of the two sets the stops, one per access. A stop is inside an access, so that the access is
 * visible.
 */
import { isMiss, type LineScene, SHARING, sceneNs } from './scene.ts';

export const STEP_UNITS = ['access', 'miss', 'snapshot', 'transaction'] as const;
export type StepUnit = (typeof STEP_UNITS)[number];

/** Playing speeds, as multiples of the usual one. */
export const LINE_SPEEDS = [0.25, 1, 4] as const;
export type LineSpeed = (typeof LINE_SPEEDS)[number];

/** The two designs at the same operation. */
export interface LinePair {
  readonly left: LineScene;
  readonly right: LineScene;
}

/** How far into an access its stop is: a transfer is on its way and has not finished. */
const WITHIN = 0.62;

/** The slower of the two; the left one if they are equal. */
export const leader = ({ left, right }: LinePair): LineScene => (sceneNs(right) > sceneNs(left) ? right : left);
export const pairNs = (pair: LinePair): number => sceneNs(leader(pair));

/** Stops of an operation: one in each access of the longer design, and its end. */
export const stopCount = (pair: LinePair): number => leader(pair).accesses.count + 1;

/** ns since the operation's beginning; beyond the last stop: the end. */
export function timeOfStop(pair: LinePair, stop: number): number {
  const { accesses } = leader(pair);
  if (stop >= accesses.count) return pairNs(pair);
  const at = Math.max(0, stop);
  return (accesses.at[at] ?? 0) + (accesses.ns[at] ?? 0) * WITHIN;
}

/** The stop that is nearest to a time, for a pointer on the ruler. */
export function stopAt(pair: LinePair, ns: number): number {
  const { accesses } = leader(pair);
  if (ns >= pairNs(pair)) return accesses.count;
  let [from, to] = [0, accesses.count];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((accesses.at[middle] ?? 0) <= ns) from = middle + 1;
    else to = middle;
  }
  return Math.max(0, from - 1);
}

/**
 * Within the operation: the next or the previous stop of that kind; null if it is in another operation.
 * @param unit `miss`: of either design
 */
export function stepWithin(pair: LinePair, stop: number, unit: 'access' | 'miss', direction: 1 | -1): number | null {
  const last = leader(pair).accesses.count;
  if (unit === 'access') {
    const next = stop + direction;
    return next < 0 || next > last ? null : next;
  }
  const stops = missStops(pair);
  const found = direction === 1 ? stops.find((each) => each > stop) : stops.findLast((each) => each < stop);
  if (found !== undefined) return found;
  // Forwards, the operation plays to its end before the next one begins.
  if (direction === 1 && stop < last) return last;
  return null;
}

/** Stops at which one of the two designs waits for a line. */
export function missStops(pair: LinePair): readonly number[] {
  const long = leader(pair);
  const stops = new Set<number>();
  for (const scene of [pair.left, pair.right]) {
    const { accesses } = scene;
    for (let i = 0; i < accesses.count; i++) {
      if (!isMiss(accesses, i)) continue;
      stops.add(scene === long ? i : stopAt(pair, (accesses.at[i] ?? 0) + (accesses.ns[i] ?? 0) * WITHIN));
    }
  }
  return [...stops].sort((a, b) => a - b);
}

/** The first stop worth a look: a line that is fetched because of its neighbours, otherwise the first miss, otherwise the end. */
export function firstStop(pair: LinePair): number {
  for (const scene of [pair.left, pair.right]) {
    const { accesses } = scene;
    for (let i = 0; i < accesses.count; i++) {
      const sharing = accesses.sharing[i];
      if (!isMiss(accesses, i) || (sharing !== SHARING.false && sharing !== SHARING['for-horizon'])) continue;
      return scene === leader(pair) ? i : stopAt(pair, (accesses.at[i] ?? 0) + (accesses.ns[i] ?? 0) * WITHIN);
    }
  }
  return missStops(pair)[0] ?? stopCount(pair) - 1;
}
