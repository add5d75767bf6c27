/** The worker that owns a stage's engine. One request after the other; each answer carries the request's number. */

import { WasmServer } from '../server/server-core.ts';
import { StageHost } from './stage-host.ts';
import type { FromStage, ToStage } from './stage-types.ts';

let host: StageHost | undefined;
let last = Promise.resolve();
const post = (message: FromStage): void => self.postMessage(message);

self.onmessage = ({ data }: MessageEvent<ToStage>): void => {
  if (data.kind === 'warm') {
    WasmServer.warm(data.wasm);
    return;
  }
  // In order, also where one has to wait for a module.
  last = last
    .then(() => answer(data))
    .catch((cause: unknown) =>
      post({ kind: 'failed', id: data.id, message: cause instanceof Error ? cause.message : String(cause) }),
    );
};

async function answer(message: Exclude<ToStage, { kind: 'warm' }>): Promise<void> {
  const { id } = message;
  if (message.kind === 'open') {
    const opened = await StageHost.open(message.wasm, message.compiled, message.options);
    host = opened.ok ? opened.value : undefined;
    return post({ kind: 'opened', id, error: opened.ok ? null : opened.error });
  }
  if (host === undefined) throw new Error('nothing is open');
  if (message.kind === 'show') return post({ kind: 'shown', id, shown: host.show(message.request) });
  const lines = await host.trace(message.moves, message.permutation);
  post(lines.ok ? { kind: 'trace', id, lines: lines.value } : { kind: 'stopped', id, stop: lines.error });
}
