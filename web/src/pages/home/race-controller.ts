/**
 * Drives the race outside of React: starts the lab, asks for settings, and once per frame takes its measurements. React
 * sees `get()`, which changes only with a new sample (four times a second) or a new state.
 *
 * The reader moves the slider. Until the first touch the race moves it once, from 0 to the end, so that readers see the
 * fall without doing anything. On stage it never does: there the speaker says when.
 */

import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { EngineError } from '../../base/engine-error.ts';
import { Store } from '../../base/store.ts';
import { type Milliseconds, ms, us } from '../../base/units.ts';
import type { LabClient, LabConfig, LabInfo, StartLab } from '../../engine/lab/lab-types.ts';
import type { Capabilities } from '../../engine/wasm/capabilities.ts';
import { useFrame } from '../../ui/clock.ts';
import { useOnScreen, usePageVisible } from '../../ui/place.ts';
import { foldSlices, type RaceDesigns, type RaceState, SAMPLE_MS, startRace } from '../../viewmodel/race/race.ts';
import { highestRate, MAX_IDLE, nextTop } from '../../viewmodel/race/race-layout.ts';

export const DESIGNS: RaceDesigns = { slow: 'pg13', fast: 'pg14' };
const MAX_ACTIVE = 4;
/** One core is left for the page. */
export const activeFor = (cores: number): number => Math.max(1, Math.min(MAX_ACTIVE, cores - 1));

export const raceConfig = (active: number, idle: number): LabConfig => ({
  designs: [DESIGNS.slow, DESIGNS.fast],
  active,
  idle,
  mostlyIdle: 0,
  workload: 'readonly',
  otherWorkUs: us(28),
  lock: true,
  sliceMs: ms(20),
});

/** On the race clock: how long both run before the slider moves by itself; less if their rates are known sooner. */
export const DEMO_AFTER_MS = 5_000;
/** The duration of a movement without a hand: this one, and the one that a reader asks for. */
const GLIDE_MS = 900;
/** The shortest time between requests while the slider is dragged: each request drops the slices in progress. */
const ASK_EVERY_MS = 120;

export type RaceStatus = 'starting' | 'running' | 'paused' | 'failed';

export interface RaceSnapshot {
  readonly status: RaceStatus;
  readonly error?: EngineError;
  readonly race: RaceState;
  /** The end of the y axis for the measured lines; `undefined` before there are any. */
  readonly top?: number;
  /** The slider's value. */
  readonly idle: number;
  /** The slider is on its way without a hand. */
  readonly gliding: boolean;
  readonly active: number;
  readonly info?: LabInfo;
}

export interface RaceOptions {
  readonly cores: number;
  readonly reducedMotion: () => boolean;
  readonly now: () => Milliseconds;
}

export class RaceController {
  readonly #options: RaceOptions;
  readonly #store: Store<RaceSnapshot>;
  #race: RaceState;
  #client: LabClient | undefined;
  #disposed = false;
  #touched = false;
  #asked: number | undefined;
  #askedAt = Number.NEGATIVE_INFINITY;
  #wanted = 0;
  #glide: { readonly since: Milliseconds; readonly from: number; readonly to: number } | undefined;
  #byPerson = false;
  #away = true;

  constructor(options: RaceOptions) {
    this.#options = options;
    this.#race = startRace(DESIGNS);
    this.#store = new Store<RaceSnapshot>({
      status: 'starting',
      race: this.#race,
      idle: 0,
      gliding: false,
      active: activeFor(options.cores),
    });
  }

  readonly get = (): RaceSnapshot => this.#store.get();
  readonly subscribe = (listener: () => void): (() => void) => this.#store.subscribe(listener);

  /** Starts the threads. Resolves when they run or cannot. */
  async start(startLab: StartLab): Promise<void> {
    const started = await startLab(this.get().active).catch((error: unknown) => ({
      ok: false as const,
      error: { kind: 'failed' as const, message: error instanceof Error ? error.message : String(error) },
    }));
    if (!started.ok) {
      this.#set({ status: 'failed', error: started.error });
      return;
    }
    if (this.#disposed) {
      started.value.dispose();
      return;
    }
    this.#client = started.value;
    this.#ask();
    this.#settle();
  }

  dispose(): void {
    this.#disposed = true;
    this.#client?.dispose();
    this.#client = undefined;
  }

  /** The reader moves the slider. */
  setIdle(idle: number): void {
    this.touch();
    this.#wanted = idle;
    this.#set({ idle });
    // Without a lab the slider still reads the published curve.
    if (this.#client !== undefined && this.#options.now() - this.#askedAt >= ASK_EVERY_MS) this.#ask();
  }

  /** The slider goes there by itself, as it did at first. */
  glideTo(idle: number): void {
    this.touch();
    // Nothing counts frames without a lab.
    if (this.#client === undefined || this.get().status === 'failed') this.setIdle(idle);
    else this.#startGlide(idle);
  }

  /** On stage: what has begun to move is at its end at once, and from now on only the speaker moves the slider. */
  leaveToSpeaker(): void {
    if (this.#glide !== undefined) this.#set({ idle: this.#glide.to });
    this.touch();
  }

  /** From now on only the reader moves the slider. */
  touch(): void {
    this.#touched = true;
    this.#glide = undefined;
    if (this.get().gliding) this.#set({ gliding: false });
  }

  togglePause(): void {
    this.#byPerson = !this.#byPerson;
    this.#settle();
  }

  /** The figure left the screen or the tab went to the back; or it is visible again. */
  setAway(away: boolean): void {
    this.#away = away;
    this.#settle();
  }

  /** Once per animation frame. */
  frame(): void {
    const client = this.#client;
    if (client === undefined) return;
    const now = this.#options.now();
    if (this.#wanted !== this.#asked && now - this.#askedAt >= ASK_EVERY_MS) this.#ask();
    this.#moveGlide(now);

    const slices = client.drain();
    if (slices.length > 0) this.#race = foldSlices(this.#race, slices);
    if (client.state() === 'failed' && this.get().status !== 'failed') {
      this.#set({ status: 'failed', error: { kind: 'failed', message: '' } });
      return;
    }
    if (this.#race.samples !== this.get().race.samples) this.#newSample();
  }

  #newSample(): void {
    const last = this.#race.samples.at(-1);
    const seen = highestRate(this.#race.samples.slice(-100));
    this.#set({
      race: this.#race,
      ...(seen > 0 && { top: nextTop(this.get().top, seen) }),
      ...(this.#client && { info: this.#client.info() }),
    });
    const isKnown = this.#race.zero !== undefined || (last?.atMs ?? 0) >= DEMO_AFTER_MS;
    const demoIsDue = !this.#touched && this.get().idle === 0 && isKnown;
    if (demoIsDue && this.#glide === undefined) this.#startGlide(MAX_IDLE);
  }

  #startGlide(to: number): void {
    this.#wanted = to;
    this.#ask();
    if (this.#options.reducedMotion()) {
      this.#touched = true;
      this.#set({ idle: to });
    } else {
      this.#glide = { since: this.#options.now(), from: this.get().idle, to };
      this.#set({ gliding: true });
    }
  }

  /** Only the thumb moves: the lab got one request, for the end. Slow where few connections are, whichever the way. */
  #moveGlide(now: Milliseconds): void {
    if (this.#glide === undefined) return;
    const { since, from, to } = this.#glide;
    const part = Math.min(1, (now - since) / GLIDE_MS);
    const eased = part * part * (3 - 2 * part);
    const root = Math.sqrt(from) + (Math.sqrt(to) - Math.sqrt(from)) * eased;
    this.#set({ idle: part === 1 ? to : Math.round(root * root) });
    if (part === 1) this.touch();
  }

  #ask(): void {
    const wanted = this.#wanted;
    this.#asked = wanted;
    this.#askedAt = this.#options.now();
    void this.#client?.request(raceConfig(this.get().active, wanted)).then((answer) => {
      if (!answer.ok && !this.#disposed) this.#set({ status: 'failed', error: answer.error });
    });
  }

  #settle(): void {
    if (this.#client === undefined || this.get().status === 'failed') return;
    const still = this.#byPerson || this.#away;
    if (still) this.#client.pause();
    else this.#client.resume();
    const status = this.#byPerson ? 'paused' : 'running';
    if (this.get().status !== status) this.#set({ status, info: this.#client.info() });
  }

  #set(change: Partial<RaceSnapshot>): void {
    this.#store.change(change);
  }
}

export interface RaceInput {
  readonly startLab: StartLab;
  readonly capabilities: Capabilities;
  /** The slider's value from the address. */
  readonly idle: number | undefined;
  readonly figure: RefObject<Element | null>;
  readonly stage: boolean;
}

/**
 * The page renders when this changes: at once for the reader's actions and when a new setting has its first numbers,
 * once a second for samples. All words and numbers come from one such moment, so that none contradicts another; the
 * lines, which ask the controller themselves, have the other frames to themselves.
 */
const calmKey = ({ status, idle, gliding, active, error, info, race, top }: RaceSnapshot): string =>
  [
    status,
    idle,
    gliding,
    active,
    error?.message,
    info?.clockResolutionNs,
    race.now?.idle,
    top,
    race.samples.length > 0,
    race.samples.at(-1)?.generation === race.now?.generation,
    race.blocks.length > 0,
    // The first medians change quickly: words and dots follow each sample until they are calm.
    Math.floor((race.samples.at(-1)?.atMs ?? 0) / (race.blocks.length < CALM_BLOCKS ? SAMPLE_MS : 1000)),
  ].join(' ');

const CALM_BLOCKS = 24;

const reducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * Ties the race to the page: one controller for the life of the page, one call per frame, a pause while it is
 * invisible.
 */
export function useRace(input: RaceInput): { readonly snapshot: RaceSnapshot; readonly controller: RaceController } {
  const { startLab, capabilities, idle, figure, stage } = input;
  const cores = capabilities.kind === 'ready' ? capabilities.cores : 1;
  const [controller, setController] = useState(() => newController(cores, idle));
  const calm = useRef<RaceSnapshot>(undefined);
  const snapshot = useSyncExternalStore(controller.subscribe, () => {
    const newest = controller.get();
    if (calm.current === undefined || calmKey(calm.current) !== calmKey(newest)) calm.current = newest;
    return calm.current;
  });

  const ready = capabilities.kind === 'ready';
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address places the slider once; later the slider writes the address
  useEffect(() => {
    if (!ready) return undefined;
    // Made here, so that leaving the page and coming back (also React's rehearsal of it) starts afresh.
    const own = newController(cores, idle);
    setController(own);
    void own.start(startLab);
    return () => own.dispose();
  }, [ready, cores, startLab]);

  useEffect(() => {
    if (stage) controller.leaveToSpeaker();
  }, [controller, stage]);

  const onScreen = useOnScreen(figure);
  const visible = usePageVisible();
  useEffect(() => controller.setAway(!(onScreen && visible)), [controller, onScreen, visible]);
  useFrame(() => controller.frame(), { active: onScreen && snapshot.status !== 'failed' });
  return { snapshot, controller };
}

const newController = (cores: number, idle: number | undefined): RaceController => {
  const controller = new RaceController({ cores, reducedMotion, now: () => ms(performance.now()) });
  if (idle !== undefined) controller.setIdle(idle);
  return controller;
};
