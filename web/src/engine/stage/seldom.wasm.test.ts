/** Specs accepted without the seldom code run as they do with it: the same lines, down to each row version. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseSpec } from '../../scenario/spec-parse.ts';
import { permutationsOf } from '../../scenario/spec-types.ts';
import { loadCompiler } from '../../sql/compile.ts';
import type { Database } from '../../sql/database.ts';
import { createDatabase, type SqlDatabase } from '../../sql/database-run.ts';
import { seldomCode } from '../../sql/exec-seldom.ts';
import { Work } from '../../sql/limits.ts';
import type { SeldomCode } from '../../sql/session.ts';
import { WasmServer } from '../server/server-core.ts';
import { readServerState } from '../server/server-state.ts';
import { type CompiledSpec, compileSpec } from '../spec/spec-compile.ts';
import { stateNames } from '../spec/spec-state.ts';
import { createRun } from '../trace/run.ts';
import { wasmPlaceInNode } from '../wasm/wasm-place.node.ts';

const compile = await loadCompiler();
const FOLDER = new URL('../../../../scenarios/specs/', import.meta.url);
const MORE = `setup { CREATE TABLE t (id int PRIMARY KEY, v int); INSERT INTO t VALUES (1, 1), (2, 2), (3, 3); }
teardown { DROP TABLE t; }
session s1
step a { BEGIN; UPDATE t SET v = v + 1, id = 4 WHERE id = 1; DELETE FROM t WHERE v = 3 RETURNING id; }
step b { INSERT INTO t (v, id) VALUES (5, 5); SELECT xmin, id FROM t ORDER BY id; COMMIT; }
session s2
step c { UPDATE t SET v = -v WHERE id = 1 RETURNING *; }
step d { SELECT v FROM t; SELECT id, v FROM t WHERE id = 4; INSERT INTO t VALUES (4, 4); }
step e { BEGIN ISOLATION LEVEL REPEATABLE READ; UPDATE t SET v = v / 0; ROLLBACK; }
permutation a c b d e
permutation e d a b c`;

function compiledSpec(source: string): CompiledSpec {
  const spec = parseSpec(source);
  if (!spec.ok) throw new Error('no spec');
  const compiled = compileSpec(source, spec.value, compile);
  if (!compiled.ok) throw new Error('not compiled');
  return compiled.value;
}

/** All lines of each permutation, with the server's state, and the work that the run used. */
async function linesOf(compiled: CompiledSpec, seldom: SeldomCode | null): Promise<readonly unknown[]> {
  const all: unknown[] = [];
  const names = compiled.spec.sessions.map(({ name }) => name);
  for (const permutation of [...permutationsOf(compiled.spec)].slice(0, 12)) {
    const work = new Work();
    const cores = new Map<Database, readonly [WasmServer, SqlDatabase]>();
    const run = await createRun(compiled, permutation, {
      makeDatabase: async () => {
        const core = await WasmServer.load(wasmPlaceInNode('xip-engine'), { rules: 17, deadlocks: 'when-checked' });
        if (!core.ok) throw new Error(core.error);
        const db = createDatabase(core.value, { work, seldom });
        cores.set(db, [core.value, db]);
        return db;
      },
      stateOf: (of) => {
        const [core, db] = cores.get(of) ?? [];
        if (core === undefined || db === undefined) throw new Error('another database');
        return readServerState(core, stateNames(db, names));
      },
      checkpointEvery: 4,
    });
    run.seek(1000);
    all.push(...run.lines, work.spent);
  }
  return all;
}

const SHIPPED = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.spec'))
  .map((file) => [file, readFileSync(new URL(file, FOLDER), 'utf8')] as const);
const BARE = [['written for it', MORE] as const, ...SHIPPED].filter(([, source]) => !compiledSpec(source).needs.seldom);

test('the first lesson’s first figure, and the Playground’s first spec, are among them', () => {
  const names = BARE.map(([name]) => name);
  for (const name of ['written for it', 'update-makes-a-version.spec', 'first-look.spec'])
    expect(names).toContain(name);
});

test.each(BARE)('%s', async (_, source) => {
  const compiled = compiledSpec(source);
  expect(await linesOf(compiled, null)).toEqual(await linesOf(compiled, seldomCode));
});
