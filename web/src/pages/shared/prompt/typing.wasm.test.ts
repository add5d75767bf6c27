/** Typing, with the real parser and the real engine: what was typed is the schedule. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { messagesIn } from '../../../base/messages/index.ts';
import { err, ok } from '../../../base/result.ts';
import { sourceCompilerInNode } from '../../../engine/spec/compile-source.node.ts';
import type { StageClient } from '../../../engine/stage/stage-client.ts';
import { StageHost } from '../../../engine/stage/stage-host.ts';
import type { StageState } from '../../../engine/stage/stage-types.ts';
import { wasmPlaceInNode } from '../../../engine/wasm/wasm-place.node.ts';
import type { PlayAddress } from '../../../viewmodel/addresses.ts';
import { answerOf } from '../../../viewmodel/prompt/answer.ts';
import { newFrame } from '../../../viewmodel/prompt/databases.ts';
import { writeTyped } from '../../../viewmodel/prompt/typed.ts';
import { PlayStore } from '../play/play-store.ts';
import { Typing } from './typing.ts';

const compile = await sourceCompilerInNode();

function makeClient(): StageClient {
  let host: StageHost | undefined;
  return {
    open: async (compiled, options) => {
      const opened = await StageHost.open(wasmPlaceInNode('xip-engine'), compiled, options);
      if (!opened.ok) return opened;
      host?.close();
      host = opened.value;
      return ok(null);
    },
    show: async (request) => (host === undefined ? err('closed') : ok(structuredClone(host.show(request)))),
    serial: async () => null,
    verdict: async () => null,
    attempt: async () => null,
    trace: async () => err({ kind: 'failed', error: 'not asked for' }),
    stop: () => undefined,
    dispose: () => host?.close(),
  };
}

function makeStore() {
  const addresses: PlayAddress[] = [];
  const store = new PlayStore({
    client: makeClient(),
    load: async () => null,
    compile: async (source) => compile(source),
    messages: messagesIn('en'),
    later: () => () => undefined,
    onAddress: (address) => addresses.push(address),
  });
  const settled = async () => {
    for (let i = 0; i < 200 && store.get().isBusy; i++) await Promise.resolve();
    expect(store.get().isBusy).toBe(false);
  };
  return { store, addresses, settled };
}

async function begin() {
  const made = makeStore();
  await made.store.openText(writeTyped(newFrame('accounts', 'Accounts', 'Typed'), []), 'typed.spec');
  expect(made.store.get().phase).toBe('ready');
  return { ...made, typing: new Typing(made.store, messagesIn('en')) };
}

const answer = ({ store }: Pick<Awaited<ReturnType<typeof begin>>, 'store'>, session: string) => {
  const { compiled, events } = store.get();
  return compiled === null ? null : answerOf(compiled, events, session);
};

describe('a statement', () => {
  test('runs in its session, waits there while another goes on, and ends when that one has', async () => {
    const one = await begin();
    const { store, typing } = one;
    expect(store.get().shown?.state.sessions.map(({ session }) => session)).toEqual(['A', 'B']);
    // All four Enters come before the first answer.
    const all = [
      ['A', 'BEGIN'],
      ['A', 'UPDATE accounts SET balance = balance + 1 WHERE id = 1;'],
      ['B', 'UPDATE accounts SET balance = balance * 2 WHERE id = 1'],
      ['A', 'SELECT balance FROM accounts WHERE id = 1'],
    ] as const;
    expect(await Promise.all(all.map(([session, sql]) => typing.run(session, sql)))).toEqual(['', '', '', '']);
    expect(answer(one, 'B')).toMatchObject({ kind: 'waiting', waitsFor: ['A'] });
    expect(answer(one, 'A')?.lines).toEqual([' balance ', '---------', '     501', '(1 row)']);
    // Statements entered while a session waits run in this order after the wait; until then nothing changes.
    const { text } = store.get();
    expect(await typing.run('B', 'SELECT 1; SELECT 2')).toBe('');
    expect(await typing.run('B', 'TABLE accounts')).toBe('');
    expect(typing.get().ahead.get('B')?.statements).toEqual(['SELECT 1;', 'SELECT 2', 'TABLE accounts']);
    expect(store.get().text).toBe(text);
    expect(await typing.run('A', 'COMMIT')).toBe('');
    expect(typing.get().ahead.size).toBe(0);
    expect(answer(one, 'B')?.lines).toEqual([
      ' id | owner | balance ',
      '----+-------+---------',
      '  2 | Ben   |     300',
      '  3 | Cho   |       0',
      '  1 | Ada   |    1002',
      '(3 rows)',
    ]);
    expect(store.get().text).toContain('permutation a1 a2 b1 a3 a4 b2 b3 b4');
  });

  test('typed ahead runs when a step of the plan ends the wait; Ctrl-C and going back drop it', async () => {
    const one = await begin();
    const { store, typing, settled } = one;
    const wait = async () => {
      await typing.run('A', 'BEGIN; DELETE FROM accounts');
      await typing.run('B', 'DELETE FROM accounts');
      await typing.run('B', 'SELECT 7 AS seven');
      expect(typing.get().ahead.has('B')).toBe(true);
    };
    await wait();
    await typing.cancel('B');
    expect(typing.get().ahead.size).toBe(0);
    expect(answer(one, 'B')?.lines).toEqual(['ERROR:  canceling statement due to user request']);
    await typing.run('A', 'ROLLBACK');
    await wait();
    const { tick } = store.get().playback;
    store.seek(tick - 1);
    await settled();
    typing.settle();
    await typing.cancel('A');
    expect(typing.get().ahead.size).toBe(0);
    expect(typing.get().told.get('B')).toMatchObject({ sql: 'SELECT 7 AS seven', isError: true });
    store.seek(tick);
    await settled();
    await typing.run('A', 'COMMIT');
    expect(answer(one, 'B')?.lines).toEqual(['DELETE 0']);
    // The plan has the COMMIT now: a step runs it.
    store.seek(tick);
    await settled();
    await typing.run('B', 'SELECT 8 AS eight');
    await store.step();
    await settled();
    typing.settle();
    await typing.cancel('A');
    expect(answer(one, 'B')?.lines).toContain('     8');
  });

  test('is answered with its command tag, as psql prints it: alone, below what it returns, or not at all', async () => {
    const one = await begin();
    for (const [sql, lines] of [
      ['CREATE TABLE t (a int)', ['CREATE TABLE']],
      ['INSERT INTO t VALUES (1), (2)', ['INSERT 0 2']],
      ['BEGIN', ['BEGIN']],
      ['UPDATE t SET a = a + 1 WHERE a = 2 RETURNING a', [' a ', '---', ' 3', '(1 row)', 'UPDATE 1']],
      ['DELETE FROM t\\; TABLE t\\; SAVEPOINT s', ['DELETE 2', ' a ', '---', '(0 rows)', 'SAVEPOINT']],
      ['SELECT 1 / 0', ['ERROR:  division by zero']],
      ['COMMIT', ['ROLLBACK']],
      // Each statement is a transaction, so a failed one undoes nothing before it.
      ['INSERT INTO t VALUES (8); SELECT 1 / 0; SELECT a FROM t WHERE a = 8', [' a ', '---', ' 8', '(1 row)']],
      ['SELECT 1 AS one', [' one ', '-----', '   1', '(1 row)']],
    ] as const) {
      expect(await one.typing.run('A', sql), sql).toBe('');
      expect(answer(one, 'A')?.lines, sql).toEqual(lines);
    }
  });

  test('of psql describes a table with its keys and indexes; the text is psql’s', async () => {
    const { typing } = await begin();
    for (const sql of [
      `CREATE TABLE jobs (id bigint PRIMARY KEY, task varchar(20) NOT NULL UNIQUE, state text NOT NULL DEFAULT 'new',
         price numeric(10,2) DEFAULT 1.5, ok bool DEFAULT 't', day date DEFAULT '2024-01-31', big bigint DEFAULT 0,
         neg int DEFAULT -5, q int DEFAULT '7', large bigint DEFAULT 3000000000, nothing text DEFAULT NULL,
         v varchar(5) DEFAULT 'it''s', qb bigint DEFAULT '8', nn numeric DEFAULT -1.5)`,
      'CREATE INDEX jobs_state ON jobs (state, task)',
      'CREATE UNIQUE INDEX "Jobs X" ON jobs (price) INCLUDE (big)',
      'CREATE INDEX ON jobs (big)',
      '\\d jobs',
    ])
      expect(await typing.run('A', sql), sql).toBe('');
    expect(typing.get().told.get('A')?.lines.join('\n')).toBe(
      `
                                 Table "public.jobs"
 Column  |         Type          | Collation | Nullable |          Default           
---------+-----------------------+-----------+----------+----------------------------
 id      | bigint                |           | not null | 
 task    | character varying(20) |           | not null | 
 state   | text                  |           | not null | 'new'::text
 price   | numeric(10,2)         |           |          | 1.5
 ok      | boolean               |           |          | true
 day     | date                  |           |          | '2024-01-31'::date
 big     | bigint                |           |          | 0
 neg     | integer               |           |          | '-5'::integer
 q       | integer               |           |          | 7
 large   | bigint                |           |          | '3000000000'::bigint
 nothing | text                  |           |          | 
 v       | character varying(5)  |           |          | 'it''s'::character varying
 qb      | bigint                |           |          | '8'::bigint
 nn      | numeric               |           |          | '-1.5'::numeric
Indexes:
    "jobs_pkey" PRIMARY KEY, btree (id)
    "Jobs X" UNIQUE, btree (price) INCLUDE (big)
    "jobs_big_idx" btree (big)
    "jobs_state" btree (state, task)
    "jobs_task_key" UNIQUE CONSTRAINT, btree (task)`.slice(1),
    );
  });

  test('that is wrong is an error in its session, with its place, and the others go on', async () => {
    const one = await begin();
    const { typing } = one;
    expect(await typing.run('A', 'SELECT *\nFORM accounts')).toBe('');
    expect(answer(one, 'A')).toMatchObject({ kind: 'error' });
    expect(answer(one, 'A')?.lines.slice(-2)).toEqual(['LINE 2: FORM accounts', '        ^']);
    expect(await typing.run('A', 'SELECT ballance FROM accounts')).toBe('');
    expect(answer(one, 'A')?.lines).toEqual([
      'ERROR:  column "ballance" does not exist',
      'LINE 1: SELECT ballance FROM accounts',
      '               ^',
    ]);
    expect(await typing.run('B', 'SELECT 1 AS one')).toBe('');
    expect(answer(one, 'B')).toMatchObject({ kind: 'done' });
  });

  test('that cannot be a step is told why, and the schedule is as it was', async () => {
    const { store, typing } = await begin();
    expect(await typing.run('A', 'SELECT 1')).toBe('');
    const before = store.get();
    for (const [sql, said] of [
      ['LISTEN news', /not supported/],
      ["SELECT '}'", /brace/],
      ['SELECT g, g, g, g FROM generate_series(1, 10000) g \\;'.repeat(600), /limit|units/],
    ] as const) {
      expect(await typing.run('A', sql)).toBe(sql);
      expect(typing.get().told.get('A')?.lines.join('\n')).toMatch(said);
      expect(store.get()).toMatchObject({ phase: 'ready', text: before.text });
      expect(store.get().shown?.state).toEqual(before.shown?.state);
    }
    expect(await typing.run('A', 'SELECT 2')).toBe('');
    expect(typing.get().told.size).toBe(0);
  });

  test('that the server refuses says the detail and the hint that psql prints', async () => {
    const one = await begin();
    const { typing } = one;
    await typing.run('A', "INSERT INTO accounts VALUES (2, 'Dan', 1)");
    expect(answer(one, 'A')?.lines).toEqual([
      'ERROR:  duplicate key value violates unique constraint "accounts_pkey"',
      'DETAIL:  Key (id)=(2) already exists.',
    ]);
    for (const session of ['A', 'B'])
      await typing.run(session, 'BEGIN ISOLATION LEVEL SERIALIZABLE; SELECT sum(balance) FROM accounts');
    await typing.run('A', 'UPDATE accounts SET balance = 0 WHERE id = 1; COMMIT');
    await typing.run('B', 'UPDATE accounts SET balance = 0 WHERE id = 2');
    expect(answer(one, 'B')?.lines).toEqual([
      'ERROR:  could not serialize access due to read/write dependencies among transactions',
      'DETAIL:  Reason code: Canceled on identification as a pivot, during write.',
      'HINT:  The transaction might succeed if retried.',
    ]);
  });

  test('typed at an earlier moment runs there, and what followed follows it', async () => {
    const { store, typing, settled } = await begin();
    for (const sql of ['UPDATE accounts SET balance = 1 WHERE id = 1', 'SELECT balance FROM accounts WHERE id = 1'])
      expect(await typing.run('A', sql)).toBe('');
    store.walk(1);
    await settled();
    expect(await typing.run('B', 'UPDATE accounts SET balance = 7 WHERE id = 1')).toBe('');
    expect(store.get().playback.tick).toBe(2);
    store.step();
    await settled();
    expect(store.get().events.at(-1)?.results[0]?.rows).toEqual([['7']]);
  });

  test('changed later runs in its old place, and all that followed runs again', async () => {
    const one = await begin();
    const { typing } = one;
    for (const sql of ['UPDATE accounts SET balance = 1 WHERE id = 1', 'SELECT balance FROM accounts WHERE id = 1'])
      expect(await typing.run('A', sql)).toBe('');
    expect(await typing.replace('A', 1, 'UPDATE accounts SET balance = 9 WHERE id = 1')).toBe(true);
    expect(answer(one, 'A')?.lines[2]).toBe('       9');
    expect(await typing.replace('A', 1, '')).toBe(true);
    expect(answer(one, 'A')).toMatchObject({ tick: 1, sql: 'SELECT balance FROM accounts WHERE id = 1' });
    expect(answer(one, 'A')?.lines[2]).toBe('     500');
  });

  test('changed so that another session waits for ever: the run stops there, and nothing is canceled', async () => {
    const one = await begin();
    const { store, typing, settled } = one;
    await typing.run('A', 'BEGIN; UPDATE accounts SET balance = 0 WHERE id = 1');
    await typing.run('B', 'UPDATE accounts SET balance = 1 WHERE id = 1');
    await typing.run('A', 'COMMIT');
    await typing.run('B', 'SELECT 1');
    expect(store.get().playback.tick).toBe(5);
    await typing.replace('A', 4, 'UPDATE accounts SET balance = 2 WHERE id = 2');
    await settled();
    expect(store.get().playback.tick).toBe(4);
    expect(typing.get().told.get('A')?.lines[0]).toContain('step 5 cannot run');
  });

  test('that waits is canceled by Ctrl-C, and its transaction with it, as a server does it', async () => {
    const one = await begin();
    const { store, typing } = one;
    const sql = 'UPDATE accounts SET balance = 0 WHERE id = 1';
    expect(await typing.cancel('B')).toBe(false);
    for (const [session, own] of [
      ['A', 'BEGIN'],
      ['A', sql],
      ['B', 'BEGIN'],
      ['B', sql],
    ] as const)
      expect(await typing.run(session, own)).toBe('');
    expect(await typing.cancel('B')).toBe(true);
    expect(answer(one, 'B')).toMatchObject({
      kind: 'error',
      tick: 4,
      lines: ['ERROR:  canceling statement due to user request'],
    });
    expect(await typing.run('B', 'SELECT 1')).toBe('');
    expect(answer(one, 'B')?.lines[0]).toContain('current transaction is aborted');
    expect(await typing.run('A', 'COMMIT')).toBe('');
    // isolationtester cannot express Ctrl-C, so a comment in the file mentions it; the schedule keeps it.
    expect(store.get().text).toContain('# Ctrl-C in B, after b2.');
    expect(store.get().text).toContain("application_name LIKE '%/B'");
    expect(await typing.replace('A', 2, sql.replace('1', '2'))).toBe(true);
    expect(answer(one, 'B')?.lines[0]).toContain(' ?column? ');
  });

  test('needs a session: one more can be added at any time, and keeps what was typed', async () => {
    const one = await begin();
    expect(await one.typing.run('A', 'BEGIN')).toBe('');
    await one.typing.addSession();
    expect(one.store.get().shown?.state.sessions.map(({ session }) => session)).toEqual(['A', 'B', 'C']);
    expect(one.store.get().shown?.state.tick).toBe(1);
    expect(await one.typing.run('C', 'SELECT 1')).toBe('');
    expect(answer(one, 'C')).toMatchObject({ kind: 'done', tick: 2 });
  });
});

const id = fc.integer({ min: 1, max: 3 });
const statement = fc.oneof(
  fc.constantFrom(
    'BEGIN',
    'BEGIN ISOLATION LEVEL REPEATABLE READ',
    'COMMIT',
    'ROLLBACK',
    'SAVEPOINT s',
    'ROLLBACK TO s',
  ),
  fc.constantFrom(
    'SELECT * FROM accounts',
    'SELECT sum(balance) FROM accounts',
    'SELECT nothing',
    'SELEC 1',
    'LISTEN n',
  ),
  id.map((n) => `UPDATE accounts SET balance = balance + ${n} WHERE id = ${n}`),
  id.map((n) => `DELETE FROM accounts WHERE id = ${n}`),
  id.map((n) => `INSERT INTO accounts VALUES (${n}, 'Dan', 1)`),
  id.map((n) => `SELECT * FROM accounts WHERE id = ${n} FOR UPDATE`),
);
const typed = fc.array(
  fc.oneof(
    { weight: 9, arbitrary: fc.tuple(fc.constantFrom('A', 'B'), statement) },
    { weight: 1, arbitrary: fc.constantFrom('time', 'cancel A', 'cancel B') },
  ),
  { maxLength: 12 },
);

test('whatever is typed, its spec, run from the start, gives the states that the typing gave', async () => {
  await fc.assert(
    fc.asyncProperty(typed, async (all) => {
      const { store, addresses, settled, typing } = await begin();
      const states: (StageState | undefined)[] = [store.get().shown?.state];
      for (const one of all) {
        const before = store.get().playback.tick;
        if (one === 'time') store.letTimePass();
        else if (typeof one === 'string') await typing.cancel(one.slice(-1));
        else await typing.run(...one);
        await settled();
        const { shown, playback } = store.get();
        expect(shown?.state.tick).toBe(playback.tick);
        if (playback.tick > before) states.push(shown?.state);
      }
      // Open the link, then step through it from the beginning.
      const again = makeStore();
      await again.store.applyAddress(structuredClone(addresses.at(-1) ?? {}));
      await again.settled();
      expect(again.store.get().events).toEqual(store.get().events);
      for (const [tick, state] of states.entries()) {
        again.store.seek(tick);
        await again.settled();
        expect(again.store.get().shown?.state).toEqual(state);
      }
      store.dispose();
      again.store.dispose();
    }),
    { numRuns: 40 },
  );
});
