/** The cache-line page's settings, its clock, and the position of the clock. */
import { DESIGN_IDS, type DesignId } from '../../base/designs.ts';
import { Store } from '../../base/store.ts';
import { SCENE_LIMITS, type ScenePlace, type SceneWorkload } from '../../engine/replay/scene-types.ts';
import { MACHINE_IDS, type Machine, type MachineId, machineCores } from '../../scenario/machine.ts';
import { isMiss, type LineScene, SHARING, sceneNs } from './scene.ts';

/** The settings of the cache-line page: designs, machine, connections. Their defaults, limits, and form in an address. */

export interface LinesSettings {
  readonly left: DesignId;
  readonly right: DesignId;
  readonly machine: MachineId;
  /** Backends that run transactions, one per core. */
  readonly active: number;
  readonly idle: number;
  readonly place: ScenePlace;
  readonly workload: SceneWorkload;
}

/** 100 connections: 19 lines of PGXACT against 7 of xids, few enough to draw all of them. */
export const DEFAULT_LINES: LinesSettings = {
  left: 'pg13',
  right: 'dense',
  machine: MACHINE_IDS[0],
  active: 4,
  idle: 96,
  place: 'spread',
  workload: 'readonly',
};
export const isDesign = (text: string): DesignId | undefined => DESIGN_IDS.find((each) => each === text);

/** As many backends as the machine has cores, 64 at most. */
export const maxActive = (machine: Machine): number => Math.min(SCENE_LIMITS.active.max, machineCores(machine));

/** Fits the settings together: no more backends than cores, no more connections than the limit. */
export function fitSettings(settings: LinesSettings, machine: Machine): LinesSettings {
  const active = Math.max(SCENE_LIMITS.active.min, Math.min(settings.active, maxActive(machine)));
  return { ...settings, active, idle: Math.max(0, Math.min(settings.idle, SCENE_LIMITS.connections - active)) };
}

/**
 * The time that the figure shows. The drawing follows it in every frame. While it plays, the texts take turns, because
 * a frame that updated all of them would take too long. Listeners hear of every move.
 */

/** A text stays at least this long while it plays. */
const WORD_MS = 250;

/** The texts, in the order of their turns. */
const TURNS = ['status', 'left note', 'right count', 'left count', 'right note'] as const;
export type WordTurn = (typeof TURNS)[number];

export class LineClock {
  #ns: number;
  #isMoving = false;
  #atMs = 0;
  #jumps = 0;
  /** Counts the moves. */
  readonly #moves = new Store(0);
  readonly subscribe = this.#moves.subscribe;

  constructor(ns = 0) {
    this.#ns = ns;
  }

  /** Time since the operation's beginning. */
  get ns(): number {
    return this.#ns;
  }
  /** Whether it is playing, frame by frame. */
  get isMoving(): boolean {
    return this.#isMoving;
  }

  /** Stops at a time: all texts follow at once. */
  set(ns: number): void {
    if (ns === this.#ns && !this.#isMoving) return;
    this.#ns = ns;
    this.#isMoving = false;
    this.#jumps++;
    this.#tell();
  }
  /** Passes a time while it plays. `atMs` is the page's own clock. */
  pass(ns: number, atMs: number): void {
    this.#ns = ns;
    this.#isMoving = true;
    this.#atMs = atMs;
    this.#tell();
  }

  /** A key that changes whenever it is this text's turn. */
  turn(whose: WordTurn): string {
    const own = this.#isMoving ? Math.floor(this.#atMs / WORD_MS + TURNS.indexOf(whose) / TURNS.length) : '';
    return `${this.#jumps} ${own}`;
  }

  #tell(): void {
    this.#moves.set(this.#moves.get() + 1);
  }
}

/**
 * Position of the clock, and targets of its steps. Both designs play the same operation of the same backend from a
 * common zero; the longer of the two sets the stops, one per access. A stop is inside an access, so that the access is
 * visible.
 */

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
