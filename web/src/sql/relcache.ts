/**
 * The part of a session's catalog caches that snapshots depend on. A server reads its catalogs under a separate
 * snapshot, taken like any other: it moves RecentXmin and the horizons of its session. In READ COMMITTED nobody can
 * tell, because each statement takes a snapshot anyway; in REPEATABLE READ it is the only thing that advances them, and
 * with them what the session prunes. So this code says when a statement has to look something up: when it opens a table
 * that VACUUM or a change of the table has invalidated, and for a few facts that are looked up only when first needed.
 *
 * Source: GetCatalogSnapshot and InvalidateCatalogSnapshot in src/backend/utils/time/snapmgr.c; RelationIdGetRelation
 * in src/backend/utils/cache/relcache.c; AcceptInvalidationMessages and its callers, LockRelationOid first of all.
 *
 * MODEL: a session knows its functions, operators and types from the start.
 */

import type { Table } from './catalog.ts';
import type { Invalidations, Relcache, Session, World } from './session.ts';

export const noInvalidations = (): Invalidations => ({ count: 0, last: new Map(), lastOfIndexes: new Map() });
export const emptyRelcache = (): Relcache => ({
  accepted: 0,
  hasSnapshot: false,
  entries: new Map(),
  names: new Set(),
});

/** CacheInvalidateRelcache, and for its row in pg_class. */
export function invalidate({ invalidations }: World, relation: number): void {
  invalidations.count += 1;
  invalidations.last.set(relation, invalidations.count);
}
/**
 * The same for a relation's indexes alone: they are opened with it, but its own name stays cached. Source:
 * update_relstats_all_indexes in src/backend/access/heap/vacuumlazy.c.
 */
export function invalidateIndexes({ invalidations }: World, relation: number): void {
  invalidations.count += 1;
  invalidations.lastOfIndexes.set(relation, invalidations.count);
}

/**
 * AcceptInvalidationMessages: when a transaction begins, and whenever a relation is locked. (LockRelationOid skips it
 * for a lock that is held and clear; yet a query learns of a VACUUM then: relation_openrv_extended in
 * src/backend/access/common/relation.c asks for messages before it looks the name up.)
 */
export function acceptInvalidations({ invalidations }: World, { relcache }: Session): void {
  if (relcache.accepted === invalidations.count) return;
  for (const [relation, last] of invalidations.last)
    if (last > relcache.accepted) {
      relcache.entries.delete(relation);
      relcache.names.delete(relation);
    }
  for (const [relation, last] of invalidations.lastOfIndexes)
    if (last > relcache.accepted) relcache.entries.delete(relation);
  relcache.accepted = invalidations.count;
  relcache.hasSnapshot = false;
}

/** InvalidateCatalogSnapshot: it must not be older than a new transaction snapshot. */
export function dropCatalogSnapshot({ relcache }: Session): void {
  relcache.hasSnapshot = false;
}

/** GetCatalogSnapshot */
export function readCatalog(world: World, session: Session): void {
  const { relcache } = session;
  if (relcache.hasSnapshot) return;
  world.core.catalogSnapshot(session.id);
  relcache.hasSnapshot = true;
}

/** relation_open, after the lock. */
export function openRelation(world: World, session: Session, { relation }: Table): void {
  const { entries, names } = session.relcache;
  if (entries.has(relation)) return;
  names.add(relation);
  entries.set(relation, { publications: false, keyNames: false });
  readCatalog(world, session);
}

/**
 * RelnameGetRelid, before the lock. It has an effect only if the statement holds no snapshot of its own, for example
 * LOCK TABLE: while that waits for its lock, its session advertises the catalog's snapshot. The name stays cached,
 * though the relation is not opened: a second LOCK TABLE reads nothing. (After the lock, LOCK TABLE looks the name up
 * again: exec-seldom.ts.)
 */
export function lookUpName(world: World, session: Session, { relation }: Table): void {
  const { names } = session.relcache;
  if (names.has(relation)) return;
  names.add(relation);
  readCatalog(world, session);
}

/** InvalidateCatalogSnapshotConditionally, when a session goes idle: in REPEATABLE READ the transaction's snapshot keeps it. */
export function releaseCatalogSnapshot({ core }: World, session: Session): void {
  if (session.isolation !== 'read committed' && session.snapshotSet) return;
  session.relcache.hasSnapshot = false;
  core.releaseCatalogSnapshot(session.id);
}

/** CheckCmdReplicaIdentity of UPDATE and DELETE: up to 14 only for a table without a primary key. */
export function checkPublications(world: World, session: Session, { relation, indexes }: Table): void {
  if (world.core.rules < 15 && indexes.some(({ primary }) => primary)) return;
  const entry = session.relcache.entries.get(relation);
  if (entry === undefined || entry.publications) return;
  entry.publications = true;
  readCatalog(world, session);
}

/** BuildIndexValueDescription, for the error's detail. */
export function describeKey(world: World, session: Session, { relation }: Table): void {
  const entry = session.relcache.entries.get(relation);
  if (entry === undefined || entry.keyNames) return;
  entry.keyNames = true;
  readCatalog(world, session);
}
