/**
 * An exercise and a seed make a variant: values, a schedule, the asked step, and the key, which the engine computes. The
 * kind of the question draws it (`kinds.ts`); the laws that all variants obey are in README.md, and in
 * web/tools/exercises for many seeds.
 */
import { err, ok } from '../../base/result.ts';
import type { CompiledSpec } from '../../engine/spec/spec-compile.ts';
import type { Move } from '../../engine/stage/stage-types.ts';
import type { Prose } from '../../scenario/lesson.ts';
import { fillClaim } from './claims.ts';
import type { AnyAsk, Claim, ExerciseOf } from './exercise.ts';
import { type ExerciseDeps, sqlProblems } from './exercise-deps.ts';
import { drawValues, fillProse, fillText, rngFor, unknownIn, unknownInSpec, type Values } from './fill.ts';
import { type Edition, type Made, type Making, namedSteps } from './kind.ts';
import { type Ask, type Exercise, kindAsked, promptsOf, type Question } from './kinds.ts';

export interface Variant {
  readonly id: string;
  readonly seed: number;
  readonly exercise: Exercise;
  readonly values: Values;
  readonly prose: readonly Prose[];
  readonly hints: readonly (readonly Prose[])[];
  readonly why: readonly Prose[];
  readonly claims: readonly Claim[];
  /** The spec with its values; '' if there is none. */
  readonly text: string;
  readonly compiled: CompiledSpec | null;
  readonly question: Question;
}

/** Names of the sessions, in the spec's order. */
export const sessionsOf = ({ compiled }: Variant): readonly string[] =>
  compiled?.spec.sessions.map(({ name }) => name) ?? [];

/** '': there is no such step. */
export const stepNameIn = ({ compiled }: Variant, step: Move | null): string =>
  compiled?.spec.steps[step ?? -1]?.name ?? '';

export async function makeVariant(
  id: string,
  exercise: Exercise,
  seed: number,
  world: ExerciseDeps,
  edition: Edition = 2,
): Promise<Made<Variant>> {
  const { vary, spec } = exercise;
  const [unknown] = unknownIn(exercise);
  if (unknown !== undefined) return err({ kind: 'name', name: unknown, known: vary.map(({ name }) => name) });
  const making = { id, seed, exercise, world, edition, values: drawValues(vary, rngFor(id, seed, 0)) };
  if (spec !== null) return onStage(making, spec);
  const drawn = await kindAsked(exercise).draw(making, null);
  return drawn.ok ? ok(filled(making, drawn.value.values, null, drawn.value.question)) : drawn;
}

/** A variant whose question is about a schedule of the spec. */
async function onStage(making: Making<Ask>, spec: NonNullable<Exercise['spec']>): Promise<Made<Variant>> {
  const { exercise, values, world } = making;
  const made = await world.compile(specText(exercise, values));
  if (!made.ok) {
    const known = exercise.vary.map(({ name }) => name);
    const [hole] = unknownInSpec(spec.text, known);
    if (hole !== undefined) return err({ kind: 'name', name: hole.name, known });
    return err({ kind: 'spec', problems: made.error.map((one) => ({ ...one, line: one.line + spec.line - 1 })) });
  }
  const compiled = made.value;
  const steps = namedSteps(compiled, exercise.schedule?.steps ?? compiled.spec.steps.map(({ name }) => name));
  if (!steps.ok) return steps;
  const drawn = await kindAsked(exercise).draw(making, { compiled, steps: steps.value });
  if (drawn.ok) return ok(filled(making, drawn.value.values, compiled, drawn.value.question));
  if (drawn.error.kind !== 'not-posed') return drawn;
  // Errors in the SQL show only when it runs, and then no schedule makes a good question.
  const show = await world.open(compiled, exercise, null);
  const problems = show.ok ? await sqlProblems(spec, compiled, steps.value, show.value) : [];
  return problems.length > 0 ? err({ kind: 'spec', problems }) : drawn;
}

const filled = (
  { id, seed, exercise }: Making<Ask>,
  values: Values,
  compiled: CompiledSpec | null,
  question: Question,
): Variant => ({
  ...{ id, seed, exercise, values, compiled, question, text: specText(exercise, values) },
  prose: fillProse(exercise.prose, values),
  hints: exercise.hints.map((hint) => fillProse(hint, values)),
  why: fillProse(exercise.why, values),
  claims: exercise.claims.map((claim) => fillClaim(claim, values)),
});

/** The spec with its values; '' if there is none. */
export function specText(exercise: Exercise, values: Values): string {
  if (exercise.spec === null) return '';
  const text = fillText(exercise.spec.text, values);
  const prompts = promptsOf(exercise);
  // At the end, so that the lines of the spec keep their numbers.
  return prompts.length > 0 ? `${text}\n#: prompts: ${prompts.join(', ')}\n` : withPermutation(text, exercise);
}

const STEP_NAME = /^[ \t]*step[ \t]+"?([A-Za-z_][A-Za-z0-9_]*)/gm;

/** A spec without permutations means all orders, which may be too many: one is enough. */
function withPermutation(text: string, { schedule }: ExerciseOf<AnyAsk>): string {
  if (/^[ \t]*permutation\b/m.test(text)) return text;
  const steps = schedule?.steps ?? [...text.matchAll(STEP_NAME)].map(([, name = '']) => name);
  return `${text}\npermutation ${steps.join(' ')}\n`;
}
