/**
 * A sweep of the model for a page: its results, and its progress. No React. The worker starts with the first sweep.
 * Invariant: rows belong to the points of the newest `start`.
 */

import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { DesignId } from '../../base/designs.ts';
import type { EngineError } from '../../base/engine-error.ts';
import { ms } from '../../base/units.ts';
import type { WorkloadId } from '../../engine/lab/lab-types.ts';
import type { ModelClient } from '../../engine/simulation/model-client.ts';
import { MODEL_WORKLOADS, type ModelPoint, type ModelRow } from '../../engine/simulation/model-types.ts';
import type { Machine } from '../../scenario/machine.ts';
import { modelledCounts, type SweepAxis } from '../../viewmodel/lab/published-series.ts';
import { FEW_SEEDS, hasRate, meanRows, type SpreadRow, seeded } from '../../viewmodel/prediction/model-rows.ts';

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

interface ModelRun {
  view(): ModelRunView;
  subscribe(listener: () => void): () => void;
  start(points: readonly ModelPoint[]): void;
  /** Stops and keeps the existing rows. */
  stop(): void;
  dispose(): void;
  disposed(): boolean;
}

const NOTHING: ModelRunView = { phase: 'ready', points: [], rows: [], at: 0, share: 0, error: null };

export function createModelRun(startModel: StartModel): ModelRun {
  const listeners = new Set<() => void>();
  let view = NOTHING;
  let client: ModelClient | null = null;
  let newest = 0;
  let disposed = false;
  const publish = (change: Partial<ModelRunView>): void => {
    view = { ...view, ...change };
    for (const listener of [...listeners]) listener();
  };

  async function sweep(points: readonly ModelPoint[], mine: number): Promise<void> {
    client ??= startModel();
    const end = await client.sweep(points, (event) => {
      if (mine !== newest || disposed) return;
      if (event.kind === 'progress') publish({ at: event.at, share: event.share });
      else publish({ rows: view.rows.map((row, i) => (i === event.at ? event.row : row)) });
    });
    if (mine !== newest || disposed) return;
    if (!end.ok) publish({ phase: 'failed', error: end.error });
    else if (end.value === 'done') publish({ phase: 'done', share: 1 });
  }

  return {
    view: () => view,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start: (points) => {
      newest += 1;
      publish({ ...NOTHING, phase: 'running', points, rows: points.map(() => null) });
      void sweep(points, newest);
    },
    stop: () => {
      const mine = newest;
      // The run has stopped once the worker has.
      void client?.cancel().then(() => {
        if (mine === newest && !disposed && view.phase === 'running') publish({ phase: 'stopped' });
      });
    },
    dispose: () => {
      disposed = true;
      client?.dispose();
      client = null;
    },
    disposed: () => disposed,
  };
}

/** Ties a sweep of the model to a component: created with it, ended with it. */
export function useModelRun(startModel: StartModel): { readonly run: ModelRun; readonly view: ModelRunView } {
  const [run, setRun] = useState(() => createModelRun(startModel));
  const view = useSyncExternalStore(run.subscribe, run.view);
  useEffect(() => {
    // Mounted again, as in development, it finds its run ended: it makes a new one, which this effect then ends.
    if (run.disposed()) {
      setRun(createModelRun(startModel));
      return undefined;
    }
    return () => run.dispose();
  }, [run, startModel]);
  return { run, view };
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
    const modelled = MODEL_WORKLOADS.find((id) => id === asked.workload && hasRate({ workload: id }));
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
    const { points: before, phase } = run.view();
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
