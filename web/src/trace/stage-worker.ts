/** The worker that owns a stage's engine. One request after the other; each answer carries the request's number. */
import type { FromStage, ToStage } from '../engine/stage-types.ts';
import { StageHost } from './stage-host.ts';

let host: StageHost | undefined;
let last = Promise.resolve();
const post = (message: FromStage): void => self.postMessage(message);

self.onmessage = (event: MessageEvent<ToStage>): void => {
  // In order, also where one has to wait for a module.
  last = last
    .then(() => answer(event.data))
    .catch((cause: unknown) =>
      post({ kind: 'failed', id: event.data.id, message: cause instanceof Error ? cause.message : String(cause) }),
    );
};

async function answer(message: ToStage): Promise<void> {
  const { id } = message;
  if (message.kind === 'open') {
    const opened = await StageHost.open(message.wasm, message.compiled, message.options);
    host = opened.ok ? opened.value : undefined;
    return post({ kind: 'opened', id, error: opened.ok ? null : opened.error });
  }
  if (host === undefined) throw new Error('nothing is open');
  if (message.kind === 'show') return post({ kind: 'shown', id, shown: host.show(message.request) });
  const lines = await host.trace(message.moves, message.permutation);
  if (!lines.ok) throw new Error(lines.error);
  post({ kind: 'trace', id, lines: lines.value });
}
