/**
 * Models a list of points, one after the other, and can be reached meanwhile: it works in turns of some milliseconds
 * and checks in between whether the sweep is still wanted. Runs in `model-worker.ts`; a test gives it another modeller.
 */
import type { EngineError } from '../../base/engine-error.ts';
import { ok, type Result } from '../../base/result.ts';
import type { Methods, Turn } from '../../base/rpc-serve.ts';
import type { WasmPlace } from '../wasm/wasm-module.ts';
import type { ModelApi, ModelEvent } from './model-types.ts';
import { Modeller } from './modeller.ts';

/** Long enough that the checks cost nothing, short enough that nobody waits for an answer. */
const TURN_MS = 20;
const FIRST_TURN = 2e5;
const PROGRESS_MS = 60;

export type HostModeller = Pick<Modeller, 'start' | 'run' | 'progress' | 'row'>;

interface ModelHostParts {
  readonly load?: (place: WasmPlace) => Promise<Result<HostModeller, EngineError>>;
  /** Lets messages come in. */
  readonly pause?: () => Promise<void>;
  readonly now?: () => number;
}

export function modelHost({
  load = (place) => Modeller.load(place),
  pause = () => new Promise((done) => setTimeout(done)),
  now = () => performance.now(),
}: ModelHostParts = {}): Methods<ModelApi> {
  let modeller: Promise<Result<HostModeller, EngineError>> | undefined;
  let accesses = FIRST_TURN;

  /** Runs one point to its end; false when nobody wants it any more. */
  async function isRun(model: HostModeller, at: number, { tell, signal }: Turn<ModelEvent>): Promise<boolean> {
    let said = now();
    for (;;) {
      await pause();
      if (signal.aborted) return false;
      const from = now();
      const over = model.run(accesses);
      const to = now();
      if (over) return true;
      // As many accesses as fit into a turn at the last one's speed; at most twice as many, because the speed depends
      // on the memory touched.
      const factor = Math.min(2, Math.max(0.25, TURN_MS / Math.max(1, to - from)));
      accesses = Math.max(1e4, Math.round(accesses * factor));
      if (to - said > PROGRESS_MS) {
        said = to;
        tell({ kind: 'progress', at, share: model.progress() });
      }
    }
  }

  return {
    async sweep({ place, points }, turn) {
      modeller ??= load(place);
      const loaded = await modeller;
      if (!loaded.ok) {
        modeller = undefined;
        return loaded;
      }
      for (const [at, { machine, config, seed }] of points.entries()) {
        if (turn.signal.aborted) return ok('cancelled');
        turn.tell({ kind: 'progress', at, share: 0 });
        const started = loaded.value.start(machine, config, seed);
        if (!started.ok) return started;
        if (!(await isRun(loaded.value, at, turn))) return ok('cancelled');
        const row = loaded.value.row();
        if (row !== null) turn.tell({ kind: 'row', at, row });
      }
      return ok('done');
    },
  };
}
