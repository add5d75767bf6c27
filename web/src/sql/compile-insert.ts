/** INSERT of a query that our own executor does not know, as a GeneralInsert. */
import type { InsertStmt } from 'libpg-query';
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
  };
}
