/**
 * A page's model: workers that work through a list of points, each one point at a time. The newest sweep wins; an older
 * one only learns that it was cancelled. A cancelled sweep ends within 100 ms: workers that have not stopped by then are
 * ended. They compute only points that the page does not have yet (kept-rows.ts).
 */

import { engineAnswer } from '../../base/engine-error.ts';
import { ok } from '../../base/result.ts';
import { connect, type Rpc } from '../../base/rpc.ts';
import { type WasmPlace, wasmPlaceInBrowser } from '../wasm/wasm-module.ts';
import { type KeptRows, keptRows, type MissingRow, type RowPlan } from './kept-rows.ts';
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

/** Tells a sweep's listener all points in order: those that have a row already, and those that a worker computes. */
function teller({ keys, rows }: RowPlan, kept: KeptRows, hear: (event: ModelEvent) => void) {
  let next = 0;
  /** Points of which the listener knows that they have begun. */
  let begun = 0;
  const progress = (share: number): void => {
    begun = next + 1;
    hear({ kind: 'progress', at: next, share: (next + share) / keys.length });
  };
  return {
    /** Every point from here on whose row is there. */
    known: (signal: AbortSignal): void => {
      for (let row = rows.get(keys[next] ?? ''); row !== undefined; row = rows.get(keys[next] ?? '')) {
        if (!signal.aborted && begun <= next) progress(0);
        if (signal.aborted) return;
        hear({ kind: 'row', at: next++, row });
      }
    },
    /** What a worker says about its point. Of those that are computed side by side only the first one's progress is told. */
    computed: ({ at, key }: MissingRow, event: ModelEvent): void => {
      if (event.kind === 'row') {
        rows.set(key, event.row);
        kept.keep(key, event.row);
      } else if (at === next) {
        progress(event.share);
      }
    },
  };
}

/**
 * One worker, until no point is left. A further one that fails at its first point, because there is no memory for it,
 * say, leaves the point to the first.
 */
async function work(
  rpc: Rpc<ModelApi>,
  isFirst: boolean,
  left: MissingRow[],
  ask: (rpc: Rpc<ModelApi>, asked: MissingRow) => Promise<SweepEnd>,
): Promise<SweepEnd> {
  let done = 0;
  for (let asked = left.shift(); asked !== undefined; asked = left.shift()) {
    const end = await ask(rpc, asked);
    if (!end.ok && !isFirst && done === 0) {
      left.unshift(asked);
      return ok('done');
    }
    if (!end.ok || end.value === 'cancelled') return end;
    done++;
  }
  return ok('done');
}

/**
 * @param rpcs one worker each, at least one
 * @param kept rows that sweeps before this client's, too, have computed
 */
export function createModelClient(
  rpcs: readonly [Rpc<ModelApi>, ...Rpc<ModelApi>[]],
  place: WasmPlace,
  kept: KeptRows = keptRows(),
): ModelClient {
  const [first, ...others] = rpcs;
  let newest: AbortController | undefined;

  async function compute(plan: RowPlan, tell: ReturnType<typeof teller>, signal: AbortSignal): Promise<SweepEnd> {
    const left = [...plan.missing];
    const failed = new AbortController();
    const over = AbortSignal.any([signal, failed.signal]);
    const ask = async (rpc: Rpc<ModelApi>, asked: MissingRow): Promise<SweepEnd> => {
      const hear = (event: ModelEvent): void => {
        tell.computed(asked, event);
        if (event.kind === 'row') tell.known(over);
      };
      return engineAnswer(await rpc.ask('sweep', { place, points: [asked.point] }, { signal: over, hear }));
    };
    const all = async (rpc: Rpc<ModelApi>): Promise<SweepEnd> => {
      const end = await work(rpc, rpc === first, left, ask);
      if (!end.ok) failed.abort();
      return end;
    };
    const ends = await Promise.all([first, ...others.slice(0, Math.max(0, left.length - 1))].map(all));
    const end = ends.find((each) => !each.ok);
    return end ?? (await all(first));
  }

  return {
    async sweep(points, hear) {
      newest?.abort();
      const gone = new AbortController();
      newest = gone;
      const { signal } = gone;
      const plan = kept.plan(points);
      const tell = teller(plan, kept, hear);
      const computed = plan.missing.length > 0 && compute(plan, tell, signal);
      // Nobody hears anything before `sweep` has returned.
      await Promise.resolve();
      tell.known(signal);
      const end = computed === false ? ok('done' as const) : await computed;
      return signal.aborted ? ok('cancelled') : end;
    },
    cancel: async () => {
      newest?.abort();
      await Promise.all(rpcs.map((rpc) => rpc.idle()));
    },
    dispose: () => {
      newest?.abort();
      for (const rpc of rpcs) rpc.dispose();
    },
  };
}

/** As long as the page. */
const PAGE_ROWS = keptRows();

/** Each holds a machine's memory: more would be too much for a phone. */
const MOST_WORKERS = 4;

/** In a browser only. The workers start with the first sweep. */
export function startModel(): ModelClient {
  const worker = (): Rpc<ModelApi> => connect<ModelApi>(workerUrl, { cancelMs: PATIENCE_MS });
  const others = Math.min(MOST_WORKERS, navigator.hardwareConcurrency) - 1;
  return createModelClient(
    [worker(), ...Array.from({ length: Math.max(0, others) }, worker)],
    wasmPlaceInBrowser('xip-model', document.baseURI),
    PAGE_ROWS,
  );
}
