/** The table that a step is about, by its SQL: the rows on show are to be that table's. Pure. */

/** The first table that a statement names. */
const TABLE = /\b(?:from|into|join|table)\s+(?:if\s+not\s+exists\s+|only\s+)?(\w+)|^\s*update\s+(?:only\s+)?(\w+)/i;

/** In lower case, as PostgreSQL stores it; null: it names none, as COMMIT does. It may also be a view or a WITH query. */
export function stepTable(sql: string): string | null {
  const [, one, other] = TABLE.exec(sql) ?? [];
  return (one ?? other)?.toLowerCase() ?? null;
}
