/** Steps of the simulated server, as the parts of the benchmark take them. */

import { Fault } from '../../node/proc.mjs';
import { WasmServer } from '../../src/engine/server/server-core.ts';
import { wasmPlaceInNode } from '../../src/engine/wasm/wasm-place.node.ts';
import { loadCompiler } from '../../src/sql/compile.ts';
import type { CompiledQuery } from '../../src/sql/database.ts';
import { createDatabase, type SqlDatabase } from '../../src/sql/database-run.ts';
import { seldomCode } from '../../src/sql/exec-seldom.ts';

export interface Step {
  readonly session: number;
  readonly query: CompiledQuery;
}

export function runStep(db: SqlDatabase, { session, query }: Step): void {
  db.submit(session, query);
  const { error } = db.take(session);
  if (error !== undefined) throw new Fault(`${query.sql}: ${error.message}`);
}

export async function newDatabase(): Promise<{
  readonly db: SqlDatabase;
  readonly compiled: (sql: string) => CompiledQuery;
}> {
  const compile = await loadCompiler();
  const compiled = (sql: string): CompiledQuery => {
    const query = compile(sql);
    if (!query.ok) throw new Fault(query.error.what);
    return query.value;
  };
  const server = await WasmServer.load(wasmPlaceInNode('xip-engine'), { rules: 17 });
  if (!server.ok) throw new Fault(server.error);
  return { db: createDatabase(server.value, { seldom: seldomCode }), compiled };
}
