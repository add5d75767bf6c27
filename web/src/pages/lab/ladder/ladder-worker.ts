/**
 * The worker that counts for the ladder: first what each design reads, then what its operations take, which takes far longer.
 * A newer question ends the one under way.
 */

import { DESIGN_IDS, type DesignId } from '../../../base/designs.ts';
import type { EngineError } from '../../../base/engine-error.ts';
import { ok, type Result } from '../../../base/result.ts';
import { Observer } from '../../../engine/replay/observer.ts';
import { Scene } from '../../../engine/replay/scene.ts';
import type { WasmPlace } from '../../../engine/wasm/wasm-module.ts';
import type { Machine } from '../../../scenario/machine.ts';
import type { LadderCase, LadderCount } from '../../../viewmodel/ladder/ladder-case.ts';
import { countReads, sceneCosts } from '../../../viewmodel/ladder/ladder-count.ts';

export interface ToLadderWorker {
  readonly id: number;
  readonly engine: WasmPlace;
  readonly model: WasmPlace;
  readonly machine: Machine;
  readonly what: LadderCase;
}
export interface FromLadderWorker {
  readonly id: number;
  readonly design: DesignId;
  readonly result: Result<LadderCount, EngineError>;
}

let observer: Promise<Result<Observer, EngineError>> | undefined;
let scene: Promise<Result<Scene, EngineError>> | undefined;
let newest = -1;

self.onmessage = async (event: MessageEvent<ToLadderWorker>): Promise<void> => {
  const { id, engine, model, machine, what } = event.data;
  newest = id;
  observer ??= Observer.load(engine);
  scene ??= Scene.load(model);
  const o = await observer;
  const told = async (design: DesignId, result: Result<LadderCount, EngineError>): Promise<boolean> => {
    self.postMessage({ id, design, result } satisfies FromLadderWorker);
    // A newer question may come in.
    await new Promise((done) => setTimeout(done));
    return result.ok && newest === id;
  };
  const reads = new Map<DesignId, LadderCount>();
  for (const design of DESIGN_IDS) {
    const result = o.ok ? countReads(design, what, o.value) : o;
    if (!(await told(design, result))) return;
    if (result.ok) reads.set(design, result.value);
  }
  const s = await scene;
  for (const [design, count] of reads) {
    const costs = s.ok ? sceneCosts(design, machine, what, s.value) : s;
    if (!(await told(design, costs.ok ? ok({ ...count, inScene: costs.value }) : costs))) return;
  }
};
