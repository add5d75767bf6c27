/**
 * General queries: SELECT with joins, subqueries, common table expressions, set operations, window functions. Our engine
 * decides which row versions such a query sees; what it makes of these rows is PostgreSQL's business, through an
 * evaluator that a database is given (README.md). This file holds its interface.
 */
import type { ServerCore } from './core.ts';
import type { SqlError } from './database.ts';
import type { Inspector } from './inspector.ts';

/** The answer to one statement: rows as a client gets them in text format. */
export type Evaluated =
  | {
      readonly error: undefined;
      /** `type`: the type's OID. */
      readonly columns: readonly { readonly name: string; readonly type: number }[];
      readonly rows: readonly (readonly (string | null)[])[];
    }
  | { readonly error: SqlError };

/**
 * A PostgreSQL server of one connection, without data, in its default settings. Synchronous. It keeps nothing: whoever
 * asks sends BEGIN first and ROLLBACK last.
 */
export interface Evaluator {
  /** Its major version. */
  readonly major: number;
  /** For system views: what a server that it works for looks like inside. */
  inspect(core: ServerCore): Inspector;
  /** One or more statements; the rows are the last one's. */
  run(sql: string): Evaluated;
}

export interface GeneralPlan {
  readonly kind: 'general';
  /** The statement's own text. */
  readonly sql: string;
  /** Its tables in the order in which a server's analysis locks them, as often as they occur. */
  readonly relations: readonly string[];
  /** Rows of each function in FROM or in a target list. */
  readonly series: readonly number[];
  /** ORDER BY of the whole query. */
  readonly isSorted: boolean;
  /** Of SELECT DISTINCT … ORDER BY: the columns that it names, by number or by name. */
  readonly distinctBy?: readonly (number | string)[];
  /** WITH RECURSIVE. */
  readonly isRecursive: boolean;
  /** It asks about the server itself. */
  readonly system?: SystemUse;
}

/** What a query uses of the system's views and functions (views.ts). */
export interface SystemUse {
  /** Names of views, each once. */
  readonly views: readonly string[];
  /** Names of functions, each once. */
  readonly functions: readonly string[];
  /** Where the names of tables and views begin in the text, in UTF-16 units. */
  readonly places: readonly number[];
}

/**
 * UPDATE or DELETE whose rows and new values an evaluator finds: with FROM or USING, or with subqueries that depend on
 * the row around them. What happens to these rows is our engine's business.
 */
export interface GeneralChange extends Omit<GeneralPlan, 'kind' | 'isSorted'> {
  readonly kind: 'general-change';
  readonly command: 'update' | 'delete';
  readonly table: string;
  /** Tables of FROM or USING with the names that they have there; undefined: there are other things, too. */
  readonly from: readonly { readonly table: string; readonly name: string }[] | undefined;
  /** Tables that subqueries read, and every column that these name. */
  readonly inner: readonly string[];
  readonly innerColumns: readonly string[];
  /** Where RETURNING begins, and where its list does. */
  readonly returning: { readonly at: number; readonly list: number } | undefined;
}
