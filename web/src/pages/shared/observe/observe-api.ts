/** A page's questions to the worker that observes the engine. */
import type { DesignId } from '../../../base/designs.ts';
import type { EngineError } from '../../../base/engine-error.ts';
import type { Result } from '../../../base/result.ts';
import type { WasmPlace } from '../../../engine/wasm/wasm-module.ts';
import type { Machine } from '../../../scenario/machine.ts';
import type { CountedLines } from '../../../viewmodel/exercise/exercise.ts';
import type { LadderCase, LadderCount } from '../../../viewmodel/ladder/ladder-case.ts';
import type { Reads } from './reads.ts';

interface At {
  readonly place: WasmPlace;
  readonly idle: number;
  readonly active: number;
}
/** The worker's methods. */
export interface ObserveApi {
  /** The reads of one snapshot, as PostgreSQL 13 and as 14. */
  reads(question: At): Result<Reads, EngineError>;
  /** How many lines one snapshot of any design touches. */
  lines(question: At & { readonly counted: CountedLines }): Result<number, EngineError>;
  /** Tells each design's count as it comes: first what it reads, then with what its operations take, which takes far longer. */
  ladder(
    question: {
      readonly engine: WasmPlace;
      readonly model: WasmPlace;
      readonly machine: Machine;
      readonly what: LadderCase;
    },
    hear: (told: readonly [DesignId, LadderCount]) => void,
  ): Result<null, EngineError>;
}
