/** CREATE TABLE AS and CREATE INDEX. Names and errors are PostgreSQL's. */
import { bindSelect, readRow } from './bound.ts';
import { type Change, type Index, isPlain, type Table, tableOf } from './catalog.ts';
import type { Ctid } from './core.ts';
import { nextPage, noMemory, notWritten, READ_ALL, WHOLE } from './exec.ts';
import {
  change,
  columnsOf,
  countCommands,
  indexesOf,
  make,
  nameIsFree,
  payForTable,
  refuseElsewhere,
  refuseReadOnly,
  STEPS_OF_INDEX,
} from './exec-ddl.ts';
import { analyse, lockTable } from './exec-query.ts';
import { selectRows } from './exec-select.ts';
import { engineLimit, Failure } from './failure.ts';
import { withBuckets } from './hash-index.ts';
import { bindIndex } from './index-values.ts';
import { enterRow } from './key-changes.ts';
import { PRICE, WORK } from './limits.ts';
import type { ColumnPlan, UtilityPlan } from './plan.ts';
import type { Exec } from './session.ts';
import { notice } from './session.ts';
import { formTuple } from './tuple.ts';
import { typeName } from './values.ts';

type Of<K extends UtilityPlan['kind']> = Extract<UtilityPlan, { kind: K }>;
const SHARE = 5;

/** Undefined: waits. */
export function createTableAs(x: Exec, plan: Of<'create-table-as'>): string | undefined {
  const { world, session, run } = x;
  refuseReadOnly(x, 'CREATE TABLE AS');
  refuseElsewhere(x);
  const state = nameIsFree(x, plan.table);
  if (state === 'wait') return undefined;
  if (state === 'exists') {
    if (!plan.ifNotExists) throw new Failure('42P07', `relation "${plan.table}" already exists`);
    notice(world, session, 'NOTICE', `relation "${plan.table}" already exists, skipping`);
    return 'CREATE TABLE AS';
  }
  const bound = analyse(x, plan.select, []);
  if (bound === undefined) return undefined;
  const select = bindSelect(plan.select, bound.table, { params: [], seldom: world.seldom });
  if (plan.columns.length > select.output.columns.length)
    throw new Failure('42601', 'too many column names were specified');
  const rows = selectRows(x, select);
  const columns = select.output.columns.map(({ name, type }, i): ColumnPlan => {
    if (type !== 'int4' && type !== 'int8' && type !== 'text' && type !== 'bool')
      throw new Failure('0A000', `not supported: columns of type ${typeName(type)}`);
    return { name: plan.columns[i] ?? name, type, notNull: false, fallback: undefined };
  });
  const table = make(x, plan.table, columnsOf(world, columns, []), [], 100);
  payForTable(x, columns.length, 0, 0);
  for (const row of rows) {
    world.work.newVersion(session.id, table.relation, false);
    world.work.pay(WORK.changes, columns.length * PRICE.column);
    const formed = formTuple(table.types, row);
    if (formed === undefined) throw noMemory('too-long');
    const made = world.core.insert(session.id, table.relation, formed);
    if (typeof made === 'string') throw notWritten(world, x.session.id, made);
    run.count += 1;
  }
  // Marks the command id as used even if there are no rows.
  world.core.currentCid(session.id, true);
  return `SELECT ${run.count}`;
}

/** Undefined: waits. */
export function createIndex(x: Exec, plan: Of<'create-index'>): string | undefined {
  const { world, session } = x;
  refuseReadOnly(x, 'CREATE INDEX');
  const table = lockTable(x, plan.table, SHARE);
  if (table === undefined) return undefined;
  const taken = [table.name, ...table.indexes.map(({ name }) => name)];
  if (plan.ifNotExists && plan.index.name !== undefined && taken.includes(plan.index.name)) {
    notice(world, session, 'NOTICE', `relation "${plan.index.name}" already exists, skipping`);
    return 'CREATE INDEX';
  }
  payForTable(x, table.columns.length, table.indexes.length + 1, 0);
  const [bare] = indexesOf(table.name, table.columns, [plan.index], taken);
  if (bare === undefined) return 'CREATE INDEX';
  const index = withBuckets(world, table, bare);
  if (!isPlain(index)) bindIndex(world, table, index);
  const isOld = ({ before }: Change): boolean =>
    before?.relation === table.relation && before.indexes.some(({ name }) => name === index.name);
  // The old one's entries are kept by that name until the transaction ends, in case that it is undone.
  if (session.changes.some(isOld)) throw engineLimit('an index named like one that this transaction has dropped');
  world.core.currentXid(session.id);
  world.core.indexBuilt(session.id);
  build(x, table, index);
  if (world.core.blocks(table.relation) > 0) world.counted.add(table.relation);
  world.core.setHasIndex(table.relation, true);
  change(x, table.name, table, {
    ...table,
    ...tableOf(table.name, table.relation, table.columns, [...table.indexes, index]),
  });
  countCommands(x, STEPS_OF_INDEX);
  return 'CREATE INDEX';
}

/** MaxHeapTuplesPerPage. */
const MAX_OFFSETS = 291;

function build(x: Exec, table: Table, index: Index): void {
  const { world, run } = x;
  const reader = READ_ALL(table);
  while (nextPage(x, table, WHOLE, 0)) {
    // An entry points to the root of its row's HOT chain (heap_get_root_tuples).
    for (let offset = 1, left = run.offsets.length; left > 0 && offset <= MAX_OFFSETS; offset++) {
      const ctid: Ctid = { block: run.block, offset };
      if (world.core.fetchRoot(x.session.id, table.relation, ctid) !== 'found') continue;
      left -= 1;
      const tuple = world.core.scanned(0);
      world.work.pay(WORK.changes, PRICE.key + (reader.last + 1) * PRICE.column + (tuple.length >>> 3));
      const row = readRow(reader, tuple);
      if (!enterRow(world, x.session.id, table, index, row, ctid))
        throw new Failure('23505', `could not create unique index "${index.name}"`);
    }
  }
}
