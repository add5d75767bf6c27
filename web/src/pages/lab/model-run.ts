/**
 * A sweep of the model for a page: its results, and its progress. No React. The worker starts with the first sweep.
 * Invariant: rows belong to the points of the newest `start`.
 */
import type { EngineError } from '../../base/engine-error.ts';
import type { ModelClient } from '../../engine/simulation/model-client.ts';
import type { ModelPoint, ModelRow } from '../../engine/simulation/model-types.ts';

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

export interface ModelRun {
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
