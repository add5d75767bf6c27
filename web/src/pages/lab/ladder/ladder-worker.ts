/** The worker that counts for the ladder, design by design; a newer question ends the one under way. */
import type { Result } from '../../../base/result.ts';
import { DESIGN_IDS, type DesignId, type LabError } from '../../../engine/lab-types.ts';
import { Observer } from '../../../engine/observer.ts';
import { Scene } from '../../../engine/scene.ts';
import type { WasmPlace } from '../../../engine/wasm-module.ts';
import type { LadderCase, LadderCount } from '../../../model/ladder-case.ts';
import { countDesign } from '../../../model/ladder-count.ts';
import type { Machine } from '../../../scenario/machine.ts';

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
  readonly result: Result<LadderCount, LabError>;
}

let observer: Promise<Result<Observer, LabError>> | undefined;
let scene: Promise<Result<Scene, LabError>> | undefined;
let newest = -1;

self.onmessage = async (event: MessageEvent<ToLadderWorker>): Promise<void> => {
  const { id, engine, model, machine, what } = event.data;
  newest = id;
  observer ??= Observer.load(engine);
  scene ??= Scene.load(model);
  const [o, s] = [await observer, await scene];
  for (const design of DESIGN_IDS) {
    if (newest !== id) return;
    const result = !o.ok ? o : !s.ok ? s : countDesign(design, machine, what, o.value, s.value);
    self.postMessage({ id, design, result } satisfies FromLadderWorker);
    if (!result.ok) return;
    // A newer question may come in.
    await new Promise((done) => setTimeout(done));
  }
};
