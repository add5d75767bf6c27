/**
 * Holders of the horizon as specs make them: slots by SQL, other databases and standbys by a spec's lines about a
 * session.
 */
import { describe, expect, test } from 'vitest';
import { parseSpec } from '../../scenario/spec-parse.ts';
import { permutationsOf } from '../../scenario/spec-types.ts';
import { loadCompiler } from '../../sql/compile.ts';
import type { Rules } from '../../sql/core.ts';
import type { Database } from '../../sql/database.ts';
import type { ServerState } from '../server/server-state.ts';
import { compileSpec } from '../spec/spec-compile.ts';
import { type SpecServer, startSpecServer } from '../spec/spec-engine.node.ts';
import { runSpecText } from '../spec/spec-text.ts';
import { createRun } from '../trace/run.ts';

const compile = await loadCompiler();

function compiledOf(text: string) {
  const spec = parseSpec(text);
  if (!spec.ok) throw new Error(spec.error[0]?.message);
  expect(spec.value.warnings.filter(({ message }) => !message.includes('unused'))).toEqual([]);
  const compiled = compileSpec(text, spec.value, compile);
  if (!compiled.ok) throw new Error('it does not compile');
  return { spec: spec.value, compiled: compiled.value };
}

/** The state after each step, before the first one at 0. */
async function statesOf(text: string, rules: Rules): Promise<readonly ServerState[]> {
  const { spec, compiled } = compiledOf(text);
  const servers = new Map<Database, SpecServer>();
  const names = spec.sessions.map(({ name }) => name);
  const stateOf = (db: Database) => {
    const server = servers.get(db);
    if (server === undefined) throw new Error('another database');
    return server.stateOf(names);
  };
  const [permutation = []] = permutationsOf(spec);
  const run = await createRun(compiled, permutation, {
    makeDatabase: async () => {
      const server = await startSpecServer({ rules });
      if (!server.ok) throw new Error(server.error);
      servers.set(server.value.db, server.value);
      return server.value.db;
    },
    stateOf,
    checkpointEvery: 2,
  });
  // The set-up comes first.
  const after = (step: number): ServerState => {
    run.seek(step + 1);
    return stateOf(run.database);
  };
  const forth = Array.from({ length: permutation.length + 1 }, (_, step) => after(step));
  // Backwards again: a checkpoint includes slots and places.
  for (let step = permutation.length; step >= 0; step--) expect(after(step)).toEqual(forth[step]);
  return forth;
}

async function printed(text: string, rules: Rules = 17): Promise<string> {
  const server = await startSpecServer({ rules });
  if (!server.ok) throw new Error(server.error);
  return runSpecText(compiledOf(text).compiled, server.value.db).stdout;
}

const TABLE = `setup { CREATE TABLE t (id int, v int); INSERT INTO t VALUES (1, 1); }
teardown { DROP TABLE t; }
session w
step u1 { UPDATE t SET v = v + 1; }
step u2 { UPDATE t SET v = v + 1; }
step u3 { UPDATE t SET v = v + 1; }
step vac { VACUUM t; }
step vac2 { VACUUM t; }
`;
const known = (state: ServerState | undefined) =>
  state?.horizons.known.map(({ kind, who, exempt }) => `${kind} ${who}${exempt === null ? '' : ` ${exempt}`}`);
const held = (state: ServerState | undefined) => state?.horizons.holders.map(({ who }) => who);
const count = (state: ServerState | undefined) => state?.tables.t?.length;

describe.each([13, 14, 17] as const)('by the rules of %i', (rules) => {
  test('a slot through which a standby reported keeps rows when the standby asks no more', async () => {
    const [, , , , atOpen, , , stays, , gone] = await statesOf(
      `#: standby s: slot far
${TABLE}
step make { SELECT 'made' FROM pg_create_physical_replication_slot('far', true); }
step drop { SELECT pg_drop_replication_slot('far'); }
session s
step open { BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM t; }
permutation u1 make u2 open u3 u1 vac drop vac2`,
      rules,
    );
    expect(held(atOpen)).toEqual(['far']);
    expect(known(atOpen)).toEqual(['slot-xmin far']);
    expect(held(stays)).toEqual(['far']);
    expect(count(stays)).toBe(3);
    expect(count(gone)).toBe(1);
    expect(gone?.slots).toEqual([]);
  });

  test('a logical slot keeps catalogs, and no row of a table', async () => {
    const [, , made, , , gone] = await statesOf(
      `${TABLE}
step make { SELECT slot_name FROM pg_create_logical_replication_slot('cdc', 'pgoutput'); }
permutation u1 make u2 u3 vac`,
      rules,
    );
    expect(known(made)).toEqual(['slot-catalog-xmin cdc catalogs-only']);
    expect(gone?.horizons.oldest.catalog).toBe(made?.slots[0]?.catalogXmin);
    expect(gone?.horizons.oldest.data).toBeGreaterThan(gone?.horizons.oldest.catalog ?? 0);
    expect([held(gone), count(gone)]).toEqual([[], 1]);
  });

  test('a session of another database keeps no row from VACUUM, and is named', async () => {
    const [, , open, , , gone] = await statesOf(
      `#: database s: reports
${TABLE}
session s
step open { BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1; }
permutation u1 open u2 u3 vac`,
      rules,
    );
    expect(known(open)).toEqual(['xmin s other-database']);
    expect(gone?.sessions[1]?.place).toEqual({ kind: 'database', name: 'reports' });
    expect([held(gone), count(gone)]).toEqual([[], 1]);
  });

  test('a VACUUM that waits for its table does not hold the horizon', async () => {
    const states = await statesOf(
      `${TABLE}
session l
step lock { BEGIN; LOCK TABLE t IN SHARE MODE; }
step unlock { COMMIT; }
session o
step burn { SELECT pg_current_xact_id() IS NULL; }
permutation u1 lock vac burn unlock`,
      rules,
    );
    expect(known(states[3])).toEqual(['xmin w vacuum']);
    expect(held(states[4])).toEqual([]);
    expect(states[4]?.horizons.oldestNonRemovable).toBe(states[4]?.nextXid);
  });
});

test('feedback without a slot goes with its snapshot', async () => {
  const states = await statesOf(
    `#: standby s: feedback
${TABLE}
session s
step open { BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM t; }
step close { COMMIT; }
permutation u1 open u2 vac close vac2`,
    17,
  );
  expect(known(states[2])).toEqual(['standby s']);
  expect([held(states[4]), count(states[4])]).toEqual([['s'], 2]);
  expect([held(states[6]), count(states[6])]).toEqual([[], 1]);
});

test('what a standby reads it neither hints nor cuts', async () => {
  const states = await statesOf(
    `#: standby s: feedback
${TABLE}
session s
step look { SELECT v FROM t; }
permutation u1 look`,
    17,
  );
  expect(states[2]?.tables.t?.map(({ infomask }) => infomask)).toEqual(
    states[1]?.tables.t?.map(({ infomask }) => infomask),
  );
});

test('what cannot be done elsewhere is refused as a server does', async () => {
  const text = await printed(`#: database d: reports
#: standby s: feedback
setup { CREATE TABLE t (id int); }
teardown { DROP TABLE t; }
session w
step prep { BEGIN; INSERT INTO t VALUES (1); PREPARE TRANSACTION 'p'; }
step twice { SELECT 1 FROM pg_create_physical_replication_slot('a'); SELECT 1 FROM pg_create_physical_replication_slot('a'); }
step name { SELECT 1 FROM pg_create_physical_replication_slot('Bad-Name'); }
step gone { SELECT pg_drop_replication_slot('nobody'); }
step undo { ROLLBACK PREPARED 'p'; }
step wrote { BEGIN; INSERT INTO t VALUES (1); SELECT 1 FROM pg_create_logical_replication_slot('l', 'pgoutput'); }
session d
step table { SELECT * FROM t; }
step finish { COMMIT PREPARED 'p'; }
session s
step write { INSERT INTO t VALUES (2); }
step vac { VACUUM t; }
permutation prep table finish write vac twice name gone undo wrote`);
  expect(text.split('\n').filter((line) => line.startsWith('ERROR'))).toEqual([
    'ERROR:  relation "t" does not exist',
    'ERROR:  prepared transaction belongs to another database',
    'ERROR:  cannot execute INSERT in a read-only transaction',
    'ERROR:  cannot execute VACUUM during recovery',
    'ERROR:  replication slot "a" already exists',
    'ERROR:  replication slot name "Bad-Name" contains invalid character',
    'ERROR:  replication slot "nobody" does not exist',
    'ERROR:  cannot create logical replication slot in transaction that has performed writes',
  ]);
});
