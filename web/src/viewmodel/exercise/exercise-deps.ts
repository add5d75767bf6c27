/** The engine as exercises use it. In a browser workers answer; tests and the command line call it directly. */
import type { EngineError } from '../../base/engine-error.ts';
import type { Result } from '../../base/result.ts';
import type { StandbyRequest } from '../../engine/server/standby-types.ts';
import type { CompiledSpec } from '../../engine/spec/spec-compile.ts';
import type { Look, Move, Shown } from '../../engine/stage/stage-types.ts';
import { Lines } from '../../scenario/spec-scan.ts';
import type { SpecProblem } from '../../scenario/spec-types.ts';
import { outcomesOf } from './events.ts';
import type { AnyAsk, CountedLines, ExerciseOf } from './exercise.ts';

type AnyExercise = ExerciseOf<AnyAsk>;

/**
 * The stage after these moves, and the events of all of them. The same moves give the same answer.
 * @param replay position of the standby if the server has one; left out: none is shown
 */
export type ShowMoves = (
  moves: readonly Move[],
  look?: Look,
  replay?: StandbyRequest['replay'],
) => Promise<Result<Shown, string>>;

export interface ExerciseDeps {
  compile(text: string): Promise<Result<CompiledSpec, readonly SpecProblem[]>>;
  /** A server with the spec's tables, as the exercise needs it. @param fault name of the planted fault; null: a sound server */
  open(
    compiled: CompiledSpec,
    exercise: Pick<AnyExercise, 'rules' | 'ask'>,
    fault: string | null,
  ): Promise<Result<ShowMoves, string>>;
  /** 64-byte lines that one snapshot touches; an error if there is no such design, or if counting failed. */
  countLines(counted: CountedLines, idle: number, active: number): Promise<Result<number, EngineError>>;
}

/** Errors that come from a schedule and not from the text of the SQL; '' is none. */
export const SCHEDULE_ERRORS = [
  '',
  'ERROR:  could not serialize access due to concurrent update',
  'ERROR:  deadlock detected',
];
/** The one that SERIALIZABLE adds. */
export const SERIALIZABLE_ERROR =
  'ERROR:  could not serialize access due to read/write dependencies among transactions';

/**
 * Errors in the SQL of an exercise that could not be posed: a misspelt word or a missing table is not a fault of the
 * spec, because a server reports it only when the step runs. So this runs the steps and returns the first error of each
 * session, with its line and column in the exercise's file.
 */

/** @param steps in the exercise's order */
export async function sqlProblems(
  spec: NonNullable<AnyExercise['spec']>,
  compiled: CompiledSpec,
  steps: readonly Move[],
  show: ShowMoves,
): Promise<readonly SpecProblem[]> {
  const { sessions, steps: all } = compiled.spec;
  const sessionOf = (step: Move): number => all[step]?.session ?? 0;
  const found = new Map<string, SpecProblem>();
  // One session after another: so fewer have to wait, and steps after a wait run, too.
  const apart = sessions.flatMap((_, session) => steps.filter((step) => sessionOf(step) === session));
  for (const moves of [steps, apart]) {
    const shown = await show(moves);
    if (!shown.ok) return [];
    for (const { step, session, error } of outcomesOf(shown.value.events).values()) {
      // After an error, the rest of a transaction only answers that it is aborted.
      if (error === null || SCHEDULE_ERRORS.includes(error) || error === SERIALIZABLE_ERROR || found.has(session))
        continue;
      found.set(session, { ...placeIn(spec, compiled, step, error), message: error });
    }
  }
  return [...found.values()].sort((a, b) => a.line - b.line || a.column - b.column);
}

/** The place of the first name that the message quotes, if the step's SQL contains it; otherwise where that SQL begins. */
function placeIn(
  spec: NonNullable<AnyExercise['spec']>,
  { text, spec: { steps } }: CompiledSpec,
  step: Move,
  message: string,
): { readonly line: number; readonly column: number } {
  const { sql = '', offset = 0 } = steps[step] ?? {};
  const lines = new Lines(text);
  const begin = sql.length - sql.trimStart().length;
  const [, name = ''] = /"([^"]+)"/.exec(message) ?? [];
  const at = name === '' ? -1 : sql.toLowerCase().indexOf(name.toLowerCase());
  const start = lines.placeOf(offset + begin);
  const { line, column } = at < 0 ? start : lines.placeOf(offset + at);
  // A variable's name in the file may be longer than its value: then the text after it is further right.
  const written = spec.text.split('\n')[line - 1] ?? '';
  const from = line === start.line ? start.column - 1 : 0;
  const there = at < 0 ? -1 : written.toLowerCase().indexOf(name.toLowerCase(), from);
  return { line: line + spec.line - 1, column: there < 0 ? column : there + 1 };
}
