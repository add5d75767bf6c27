/**
 * Relations that are no tables of the C engine, as its lock manager knows them: indexes, and the catalogs that a query
 * on a view of the system opens. Their locks never wait (whoever wants an index in a strong mode has its table in one),
 * so only pg_locks shows them.
 * Source: get_relation_info in plancat.c, which opens the indexes of every table that a query reads, updates or deletes
 * from, in the mode of the table's lock; ExecCloseIndices in execIndexing.c, after which INSERT keeps none.
 */
import type { Table } from './catalog.ts';
import type { World } from './session.ts';

/** The C engine's tables have smaller numbers. */
const TABLES = 64;
const CATALOGS = 1 << 20;

/** Those of no database are not for a backend's own slots: XIP_SHARED_RELATIONS in server/state.h. */
const SHARED = 1 << 21;
export const isShared = (catalog: string): boolean => /^pg_(database|authid|tablespace)/.test(catalog);

export const catalogTag = (name: string, number: number): number => (isShared(name) ? SHARED : CATALOGS) + number;

/** A relation's number in a lock: a catalog's, or a table's with that of its index, if it is one. */
export function relationOfTag(tag: number): { readonly catalog: number } | { readonly table: number; index?: number } {
  if (tag >= CATALOGS) return { catalog: tag - (tag >= SHARED ? SHARED : CATALOGS) };
  return tag < TABLES ? { table: tag } : { table: tag % TABLES, index: Math.floor(tag / TABLES) - 1 };
}

export const indexTag = (relation: number, index: number): number => relation + TABLES * (index + 1);

export function lockIndexes({ core }: World, session: number, { relation, indexes }: Table, mode: number): void {
  for (let i = 0; i < indexes.length; i++) core.relationLock(session, indexTag(relation, i), mode, false);
}
