/**
 * REINDEX of a table or an index: its locks, its xid and command ids, and figures that VACUUM or CREATE INDEX would count.
 * What an index finds stays the same.
 *
 * MODEL: an index that another transaction has opened is refused, and so is REINDEX in a transaction block: readers do
 * not wait for an index's lock here. Source: ReindexTable, reindex_relation, reindex_index.
 */
import { allTables, lookUp, type Table } from './catalog.ts';
import { countCommands, refuseReadOnly } from './exec-ddl.ts';
import { lockTable } from './exec-query.ts';
import { engineLimit, Failure, undefinedTable } from './failure.ts';
import { indexTag } from './lock-tags.ts';
import type { DdlPlan } from './plan-ddl.ts';
import { isSerializable } from './serializable.ts';
import { type Exec, notice } from './session.ts';
import { needsToast } from './widths.ts';

type Reindex = Extract<DdlPlan, { kind: 'reindex' }>;
const SHARE = 5;
const ACCESS_EXCLUSIVE = 8;

/** Undefined: waits. */
export function reindex(x: Exec, plan: Reindex): string | undefined {
  const { world, session } = x;
  refuseReadOnly(x, 'REINDEX');
  if (session.block !== 'started') throw engineLimit('REINDEX in a transaction block');
  if ([...world.sessions.keys()].some((one) => isSerializable(world, one)))
    throw engineLimit('REINDEX beside SERIALIZABLE transactions');
  const table = lockTable(x, ownerOf(x, plan.name, plan.isIndex), SHARE);
  if (table === undefined) return undefined;
  const all = table.indexes.map(({ name }, i) => ({ name, i }));
  const chosen = plan.isIndex ? all.filter(({ name }) => name === plan.name) : all;
  if (chosen.length === 0 && !needsToast(table.columns))
    notice(world, session, 'NOTICE', `table "${table.name}" has no indexes to reindex`);
  for (const { i } of chosen)
    if (world.core.relationLock(session.id, indexTag(table.relation, i), ACCESS_EXCLUSIVE, true) !== 'done')
      throw engineLimit('REINDEX of an index that another transaction has opened');
  world.core.currentXid(session.id);
  if (chosen.length > 0) world.core.indexBuilt(session.id);
  if (chosen.length > 0 && world.core.blocks(table.relation) > 0) world.counted.add(table.relation);
  countCommands(x, chosen.length);
  return 'REINDEX';
}

function ownerOf({ world, session }: Exec, index: string, isIndex: boolean): string {
  const owns = ({ indexes }: Table): boolean => indexes.some(({ name }) => name === index);
  const owner = allTables(world.catalog, session.changes).find(owns);
  const isThere = lookUp(world.catalog, session.changes, index) !== undefined;
  if (isIndex && owner !== undefined) return owner.name;
  if (isIndex && !isThere) throw undefinedTable(index);
  if (isIndex) throw new Failure('42809', `"${index}" is not an index`);
  if (owner !== undefined && !isThere) throw new Failure('42809', `"${index}" is not a table or materialized view`);
  return index;
}
