/**
 * The cache-line page's store: two scenes of two designs, each in a separate worker, and one clock over both. They play
 * the same operation of core A, whatever its number among all cores' operations. A request that arrives while an answer
 * is pending replaces the waiting one. No React, no DOM.
 */

import type { DesignId } from '../../../base/designs.ts';
import type { EngineError } from '../../../base/engine-error.ts';
import type { Result } from '../../../base/result.ts';
import type { SceneClient } from '../../../engine/replay/scene-client.ts';
import {
  type LineRange,
  OPERATION_KINDS,
  type OperationKind,
  SCENE_LIMITS,
  type SceneOpened,
} from '../../../engine/replay/scene-types.ts';
import type { LinesAddress } from '../../../viewmodel/addresses.ts';
import { looksFor } from '../../../viewmodel/cachelines/groups.ts';
import {
  DEFAULT_LINES,
  firstStop,
  fitSettings,
  LineClock,
  type LinePair,
  type LineSpeed,
  type LinesSettings,
  missStops,
  pairNs,
  type StepUnit,
  stepWithin,
  stopAt,
  stopCount,
  timeOfStop,
} from '../../../viewmodel/cachelines/position.ts';
import { type LineScene, lineScene } from '../../../viewmodel/cachelines/scene.ts';
import type { LinesState, LinesWorld } from './lines-state.ts';

/** An operation of core A, with the data known before it is shown. */
interface OwnOperation {
  readonly number: number;
  readonly kind: OperationKind;
  readonly transaction: number;
  /** Lines fetched because of the neighbours. */
  readonly neighbours: number;
}

/** One design's scene and the data known of it. */
interface Side {
  readonly client: SceneClient;
  readonly design: DesignId;
  readonly opened: SceneOpened;
  readonly looks: readonly LineRange[];
  own: OwnOperation[];
  /** The number of operations of all cores that have been searched. */
  known: number;
}

/** The target of a step: an operation, and the place in it. */
type Landing = { readonly stop: number } | 'end' | 'first' | 'first-miss' | 'telling';

/** The number of operations that are searched at once, for each core; and at most, before one is shown. */
const AHEAD_PER_CORE = 2;
const FIRST_LOOK_PER_CORE = 16;
/** The duration of a short operation during play, and of a long one; others are in between, by their length. */
const SHORTEST_MS = 1_600;
const LONGEST_MS = 30_000;
/** The clock's speed during play. */
const NS_PER_SECOND = 70;
/** The pause at an operation's end before the next one begins. */
const HOLD_MS = 900;
/** How often listeners are notified during play. */
const TELL_MS = 250;
/** Without motion: the pause at each stop. */
const STILL_MS = 1_200;

const WATCHED = 0;

export class LinesStore {
  readonly #world: LinesWorld;
  readonly #listeners = new Set<() => void>();
  /** The clock's time, frame by frame. */
  readonly clock = new LineClock();
  #state: LinesState;
  /** The state as listeners know it: during play they are not notified of each frame. */
  #told: LinesState;
  #clients: readonly [SceneClient, SceneClient];
  #sides: readonly [Side, Side] | null = null;
  #address: LinesAddress | null = null;
  #turn = 0;
  #held = 0;
  #playedMs = 0;
  #toldAtMs = 0;

  constructor(world: LinesWorld) {
    this.#world = world;
    this.#clients = [world.start(), world.start()];
    this.#state = {
      phase: 'loading',
      note: null,
      settings: DEFAULT_LINES,
      machine: world.machine(DEFAULT_LINES.machine),
      pair: null,
      operation: 0,
      ns: 0,
      unit: 'access',
      isPlaying: false,
      speed: 1,
      isBusy: true,
    };
    this.#told = this.#state;
  }

  readonly get = (): LinesState => this.#told;
  readonly subscribe = (callback: () => void): (() => void) => {
    this.#listeners.add(callback);
    return () => this.#listeners.delete(callback);
  };

  dispose(): void {
    this.#turn++;
    for (const client of this.#clients) client.dispose();
  }

  // --- what is shown -------------------------------------------------------------------------------------------------

  /** Adopts an address from outside: a link, the Back button. */
  async adopt(address: LinesAddress): Promise<void> {
    if (address === this.#address) return;
    this.#address = address;
    const { operation, stop, unit, ...settings } = address;
    if (unit !== undefined) this.#set({ unit });
    await this.#open({ ...DEFAULT_LINES, ...settings }, operation, stop);
  }

  /** Changes the design, machine or a number; the clock stays at the same operation. */
  async change(change: Partial<LinesSettings>): Promise<void> {
    await this.#open(
      { ...this.#state.settings, ...change },
      this.#state.pair === null ? undefined : this.#state.operation,
    );
  }

  async #open(wanted: LinesSettings, operation: number | undefined, stop?: number): Promise<void> {
    const turn = ++this.#turn;
    this.pause();
    const machine = this.#world.machine(wanted.machine);
    const settings = fitSettings(wanted, machine);
    this.#sides = null;
    this.#set({ settings, machine, isBusy: true, note: null });
    const [left, right] = await Promise.all([
      this.#openSide(this.#clients[0], settings.left, settings),
      this.#openSide(this.#clients[1], settings.right, settings),
    ]);
    if (turn !== this.#turn) return;
    if (!left.ok) return this.#fail(left.error);
    if (!right.ok) return this.#fail(right.error);
    this.#sides = [left.value, right.value];
    if (operation !== undefined) await this.#go(operation, stop === undefined ? 'telling' : { stop });
    else {
      const telling = await this.#tellingOperation(this.#sides);
      if (turn === this.#turn) await this.#go(telling, 'telling');
    }
  }

  async #openSide(client: SceneClient, design: DesignId, settings: LinesSettings): Promise<Result<Side, EngineError>> {
    const { active, idle, place, workload } = settings;
    const machine = this.#world.machine(settings.machine);
    const opened = await client.open({ design, machine, coherence: true, active, idle, place, workload });
    if (!opened.ok) return opened;
    const looks = looksFor({ design, opened: opened.value, workload, connections: active + idle });
    const side: Side = { client, design, opened: opened.value, looks, own: [], known: 0 };
    return { ok: true, value: side };
  }

  /** Finds core A's operations among the next `count` of all cores. */
  async #lookAhead(side: Side, count: number): Promise<Result<null, EngineError>> {
    const timeline = await side.client.timeline(side.known, count);
    if (!timeline.ok) return timeline;
    const { value } = timeline;
    for (let i = 0; i < value.count; i++) {
      if (value.backend[i] !== WATCHED) continue;
      side.own.push({
        number: value.from + i,
        kind: OPERATION_KINDS[value.kind[i] ?? 0] ?? 'begin',
        transaction: value.transaction[i] ?? 0,
        neighbours: (value.falseSharing[i] ?? 0) + (value.forHorizon[i] ?? 0),
      });
    }
    side.known = value.from + value.count;
    return { ok: true, value: null };
  }

  /** Core A's operation number `at` of a side; null when there is none within a scene's limits. */
  async #ownAt(side: Side, at: number): Promise<OwnOperation | null> {
    while (side.own[at] === undefined && side.known < SCENE_LIMITS.operations - 1) {
      const before = side.known;
      const found = await this.#lookAhead(side, AHEAD_PER_CORE * this.#state.settings.active);
      if (!found.ok || side.known === before) break;
    }
    return side.own[at] ?? null;
  }

  /** A snapshot after the first one that fetches a neighbour's line; else the second one. */
  async #tellingOperation(sides: readonly [Side, Side]): Promise<number> {
    const told = ({ own }: Side): number => {
      const first = own.findIndex(({ kind }) => kind === 'snapshot');
      return own.findIndex(({ kind, neighbours }, i) => i > first && kind === 'snapshot' && neighbours > 0);
    };
    const limit = FIRST_LOOK_PER_CORE * this.#state.settings.active;
    for (;;) {
      const found = Math.max(...sides.map(told));
      if (found >= 0) return found;
      const [left] = sides;
      if (left.known >= limit) {
        const kinds = left.own.map(({ kind }) => kind);
        const first = kinds.indexOf('snapshot');
        return Math.max(0, first, kinds.indexOf('snapshot', first + 1));
      }
      const ahead = await Promise.all(
        sides.map((side) => this.#lookAhead(side, AHEAD_PER_CORE * this.#state.settings.active)),
      );
      if (ahead.some(({ ok }) => !ok)) return 0;
    }
  }

  async #go(operation: number, landing: Landing): Promise<void> {
    const sides = this.#sides;
    if (sides === null) return;
    if (operation < 0) return this.#stay();
    const turn = ++this.#turn;
    this.#set({ isBusy: true });
    const scenes: LineScene[] = [];
    for (const shown of await Promise.all(sides.map((side) => this.#scene(side, operation)))) {
      if (turn !== this.#turn) return;
      // A newer request exists, or the scene has no such operation.
      if (shown === null) return this.#stay();
      if (!shown.ok) return this.#fail(shown.error);
      scenes.push(shown.value);
    }
    const [left, right] = scenes;
    if (left === undefined || right === undefined) return this.#stay();
    const pair = { left, right };
    this.#held = 0;
    this.#set({ phase: 'ready', pair, operation, ns: landingNs(pair, landing), isBusy: false, note: null });
    this.#tell();
  }

  async #scene(side: Side, at: number): Promise<Result<LineScene, EngineError> | null> {
    const own = await this.#ownAt(side, at);
    if (own === null) return null;
    const shown = await side.client.show({ operation: own.number }, side.looks);
    if (!shown.ok) return shown;
    if (shown.value === null) return null;
    const { machine, settings } = this.#state;
    const stage = {
      design: side.design,
      machine: { id: machine.id, short: machine.short },
      protocol: machine.protocol.value,
      opened: side.opened,
      connections: settings.active + settings.idle,
    };
    return { ok: true, value: lineScene(stage, shown.value) };
  }

  #stay(): void {
    this.pause();
    this.#set({ isBusy: false });
  }

  #fail(error: EngineError): void {
    this.pause();
    const note = this.#world.messages.t('lines.failed', { what: error.message });
    this.#set({ phase: this.#state.pair === null ? 'failed' : 'ready', isBusy: false, note });
  }

  // --- the clock -----------------------------------------------------------------------------------------------------

  /** One step on or back, by the chosen unit. */
  step(direction: 1 | -1): void {
    const { pair, ns, unit, isBusy } = this.#state;
    if (pair === null || this.#sides === null || isBusy) return;
    this.pause();
    const end = pairNs(pair);
    const stop = ns >= end ? stopCount(pair) - 1 : stopAt(pair, ns);
    if (unit === 'access' || unit === 'miss') {
      const next = stepWithin(pair, stop, unit, direction);
      if (next !== null) this.#moveTo(timeOfStop(pair, next));
      else void this.#go(this.#state.operation + direction, landingOf(unit, direction));
    } else if (direction === 1 && ns < end && pair.left.operation.kind === 'snapshot') {
      // First the current one is brought to its end.
      this.#moveTo(end);
    } else void this.#seekSnapshot(unit, direction);
  }

  /** To the end of the next snapshot: the next one of all, or the first of the next transaction. */
  async #seekSnapshot(unit: Extract<StepUnit, 'snapshot' | 'transaction'>, direction: 1 | -1): Promise<void> {
    const left = this.#sides?.[0];
    const here = left?.own[this.#state.operation];
    if (left === undefined || here === undefined) return;
    const turn = this.#turn;
    for (let at = this.#state.operation + direction; at >= 0; at += direction) {
      const own = await this.#ownAt(left, at);
      if (own === null || turn !== this.#turn) return;
      if (own.kind !== 'snapshot') continue;
      const isFirst =
        left.own.findIndex((each) => each.kind === 'snapshot' && each.transaction === own.transaction) === at;
      if (unit === 'snapshot' || (isFirst && own.transaction !== here.transaction)) return this.#go(at, 'end');
    }
  }

  /** To the operation's beginning; from there to the one before. */
  first(): void {
    const { pair, ns, isBusy } = this.#state;
    if (pair === null || isBusy) return;
    this.pause();
    if (ns > timeOfStop(pair, 0)) this.#moveTo(timeOfStop(pair, 0));
    else void this.#go(this.#state.operation - 1, 'first');
  }

  seek(ns: number): void {
    const { pair } = this.#state;
    if (pair === null) return;
    this.pause();
    this.#moveTo(Math.max(0, Math.min(ns, pairNs(pair))));
  }

  #moveTo(ns: number): void {
    this.#set({ ns });
    this.#tell();
  }

  setUnit(unit: StepUnit): void {
    this.#set({ unit });
    this.#tell();
  }
  setSpeed(speed: LineSpeed): void {
    this.#set({ speed });
  }
  play(): void {
    if (this.#state.pair === null) return;
    this.#held = 0;
    this.#set({ isPlaying: true });
  }
  pause(): void {
    if (!this.#state.isPlaying) return;
    this.#set({ isPlaying: false });
    this.#tell();
  }

  /** A frame of the page's clock has passed. @param still without motion: from stop to stop */
  tick(sinceLastMs: number, still: boolean): void {
    const { pair, ns, isPlaying, isBusy, speed } = this.#state;
    if (!isPlaying || pair === null || isBusy) return;
    const end = pairNs(pair);
    if (ns >= end || still) {
      this.#held += sinceLastMs * speed;
      if (this.#held < (still ? STILL_MS : HOLD_MS)) return;
      this.#held = 0;
      if (ns >= end) {
        void this.#go(this.#state.operation + 1, 'first');
        return;
      }
      const next = stepWithin(pair, stopAt(pair, ns), 'miss', 1);
      this.#set({ ns: next === null ? end : timeOfStop(pair, next) });
      return;
    }
    this.#playedMs += sinceLastMs;
    const wholeMs = Math.min(LONGEST_MS, Math.max(SHORTEST_MS, (end / NS_PER_SECOND) * 1000));
    const next = Math.min(end, ns + (sinceLastMs * speed * end) / wholeMs);
    // Its end is shown for a while: listeners get the exact state.
    if (next >= end || this.#playedMs - this.#toldAtMs >= TELL_MS) this.#toldAtMs = this.#playedMs;
    else {
      this.#state = { ...this.#state, ns: next };
      this.clock.pass(next, this.#playedMs);
      return;
    }
    this.#set({ ns: next }, next < end);
  }

  #tell(): void {
    const { settings, operation, pair, ns, unit, isPlaying } = this.#state;
    if (pair === null || isPlaying) return;
    const stop = ns >= pairNs(pair) ? stopCount(pair) - 1 : stopAt(pair, ns);
    this.#address = { ...settings, operation, stop, unit };
    this.#world.onAddress(this.#address);
  }

  /** @param isPassing the clock continues from there at once */
  #set(change: Partial<LinesState>, isPassing = false): void {
    this.#state = { ...this.#state, ...change };
    this.#told = this.#state;
    for (const listener of [...this.#listeners]) listener();
    // After the listeners: a pair's display follows the clock, and not another pair's.
    if (isPassing) this.clock.pass(this.#state.ns, this.#playedMs);
    else if (change.ns !== undefined || change.isPlaying === false) this.clock.set(this.#state.ns);
  }
}

/** The place where a step enters another operation. */
function landingOf(unit: 'access' | 'miss', direction: 1 | -1): Landing {
  if (direction === -1) return 'end';
  return unit === 'miss' ? 'first-miss' : 'first';
}

function landingNs(pair: LinePair, landing: Landing): number {
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
