/** Completion in a prompt: keywords, and the tables and columns of the present moment. Pure. */
import type { StageTable } from '../../engine/stage/stage-types.ts';

/** What the engine runs, as far as it is longer than its abbreviation. */
const KEYWORDS =
  `ABORT ANALYZE AND ASC BEGIN BETWEEN BOOLEAN BY CASE CHECK COMMIT COMMITTED CREATE DEALLOCATE DEFAULT DELETE DESC DISTINCT
DROP ELSE EXECUTE EXISTS FALSE FOR FROM FULL GROUP HAVING INDEX INNER INSERT INTEGER INTO ISOLATION JOIN KEY LEFT LEVEL LIMIT
LOCK LOCKED NOWAIT NULL ONLY ORDER PREPARE PREPARED PRIMARY READ RELEASE REPEATABLE RETURNING ROLLBACK SAVEPOINT SELECT
SERIALIZABLE SHARE SHOW SKIP START TABLE TEXT THEN TRANSACTION TRUE UNION UNIQUE UPDATE USING VACUUM VALUES WHEN WHERE WITH
WORK WRITE`.split(/\s+/);

/** Views of the server, and functions that go with them. */
const SYSTEM =
  `pg_blocking_pids pg_class pg_current_snapshot pg_current_xact_id_if_assigned pg_indexes pg_locks pg_prepared_xacts
pg_relation_size pg_stat_activity pg_tables`.split(/\s+/);

export interface Completion {
  readonly text: string;
  readonly caret: number;
  /** All that would fit, if there are several. */
  readonly choices: readonly string[];
}

/** Null: there is no word before the caret, or nothing begins like it. */
export function completed(text: string, caret: number, tables: readonly StageTable[]): Completion | null {
  const word = /[\p{L}_][\p{L}\p{N}_]*$/u.exec(text.slice(0, caret))?.[0] ?? '';
  if (word === '' || /^[\p{L}\p{N}_]/u.test(text.slice(caret))) return null;
  const small = word.toLowerCase();
  // A keyword is written as the word began: in capitals or not.
  const keywords = word === small ? KEYWORDS.map((keyword) => keyword.toLowerCase()) : KEYWORDS;
  // A dropped column's name is one that nobody writes.
  const names = tables.flatMap(({ name, columns }) => [
    name,
    ...columns.flatMap((column) => (column.name.startsWith('........') ? [] : column.name)),
  ]);
  const head = text.slice(0, caret - word.length);
  const fits = (some: readonly string[]): readonly string[] =>
    [...new Set(some)].filter((one) => one.toLowerCase().startsWith(small));
  const wanted = wantedAfter(head, tables, word !== small);
  const here = fits(wanted);
  const all = here.length > 0 ? here : fits([...names, ...keywords, ...SYSTEM]);
  const [first] = all;
  if (first === undefined) return null;
  const shared = all.reduce((before, one) => before.slice(0, commonLength(before, one)), first);
  const end = all.length === 1 ? `${first} ` : shared.length > word.length ? shared : word;
  // LEVEL may be left out: the completion adds it.
  const isForgotten = here.length > 0 && AFTER_ISOLATION.test(head) && !'level'.startsWith(small);
  const before = head + (isForgotten ? (word === small ? 'level ' : 'LEVEL ') : '');
  const after = text.slice(caret);
  const put = end.endsWith(' ') && after.startsWith(' ') ? end.slice(0, -1) : end;
  return { text: before + put + after, caret: before.length + put.length, choices: all.length === 1 ? [] : all };
}

const AFTER_ISOLATION = /\bisolation\s+$/i;
const LEVELS = ['serializable', 'repeatable read', 'read committed'];

/** What the words before ask for: a table, or a level. None: anything may follow. @param isBig keywords are in capitals */
function wantedAfter(head: string, tables: readonly StageTable[], isBig: boolean): readonly string[] {
  if (/(?:\b(?:update|from|into|join|table|only|lock|analyze|vacuum)|^\s*\\d\S*)\s+$/i.test(head))
    return tables.map(({ name }) => name);
  const level = /\bisolation\s+level\s+$/i.test(head) ? LEVELS : AFTER_ISOLATION.test(head) ? ['level', ...LEVELS] : [];
  return isBig ? level.map((one) => one.toUpperCase()) : level;
}

function commonLength(a: string, b: string): number {
  let i = 0;
  while (i < a.length && i < b.length && a[i]?.toLowerCase() === b[i]?.toLowerCase()) i++;
  return i;
}
