/**
 * Runs the lab for the page: starts it, asks for settings, gathers slices, publishes a view a few times a second.
 * No React, no DOM: the page calls `pump` once per animation frame and draws the newest `view`.
 * A setting that is refused is shown next to the one that keeps running.
 */

import { useEffect } from 'react';
import type { DesignId } from '../../base/designs.ts';
import type { EngineError } from '../../base/engine-error.ts';
import { Store } from '../../base/store.ts';
import type { LabConfig, LabInfo, LabSlice, StartLab } from '../../engine/lab/lab-types.ts';
import { useFrame } from '../../ui/clock.ts';
import { usePageVisible } from '../../ui/place.ts';
import { useOwned, useStore } from '../../ui/use-store.ts';
import { blocksOf, claimRatio, estimateOf, type RatioClaim } from '../../viewmodel/lab/claim.ts';
import { addSlices, binLengthMs, emptySeries, type LiveSeries } from '../../viewmodel/lab/live-series.ts';
import { pairedRatios, type ResultRow, rowsOf } from '../../viewmodel/lab/rows.ts';
import {
  beginSweep,
  currentPoint,
  type SweepPlan,
  type SweepState,
  sweepDone,
  sweepProgress,
  takeSlices,
} from '../../viewmodel/lab/sweep.ts';
import { LabSession } from './lab-session.ts';

/** Rows of a single run cover the last minute at most; so does the figure. This bounds the memory. */
export const WINDOW_MS = 60_000;
const PUBLISH_MS = 250;
const PAIRS_OF_BLOCK = 5;

export type LabPhase = 'ready' | 'starting' | 'running' | 'hidden' | 'stopped' | 'done' | 'failed';

/** A change of the setting in a single run, to be marked in the figure. */
export interface SettingChange {
  readonly atMs: number;
  readonly from: LabConfig;
  readonly to: LabConfig;
}

export interface LabView {
  readonly phase: LabPhase;
  readonly kind: 'single' | 'sweep' | null;
  /** Why the run failed, or why the last wish was refused. */
  readonly error: EngineError | null;
  readonly info: LabInfo | null;
  /** The setting that is being measured, or was measured last. */
  readonly config: LabConfig | null;
  readonly rows: readonly ResultRow[];
  readonly series: LiveSeries;
  readonly changes: readonly SettingChange[];
  /**
   * For two of the designs in a single run: the supported statement on how many times as fast `a` is as `b`, and the
   * number of pairs.
   */
  readonly ratio: { readonly a: DesignId; readonly b: DesignId; readonly claim: RatioClaim; readonly n: number } | null;
  readonly sweep: { readonly state: SweepState; readonly progress: number } | null;
}

const NO_SERIES = emptySeries(250, WINDOW_MS);
const NOTHING: LabView = {
  phase: 'ready',
  kind: null,
  error: null,
  info: null,
  config: null,
  rows: [],
  series: NO_SERIES,
  changes: [],
  ratio: null,
  sweep: null,
};

/** The two designs whose ratio is shown: 14 and 13 when both race, else the newest and the oldest. */
function comparedDesigns(designs: readonly DesignId[]): { readonly a: DesignId; readonly b: DesignId } | null {
  if (designs.includes('pg13') && designs.includes('pg14')) return { a: 'pg14', b: 'pg13' };
  const [a, b] = [designs.at(-1), designs[0]];
  return a !== undefined && b !== undefined && a !== b ? { a, b } : null;
}

/** The supported ratio of the two compared designs, from blocks of paired turns. */
function ratioOf(slices: readonly LabSlice[], designs: readonly DesignId[]): LabView['ratio'] {
  const pair = comparedDesigns(designs);
  const pairs = pair === null ? [] : pairedRatios(slices, pair.a, pair.b);
  if (pair === null || pairs.length === 0) return null;
  // Blocks begin at the oldest pair, so that existing blocks stay the same while new pairs arrive.
  const whole = pairs.slice(0, pairs.length - (pairs.length % PAIRS_OF_BLOCK));
  return { ...pair, claim: claimRatio(estimateOf(blocksOf(whole, PAIRS_OF_BLOCK), 'often')), n: pairs.length };
}

export class LabRun {
  readonly #session: LabSession;
  readonly #store = new Store(NOTHING);
  readonly get = this.#store.get;
  readonly subscribe = this.#store.subscribe;
  readonly #publish = this.#store.change;
  #slices: LabSlice[] = [];
  #series = NO_SERIES;
  #sweep: SweepState | null = null;
  #publishedAt = Number.NEGATIVE_INFINITY;

  constructor(startLab: StartLab) {
    this.#session = new LabSession(startLab);
  }

  startSingle(config: LabConfig): void {
    this.#sweep = null;
    this.#slices = [];
    this.#session.forget();
    this.#series = emptySeries(binLengthMs(config.designs.length, config.sliceMs), WINDOW_MS);
    const { info, config: before } = this.get();
    this.#publish({ ...NOTHING, info, config: before, kind: 'single', phase: 'starting', series: this.#series });
    void this.#ask(config, config.active);
  }

  /** A new setting for the running single run. */
  change(config: LabConfig): void {
    const { kind, phase } = this.get();
    if (kind === 'single' && (phase === 'running' || phase === 'starting')) void this.#ask(config, config.active);
  }

  startSweep(plan: SweepPlan): void {
    this.#sweep = beginSweep(plan);
    this.#session.forget();
    const first = currentPoint(this.#sweep);
    if (first === null) return;
    const sweep = { state: this.#sweep, progress: 0 };
    this.#publish({ kind: 'sweep', phase: 'starting', error: null, rows: [], ratio: null, sweep });
    void this.#ask(first, Math.max(...plan.points.map(({ active }) => active)));
  }

  /** Stops and keeps the measured slices. */
  readonly stop = (): void => {
    // Nothing has started: the page keeps saying what a click would do.
    if (this.get().phase === 'ready') return;
    this.#session.stop();
    this.#publish({ phase: 'stopped' });
  };

  setHidden(hidden: boolean): void {
    if (hidden && this.get().phase === 'running') {
      this.#session.pause();
      this.#publish({ phase: 'hidden' });
    } else if (!hidden && this.get().phase === 'hidden') {
      this.#session.resume();
      this.#publish({ phase: 'running' });
    }
  }

  /** Once per animation frame. */
  pump(nowMs: number): void {
    if (this.get().phase !== 'running') return;
    if (this.#session.takeFailure()) {
      this.#publish({ phase: 'failed', error: { kind: 'failed', message: '' } });
      return;
    }
    this.#take();
    if (nowMs - this.#publishedAt < PUBLISH_MS || this.get().phase !== 'running') return;
    this.#publishedAt = nowMs;
    const info = this.#session.info();
    if (info !== null) this.#publishProgress(info);
  }

  dispose(): void {
    this.#session.dispose();
  }

  async #ask(config: LabConfig, threads: number): Promise<void> {
    const answer = await this.#session.ask(config, threads, () => this.#publish({ phase: 'starting' }));
    if (answer === null) return;
    if (!answer.ok) {
      const { error, hasEnded } = answer.error;
      this.#publish(hasEnded ? { phase: 'failed', error } : { error });
      return;
    }
    const { isFresh, info } = answer.value;
    const binMs = binLengthMs(config.designs.length, config.sliceMs);
    const goesOn = !isFresh && this.#series.nowMs > 0 && this.#series.binMs === binMs;
    const from = goesOn ? this.get().config : null;
    if (isFresh || this.#series.binMs !== binMs) this.#series = emptySeries(binMs, WINDOW_MS);
    const changes = from === null ? [] : [...this.get().changes, { atMs: this.#series.nowMs, from, to: config }];
    this.#slices = [];
    this.#publish({ phase: 'running', error: null, config, changes, info });
    this.#take();
  }

  #take(): void {
    const slices = this.#session.drain();
    if (slices.length === 0) return;
    if (this.get().kind === 'sweep' && this.#sweep !== null) this.#takeForSweep(this.#sweep, slices);
    else {
      this.#slices.push(...slices);
      this.#series = addSlices(this.#series, slices);
    }
  }

  #takeForSweep(before: SweepState, slices: readonly LabSlice[]): void {
    const sweep = takeSlices(before, slices);
    this.#sweep = sweep;
    if (sweep.index === before.index) return;
    this.#publish({ rows: sweep.rows, sweep: { state: sweep, progress: sweepProgress(sweep) } });
    const next = currentPoint(sweep);
    if (next !== null) void this.#ask(next, next.active);
    else {
      this.#session.stop();
      this.#publish({ phase: 'done' });
    }
  }

  #publishProgress(info: LabInfo): void {
    const { kind, config, changes } = this.get();
    const sweep = this.#sweep;
    if (kind === 'sweep') {
      if (sweep !== null && !sweepDone(sweep))
        this.#publish({ info, sweep: { state: sweep, progress: sweepProgress(sweep) } });
      return;
    }
    if (config === null) return;
    const oldest = this.#series.nowMs - WINDOW_MS;
    if ((this.#slices[0]?.startMs ?? oldest) < oldest)
      this.#slices = this.#slices.filter(({ startMs }) => startMs >= oldest);
    this.#publish({
      info,
      series: this.#series,
      rows: rowsOf(this.#slices, config, info.cores),
      changes: changes.filter(({ atMs }) => atMs >= oldest),
      ratio: ratioOf(this.#slices, config.designs),
    });
  }
}

const newRun = (startLab: StartLab): LabRun => new LabRun(startLab);

/** Ties a lab run to a component: created with it, ended with it, pumped once per frame, paused while the tab is hidden. */
export function useLabRun(startLab: StartLab): { readonly run: LabRun; readonly view: LabView } {
  const run = useOwned(newRun, startLab);
  const view = useStore(run);
  const visible = usePageVisible();
  useEffect(() => run.setHidden(!visible), [run, visible]);
  useFrame(({ now }) => run.pump(now), { active: view.phase === 'running' });

  return { run, view };
}
