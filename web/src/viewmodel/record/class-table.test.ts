import { describe, expect, test } from 'vitest';
import { parseLesson } from '../../scenario/lesson-parse.ts';
import { classTable, countVerdicts, type HandedIn, sorted, tableCsv, triesCsv, verdictKey } from './class-table.ts';
import { deed } from './deed.fake.ts';
import type { Deed } from './progress.ts';
import { byVariant, recheckLesson, type Verdict } from './recheck.ts';
import { type Rechecked, recheckAll } from './recheck-all.ts';

const handedIn = (file: string, name: string, deeds: readonly Deed[], code = 'C', computed = 'C'): HandedIn => ({
  file,
  record: { name, deeds },
  code,
  computed,
});
const LESSON = `---
title: t
lead: l
---

## s

\`\`\`figure
at: #/
\`\`\`

\`\`\`choice
ask: Which?
- [x] this — yes
- [ ] that — no
\`\`\`
`;
const none = new Map<string, Verdict>();
/** For another variant than `deed`, whose answer its wrong attempt has revealed. */
const right = deed({ seed: 8, isRight: true, answer: 'rows:3', at: '2026-11-22T01:02:00.000Z', hints: 2 });

describe('the table of a class', () => {
  test('a cell says at which try an exercise was right first, and the most hints', () => {
    const { rows } = classTable([handedIn('a.json', 'A', [deed(), right, deed()])], none);
    expect(rows[0]?.cells.get('exercise who-sees-it')).toEqual({
      tried: 1,
      right: 1,
      tries: 3,
      rightAt: 2,
      hints: 2,
      differing: 0,
    });
    expect(rows[0]?.last).toBe(right.at);
  });
  test('a right answer to a variant whose answer a wrong one had told earns nothing; an order or a schedule is not told', () => {
    const cellOf = (deeds: readonly Deed[]) =>
      classTable([handedIn('a.json', 'A', deeds)], none).rows[0]?.cells.get('exercise who-sees-it');
    const again = deed({ isRight: true, answer: 'rows:3' });
    expect(cellOf([deed(), again])).toMatchObject({ right: 0, rightAt: null, tries: 2 });
    expect(cellOf([deed(), again, right])).toMatchObject({ right: 1, rightAt: 3 });
    expect(cellOf([again, deed()])).toMatchObject({ right: 1, rightAt: 1 });
    const moves = { answer: 'moves:0,1' };
    expect(cellOf([deed(moves), deed({ ...moves, isRight: true })])).toMatchObject({ right: 1, rightAt: 2 });
    expect(classTable([handedIn('a.json', 'A', [deed(), again])], none).rows[0]?.tally).toEqual({
      tried: 1,
      right: 0,
      tries: 2,
    });
  });
  test('a file whose code the first edition wrote is not taken for changed', () => {
    const [first, second] = ['0101-S0MV-YXFR-P1WE-P', '0101-S0MV-YXFR-P1WE-QC'];
    const stateOf = (code: string) =>
      classTable([handedIn('a.json', 'A', [right], code, second)], none).rows[0]?.codeState;
    expect([stateOf(first), stateOf(second), stateOf('0101-S0MV-YXFR-P1WE-R')]).toEqual(['fits', 'fits', 'changed']);
  });
  test('a lesson’s cell counts its questions', () => {
    const of = (part: number, isRight: boolean) => deed({ kind: 'lesson', id: 'x', part, isRight });
    const { rows } = classTable([handedIn('a.json', 'A', [of(1, false), of(1, true), of(4, false)])], none);
    expect(rows[0]?.cells.get('lesson x')).toMatchObject({ tried: 2, right: 1, tries: 3, rightAt: null });
  });
  test('columns stand in the order given, others after them by name', () => {
    const deeds = ['z', 'b', 'a'].map((id) => deed({ id }));
    const { columns } = classTable([handedIn('a.json', 'A', deeds)], none, [{ kind: 'exercise', id: 'b' }]);
    expect(columns.map(({ id }) => id)).toEqual(['b', 'a', 'z']);
  });
  test.each([
    ['C', 'C', 'fits'],
    ['C', 'D', 'changed'],
    ['', 'D', 'none'],
  ])('a code %j in a file whose code is %j: %s', (code, computed, state) => {
    expect(classTable([handedIn('a', 'A', [], code, computed)], none).rows[0]?.codeState).toBe(state);
  });
  test('a record under two names is named by both; tries in common are counted; a name twice is said', () => {
    const { rows } = classTable(
      [
        handedIn('a.json', 'A', [deed(), right]),
        handedIn('b.json', 'B', [deed(), right]),
        handedIn('c.json', 'A', [deed(), deed({ seed: 9 })]),
        handedIn('d.json', 'D', [deed({ begun: '2026-11-22T01:00:00.001Z' })]),
      ],
      none,
    );
    expect(rows[0]?.shared).toEqual([
      { file: 'b.json', name: 'B', tries: 2, isWhole: true },
      { file: 'c.json', name: 'A', tries: 1, isWhole: false },
    ]);
    expect(rows.map(({ isNameTwice }) => isNameTwice)).toEqual([true, false, true, false]);
    expect(rows[3]?.shared).toEqual([]);
  });
  test('of many equal records each names all others', () => {
    const deeds = Array.from({ length: 200 }, (_, seed) => deed({ seed }));
    const files = Array.from({ length: 60 }, (_, i) => handedIn(`${i}.json`, 'A', deeds));
    expect(classTable(files, none).rows[0]?.shared).toHaveLength(59);
  });
  test('what the engine judges otherwise is counted where it is', () => {
    const verdicts = new Map<string, Verdict>([[verdictKey(right), 'differs']]);
    const files = [handedIn('a.json', 'A', [deed(), right])];
    const { rows } = classTable(files, verdicts);
    expect([rows[0]?.differing, rows[0]?.cells.get('exercise who-sees-it')?.differing]).toEqual([1, 1]);
    expect(countVerdicts(files, verdicts)).toEqual(new Map([['differs', 1]]));
  });
  test('what a record claims and what the engine judges are two figures; the judged one is what the cells say', () => {
    const lie = deed({ id: 'deadlock', isRight: true, answer: 'rows:1' });
    const foretold = deed({ kind: 'lesson', id: 'two-stamps', part: 2, isRight: true });
    const files = [handedIn('a.json', 'A', [right, lie, foretold])];
    const verdicts = new Map<string, Verdict>([
      [verdictKey(right), 'agrees'],
      [verdictKey(lie), 'differs'],
      [verdictKey(foretold), 'prediction'],
    ]);
    const table = classTable(files, verdicts);
    expect(table.rows[0]).toMatchObject({ tally: { right: 3 }, judged: { right: 1, unjudged: 1 }, differing: 1 });
    expect(table.rows[0]?.cells.get('exercise deadlock')).toMatchObject({ right: 0, rightAt: null, differing: 1 });
    const csv = tableCsv(table);
    const inColumn = (name: string) => csv.rows[0]?.[csv.header.indexOf(name)];
    expect(
      ['questions_right_judged', 'questions_right_unjudged', 'questions_right_claimed', 'exercise_deadlock'].map(
        inColumn,
      ),
    ).toEqual([1, 1, 3, 0]);
    // No column of a mere claim has a name that looks like a mark.
    expect(csv.header).not.toContain('questions_right');
    // There is no such figure until all of it is judged.
    expect(classTable(files, none).rows[0]?.judged).toBeNull();
  });
  test('an answer that is right, and was claimed to be wrong, tells nothing and is right; one told by a lie earns nothing', () => {
    const [modest, boast] = [deed({ answer: 'rows:3' }), deed({ isRight: true, answer: 'rows:1' })];
    const truth = deed({ isRight: true, answer: 'rows:3' });
    const judgedIn = (deeds: readonly Deed[], differing: Deed) =>
      classTable(
        [handedIn('a.json', 'A', deeds)],
        new Map(deeds.map((one) => [verdictKey(one), one === differing ? 'differs' : 'agrees'])),
      ).rows[0]?.judged;
    expect(judgedIn([modest, truth], modest)).toEqual({ right: 1, unjudged: 0 });
    expect(judgedIn([boast, truth], boast)).toEqual({ right: 0, unjudged: 0 });
  });
  test('a record that claims otherwise than the engine judges stands first, with whatever sorting was not asked for', () => {
    const lie = deed({ isRight: true, answer: 'rows:1' });
    const files = [handedIn('a', 'A', [right]), handedIn('b', 'B', [lie]), handedIn('c', 'C', [])];
    const { rows } = classTable(files, new Map([[verdictKey(lie), 'differs']]));
    expect(rows.map(({ file, at }) => [file, at])).toEqual([
      ['b', 1],
      ['a', 0],
      ['c', 2],
    ]);
  });
  test('answers in the same millisecond as their question or another answer are counted, and the most tries at a question', () => {
    const rowOf = (deeds: readonly Deed[]) => classTable([handedIn('a', 'A', deeds)], none).rows[0];
    const now = deed().begun;
    expect(rowOf([deed(), right])).toMatchObject({ instant: 0, mostTries: 1 + 1 });
    expect(rowOf([deed({ at: now.replace('.000', '') }), right])?.instant).toBe(1);
    expect(rowOf([deed(), deed({ id: 'deadlock' }), right])?.instant).toBe(2);
    const many = Array.from({ length: 2_000 }, (_, seed) => deed({ seed, at: now, isRight: true }));
    expect(rowOf(many)).toMatchObject({ instant: 2_000, mostTries: 2_000, tally: { right: 1, tried: 1 } });
    expect(rowOf([])).toMatchObject({ instant: 0, mostTries: 0, judged: { right: 0, unjudged: 0 } });
  });
  test('answers from before their question, and from days that have not come, are counted', () => {
    const now = Date.parse('2026-11-22T12:00:00Z');
    const rowOf = (...deeds: readonly Deed[]) => classTable([handedIn('a', 'A', deeds)], none, [], now).rows[0];
    expect(rowOf(deed())).toMatchObject({ early: 0, future: 0 });
    expect(rowOf(deed({ begun: '2099-12-31T00:00:00.000Z' }), right)).toMatchObject({ early: 1, future: 0 });
    // A clock may be some hours fast.
    expect(rowOf(deed({ at: '2026-11-23T11:00:00.000Z' }))?.future).toBe(0);
    expect(rowOf(deed({ at: '2026-11-23T13:00:00.000Z' }), right)).toMatchObject({ early: 0, future: 1 });
  });
  test('rows are sorted by names the language’s way, by counts, and stay where they are equal', () => {
    const { rows } = classTable([handedIn('1', 'b', []), handedIn('2', 'a', [right]), handedIn('3', 'a', [])], none);
    const order = (by: 'name' | 'claimed', isDown: boolean) =>
      sorted(rows, { by, isDown }, (a, b) => (a < b ? -1 : a > b ? 1 : 0)).map(({ file }) => file);
    expect(order('name', false)).toEqual(['2', '3', '1']);
    expect(order('name', true)).toEqual(['1', '2', '3']);
    expect(order('claimed', true)).toEqual(['2', '1', '3']);
  });
  test('what is to be looked at comes first: false claims, then changed files, then the rest', () => {
    const changed = handedIn('changed', 'C', [right], 'C', 'D');
    const files = [handedIn('fine', 'A', []), changed, handedIn('lies', 'B', [deed({ isRight: true, seed: 9 })])];
    const verdicts = new Map([[verdictKey(deed({ isRight: true, seed: 9 })), 'differs' as const]]);
    const { rows } = classTable(files, verdicts);
    const order = sorted(rows, { by: 'differing', isDown: true }, () => 0).map(({ file }) => file);
    expect(order).toEqual(['lies', 'changed', 'fine']);
  });
  test('a table has a cell for each column, and all tries have as many as their header', () => {
    const files = [handedIn('a.json', 'A', [deed(), right]), handedIn('b.json', 'B', [deed({ id: 'other' })])];
    const table = tableCsv(classTable(files, none));
    const tries = triesCsv(files, new Map([[verdictKey(right), 'agrees' as const]]));
    for (const { header, rows } of [table, tries]) for (const row of rows) expect(row).toHaveLength(header.length);
    expect(table.header.slice(-2)).toEqual(['exercise_other', 'exercise_who-sees-it']);
    expect(table.rows.map((row) => row.slice(-2))).toEqual([
      [null, 1],
      [0, null],
    ]);
    expect(tries.rows.map((row) => row[8])).toEqual([null, 'agrees', null]);
  });
});

describe('answers judged again', () => {
  test('deeds of one variant are judged together', () => {
    const deeds = [deed(), deed({ seed: 8 }), right, deed({ kind: 'lesson' })];
    expect(byVariant(deeds).map(({ seed, deeds: own }) => [seed, own.length])).toEqual([
      [7, 1],
      [8, 2],
    ]);
  });
  const parsed = parseLesson(LESSON);
  const lesson = parsed.ok ? parsed.value : null;
  test.each([
    ['0', true, 'agrees'],
    ['0', false, 'differs'],
    ['1', true, 'differs'],
    ['1,0', false, 'agrees'],
    ['1,0', true, 'differs'],
    ['0,0', true, 'differs'],
    ['<b>', true, 'differs'],
    ['0'.repeat(400), true, 'cut'],
  ])('a choice answered %j and kept as right: %s', (answer, isRight, verdict) => {
    expect(lesson).not.toBeNull();
    expect(recheckLesson(deed({ kind: 'lesson', id: 'x', part: 1, answer, isRight }), lesson)).toBe(verdict);
  });
  test('a question that is not there is unknown', () => {
    expect(recheckLesson(deed({ kind: 'lesson', part: 9 }), lesson)).toBe('unknown');
    expect(recheckLesson(deed({ kind: 'lesson', part: 1 }), null)).toBe('unknown');
  });
});

test('the records take turns, so that none with many tries holds up the others; it is done when every answer has its verdict', async () => {
  const many = Array.from({ length: 30 }, (_, seed) => deed({ seed: 100 + seed }));
  const files = [handedIn('0.json', 'Many', many), handedIn('a.json', 'A', [deed()]), handedIn('b.json', 'B', [right])];
  const told: Rechecked[] = [];
  const asked: string[] = [];
  await recheckAll(
    files,
    {
      exercise: async (id) => {
        asked.push(id);
        return null;
      },
      lesson: async () => null,
      inWorld: (work) => work({} as Parameters<typeof work>[0]),
    },
    (found) => {
      told.push(found);
      return true;
    },
  );
  expect(asked).toHaveLength(32);
  const afterThree = told.find(({ done }) => done === 3)?.verdicts;
  for (const one of [many[0], deed(), right]) expect(one && afterThree?.has(verdictKey(one))).toBe(true);
  expect(told.map(({ isDone }) => isDone)).toEqual(told.map((_, i) => i === told.length - 1));
  const only: Rechecked[] = [];
  const sources = { exercise: async () => null, lesson: async () => null, inWorld: async () => Promise.reject() };
  const lesson = deed({ kind: 'lesson', id: 'two-stamps', answer: '1' });
  await recheckAll([handedIn('l', 'L', [lesson])], sources, (found) => only.push(found) > 0);
  expect(only.map(({ isDone, verdicts }) => [isDone, verdicts.size])).toEqual([
    [false, 0],
    [true, 1],
  ]);
});
