/** Laws of the shipped exercises: every seed makes a well-posed variant, and each hunt's smallest schedule shows its fault. */
import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TIME_PASSES } from '../../src/engine/stage-types.ts';
import { outcomesOf, rowsOf, rowsText } from '../../src/model/exercise/events.ts';
import { MAX_SEED } from '../../src/model/exercise/fill.ts';
import { goalStates, isReached } from '../../src/model/exercise/goal.ts';
import { whyVersions } from '../../src/model/exercise/judge.ts';
import { type Answer, isRight, type Question } from '../../src/model/exercise/question.ts';
import { makeVariant, type Variant } from '../../src/model/exercise/variant.ts';
import type { ShowMoves } from '../../src/model/exercise/world.ts';
import type { Exercise } from '../../src/scenario/exercise.ts';
import { parseExerciseBytes } from '../../src/scenario/exercise-parse.ts';
import schedules from './schedules.json' with { type: 'json' };
import { judgeOf } from './search.ts';
import { exerciseWorld } from './world.ts';

const folder = new URL('../../../scenarios/exercises/', import.meta.url);
const world = await exerciseWorld();
const exercises = readdirSync(folder)
  .filter((file) => file.endsWith('.en.md'))
  .map((file): readonly [string, Exercise] => {
    const parsed = parseExerciseBytes(readFileSync(new URL(file, folder)));
    if (!parsed.ok) throw new Error(`${file}: ${JSON.stringify(parsed.error)}`);
    return [file.replace('.en.md', ''), parsed.value];
  });

async function variantOf(id: string, exercise: Exercise, seed: number): Promise<Variant> {
  const made = await makeVariant(id, exercise, seed, world);
  if (!made.ok) throw new Error(`${id}, seed ${seed}: ${JSON.stringify(made.error)}`);
  return made.value;
}
async function open({ compiled, exercise }: Variant): Promise<ShowMoves> {
  const opened = compiled === null ? null : await world.open(compiled, exercise.rules, null);
  if (opened === null || !opened.ok) throw new Error('not opened');
  return opened.value;
}
async function shownAfter(show: ShowMoves, moves: readonly number[]) {
  const shown = await show(moves);
  if (!shown.ok) throw new Error(shown.error);
  return shown.value;
}

test('there are 30 and more, and each of the 13 lessons has one', () => {
  const lessons = readdirSync(new URL('../lessons/', folder)).filter((file) => file.endsWith('.en.md'));
  const ids = lessons.map((file) => file.replace(/^\d\d-|[.]en[.]md$/g, ''));
  expect(exercises.length).toBeGreaterThanOrEqual(30);
  expect(new Set(exercises.map(([, { lesson }]) => lesson))).toEqual(new Set(ids));
});

describe.each(exercises)('%s', (id, exercise) => {
  test('every seed makes a variant that is well posed, and the same one again', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: MAX_SEED }), async (seed) => {
        const variant = await variantOf(id, exercise, seed);
        await isWellPosed(variant);
        const again = await variantOf(id, exercise, seed);
        expect([again.question, again.text, again.prose]).toEqual([variant.question, variant.text, variant.prose]);
      }),
      { numRuns: 4 },
    );
  });
});

/** There is one right answer, it is what the engine does, and another answer could be given. */
async function isWellPosed(variant: Variant): Promise<void> {
  const { question } = variant;
  const { right, wrong } = answersOf(question);
  if (right !== null && wrong !== null) {
    expect(isRight(question, right)).toBe(true);
    expect(isRight(question, wrong)).toBe(false);
  }
  switch (question.kind) {
    case 'lines': {
      const best = question.options[question.key]?.lines ?? 0;
      const others = question.options.filter((_, i) => i !== question.key);
      for (const { lines } of others) expect(question.pick === 'fewest' ? best < lines : best > lines).toBe(true);
      return;
    }
    case 'order':
    case 'make': {
      const moves = question.kind === 'order' ? question.steps : [];
      const shown = await shownAfter(await open(variant), moves);
      if (variant.compiled === null) throw new Error('no spec');
      expect(isReached(goalStates(question.goal, variant.compiled.spec, shown))).toBe(false);
      return;
    }
    case 'hunt':
      return;
    default: {
      const { played, step, session } = question;
      const shown = await shownAfter(await open(variant), [...played, step]);
      const outcome = outcomesOf(shown.events).get(step);
      if (question.kind === 'rows') {
        expect(question.key.length).toBeGreaterThan(0);
        expect(question.key.length).toBeLessThan(question.versions.length);
        const seen = question.versions
          .filter(({ lp }) => question.key.includes(lp))
          .map(({ values }) => rowsText([values]));
        expect([...seen].sort()).toEqual((rowsOf(outcome) ?? []).map((row) => rowsText([row])).sort());
      } else if (question.kind === 'waits') expect(question.key !== 0).toBe(outcome?.waited);
      else if (question.kind === 'snapshot') {
        const taken = shown.state.sessions.find((one) => one.session === session)?.snapshot;
        expect([taken?.xmin, taken?.xmax, taken?.xip]).toEqual(Object.values(question.key));
      } else {
        expect(new Set(question.options).size).toBe(question.options.length);
        const said = outcome?.error ?? (question.kind === 'error' ? '' : rowsText(rowsOf(outcome) ?? []));
        expect(question.options[question.key]).toBe(said);
      }
    }
  }
}

function answersOf(question: Question): { readonly right: Answer | null; readonly wrong: Answer | null } {
  switch (question.kind) {
    case 'rows':
      return { right: { kind: 'rows', seen: question.key }, wrong: { kind: 'rows', seen: [] } };
    case 'snapshot': {
      const right: Answer = { kind: 'snapshot', ...question.key };
      return { right, wrong: { ...right, xmax: right.xmax + 1 } };
    }
    case 'order':
    case 'make':
    case 'hunt':
      return { right: null, wrong: null };
    default:
      expect(question.options.length).toBeGreaterThanOrEqual(2);
      return {
        right: { kind: 'choice', at: question.key },
        wrong: { kind: 'choice', at: (question.key + 1) % question.options.length },
      };
  }
}

const made: Readonly<Record<string, readonly string[]>> = schedules;
describe.each(exercises.filter(([, { ask }]) => ask.what === 'hunt' || ask.what === 'make'))(
  'the smallest schedule of %s',
  (id, exercise) => {
    const names = made[id];
    test('shows it with every seed, and without any one of its moves it does not', { timeout: 60_000 }, async () => {
      if (names === undefined) throw new Error('none is known; run web/tools/exercises/find.ts');
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 0, max: MAX_SEED }), async (seed) => {
          const variant = await variantOf(id, exercise, seed);
          const steps = variant.compiled?.spec.steps ?? [];
          const moves = names.map((name) =>
            name === 'time' ? TIME_PASSES : steps.findIndex((one) => one.name === name),
          );
          const holds = await judgeOf(variant, world);
          expect(await holds(moves)).toBe(true);
          for (const i of moves.keys()) expect(await holds(moves.filter((_, k) => k !== i)), names[i]).toBe(false);
        }),
        { numRuns: 2 },
      );
    });
  },
);

test('there are eight hunts and more, each with another fault', () => {
  const faults = exercises.flatMap(([, { ask }]) => (ask.what === 'hunt' ? [ask.fault] : []));
  expect(faults.length).toBeGreaterThanOrEqual(8);
  expect(new Set(faults).size).toBe(faults.length);
});

test('a wrong answer is explained by the path that decided, for just the versions that were judged wrongly', async () => {
  const [, exercise] = exercises.find(([id]) => id === 'who-sees-it') ?? [];
  if (exercise === undefined) throw new Error('not there');
  const variant = await variantOf('who-sees-it', exercise, 1);
  const { question } = variant;
  if (question.kind !== 'rows') throw new Error('no rows');
  const show = await open(variant);
  const [first = 0, ...rest] = question.key;
  const why = await whyVersions(question, rest, show);
  if (!why.ok) throw new Error(why.error);
  expect(why.value.map(({ ref, visible }) => [ref.offset, visible])).toEqual([[first, true]]);
  const none = await whyVersions(question, question.key, show);
  expect(none.ok && none.value).toEqual([]);
});

test('a fault that there is not is refused', async () => {
  const [, exercise] = exercises.find(([id]) => id === 'hunt-hidden-commit') ?? [];
  if (exercise === undefined) throw new Error('not there');
  const wrong: Exercise = { ...exercise, ask: { what: 'hunt', fault: 'no-such' } };
  expect(await makeVariant('x', wrong, 1, world)).toEqual({ ok: false, error: { kind: 'fault', name: 'no-such' } });
});
