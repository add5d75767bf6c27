/** The worker that counts what one snapshot touches, whatever the design. */

import { DESIGN_IDS } from '../../engine/lab-types.ts';
import { Observer } from '../../engine/observer.ts';
import type { WasmPlace } from '../../engine/wasm-module.ts';
import { countReads } from '../../model/snapshot-reads.ts';
import type { CountedLines } from '../../scenario/exercise.ts';

export interface ToLinesWorker {
  readonly id: number;
  readonly place: WasmPlace;
  readonly counted: CountedLines;
  readonly idle: number;
  readonly active: number;
}
/** `lines` null: it could not be counted. */
export interface FromLinesWorker {
  readonly id: number;
  readonly lines: number | null;
}

let observer: Promise<Awaited<ReturnType<typeof Observer.load>>> | undefined;

self.onmessage = async ({ data }: MessageEvent<ToLinesWorker>): Promise<void> => {
  observer ??= Observer.load(data.place);
  const loaded = await observer;
  const { counted, idle, active, id } = data;
  const design = DESIGN_IDS.find((known) => known === counted.design);
  const answer = (lines: number | null): void => self.postMessage({ id, lines } satisfies FromLinesWorker);
  if (!loaded.ok || design === undefined) return answer(null);
  const seen = loaded.value.snapshot({ design, idle, active, reuse: counted.reuse });
  if (!seen.ok) return answer(null);
  const { accesses, regions } = seen.value;
  answer(countReads(design, counted.reuse ? 'reuse' : 'scan', idle, accesses, regions).lines);
};
