/**
 * A general query about the server itself. The evaluator gets each of its views as a table of that name (views.ts) in a
 * schema of its own, which the query's text is made to name; functions about the server as functions of that one
 * question (system-functions.ts); and for `regclass` a row of pg_class for each of the user's relations, with the OID
 * that views show. All of it goes again with the ROLLBACK.
 *
 * MODEL: rows of a view come in the engine's order where ORDER BY leaves one open; a server's depends on its hash tables.
 */

import type { Table } from './catalog.ts';
import type { Evaluated, Evaluator, SystemUse } from './general.ts';
import { definitionOf, insertOf, insertText, type Texts } from './general-table.ts';
import { PRICE, WORK } from './limits.ts';
import { catalogTag } from './lock-tags.ts';
import { fetched } from './seldom.ts';
import type { Exec } from './session.ts';
import type { Sight, ViewRow } from './sight.ts';
import { functionsFor } from './system-functions.ts';
import { relationsOf } from './view-class.ts';
import { CATALOGS, columnsOf, openedBy, VIEWS } from './views.ts';

type Answer = Extract<Evaluated, { error: undefined }>;
type Ask = (sql: string) => Answer;
/** A user's table with the rows that the query's snapshot sees. */
export interface SeenTable {
  readonly table: Table;
  readonly rows: readonly Texts[];
}

const ACCESS_SHARE = 1;

/** Catalogs are locked like tables, and stay so until the transaction ends. */
export function openCatalogs({ world, session }: Exec, { views }: SystemUse): void {
  for (const view of views)
    for (const name of openedBy(view))
      world.core.relationLock(session.id, catalogTag(name, CATALOGS.indexOf(name)), ACCESS_SHARE, false);
}

/** An evaluator's own OIDs of the catalogs. */
const known = new WeakMap<Evaluator, Sight['catalogs']>();
function catalogsOf(evaluator: Evaluator, ask: Ask): Sight['catalogs'] {
  let catalogs = known.get(evaluator);
  if (catalogs === undefined) {
    const list = CATALOGS.map((name) => `'pg_catalog.${name}'::pg_catalog.regclass::oid`).join(', ');
    const oids = ask(`SELECT ${list}`).rows[0] ?? [];
    catalogs = CATALOGS.map((name, i) => ({ name, oid: Number(oids[i]) }));
    known.set(evaluator, catalogs);
  }
  return catalogs;
}

export function evaluateSystem(x: Exec, sql: string, use: SystemUse, seen: readonly SeenTable[], ask: Ask): Answer {
  const { world, session } = x;
  const evaluator = fetched(world.evaluator);
  const catalogs = catalogsOf(evaluator, ask);
  const sight: Sight = { world, session, inspector: evaluator.inspect(world.core), catalogs };
  const { rules } = world.core;
  const views = use.views.map((view) => {
    const columns = columnsOf(view, rules);
    const rows = (VIEWS[view]?.rows(sight) ?? []).map((row) => columns.map(([name]) => textOf(row[name])));
    return { view, columns, rows };
  });
  const cells = [
    ...views.map(({ rows, columns }) => rows.length * columns.length),
    ...seen.map(({ rows }) => rows.length),
  ];
  world.work.pay(WORK.expressions, cells.reduce((sum, count) => sum + count, 0) * PRICE.handed);
  const combinations = [...views, ...seen].reduce((product, { rows }) => product * (rows.length + 1), 1);
  world.work.pay(WORK.expressions, Math.ceil(combinations / COMBINATIONS));
  ask(
    [
      // First, so that what follows gets other OIDs.
      `BEGIN; ${phantoms(sight)}; CREATE SCHEMA shown; SET LOCAL search_path = shown, pg_catalog`,
      ...seen.map(({ table }) => definitionOf(table, 100)),
      ...views.map(({ view, columns }) => `CREATE TABLE ${view} (${columns.map((one) => one.join(' ')).join(', ')})`),
      ...seen.flatMap(({ table, rows }) => (rows.length === 0 ? [] : [insertOf(table, rows)])),
      ...views.flatMap(({ view, rows }) => (rows.length === 0 ? [] : [insertText(view, rows)])),
      'SET LOCAL search_path = public, pg_catalog',
      ...functionsFor(x, sight, use.functions, sql),
    ].join(';'),
  );
  return ask(named(sql, use.places));
}
/** As in exec-general.ts. */
const COMBINATIONS = 4;

const textOf = (value: ViewRow[string]): string | null =>
  value === undefined || value === null ? null : typeof value === 'boolean' ? (value ? 't' : 'f') : String(value);

/** The columns of the evaluator's pg_class after the four that a phantom has of its own. */
const REST = `reltype, reloftype, relowner, relam, relfilenode, reltablespace, relpages, reltuples, relallvisible,
  relallfrozen, reltoastrelid, relhasindex, relisshared, relpersistence, relnatts, relchecks, relhasrules,
  relhastriggers, relhassubclass, relrowsecurity, relforcerowsecurity, relispopulated, relreplident, relispartition,
  relrewrite, relfrozenxid, relminmxid, relacl, reloptions, relpartbound`;

/** For regclass: names and OIDs, nothing that could be opened. */
function phantoms(sight: Sight): string {
  const list = relationsOf(sight).map(({ oid, name, kind }) => `(${oid}, '${name.replaceAll("'", "''")}', '${kind}')`);
  if (list.length === 0) return 'SELECT';
  return `SET LOCAL allow_system_table_mods = on;
    INSERT INTO pg_catalog.pg_class (oid, relname, relkind, relnamespace, ${REST})
    SELECT shown.oid, shown.name, shown.kind::"char", 'public'::regnamespace, ${REST}
    FROM pg_catalog.pg_class, (VALUES ${list.join(', ')}) shown(oid, name, kind)
    WHERE pg_class.oid = 'pg_catalog.pg_am'::regclass`;
}

/** The text with its tables and views by the names that they have for the evaluator. */
function named(sql: string, places: readonly number[]): string {
  let text = sql;
  for (const at of [...new Set(places)].sort((a, b) => b - a)) {
    const name = text.slice(at).replace(/^(?:"?(?:public|pg_catalog)"?\s*\.\s*)?/i, '');
    text = `${text.slice(0, at)}shown.${name}`;
  }
  return text;
}
