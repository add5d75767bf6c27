/**
 * DROP TABLE of tables with foreign keys: all are locked before the first one goes. A parent goes only together with the
 * keys that refer to it; a child's keys are parts of their parents, which are locked for that. Source: RemoveRelations in
 * tablecmds.c, performMultipleDeletions in dependency.c, RemoveTriggerById.
 */
import { lookUp, type Reference, type Table } from './catalog.ts';
import { mustNotBePending, withoutKey } from './exec-constraints.ts';
import { change, countCommands, STEPS_OF_KEY, stepsOfDrop } from './exec-ddl.ts';
import { lockTable } from './exec-query.ts';
import { dropOwned } from './exec-sequence.ts';
import { dropViewsOf } from './exec-view.ts';
import { Failure } from './failure.ts';
import type { UtilityPlan } from './plan.ts';
import { dropsTable } from './serializable.ts';
import { type Exec, notice } from './session.ts';

type DropTable = Extract<UtilityPlan, { kind: 'drop-table' }>;
const ACCESS_EXCLUSIVE = 8;

/** Undefined: waits. */
export function dropKeyed(x: Exec, plan: DropTable): string | undefined {
  const { world, session, run } = x;
  for (; run.done < plan.tables.length; run.done++) {
    const name = plan.tables[run.done] ?? '';
    if (lookUp(world.catalog, session.changes, name) === undefined) {
      if (!plan.ifExists) throw new Failure('42P01', `table "${name}" does not exist`);
      notice(world, session, 'NOTICE', `table "${name}" does not exist, skipping`);
    } else if (lockTable(x, name, ACCESS_EXCLUSIVE) === undefined) return undefined;
  }
  const tables = plan.tables.flatMap((name) => lookUp(world.catalog, session.changes, name) ?? []);
  const outer = tables.flatMap((table) => referencesFromOutside(table, tables));
  if (outer.length > 0 && !plan.cascade) throw stillNeeded(tables, outer);
  for (const name of othersOf(tables, outer)) if (lockTable(x, name, ACCESS_EXCLUSIVE) === undefined) return undefined;
  for (const table of tables) mustNotBePending(x, table, 'DROP TABLE');
  dropViewsOf(x, plan.tables, plan.cascade);
  world.core.currentXid(session.id);
  tellCascade(x, outer);
  for (const { child, key } of outer) withoutKey(x, child, key.name);
  countCommands(x, STEPS_OF_KEY * outer.length);
  for (const { name } of tables) {
    const table = lookUp(world.catalog, session.changes, name);
    if (table === undefined) continue;
    for (const key of table.foreignKeys ?? [])
      if (key.parentRelation !== table.relation && lookUp(world.catalog, session.changes, key.parent) !== undefined)
        withoutKey(x, name, key.name);
    dropsTable(world, session.id, table);
    change(x, name, lookUp(world.catalog, session.changes, name), undefined);
    dropOwned(x, table);
    countCommands(x, stepsOfDrop(table, world.core.rules));
  }
  return 'DROP TABLE';
}

/** reportDependentObjects */
function tellCascade({ world, session }: Exec, outer: readonly Reference[]): void {
  const lines = outer.map(({ child, key }) => `drop cascades to constraint ${key.name} on table ${child}`);
  const [only, another] = lines;
  if (only === undefined) return;
  const many = `drop cascades to ${lines.length} other objects\nDETAIL:  ${lines.join('\n')}`;
  notice(world, session, 'NOTICE', another === undefined ? only : many);
}

const referencesFromOutside = (table: Table, tables: readonly Table[]): readonly Reference[] =>
  (table.referencedBy ?? []).filter(({ childRelation }) => tables.every(({ relation }) => relation !== childRelation));

/** The tables at the other ends of keys that go. */
const othersOf = (tables: readonly Table[], outer: readonly Reference[]): string[] => {
  const parents = tables.flatMap(({ foreignKeys = [] }) => foreignKeys.map(({ parent }) => parent));
  const names = new Set([...outer.map(({ child }) => child), ...parents]);
  return [...names].filter((name) => tables.every((table) => table.name !== name));
};

function stillNeeded(tables: readonly Table[], outer: readonly Reference[]): Failure {
  const [only, another] = tables;
  const message =
    only !== undefined && another === undefined
      ? `cannot drop table ${only.name} because other objects depend on it`
      : 'cannot drop desired object(s) because other objects depend on them';
  const lines = outer.map(
    ({ child, key }) => `constraint ${key.name} on table ${child} depends on table ${key.parent}`,
  );
  return new Failure('2BP01', message, lines.join('\n'));
}
