/**
 * The checks of `xipscope lint` for exercises: the file, its names, and its spec with the values of some seeds. One
 * that is answered by an order or a schedule is also solved against its author.
 */
import '../src/base/messages/en/index.ts';
import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { solve } from '../node/exercises/solver.ts';
import { DESIGN_IDS } from '../src/base/designs.ts';
import { DEFAULT_LANG, messagesIn } from '../src/base/messages/index.ts';
import { compileSource } from '../src/engine/spec/spec-compile.ts';
import type { Spec, SpecProblem } from '../src/scenario/spec-types.ts';
import type { Compile } from '../src/sql/compile.ts';
import type { ExerciseDeps } from '../src/viewmodel/exercise/exercise-deps.ts';
import { drawValues, rngFor, unknownIn, unknownInSpec } from '../src/viewmodel/exercise/fill.ts';
import { type Exercise, kindAsked, promptsOf } from '../src/viewmodel/exercise/kinds.ts';
import { exerciseDifferences } from '../src/viewmodel/exercise/languages.ts';
import { unknownLesson } from '../src/viewmodel/exercise/lesson-named.ts';
import { parseExerciseBytes } from '../src/viewmodel/exercise/parse.ts';
import { makeVariant, specText } from '../src/viewmodel/exercise/variant.ts';
import { readSpecFile } from './spec-input.ts';

const { t } = messagesIn(DEFAULT_LANG);

/** Exercises are Markdown in a folder of that name, each called NAME.LANG.md; other Markdown is ignored. */
export const EXERCISES = 'exercises';
const EXERCISE_FILE = /^([a-z0-9][a-z0-9-]*)\.([a-zA-Z-]+)\.md$/;
export const isExerciseFile = (file: string): boolean => EXERCISE_FILE.test(basename(file));

/** Words and numbers differ from seed to seed, and so may their faults. */
const SEEDS = [1, 2, 3, 4, 5];

/** Ids of the lessons, in their order. */
const shippedLessons = (): readonly string[] =>
  readdirSync(new URL('../../scenarios/lessons/', import.meta.url))
    .sort()
    .flatMap((file) => /^\d\d-([a-z0-9-]+)\.en\.md$/.exec(file)?.[1] ?? []);

/** All faults of an exercise, in the order of their places. */
export function lintExercise(bytes: Uint8Array, compile: Compile): readonly SpecProblem[] {
  const parsed = parseExerciseBytes(bytes);
  if (!parsed.ok) return parsed.error;
  const exercise = parsed.value;
  const { spec, vary } = exercise;
  const known = vary.map(({ name }) => name);
  const text = new TextDecoder().decode(bytes);
  const problems: SpecProblem[] = [...unknownLesson(text, exercise.lesson, shippedLessons(), { t })];
  problems.push(...unknownIn(exercise).map((name) => at(t('exercise.unknownName', { name, known }))));
  for (const name of kindAsked(exercise).named(exercise.ask).designs ?? [])
    if (!DESIGN_IDS.some((id) => id === name)) problems.push(at(t('exercise.unknownDesign', { name })));
  if (spec === null) return problems;
  for (const seed of SEEDS) {
    const compiled = compileSource(specText(exercise, drawValues(vary, rngFor('lint', seed, 0))), compile);
    if (!compiled.ok) {
      const holes = unknownInSpec(spec.text, known);
      if (holes.length > 0) {
        const told = holes.map(({ name, line }) => ({
          ...at(t('exercise.unknownName', { name, known })),
          line: line + spec.line - 1,
        }));
        return [...problems, ...told];
      }
      problems.push(...compiled.error.map((one) => ({ ...one, line: one.line + spec.line - 1 })));
      return problems;
    }
    // Where SQL is typed, the parser has held the names against the prompts.
    if (seed === SEEDS[0] && promptsOf(exercise).length === 0)
      problems.push(...unknownSteps(exercise, compiled.value.spec));
  }
  return problems;
}

/** The number of schedules to run for one exercise: enough for a short spec, and seconds for a folder of them. */
const SOLVED = 100;

/**
 * Hunts are left to the tests, which take longer: their goal is a difference between two servers. What a person could
 * type nobody can try out.
 */
export const isSolved = (exercise: Exercise): boolean =>
  exercise.claims.length > 0 && kindAsked(exercise).needs.goal && promptsOf(exercise).length === 0;

/**
 * Looks for a schedule that reaches every goal and breaks the task's words: then the goals are too weak. Reports the
 * first one found.
 */
export async function lintClaims(exercise: Exercise, world: ExerciseDeps): Promise<readonly SpecProblem[]> {
  const [seed = 1] = SEEDS;
  const made = await makeVariant('lint', exercise, seed, world);
  if (!made.ok) return [];
  const tried = await solve(made.value, world, { budget: SOLVED, seed });
  const weak = tried.find(({ isGoal, isOutOfOrder, broken }) => isGoal && !isOutOfOrder && broken.length > 0);
  const [first] = weak?.broken ?? [];
  if (weak === undefined || first === undefined) return [];
  const moves = weak.moves.map((move) => made.value.compiled?.spec.steps[move]?.name ?? t('lanes.controls.time'));
  return [at(t('exercise.claimBroken', { words: first.claim.words, moves }))];
}

const at = (message: string): SpecProblem => ({ line: 1, column: 1, message });

/**
 * The differences that make an exercise in another language a different exercise than the English one next to it.
 * Without an English one there is nothing to compare.
 */
export function lintExerciseLanguage(bytes: Uint8Array, file: string): readonly SpecProblem[] {
  const [, name, lang] = EXERCISE_FILE.exec(basename(file)) ?? [];
  if (name === undefined || lang === DEFAULT_LANG) return [];
  const english = readSpecFile(join(dirname(file), `${name}.${DEFAULT_LANG}.md`));
  const [original, translation] = [english.ok ? parseExerciseBytes(english.value) : null, parseExerciseBytes(bytes)];
  return original?.ok === true && translation.ok ? exerciseDifferences(original.value, translation.value) : [];
}

function unknownSteps(exercise: Exercise, { steps, sessions }: Spec): readonly SpecProblem[] {
  const { schedule, ask, goal: goals } = exercise;
  const asked = kindAsked(exercise).named(ask).steps ?? [];
  const named = [...(schedule?.steps ?? []), ...(schedule?.needs ?? []), ...asked];
  const askedSessions: string[] = [];
  for (const goal of goals) {
    if ('step' in goal) named.push(goal.step);
    if ('other' in goal) named.push(goal.other);
    if ('session' in goal) askedSessions.push(goal.session);
  }
  return [
    ...named
      .filter((name) => !steps.some((step) => step.name === name))
      .map((name) => at(t('exercise.unknownStep', { name }))),
    ...askedSessions
      .filter((name) => !sessions.some((session) => session.name === name))
      .map((name) => at(t('exercise.unknownSession', { name }))),
  ];
}
