/**
 * General queries (joins, subqueries, WITH, set operations, windows) answer as a server does: the same rows in the same
 * order, the same errors, at every isolation level, beside another session's changes (queries.ts draws them).
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadEvaluator } from '../../src/engine/evaluator/pglite.ts';
import { WasmServer } from '../../src/engine/server/server-core.ts';
import { wasmPlaceInNode } from '../../src/engine/wasm/wasm-place.node.ts';
import { type Compile, loadCompiler } from '../../src/sql/compile.ts';
import { createDatabase } from '../../src/sql/database-run.ts';
import { EVALUATED } from '../../src/sql/evaluated.ts';
import { seldomCode } from '../../src/sql/exec-seldom.ts';
import { type Major, platformHasServers } from './packages.ts';
import { drawQueries } from './queries.ts';
import { type PgServer, startServers } from './server.ts';
import type { Wire } from './wire.ts';

const SEED = Number(process.env.XIP_QUERIES_SEED ?? 20261127);
const TABLES = Number(process.env.XIP_QUERIES_TABLES ?? 60);
const QUERIES = 12;
/** A run with more tables takes longer. */
const TIMEOUT_MS = 600_000 + TABLES * 2_000;
/** It ends after as many differences. */
const MOST = 5;
const SETTINGS = { autovacuum: 'on', track_counts: 'on', autovacuum_naptime: '2147483' };
const SERVERS = [13, 17] as const satisfies readonly Major[];
interface Told {
  readonly rows?: readonly string[];
  readonly error?: string;
}
const told = (rows: readonly (readonly (string | null)[])[], error: { readonly message: string } | undefined): Told =>
  error === undefined
    ? { rows: rows.map((row) => row.map((text) => text ?? '∅').join('|')) }
    : { error: error.message };

const LEVELS = ['READ COMMITTED', 'REPEATABLE READ', 'SERIALIZABLE'] as const;

describe.skipIf(!platformHasServers().ok)('general queries', () => {
  let servers: readonly PgServer[] = [];
  let compile: Compile;
  beforeAll(async () => {
    const started = await startServers(SERVERS, { settings: SETTINGS });
    if (!started.ok) throw new Error(started.error.message);
    servers = started.value;
    compile = await loadCompiler();
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()));
  });

  for (const [i, major] of SERVERS.entries())
    it(`${major} knows all functions that an evaluator may call, and none is volatile`, async () => {
      const wire = await servers[i]?.connect();
      const found = await wire?.must("SELECT proname, bool_or(provolatile = 'v') FROM pg_proc GROUP BY 1");
      const known = new Map(found?.results[0]?.rows.map(([name, isVolatile]) => [name, isVolatile]));
      expect([...EVALUATED].filter((name) => known.get(name) !== 'f')).toEqual([]);
    });

  for (const [i, major] of SERVERS.entries())
    it(
      `answer as ${major}`,
      async () => {
        const loaded = await WasmServer.load(wasmPlaceInNode('xip-engine'), { rules: major });
        const [reader, writer] = [await servers[i]?.connect(), await servers[i]?.connect()];
        if (reader === undefined || writer === undefined || !loaded.ok) throw new Error('no server, or no engine');
        const db = createDatabase(loaded.value, { seldom: seldomCode, evaluator: await loadEvaluator() });
        const [mine, other] = [db.connect(), db.connect()];
        const empty = db.checkpoint();
        const here = (session: number, sql: string): Told => {
          const query = compile(sql);
          if (!query.ok) throw new Error(`${sql}: ${query.error.what}`);
          db.submit(session, query.value);
          const { results, error } = db.take(session);
          db.takeNotices();
          return told(
            results.flatMap((result) => (result.kind === 'rows' ? result.rows : [])),
            error,
          );
        };
        const both = async (session: number, wire: Wire, sql: string): Promise<readonly [Told, Told]> => {
          const { results, error } = await wire.query(sql);
          return [
            here(session, sql),
            told(
              results.flatMap((result) => result.rows),
              error,
            ),
          ];
        };
        let [compared, refused] = [0, 0];
        const differences: string[] = [];
        for (let table = 0; table < TABLES && differences.length < MOST; table++) {
          const begin = `BEGIN ISOLATION LEVEL ${LEVELS[table % LEVELS.length]}`;
          const { setup, committed, open, queries } = drawQueries(SEED + table, QUERIES);
          db.restore(empty);
          for (const wire of [reader, writer]) await wire.query('ROLLBACK');
          await writer.must('DROP TABLE IF EXISTS t, u');
          for (const sql of setup) await both(other, writer, sql);
          for (const sql of [begin, 'SELECT count(*) FROM t']) await both(mine, reader, sql);
          for (const sql of [...committed, 'BEGIN', ...open]) await both(other, writer, sql);
          for (const sql of queries) {
            await both(mine, reader, 'SAVEPOINT s');
            const [made, wanted] = await both(mine, reader, sql);
            await both(mine, reader, 'ROLLBACK TO s');
            if (made.error?.startsWith('limit of the simulation') === true) refused += 1;
            else compared += 1;
            const isSame = JSON.stringify(made) === JSON.stringify(wanted);
            if (isSame || made.error?.startsWith('limit of the simulation') === true) continue;
            const all = [...setup, `-- ${begin}`, ...committed, '-- BEGIN', ...open, sql].join(';\n');
            differences.push(`seed ${SEED + table}:\n${all}\n${JSON.stringify(made)}\n${JSON.stringify(wanted)}`);
          }
        }
        console.log(`general queries of ${major}, seed ${SEED}: ${compared} compared, ${refused} refused`);
        expect(differences.join('\n\n')).toBe('');
        expect(compared).toBeGreaterThan(0);
      },
      TIMEOUT_MS,
    );
});
