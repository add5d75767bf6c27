/** Laws of the shipped exercises: every seed makes a well-posed variant, and each hunt's smallest schedule shows its fault. */
import '../../src/base/messages/en/exercise.ts';
import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judgeOf } from '../../node/exercises/search.ts';
import { messagesIn } from '../../src/base/messages/index.ts';
import { type Shown, TIME_PASSES } from '../../src/engine/stage/stage-types.ts';
import { outcomesOf, rowsText } from '../../src/viewmodel/exercise/events.ts';
import { SERIALIZABLE_ERROR, type ShowMoves } from '../../src/viewmodel/exercise/exercise-deps.ts';
import { MAX_SEED } from '../../src/viewmodel/exercise/fill.ts';
import { evidenceOf } from '../../src/viewmodel/exercise/goal.ts';
import { judgeMoves } from '../../src/viewmodel/exercise/judge.ts';
import { type Exercise, formOf, kindAsked, kindOf, promptsOf } from '../../src/viewmodel/exercise/kinds.ts';
import { parseExerciseBytes } from '../../src/viewmodel/exercise/parse.ts';
import { makeVariant, type Variant } from '../../src/viewmodel/exercise/variant.ts';
import { whyError, whyVersions } from '../../src/viewmodel/exercise/why.ts';
import schedules from './schedules.json' with { type: 'json' };
import { exerciseOf, exercises, folder, variantOf, world } from './shipped.fake.ts';
import { faultsOf } from './well-posed.ts';

async function open({ compiled, exercise }: Variant, fault: string | null = null): Promise<ShowMoves> {
  const opened = compiled === null ? null : await world.open(compiled, exercise, fault);
  if (opened === null || !opened.ok) throw new Error('not opened');
  return opened.value;
}
test('there are 30 and more, and each of the 14 lessons has one', () => {
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
        expect(await faultsOf(variant, world)).toEqual([]);
        const again = await variantOf(id, exercise, seed);
        expect([again.question, again.text, again.prose]).toEqual([variant.question, variant.text, variant.prose]);
      }),
      { numRuns: 4 },
    );
  });
});

test('read-twice: whatever the second query could return is among the options, and those of before keep their places', async () => {
  for (let seed = 1; seed <= 30; seed++) {
    const { question, values } = await variantOf('read-twice', exerciseOf('read-twice'), seed);
    const [start, up] = [Number(values.get('start')), Number(values.get('up'))];
    const all = [start, start + up, 2 * start, 2 * (start + up), 2 * start + up].map(String);
    expect(question.kind === 'answer' && question.options.toSorted(), `seed ${seed}`).toEqual(all.toSorted());
  }
  const options = async (seed: number) => {
    const { question } = await variantOf('read-twice', exerciseOf('read-twice'), seed);
    return question.kind === 'answer' ? question.options : [];
  };
  // As the records of these variants have them: 55, 15 and 58 were missing.
  expect((await options(20)).slice(0, 2)).toEqual(['50', '100']);
  expect((await options(13)).slice(0, 2)).toEqual(['10', '25']);
  expect((await options(1)).slice(0, 4)).toEqual(['116', '100', '50', '108']);
});

test('deleted-but-there: to believe each stamp is among the options, behind those of before, and never right', async () => {
  for (let seed = 1; seed <= 30; seed++) {
    const { question, values, compiled } = await variantOf('deleted-but-there', exerciseOf('deleted-but-there'), seed);
    if (question.kind !== 'answer') throw new Error('no answer');
    const made = question.played.map((step) => compiled?.spec.steps[step]?.name ?? '');
    const prices = ['a', 'b', 'c'].map((name) => Number(values.get(name)));
    if (made.includes('sell')) prices[2] = (prices[2] ?? 0) + 1;
    const gone = [made.includes('drop_one'), made.includes('drop_two'), false];
    const left = prices.filter((_, i) => gone[i] !== true);
    const sum = (all: readonly number[]) => all.reduce((a, b) => a + b, 0);
    expect(question.options.at(-1), `seed ${seed}`).toBe(`${left.length} ${sum(left)}`);
    expect(question.options[question.key], `seed ${seed}`).toBe(`3 ${sum(prices)}`);
  }
});

test('the explanation of a line count ends with the result of the count', async () => {
  const { t } = messagesIn('en');
  for (const [id, exercise] of exercises.filter(([, { ask }]) => ask.what === 'lines'))
    for (let seed = 1; seed <= 6; seed++) {
      const { question } = await variantOf(id, exercise, seed);
      if (question.kind !== 'lines') throw new Error('no lines');
      const lines = question.options.map((one) => one.lines);
      const best = lines.indexOf(question.pick === 'most' ? Math.max(...lines) : Math.min(...lines));
      const form = formOf(question);
      const says = form.shape === 'choice' ? form.options.map((one) => one.says(t)) : [];
      const told = kindOf(question).facts(question, { kind: 'choice', at: best }, '');
      const design = says[best] ?? '';
      expect(told.at(-1)?.(t), `${id} ${seed}`).toBe(t('exercise.why.lines.pick', { pick: question.pick, design }));
    }
});

/** “wait” in the question itself: hints and closing words may speak of what would be. Whether one waits may be the question. */
const toldToWait = exercises.filter(
  ([, { ask, prose, schedule }]) => ask.what !== 'waits' && schedule !== null && /\bwait/.test(JSON.stringify(prose)),
);
test('where a question speaks of a wait, a step of every variant waits', { timeout: 60_000 }, async () => {
  expect(toldToWait.map(([id]) => id)).toContain('recheck');
  for (const [id, exercise] of toldToWait)
    for (let seed = 1; seed <= 20; seed++) {
      const variant = await variantOf(id, exercise, seed);
      const { question } = variant;
      if (!('played' in question)) throw new Error(`${id}: nothing was played`);
      const shown = await (await open(variant))(question.played);
      if (!shown.ok) throw new Error(shown.error);
      const waited = [...outcomesOf(shown.value.events).values()].filter((one) => one.waited);
      expect(waited.length, `${id}, seed ${seed}`).toBeGreaterThan(0);
    }
});

const made: Readonly<Record<string, readonly string[]>> = schedules;
describe.each(
  exercises.filter(([, exercise]) => kindAsked(exercise).shape === 'schedule' && promptsOf(exercise).length === 0),
)('the smallest schedule of %s', (id, exercise) => {
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
});

/** The rows that the session sees on the page, as text: as a client prints them. */
const seenBy = ({ state }: Shown, session: string): string =>
  rowsText(
    (state.page?.tuples ?? []).filter(({ visibleTo }) => visibleTo.includes(session)).map(({ values }) => values),
  );

describe.each(exercises.filter(([, { ask }]) => ask.what === 'hunt'))('once %s is found', (id, exercise) => {
  test('the page shows the faulty answer and not the sound one, and each server says by which snapshot and path', {
    timeout: 60_000,
  }, async () => {
    for (const seed of [1, 2, 7]) {
      const variant = await variantOf(id, exercise, seed);
      const { question, compiled } = variant;
      if (compiled === null || question.kind !== 'hunt') throw new Error('no hunt');
      const moves = (made[id] ?? []).map((name) => compiled.spec.steps.findIndex((step) => step.name === name));
      const show = await open(variant, question.fault);
      const sound = await open(variant);
      const verdict = await judgeMoves(variant, moves, show, sound);
      if (!verdict.ok || verdict.value.kind !== 'hunt' || verdict.value.difference === null)
        throw new Error('not found');
      const { difference, shown } = verdict.value;
      const right = await sound(moves);
      if (!right.ok || difference.session === null) throw new Error('no answer');
      const { session } = difference;
      if (difference.what === 'error') {
        // No version is judged otherwise: a transaction goes on that a sound server rolls back, for want of a conflict.
        expect([difference.faulty, difference.sound]).toEqual(['', SERIALIZABLE_ERROR]);
        const conflicts = ({ state }: Shown): number => state.ssi?.conflicts.length ?? 0;
        expect(conflicts(shown)).toBeLessThan(conflicts(right.value));
        continue;
      }
      const evidence = await evidenceOf(difference, moves, show, sound);
      if (!evidence.ok || evidence.value === null) throw new Error('no evidence');
      const { faulty, sound: other, version } = evidence.value;
      const sql = compiled.spec.steps[difference.step ?? -1]?.sql ?? '';
      const [mine, others] = [seenBy(shown, session), seenBy(right.value, session)];
      if (sql.includes('pg_current_snapshot')) {
        const text = ({ snapshot: { xmin, xmax, xip } }: typeof faulty): string => `${xmin}:${xmax}:${xip.join()}`;
        expect([text(faulty), text(other)]).toEqual([difference.faulty, difference.sound]);
        continue;
      }
      expect(mine).not.toBe(others);
      const answered = (seen: string, answer: string): boolean =>
        sql.includes('count(*)')
          ? String(seen === '' ? 0 : seen.split(', ').length) === answer
          : sql.includes('WHERE')
            ? seen.split(', ').includes(answer) ||
              (answer === '' && !seen.split(', ').some((line) => line.startsWith('1 ')))
            : sql.includes('SELECT *')
              ? seen === answer
              : seen.split(' ').at(-1) === answer;
      expect(answered(mine, difference.faulty), `${sql}: shown ${mine}, answered ${difference.faulty}`).toBe(true);
      expect(answered(others, difference.sound), `${sql}: shown ${others}, answered ${difference.sound}`).toBe(true);
      // They disagree on one version, and each path ends as its own eyes do.
      expect(version).not.toBeNull();
      expect(faulty.path?.visible ?? false).not.toBe(other.path?.visible ?? false);
      for (const [side, stage] of [
        [faulty, shown],
        [other, right.value],
      ] as const) {
        const tuple = stage.state.page?.tuples.find(({ lp }) => lp === version?.offset);
        expect(side.path?.visible).toBe(tuple?.visibleTo.includes(session));
      }
    }
  });
});

test('there are eight hunts and more, each with another fault', () => {
  const faults = exercises.flatMap(([, { ask }]) => (ask.what === 'hunt' ? [ask.fault] : []));
  expect(faults.length).toBeGreaterThanOrEqual(8);
  expect(new Set(faults).size).toBe(faults.length);
});

test('a wrong answer is explained by the path that decided, for just the versions that were judged wrongly', async () => {
  const exercise = exerciseOf('who-sees-it');
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

test('an update errs in REPEATABLE READ just where a version that its snapshot sees was changed and committed since', async () => {
  const exercise = exerciseOf('first-updater');
  const errors = new Set<boolean>();
  for (const seed of [1, 2, 3, 4, 5, 6]) {
    const variant = await variantOf('first-updater', exercise, seed);
    const { question } = variant;
    if (question.kind !== 'error') throw new Error('asks something else');
    const why = await whyError(question, await open(variant));
    if (!why.ok) throw new Error(why.error);
    const isError = question.options[question.key] !== '';
    errors.add(isError);
    expect(why.value.changed !== null).toBe(isError);
    expect(why.value.seen.every(({ visible }) => visible)).toBe(true);
  }
  expect(errors.size).toBe(2);
});

test('a fault that there is not is refused', async () => {
  const exercise = exerciseOf('hunt-hidden-commit');
  const wrong: Exercise = { ...exercise, ask: { what: 'hunt', fault: 'no-such' } };
  expect(await makeVariant('x', wrong, 1, world)).toEqual({ ok: false, error: { kind: 'fault', name: 'no-such' } });
});

describe('an exercise whose SQL is wrong', () => {
  const template = readFileSync(new URL('../../../scenarios/templates/my-exercise.en.md', import.meta.url), 'utf8');
  const lines = template.split('\n');
  const place = (before: string, at: string) => {
    const line = lines.findIndex((one) => one.includes(before));
    return { line: line + 1, column: (lines[line] ?? '').indexOf(at) + 1 };
  };
  test.each([
    ['UPDATE account', 'UPDAT account', 'ERROR:  syntax error at or near "UPDAT"', place('step change', 'UPDATE')],
    ['FROM account', 'FROM acount', 'ERROR:  relation "acount" does not exist', place('step read', 'account')],
    [
      'SET balance = {new} WHERE id',
      'SET balance = {new} WHERE idd',
      'ERROR:  column "idd" does not exist',
      place('step change', 'id = 1'),
    ],
  ])('with %s written as %s: the SQL’s own message, at its place in the file', async (right, wrong, message, at) => {
    const parsed = parseExerciseBytes(new TextEncoder().encode(template.replace(right, wrong)));
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
    const made = await makeVariant('own', parsed.value, 575_370, world);
    expect(made).toEqual({ ok: false, error: { kind: 'spec', problems: [{ ...at, message }] } });
  });
});
