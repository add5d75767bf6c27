/**
 * Runs the lab for the page: starts it, asks for settings, gathers slices, publishes a view a few times a second.
 * No React, no DOM: the page calls `pump` once per animation frame and draws the newest `view`.
 *
 * Invariants
 * - The newest wish wins: late answers to older requests are dropped (`wish`).
 * - Slices count only for the request they ran under. They may arrive before that request's number does, so they wait.
 * - A setting that is refused changes nothing: the old one keeps running, the error is shown next to it.
 */

import { useEffect, useState, useSyncExternalStore } from 'react';
import type { DesignId } from '../../base/designs.ts';
import type { EngineError } from '../../base/engine-error.ts';
import type { LabClient, LabConfig, LabInfo, LabSlice, StartLab } from '../../engine/lab/lab-types.ts';
import { useFrame } from '../../ui/clock.ts';
import { usePageVisible } from '../../ui/hooks.ts';
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

/** Rows of a single run cover the last minute at most; so does the figure. This bounds the memory. */
export const WINDOW_MS = 60_000;
const PUBLISH_MS = 250;
const PAIRS_OF_BLOCK = 5;
const MAX_WAITING = 5000;

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

interface LabRun {
  view(): LabView;
  subscribe(listener: () => void): () => void;
  startSingle(config: LabConfig): void;
  /** A new setting for the running single run. */
  change(config: LabConfig): void;
  startSweep(plan: SweepPlan): void;
  /** Stops and keeps the measured slices. */
  stop(): void;
  setHidden(hidden: boolean): void;
  /** Once per animation frame. */
  pump(nowMs: number): void;
  dispose(): void;
  disposed(): boolean;
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

export function createLabRun(startLab: StartLab): LabRun {
  const listeners = new Set<() => void>();
  let view: LabView = NOTHING;
  let client: LabClient | null = null;
  /** Threads that the client has room for. */
  let room = 0;
  /** Counts wishes; answers to older ones are dropped. */
  let wish = 0;
  /** Number of the request whose slices count; null while it is on its way. */
  let generation: number | null = null;
  let waiting: LabSlice[] = [];
  let slices: LabSlice[] = [];
  let series = NO_SERIES;
  let sweep: SweepState | null = null;
  let publishedAt = Number.NEGATIVE_INFINITY;
  let disposed = false;

  const publish = (change: Partial<LabView>): void => {
    view = { ...view, ...change };
    for (const listener of [...listeners]) listener();
  };
  const fail = (error: EngineError): void => {
    client?.dispose();
    client = null;
    room = 0;
    generation = null;
    publish({ phase: 'failed', error });
  };

  /** A client with room for that many threads: the present one, or a new one in its place. */
  async function clientFor(active: number, mine: number): Promise<LabClient | null> {
    if (client !== null && room >= active && client.state() !== 'failed') return client;
    client?.dispose();
    client = null;
    generation = null;
    publish({ phase: 'starting' });
    const started = await startLab(active);
    if (mine !== wish || disposed) {
      if (started.ok) started.value.dispose();
      return null;
    }
    if (!started.ok) {
      fail(started.error);
      return null;
    }
    client = started.value;
    room = active;
    series = emptySeries(series.binMs, WINDOW_MS);
    publish({ changes: [] });
    return client;
  }

  async function ask(config: LabConfig, roomFor: number): Promise<void> {
    wish += 1;
    const mine = wish;
    const lab = await clientFor(roomFor, mine);
    if (lab === null || mine !== wish) return;
    const before = generation;
    generation = null;
    const answer = await lab.request(config);
    if (mine !== wish || disposed) return;
    if (!answer.ok) {
      generation = before;
      if (before === null || answer.error.kind !== 'bad-input') fail(answer.error);
      else publish({ error: answer.error });
      return;
    }
    generation = answer.value;
    slices = [];
    const binMs = binLengthMs(config.designs.length, config.sliceMs);
    const from = series.nowMs > 0 && series.binMs === binMs ? view.config : null;
    if (series.binMs !== binMs) series = emptySeries(binMs, WINDOW_MS);
    const changes = from === null ? [] : [...view.changes, { atMs: series.nowMs, from, to: config }];
    lab.resume();
    publish({ phase: 'running', error: null, config, changes, info: lab.info() });
    const early = waiting.filter((s) => s.generation === generation);
    waiting = [];
    take(early);
  }

  function take(drained: readonly LabSlice[]): void {
    if (generation === null) {
      waiting = [...waiting, ...drained].slice(-MAX_WAITING);
      return;
    }
    const own = drained.filter((s) => s.generation === generation);
    if (own.length === 0) return;
    if (view.kind === 'sweep' && sweep !== null) takeForSweep(sweep, own);
    else {
      slices.push(...own);
      series = addSlices(series, own);
    }
  }

  function takeForSweep(before: SweepState, own: readonly LabSlice[]): void {
    sweep = takeSlices(before, own);
    if (sweep.index === before.index) return;
    publish({ rows: sweep.rows, sweep: { state: sweep, progress: sweepProgress(sweep) } });
    const next = currentPoint(sweep);
    if (next !== null) void ask(next, room);
    else {
      generation = null;
      client?.pause();
      publish({ phase: 'done' });
    }
  }

  function publishProgress(lab: LabClient): void {
    const info = lab.info();
    if (view.kind === 'sweep') {
      if (sweep !== null && !sweepDone(sweep))
        publish({ info, sweep: { state: sweep, progress: sweepProgress(sweep) } });
      return;
    }
    const { config } = view;
    if (config === null) return;
    const oldest = series.nowMs - WINDOW_MS;
    if ((slices[0]?.startMs ?? oldest) < oldest) slices = slices.filter((s) => s.startMs >= oldest);
    const pair = comparedDesigns(config.designs);
    const pairs = pair === null ? [] : pairedRatios(slices, pair.a, pair.b);
    // Blocks begin at the oldest pair, so that existing blocks stay the same while new pairs arrive.
    const whole = pairs.slice(0, pairs.length - (pairs.length % PAIRS_OF_BLOCK));
    const claim = claimRatio(estimateOf(blocksOf(whole, PAIRS_OF_BLOCK), 'often'));
    publish({
      info,
      series,
      rows: rowsOf(slices, config, info.cores),
      changes: view.changes.filter((c) => c.atMs >= oldest),
      ratio: pair !== null && pairs.length > 0 ? { ...pair, claim, n: pairs.length } : null,
    });
  }

  return {
    view: () => view,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    startSingle: (config) => {
      sweep = null;
      slices = [];
      waiting = [];
      series = emptySeries(binLengthMs(config.designs.length, config.sliceMs), WINDOW_MS);
      publish({
        kind: 'single',
        phase: 'starting',
        error: null,
        rows: [],
        series,
        changes: [],
        ratio: null,
        sweep: null,
      });
      void ask(config, Math.max(room, config.active));
    },
    change: (config) => {
      if (view.kind !== 'single' || (view.phase !== 'running' && view.phase !== 'starting')) return;
      void ask(config, Math.max(room, config.active));
    },
    startSweep: (plan) => {
      sweep = beginSweep(plan);
      waiting = [];
      const first = currentPoint(sweep);
      if (first === null) return;
      publish({
        kind: 'sweep',
        phase: 'starting',
        error: null,
        rows: [],
        ratio: null,
        sweep: { state: sweep, progress: 0 },
      });
      void ask(first, Math.max(room, ...plan.points.map((p) => p.active)));
    },
    stop: () => {
      // Nothing has started: the page keeps saying what a click would do.
      if (view.phase === 'ready') return;
      wish += 1;
      generation = null;
      client?.pause();
      publish({ phase: 'stopped' });
    },
    setHidden: (hidden) => {
      if (hidden && view.phase === 'running') {
        client?.pause();
        publish({ phase: 'hidden' });
      } else if (!hidden && view.phase === 'hidden') {
        client?.resume();
        publish({ phase: 'running' });
      }
    },
    pump: (nowMs) => {
      const lab = client;
      if (lab === null || view.phase !== 'running') return;
      if (lab.state() === 'failed') {
        fail({ kind: 'failed', message: '' });
        return;
      }
      take(lab.drain());
      if (nowMs - publishedAt < PUBLISH_MS || view.phase !== 'running') return;
      publishedAt = nowMs;
      publishProgress(lab);
    },
    dispose: () => {
      disposed = true;
      wish += 1;
      client?.dispose();
      client = null;
      listeners.clear();
    },
    disposed: () => disposed,
  };
}

/**
 * Ties a lab run to a component: created with it, ended with it, pumped once per frame, paused while the tab is hidden.
 */

/** Every call goes to the present run: one that ended with the component is created again with it. */
export function useLabRun(startLab: StartLab): { readonly run: LabRun; readonly view: LabView } {
  const [run, setRun] = useState(() => createLabRun(startLab));
  const view = useSyncExternalStore(run.subscribe, run.view);
  const visible = usePageVisible();

  useEffect(() => {
    // Mounted again, as in development, it finds its run ended: it makes a new one, which this effect then ends.
    if (run.disposed()) {
      setRun(createLabRun(startLab));
      return undefined;
    }
    return () => run.dispose();
  }, [run, startLab]);
  useEffect(() => run.setHidden(!visible), [run, visible]);
  useFrame(({ now }) => run.pump(now), { active: view.phase === 'running' });

  return { run, view };
}
