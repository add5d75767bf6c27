/** The lab in Node, for the command line, the benchmarks and the tests: the same WebAssembly, hosted in place. */
import { availableParallelism } from 'node:os';
import type { EngineError } from '../../base/engine-error.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { ns } from '../../base/units.ts';
import { wasmPlaceInNode } from '../wasm/wasm-place.node.ts';
import { BoardReader } from './lab-board.ts';
import { LabHost } from './lab-host.ts';
import type { LabClient, LabConfig, LabInfo } from './lab-types.ts';

/** The calls that tests have in addition: plant a fault, ask the engine about itself. */
export interface NodeLab extends LabClient {
  readonly host: LabHost;
  requestWithFaults(config: LabConfig, faults: number): Result<number, EngineError>;
}

export async function startLabInNode(maxActive: number): Promise<Result<NodeLab, EngineError>> {
  let aborted: string | undefined;
  const loaded = await LabHost.load(wasmPlaceInNode('xip-lab'), maxActive, (what) => {
    aborted = what;
  });
  if (!loaded.ok) return loaded;
  const host = loaded.value;
  const address = host.start(maxActive);
  if (!address.ok) {
    host.stop();
    return err(address.error);
  }
  const board = new BoardReader(host.memory.buffer, address.value);
  let disposed = false;
  return ok({
    host,
    request: (config) => Promise.resolve(host.request(config)),
    requestWithFaults: (config, faults) => host.request(config, faults),
    pause: () => disposed || host.pause(true),
    resume: () => disposed || host.pause(false),
    drain: () => (disposed ? [] : board.drain()),
    info: (): LabInfo => ({
      clockResolutionNs: ns(board.clockStepNs()),
      cores: availableParallelism(),
      workUnitsPerUs: board.workUnitsPerUs(),
    }),
    state: () => (disposed ? 'stopped' : aborted === undefined ? board.state() : 'failed'),
    dispose: () => {
      if (disposed) return;
      disposed = true;
      host.stop();
    },
  });
}
