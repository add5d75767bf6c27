/** The worker that counts what one snapshot touches, whatever the design. */

import { DESIGN_IDS } from '../../base/designs.ts';
import type { EngineError } from '../../base/engine-error.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { Observer } from '../../engine/replay/observer.ts';
import type { WasmPlace } from '../../engine/wasm/wasm-module.ts';
import type { CountedLines } from '../../scenario/exercise.ts';
import { countReads } from '../../viewmodel/race/snapshot-reads.ts';

export interface ToLinesWorker {
  readonly id: number;
  readonly place: WasmPlace;
  readonly counted: CountedLines;
  readonly idle: number;
  readonly active: number;
}
export interface FromLinesWorker {
  readonly id: number;
  /** An input that is no good, or why it could not be counted. */
  readonly counted: Result<number, EngineError>;
}

let observer: ReturnType<typeof Observer.load> | undefined;

self.onmessage = async ({ data }: MessageEvent<ToLinesWorker>): Promise<void> => {
  observer ??= Observer.load(data.place);
  const loaded = await observer;
  // Asked again, it is fetched again.
  if (!loaded.ok) observer = undefined;
  const { counted, idle, active, id } = data;
  const answer = (result: FromLinesWorker['counted']): void =>
    self.postMessage({ id, counted: result } satisfies FromLinesWorker);
  const design = DESIGN_IDS.find((known) => known === counted.design);
  if (design === undefined) return answer(err({ kind: 'bad-input', message: counted.design }));
  if (!loaded.ok) return answer(loaded);
  const seen = loaded.value.snapshot({ design, idle, active, reuse: counted.reuse });
  if (!seen.ok) return answer(seen);
  const { accesses, regions } = seen.value;
  answer(ok(countReads(design, counted.reuse ? 'reuse' : 'scan', idle, accesses, regions).lines));
};
