/** What exercises need of the engine. In a browser workers answer; tests and the command line ask it where they are. */

import type { EngineError } from '../../base/engine-error.ts';
import type { Result } from '../../base/result.ts';
import type { StandbyRequest } from '../../engine/server/standby-types.ts';
import type { CompiledSpec } from '../../engine/spec/spec-compile.ts';
import type { Look, Move, Shown } from '../../engine/stage/stage-types.ts';
import { type CountedLines, type Exercise, STANDBY_ASKED } from '../../scenario/exercise.ts';
import type { SpecProblem } from '../../scenario/spec-types.ts';

/**
 * The stage after these moves, and the events of all of them. The same moves give the same answer.
 * @param replay where a server that has one has its standby; none is shown where it is left out
 */
export type ShowMoves = (
  moves: readonly Move[],
  look?: Look,
  replay?: StandbyRequest['replay'],
) => Promise<Result<Shown, string>>;

/** Whether what is asked needs a server that has a standby. */
export const hasStandby = ({ ask }: Pick<Exercise, 'ask'>): boolean => STANDBY_ASKED.some((what) => what === ask.what);

export interface ExerciseWorld {
  compile(text: string): Promise<Result<CompiledSpec, readonly SpecProblem[]>>;
  /** A server with the spec's tables, as the exercise needs it. @param fault name of the one that is planted; null: a sound one */
  open(
    compiled: CompiledSpec,
    exercise: Pick<Exercise, 'rules' | 'ask'>,
    fault: string | null,
  ): Promise<Result<ShowMoves, string>>;
  /** 64-byte lines that one snapshot touches; else that there is no such design, or why it could not be counted. */
  countLines(counted: CountedLines, idle: number, active: number): Promise<Result<number, EngineError>>;
}
