/**
 * Rows of pg_class of indexes. An index is opened without them: its relcache entry is built by a scan of pg_class that
 * fills no catalog cache. The first lookup of the index's name or access method reads its row; after that
 * the cache RELOID has it. Apart from relcache.ts because the first lesson does not load it.
 *
 * Source: IndexSupportsBackwardScan in src/backend/executor/execAmi.c; explain_get_index_name in
 * src/backend/commands/explain.c; pg_get_indexdef_worker in src/backend/utils/adt/ruleutils.c, for the error's detail of a
 * duplicate; ScanPgRelation in src/backend/utils/cache/relcache.c.
 *
 * MODEL: what invalidates the table makes its indexes' rows old, too; a duplicate's detail has read them for all.
 */

import type { Table } from './catalog.ts';
import { readCatalog } from './relcache.ts';
import type { Session, World } from './session.ts';

/** SearchSysCache1(RELOID) for an index of a table that the statement has opened. */
export function readIndexRow(world: World, session: Session, { relation }: Table, index: string): void {
  const entry = session.relcache.entries.get(relation);
  if (entry === undefined || entry.keyNames || entry.indexRows?.has(index) === true) return;
  entry.indexRows ??= new Set();
  entry.indexRows.add(index);
  readCatalog(world, session);
}
