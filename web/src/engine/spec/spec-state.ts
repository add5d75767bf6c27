/** The state part of a trace line: what the C engine shows, with the names that only the executor and the spec know. */
import { tablesIn } from '../../sql/catalog.ts';
import type { StoredTuple } from '../../sql/core.ts';
import type { SqlDatabase } from '../../sql/database-run.ts';
import { isAborted } from '../../sql/session.ts';
import { deformTuple } from '../../sql/tuple.ts';
import { printValue, type Row } from '../../sql/values.ts';
import type { WasmServer } from '../server/server-core.ts';
import { readServerState, type ServerState, type StateNames, type TableNames } from '../server/server-state.ts';

/**
 * @param sessions names of the spec's sessions; the database's first session is the control session, which has none
 * MODEL: tables that a running transaction has made are shown once it commits.
 */
export const stateOf = (core: WasmServer, db: SqlDatabase, sessions: readonly string[]): ServerState =>
  readServerState(core, stateNames(db, sessions));

/** The sessions' names, and the values as text. */
export function stateNames(db: SqlDatabase, sessions: readonly string[]): StateNames {
  const { catalog, prepared, slots, sessions: open } = db.world;
  const ids = [...open.keys()];
  const tables = tablesIn(catalog).map(({ name, relation, types, missing }): TableNames => {
    const wanted = types.map(() => true);
    return {
      name,
      relation,
      values: (tuple: StoredTuple) => {
        const row: Row = [];
        deformTuple(types, wanted, types.length - 1, tuple, row, missing);
        return row.map(printValue);
      },
    };
  });
  return {
    session: (id) => sessions[ids.indexOf(id) - 1],
    place: (id) => open.get(id)?.place ?? null,
    slot: (number) => [...slots].find(([, { slot }]) => slot === number)?.[0] ?? `slot ${number}`,
    prepared: (handle) => [...prepared].find(([, one]) => one.handle === handle)?.[0] ?? `prepared ${handle}`,
    state: (id) => {
      const session = open.get(id);
      if (session === undefined || session.run !== undefined) return undefined;
      return session.block !== 'default' && isAborted(session) ? 'idle in transaction (aborted)' : undefined;
    },
    tables,
  };
}
