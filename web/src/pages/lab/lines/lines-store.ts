/**
 * The cache-line page's store: which scenes are shown, and one clock over both. A request that arrives while an answer is pending
 * replaces the waiting one. No React, no DOM.
 */
import '../../../base/messages/en/lines.ts';
import type { EngineError } from '../../../base/engine-error.ts';
import type { Messages } from '../../../base/messages/index.ts';
import { Store, Turns } from '../../../base/store.ts';
import type { SceneClient } from '../../../engine/replay/scene-client.ts';
import type { Machine, MachineId } from '../../../scenario/machine.ts';
import {
  DEFAULT_LINES,
  fitSettings,
  type LinePair,
  type LineSpeed,
  type LinesSettings,
  pairNs,
  type StepUnit,
  stepWithin,
  stopAt,
  stopCount,
  timeOfStop,
} from '../../../viewmodel/cachelines/position.ts';
import { isBare, isSame, type LinesAddress } from './address.ts';
import { type Landing, landingNs, landingOf, Playhead } from './playhead.ts';
import { type SceneClients, ScenePair } from './scene-pair.ts';

export interface LinesState {
  /** `ready`: a pair is shown; another may be on its way. */
  readonly phase: 'loading' | 'ready' | 'failed';
  readonly note: string | null;
  readonly settings: LinesSettings;
  readonly machine: Machine;
  readonly pair: LinePair | null;
  /** The number of the displayed operation of core A. */
  readonly operation: number;
  /** ns since its beginning. During play it lags slightly: the store's clock has the time of each frame. */
  readonly ns: number;
  readonly unit: StepUnit;
  /** The caches and what moves, without the memory and its counters. */
  readonly isPlain: boolean;
  readonly isPlaying: boolean;
  readonly speed: LineSpeed;
  /** A requested scene has not arrived yet. */
  readonly isBusy: boolean;
}

/** The outside functions that the store needs. */
export interface LinesDeps {
  readonly start: () => SceneClient;
  readonly machine: (id: MachineId) => Machine;
  readonly messages: Messages;
  readonly onAddress: (address: LinesAddress) => void;
}

export class LinesStore {
  readonly #world: LinesDeps;
  readonly #store: Store<LinesState>;
  readonly #clients: SceneClients;
  readonly #requests = new Turns();
  readonly #playhead = new Playhead();
  readonly clock = this.#playhead.clock;
  #scenes: ScenePair | null = null;
  #address: LinesAddress | null = null;

  constructor(world: LinesDeps) {
    this.#world = world;
    this.#clients = [world.start(), world.start()];
    this.#store = new Store<LinesState>({
      phase: 'loading',
      note: null,
      settings: DEFAULT_LINES,
      machine: world.machine(DEFAULT_LINES.machine),
      pair: null,
      operation: 0,
      ns: 0,
      unit: 'miss',
      isPlain: true,
      isPlaying: false,
      speed: 1,
      isBusy: true,
    });
  }

  readonly get = (): LinesState => this.#store.get();
  readonly subscribe = (listener: () => void): (() => void) => this.#store.subscribe(listener);

  dispose(): void {
    this.#requests.end();
    for (const client of this.#clients) client.dispose();
  }

  // --- what is shown -------------------------------------------------------------------------------------------------

  /** Adopts an address from outside: a link, the Back button. */
  async applyAddress(address: LinesAddress): Promise<void> {
    if (isSame(this.#address, address)) return;
    this.#address = address;
    const { operation, stop, unit, detail, ...settings } = address;
    // From before misses were the usual step: a link to an operation meant accesses.
    this.#set({ unit: unit ?? (operation === undefined ? 'miss' : 'access'), isPlain: detail !== 'all' });
    // A page that nobody has asked anything of compares the two versions; links from before name no view, and keep their designs.
    const first = isBare(address) ? { ...DEFAULT_LINES, right: 'pg14' as const } : DEFAULT_LINES;
    await this.#open({ ...first, ...settings }, operation, stop);
  }

  /** Changes the design, machine or a number; the clock stays at the same operation. */
  async change(change: Partial<LinesSettings>): Promise<void> {
    const { settings, pair, operation } = this.get();
    await this.#open({ ...settings, ...change }, pair === null ? undefined : operation);
  }

  async #open(wanted: LinesSettings, operation: number | undefined, stop?: number): Promise<void> {
    const isNewest = this.#requests.begin();
    this.pause();
    const machine = this.#world.machine(wanted.machine);
    const settings = fitSettings(wanted, machine);
    this.#scenes = null;
    this.#set({ settings, machine, isBusy: true, note: null });
    const scenes = await ScenePair.open(this.#clients, settings, machine);
    if (!isNewest()) return;
    if (!scenes.ok) return this.#fail(scenes.error);
    this.#scenes = scenes.value;
    if (operation === undefined) return this.#goTelling(scenes.value, null, 'first-miss');
    const isThere = await this.#go(operation, stop === undefined ? 'telling' : { stop });
    if (!isThere) await this.#goTelling(scenes.value, this.#world.messages.t('lines.beyond', { operation }));
  }

  async #goTelling(scenes: ScenePair, note: string | null, landing: Landing = 'telling'): Promise<void> {
    const isNewest = this.#requests.current();
    this.#set({ isBusy: true });
    const telling = await scenes.tellingOperation();
    if (isNewest()) await this.#go(telling, landing, note);
  }

  /** False: the scene has no such operation, and what was shown stays. */
  async #go(operation: number, landing: Landing, note: string | null = null): Promise<boolean> {
    if (this.#scenes === null) return true;
    if (operation < 0) return this.#stay();
    const isNewest = this.#requests.begin();
    this.#set({ isBusy: true });
    const shown = await this.#scenes.show(operation);
    if (!isNewest()) return true;
    if (shown === null) return this.#stay();
    if (!shown.ok) this.#fail(shown.error);
    else {
      this.#playhead.rest();
      const ns = landingNs(shown.value, landing);
      this.#moveTo(ns, { phase: 'ready', pair: shown.value, operation, isBusy: false, note });
    }
    return true;
  }

  #stay(): false {
    this.pause();
    this.#set({ isBusy: false });
    return false;
  }

  #fail(error: EngineError): void {
    this.pause();
    const note = this.#world.messages.t('lines.failed', { what: error.message });
    this.#set({ phase: this.get().pair === null ? 'failed' : 'ready', isBusy: false, note });
  }

  // --- the clock -----------------------------------------------------------------------------------------------------

  /** One step on or back, by the chosen unit. */
  step(direction: 1 | -1): void {
    const { pair, unit, isBusy, operation } = this.get();
    if (pair === null || this.#scenes === null || isBusy) return;
    this.pause();
    const { ns } = this.#playhead;
    const end = pairNs(pair);
    const stop = ns >= end ? stopCount(pair) - 1 : stopAt(pair, ns);
    if (unit === 'access' || unit === 'miss') {
      const next = stepWithin(pair, stop, unit, direction);
      if (next !== null) this.#moveTo(timeOfStop(pair, next));
      else void this.#go(operation + direction, landingOf(unit, direction));
    } else if (direction === 1 && ns < end && pair.left.operation.kind === 'snapshot') {
      // First the current one is brought to its end.
      this.#moveTo(end);
    } else void this.#seekSnapshot(this.#scenes, unit, direction);
  }

  /** To the end of the next snapshot: the next one of all, or the first of the next transaction. */
  async #seekSnapshot(
    scenes: ScenePair,
    unit: Extract<StepUnit, 'snapshot' | 'transaction'>,
    direction: 1 | -1,
  ): Promise<void> {
    const isNewest = this.#requests.current();
    const at = await scenes.snapshotFrom(this.get().operation, unit, direction, isNewest);
    if (at !== null && isNewest()) await this.#go(at, 'end');
  }

  /** To the operation's beginning; from there to the one before. */
  first(): void {
    const { pair, isBusy, operation } = this.get();
    if (pair === null || isBusy) return;
    this.pause();
    const start = timeOfStop(pair, 0);
    if (this.#playhead.ns > start) this.#moveTo(start);
    else void this.#go(operation - 1, 'first');
  }

  seek(ns: number): void {
    const { pair } = this.get();
    if (pair === null) return;
    this.pause();
    this.#moveTo(Math.max(0, Math.min(ns, pairNs(pair))));
  }

  setUnit(unit: StepUnit): void {
    this.#set({ unit });
    this.#tellAddress();
  }
  setPlain(isPlain: boolean): void {
    this.#set({ isPlain });
    this.#tellAddress();
  }
  setSpeed(speed: LineSpeed): void {
    this.#set({ speed });
  }
  play(): void {
    if (this.get().pair === null) return;
    this.#playhead.rest();
    this.#set({ isPlaying: true });
  }
  pause(): void {
    if (this.get().isPlaying) this.#moveTo(this.#playhead.ns, { isPlaying: false });
  }

  /** A frame of the page's clock has passed. @param still without motion: from stop to stop */
  tick(sinceLastMs: number, still: boolean): void {
    const { pair, isPlaying, isBusy, speed, operation } = this.get();
    if (!isPlaying || pair === null || isBusy) return;
    const passed = this.#playhead.frame(pair, { sinceLastMs, speed, still });
    if (passed === 'over') void this.#go(operation + 1, 'first');
    else if (passed === 'arrives') this.#moveTo(this.#playhead.ns);
    else if (passed !== 'waits') {
      // First the texts, then the clock: a pair's display follows the clock, and not another pair's.
      if (passed === 'tells') this.#set({});
      this.#playhead.pass();
    }
  }

  /** The clock stops at a time. */
  #moveTo(ns: number, change: Partial<LinesState> = {}): void {
    this.#playhead.ns = ns;
    this.#set(change);
    this.#playhead.settle();
    this.#tellAddress();
  }

  #tellAddress(): void {
    const { settings, operation, pair, ns, unit, isPlain, isPlaying } = this.get();
    if (pair === null || isPlaying) return;
    const stop = ns >= pairNs(pair) ? stopCount(pair) - 1 : stopAt(pair, ns);
    this.#address = { ...settings, operation, stop, unit, ...(isPlain ? {} : { detail: 'all' as const }) };
    this.#world.onAddress(this.#address);
  }

  #set(change: Partial<LinesState>): void {
    this.#store.change({ ...change, ns: this.#playhead.ns });
  }
}
