/**
 * CREATE FUNCTION in the form that specs have it: in SQL, without a result, one statement that writes. Everything else is
 * refused by name. Its arguments become parameters, and a call is a SELECT of the function alone.
 */
import type { CreateFunctionStmt, DefElem, DropStmt, Node } from 'libpg-query';
import { plainName, stringOf, typeOf } from './compile-expr.ts';
import { compileQuery } from './compile-query.ts';
import type { ColumnType, Plan, QueryPlan } from './plan.ts';
import { isKnown, Outside } from './statement-names.ts';

/** A body's statements; undefined: its syntax is wrong. */
export type Parse = (sql: string) => readonly Node[] | undefined;

const REFUSED = 'this form of CREATE FUNCTION';

export function compileFunction(stmt: CreateFunctionStmt, parse: Parse): Plan {
  if (stmt.is_procedure === true) throw new Outside('CREATE PROCEDURE', undefined);
  const name = plainName(stmt.funcname ?? [], undefined);
  if (isKnown('function', name)) throw new Outside(`CREATE FUNCTION ${name}`, undefined);
  const elements = (stmt.options ?? []).flatMap((node) => ('DefElem' in node ? [node.DefElem] : []));
  const body = bodyOf(elements);
  const args = (stmt.parameters ?? []).map(argumentOf);
  const type = stmt.returnType;
  if (type === undefined || type.setof === true || stringOf(type.names?.at(-1)) !== 'void')
    throw new Outside('CREATE FUNCTION with a result (write its query where you would call it)', undefined);
  const [node, another] = parse(body) ?? [];
  if (node === undefined || another !== undefined || stmt.sql_body !== undefined) throw new Outside(REFUSED, undefined);
  const names = args.map((one) => one.name);
  if (names.some((one, i) => one !== '' && names.indexOf(one) !== i)) throw new Outside(REFUSED, undefined);
  const query = compileQuery(withParams(node, name, names));
  if (query.kind === 'select' || query.returning.length > 0) throw new Outside(REFUSED, undefined);
  return { kind: 'create-function', name, replaces: stmt.replace === true, args, query };
}

/** The text of a function in SQL. */
function bodyOf(elements: readonly DefElem[]): string {
  let [language, body] = ['', ''];
  for (const { defname = '', arg, location } of elements) {
    if (defname === 'language') language = stringOf(arg);
    else if (defname === 'as' && arg !== undefined && 'List' in arg && arg.List.items?.length === 1)
      body = stringOf(arg.List.items[0]);
    else if (!(defname === 'volatility' && stringOf(arg) === 'volatile'))
      throw new Outside(`the option ${defname.toUpperCase()} of CREATE FUNCTION`, location);
  }
  if (language.toLowerCase() !== 'sql') throw new Outside(`CREATE FUNCTION in ${language || 'no language'}`, undefined);
  return body;
}

const TYPES: readonly ColumnType[] = ['int4', 'int8', 'text', 'bool'];

function argumentOf(node: Node): { readonly name: string; readonly type: ColumnType } {
  if (!('FunctionParameter' in node)) throw new Outside(REFUSED, undefined);
  const { name = '', argType, mode, defexpr } = node.FunctionParameter;
  const isIn = mode === undefined || mode === 'FUNC_PARAM_DEFAULT' || mode === 'FUNC_PARAM_IN';
  if (argType === undefined || !isIn || defexpr !== undefined) throw new Outside(REFUSED, undefined);
  return { name, type: argumentType(argType) };
}

function argumentType(type: Parameters<typeof typeOf>[0]): ColumnType {
  const found = typeOf(type, undefined);
  const known = TYPES.find((one) => one === found);
  if (known === undefined) throw new Outside('such an argument of a function', undefined);
  return known;
}

/** Its arguments by name are its parameters by number. */
function withParams<T>(part: T, own: string, names: readonly string[]): T {
  if (typeof part !== 'object' || part === null) return part;
  if (Array.isArray(part)) return part.map((one: unknown) => withParams(one, own, names)) as T;
  if ('ColumnRef' in part) {
    const fields = (part.ColumnRef as { fields?: readonly Node[] }).fields ?? [];
    const at = fields.length === 1 ? names.indexOf(stringOf(fields[0])) : -1;
    if (fields.length > 1 && stringOf(fields[0]) === own) throw new Outside(REFUSED, undefined);
    return at < 0 || names[at] === '' ? part : ({ ParamRef: { number: at + 1 } } as T);
  }
  return Object.fromEntries(
    Object.entries(part).map(([key, value]: [string, unknown]) => [key, withParams(value, own, names)]),
  ) as T;
}

/** DROP FUNCTION of one. */
export function dropFunction(stmt: DropStmt): Plan {
  const [node, another] = stmt.objects ?? [];
  if (node === undefined || another !== undefined || !('ObjectWithArgs' in node) || stmt.behavior === 'DROP_CASCADE')
    throw new Outside('this form of DROP FUNCTION', undefined);
  const { objname = [], objargs = [], args_unspecified } = node.ObjectWithArgs;
  const types = objargs.map((one) => ('TypeName' in one ? argumentType(one.TypeName) : 'text'));
  return {
    kind: 'drop-function',
    name: plainName(objname, undefined),
    types: args_unspecified === true ? undefined : types,
    ifExists: stmt.missing_ok === true,
  };
}

/** A SELECT of nothing but a function that no server has: if nobody has made it, the SELECT says so. */
export function callOfFunction(plan: QueryPlan): Plan {
  if (plan.kind !== 'select' || plan.from !== undefined || plan.where !== undefined) return plan;
  const [target, another] = plan.targets;
  const isMore =
    another !== undefined || plan.distinct || plan.groupBy.length + plan.orderBy.length + plan.locking.length > 0;
  if (
    target?.kind !== 'expr' ||
    target.expr.kind !== 'call' ||
    isMore ||
    plan.limit !== undefined ||
    plan.offset !== undefined
  )
    return plan;
  const { name, args } = target.expr;
  if (isKnown('function', name) || plan.having !== undefined || plan.initPlans) return plan;
  return { kind: 'call-function', name, args, title: target.name, select: plan };
}
