/**
 * Exactly the answers that fulfil a task's words are accepted. For an exercise that is answered by moves, a solver
 * looks for schedules that reach every goal and break a claim, and for those that keep all claims and reach no goal;
 * for one that is answered by choosing, the test gives every other answer.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judgeOf } from '../../node/exercises/search.ts';
import { solve, type Tried } from '../../node/exercises/solver.ts';
import type { Move } from '../../src/engine/stage/stage-types.ts';
import type { Answer } from '../../src/viewmodel/exercise/answer.ts';
import { brokenClaims } from '../../src/viewmodel/exercise/claims.ts';
import { MAX_SEED } from '../../src/viewmodel/exercise/fill.ts';
import { judgeMoves } from '../../src/viewmodel/exercise/judge.ts';
import type { Exercise } from '../../src/viewmodel/exercise/kinds.ts';
import { isMadeOfMoves, isRight, promptsOf, type Question } from '../../src/viewmodel/exercise/kinds.ts';
import { unclaimed } from '../../src/viewmodel/exercise/parse.ts';
import type { Variant } from '../../src/viewmodel/exercise/variant.ts';
import { exercises, files, readExercise, variantOf, world } from './shipped.fake.ts';

const isTyped = (exercise: Exercise): boolean => promptsOf(exercise).length > 0;
const isMade = ({ ask }: Exercise): boolean => ask.what === 'order' || ask.what === 'make' || ask.what === 'hunt';
const seeds = fc.integer({ min: 0, max: MAX_SEED });

const namesOf = ({ compiled }: Variant, moves: readonly Move[]): string =>
  moves.map((move) => compiled?.spec.steps[move]?.name ?? 'time').join(' ');

test.each(files)('every sentence of %s has a claim', (file) => {
  const { prose, claims } = readExercise(file);
  expect(unclaimed(prose, claims)).toEqual([]);
});

/** The number of schedules in one run of the solver. */
const BUDGET = 120;

/** What is typed is in typed.wasm.test.ts: nobody can try all of it. */
describe.each(exercises.filter(([, exercise]) => isMade(exercise) && !isTyped(exercise)))('%s', (id, exercise) => {
  test('what reaches the goals keeps every claim, and what keeps every claim reaches the goals', {
    timeout: 120_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(seeds, async (seed) => {
        const variant = await variantOf(id, exercise, seed);
        const all = await solve(variant, world, { budget: BUDGET, seed });
        const told = (one: Tried): string =>
          `${namesOf(variant, one.moves)}: ${one.broken.map(({ claim }) => claim.words).join('; ')}`;
        const weak = all.filter((one) => one.isGoal && one.broken.length > 0 && !one.isOutOfOrder);
        expect(weak.map(told)).toEqual([]);
        expect(all.filter((one) => one.isAccepted && (one.broken.length > 0 || one.isOutOfOrder)).map(told)).toEqual(
          [],
        );
        expect(all.filter((one) => one.isAccepted !== (one.isGoal && !one.isOutOfOrder)).map(told)).toEqual([]);
        if (exercise.ask.what !== 'hunt')
          expect(all.filter((one) => !one.isGoal && !one.isOutOfOrder && one.broken.length === 0).map(told)).toEqual(
            [],
          );
      }),
      { numRuns: 2 },
    );
  });
});

/** Every answer that the page allows. */
function answersTo(question: Question): readonly Answer[] {
  const subsets = (all: readonly number[]): readonly (readonly number[])[] =>
    Array.from({ length: 2 ** all.length }, (_, bits) => all.filter((_one, i) => Math.floor(bits / 2 ** i) % 2 === 1));
  switch (question.kind) {
    case 'rows':
      return subsets(question.versions.map(({ lp }) => lp)).map((seen) => ({ kind: 'rows', seen }));
    case 'snapshot':
    case 'standby': {
      const listed = subsets(question.xids.slice(0, -1));
      return question.xids.flatMap((xmin) =>
        question.xids.flatMap((xmax) => listed.map((xip): Answer => ({ kind: 'snapshot', xmin, xmax, xip }))),
      );
    }
    default:
      return 'options' in question ? question.options.map((_, at): Answer => ({ kind: 'choice', at })) : [];
  }
}

describe.each(exercises.filter(([, exercise]) => !isMade(exercise)))('%s', (id, exercise) => {
  test('of all answers that can be given one is right, and what the task says is true of what is asked', {
    timeout: 120_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(seeds, async (seed) => {
        const variant = await variantOf(id, exercise, seed);
        const { question, compiled } = variant;
        const answers = answersTo(question);
        expect(answers.length).toBeGreaterThan(1);
        expect(answers.filter((answer) => isRight(question, answer) === true)).toHaveLength(1);
        const asks = variant.claims.filter(({ line }) => line.kind === 'asks');
        expect(asks.length).toBeGreaterThan(0);
        if (compiled === null || !('played' in question)) {
          for (const { line } of variant.claims) expect(line.kind === 'told' || 'what' in line).toBe(true);
          expect(asks.every(({ line }) => 'what' in line && line.what === question.kind)).toBe(true);
          return;
        }
        const opened = await world.open(compiled, exercise, null);
        if (!opened.ok) throw new Error(opened.error);
        const step = 'step' in question ? question.step : null;
        const moves = step === null ? question.played : [...question.played, step];
        const shown = await opened.value(moves);
        if (!shown.ok) throw new Error(shown.error);
        const run = { compiled, moves, shown: shown.value, difference: null };
        const asked = { what: question.kind, step };
        const replayed = 'replayed' in question ? question.replayed : null;
        expect(brokenClaims(variant.claims, { ...run, asked, replayed })).toEqual([]);
      }),
      { numRuns: 4 },
    );
  });
});

/** Answers that the first edition accepted, found by hand. */
describe('an order that is wrong by the words of its task is refused with the reason', () => {
  const judged = async (id: string, names: readonly string[]) => {
    const variant = await variantOf(id, readExercise(`${id}.en.md`), 7);
    const { compiled, question } = variant;
    if (compiled === null || !isMadeOfMoves(question)) throw new Error('not answered by moves');
    const opened = await world.open(compiled, variant.exercise, null);
    if (!opened.ok) throw new Error(opened.error);
    const moves = names.map((name) => compiled.spec.steps.findIndex((step) => step.name === name));
    const verdict = await judgeMoves(variant, moves, opened.value, opened.value);
    if (!verdict.ok) throw new Error(verdict.error);
    return verdict.value;
  };
  test('late-snapshot: the reader begins when the writer has committed', async () => {
    const verdict = await judged('late-snapshot', ['open', 'write', 'commit', 'begin', 'read', 'end']);
    expect(verdict).toMatchObject({
      isRight: false,
      broken: [{ claim: { line: { kind: 'after' }, words: 'begins before the writer’s commit' } }],
    });
  });
  test('non-repeatable: the second read comes when the transaction is over', async () => {
    const verdict = await judged('non-repeatable', ['begin', 'first', 'end', 'open', 'write', 'commit', 'second']);
    expect(verdict).toMatchObject({ kind: 'own-order', isRight: false });
  });
  test('fail-early: the failure that was asked for, a step too late', async () => {
    const five = ['count_a', 'leave_a', 'count_b', 'end_a', 'leave_b'];
    expect((await judged('fail-early', five)).isRight).toBe(true);
    expect(await judged('fail-early', ['look', ...five])).toMatchObject({
      isRight: false,
      states: [{ isReached: true }, { isReached: false, instead: '6' }],
    });
  });
  test('fail-early: no four steps do it', { timeout: 120_000 }, async () => {
    const variant = await variantOf('fail-early', readExercise('fail-early.en.md'), 7);
    const holds = await judgeOf(variant, world);
    const many = variant.compiled?.spec.steps.length ?? 0;
    let tried = 0;
    const visit = async (made: readonly Move[]): Promise<void> => {
      tried++;
      expect(await holds(made), namesOf(variant, made)).toBe(false);
      for (let move = 0; move < many && made.length < 4; move++) if (!made.includes(move)) await visit([...made, move]);
    };
    await visit([]);
    expect(tried).toBe(1 + 7 + 7 * 6 + 7 * 6 * 5 + 7 * 6 * 5 * 4);
  });
  test.each([
    ['late-snapshot', ['open', 'begin', 'write', 'commit', 'read', 'end']],
    ['non-repeatable', ['begin', 'first', 'open', 'write', 'commit', 'second', 'end']],
  ])('%s: a right one is right', async (id, names) => {
    expect((await judged(id, names)).isRight).toBe(true);
  });
});
