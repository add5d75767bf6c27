/**
 * What the SQL of an exercise answers when nothing can be asked about it: a misspelt word or a table that is not there is
 * no fault of the spec's, because a server says it only when the step runs. So this runs the steps and
 * gives the first error of each session, with its line and column in the exercise's file.
 */
import type { CompiledSpec } from '../../engine/spec/spec-compile.ts';
import type { Move } from '../../engine/stage/stage-types.ts';
import type { Exercise } from '../../scenario/exercise.ts';
import { Lines } from '../../scenario/spec-scan.ts';
import type { SpecProblem } from '../../scenario/spec-types.ts';
import { outcomesOf } from './events.ts';
import type { ShowMoves } from './world.ts';

/**
 * @param steps in the order in which the exercise has them
 * @param expected errors that come of the schedule and not of the text
 */
export async function sqlProblems(
  spec: NonNullable<Exercise['spec']>,
  compiled: CompiledSpec,
  steps: readonly Move[],
  show: ShowMoves,
  expected: readonly string[],
): Promise<readonly SpecProblem[]> {
  const { sessions, steps: all } = compiled.spec;
  const sessionOf = (step: Move): number => all[step]?.session ?? 0;
  const found = new Map<string, SpecProblem>();
  // One session after the other: so fewer have to wait, and what comes after a wait is run, too.
  const apart = sessions.flatMap((_, session) => steps.filter((step) => sessionOf(step) === session));
  for (const moves of [steps, apart]) {
    const shown = await show(moves);
    if (!shown.ok) return [];
    for (const { step, session, error } of outcomesOf(shown.value.events).values()) {
      // What follows an error in a transaction answers that it is aborted.
      if (error === null || expected.includes(error) || found.has(session)) continue;
      found.set(session, { ...placeIn(spec, compiled, step, error), message: error });
    }
  }
  return [...found.values()].sort((a, b) => a.line - b.line || a.column - b.column);
}

/** The first name that the message quotes, where the step's SQL has it; else where that SQL begins. */
function placeIn(
  spec: NonNullable<Exercise['spec']>,
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
  // In the file a value may have a longer name than it is itself: then what follows it stands further on.
  const written = spec.text.split('\n')[line - 1] ?? '';
  const from = line === start.line ? start.column - 1 : 0;
  const there = at < 0 ? -1 : written.toLowerCase().indexOf(name.toLowerCase(), from);
  return { line: line + spec.line - 1, column: there < 0 ? column : there + 1 };
}
