/** Functions about the server's state, as SQL functions for one question (exec-system.ts). */

import { printSnapshot } from './bind-call.ts';
import { allTables } from './catalog.ts';
import type { Exec } from './session.ts';
import type { Sight } from './sight.ts';
import { rawPages, rowLocks } from './system-pages.ts';
import { clients } from './view-activity.ts';
import { DATABASE, indexOid, tableOid } from './view-oids.ts';
import { stableXid } from './xid-age.ts';

type Make = (x: Exec, sight: Sight) => readonly string[];

const make = (head: string, body: string): string =>
  `CREATE FUNCTION public.${head} LANGUAGE sql STABLE AS $shown$${body}$shown$`;
const constant = (name: string, type: string, value: string | null): string =>
  make(`${name}() RETURNS ${type}`, value === null ? `SELECT NULL::${type}` : `SELECT '${value}'::${type}`);
/** By the first argument; others have `otherwise`. */
const byCase = (pairs: readonly (readonly [number | string, string])[], otherwise: string): string =>
  pairs.length === 0
    ? `SELECT ${otherwise}`
    : `SELECT CASE $1 ${pairs.map(([when, then]) => `WHEN ${when} THEN ${then}`).join(' ')} ELSE ${otherwise} END`;

const ifAssigned =
  (name: string, type: string): Make =>
  ({ world, session }) => [constant(name, type, world.core.topFullXidIfAny(session.id)?.toString() ?? null)];
const snapshot =
  (name: string, type: string): Make =>
  ({ context }) => [constant(name, type, printSnapshot(context))];

/** A prepared transaction has no backend: 0. */
function blockingPids(_: Exec, sight: Sight): readonly string[] {
  const { world, inspector } = sight;
  const pairs = clients(sight).flatMap(({ id }): [number, string][] => {
    if (inspector.activity(id).waitsFor === 'snapshot') return [];
    const pids = world.core.blockers(id).map((one) => (one < inspector.sessions ? one : 0));
    return pids.length === 0 ? [] : [[id, `'{${pids.join(',')}}'::int4[]`]];
  });
  return [make('pg_blocking_pids(int4) RETURNS int4[]', byCase(pairs, "'{}'::int4[]"))];
}
function safeBlockingPids(_: Exec, sight: Sight): readonly string[] {
  const pairs = clients(sight).flatMap(({ id }): [number, string][] =>
    sight.world.core.awaitsSafeSnapshot(id) === 'seen'
      ? [[id, `'{${sight.world.core.blockers(id).join(',')}}'::int4[]`]]
      : [],
  );
  return [make('pg_safe_snapshot_blocking_pids(int4) RETURNS int4[]', byCase(pairs, "'{}'::int4[]"))];
}

const PAGE_BYTES = 8192;
/** MODEL: of an index's size nothing is known. */
function relationSize({ world, session }: Exec): readonly string[] {
  const tables = allTables(world.catalog, session.changes);
  const pairs = tables.flatMap(({ relation, indexes }): [number, string][] => [
    [tableOid(relation), `${world.core.blocks(relation) * PAGE_BYTES}::int8`],
    ...indexes.map((__, i): [number, string] => [indexOid(relation, i), 'NULL::int8']),
  ]);
  const by = byCase(
    pairs.map(([oid, size]) => [`${oid}::oid`, size]),
    'NULL::int8',
  );
  return [
    make('pg_relation_size(regclass) RETURNS int8', by.replace('CASE $1', 'CASE $1::oid')),
    make(
      'pg_relation_size(regclass, text) RETURNS int8',
      `SELECT CASE $2 WHEN 'main' THEN public.pg_relation_size($1) END`,
    ),
  ];
}

/** xid_age: special xids are as old as can be. */
const age: Make = (x) => [
  make(
    'age(xid) RETURNS int4',
    `SELECT CASE WHEN $1::text::int8 < 3 THEN 2147483647
      ELSE ((${stableXid(x.context)} - $1::text::int8 + 2147483648 + 4294967296) % 4294967296 - 2147483648)::int4 END`,
  ),
];

const MAKERS: Readonly<Record<string, Make>> = {
  pg_blocking_pids: blockingPids,
  pg_safe_snapshot_blocking_pids: safeBlockingPids,
  pg_backend_pid: ({ session }) => [constant('pg_backend_pid', 'int4', String(session.id))],
  current_database: () => [constant('current_database', 'name', DATABASE)],
  pg_current_snapshot: snapshot('pg_current_snapshot', 'pg_snapshot'),
  txid_current_snapshot: snapshot('txid_current_snapshot', 'txid_snapshot'),
  pg_current_xact_id_if_assigned: ifAssigned('pg_current_xact_id_if_assigned', 'xid8'),
  txid_current_if_assigned: ifAssigned('txid_current_if_assigned', 'int8'),
  pg_relation_size: relationSize,
  age,
};

/** Those of an extension that was not created do not exist. */
export function functionsFor(x: Exec, sight: Sight, names: readonly string[], sql: string): readonly string[] {
  const { extensions } = x.world;
  const made = names.flatMap((name) => (Object.hasOwn(MAKERS, name) ? (MAKERS[name]?.(x, sight) ?? []) : []));
  const inspects = extensions.has('pageinspect') && names.some((name) => /^(get_raw_page|heap_)/.test(name));
  const locks = extensions.has('pgrowlocks') && names.includes('pgrowlocks');
  return [...made, ...(inspects ? rawPages(x, sight) : []), ...(locks ? rowLocks(x, sight, sql) : [])];
}
