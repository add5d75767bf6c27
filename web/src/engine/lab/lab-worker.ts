/**
 * The worker that owns a page's lab. It waits for messages; the racing threads are its children, and the coordinator is one of them,
 * so a message is always answered at once.
 */
import { NOT_LOADED } from '../../base/not-loaded.ts';
import { LabHost } from './lab-host.ts';
import type { FromLabWorker, ToLabWorker } from './lab-messages.ts';

let host: LabHost | undefined;

const post = (message: FromLabWorker): void => self.postMessage(message);
const fail = (message: string): void => post({ kind: 'failed', error: { kind: 'failed', message } });

/**
 * A thread's script that does not arrive: the loader listens for that only once the engine is compiled, which is often too late, and then
 * waits for ever. Such an error has no message.
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

self.onmessage = async (event: MessageEvent<ToLabWorker>): Promise<void> => {
  const message = event.data;
  switch (message.kind) {
    case 'start': {
      const loaded = await LabHost.load(message.place, message.maxActive, fail);
      if (!loaded.ok) return post({ kind: 'failed', error: loaded.error });
      const board = loaded.value.start(message.maxActive);
      if (!board.ok) return post({ kind: 'failed', error: board.error });
      host = loaded.value;
      return post({ kind: 'started', buffer: host.memory.buffer, board: board.value });
    }
    case 'request':
      if (host !== undefined) post({ kind: 'answer', id: message.id, result: host.request(message.config) });
      return;
    case 'pause':
      host?.pause(message.paused);
      return;
  }
};
