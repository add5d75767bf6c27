/** The parts that binding passes around: typed expressions, where names are looked up, and how a type becomes another. */
import type { Bound, Context, Scope, Typed } from './bound-types.ts';
import type { SqlType } from './database.ts';
import { datatypeMismatch, engineLimit, Failure } from './failure.ts';
import { SQL_LIMITS, WORK } from './limits.ts';
import { canAssign, canCast, castValue, isImplicit, parseValue, typeName } from './values.ts';

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
        : (rank(type) >= 0 && rank(type) < rank(to)) || isImplicit(type, to);
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
    if (type === undefined || (rank(type) >= 0 && rank(one) > rank(type)) || isImplicit(type, one)) type = one;
    else if (one !== type && !(rank(one) >= 0 && rank(type) >= 0) && !isImplicit(one, type))
      throw datatypeMismatch(`${what} types ${typeName(type)} and ${typeName(one)} cannot be matched`);
  }
  const wanted = type ?? 'text';
  return all.map((bound) => coerce(bound, wanted, scope, 'implicit') ?? settle(bound, scope));
}
