/**
 * One setting of the lab, measured until every design has had its time: slices in, slices out. Used by the command line
 * and `npm run bench`. Never hangs: a lab that writes nothing for long is a failure.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { EngineError } from '../../src/base/engine-error.ts';
import { err, ok, type Result } from '../../src/base/result.ts';
import type { LabClient, LabConfig, LabSlice } from '../../src/engine/lab/lab-types.ts';
import { beginSweep, sweepDone, sweepProgress, takeSlices } from '../../src/viewmodel/lab/sweep.ts';

export interface MeasureOptions {
  /** Wall time of its own turns that each design gets, warm-up not counted. */
  readonly seconds: number;
  readonly signal?: AbortSignal;
  /** 0 to 1. */
  readonly onProgress?: (share: number) => void;
}

const POLL_MS = 10;
/** Connecting 12,500 backends to six servers on a busy machine takes several seconds at worst. */
const SILENCE_LIMIT_MS = 30_000;

/** A lab whose threads stopped answering must not be disposed of: joining its threads would wait for ever. */
export interface MeasureError extends EngineError {
  readonly stuck: boolean;
}
const failed = (message: string, stuck = false): Result<never, MeasureError> => err({ kind: 'failed', message, stuck });

/** All slices of this request, warm-up and other work included, oldest first. The lab keeps running afterwards. */
export async function measure(
  lab: LabClient,
  config: LabConfig,
  { seconds, signal, onProgress }: MeasureOptions,
): Promise<Result<readonly LabSlice[], MeasureError>> {
  if (lab.state() === 'paused') lab.resume();
  const asked = await lab.request(config);
  if (!asked.ok) return err({ ...asked.error, stuck: false });
  let sweep = beginSweep({ points: [config], seconds, cores: lab.info().cores });
  const slices: LabSlice[] = [];
  let heardAt = performance.now();
  while (!sweepDone(sweep)) {
    if (signal?.aborted) return failed('interrupted');
    await sleep(POLL_MS);
    const fresh = lab.drain().filter((slice) => slice.generation === asked.value);
    if (fresh.length > 0) {
      heardAt = performance.now();
      for (const slice of fresh) slices.push(slice);
      sweep = takeSlices(sweep, fresh);
      onProgress?.(sweepProgress(sweep));
    }
    const state = lab.state();
    if (state === 'failed' || state === 'stopped') return failed(`the lab ${state} while it measured`);
    if (performance.now() - heardAt > SILENCE_LIMIT_MS)
      return failed(`the lab's threads finished no turn for ${SILENCE_LIMIT_MS / 1000} s`, true);
  }
  return ok(slices);
}

/** Parks the lab's threads, so that other work can have the machine. */
export async function quieten(lab: LabClient): Promise<void> {
  lab.pause();
  const until = performance.now() + 5_000;
  while (lab.state() === 'running' && performance.now() < until) await sleep(1);
}
