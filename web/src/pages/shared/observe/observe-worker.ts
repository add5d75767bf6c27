/**
 * The worker that takes observed snapshots. 10,000 connections are 40,000 accesses: only counts travel to the page, so that no
 * frame waits for them.
 */
import { DESIGN_IDS, type DesignId } from '../../../base/designs.ts';
import type { EngineError } from '../../../base/engine-error.ts';
import { err, ok, type Result } from '../../../base/result.ts';
import { serve } from '../../../base/rpc-serve.ts';
import { Observer } from '../../../engine/replay/observer.ts';
import { Scene } from '../../../engine/replay/scene.ts';
import type { WasmPlace } from '../../../engine/wasm/wasm-module.ts';
import type { LadderCount } from '../../../viewmodel/ladder/ladder-case.ts';
import { countReads as countOfLadder, sceneCosts } from '../../../viewmodel/ladder/ladder-count.ts';
import { countReads } from '../../../viewmodel/race/snapshot-reads.ts';
import type { ObserveApi } from './observe-api.ts';
import { readsAt } from './reads.ts';

/** Loads an engine once; a failed load is repeated at the next request. */
function once<E>(load: (place: WasmPlace) => Promise<Result<E, EngineError>>) {
  let loading: Promise<Result<E, EngineError>> | undefined;
  return async (place: WasmPlace): Promise<Result<E, EngineError>> => {
    loading ??= load(place);
    const loaded = await loading;
    if (!loaded.ok) loading = undefined;
    return loaded;
  };
}
const observerAt = once((place) => Observer.load(place));
const sceneAt = once((place) => Scene.load(place));
/** Lets a message arrive that cancels the question. */
const turn = (): Promise<void> => new Promise((done) => setTimeout(done));

serve<ObserveApi>({
  reads: async ({ place, idle, active }) => {
    const observer = await observerAt(place);
    return observer.ok ? readsAt((request) => observer.value.snapshot(request), idle, active) : observer;
  },
  lines: async ({ place, counted, idle, active }) => {
    const design = DESIGN_IDS.find((known) => known === counted.design);
    if (design === undefined) return err({ kind: 'bad-input', message: counted.design });
    const observer = await observerAt(place);
    if (!observer.ok) return observer;
    const seen = observer.value.snapshot({ design, idle, active, reuse: counted.reuse });
    if (!seen.ok) return seen;
    const { accesses, regions } = seen.value;
    return ok(countReads(design, counted.reuse ? 'reuse' : 'scan', idle, accesses, regions).lines);
  },
  ladder: async ({ engine, model, machine, what }, { tell, signal }) => {
    const observer = await observerAt(engine);
    if (!observer.ok) return observer;
    const counts = new Map<DesignId, LadderCount>();
    for (const design of DESIGN_IDS) {
      const count = countOfLadder(design, what, observer.value);
      if (!count.ok) return count;
      counts.set(design, count.value);
      tell([design, count.value]);
      await turn();
      if (signal.aborted) return ok(null);
    }
    const scene = await sceneAt(model);
    if (!scene.ok) return scene;
    for (const [design, count] of counts) {
      const costs = sceneCosts(design, machine, what, scene.value);
      if (!costs.ok) return costs;
      tell([design, { ...count, inScene: costs.value }]);
      await turn();
      if (signal.aborted) return ok(null);
    }
    return ok(null);
  },
});
