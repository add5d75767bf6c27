/**
 * The worker that owns a page's lab. The racing threads are its children, and the coordinator is one of them, so a message is always
 * answered at once.
 */

import { NOT_LOADED } from '../../base/loading.ts';
import { err, ok } from '../../base/result.ts';
import { serve } from '../../base/rpc-serve.ts';
import { LabHost } from './lab-host.ts';
import type { LabApi } from './lab-types.ts';

let host: LabHost | undefined;

/**
 * Catches a thread's script that does not load: the loader listens for that only after it compiled the engine, often
 * too late, and then waits forever. Such an error has no message.
 */
const ThreadWorker = self.Worker;
self.Worker = class extends ThreadWorker {
  constructor(url: string | URL, options?: WorkerOptions) {
    super(url, options);
    this.addEventListener('error', ({ message }) => {
      if (host === undefined && !message) fail(NOT_LOADED);
    });
  }
};

const NONE = { kind: 'failed', message: 'no lab was started' } as const;

const { fail } = serve<LabApi>({
  start: async ({ place, maxActive }) => {
    const loaded = await LabHost.load(place, maxActive, fail);
    if (!loaded.ok) return loaded;
    const board = loaded.value.start(maxActive);
    if (!board.ok) return board;
    host = loaded.value;
    return ok({ buffer: host.memory.buffer, board: board.value });
  },
  request: (config) => host?.request(config) ?? err(NONE),
  pause: (paused) => host?.pause(paused),
  startLitmus: async (place) => {
    const loaded = await LabHost.load(place, 0, fail);
    if (!loaded.ok) return loaded;
    const board = loaded.value.startLitmus();
    if (!board.ok) return board;
    host = loaded.value;
    return ok({ buffer: host.memory.buffer, board: board.value });
  },
  runLitmus: (plan) => host?.runLitmus(plan) ?? err(NONE),
  stopLitmus: () => host?.stopLitmus(),
});
