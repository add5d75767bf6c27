/**
 * Types shared by all binding code: typed expressions, the scope where names are looked up, and conversions between
 * types.
 */
import type { ServerCore } from './core.ts';
import type { SqlType } from './database.ts';
import { datatypeMismatch, engineLimit, Failure } from './failure.ts';
import { SQL_LIMITS, WORK, type Work } from './limits.ts';
import type { SeldomCode } from './seldom.ts';
import type { Slots } from './session.ts';
import { canAssign, canCast, castValue, parseValue, type Row, typeName, type Value } from './values.ts';

/** The state that an expression can read while it is evaluated. */
export interface Context {
  readonly core: ServerCore;
  readonly slots: Slots;
  readonly session: number;
  readonly params: readonly Value[];
  readonly setting: (name: string) => string | undefined;
  /** Of the current group, by number. */
  aggregates: readonly Value[];
  /** Characters of text that the statement has made so far. */
  text: number;
  readonly work: Work;
}

/** Functions that make long texts out of short ones call this first: no spec may use up all memory. */
export function spend(context: Context, characters: number): void {
  context.text += characters;
  context.work.pay(WORK.text, characters >>> 3);
  if (context.text > SQL_LIMITS.text) throw engineLimit(`${SQL_LIMITS.text} characters of text made by one statement`);
}
/** Called by functions that read a text character by character. */
export function goThrough(context: Context, characters: number): void {
  context.work.pay(WORK.text, characters);
}
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
}
/** A source of rows: a table under its alias. */
export interface Relation {
  readonly name: string;
  readonly columns: readonly ScopeColumn[];
  /** How many of the columns `*` stands for; the others are system columns. */
  readonly starred: number;
}
export interface AggregateState {
  readonly start: () => unknown;
  readonly add: (state: unknown, row: Row, context: Context) => unknown;
  readonly end: (state: unknown) => Value;
}
export interface Scope {
  readonly relation: Relation | undefined;
  /** By column: some expression reads it. */
  readonly wanted: boolean[];
  /** Types of $1, $2, …; undefined until the context determines them. */
  readonly params: (SqlType | undefined)[];
  /** Collects the aggregates; undefined where they are not allowed. */
  readonly aggregates: AggregateState[] | undefined;
  /** The clause to name in that error: "WHERE". */
  readonly clause: string;
  /** With GROUP BY or aggregates: columns that are allowed outside of aggregates. */
  readonly grouped: readonly string[] | undefined;
  /** Null: nothing bound here needs it. */
  readonly seldom: SeldomCode | null;
}
/** The part that all scopes of a query share. */
export type Given = Pick<Scope, 'params' | 'seldom'>;

export const never = (): Failure => new Failure('XX000', 'unexpected type of a value');

/** The value as another type, if the context asks for it; `how`: by a written cast, an assignment, or implicitly. */
export function coerce(
  bound: Bound,
  to: SqlType,
  scope: Scope,
  how: 'cast' | 'assign' | 'implicit',
): Typed | undefined {
  const { type, eval: inner } = bound;
  if (type === 'unknown') {
    if (bound.param !== undefined) {
      scope.params[bound.param - 1] = to;
      return { type: to, eval: inner };
    }
    const value = bound.literal === undefined || bound.literal === null ? null : parseValue(bound.literal, to);
    return { type: to, eval: () => value, isConst: true };
  }
  if (type === to) return { type: to, eval: inner, isConst: bound.isConst === true };
  const fits =
    how === 'cast'
      ? canCast(type, to)
      : how === 'assign'
        ? canAssign(type, to)
        : rank(type) >= 0 && rank(type) < rank(to);
  if (!fits) return undefined;
  return {
    type: to,
    eval: (row, context) => {
      const value = inner(row, context);
      if (typeof value === 'string') goThrough(context, value.length);
      return castValue(value, type, to);
    },
  };
}
const NUMBERS: readonly SqlType[] = ['int4', 'int8', 'numeric'];
const rank = (type: SqlType): number => NUMBERS.indexOf(type);

/** An unknown literal without a type from its context is text. */
export const settle = (bound: Bound, scope: Scope): Typed =>
  bound.type === 'unknown'
    ? (coerce(bound, 'text', scope, 'implicit') ?? textOf(bound))
    : { ...bound, type: bound.type };
const textOf = (bound: Bound): Typed => ({ type: 'text', eval: bound.eval });

/** The one type to which all can convert: select_common_type. */
export function common(all: readonly Bound[], scope: Scope, what: string): Typed[] {
  let type: SqlType | undefined;
  for (const { type: one } of all) {
    if (one === 'unknown') continue;
    if (type === undefined || (rank(type) >= 0 && rank(one) > rank(type))) type = one;
    else if (one !== type && !(rank(one) >= 0 && rank(type) >= 0))
      throw datatypeMismatch(`${what} types ${typeName(type)} and ${typeName(one)} cannot be matched`);
  }
  const wanted = type ?? 'text';
  return all.map((bound) => coerce(bound, wanted, scope, 'implicit') ?? settle(bound, scope));
}
