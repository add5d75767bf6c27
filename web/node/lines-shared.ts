/** A series of `lines-shared`, round by round. Every setting has a turn in each round, so that a drift favours none. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { EngineError } from '../src/base/engine-error.ts';
import { err, ok, type Result } from '../src/base/result.ts';
import { LabHost } from '../src/engine/lab/lab-host.ts';
import { wasmPlaceInNode } from '../src/engine/wasm/wasm-place.node.ts';
import type { LinesPoint, LinesTurn } from '../src/scenario/lines-shared.ts';
import { threadsOf } from '../src/viewmodel/lab/lines-shared.ts';

export interface LinesPlan {
  readonly points: readonly LinesPoint[];
  readonly rounds: number;
  readonly seconds: number;
  readonly signal?: AbortSignal;
  /** 0 to 1. */
  readonly onProgress?: (share: number) => void;
}

/** First rounds that do not count: compilers still improve the code. */
const WARM_UP = 2;

export async function measureLines(plan: LinesPlan): Promise<Result<readonly (readonly LinesTurn[])[], EngineError>> {
  const threads = Math.max(...plan.points.map(threadsOf));
  const failed = (message: string): Result<never, EngineError> => err({ kind: 'failed', message });
  let aborted: string | undefined;
  const loaded = await LabHost.load(wasmPlaceInNode('xip-lab'), threads, (what) => {
    aborted = what;
  });
  if (!loaded.ok) return loaded;
  const host = loaded.value;
  const started = host.startLines(threads);
  if (!started.ok) return started;
  const rounds: (readonly LinesTurn[])[] = [];
  for (let round = -WARM_UP; round < plan.rounds; round++) {
    const turns: LinesTurn[] = [];
    const order = plan.points.map((_, at) => at);
    // Forwards in even rounds, backwards in odd ones.
    for (const at of round % 2 === 0 ? order : order.reverse()) {
      const point = plan.points[at];
      if (point === undefined) continue;
      const before = process.cpuUsage();
      const begun = host.beginLines(point);
      if (!begun.ok) return begun;
      await sleep(plan.seconds * 1000);
      const counts = host.haltLines();
      const { user, system } = process.cpuUsage(before);
      turns[at] = { ...counts, processorSeconds: (user + system) / 1e6 };
      if (aborted !== undefined) return failed(aborted);
      if (plan.signal?.aborted) return failed('interrupted');
    }
    if (round < 0) continue;
    rounds.push(turns);
    plan.onProgress?.(rounds.length / plan.rounds);
  }
  host.endLines();
  return ok(rounds);
}

/** The smallest step of the clock that the threads read, in nanoseconds; as `xip_clock_step_ns` finds it. */
export function clockStepNs(): number {
  const begin = performance.now();
  let [last, smallest] = [begin, Number.POSITIVE_INFINITY];
  for (let steps = 0; steps < 64 && last - begin < 20; ) {
    const now = performance.now();
    if (now <= last) continue;
    smallest = Math.min(smallest, now - last);
    last = now;
    steps++;
  }
  return Math.round(Math.min(smallest, 1000) * 1e6);
}
