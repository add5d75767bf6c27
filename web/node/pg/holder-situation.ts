/**
 * A server on which a holder of every kind holds the removal horizon: long snapshots, long transactions with and
 * without a snapshot, prepared transactions, slots, standbys, a slow VACUUM, and all of that in another database too.
 * Each holder can be released alone.
 */
import { readFileSync } from 'node:fs';
import { at } from '../tree.mjs';
import type { PgServer } from './server.ts';
import { FakeStandby } from './standby-fake.ts';
import { Wire } from './wire.ts';

/** Added to the usual settings of a server. */
export const SITUATION_SETTINGS = { wal_level: 'logical', max_replication_slots: '8', max_wal_senders: '8' } as const;
/** The observed database, and another one. */
export const HERE = 'shop';
export const ELSEWHERE = 'reports';

export interface Holder {
  readonly name: string;
  readonly release: () => Promise<void>;
}

/** The output of `scenarios/tools/server-state.sql`, run as a person would run it. */
export async function lookAt(server: PgServer, database: string, relation = '', more = ''): Promise<string> {
  const script = readFileSync(at('scenarios/tools/server-state.sql'), 'utf8');
  const asked = relation === '' ? '' : `-c xipscope.relation=${relation}`;
  const wire = await Wire.connect(server.socket, database, `${asked} ${more}`.trim());
  try {
    const { results } = await wire.must(script);
    const text = results.find(({ rows }) => rows.length > 0)?.rows[0]?.[0];
    if (text === undefined || text === null) throw new Error('the script printed nothing');
    return `${text}\n`;
  } finally {
    wire.end();
  }
}

/** Databases, a table with a few rows, and one so large that a slow VACUUM is busy with it. */
export async function prepareSituation(server: PgServer): Promise<void> {
  const first = await server.connect();
  for (const name of [HERE, ELSEWHERE]) await first.must(`CREATE DATABASE ${name}`);
  first.end();
  for (const name of [HERE, ELSEWHERE]) {
    const wire = await server.connect(name);
    await wire.must('CREATE EXTENSION pageinspect');
    await wire.must('CREATE TABLE accounts (id int PRIMARY KEY, owner text NOT NULL, balance int NOT NULL)');
    await wire.must(`INSERT INTO accounts VALUES (1, 'ann', 100), (2, 'bob', 100), (3, 'cy', 100), (4, 'di', 100)`);
    await wire.must(
      'CREATE TABLE ledger AS SELECT i AS id, repeat(md5(i::text), 20) AS note FROM generate_series(1, 4000) i',
    );
    wire.end();
  }
}

/** A transaction that ends at once: the next xid moves on, and a version of a row dies. */
export async function oneUpdate(server: PgServer, database: string, id: number): Promise<void> {
  const wire = await server.connect(database);
  await wire.must(`UPDATE accounts SET balance = balance + 1 WHERE id = ${id}`);
  wire.end();
}

async function begun(server: PgServer, database: string, ...queries: readonly string[]): Promise<Wire> {
  const wire = await server.connect(database);
  for (const query of queries) await wire.must(query);
  return wire;
}
const ending = (wire: Wire): (() => Promise<void>) => {
  return async () => {
    await wire.must('ROLLBACK');
    wire.end();
  };
};
const nextXid = async (server: PgServer): Promise<number> => {
  const wire = await server.connect();
  const { results } = await wire.must('SELECT pg_snapshot_xmax(pg_current_snapshot())::text');
  wire.end();
  return Number(results[0]?.rows[0]?.[0]);
};
const untilTrue = async (server: PgServer, sql: string): Promise<void> => {
  const wire = await server.connect();
  for (let turn = 0; ; turn++) {
    const { results } = await wire.must(sql);
    if (results[0]?.rows[0]?.[0] === 't') break;
    if (turn > 500) throw new Error(`never true: ${sql}`);
    await new Promise((wake) => setTimeout(wake, 20));
  }
  wire.end();
};

type Maker = (server: PgServer, name: string) => Promise<Holder>;

const longSnapshot =
  (database: string): Maker =>
  async (server, name) => ({
    name,
    release: ending(
      await begun(server, database, 'BEGIN ISOLATION LEVEL REPEATABLE READ', 'SELECT count(*) FROM accounts'),
    ),
  });
const longWriter =
  (database: string, ...more: readonly string[]): Maker =>
  async (server, name) => ({
    name,
    release: ending(
      await begun(
        server,
        database,
        'BEGIN',
        `INSERT INTO accounts VALUES (${await nextXid(server)}, 'new', 0)`,
        ...more,
      ),
    ),
  });
const prepared =
  (database: string): Maker =>
  async (server, name) => {
    const wire = await begun(
      server,
      database,
      'BEGIN',
      `INSERT INTO accounts VALUES (${await nextXid(server)}, 'new', 0)`,
      `PREPARE TRANSACTION '${name}'`,
    );
    wire.end();
    return {
      name,
      release: async () => {
        const other = await begun(server, database, `ROLLBACK PREPARED '${name}'`);
        other.end();
      },
    };
  };
const logicalSlot: Maker = async (server, name) => {
  const wire = await begun(server, HERE, `SELECT pg_create_logical_replication_slot('${name}', 'pgoutput')`);
  wire.end();
  return {
    name,
    release: async () => {
      const other = await begun(server, HERE, `SELECT pg_drop_replication_slot('${name}')`);
      other.end();
    },
  };
};
const standby =
  (withSlot: boolean): Maker =>
  async (server, name) => {
    const wire = await server.connect();
    if (withSlot) await wire.must(`SELECT pg_create_physical_replication_slot('${name}', true)`);
    const fake = await FakeStandby.connect(server.socket, name, withSlot ? name : null);
    fake.feedback(await nextXid(server));
    await untilTrue(
      server,
      withSlot
        ? `SELECT xmin IS NOT NULL FROM pg_replication_slots WHERE slot_name = '${name}'`
        : `SELECT backend_xmin IS NOT NULL FROM pg_stat_replication WHERE application_name = '${name}'`,
    );
    return {
      name,
      release: async () => {
        fake.end();
        await untilTrue(server, `SELECT count(*) = 0 FROM pg_stat_replication WHERE application_name = '${name}'`);
        if (withSlot) await wire.must(`SELECT pg_drop_replication_slot('${name}')`);
        wire.end();
      },
    };
  };
const slowVacuum: Maker = async (server, name) => {
  const wire = await begun(server, HERE, `SET vacuum_cost_delay = '100ms'`, 'SET vacuum_cost_limit = 1');
  const busy = wire.query('VACUUM ledger');
  await untilTrue(server, 'SELECT count(*) = 1 FROM pg_stat_progress_vacuum');
  return {
    name,
    release: async () => {
      const other = await server.connect();
      await other.must('SELECT pg_cancel_backend(pid) FROM pg_stat_progress_vacuum');
      other.end();
      await busy;
      wire.end();
    },
  };
};

/** By name; a logical slot comes before sessions with an xid, because it waits for all of them. */
export const MAKERS = {
  cdc: logicalSlot,
  slow_vacuum: slowVacuum,
  long_snapshot: longSnapshot(HERE),
  snapshot_elsewhere: longSnapshot(ELSEWHERE),
  standby_slot: standby(true),
  standby_feedback: standby(false),
  long_writer: longWriter(HERE, 'SAVEPOINT a', `UPDATE accounts SET balance = 0 WHERE id = 4`, 'SAVEPOINT b'),
  writer_elsewhere: longWriter(ELSEWHERE),
  prepared_here: prepared(HERE),
  prepared_elsewhere: prepared(ELSEWHERE),
} as const satisfies Readonly<Record<string, Maker>>;
export type HolderName = keyof typeof MAKERS;
export const HOLDER_NAMES = Object.keys(MAKERS) as readonly HolderName[];

/** Starts these holders, one after another, with an update between them. */
export async function holders(server: PgServer, names: readonly HolderName[]): Promise<Holder[]> {
  const all: Holder[] = [];
  for (const name of names) {
    await oneUpdate(server, HERE, 1 + (all.length % 3));
    all.push(await MAKERS[name](server, name));
  }
  await oneUpdate(server, HERE, 2);
  return all;
}
