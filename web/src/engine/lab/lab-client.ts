/**
 * A page's lab: `startLab` starts the worker that owns it and answers a client that reads slices straight from shared memory.
 */

import { type EngineError, engineAnswer } from '../../base/engine-error.ts';
import { err, ok } from '../../base/result.ts';
import type { Rpc } from '../../base/rpc.ts';
import { ns } from '../../base/units.ts';
import { wasmPlaceInBrowser } from '../wasm/wasm-module.ts';
import { BoardReader } from './lab-board.ts';
import { checkLabConfig } from './lab-config.ts';
import { connectLab, errorOf, GONE, notLoadedAsLab } from './lab-connection.ts';
import type { LabApi, LabClient, StartedLab, StartLab } from './lab-types.ts';

/** @param lost why the worker is gone; undefined while it works */
function labOn(rpc: Rpc<LabApi>, { buffer, board: at }: StartedLab, lost: () => EngineError | undefined): LabClient {
  const board = new BoardReader(buffer, at);
  let isDisposed = false;
  const gone = (): EngineError | undefined => (isDisposed ? GONE : lost());
  return {
    request: async (config) => {
      const checked = checkLabConfig(config);
      if (!checked.ok) return checked;
      // Another worker would have another memory, so a lost lab stays lost.
      const before = gone();
      if (before !== undefined) return err(before);
      const answer = await rpc.ask('request', config);
      return answer.ok ? answer.value : err(errorOf(answer.error));
    },
    pause: () => {
      if (gone() === undefined) rpc.tell('pause', true);
    },
    resume: () => {
      if (gone() === undefined) rpc.tell('pause', false);
    },
    drain: () => (isDisposed ? [] : board.drain()),
    info: () => ({
      clockResolutionNs: ns(board.clockStepNs()),
      cores: navigator.hardwareConcurrency,
      workUnitsPerUs: board.workUnitsPerUs(),
    }),
    state: () => {
      if (isDisposed) return 'stopped';
      return lost() === undefined ? board.state() : 'failed';
    },
    dispose: () => {
      isDisposed = true;
      // A worker's child workers end with it, wherever they run.
      rpc.dispose();
    },
  };
}

export const startLab: StartLab = async (maxActive) => {
  let lost: EngineError | undefined;
  const rpc = connectLab((why) => {
    lost = why;
  });
  const asked = await rpc.ask('start', { place: wasmPlaceInBrowser('xip-lab', document.baseURI), maxActive });
  const started = asked.ok ? engineAnswer(asked) : err(errorOf(asked.error));
  if (started.ok) return ok(labOn(rpc, started.value, () => lost));
  rpc.dispose();
  return err(notLoadedAsLab(started.error));
};
