/** pg_locks. Source: pg_lock_status in src/backend/utils/adt/lockfuncs.c. */
import { allTables, lookUp } from './catalog.ts';
import { hashPage } from './hash-index.ts';
import { indexNamed } from './index-numbers.ts';
import type { LockLine } from './inspector.ts';
import { indexTag, isShared, relationOfTag } from './lock-tags.ts';
import type { Plan, PlannedStatement } from './plan.ts';
import type { Session } from './session.ts';
import type { Sight, ViewRow } from './sight.ts';
import { DATABASE_OID, indexOid, tableOid } from './view-oids.ts';

const MODES = [
  ...['', 'AccessShareLock', 'RowShareLock', 'RowExclusiveLock', 'ShareUpdateExclusiveLock', 'ShareLock'],
  ...['ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock'],
] as const;

export function lockRows(sight: Sight): readonly ViewRow[] {
  const { world, inspector } = sight;
  const held = inspector.locks().map((line): ViewRow => {
    const owner = ownerOf(sight, line.owner);
    return { ...subjectOf(sight, line), ...owner, mode: MODES[line.mode], granted: line.granted, fastpath: line.fast };
  });
  const running = [...world.sessions.keys()].filter((id) => inspector.activity(id).level > 0);
  const virtual = running.map((id): ViewRow => {
    const owner = ownerOf(sight, id);
    const mode = MODES[7];
    return {
      locktype: 'virtualxid',
      virtualxid: owner.virtualtransaction,
      ...owner,
      mode,
      granted: true,
      fastpath: true,
    };
  });
  return [
    ...held,
    ...virtual,
    ...[...world.sessions.values()].flatMap((one) => insertRows(sight, one)),
    ...sireadRows(sight),
  ];
}

/** A query's plan; EXECUTE's is that of what it executes. */
function planOf({ run, prepared }: Session): Plan | undefined {
  const plan = (run?.query.statements[run.index] as PlannedStatement | undefined)?.plan;
  return plan?.kind === 'execute' ? prepared.get(plan.name)?.query : plan;
}

/**
 * INSERT has its indexes open only while it runs (ExecOpenIndices): seen by others when it waits for a key.
 * MODEL: where it has them in another mode, too, its slots are not counted.
 */
function insertRows(sight: Sight, session: Session): readonly ViewRow[] {
  const plan = planOf(session);
  if (session.run?.statement?.phase !== 'rows' || plan?.kind !== 'insert') return [];
  const table = lookUp(sight.world.catalog, session.changes, plan.table);
  if (table === undefined) return [];
  const mine = sight.inspector.locks().filter(({ owner, kind }) => owner === session.id && kind === 'relation');
  const isHeld = (tag: number): boolean => mine.some(({ on, mode }) => on[0] === tag && mode === ROW_EXCLUSIVE);
  return table.indexes.flatMap((_, i): ViewRow[] => {
    if (isHeld(indexTag(table.relation, i))) return [];
    const relation = indexOid(table.relation, i);
    const common = { database: DATABASE_OID, relation, ...ownerOf(sight, session.id) };
    return [{ locktype: 'relation', ...common, mode: MODES[ROW_EXCLUSIVE], granted: true, fastpath: true }];
  });
}
const ROW_EXCLUSIVE = 3;

function subjectOf(sight: Sight, { kind, on: [a, b, c] }: LockLine): ViewRow {
  if (kind === 'transaction') return { locktype: 'transactionid', transactionid: a };
  if (kind === 'relation') return { locktype: 'relation', ...relationOf(sight, a) };
  if (kind === 'advisory')
    return { locktype: 'advisory', database: DATABASE_OID, classid: a, objid: b, objsubid: c & 3 };
  return { locktype: 'tuple', database: DATABASE_OID, relation: tableOid(a), page: b, tuple: c };
}

/** A prepared transaction has no backend: its number is -1, and its xid stands for the local one. */
function ownerOf(
  { inspector }: Sight,
  owner: number,
): { readonly pid: number | null; readonly virtualtransaction: string } {
  if (owner < inspector.sessions) {
    const { pgprocno, xacts } = inspector.activity(owner);
    return { pid: owner, virtualtransaction: `${pgprocno}/${xacts}` };
  }
  const xid = inspector.prepared().find(({ handle }) => handle === owner - inspector.sessions)?.xid ?? 0;
  return { pid: null, virtualtransaction: `-1/${xid}` };
}

function relationOf(sight: Sight, tag: number): ViewRow {
  const of = relationOfTag(tag);
  if ('catalog' in of) {
    const { name = '', oid = 0 } = sight.catalogs[of.catalog] ?? {};
    return { database: isShared(name) ? 0 : DATABASE_OID, relation: oid };
  }
  const relation = of.index === undefined ? tableOid(of.table) : indexOid(of.table, of.index);
  return { database: DATABASE_OID, relation };
}

/** MODEL: the virtual transaction of one that has committed is not kept. */
function sireadRows(sight: Sight): readonly ViewRow[] {
  const { world, session, inspector } = sight;
  const tables = new Map(allTables(world.catalog, session.changes).map((table) => [table.relation, table]));
  return inspector.sireads().map(({ owner, committed, relation, index, page, offset }): ViewRow => {
    const table = tables.get(relation);
    const hashed = table === undefined || index === 0 ? undefined : hashPage(table, index);
    const name = hashed?.name ?? (table === undefined || index === 0 ? undefined : indexNamed(table, index));
    const at = table?.indexes.findIndex((one) => one.name === name) ?? -1;
    const who = owner === undefined ? { pid: null, virtualtransaction: '0/0' } : ownerOf(sight, owner);
    return {
      locktype: offset !== undefined ? 'tuple' : page !== undefined ? 'page' : 'relation',
      database: DATABASE_OID,
      relation: at < 0 ? tableOid(relation) : indexOid(relation, at),
      page: hashed?.page ?? page,
      tuple: offset,
      pid: who.pid,
      virtualtransaction: committed ? null : who.virtualtransaction,
      mode: 'SIReadLock',
      granted: true,
      fastpath: false,
    };
  });
}
