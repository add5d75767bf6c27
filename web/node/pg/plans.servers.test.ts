/**
 * The engine's plans are a server's: the same node and the same index, and with any plan the same rows in the same
 * order and at the same places (plans.ts draws them).
 */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { WasmServer } from '../../src/engine/server/server-core.ts';
import { wasmPlaceInNode } from '../../src/engine/wasm/wasm-place.node.ts';
import { type Compile, loadCompiler } from '../../src/sql/compile.ts';
import { createDatabase } from '../../src/sql/database-run.ts';
import { seldomCode } from '../../src/sql/exec-seldom.ts';
import { type Access, type Places, planAccess } from '../../src/sql/planner.ts';
import { type Major, platformHasServers } from './packages.ts';
import { drawTable } from './plans.ts';
import { type PgServer, startServers } from './server.ts';
import type { Wire } from './wire.ts';

vi.mock(import('../../src/sql/planner.ts'), async (original) => {
  const planner = await original();
  return { ...planner, planAccess: vi.fn(planner.planAccess) };
});

const SEED = 20261123;
const TABLES = 60;
const STATEMENTS = 16;

/** Plans with the default settings; autovacuum's first round is far away. */
const SETTINGS = { enable_tidscan: 'on', autovacuum: 'on', track_counts: 'on', autovacuum_naptime: '2147483' };
const SERVERS = [13, 17] as const satisfies readonly Major[];

interface Node {
  readonly 'Node Type': string;
  readonly 'Index Name'?: string;
  readonly Plans?: readonly Node[];
}

/** The access path to the rows: `Bitmap Heap Scan: t_k`, with a bitmap's indexes in sorted order. */
function wayOf(node: Node): string {
  const kind = node['Node Type'];
  if (kind.startsWith('Bitmap Heap')) return `Bitmap Heap Scan: ${indexesOf(node).sort().join(', ')}`;
  if (kind.startsWith('Index')) return `Index Scan: ${node['Index Name']}`;
  if (node.Plans === undefined) return kind;
  return node.Plans.map(wayOf).join('; ');
}
const indexesOf = (node: Node): string[] => [
  ...(node['Index Name'] === undefined ? [] : [node['Index Name']]),
  ...(node.Plans ?? []).flatMap(indexesOf),
];

function wayHere(access: Access | undefined): string {
  if (access === undefined || access.kind === 'heap') return 'Seq Scan';
  if (access.kind === 'index') return `Index Scan: ${access.index.name}`;
  const names = (places: Places): string[] =>
    places.kind === 'index' ? [places.index.name] : places.of.flatMap((one) => names(one));
  return `Bitmap Heap Scan: ${names(access.places).sort().join(', ')}`;
}

describe.skipIf(!platformHasServers().ok)('plans', () => {
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

  async function explain(wire: Wire, sql: string): Promise<{ way: string; isSame: boolean }> {
    const answer = await wire.must(`EXPLAIN (COSTS OFF, FORMAT JSON) ${sql}`);
    const text = answer.results[0]?.rows.map(([line]) => line).join('\n') ?? '';
    const [{ Plan: plan }] = JSON.parse(text) as [{ Plan: Node }];
    // On a server an index may give only a part of an order; min and max may ask an index for its first row; and an
    // impossible condition is not searched for: the rows are the same either way.
    return { way: wayOf(plan), isSame: /"(Incremental Sort|InitPlan|Result)"/.test(text) };
  }

  for (const isPartial of [false, true])
    for (const [i, major] of SERVERS.entries())
      it(`are those of ${major}, and so are the rows${isPartial ? ', with partial indexes' : ''}`, async () => {
        const wire = await servers[i]?.connect();
        const loaded = await WasmServer.load(wasmPlaceInNode('xip-engine'), { rules: major });
        if (wire === undefined || !loaded.ok) throw new Error('no server, or no engine');
        const db = createDatabase(loaded.value, { seldom: seldomCode });
        const session = db.connect();
        const empty = db.checkpoint();
        const here = (sql: string): { readonly rows: readonly string[]; readonly error?: string } => {
          const query = compile(sql);
          if (!query.ok) throw new Error(`${sql}: ${JSON.stringify(query.error)}`);
          db.submit(session, query.value);
          const { results, error } = db.take(session);
          db.takeNotices();
          const rows = results.flatMap((result) => (result.kind === 'rows' ? result.rows : []));
          return { rows: rows.map((row) => row.join('|')), ...(error && { error: error.message }) };
        };
        const both = async (sql: string): Promise<void> => {
          await wire.must(sql);
          expect(here(sql).error, sql).toBeUndefined();
        };

        let [compared, refused] = [0, 0];
        const otherPlans: string[] = [];
        for (let table = 0; table < TABLES; table++) {
          const { setup, statements, isCounted } = drawTable(SEED + table, STATEMENTS, isPartial);
          db.restore(empty);
          await wire.must('RESET ALL; DROP TABLE IF EXISTS t');
          for (const sql of setup) await both(sql);
          for (const sql of statements) {
            const where = `seed ${SEED + table}: ${[...setup, sql].join('; ')}`;
            const { way, isSame } = await explain(wire, sql);
            vi.mocked(planAccess).mockClear();
            await both('BEGIN');
            const mine = here(sql);
            if (mine.error?.startsWith('limit of the simulation') === true) refused += 1;
            else {
              const there = await wire.must(sql);
              expect(mine, where).toEqual({ rows: there.results[0]?.rows.map((row) => row.join('|')) });
              const access = vi.mocked(planAccess).mock.results.at(-1);
              const mineIs = wayHere(access?.type === 'return' ? access.value : undefined);
              compared += 1;
              if (!isCounted && !isSame && way !== mineIs) otherPlans.push(`${where}\n  ${way}\n  here: ${mineIs}`);
            }
            await both('ROLLBACK');
          }
        }
        // Only statements after ANALYZE and CREATE INDEX on large tables are refused.
        expect(refused).toBeLessThan(compared / (isPartial ? 1 : 8));
        // The engine estimates an index's pages: near a tie another plan may seem better, with the same rows.
        expect(otherPlans.length, otherPlans.join('\n')).toBeLessThan(compared / 100);
      });
});
