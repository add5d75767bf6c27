/** INSERT of a query that our own executor does not know, as a GeneralInsert. */
import type { InsertStmt, Node, SelectStmt } from 'libpg-query';
import { type Place, returningOf } from './compile-change.ts';
import { compileGeneral } from './compile-general.ts';
import { compileInsert, tableName } from './compile-query.ts';
import type { GeneralInsert } from './plan.ts';
import { Outside } from './statement-names.ts';

export function compileGeneralInsert(stmt: InsertStmt, sql: string, place: Place): GeneralInsert {
  const { selectStmt, relation, withClause, onConflictClause, returningList, ...others } = stmt;
  if (withClause !== undefined)
    throw new Outside('WITH before INSERT (write it after the table: INSERT INTO t WITH …)', withClause.location);
  if (selectStmt === undefined || !('SelectStmt' in selectStmt)) throw new Outside('this INSERT', relation?.location);
  const table = tableName(relation);
  const general = compileGeneral(selectStmt.SelectStmt, sql, place);
  if (general.system !== undefined)
    throw new Outside('INSERT of what a query says about the server', relation?.location);
  const insert = compileInsert({
    ...others,
    ...(relation && { relation }),
    ...(onConflictClause && { onConflictClause }),
    ...(returningList && { returningList }),
  });
  const returning = returningList && returningOf(returningList, sql, place);
  const conflictAt = onConflictClause?.location === undefined ? undefined : place(onConflictClause.location);
  return {
    ...general,
    kind: 'general-insert',
    relations: [table, ...general.relations],
    insert,
    nameAt: place(relation?.location ?? 0),
    end: conflictAt ?? returning?.at ?? sql.length,
    select: placesOf(selectStmt.SelectStmt, sql, place),
  };
}

/** The parser says where the first column and the first table stand; the words before them are looked for backwards. */
function placesOf(stmt: SelectStmt, sql: string, place: Place): GeneralInsert['select'] {
  const [first] = stmt.targetList ?? [];
  const [table] = stmt.fromClause ?? [];
  const column = first !== undefined && 'ResTarget' in first ? first.ResTarget.location : undefined;
  const item = table === undefined ? undefined : leftmost(table);
  if (column === undefined || item === undefined || stmt.groupClause !== undefined) return undefined;
  const word = /\bselect\s+(?:all\s+)?$/i.exec(sql.slice(0, place(column)));
  const from = /\bfrom\s+(?:only\s+)?$/i.exec(sql.slice(0, place(item)));
  if (word === null || from === null) return undefined;
  return {
    at: stmt.withClause?.location === undefined ? word.index : place(stmt.withClause.location),
    from: from.index,
  };
}

/** Its place, if it is a table that is named. */
function leftmost(node: Node): number | undefined {
  if ('RangeVar' in node) return node.RangeVar.location;
  if ('JoinExpr' in node && node.JoinExpr.larg !== undefined) return leftmost(node.JoinExpr.larg);
  return undefined;
}
