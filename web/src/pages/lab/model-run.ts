/**
 * A sweep of the model for a page: its results, and its progress. No React. The worker starts with the first sweep.
 * Invariant: rows belong to the points of the newest `start`.
 */

import { useEffect, useMemo } from 'react';
import type { DesignId } from '../../base/designs.ts';
import type { EngineError } from '../../base/engine-error.ts';
import { type IsNewest, type Readable, Store, Turns } from '../../base/store.ts';
import { ms } from '../../base/units.ts';
import type { WorkloadId } from '../../engine/lab/lab-types.ts';
import type { ModelClient } from '../../engine/simulation/model-client.ts';
import { MODEL_WORKLOADS, type ModelPoint, type ModelRow } from '../../engine/simulation/model-types.ts';
import type { Machine } from '../../scenario/machine.ts';
import { useOwned, useStore } from '../../ui/use-store.ts';
import { modelledCounts, type SweepAxis } from '../../viewmodel/lab/published-series.ts';
import { FEW_SEEDS, meanRows, type SpreadRow, seeded } from '../../viewmodel/prediction/model-rows.ts';

export type StartModel = () => ModelClient;

export type ModelPhase = 'ready' | 'running' | 'done' | 'stopped' | 'failed';

export interface ModelRunView {
  readonly phase: ModelPhase;
  readonly points: readonly ModelPoint[];
  /** In the order of the points; null: not arrived yet. */
  readonly rows: readonly (ModelRow | null)[];
  /** The current point, from 0. */
  readonly at: number;
  /** 0 to 1. */
  readonly share: number;
  readonly error: EngineError | null;
}

interface ModelRun extends Readable<ModelRunView> {
  start(points: readonly ModelPoint[]): void;
  /** Stops and keeps the existing rows. */
  stop(): void;
  /** Stops and drops the rows: those of another question. */
  clear(): void;
  dispose(): void;
}

const NOTHING: ModelRunView = { phase: 'ready', points: [], rows: [], at: 0, share: 0, error: null };

/** Figures are drawn at most so often while a sweep runs: drawing takes the time of a core that computes. */
const DRAWN_MS = 200;
const untilDrawn = (then: () => void): void => void setTimeout(then, DRAWN_MS);

/** Changes a store, and with it the figures, not more often than `wait` allows; what comes meanwhile is kept. */
function seldomChanged<S>(store: Store<S>, wait: (then: () => void) => void) {
  let kept: Partial<S> = {};
  let isWaiting = false;
  const now = (): void => {
    const fields = kept;
    kept = {};
    store.change(fields);
  };
  /** At once if nothing was for a while. */
  const soon = (): void => {
    if (isWaiting) return;
    isWaiting = true;
    now();
    wait(() => {
      isWaiting = false;
      if (Object.keys(kept).length > 0) soon();
    });
  };
  return {
    /** The field as it will be. */
    next: <K extends keyof S>(field: K): S[K] => kept[field] ?? store.get()[field],
    soon: (fields: Partial<S>): void => {
      kept = { ...kept, ...fields };
      soon();
    },
    now: (fields: Partial<S>): void => {
      kept = { ...kept, ...fields };
      now();
    },
    /** Nothing of before comes any more. */
    begin: (state: S): void => {
      kept = {};
      store.set(state);
    },
  };
}

/** @param wait calls back when the next drawing may come */
export function createModelRun(startModel: StartModel, wait = untilDrawn): ModelRun {
  const store = new Store(NOTHING);
  const { get, subscribe } = store;
  const view = seldomChanged(store, wait);
  const starts = new Turns();
  let client: ModelClient | null = null;

  async function sweep(points: readonly ModelPoint[], isNewest: IsNewest): Promise<void> {
    client ??= startModel();
    const end = await client.sweep(points, (event) => {
      if (!isNewest()) return;
      const { at } = event;
      view.soon(
        event.kind === 'progress' ? { at, share: event.share } : { rows: view.next('rows').with(at, event.row) },
      );
    });
    if (!isNewest()) return;
    if (!end.ok) view.now({ phase: 'failed', error: end.error });
    else if (end.value === 'done') view.now({ phase: 'done', share: 1 });
  }

  return {
    get,
    subscribe,
    start: (points) => {
      const isNewest = starts.begin();
      view.begin({ ...NOTHING, phase: 'running', points, rows: points.map(() => null) });
      void sweep(points, isNewest);
    },
    stop: () => {
      const isNewest = starts.current();
      // The run has stopped once the worker has.
      void client?.cancel().then(() => {
        if (isNewest() && get().phase === 'running') view.now({ phase: 'stopped' });
      });
    },
    clear: () => {
      if (get().phase === 'ready') return;
      starts.begin();
      void client?.cancel();
      view.begin(NOTHING);
    },
    dispose: () => {
      starts.end();
      client?.dispose();
      client = null;
    },
  };
}

/** Ties a sweep of the model to a component: created with it, ended with it. */
export function useModelRun(startModel: StartModel): { readonly run: ModelRun; readonly view: ModelRunView } {
  const run = useOwned(createModelRun, startModel);
  return { run, view: useStore(run) };
}

/**
 * Points that are modelled by themselves, but only while they may be: other work comes first. They start again when
 * they may and are not done; a stop by the reader holds until then.
 */
export function useModelRunWhenFree(
  startModel: StartModel,
  points: readonly ModelPoint[],
  isFree: boolean,
): { readonly run: ModelRun; readonly view: ModelRunView } {
  const { run, view } = useModelRun(startModel);
  useEffect(() => {
    const before = run.get();
    const isDone = before.points === points && before.phase === 'done';
    if (!isFree && !isDone) run.stop();
    else if (isFree && !isDone) run.start(points);
  }, [run, points, isFree]);
  return { run, view };
}

/** Two sweeps as one, of which the second waits for the first. */
export function inTurn(first: ModelRunView, second: ModelRunView): ModelRunView {
  if (first.phase !== 'done' || second.phase === 'ready') return first;
  const [before, after] = [first.points.length, second.points.length];
  return {
    ...second,
    points: [...first.points, ...second.points],
    rows: [...first.rows, ...second.rows],
    at: before + second.at,
    share: (before + second.share * after) / Math.max(1, before + after),
  };
}

interface SweepModelRequest {
  /** Null: no curve. */
  readonly machine: Machine | null;
  readonly designs: readonly DesignId[];
  readonly axis: SweepAxis;
  readonly counts: readonly number[];
  readonly active: number;
  readonly workload: WorkloadId;
  /** The lab measures. */
  readonly paused: boolean;
}

export interface SweepModel {
  /** The median of the seeds so far. */
  readonly rows: readonly SpreadRow[];
  readonly view: ModelRunView;
}

/**
 * The modelled curves next to a sweep: computed automatically, but never while the lab measures on the same cores.
 * Interrupted work starts again when the lab has finished.
 */
export function useSweepModel(startModel: StartModel, request: SweepModelRequest): SweepModel {
  const { machine, paused } = request;
  const { run, view } = useModelRun(startModel);
  const { designs, axis, counts, active, workload } = request;
  // Lists are compared by content: a render makes new ones.
  const key = JSON.stringify({ designs, axis, counts, active, workload });
  const points = useMemo(() => {
    const asked = JSON.parse(key) as Pick<SweepModelRequest, 'designs' | 'axis' | 'counts' | 'active' | 'workload'>;
    const modelled = MODEL_WORKLOADS.find((id) => id === asked.workload);
    if (machine === null || modelled === undefined) return [];
    const once = modelledCounts(asked.counts).flatMap((connections) =>
      asked.designs.map((design) => ({
        machine,
        config: {
          design,
          active: asked.active,
          idle: asked.axis === 'idle' ? connections : 0,
          mostlyIdle: asked.axis === 'mostlyIdle' ? connections : 0,
          workload: modelled,
          thinkMs: ms(0),
          networkMs: ms(0),
          otherWorkUs: null,
          coherence: true,
        },
      })),
    );
    return seeded(once, FEW_SEEDS);
  }, [machine, key]);
  useEffect(() => {
    const { points: before, phase } = run.get();
    const known = before === points && phase === 'done';
    if (points.length === 0 || (paused && !known)) run.stop();
    else if (!known) run.start(points);
  }, [run, points, paused]);
  const rows = useMemo(
    () => (view.points === points ? meanRows(view.rows, points.length / FEW_SEEDS) : []),
    [view, points],
  );
  return { rows, view };
}
