/** A page's stage: the worker behind it, and requests that become answers. While somebody scrubs, the newest request wins. */

import { workerFault } from '../../base/loading.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { connect, type Lost, newestOf, type Question, type Rpc, reopening } from '../../base/rpc.ts';
import type { CompiledSpec } from '../spec/spec-compile.ts';
import { type WasmPlace, wasmPlaceInBrowser } from '../wasm/wasm-module.ts';
import type { SerialFinding } from './serial-types.ts';
import type { Move, Shown, ShowRequest, StageApi, StageOptions, StageStop } from './stage-types.ts';
import workerUrl from './stage-worker.ts?worker&url';
import type { Attempt, RunVerdict } from './verdict-types.ts';

export interface StageClient {
  /** Closes what was open. */
  open(compiled: CompiledSpec, options: StageOptions): Promise<Result<null, string>>;
  /** Null: a newer request came before this one's turn. */
  show(request: ShowRequest): Promise<Result<Shown | null, string>>;
  /** Was the serialization failure a false alarm? Null: nobody has failed, or it cannot be asked now. */
  serial(request: Pick<ShowRequest, 'moves' | 'permutation' | 'tick'>): Promise<SerialFinding | null>;
  /** What did the transactions do to each other? Null: one has not ended, or it cannot be asked now. */
  verdict(request: Pick<ShowRequest, 'moves' | 'permutation' | 'tick'>): Promise<RunVerdict | null>;
  /** What would come of these moves in another spec? Null: it cannot be asked now. */
  attempt(compiled: CompiledSpec, moves: readonly Move[]): Promise<Attempt | null>;
  /** Lines of the trace, the header first. */
  trace(moves: readonly Move[], permutation: number | null): Promise<Result<readonly string[], StageStop>>;
  /**
   * The reader pressed Cancel: the worker is ended even if it is busy, and requests under way are answered with an
   * error. The next request reopens the spec.
   */
  stop(): void;
  dispose(): void;
}

const answerOf = <T>(result: Result<T, Lost>): Result<T, string> =>
  result.ok ? result : err(workerFault(result.error.message));

export function createStageClient(rpc: Rpc<StageApi>, place: WasmPlace): StageClient {
  type Opening = Pick<Question<StageApi['open']>, 'compiled' | 'options'>;
  const held = reopening(rpc, async (opening: Opening): Promise<Result<null, string>> => {
    const answer = answerOf(await rpc.ask('open', { ...opening, place }));
    if (!answer.ok) return answer;
    return answer.value.ok ? ok(null) : err(workerFault(answer.value.error));
  });
  const whenOpen = async <T>(ask: () => Promise<Result<T, Lost>>): Promise<Result<T, string>> =>
    held.whenOpen(async () => answerOf(await ask())) ?? err('nothing is open');
  const shows = newestOf((request: ShowRequest) => whenOpen(() => rpc.ask('show', request)));
  return {
    open: (compiled, options) => held.open({ compiled, options }),
    show: shows.ask,
    async serial(request) {
      const answer = await whenOpen(() => rpc.ask('serial', request));
      return answer.ok ? answer.value : null;
    },
    async verdict(request) {
      const answer = await whenOpen(() => rpc.ask('verdict', request));
      return answer.ok ? answer.value : null;
    },
    async attempt(compiled, moves) {
      const answer = await whenOpen(() => rpc.ask('attempt', { compiled, moves }));
      return answer.ok ? answer.value : null;
    },
    async trace(moves, permutation) {
      const answer = await whenOpen(() => rpc.ask('trace', { moves, permutation }));
      return answer.ok ? answer.value : err({ kind: 'failed', error: answer.error });
    },
    stop: () => rpc.restart(),
    dispose: () => rpc.dispose(),
  };
}

const placeOfEngine = (): WasmPlace => ({ moduleUrl: wasmPlaceInBrowser('xip-engine', document.baseURI).moduleUrl });

/** A worker started before anybody needed it; the next stage takes it. */
let ahead: Rpc<StageApi> | undefined;

/** Makes a worker load itself and the engine, for a stage that will start soon. */
export function stageAhead(): void {
  if (ahead !== undefined) return;
  ahead = connect<StageApi>(workerUrl);
  ahead.tell('warm', placeOfEngine());
}

/** In a browser only. */
export function startStage(): StageClient {
  const rpc = ahead ?? connect<StageApi>(workerUrl);
  ahead = undefined;
  return createStageClient(rpc, placeOfEngine());
}
