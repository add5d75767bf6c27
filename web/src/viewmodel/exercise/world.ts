/** The engine as exercises use it. In a browser workers answer; tests and the command line call it directly. */

import type { EngineError } from '../../base/engine-error.ts';
import type { Result } from '../../base/result.ts';
import type { StandbyRequest } from '../../engine/server/standby-types.ts';
import type { CompiledSpec } from '../../engine/spec/spec-compile.ts';
import type { Look, Move, Shown } from '../../engine/stage/stage-types.ts';
import { type CountedLines, type Exercise, STANDBY_ASKED } from '../../scenario/exercise.ts';
import type { SpecProblem } from '../../scenario/spec-types.ts';

/**
 * The stage after these moves, and the events of all of them. The same moves give the same answer.
 * @param replay position of the standby if the server has one; left out: none is shown
 */
export type ShowMoves = (
  moves: readonly Move[],
  look?: Look,
  replay?: StandbyRequest['replay'],
) => Promise<Result<Shown, string>>;

/** Whether the question needs a server with a standby. */
export const hasStandby = ({ ask }: Pick<Exercise, 'ask'>): boolean => STANDBY_ASKED.some((what) => what === ask.what);

export interface ExerciseWorld {
  compile(text: string): Promise<Result<CompiledSpec, readonly SpecProblem[]>>;
  /** A server with the spec's tables, as the exercise needs it. @param fault name of the planted fault; null: a sound server */
  open(
    compiled: CompiledSpec,
    exercise: Pick<Exercise, 'rules' | 'ask'>,
    fault: string | null,
  ): Promise<Result<ShowMoves, string>>;
  /** 64-byte lines that one snapshot touches; an error if there is no such design, or if counting failed. */
  countLines(counted: CountedLines, idle: number, active: number): Promise<Result<number, EngineError>>;
}
