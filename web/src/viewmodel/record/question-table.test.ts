import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { messagesIn } from '../../base/messages/index.ts';
import { classTable, type HandedIn, notTried, verdictKey } from './class-table.ts';
import { deed } from './deed.fake.ts';
import type { Deed } from './progress.ts';
import { questionsCsv, questionTable } from './question-table.ts';
import type { Verdict } from './recheck.ts';

const handedIn = (...deeds: readonly Deed[]): HandedIn => ({
  file: 'a.json',
  record: { name: 'A', deeds },
  code: '',
  computed: '',
});
const none = new Map<string, Verdict>();
const right = deed({ isRight: true, answer: 'rows:3' });

describe('a class, question by question', () => {
  test('who has it right, who at once, and the wrong answer that most gave', () => {
    const class3 = [
      handedIn(right),
      handedIn(deed(), deed({ seed: 8, isRight: true })),
      handedIn(deed({ answer: 'rows:1' }), deed(), deed()),
      handedIn(deed({ kind: 'lesson', id: 'the-walk', seed: 0, part: 3, answer: '1' })),
    ];
    expect(questionTable(class3, none, [{ kind: 'lesson', id: 'the-walk' }])).toEqual([
      {
        ...{ kind: 'lesson', id: 'the-walk', part: 3, tried: 1, right: 0, atOnce: 0 },
        wrong: { answer: '1', seed: null, means: null, records: 1 },
      },
      {
        ...{ kind: 'exercise', id: 'who-sees-it', part: 0, tried: 3, right: 2, atOnce: 1 },
        wrong: { answer: 'rows:2', seed: 7, means: null, records: 2 },
      },
    ]);
  });

  test('without a meaning the same text in another variant is another answer; a right one is never named', () => {
    const [row] = questionTable([handedIn(deed({ seed: 1 })), handedIn(deed({ seed: 2 })), handedIn(right)], none);
    expect(row?.wrong).toEqual({ answer: 'rows:2', seed: 1, means: null, records: 1 });
    expect(questionTable([handedIn(right)], none)[0]?.wrong).toBeNull();
  });

  test('answers of different variants that say the same add up, once for each record, and are not told apart by place', () => {
    const tries = [deed({ seed: 1, answer: 'choice:0' }), deed({ seed: 2, answer: 'choice:2' })];
    const other = deed({ seed: 3, answer: 'choice:0' });
    const means = (key: string) => ({ key, says: () => key });
    const meanings = new Map([
      ...tries.map((one) => [verdictKey(one), means('too soon')] as const),
      [verdictKey(other), means('too late')] as const,
    ]);
    const all = [handedIn(other), ...tries.map((one) => handedIn(one, one))];
    const [row] = questionTable(all, none, [], meanings);
    expect(row?.wrong).toMatchObject({ answer: 'choice:0', seed: 1, records: 2, means: { key: 'too soon' } });
  });

  test('what the engine finds comes before what a record claims', () => {
    const verdicts = new Map<string, Verdict>([[verdictKey(right), 'differs']]);
    expect(questionTable([handedIn(right)], verdicts)[0]).toMatchObject({
      right: 0,
      wrong: { answer: 'rows:3', records: 1 },
    });
  });

  test('its sums are those of the class table, whatever was handed in', () => {
    const anyDeed = fc
      .record({
        kind: fc.constantFrom('exercise' as const, 'lesson' as const),
        id: fc.constantFrom('a', 'b'),
        seed: fc.nat(2),
        part: fc.nat(1),
        answer: fc.constantFrom('rows:1', 'rows:2', 'moves:0'),
        isRight: fc.boolean(),
      })
      .map((over) => deed(over));
    fc.assert(
      fc.property(fc.array(fc.array(anyDeed, { maxLength: 8 }), { maxLength: 5 }), (all) => {
        const files = all.map((deeds) => handedIn(...deeds));
        const rows = questionTable(files, none);
        const { rows: records } = classTable(files, none);
        const sum = (numbers: readonly number[]) => numbers.reduce((one, other) => one + other, 0);
        expect(sum(rows.map((row) => row.tried))).toBe(sum(records.map(({ tally }) => tally.tried)));
        expect(sum(rows.map((row) => row.right))).toBe(sum(records.map(({ tally }) => tally.right)));
        for (const { tried, right: own, atOnce, wrong } of rows) {
          expect(atOnce).toBeLessThanOrEqual(own);
          expect(own).toBeLessThanOrEqual(tried);
          expect(wrong?.records ?? 0).toBeLessThanOrEqual(tried);
        }
      }),
    );
  });

  test('what was assigned and nobody tried has a row, and a column with nothing in it', () => {
    const assigned = [
      { kind: 'exercise' as const, id: 'who-sees-it' },
      { kind: 'exercise' as const, id: 'lost-update' },
    ];
    const rows = questionTable([handedIn(right)], none, assigned, new Map(), assigned);
    expect(rows.map(({ id, tried }) => [id, tried])).toEqual([
      ['who-sees-it', 1],
      ['lost-update', 0],
    ]);
    const table = classTable([handedIn(right), handedIn()], none, assigned, 0, assigned);
    expect(table.columns).toEqual(assigned);
    expect(table.rows.map((row) => notTried(row, assigned).map(({ id }) => id))).toEqual([
      ['lost-update'],
      ['who-sees-it', 'lost-update'],
    ]);
  });

  test('the CSV has a line for each', () => {
    const { header, rows } = questionsCsv(questionTable([handedIn(deed()), handedIn(right)], none), messagesIn('en').t);
    expect(Object.fromEntries(header.map((name, i) => [name, rows[0]?.[i]]))).toEqual({
      ...{ kind: 'exercise', id: 'who-sees-it', part: 0, records_tried: 2, records_right: 1, records_right_at_once: 1 },
      ...{ most_frequent_wrong_answer: 'rows:2', its_seed: 7, records_with_it: 1, it_says: null },
    });
  });
});
