/**
 * Statements as plain data: the compiled form of a simple query, made at build time or in the page. Names are as
 * written; they are looked up when the statement runs, because tables come and go. Everything here can be cloned and
 * sent.
 */
import type { OtherType, SqlType } from './database.ts';
import type { GeneralChange, GeneralPlan } from './general.ts';
import type { DdlPlan, Serial } from './plan-ddl.ts';

export type ColumnType = Extract<SqlType, 'int4' | 'int8' | 'text' | 'bool'> | OtherType;

/** Of a text that is a varchar(n), or of a char(n); of a numeric(p,s). */
export type Modifier =
  | { readonly max: number; readonly isPadded?: true }
  | { readonly precision: number; readonly scale: number };

export type Arithmetic = '+' | '-' | '*' | '/' | '%' | '||';
export type BinaryOp = Arithmetic | '=' | '<>' | '<' | '<=' | '>' | '>=';
export const AGGREGATES = ['count', 'sum', 'min', 'max', 'avg'] as const;
export type AggregateName = (typeof AGGREGATES)[number];

export type Expr =
  /** `unknown`: a quoted literal or NULL, whose type depends on the context. */
  | {
      readonly kind: 'const';
      readonly type: 'int4' | 'int8' | 'numeric' | 'bool' | 'unknown';
      readonly text: string | null;
    }
  | { readonly kind: 'column'; readonly table: string | undefined; readonly name: string }
  | { readonly kind: 'param'; readonly number: number }
  /** In ON CONFLICT DO UPDATE: a column of the row proposed for insertion; one that does not say of which row. */
  | { readonly kind: 'excluded' | 'unqualified'; readonly name: string }
  /** The value of the statement's InitPlan of this number, from 0. */
  | { readonly kind: 'init-plan'; readonly number: number }
  | { readonly kind: 'binary'; readonly op: BinaryOp; readonly left: Expr; readonly right: Expr }
  | { readonly kind: 'negate'; readonly arg: Expr }
  | { readonly kind: 'not'; readonly arg: Expr }
  | { readonly kind: 'and' | 'or'; readonly args: readonly Expr[] }
  | { readonly kind: 'is-null'; readonly arg: Expr; readonly negated: boolean }
  | { readonly kind: 'is-bool'; readonly arg: Expr; readonly test: boolean | null; readonly negated: boolean }
  | { readonly kind: 'distinct'; readonly left: Expr; readonly right: Expr; readonly negated: boolean }
  | { readonly kind: 'in'; readonly arg: Expr; readonly list: readonly Expr[]; readonly negated: boolean }
  | {
      readonly kind: 'between';
      readonly arg: Expr;
      readonly low: Expr;
      readonly high: Expr;
      readonly negated: boolean;
      readonly symmetric: boolean;
    }
  | {
      readonly kind: 'like';
      readonly arg: Expr;
      readonly pattern: Expr;
      readonly negated: boolean;
      readonly ignoreCase: boolean;
    }
  | {
      readonly kind: 'case';
      readonly arg: Expr | undefined;
      readonly whens: readonly { readonly when: Expr; readonly result: Expr }[];
      readonly otherwise: Expr | undefined;
    }
  | { readonly kind: 'coalesce' | 'greatest' | 'least'; readonly args: readonly Expr[] }
  | { readonly kind: 'nullif'; readonly left: Expr; readonly right: Expr }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly Expr[] }
  | {
      readonly kind: 'aggregate';
      readonly name: AggregateName;
      /** Undefined: count(*). */
      readonly arg: Expr | undefined;
      readonly distinct: boolean;
    }
  | { readonly kind: 'cast'; readonly arg: Expr; readonly type: SqlType }
  /** A cast to a type that no server knows. */
  | { readonly kind: 'no-type'; readonly name: string };

/** An output column: an expression, or all columns (of a table). */
export type Target =
  | { readonly kind: 'expr'; readonly expr: Expr; readonly name: string }
  | { readonly kind: 'star'; readonly table: string | undefined };

export type From =
  | { readonly kind: 'table'; readonly table: string; readonly alias: string | undefined }
  | {
      readonly kind: 'series';
      readonly args: readonly Expr[];
      readonly alias: string;
      readonly column: string;
    }
  /** A function that gives one row. */
  | { readonly kind: 'one'; readonly call: Expr; readonly alias: string; readonly column: string }
  /** pg_create_…_replication_slot: one row. */
  | { readonly kind: 'slot'; readonly isLogical: boolean; readonly args: readonly Expr[]; readonly alias: string };

export type LockStrength = 'key share' | 'share' | 'no key update' | 'update';
export interface Locking {
  readonly strength: LockStrength;
  readonly policy: 'block' | 'skip' | 'error';
  /** FOR … OF these; empty: all. */
  readonly of: readonly string[];
}

export interface OrderItem {
  readonly expr: Expr;
  readonly descending: boolean;
  readonly nullsFirst: boolean;
}

/** A subquery that does not depend on the row around it: it runs once, when its value is first asked for. */
export interface InitPlan {
  readonly select: SelectPlan;
  /** EXISTS: whether it has a row. Else its only value. */
  readonly isExists: boolean;
}

export interface SelectPlan {
  readonly kind: 'select';
  readonly targets: readonly Target[];
  readonly distinct: boolean;
  readonly from: From | undefined;
  readonly where: Expr | undefined;
  readonly groupBy: readonly Expr[];
  readonly having: Expr | undefined;
  readonly orderBy: readonly OrderItem[];
  readonly limit: Expr | undefined;
  readonly offset: Expr | undefined;
  readonly locking: readonly Locking[];
  readonly initPlans?: readonly InitPlan[];
}

/** A value to store, or DEFAULT. */
export type Assigned = { readonly kind: 'expr'; readonly expr: Expr } | { readonly kind: 'default' };

/** SET … of UPDATE. */
export type SetList = readonly { readonly column: string; readonly value: Assigned }[];

/** INSERT … ON CONFLICT. In `update`, a bare column may be the row's or the proposed one's: see compile-conflict.ts. */
export interface OnConflict {
  readonly kind: 'on-conflict';
  /** Undefined: any unique key, for DO NOTHING alone. */
  readonly target:
    | { readonly kind: 'keys'; readonly keys: readonly Expr[]; readonly where: Expr | undefined }
    | { readonly kind: 'constraint'; readonly name: string }
    | undefined;
  /** Undefined: DO NOTHING. */
  readonly update: { readonly set: SetList; readonly where: Expr | undefined } | undefined;
}

export interface InsertPlan {
  readonly kind: 'insert';
  readonly table: string;
  readonly alias: string | undefined;
  /** Empty: all, in order. */
  readonly columns: readonly string[];
  readonly source:
    | { readonly kind: 'values'; readonly rows: readonly (readonly Assigned[])[] }
    | { readonly kind: 'select'; readonly select: SelectPlan }
    | { readonly kind: 'defaults' };
  readonly onConflict?: OnConflict;
  readonly returning: readonly Target[];
  readonly initPlans?: readonly InitPlan[];
}
/** INSERT whose rows an evaluator makes. */
export interface GeneralInsert extends Omit<GeneralPlan, 'kind'> {
  readonly kind: 'general-insert';
  /** INSERT without its query: RETURNING and ON CONFLICT are our executor's. */
  readonly insert: InsertPlan;
  /** In `sql`: the place of the table's name, which may be quoted and qualified, and the query's end. */
  readonly nameAt: number;
  readonly end: number;
  /** Where its query begins, and the FROM of it; undefined: it is more than a target list of tables' rows. */
  readonly select: { readonly at: number; readonly from: number } | undefined;
}

export interface UpdatePlan {
  readonly kind: 'update';
  readonly table: string;
  readonly alias: string | undefined;
  readonly set: SetList;
  readonly where: Expr | undefined;
  readonly returning: readonly Target[];
  readonly initPlans?: readonly InitPlan[];
}
export interface DeletePlan {
  readonly kind: 'delete';
  readonly table: string;
  readonly alias: string | undefined;
  readonly where: Expr | undefined;
  readonly returning: readonly Target[];
  readonly initPlans?: readonly InitPlan[];
}
export type QueryPlan = SelectPlan | InsertPlan | UpdatePlan | DeletePlan;

export interface ColumnPlan {
  readonly name: string;
  readonly type: ColumnType;
  readonly modifier?: Modifier;
  /** It has a sequence of its own. */
  readonly serial?: Serial;
  readonly notNull: boolean;
  readonly fallback: Expr | undefined;
}
export interface CheckPlan {
  readonly kind: 'check';
  /** Undefined: PostgreSQL chooses it, here and below. */
  readonly name: string | undefined;
  readonly expr: Expr;
  readonly notValid: boolean;
}
/** ON DELETE, ON UPDATE. */
export type KeyAction = 'no action' | 'restrict' | 'cascade' | 'set null' | 'set default';
export interface ForeignKeyPlan {
  readonly kind: 'foreign-key';
  readonly name: string | undefined;
  readonly columns: readonly string[];
  readonly parent: string;
  /** Empty: its primary key. */
  readonly parentColumns: readonly string[];
  readonly onDelete: KeyAction;
  readonly onUpdate: KeyAction;
  /** INITIALLY DEFERRED. */
  readonly deferred: boolean;
  readonly notValid: boolean;
}
export type ConstraintPlan = CheckPlan | ForeignKeyPlan;
/** ALTER TABLE … of a column; `nothing`: parallel_workers. */
export type ColumnAction =
  | { readonly kind: 'add-column'; readonly column: ColumnPlan; readonly ifNotExists: boolean }
  | { readonly kind: 'drop-column'; readonly name: string; readonly ifExists: boolean }
  | { readonly kind: 'set-default'; readonly name: string; readonly fallback: Expr | undefined }
  | { readonly kind: 'set-not-null'; readonly name: string; readonly value: boolean }
  | { readonly kind: 'nothing' };

export type TableAction =
  | { readonly kind: 'add-constraint'; readonly constraint: ConstraintPlan }
  | { readonly kind: 'drop-constraint'; readonly name: string; readonly ifExists: boolean }
  | { readonly kind: 'validate-constraint'; readonly name: string }
  | ColumnAction;

export interface IndexPlan {
  /** Undefined: PostgreSQL chooses the name. */
  readonly name: string | undefined;
  readonly primary: boolean;
  readonly unique: boolean;
  /** Of an expression: the name that it would give a column of its own. */
  readonly columns: readonly string[];
  readonly including: readonly string[];
  /** By place among `columns`; undefined: a column. Missing: no expression at all. */
  readonly expressions?: readonly (IndexExpression | undefined)[];
  /** WHERE of a partial index. */
  readonly where?: Expr;
  /** Missing: a btree. */
  readonly method?: 'hash';
}
/** An expression in an index, and how an error writes it. */
export interface IndexExpression {
  readonly expr: Expr;
  readonly text: string;
}

export type IsolationName = 'read uncommitted' | 'read committed' | 'repeatable read' | 'serializable';
export type TransactionOption = { readonly kind: 'isolation'; readonly level: IsolationName } | TransactionMode;
export interface TransactionMode {
  readonly kind: 'read-only' | 'deferrable';
  readonly value: boolean;
}

/** CREATE FUNCTION in SQL, without a result. */
export interface FunctionPlan {
  readonly kind: 'create-function';
  readonly name: string;
  /** OR REPLACE. */
  readonly replaces: boolean;
  readonly args: readonly { readonly name: string; readonly type: ColumnType }[];
  /** Its arguments are $1, $2, … */
  readonly query: QueryPlan;
}
/** Functions of a user's own, and a WITH that writes: statements inside a statement. */
export type NestedPlan =
  | FunctionPlan
  | {
      readonly kind: 'drop-function';
      readonly name: string;
      readonly types: readonly ColumnType[] | undefined;
      readonly ifExists: boolean;
    }
  | {
      readonly kind: 'call-function';
      readonly name: string;
      readonly args: readonly Expr[];
      /** Of its column. */
      readonly title: string;
      /** If there is no such function, this says so. */
      readonly select: SelectPlan;
    }
  | {
      readonly kind: 'with-returning';
      readonly change: Exclude<QueryPlan, SelectPlan>;
      /** What WITH calls it, and the SELECT that follows. */
      readonly name: string;
      readonly sql: string;
    }
  | { readonly kind: 'writing-with'; readonly change: Exclude<QueryPlan, SelectPlan>; readonly select: SelectPlan };

export type CursorPlan =
  | {
      readonly kind: 'declare-cursor';
      readonly name: string;
      /** SCROLL or NO SCROLL; undefined: the server decides. */
      readonly scrolls: boolean | undefined;
      readonly query: SelectPlan;
    }
  /** FETCH, or MOVE; undefined: ALL. */
  | {
      readonly kind: 'fetch';
      readonly name: string;
      readonly moves: boolean;
      readonly count: number | undefined;
    }
  /** Undefined: ALL. */
  | { readonly kind: 'close-cursor'; readonly name: string | undefined };

export type UtilityPlan =
  | NestedPlan
  | GeneralPlan
  | DdlPlan
  | GeneralChange
  | GeneralInsert
  | {
      readonly kind: 'begin';
      readonly tag: 'BEGIN' | 'START TRANSACTION';
      readonly options: readonly TransactionOption[];
    }
  | { readonly kind: 'commit' | 'rollback' }
  /** COMMIT or ROLLBACK AND CHAIN. */
  | { readonly kind: 'chain'; readonly ends: 'COMMIT' | 'ROLLBACK' }
  | { readonly kind: 'checkpoint' }
  | { readonly kind: 'savepoint' | 'release' | 'rollback-to'; readonly name: string }
  | { readonly kind: 'prepare-transaction' | 'commit-prepared' | 'rollback-prepared'; readonly gid: string }
  | {
      readonly kind: 'set-transaction';
      readonly scope: 'transaction' | 'session';
      readonly options: readonly TransactionOption[];
    }
  /** Undefined: DEFAULT. */
  | { readonly kind: 'set'; readonly name: string; readonly value: string | undefined; readonly local: boolean }
  /** Undefined: ALL. */
  | { readonly kind: 'reset'; readonly name: string | undefined }
  | { readonly kind: 'show'; readonly name: string }
  | {
      readonly kind: 'create-table';
      readonly table: string;
      readonly ifNotExists: boolean;
      readonly columns: readonly ColumnPlan[];
      readonly indexes: readonly IndexPlan[];
      readonly fillfactor: number;
      /** Missing: none. */
      readonly constraints?: readonly ConstraintPlan[];
    }
  | { readonly kind: 'alter-table'; readonly table: string; readonly ifExists: boolean; readonly action: TableAction }
  | {
      readonly kind: 'create-table-as';
      readonly table: string;
      readonly ifNotExists: boolean;
      readonly columns: readonly string[];
      readonly select: SelectPlan;
    }
  | {
      readonly kind: 'drop-table';
      readonly tables: readonly string[];
      readonly ifExists: boolean;
      readonly cascade: boolean;
    }
  | {
      readonly kind: 'create-index';
      readonly table: string;
      readonly index: IndexPlan;
      readonly ifNotExists: boolean;
    }
  | {
      readonly kind: 'explain';
      /** The whole statement. */
      readonly sql: string;
      readonly locks: readonly { readonly name: string; readonly mode: number }[];
      readonly hasCosts: boolean;
    }
  | {
      readonly kind: 'extension';
      readonly drops: boolean;
      readonly names: readonly string[];
      /** IF EXISTS, IF NOT EXISTS. */
      readonly isLenient: boolean;
    }
  /** Empty: all tables. */
  | { readonly kind: 'vacuum'; readonly tables: readonly string[]; readonly freezes?: boolean }
  | { readonly kind: 'analyze'; readonly tables: readonly string[] }
  | { readonly kind: 'lock-table'; readonly tables: readonly string[]; readonly mode: number; readonly noWait: boolean }
  | {
      readonly kind: 'prepare';
      readonly name: string;
      /** Undefined: the context decides. */
      readonly types: readonly (SqlType | undefined)[];
      readonly query: QueryPlan;
    }
  | CursorPlan
  /** SET TRANSACTION SNAPSHOT */
  | { readonly kind: 'import-snapshot'; readonly name: string }
  | { readonly kind: 'execute'; readonly name: string; readonly args: readonly Expr[] }
  /** It contains a type that no server knows. */
  | { readonly kind: 'no-type'; readonly name: string }
  /** Undefined: ALL. */
  | { readonly kind: 'deallocate'; readonly name: string | undefined };

export type Plan = QueryPlan | UtilityPlan;

/** CompiledQuery.statements are these. */
export interface PlannedStatement {
  readonly plan: Plan;
  /** The statement's own text, without blanks around it. */
  readonly sql: string;
}
