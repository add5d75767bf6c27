/** Replays a number of transactions in a scene, and adds up what they meet. Tens of milliseconds: call it in a worker. */
import type { EngineError } from '../../base/engine-error.ts';
import { ok, type Result } from '../../base/result.ts';
import type { LayoutRequest, LayoutTally } from './layout-types.ts';
import type { Scene } from './scene.ts';
import { SCENE_LIMITS } from './scene-types.ts';
import { Tally } from './tally.ts';

/** The counted operations begin and end at the same place of the backends' scripts whatever the layout. */
export function runLayout(scene: Scene, request: LayoutRequest): Result<LayoutTally, EngineError> {
  const opened = scene.open(request);
  if (!opened.ok) return opened;
  const tally = new Tally(opened.value.fields.indexOf('xmin'));
  const { warmUp, counted, active } = request;
  let ended = 0;
  for (let operation = 0; operation < SCENE_LIMITS.operations && ended < (warmUp + counted) * active; operation++) {
    const shown = scene.show({ operation }, []);
    if (!shown.ok) return shown;
    tally.add(shown.value.operation, shown.value.accesses, ended >= warmUp * active);
    if (shown.value.operation.kind === 'end') ended += 1;
  }
  return ok(tally.result());
}
