/** What people paste, as lanes. */
import { describe, expect, test } from 'vitest';
import { parseSpec } from '../../scenario/spec-parse.ts';
import { type PastedLanes, placeInPasted, recognised } from './paste.ts';

function lanes(text: string): PastedLanes {
  const pasted = recognised(text, ['#: title: Pasted']);
  if (pasted.kind !== 'lanes') throw new Error(`${pasted.kind}: ${text}`);
  return pasted;
}
/** The schedule: each statement after its session's name; those of the set-up have none. */
function schedule(text: string): readonly string[] {
  const spec = parseSpec(lanes(text).text);
  if (!spec.ok) throw new Error(JSON.stringify(spec.error));
  const { setups, steps, sessions, permutations } = spec.value;
  const names = sessions.map(({ name }) => name).join();
  const order = permutations?.[0] ?? [];
  return [
    names,
    ...setups.map(({ sql }) => sql),
    ...order.map(({ step }) => `${sessions[steps[step]?.session ?? -1]?.name}: ${steps[step]?.sql}`),
  ];
}

describe('SQL', () => {
  test('without a word about sessions is all of one session', () => {
    expect(schedule("create table t (v text);\n\\dt\ninsert into t values (';');\nselect 1")).toEqual([
      'A,B',
      'A: create table t (v text);',
      "A: insert into t values (';');",
      'A: select 1',
    ]);
  });

  test('has its sessions in comments above the statements; what is before the first is the set-up', () => {
    const text = `CREATE TABLE t (a int); -- two rows
INSERT INTO t VALUES (1);
-- Session 1
BEGIN;
UPDATE t SET a = 2;
-- session 2:
UPDATE t
  SET a = 3;
--session 1
COMMIT;`;
    expect(schedule(text)).toEqual([
      '1,2',
      'CREATE TABLE t (a int);',
      'INSERT INTO t VALUES (1);',
      '1: BEGIN;',
      '1: UPDATE t SET a = 2;',
      '2: UPDATE t\n  SET a = 3;',
      '1: COMMIT;',
    ]);
  });

  test('has its sessions in comments behind the statements', () => {
    const text = `create table test (id int);
begin; set transaction isolation level repeatable read; -- T1
begin; -- T2
update test set id = 1; -- T1
update test set id = 2; -- T2, BLOCKS
commit; -- T1. T2 goes on`;
    expect(schedule(text)).toEqual([
      'T1,T2',
      'create table test (id int);',
      'T1: begin;',
      'T1: set transaction isolation level repeatable read;',
      'T2: begin;',
      'T1: update test set id = 1;',
      'T2: update test set id = 2;',
      'T1: commit;',
    ]);
  });
});

describe('a transcript', () => {
  test('of psql has a session for each prompt; answers are left out', () => {
    const text = `alice=# \\d
Did not find any relations.
alice=# begin;
BEGIN
alice=*# update t
alice-*#   set a = 1
alice-*# where id = 1;
UPDATE 1
bob=> select * from t; select 2;
 a
---
 0
(1 row)

bob=> update t set
  a = 2;
alice=*# commit;
COMMIT`;
    expect(schedule(text)).toEqual([
      'alice,bob',
      'alice: begin;',
      'alice: update t\n  set a = 1\nwhere id = 1;',
      'bob: select * from t;',
      'bob: select 2;',
      'bob: update t set\n  a = 2;',
      'alice: commit;',
    ]);
  });

  test('of two windows with one prompt has its sessions in the comments between them', () => {
    const text = `-- Session A
shop=> begin;
BEGIN
shop=*> update seat set owner = 'Ada'
shop-*> where no = 12;
UPDATE 1
-- Session B
shop=> begin;
BEGIN
shop=*> update seat set owner = 'Ben' where no = 12;
-- Session A
shop=*> commit;
COMMIT`;
    expect(schedule(text)).toEqual([
      'A,B',
      'A: begin;',
      "A: update seat set owner = 'Ada'\nwhere no = 12;",
      'B: begin;',
      "B: update seat set owner = 'Ben' where no = 12;",
      'A: commit;',
    ]);
  });

  test('of two windows: what stands above the first comment is the set-up, and a comment may stand at a prompt', () => {
    const text = `shop=> create table seat (no int);
CREATE TABLE
shop=> -- session 1
shop=> begin; -- not a name
shop=> -- session 2:
shop=> select 2;
shop=> --session 1
shop=*> commit;`;
    expect(schedule(text)).toEqual(['1,2', 'create table seat (no int);', '1: begin;', '2: select 2;', '1: commit;']);
  });

  test('with comments of another kind still has a session for each prompt', () => {
    const text = '-- the order matters\nalice=> begin; -- first\nbob=> select 1;\nalice=> commit;';
    expect(schedule(text)).toEqual(['alice,bob', 'alice: begin;', 'bob: select 1;', 'alice: commit;']);
  });

  test('as people write it down has a name before each line', () => {
    const text = `setup: create table t (a int)
A: begin
B> begin
A: update t set a = 1
UPDATE 1
B: update t set a = 2
ERROR:  could not serialize access due to concurrent update
A: commit;`;
    expect(schedule(text)).toEqual([
      'A,B',
      'create table t (a int)',
      'A: begin',
      'B: begin',
      'A: update t set a = 1',
      'B: update t set a = 2',
      'A: commit;',
    ]);
  });
});

test.each([
  ['bank=# select 0;\nA=# select 1;\nB=# select 2;', ['A,B,C', 'C: select 0;', 'A: select 1;', 'B: select 2;']],
  ['bank=# select 0;\nA=# select 1;', ['A,B', 'B: select 0;', 'A: select 1;']],
  ['B=# select 2;\nA=# select 1;', ['A,B', 'B: select 2;', 'A: select 1;']],
  ['b=# select 2;\nbank=# select 1;', ['A,B', 'B: select 2;', 'A: select 1;']],
  ['B=# select 2;', ['A,B', 'B: select 2;']],
  ['A=# select 1;\nH=# select 2;', ['A,B', 'A: select 1;', 'B: select 2;']],
  ['a=# select 1;\nA=# select 2;', ['A,B', 'A: select 1;', 'B: select 2;']],
  ['T1: select 1;\nT2: select 2;', ['T1,T2', 'T1: select 1;', 'T2: select 2;']],
])('names are letters that fit their lanes, or all the reader’s own: %s', (text, told) => {
  expect(schedule(text)).toEqual(told);
});

describe('a set-up without prompts', () => {
  const setUp = 'CREATE TABLE t (id int);\nINSERT INTO t\n  VALUES (1); -- one row\n';
  const told = ['A,B', 'CREATE TABLE t (id int);', 'INSERT INTO t\n  VALUES (1);', 'A: BEGIN;', 'B: SELECT 1;'];

  test('stands before the first prompt, also under a comment of its own', () => {
    for (const lead of ['', '-- set-up\n', '/* The\n table */\n\n', 'psql (17.2)\nType "help" for help.\n\n\\c shop\n'])
      for (const run of [
        'A=# BEGIN;\nBEGIN\nB=> SELECT 1;\n?column?\n',
        'A=*# BEGIN;\n\nB=# SELECT 1;',
        'A: BEGIN;\nB> SELECT 1;',
      ])
        expect([lead, run, ...schedule(`${lead}${setUp}\n${run}`)]).toEqual([lead, run, ...told]);
    expect(schedule('create table t (id int)\n\nA=# BEGIN;\nB=# SELECT 1;')).toEqual([
      'A,B',
      'create table t (id int)',
      ...told.slice(3),
    ]);
  });

  test('and answers before the first prompt are left out', () => {
    expect(schedule('psql (17.2)\nType "help" for help.\n\nshop=> select 1;')).toEqual(['A,B', 'A: select 1;']);
    expect(schedule('CREATE TABLE\nINSERT 0 1\nA=# BEGIN;\nB=# SELECT 1;')).toEqual(['A,B', ...told.slice(3)]);
  });

  test('an argument by its name, an operator or a word in a text is no prompt', () => {
    const sql =
      "select make_interval(\n  days => 1,\nhours=> 2);\nselect a\n-> 1,\nb-> 'c', 'note: x\nA: begin' from t;";
    expect(schedule(sql)[1]).toBe('A: select make_interval(\n  days => 1,\nhours=> 2);');
    expect(schedule(sql)).toHaveLength(3);
  });

  test('a fault of it is at its place in what was pasted', () => {
    const pasted = '-- set-up\ncreate table one (a int);\nA=# select two;\n';
    const made = lanes(pasted);
    for (const word of ['one', 'two'])
      expect(pasted.slice(placeInPasted(made, made.text.indexOf(word))).slice(0, 3)).toBe(word);
  });
});

test('a spec is recognised as one, also with a brace missing, and nothing as nothing', () => {
  for (const text of [
    'session a\nstep a1 { SELECT 1;\nsession b\nstep b1 { SELECT 2; }',
    '# a comment\nsetup { CREATE TABLE t (a int); }\nsession "s 1" step "a" {}',
    'setup\n{\n}\n',
    'session s1\nsetup\t{ BEGIN; }',
  ])
    expect(recognised(text, [])).toEqual({ kind: 'spec' });
  for (const text of ['', ' \n', '-- nothing', '\\dt']) expect(recognised(text, [])).toEqual({ kind: 'nothing' });
  expect(recognised("select 1;\nselect '}';", [])).toEqual({ kind: 'brace', at: 18 });
  expect(recognised('set session authorization bob; savepoint step;', []).kind).toBe('lanes');
});

test('a place in the spec is found again in what was pasted', () => {
  const pasted = 'create table t (a int);\n-- T2\nselect one;\n-- T1\nselect one;\nselect two; -- T2\n';
  const made = lanes(pasted);
  const word = (text: string, at: number) => text.slice(at, at + 3);
  let count = 0;
  for (const { index } of made.text.matchAll(/\b(?:one|two|int)\b/g)) {
    const at = placeInPasted(made, index);
    expect(word(pasted, at)).toBe(word(made.text, index));
    count++;
  }
  expect(count).toBe(4);
  // The two that read alike are two.
  const places = [...made.text.matchAll(/\bone\b/g)].map(({ index }) => placeInPasted(made, index));
  expect(new Set(places).size).toBe(2);
});

test('words that are no SQL are not taken for a step', () => {
  expect(recognised('hello this is not sql', []).kind).toBe('not-sql');
  expect(recognised('A: hello', []).kind).toBe('not-sql');
  expect(recognised('(select 1) union select 2', []).kind).toBe('lanes');
});

test('two windows with the same prompt are noticed by a transaction inside another', () => {
  const mixed = (lines: readonly string[]) => {
    const made = recognised(lines.map((line) => `postgres=# ${line}`).join('\n'), []);
    return made.kind === 'lanes' && made.isMixed;
  };
  expect(mixed(['begin;', 'begin;', 'commit;', 'commit;'])).toBe(true);
  expect(mixed(['begin;', 'commit;', 'begin;', 'rollback;'])).toBe(false);
});
