/**
 * A page's model: a worker that works through a list of points. The newest sweep wins; an older one only learns that it
 * was cancelled. A cancelled sweep ends within 100 ms: if its worker has not stopped by then, the page ends the worker.
 * The worker computes only points that the page does not have yet (kept-rows.ts).
 */

import { engineAnswer } from '../../base/engine-error.ts';
import { ok } from '../../base/result.ts';
import { connect, type Rpc } from '../../base/rpc.ts';
import { type WasmPlace, wasmPlaceInBrowser } from '../wasm/wasm-module.ts';
import { type KeptRows, keptRows, type RowPlan } from './kept-rows.ts';
import type { ModelApi, ModelEvent, ModelPoint, SweepEnd } from './model-types.ts';
import workerUrl from './model-worker.ts?worker&url';

export interface ModelClient {
  /** Resolves when the sweep is over. Rows come in the order of the points. */
  sweep(points: readonly ModelPoint[], hear: (event: ModelEvent) => void): Promise<SweepEnd>;
  /** Ends the sweep under way, if there is one; resolves when nothing runs any more. */
  cancel(): Promise<void>;
  dispose(): void;
}

/** A point that connects thousands cannot be interrupted for some tenths of a second. */
export const PATIENCE_MS = 60;

/** Tells a sweep's listener all points in order: those that the worker computes, and those that have a row already. */
function teller({ keys, rows, missing }: RowPlan, kept: KeptRows, hear: (event: ModelEvent) => void) {
  let next = 0;
  const progress = (share: number): void => hear({ kind: 'progress', at: next, share: (next + share) / keys.length });
  return {
    /** Every point from here on whose row is there. */
    known: (signal: AbortSignal): void => {
      for (let row = rows.get(keys[next] ?? ''); row !== undefined; row = rows.get(keys[next] ?? '')) {
        if (!signal.aborted) progress(0);
        if (signal.aborted) return;
        hear({ kind: 'row', at: next++, row });
      }
    },
    /** What the worker says about its own list. */
    computed: (event: ModelEvent): void => {
      const asked = missing[event.at];
      if (asked === undefined) return;
      next = asked.at;
      if (event.kind === 'progress') {
        progress(event.share);
        return;
      }
      rows.set(asked.key, event.row);
      kept.keep(asked.key, event.row);
      hear({ kind: 'row', at: next++, row: event.row });
    },
  };
}

/** @param kept rows that sweeps before this client's, too, have computed */
export function createModelClient(rpc: Rpc<ModelApi>, place: WasmPlace, kept: KeptRows = keptRows()): ModelClient {
  let newest: AbortController | undefined;
  return {
    async sweep(points, hear) {
      newest?.abort();
      const gone = new AbortController();
      newest = gone;
      const { signal } = gone;
      const plan = kept.plan(points);
      const tell = teller(plan, kept, hear);
      const asked =
        plan.missing.length > 0 &&
        rpc.ask(
          'sweep',
          { place, points: plan.missing.map(({ point }) => point) },
          {
            signal,
            hear: (event) => {
              tell.computed(event);
              if (event.kind === 'row') tell.known(signal);
            },
          },
        );
      // Nobody hears anything before `sweep` has returned.
      await Promise.resolve();
      tell.known(signal);
      const end = asked === false ? ok('done' as const) : engineAnswer(await asked);
      return signal.aborted ? ok('cancelled') : end;
    },
    cancel: () => {
      newest?.abort();
      return rpc.idle();
    },
    dispose: () => {
      newest?.abort();
      rpc.dispose();
    },
  };
}

/** As long as the page. */
const PAGE_ROWS = keptRows();

/** In a browser only. The worker starts with the first sweep. */
export const startModel = (): ModelClient =>
  createModelClient(
    connect(workerUrl, { cancelMs: PATIENCE_MS }),
    wasmPlaceInBrowser('xip-model', document.baseURI),
    PAGE_ROWS,
  );
