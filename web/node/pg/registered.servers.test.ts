/**
 * What holds a session's xmin back beyond its statement: the snapshots of cursors, and those that it has exported. The
 * same statements run here and on real servers; after each of them the answer and every session's backend_xmin must
 * agree. A snapshot's name is another one on each server: `@0` stands for the first that was exported, here and there.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WasmServer } from '../../src/engine/server/server-core.ts';
import { SimSession } from '../../src/engine/wasm/sim.gen.ts';
import { wasmPlaceInNode } from '../../src/engine/wasm/wasm-place.node.ts';
import { loadCompiler, notSupportedText } from '../../src/sql/compile.ts';
import { createDatabase } from '../../src/sql/database-run.ts';
import { seldomCode } from '../../src/sql/exec-seldom.ts';
import { platformHasServers } from './packages.ts';
import { relativeXid } from './page.ts';
import { type PgServer, startServers } from './server.ts';

const MAJORS = [13, 17] as const;
const SESSIONS = 3;
const SETUP = 'CREATE TABLE t (id int, v int); INSERT INTO t VALUES (1, 0), (2, 0), (3, 0); CREATE TABLE log (n int)';

type Step = readonly [session: number, sql: string];
/** One side: answers a statement, and tells every session's xmin. */
interface Side {
  ask(session: number, sql: string): Promise<string>;
  xmins(): Promise<readonly string[]>;
}

const NAME = /[0-9A-F]{8}-[0-9A-F]{8}-\d+/g;

/** What is printed of a schedule, with names of snapshots left out. */
async function played(side: Side, steps: readonly Step[]): Promise<readonly string[]> {
  const names: string[] = [];
  const lines: string[] = [];
  for (const [session, sql] of steps) {
    const answer = await side.ask(
      session,
      sql.replace(/@(\d+)/g, (_, n: string) => names[Number(n)] ?? '00000003-0000FFFF-9'),
    );
    names.push(...(sql.includes('pg_export_snapshot') ? (answer.match(NAME) ?? []) : []));
    lines.push(`${session} ${sql}: ${answer.replace(NAME, 'NAME')} | ${(await side.xmins()).join(' ')}`);
  }
  return lines;
}

const rowsText = (rows: readonly (readonly (string | null)[])[]): string =>
  rows.map((row) => `(${row.map(String).join(',')})`).join('');

async function engineSide(rules: (typeof MAJORS)[number]): Promise<Side> {
  const [core, compile] = await Promise.all([
    WasmServer.load(wasmPlaceInNode('xip-engine'), { rules }),
    loadCompiler(),
  ]);
  if (!core.ok) throw new Error(core.error);
  const db = createDatabase(core.value, { seldom: seldomCode });
  const ids = Array.from({ length: SESSIONS }, () => db.connect());
  const ask = (session: number, sql: string): Promise<string> => {
    const compiled = compile(sql);
    if (!compiled.ok) throw new Error(`${sql}: ${notSupportedText(compiled.error)}`);
    const id = ids[session] ?? 0;
    db.submit(id, compiled.value);
    db.settle();
    const { results, error } = db.take(id);
    const texts = results.map((one) => (one.kind === 'rows' ? rowsText(one.rows) : ''));
    return Promise.resolve([...texts, error === undefined ? '' : `${error.sqlstate} ${error.message}`].join(''));
  };
  await ask(0, SETUP);
  const base = Number(core.value.nextFullXid());
  const xmins = () =>
    Promise.resolve(
      ids.map((id) => {
        core.value.module._xip_sim_view_session(id);
        return relativeXid(core.value.answer(SimSession).xmin, base);
      }),
    );
  return { ask, xmins };
}

async function serverSide(server: PgServer): Promise<Side & { end(): void }> {
  const watcher = await server.connect();
  await watcher.must(`DROP TABLE IF EXISTS t, log; ${SETUP}`);
  const wires = await Promise.all(Array.from({ length: SESSIONS }, () => server.connect()));
  const pids: string[] = [];
  for (const wire of wires) pids.push((await wire.must('SELECT pg_backend_pid()')).results[0]?.rows[0]?.[0] ?? '');
  const [next] = (await watcher.must('SELECT txid_snapshot_xmax(txid_current_snapshot())')).results;
  const base = Number(next?.rows[0]?.[0]);
  return {
    ask: async (session, sql) => {
      const { results, error } = (await wires[session]?.query(sql)) ?? { results: [], error: undefined };
      return [
        ...results.map(({ rows }) => rowsText(rows)),
        error === undefined ? '' : `${error.sqlstate} ${error.message}`,
      ].join('');
    },
    xmins: async () => {
      const { results } = await watcher.must(
        `SELECT coalesce(backend_xmin::text, '0') FROM unnest(ARRAY[${pids.join()}]) WITH ORDINALITY AS u(p, n)
         JOIN pg_stat_activity ON pid = p ORDER BY n`,
      );
      return (results[0]?.rows ?? []).map(([xmin]) => relativeXid(Number(xmin), base));
    },
    end: () => {
      for (const wire of [watcher, ...wires]) wire.end();
    },
  };
}

const RR = 'BEGIN ISOLATION LEVEL REPEATABLE READ';
const EXPORT = 'SELECT pg_export_snapshot()';
const IMPORT = "SET TRANSACTION SNAPSHOT '@0'";
const ALL = 'SELECT id, v FROM t';
const SCHEDULES: Readonly<Record<string, readonly Step[]>> = {
  'an importer sees what the exporter sees': [
    ...([
      [0, RR],
      [0, ALL],
      [2, 'UPDATE t SET v = 1 WHERE id = 1'],
      [0, EXPORT],
      [1, RR],
      [1, IMPORT],
    ] as const),
    ...([
      [2, 'UPDATE t SET v = 2 WHERE id = 2'],
      [1, ALL],
      [0, 'COMMIT'],
      [1, ALL],
      [1, 'COMMIT'],
    ] as const),
  ],
  'an importer does not see the work of the exporter, nor of its savepoints': [
    ...([
      [0, 'BEGIN'],
      [0, 'UPDATE t SET v = 1 WHERE id = 1'],
      [0, 'SAVEPOINT a'],
      [0, 'INSERT INTO log VALUES (1)'],
    ] as const),
    ...([
      [0, EXPORT],
      [0, 'ROLLBACK'],
    ] as const),
    ...([
      [0, 'BEGIN'],
      [0, 'SAVEPOINT a'],
      [0, 'UPDATE t SET v = 1 WHERE id = 1'],
      [0, 'RELEASE a'],
      [0, EXPORT],
    ] as const),
    ...([
      [0, 'UPDATE t SET v = 2 WHERE id = 2'],
      [1, RR],
      [1, IMPORT],
      [0, 'COMMIT'],
      [1, ALL],
      [1, 'COMMIT'],
    ] as const),
  ],
  'READ COMMITTED keeps what it has exported': [
    ...([
      [0, 'BEGIN'],
      [0, EXPORT],
      [2, 'INSERT INTO log VALUES (1)'],
      [0, ALL],
      [2, 'INSERT INTO log VALUES (2)'],
    ] as const),
    ...([
      [0, EXPORT],
      [0, 'SELECT n FROM log'],
      [1, RR],
      [1, "SET TRANSACTION SNAPSHOT '@1'"],
      [1, 'SELECT n FROM log'],
    ] as const),
    ...([
      [1, 'COMMIT'],
      [1, RR],
      [1, IMPORT],
      [1, 'SELECT n FROM log'],
      [0, 'COMMIT'],
      [1, 'COMMIT'],
      [1, RR],
      [1, IMPORT],
    ] as const),
  ],
  'what an import complains of': [
    ...([
      [0, RR],
      [0, EXPORT],
      [1, IMPORT],
      [1, 'BEGIN'],
      [1, IMPORT],
      [1, 'ROLLBACK'],
      [1, RR],
      [1, 'SELECT 1'],
    ] as const),
    ...([
      [1, IMPORT],
      [1, 'ROLLBACK'],
      [1, RR],
      [1, "SET TRANSACTION SNAPSHOT 'me'"],
      [1, 'ROLLBACK'],
      [1, RR],
    ] as const),
    ...([
      [1, "SET TRANSACTION SNAPSHOT '00000003-0000001B-1'"],
      [1, 'ROLLBACK'],
      [1, RR],
      [1, 'SAVEPOINT a'],
      [1, IMPORT],
    ] as const),
    ...([
      [1, 'ROLLBACK'],
      [1, 'BEGIN ISOLATION LEVEL SERIALIZABLE'],
      [1, IMPORT],
      [1, 'ROLLBACK'],
      [0, 'COMMIT'],
    ] as const),
    ...([
      [0, 'BEGIN'],
      [0, EXPORT],
      [0, "PREPARE TRANSACTION 'p'"],
      [0, EXPORT],
      [1, RR],
      [1, "SET TRANSACTION SNAPSHOT '@1'"],
    ] as const),
    [1, 'ROLLBACK'],
  ],
  'a cursor holds the xmin of its DECLARE': [
    ...([
      [0, 'BEGIN'],
      [0, 'DECLARE c CURSOR FOR SELECT id, v FROM t'],
      [2, 'INSERT INTO log VALUES (1)'],
      [0, ALL],
    ] as const),
    ...([
      [0, 'DECLARE d CURSOR FOR SELECT n FROM log'],
      [2, 'INSERT INTO log VALUES (2)'],
      [0, 'FETCH c'],
      [0, 'CLOSE c'],
    ] as const),
    ...([
      [0, 'FETCH ALL FROM d'],
      [0, 'SAVEPOINT a'],
      [2, 'INSERT INTO log VALUES (3)'],
      [0, 'CLOSE d'],
      [0, ALL],
    ] as const),
    ...([
      [0, 'DECLARE e CURSOR FOR SELECT n FROM log'],
      [2, 'INSERT INTO log VALUES (4)'],
      [0, 'ROLLBACK TO a'],
      [0, ALL],
    ] as const),
    [0, 'COMMIT'],
  ],
};

/** A linear congruential generator: the same schedules everywhere. */
function* drawn(seed: number): Generator<number, never> {
  for (let state = seed >>> 0; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

function atRandom(seed: number, length: number): readonly Step[] {
  const chance = drawn(seed);
  const pick = <T>(all: readonly T[]): T => all[Math.floor(chance.next().value * all.length)] as T;
  const steps: Step[] = [];
  let exported = 0;
  for (let i = 0; i < length; i++) {
    const session = Math.floor(chance.next().value * SESSIONS);
    if (session === 2) {
      steps.push([2, pick([`UPDATE t SET v = ${i} WHERE id = ${1 + (i % 3)}`, `INSERT INTO log VALUES (${i})`])]);
      continue;
    }
    const cursor = pick(['c', 'd']);
    const sql = pick([
      ...['BEGIN', RR, 'COMMIT', 'ROLLBACK', ALL, 'SELECT n FROM log', 'SAVEPOINT s', 'ROLLBACK TO s', 'RELEASE s'],
      ...[`DECLARE ${cursor} CURSOR FOR ${pick([ALL, 'SELECT n FROM log ORDER BY n DESC'])}`, `FETCH 2 FROM ${cursor}`],
      ...[
        `FETCH ${cursor}`,
        `CLOSE ${cursor}`,
        `MOVE ALL IN ${cursor}`,
        `INSERT INTO log VALUES (${1000 + i})`,
        EXPORT,
      ],
      ...['BEGIN; DECLARE c CURSOR FOR SELECT id, v FROM t', `${RR}; ${EXPORT}`],
      ...(exported > 0 ? [`${RR}; SET TRANSACTION SNAPSHOT '@${Math.floor(chance.next().value * exported)}'`] : []),
    ]);
    if (sql.includes('pg_export_snapshot')) exported += 1;
    steps.push([session, sql]);
  }
  return steps;
}

const SEED = 20261129;
const RANDOM = 60;

const platform = platformHasServers();
describe.skipIf(!platform.ok)('registered snapshots', () => {
  let servers: readonly PgServer[] = [];
  beforeAll(async () => {
    // For PREPARE TRANSACTION.
    const started = await startServers(MAJORS, { settings: { autovacuum: 'off', max_prepared_transactions: '5' } });
    if (!started.ok) throw new Error(started.error.message);
    servers = started.value;
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()));
  });

  async function same(steps: readonly Step[], at: number): Promise<void> {
    const [server, rules] = [servers[at], MAJORS[at]];
    if (server === undefined || rules === undefined) throw new Error('a server was started for each');
    const there = await serverSide(server);
    try {
      expect(await played(await engineSide(rules), steps)).toEqual(await played(there, steps));
    } finally {
      there.end();
    }
  }

  for (const [at, major] of MAJORS.entries()) {
    for (const [name, steps] of Object.entries(SCHEDULES)) it(`${name} on ${major}`, () => same(steps, at));
    it(`${RANDOM} schedules at random from seed ${SEED} on ${major}`, async () => {
      for (let i = 0; i < RANDOM; i++) await same(atRandom(SEED + i, 40), at);
    });
  }
});
