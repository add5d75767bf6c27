/**
 * Statements that are no queries and that few specs have: savepoints, settings, LOCK, VACUUM, ANALYZE, prepared
 * statements and transactions. The end of the file collects everything else that seldom.ts names.
 */

import { ask } from './ask.ts';
import { bindExpr } from './bind.ts';
import { bindNumeric } from './bind-numeric.ts';
import { bindArithmetic, comparedAs } from './bind-other.ts';
import { bindSeldom } from './bind-seldom.ts';
import { scopeOf } from './bound.ts';
import { bindConflict } from './bound-conflict.ts';
import { bindCount, bindGroup, bindLock, bindSource } from './bound-seldom.ts';
import { allTables, lookUp } from './catalog.ts';
import { coerce } from './coerce.ts';
import { bindChecks } from './constraints.ts';
import type { SqlType } from './database.ts';
import { bindEffects } from './effects.ts';
import { hasEffects } from './effects-names.ts';
import { granted, popSnapshot, pushSnapshot } from './exec.ts';
import { runGeneralChange } from './exec-change-general.ts';
import { goOnConflict } from './exec-conflict.ts';
import { alterTable, createKeyed } from './exec-constraints.ts';
import { createIndex, createTableAs } from './exec-create.ts';
import { besideCursors, isCursorPlan, runCursor } from './exec-cursor.ts';
import { countCommands } from './exec-ddl.ts';
import { isDdl, runDdl } from './exec-define.ts';
import { dropKeyed } from './exec-drop-keyed.ts';
import { runExplain } from './exec-explain.ts';
import { changeExtensions } from './exec-extension.ts';
import { unlessOwn } from './exec-function.ts';
import { runGeneral } from './exec-general.ts';
import { lockInitPlans, runInitPlan } from './exec-init-plan.ts';
import { runGeneralInsert } from './exec-insert-general.ts';
import { lockRows } from './exec-lock-rows.ts';
import { isNested, runNested } from './exec-nested.ts';
import { analyse, lockTable, runQuery } from './exec-query.ts';
import { commitDeferred, fireTriggers, queueEvents } from './exec-ri.ts';
import { selectRowByRow } from './exec-row-by-row.ts';
import { arrange, readLimits, scanSource } from './exec-select-seldom.ts';
import { dropOwned, lockSequences, makeSerials, ownSerials } from './exec-sequence.ts';
import { importSnapshot } from './exec-snapshot.ts';
import { setOptions, tag, tagged, underSnapshot } from './exec-utility.ts';
import { dropViewsOf, queryOfViews } from './exec-view.ts';
import { datatypeMismatch, engineLimit, Failure, undefinedTable, undefinedType } from './failure.ts';
import { indexedRow } from './index-values.ts';
import { dropFreed } from './key-changes.ts';
import { PRICE, SQL_LIMITS, WORK } from './limits.ts';
import type { UtilityPlan } from './plan.ts';
import { costOf } from './plan-cost.ts';
import { planScan } from './plan-scan.ts';
import { readQuals } from './qual.ts';
import {
  acceptInvalidations,
  invalidate,
  invalidateIndexes,
  lookUpName,
  openRelation,
  releaseCatalogSnapshot,
} from './relcache.ts';
import { runSavepoint } from './savepoints.ts';
import type { Seldom } from './seldom.ts';
import { serializableRules } from './serializable-rules.ts';
import type { Exec, Results, SeldomCode } from './session.ts';
import { notice, type Session } from './session.ts';
import { milliseconds, settingOf } from './settings.ts';
import { checkSetting, defaultOf, isThere } from './settings-names.ts';
import { sourceRows, standOn } from './source-pages.ts';
import { typeName } from './values.ts';
import { commit, isolationNamed, setIsolation, startCommand } from './xact.ts';
import { endAndChain } from './xact-chain.ts';
import { preventInBlock, setDeferrable, setMode, setReadOnly } from './xact-modes.ts';
import { finishPrepared, prepareTransaction } from './xact-prepared.ts';

type Of<K extends UtilityPlan['kind']> = Extract<UtilityPlan, { kind: K }>;

/** Undefined: waits. */
function runSeldom(x: Exec, plan: Seldom | Of<'create-table'>): Results | undefined {
  if (isNested(plan)) return runNested(x, plan);
  if (isCursorPlan(plan)) return runCursor(x, plan);
  if (isDdl(plan)) return underSnapshot(x, () => tagged(runDdl(x, plan)));
  switch (plan.kind) {
    case 'checkpoint':
      return tag('CHECKPOINT');
    case 'savepoint':
    case 'release':
    case 'rollback-to':
      return tag(runSavepoint(x, plan));
    case 'chain':
    case 'prepare-transaction':
    case 'commit-prepared':
    case 'rollback-prepared':
      return tag(endTransaction(x, plan));
    case 'set-transaction':
      return setTransaction(x, plan);
    case 'import-snapshot':
      importSnapshot(x.world, x.session, plan.name);
      return tag('SET');
    case 'set':
      return set(x, plan);
    case 'reset':
      return reset(x, plan);
    case 'show':
      return show(x, plan);
    case 'lock-table':
      return lock(x, plan);
    case 'no-type':
      throw undefinedType(plan.name);
    case 'vacuum':
      return vacuum(x, plan);
    case 'explain':
      return runExplain(x, plan);
    case 'extension':
      return underSnapshot(x, () => tag(changeExtensions(x, plan)));
    case 'general':
      return runGeneral(x, plan);
    case 'general-change':
      return runGeneralChange(x, plan);
    case 'general-insert':
      return runGeneralInsert(x, plan);
    default:
      return underSnapshot(x, () => withSnapshot(x, plan));
  }
}

type End = Of<'chain' | 'prepare-transaction' | 'commit-prepared' | 'rollback-prepared'>;
function endTransaction({ world, session }: Exec, plan: End): string {
  if (plan.kind === 'chain') return endAndChain(world, session, plan.ends);
  if (plan.kind === 'prepare-transaction') return prepareTransaction(world, session, plan.gid);
  const isCommit = plan.kind === 'commit-prepared';
  finishPrepared(world, session, plan.gid, isCommit);
  return isCommit ? 'COMMIT PREPARED' : 'ROLLBACK PREPARED';
}

function withSnapshot(
  x: Exec,
  plan: Of<
    | 'create-table'
    | 'alter-table'
    | 'create-table-as'
    | 'create-index'
    | 'analyze'
    | 'prepare'
    | 'execute'
    | 'deallocate'
  >,
): Results | undefined {
  switch (plan.kind) {
    case 'create-table':
      return tagged(createKeyed(x, plan));
    case 'alter-table':
      return tagged(alterTable(x, plan));
    case 'create-table-as':
      return tagged(createTableAs(x, plan));
    case 'create-index':
      return tagged(createIndex(x, plan));
    case 'analyze':
      return tagged(analyze(x, plan));
    case 'prepare':
      return tagged(prepare(x, plan));
    case 'execute':
      return execute(x, plan);
    case 'deallocate':
      return deallocate(x, plan);
  }
}

function setTransaction(x: Exec, { scope, options }: Of<'set-transaction'>): Results {
  const { world, session } = x;
  if (scope === 'session') {
    for (const option of options) {
      if (option.kind === 'isolation') keep(x, 'default_transaction_isolation', option.level, false);
      else if (option.kind === 'read-only')
        keep(x, 'default_transaction_read_only', option.value ? 'on' : 'off', false);
      else keep(x, 'default_transaction_deferrable', option.value ? 'on' : 'off', false);
    }
    return tag('SET');
  }
  if (session.block === 'started')
    notice(world, session, 'WARNING', 'SET TRANSACTION can only be used in transaction blocks');
  setOptions(x, options);
  return tag('SET');
}

function keep({ world, session }: Exec, name: string, value: string | undefined, local: boolean): void {
  const { [name]: _, ...others } = local ? session.local : session.settings;
  const changed = value === undefined ? others : { ...others, [name]: value };
  if (local) session.local = changed;
  else {
    session.settings = changed;
    const { [name]: __, ...rest } = session.local;
    session.local = rest;
  }
  if (name === 'deadlock_timeout') world.core.setDeadlockTimeout(session.id, milliseconds(value ?? '1s') ?? 1000);
}

const isOn = ({ world }: Exec, value: string | undefined): boolean =>
  checkSetting('enable_sort', value ?? 'off', world.core.rules) === 'on';

function set(x: Exec, { name, value, local }: Of<'set'>): Results {
  const { world, session } = x;
  if (local && session.block === 'started')
    notice(world, session, 'WARNING', 'SET LOCAL can only be used in transaction blocks');
  if (name === 'transaction_isolation') setIsolation(world, session, isolationNamed((value ?? '').toLowerCase()));
  else if (name === 'transaction_read_only') setReadOnly(world, session, isOn(x, value));
  else if (name === 'transaction_deferrable') setDeferrable(world, session, isOn(x, value));
  else if (!isThere(name, world.core.rules))
    throw new Failure('42704', `unrecognized configuration parameter "${name}"`);
  else keep(x, name, value === undefined ? undefined : checkSetting(name, value, world.core.rules), local);
  return tag('SET');
}

function reset(x: Exec, { name }: Of<'reset'>): Results {
  if (name !== undefined && !isThere(name, x.world.core.rules))
    throw new Failure('42704', `unrecognized configuration parameter "${name}"`);
  if (name !== undefined) keep(x, name, undefined, false);
  else for (const one of Object.keys(x.session.settings)) keep(x, one, undefined, false);
  return tag('RESET');
}

function show({ world, session }: Exec, { name }: Of<'show'>): Results {
  const { rules } = world.core;
  const value =
    name === 'server_version'
      ? `${rules}.0`
      : name === 'server_version_num'
        ? `${rules}0000`
        : (settingOf(session, name) ?? defaultOf(name));
  if (value === undefined) throw new Failure('42704', `unrecognized configuration parameter "${name}"`);
  return [{ kind: 'rows', columns: [{ name: SHOWN[name] ?? name, type: 'text' }], rows: [[value]] }];
}
/** Names that are printed differently. */
const SHOWN: Readonly<Record<string, string>> = {
  datestyle: 'DateStyle',
  timezone: 'TimeZone',
  intervalstyle: 'IntervalStyle',
};

function lock(x: Exec, { tables, mode, noWait }: Of<'lock-table'>): Results | undefined {
  const { world, session, run } = x;
  if (session.block === 'started') throw new Failure('25P01', 'LOCK TABLE can only be used in transaction blocks');
  if (mode > 3 && session.place?.kind === 'standby')
    throw new Failure('25006', 'cannot execute LOCK TABLE during recovery');
  if (run.phase === 'begin') {
    // Release the snapshot under which the previous statement read the catalog.
    releaseCatalogSnapshot(world, session);
    run.phase = 'rows';
  }
  for (; run.done < tables.length; run.done++) {
    const name = tables[run.done] ?? '';
    world.work.pay(WORK.lists, PRICE.change);
    const table = lookUp(world.catalog, session.changes, name);
    if (table !== undefined) lookUpName(world, session, table);
    let locked = table;
    if (noWait) {
      if (table === undefined) throw undefinedTable(name);
      if (world.core.relationLock(session.id, table.relation, mode, true) === 'not-available')
        throw new Failure('55P03', `could not obtain lock on relation "${name}"`);
      acceptInvalidations(world, session);
    } else locked = lockTable(x, name, mode);
    if (locked === undefined) return undefined;
    // If the lock has brought messages, RangeVarGetRelidExtended (src/backend/catalog/namespace.c) sees that by
    // SharedInvalidMessageCounter, and looks the name up once more. After a VACUUM this reads the catalog: now, and not
    // in the next LOCK TABLE, which finds the name cached and waits without a snapshot.
    lookUpName(world, session, locked);
  }
  releaseCatalogSnapshot(world, session);
  return tag('LOCK TABLE');
}

/** PreventCommandDuringRecovery. */
function refuseRecovery({ place }: Session, what: string): void {
  if (place?.kind === 'standby') throw new Failure('25006', `cannot execute ${what} during recovery`);
}

const SHARE_UPDATE_EXCLUSIVE = 4;

/** Vacuums each table in a separate transaction; the one that the command began ends first, and a last one follows. */
function vacuum(x: Exec, { tables, freezes = false }: Of<'vacuum'>): Results | undefined {
  const { world, session, run } = x;
  if (run.phase === 'begin') {
    // PortalRunUtility takes it before any error: in REPEATABLE READ it stays, whether or not the command succeeds.
    if (!pushSnapshot(x)) return undefined;
    preventInBlock(session, 'VACUUM');
    refuseRecovery(session, 'VACUUM');
    const names = tables.length > 0 ? tables : allTables(world.catalog, session.changes).map(({ name }) => name);
    for (const name of names)
      if (lookUp(world.catalog, session.changes, name) === undefined) throw undefinedTable(name);
    run.rows = names.map((name) => [name]);
    run.phase = 'rows';
    // vacuum() gives up the command's snapshot and its transaction.
    popSnapshot(x);
    commit(world, session);
    startCommand(world, session, false);
  }
  for (; run.done < run.rows.length; run.done++) {
    const name = run.rows[run.done]?.[0] ?? '';
    const table = lookUp(world.catalog, session.changes, name);
    if (table === undefined) continue;
    if (!world.core.hasActiveSnapshot(session.id)) world.core.vacuumBegin(session.id);
    if (!granted(world.core.relationLock(session.id, table.relation, SHARE_UPDATE_EXCLUSIVE, false))) return undefined;
    acceptInvalidations(world, session);
    openRelation(world, session, table);
    if (freezes && !world.core.canFreeze(session.id, table.relation))
      throw engineLimit('VACUUM (FREEZE) of rows with multixacts, or of a page that another session keeps pinned');
    const report = world.core.vacuum(session.id, table.relation, freezes);
    run.vacuumed ??= [];
    run.vacuumed.push(report);
    dropFreed(world, table.relation);
    if (report.hasNewFigures) invalidate(world, table.relation);
    // If index entries were removed, the index has new figures, too.
    else if (report.linePointersReclaimed > 0 && table.indexes.length > 0) invalidateIndexes(world, table.relation);
    commit(world, session);
    startCommand(world, session, false);
  }
  return [{ kind: 'command', tag: 'VACUUM', vacuumed: run.vacuumed ?? [] }];
}

/**
 * MODEL: ANALYZE gathers nothing, and if a plan for a large table would depend on its statistics, that is refused. It
 * takes its lock, and counts the command ids that a server does: one for the columns of a table that has rows, and
 * since 14 one for the table. Rows that are all dead count as rows.
 */
function analyze(x: Exec, { tables }: Of<'analyze'>): string | undefined {
  const { run, world } = x;
  for (; run.done < tables.length; run.done++) {
    const table = lockTable(x, tables[run.done] ?? '', SHARE_UPDATE_EXCLUSIVE);
    if (table === undefined) return undefined;
    if (world.core.rules >= 14 || world.core.blocks(table.relation) > 0) world.counted.add(table.relation);
    countCommands(x, (world.core.blocks(table.relation) > 0 ? 1 : 0) + (world.core.rules >= 14 ? 1 : 0));
  }
  return 'ANALYZE';
}

const noStatement = (name: string): Failure => new Failure('26000', `prepared statement "${name}" does not exist`);

function prepare(x: Exec, plan: Of<'prepare'>): string | undefined {
  const { world, session } = x;
  const types: (SqlType | undefined)[] = [...plan.types];
  const wanted = highestParam(plan);
  if (wanted > SQL_LIMITS.params) throw engineLimit(`${SQL_LIMITS.params} parameters of a prepared statement`);
  world.work.pay(WORK.lists, session.prepared.size * 8 + costOf(plan));
  // Undeclared ones take their type from their context.
  while (types.length < wanted) types.push(undefined);
  if (analyse(x, plan.query, types) === undefined) return undefined;
  if (session.prepared.has(plan.name)) throw new Failure('42P05', `prepared statement "${plan.name}" already exists`);
  const known = inferred(x, plan, types);
  session.prepared = new Map(session.prepared).set(plan.name, { query: plan.query, types: known });
  return 'PREPARE';
}
function highestParam({ query, types }: Of<'prepare'>): number {
  const numbers = [...JSON.stringify(query).matchAll(/"kind":"param","number":(\d+)/g)].map((match) =>
    Number(match[1]),
  );
  return numbers.reduce((a, b) => Math.max(a, b), types.length);
}
function inferred(x: Exec, plan: Of<'prepare'>, types: (SqlType | undefined)[]): SqlType[] {
  const bound = analyse(x, plan.query, types);
  return types.map((type, i) => {
    const one = type ?? bound?.params[i];
    if (one === undefined) throw new Failure('42P18', `could not determine data type of parameter $${i + 1}`);
    return one;
  });
}

/** Undefined: waits. */
function execute(x: Exec, plan: Of<'execute'>): Results | undefined {
  const { session, run } = x;
  const found = session.prepared.get(plan.name);
  if (found === undefined) throw noStatement(plan.name);
  if (run.phase === 'begin') run.params = argumentsOf(x, plan, found.types);
  const inner: Exec = { ...x, context: { ...x.context, params: run.params } };
  return runQuery(inner, found.query, found.types, true);
}

function argumentsOf(x: Exec, plan: Of<'execute'>, types: readonly SqlType[]) {
  if (plan.args.length !== types.length)
    throw new Failure('42601', `wrong number of parameters for prepared statement "${plan.name}"`);
  const { context } = x;
  const scope = scopeOf(undefined, { params: [], seldom: x.world.seldom }, 'EXECUTE parameters');
  x.world.work.pay(WORK.expressions, costOf(plan.args) * PRICE.bound);
  return plan.args.map((arg, i) => {
    const bound = bindExpr(arg, scope);
    const type = types[i] ?? 'text';
    const typed = coerce(bound, type, scope, 'assign');
    if (typed === undefined)
      throw datatypeMismatch(
        `parameter $${i + 1} of type ${typeName(bound.type)} cannot be coerced to the expected type ${typeName(type)}`,
      );
    return typed.eval([], context);
  });
}

function deallocate({ world, session }: Exec, { name }: Of<'deallocate'>): Results {
  if (name === undefined) session.prepared = new Map();
  else {
    if (!session.prepared.has(name)) throw noStatement(name);
    world.work.pay(WORK.lists, session.prepared.size * 4);
    session.prepared = new Map(session.prepared);
    session.prepared.delete(name);
  }
  return tag(name === undefined ? 'DEALLOCATE ALL' : 'DEALLOCATE');
}

export const seldomCode: SeldomCode = {
  run: runSeldom,
  bindExpr: bindSeldom,
  bindArithmetic: (...given) => bindArithmetic(...given) ?? bindNumeric(...given),
  comparedAs,
  bindSource,
  bindGroup,
  bindConflict,
  bindCount,
  bindLock,
  bindEffects,
  hasEffects,
  readQuals,
  startScan: planScan,
  readLimits,
  scanSource,
  arrange,
  sourceRows,
  standOn,
  indexedRow,
  goOnConflict,
  runInitPlan,
  bindChecks,
  queueEvents,
  fireTriggers,
  commitDeferred,
  setMode,
  serializable: serializableRules,
  dropKeyed,
  selectRowByRow,
  lockInitPlans,
  unlessOwn,
  lockRows,
  lockSequences,
  makeSerials,
  ownSerials,
  dropOwned,
  dropViewsOf,
  queryOfViews,
  besideCursors,
  ask,
};
