/** The types of what binding makes of a plan: expressions, conditions, sources of rows, whole statements. No code. */
import type { Index, Table } from './catalog.ts';
import type { Figures, Rules, ServerCore, TupleLock, WaitPolicy } from './core.ts';
import type { SqlType } from './database.ts';
import type { Work } from './limits.ts';
import type { Arithmetic, ColumnType, Expr, From, OnConflict, SelectPlan } from './plan.ts';
import type { SeldomExpr } from './seldom.ts';
import type { Row, Value } from './values.ts';

/** Replication slots by name, with the C engine's number. */
export type Slots = Map<string, { readonly slot: number; readonly isLogical: boolean }>;

/** Answers of functions that have already done what they do, and how many of them the evaluation has come past. */
export interface Effects {
  readonly values: Exclude<Value, null>[];
  at: number;
}

/** The questions that an expression may ask while it is evaluated. */
export interface Context {
  readonly core: ServerCore;
  readonly slots: Slots;
  readonly session: number;
  /** The session's state that xid-age.ts keeps. */
  readonly owner: { stableXid: number | undefined };
  readonly params: readonly Value[];
  readonly setting: (name: string) => string | undefined;
  /** Of sequences, the clock, chance. */
  readonly ask: (what: string, args: readonly Value[]) => Value;
  /** The value of a subquery: it runs when it is first asked for. */
  initPlan: (number: number) => Value;
  /** Of the row at hand: effects.ts. */
  effects: Effects;
  /** Sends a WARNING. */
  readonly warn: (message: string) => void;
  /** Of the group at hand, by number. */
  aggregates: readonly Value[];
  /** Characters of text that the statement has made so far. */
  text: number;
  readonly work: Work;
  /** Of a cursor: what its planner knew at DECLARE. */
  readonly planned?: Planned;
}

/** What a planner knows of a table before it chooses a way to its rows. Plain data. */
export interface Planned {
  readonly relation: number;
  readonly figures: Figures;
  /** ANALYZE or CREATE INDEX has counted it (`World.counted`). */
  readonly isCounted: boolean;
  /** Ways that enable_… forbids. */
  readonly off: readonly Way[];
  /** Its indexes' sizes, by their names. */
  readonly sizes: Readonly<Record<string, IndexSize>>;
}
/** Pages, and levels below the root. */
export interface IndexSize {
  readonly pages: number;
  readonly height: number;
}
/** Ways to rows by the names of their settings: `enable_seqscan`. */
export type Way = 'seqscan' | 'indexscan' | 'indexonlyscan' | 'bitmapscan';

export type Eval = (row: Row, context: Context) => Value;

/** `unknown`: a literal (or NULL, or a parameter) that takes the type its context wants. */
export interface Bound {
  readonly type: SqlType | 'unknown';
  readonly eval: Eval;
  readonly literal?: string | null;
  readonly param?: number;
  readonly isConst?: boolean;
}
export interface Typed extends Bound {
  readonly type: SqlType;
}

export interface ScopeColumn {
  readonly name: string;
  readonly type: SqlType;
  readonly dropped?: true;
}
/** A source of rows: a table under its alias. */
export interface Relation {
  readonly name: string;
  readonly columns: readonly ScopeColumn[];
  /** How many of them a star means; the others are system columns. */
  readonly starred: number;
}
export interface AggregateState {
  readonly start: () => unknown;
  readonly add: (state: unknown, row: Row, context: Context) => unknown;
  readonly end: (state: unknown) => Value;
}
export interface Scope {
  readonly relation: Relation | undefined;
  /** By column: somebody reads it. */
  readonly wanted: boolean[];
  /** Types of $1, $2, …; undefined until the context says. */
  readonly params: (SqlType | undefined)[];
  /** Types of the statement's InitPlans. */
  readonly initTypes: readonly SqlType[];
  /** Where aggregates may stand, they are collected here. */
  readonly aggregates: AggregateState[] | undefined;
  /** Why not, elsewhere: "WHERE". */
  readonly clause: string;
  /** With GROUP BY or aggregates: columns that may be used outside of aggregates. */
  readonly grouped: readonly string[] | undefined;
  /** For texts that differ; undefined: nobody will see them. */
  readonly rules: Rules | undefined;
  /** Null: nothing that is bound here needs it. */
  readonly seldom: SeldomBinding | null;
}
/** Shared by all scopes of a query. */
export type Given = Pick<Scope, 'params' | 'seldom'> & Partial<Pick<Scope, 'initTypes' | 'rules'>>;

export type KeyOp = '=' | '<' | '<=' | '>' | '>=';

export type Qual = (
  | { readonly kind: 'compare'; readonly column: number; readonly op: KeyOp; readonly value: Eval }
  /** `likely`: so many of the values are not null. */
  | { readonly kind: 'in'; readonly column: number; readonly values: readonly Eval[]; readonly likely: number }
  | { readonly kind: 'null'; readonly column: number; readonly negated: boolean }
  /** A text that begins so, or is so: LIKE. */
  | {
      readonly kind: 'prefix';
      readonly column: number;
      readonly text: string;
      readonly isWhole: boolean;
      readonly passes: number;
    }
  /** One of these lists holds. */
  | { readonly kind: 'or'; readonly arms: readonly (readonly Qual[])[] }
  /** Any other, and how many of the rows are thought to pass. */
  | { readonly kind: 'other'; readonly passes: number; readonly equal?: number }
) & {
  /** Operators and functions to be called for a row. */
  readonly calls: number;
  /** Its text, for indexes whose WHERE may say the same (index-proof.ts). */
  readonly clause?: string;
};

/** A statement's search condition, as a planner reads it. */
export interface Look {
  readonly quals: readonly Qual[];
  /** Columns that it reads; undefined: the row itself, which stands in no index. */
  readonly columns: readonly number[] | undefined;
}

/** ORDER BY columns, all the same way, nulls last when ascending and first when not: as an index is read. */
export interface Order {
  readonly columns: readonly number[];
  readonly descending: boolean;
}

export interface Output {
  readonly columns: readonly { readonly name: string; readonly type: SqlType }[];
  readonly evals: readonly Eval[];
}
/** Reads those columns of a tuple that somebody asks for. */
export interface Reader {
  readonly types: readonly ColumnType[];
  readonly wanted: readonly boolean[];
  /** The last wanted one of the table's own; -1: none. */
  readonly last: number;
  readonly system: boolean;
  readonly missing: Row | undefined;
  readonly oid: number;
}
export interface OrderBy {
  readonly eval: Eval;
  /** The table's column that it is; -1: none. */
  readonly column: number;
  readonly descending: boolean;
  readonly nullsFirst: boolean;
}
export interface BoundSeries {
  readonly kind: 'series';
  readonly args: readonly Eval[];
  readonly type: 'int4' | 'int8';
}
/** A function that gives one row. */
export interface BoundOne {
  readonly kind: 'one';
  readonly eval: Eval;
}
export type BoundSource = (BoundSeries | BoundOne | ({ readonly kind: 'slot' } & BoundSlot)) & {
  readonly relation: Relation;
};

export interface BoundSlot {
  readonly isLogical: boolean;
  readonly args: readonly Eval[];
}

/** The keys that rows are grouped by, and the aggregates; in the scope of the clauses above WHERE. */
export interface BoundGroup {
  readonly by: readonly Eval[];
  readonly aggregates: AggregateState[];
  readonly grouped: readonly string[];
}

/** A subquery of the statement: see InitPlan in plan.ts. */
export interface BoundInit {
  readonly select: BoundSelect;
  readonly isExists: boolean;
}

export interface BoundSelect {
  readonly kind: 'select';
  readonly initPlans?: readonly BoundInit[];
  /** Types of the parameters, with what the context said. */
  readonly params: readonly (SqlType | undefined)[];
  readonly table: Table | undefined;
  readonly reader: Reader | undefined;
  /** Where rows come from that are in no table. */
  readonly source: BoundSource | undefined;
  readonly where: Eval | undefined;
  /** Its expressions do something to the server: effects.ts. */
  readonly effects: boolean;
  readonly look: Look;
  readonly output: Output;
  readonly distinct: boolean;
  /** Undefined: rows go through one by one. */
  readonly group: (BoundGroup & { readonly having: Eval | undefined }) | undefined;
  readonly orderBy: readonly OrderBy[];
  readonly limit: Eval | undefined;
  readonly offset: Eval | undefined;
  readonly lock: { readonly mode: TupleLock; readonly policy: WaitPolicy } | undefined;
  /** Units of work: of WHERE for a row version, and of all the rest for a row that passes it. */
  readonly cost: { readonly where: number; readonly row: number };
}
/** ON CONFLICT, bound. */
export interface BoundConflict {
  /** The keys whose duplicates it is about; undefined: all unique ones. */
  readonly arbiters: readonly Index[] | undefined;
  /** ON CONSTRAINT: the catalog is asked for the name. */
  readonly isNamed: boolean;
  /** Its expressions read the row that is there, then the row proposed for insertion (bound-conflict.ts). */
  readonly update:
    | { readonly set: readonly (Eval | undefined)[]; readonly where: Eval | undefined; readonly mode: TupleLock }
    | undefined;
}

export interface BoundChange {
  readonly kind: 'insert' | 'update' | 'delete';
  readonly initPlans?: readonly BoundInit[];
  readonly params: readonly (SqlType | undefined)[];
  readonly table: Table;
  readonly where: Eval | undefined;
  readonly look: Look;
  /** The columns that WHERE reads; all columns, and RETURNING's system columns. */
  readonly reader: Reader;
  readonly full: Reader;
  /** UPDATE: by column, undefined where it keeps its value. INSERT: see `rows`. */
  readonly set: readonly (Eval | undefined)[];
  /** INSERT … VALUES: each row's values, all columns. */
  readonly rows: readonly (readonly Eval[])[];
  readonly select: { readonly bound: BoundSelect; readonly to: readonly Eval[] } | undefined;
  readonly conflict?: BoundConflict;
  readonly returning: Output | undefined;
  /** Throws if a new row violates a CHECK. */
  readonly check: ((row: Row, context: Context) => void) | undefined;
  /** The table has foreign keys, or is a parent. */
  readonly isKeyed: boolean;
  /** As a SELECT's; for INSERT … VALUES `all` is what all rows cost together. */
  readonly cost: { readonly where: number; readonly row: number; readonly all: number };
}
export type BoundQuery = BoundSelect | BoundChange;

/** Binds what few specs have: bind-seldom.ts, bound-seldom.ts and qual.ts. */
export interface SeldomBinding {
  readonly bindExpr: (expr: SeldomExpr, scope: Scope) => Bound;
  /** Of types that few specs have; undefined: none of them takes part. */
  readonly bindArithmetic: (op: Arithmetic, left: Bound | undefined, right: Bound, scope: Scope) => Typed | undefined;
  readonly comparedAs: (left: SqlType, right: SqlType) => SqlType | undefined;
  /** A name in FROM that is no table. */
  readonly bindSource: (from: Exclude<From, { kind: 'table' }>, given: Given) => BoundSource;
  /** Undefined: rows are not gathered in groups. */
  readonly bindGroup: (plan: SelectPlan, scope: Scope) => BoundGroup | undefined;
  readonly bindConflict: (plan: OnConflict, table: Table, relation: Relation, given: Given) => BoundConflict;
  readonly bindCount: (expr: Expr, clause: string, given: Given) => Eval;
  readonly bindLock: (plan: SelectPlan, relation: Scope['relation'], isGrouped: boolean) => BoundSelect['lock'];
  readonly bindChecks: (table: Table, given: Given) => BoundChange['check'];
  /** WHERE with functions that do something to the server; undefined: there are none. */
  readonly bindEffects: (where: Expr, scope: Scope) => Eval | undefined;
  readonly hasEffects: (plan: object) => boolean;
  readonly readQuals: (
    where: Expr | undefined,
    table: Table,
    scope: Scope,
    orderBy: readonly Expr[],
  ) => readonly Qual[];
}
