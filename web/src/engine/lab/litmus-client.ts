/** A page's litmus tests: the lab's worker with two threads of its own, and counts straight from shared memory. */

import { type EngineError, engineAnswer } from '../../base/engine-error.ts';
import { err, ok } from '../../base/result.ts';
import { wasmPlaceInBrowser } from '../wasm/wasm-module.ts';
import { connectLab, errorOf, GONE, notLoadedAsLab } from './lab-connection.ts';
import { readLitmusBoard } from './litmus-board.ts';
import type { StartLitmus } from './litmus-types.ts';

export const startLitmus: StartLitmus = async () => {
  let lost: EngineError | undefined;
  const rpc = connectLab((why) => {
    lost = why;
  });
  const asked = await rpc.ask('startLitmus', wasmPlaceInBrowser('xip-lab', document.baseURI));
  const started = asked.ok ? engineAnswer(asked) : err(errorOf(asked.error));
  if (!started.ok) {
    rpc.dispose();
    return err(notLoadedAsLab(started.error));
  }
  const { buffer, board } = started.value;
  const u32 = new Uint32Array(buffer);
  return ok({
    run: async (plan) => {
      // Another worker would have another memory, so lost runs stay lost.
      if (lost !== undefined) return err(lost);
      const answer = await rpc.ask('runLitmus', plan);
      return answer.ok ? answer.value : err(errorOf(answer.error));
    },
    stop: () => {
      if (lost === undefined) rpc.tell('stopLitmus', null);
    },
    counts: () => readLitmusBoard(u32, board),
    failure: () => lost,
    dispose: () => {
      lost = GONE;
      // A worker's child workers end with it, wherever they run.
      rpc.dispose();
    },
  });
};
