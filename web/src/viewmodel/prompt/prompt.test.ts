/** What a prompt prints and completes. The tables are as psql 17 prints them. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { messagesIn } from '../../base/messages/index.ts';
import type { StageTable } from '../../engine/stage/stage-types.ts';
import { completed } from './complete.ts';
import { metaAnswer } from './meta.ts';
import { caretLines, resultLines } from './psql.ts';

const TABLES: readonly StageTable[] = [
  {
    name: 'accounts',
    columns: [
      { name: 'id', type: 'int4', notNull: true },
      { name: 'owner', type: 'text', notNull: false },
      { name: 'on_call', type: 'bool', notNull: false },
    ],
    indexes: [
      {
        name: 'accounts_pkey',
        unique: true,
        primary: true,
        isConstraint: true,
        columns: ['id'],
        including: [],
      },
    ],
    blocks: 1,
  },
];

describe('a result', () => {
  test('has its header in the middle, numbers on the right, texts on the left, NULL as nothing', () => {
    const rows = [
      ['1', 'Ada', '-5.5'],
      ['20', null, '10'],
    ];
    expect(resultLines({ columns: ['id', 'owner', 'n'], rows, rowCount: 2 })).toEqual([
      ' id | owner |  n   ',
      '----+-------+------',
      '  1 | Ada   | -5.5',
      ' 20 |       |   10',
      '(2 rows)',
    ]);
  });

  test('has columns as wide as a terminal draws them, and says how many rows there are', () => {
    expect(resultLines({ columns: ['任务'], rows: [['a'], ['写邮件']], rowCount: 70 })).toEqual([
      '  任务  ',
      '--------',
      ' a',
      ' 写邮件',
      '…',
      '(70 rows)',
    ]);
    expect(resultLines({ columns: [], rows: [[]], rowCount: 1 })).toEqual(['--', '(1 row)']);
  });
});

test('an error’s line is that of its place, and the caret is below it', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z\n]{0,30}$/), fc.nat(30), (sql, given) => {
      const at = Math.min(given, sql.length);
      const [line = '', caret = ''] = caretLines(sql, at);
      expect(line.slice(caret.length - 1, caret.length)).toBe(sql[at] === '\n' ? '' : (sql[at] ?? ''));
      expect(line).toBe(
        `LINE ${sql.slice(0, at).split('\n').length}: ${sql.split('\n')[sql.slice(0, at).split('\n').length - 1]}`,
      );
    }),
  );
});

test('the backslash commands look at the tables of the moment', () => {
  expect(metaAnswer('\\d Accounts;', TABLES, messagesIn('en'))).toEqual({
    isError: false,
    lines: [
      '              Table "public.accounts"',
      ' Column  |  Type   | Collation | Nullable | Default ',
      '---------+---------+-----------+----------+---------',
      ' id      | integer |           | not null | ',
      ' owner   | text    |           |          | ',
      ' on_call | boolean |           |          | ',
      'Indexes:',
      '    "accounts_pkey" PRIMARY KEY, btree (id)',
    ],
  });
  const list = [
    '          List of relations',
    ' Schema |   Name   | Type  |  Owner   ',
    '--------+----------+-------+----------',
    ' public | accounts | table | postgres',
    '(1 row)',
  ];
  for (const typed of ['\\dt', '\\d', '\\dt accounts'])
    expect(metaAnswer(typed, TABLES, messagesIn('en'))).toEqual({ isError: false, lines: list });
  expect(metaAnswer('\\dt nobody', TABLES, messagesIn('en')).lines).toEqual([
    'Did not find any relation named "nobody".',
  ]);
  expect(metaAnswer('\\d nobody', TABLES, messagesIn('en'))).toMatchObject({ isError: true });
  expect(metaAnswer('\\x', TABLES, messagesIn('en'))).toMatchObject({ isError: true });
  expect(metaAnswer('\\?', [], messagesIn('en')).lines).toHaveLength(7);
});

describe('Tab', () => {
  const tab = (text: string) => completed(text, text.length, TABLES);
  test('completes the one word that fits, in the case in which it was begun', () => {
    expect(tab('sele')?.text).toBe('select ');
    expect(tab('SELE')?.text).toBe('SELECT ');
    expect(tab('TABLE acc')?.text).toBe('TABLE accounts ');
    expect(completed('FROM pg_lo', 10, TABLES)).toMatchObject({ text: 'FROM pg_locks ' });
    expect(completed('SELE id', 4, TABLES)).toMatchObject({ text: 'SELECT id', caret: 6 });
  });
  test('goes as far as all agree, and names them', () => {
    expect(tab('repea')?.text).toBe('repeatable ');
    expect(tab('o')).toMatchObject({ text: 'o', choices: ['owner', 'on_call', 'only', 'order'] });
    expect(tab('commi')).toMatchObject({ text: 'commit', choices: ['commit', 'committed'] });
  });
  test('after a word that asks for a table it gives tables, and after one that asks for a level, levels', () => {
    for (const head of ['update ', 'select 1 from ', 'insert into ', 'truncate table ', '\\d '])
      expect(tab(`${head}a`)?.text).toBe(`${head}accounts `);
    expect(tab('begin isolation level se')?.text).toBe('begin isolation level serializable ');
    expect(tab('begin isolation se')?.text).toBe('begin isolation level serializable ');
    expect(tab('BEGIN ISOLATION REP')?.text).toBe('BEGIN ISOLATION LEVEL REPEATABLE READ ');
    expect(tab('begin isolation l')?.text).toBe('begin isolation level ');
    expect(tab('update accounts s')?.choices).toContain('select');
  });
  test('leaves the field when there is nothing to complete', () => {
    for (const text of ['', 'select ', 'select qqq']) expect(tab(text)).toBeNull();
    expect(completed('select', 3, TABLES)).toBeNull();
  });
});
