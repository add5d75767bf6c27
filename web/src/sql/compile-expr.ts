/** Expressions of PostgreSQL's parse tree as plain data. Those outside the subset throw Outside with their place. */
import type { A_Const, A_Expr, BoolExpr, CaseExpr, ColumnRef, FuncCall, Node, TypeCast, TypeName } from 'libpg-query';
import type { SqlType } from './database.ts';
import { ADVISORY_FUNCTIONS } from './effects-names.ts';
import { MORE_FUNCTIONS } from './more-functions.ts';
import { AGGREGATES, type AggregateName, type BinaryOp, type Expr } from './plan.ts';
import { isShown } from './settings-names.ts';
import { expressionName, isKnown, isSerial, NoSuchType, Outside, substituteFor, withHint } from './statement-names.ts';
import { SYSTEM_FUNCTIONS } from './system-names.ts';

/** Functions that binding knows (bind-call.ts). */
export const FUNCTIONS = [
  'abs',
  'mod',
  'length',
  'char_length',
  'upper',
  'lower',
  'repeat',
  'lpad',
  'rpad',

  'concat',
  'pg_current_snapshot',
  'pg_current_xact_id',
  'pg_current_xact_id_if_assigned',
  'pg_visible_in_snapshot',
  'pg_snapshot_xmin',
  'pg_snapshot_xmax',
  'pg_xact_status',
  'txid_current',
  'txid_current_if_assigned',
  'txid_current_snapshot',
  'txid_snapshot_xmin',
  'txid_snapshot_xmax',
  'txid_visible_in_snapshot',
  'txid_status',
  'pg_backend_pid',
  'age',
  'pg_log_standby_snapshot',
  'pg_drop_replication_slot',
  'current_setting',
  'version',
  ...ADVISORY_FUNCTIONS,
  ...MORE_FUNCTIONS,
] as const;
export type FunctionName = (typeof FUNCTIONS)[number];

const TYPES: Readonly<Record<string, SqlType>> = {
  int4: 'int4',
  integer: 'int4',
  int8: 'int8',
  bool: 'bool',
  text: 'text',
  varchar: 'text',
  numeric: 'numeric',
  date: 'date',
  int2: 'int2',
  float4: 'float4',
  float8: 'float8',
  bpchar: 'bpchar',
  name: 'name',
  uuid: 'uuid',
  jsonb: 'jsonb',
  timestamp: 'timestamp',
  timestamptz: 'timestamptz',
  time: 'time',
  interval: 'interval',
  xid: 'xid',
  xid8: 'xid8',
  cid: 'cid',
  tid: 'tid',
  pg_snapshot: 'pg_snapshot',
  txid_snapshot: 'pg_snapshot',
};

const OPERATORS: Readonly<Record<string, BinaryOp>> = {
  '+': '+',
  '-': '-',
  '*': '*',
  '/': '/',
  '%': '%',
  '||': '||',
  '=': '=',
  '<>': '<>',
  '!=': '<>',
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>=',
};

export const stringOf = (node: Node | undefined): string =>
  node !== undefined && 'String' in node ? (node.String.sval ?? '') : '';

const placeOf = (node: Node): number | undefined => {
  const inner: unknown = Object.values(node)[0];
  return typeof inner === 'object' && inner !== null && 'location' in inner && typeof inner.location === 'number'
    ? inner.location
    : undefined;
};

/** A name without a qualifier or qualified by `public` or `pg_catalog`. */
export function plainName(names: readonly Node[], at: number | undefined): string {
  const parts = names.map(stringOf);
  const last = parts[parts.length - 1] ?? '';
  if (parts.length > 2 || (parts.length === 2 && parts[0] !== 'public' && parts[0] !== 'pg_catalog'))
    throw new Outside(`the name ${parts.join('.')}`, at);
  return last;
}

export function typeOf(name: TypeName | undefined, fallback: number | undefined): SqlType {
  const at = name?.location ?? fallback;
  const word = plainName(name?.names ?? [], at);
  const type = Object.hasOwn(TYPES, word) ? TYPES[word] : undefined;
  if (type === undefined && !isSerial(word) && !isKnown('type', word)) throw new NoSuchType(word);
  if (type === undefined) throw new Outside(withHint(`the type ${word}`, substituteFor('type', word)), at);
  if ((name?.typmods?.length ?? 0) > 0) throw new Outside(`the type ${word} with a length`, at);
  if ((name?.arrayBounds?.length ?? 0) > 0 || name?.setof === true) throw new Outside(`arrays`, at);
  return type;
}

function constant(value: A_Const): Expr {
  if (value.isnull === true) return { kind: 'const', type: 'unknown', text: null };
  if (value.ival !== undefined) return { kind: 'const', type: 'int4', text: String(value.ival.ival ?? 0) };
  if (value.fval !== undefined) return decimal(value.fval.fval ?? '0');
  if (value.boolval !== undefined)
    return { kind: 'const', type: 'bool', text: value.boolval.boolval === true ? 't' : 'f' };
  if (value.sval !== undefined) return { kind: 'const', type: 'unknown', text: value.sval.sval ?? '' };
  throw new Outside('bit strings', value.location);
}

/** A number too large for int4 is int8 if that can hold it, else numeric (make_const). */
function decimal(written: string): Expr {
  const text = written.replaceAll('_', '');
  if (/^-?\d+$/.test(text) && BigInt.asIntN(64, BigInt(text)) === BigInt(text))
    return { kind: 'const', type: 'int8', text };
  if (/^0[xob]/i.test(text)) {
    const value = BigInt(text);
    return { kind: 'const', type: BigInt.asIntN(64, value) === value ? 'int8' : 'numeric', text: String(value) };
  }
  return { kind: 'const', type: 'numeric', text };
}

function column(ref: ColumnRef): Expr {
  const fields = ref.fields ?? [];
  if (fields.length > 2 || fields.some((field) => !('String' in field))) throw new Outside('this name', ref.location);
  const names = fields.map(stringOf);
  const last = names[names.length - 1] ?? '';
  return { kind: 'column', table: names.length === 2 ? names[0] : undefined, name: last };
}

function listOf(node: Node | undefined, at: number | undefined): Expr[] {
  if (node === undefined || !('List' in node)) throw new Outside('this list', at);
  return (node.List.items ?? []).map(compileExpr);
}

const required = (node: Node | undefined, at: number | undefined): Expr => {
  if (node === undefined) throw new Outside('this operator', at);
  return compileExpr(node);
};

function operator(expr: A_Expr): Expr {
  const at = expr.location;
  const name = stringOf(expr.name?.[expr.name.length - 1]);
  const negated = name.startsWith('!') || name === '<>' || name.startsWith('NOT');
  switch (expr.kind) {
    case 'AEXPR_OP': {
      if (expr.lexpr === undefined) {
        if (name === '-') return negate(required(expr.rexpr, at));
        if (name === '+') return required(expr.rexpr, at);
      }
      const op = Object.hasOwn(OPERATORS, name) ? OPERATORS[name] : undefined;
      if (op === undefined || expr.lexpr === undefined) throw new Outside(`the operator ${name}`, at);
      return { kind: 'binary', op, left: required(expr.lexpr, at), right: required(expr.rexpr, at) };
    }
    case 'AEXPR_IN':
      return { kind: 'in', arg: required(expr.lexpr, at), list: listOf(expr.rexpr, at), negated };
    case 'AEXPR_BETWEEN':
    case 'AEXPR_NOT_BETWEEN':
    case 'AEXPR_BETWEEN_SYM':
    case 'AEXPR_NOT_BETWEEN_SYM': {
      const [low, high] = listOf(expr.rexpr, at);
      if (low === undefined || high === undefined) throw new Outside('this BETWEEN', at);
      const symmetric = expr.kind.endsWith('_SYM');
      return {
        kind: 'between',
        arg: required(expr.lexpr, at),
        low,
        high,
        negated: expr.kind.includes('NOT'),
        symmetric,
      };
    }
    case 'AEXPR_LIKE':
    case 'AEXPR_ILIKE':
      return {
        kind: 'like',
        arg: required(expr.lexpr, at),
        pattern: required(expr.rexpr, at),
        negated,
        ignoreCase: expr.kind === 'AEXPR_ILIKE',
      };
    case 'AEXPR_NULLIF':
      return { kind: 'nullif', left: required(expr.lexpr, at), right: required(expr.rexpr, at) };
    case 'AEXPR_DISTINCT':
    case 'AEXPR_NOT_DISTINCT':
      return {
        kind: 'distinct',
        left: required(expr.lexpr, at),
        right: required(expr.rexpr, at),
        negated: expr.kind === 'AEXPR_NOT_DISTINCT',
      };
    default:
      throw new Outside(`the operator ${name} in this form`, at);
  }
}

/** A minus before a number is part of the number (doNegate). */
function negate(arg: Expr): Expr {
  if (arg.kind !== 'const' || arg.text === null || arg.type === 'unknown' || arg.type === 'bool')
    return { kind: 'negate', arg };
  const text = arg.text.startsWith('-') ? arg.text.slice(1) : `-${arg.text}`;
  if (arg.type === 'numeric') return { ...arg, text };
  const value = BigInt(text);
  const type = BigInt.asIntN(32, value) === value ? 'int4' : BigInt.asIntN(64, value) === value ? 'int8' : 'numeric';
  return { kind: 'const', type, text: String(value) };
}

function call(func: FuncCall): Expr {
  const at = func.location;
  const name = plainName(func.funcname ?? [], at);
  if (func.over !== undefined) throw new Outside('window functions', at);
  if (func.agg_filter !== undefined) throw new Outside('FILTER', at);
  if (func.agg_within_group === true || func.func_variadic === true || (func.agg_order?.length ?? 0) > 0)
    throw new Outside(`this call of ${name}`, at);
  const args = (ofSequence(name) ? sequenceArgs(name, func) : (func.args ?? [])).map(compileExpr);
  if (isAggregate(name)) {
    if (args.length !== (func.agg_star === true ? 0 : 1)) throw new Outside(`this call of ${name}`, at);
    return { kind: 'aggregate', name, arg: args[0], distinct: func.agg_distinct === true };
  }
  // A name that no server knows is the statement's own error, when it is bound.
  if (!FUNCTIONS.some((known) => known === name) && (isKnown('function', name) || SYSTEM_FUNCTIONS.has(name)))
    throw new Outside(withHint(`the function ${name}`, substituteFor('function', name)), at);
  if (name === 'substring' && args[1]?.kind === 'const' && args[1].type === 'unknown')
    throw new Outside('substring with a pattern', at);
  if (name === CURRENT_SETTING) checkSettingName(args[0], at);
  return { kind: 'call', name, args };
}
const ofSequence = (name: string): boolean => name === 'nextval' || name === 'currval' || name === 'setval';
/** The sequence is named by a constant, so that a statement can lock it before it runs. */
function sequenceArgs(name: string, { args = [], location }: FuncCall): Node[] {
  const [first, ...others] = args;
  const inner = first !== undefined && 'TypeCast' in first && isRegclass(first.TypeCast) ? first.TypeCast.arg : first;
  if (inner === undefined || !('A_Const' in inner)) throw new Outside(`${name} of an expression`, location);
  return [inner, ...others];
}
const isRegclass = ({ typeName }: TypeCast): boolean => stringOf(typeName?.names?.at(-1)) === 'regclass';
const CURRENT_SETTING = 'current_setting';
/** Only here do we see whether the setting is obeyed, so its name has to be a constant. */
function checkSettingName(arg: Expr | undefined, at: number | undefined): void {
  if (arg === undefined) return;
  if (arg.kind !== 'const' || arg.text === null) throw new Outside(`${CURRENT_SETTING} of an expression`, at);
  const name = arg.text.toLowerCase();
  if (!isShown(name) && (isKnown('setting', name) || name.includes('.'))) throw new Outside(`the setting ${name}`, at);
}
const isAggregate = (name: string): name is AggregateName => AGGREGATES.some((known) => known === name);

function cast({ arg, typeName, location }: TypeCast): Expr {
  const inner = required(arg, location);
  try {
    return { kind: 'cast', arg: inner, type: typeOf(typeName, location) };
  } catch (cause) {
    if (cause instanceof NoSuchType) return { kind: 'no-type', name: cause.type };
    throw cause;
  }
}

export function compileExpr(node: Node): Expr {
  if ('A_Const' in node) return constant(node.A_Const);
  if ('ColumnRef' in node) return column(node.ColumnRef);
  if ('A_Expr' in node) return operator(node.A_Expr);
  if ('ParamRef' in node) {
    const { number = 0 } = node.ParamRef;
    // Negative: of compile-init-plans.ts.
    return number < 0 ? { kind: 'init-plan', number: -number - 1 } : { kind: 'param', number };
  }
  if ('FuncCall' in node) return call(node.FuncCall);
  if ('TypeCast' in node) return cast(node.TypeCast);
  if ('BoolExpr' in node) return logic(node.BoolExpr);
  if ('NullTest' in node) {
    const { arg, nulltesttype, location } = node.NullTest;
    return { kind: 'is-null', arg: required(arg, location), negated: nulltesttype === 'IS_NOT_NULL' };
  }
  if ('BooleanTest' in node) {
    const { arg, booltesttype = 'IS_TRUE', location } = node.BooleanTest;
    const test = booltesttype.endsWith('TRUE') ? true : booltesttype.endsWith('FALSE') ? false : null;
    return { kind: 'is-bool', arg: required(arg, location), test, negated: booltesttype.startsWith('IS_NOT') };
  }
  if ('CaseExpr' in node) return caseWhen(node.CaseExpr);
  if ('CoalesceExpr' in node) return { kind: 'coalesce', args: (node.CoalesceExpr.args ?? []).map(compileExpr) };
  if ('MinMaxExpr' in node) {
    const { op, args = [] } = node.MinMaxExpr;
    return { kind: op === 'IS_LEAST' ? 'least' : 'greatest', args: args.map(compileExpr) };
  }
  if ('SQLValueFunction' in node && node.SQLValueFunction.op?.endsWith('_N') !== true)
    return { kind: 'call', name: expressionName(node), args: [] };
  if ('SubLink' in node) throw new Outside('subqueries', node.SubLink.location);
  if ('A_ArrayExpr' in node || 'A_Indirection' in node) throw new Outside('arrays', placeOf(node));
  throw new Outside(expressionName(node), placeOf(node));
}

function logic({ boolop, args = [] }: BoolExpr): Expr {
  const compiled = args.map(compileExpr);
  const [first] = compiled;
  if (boolop === 'NOT_EXPR' && first !== undefined) return { kind: 'not', arg: first };
  return { kind: boolop === 'AND_EXPR' ? 'and' : 'or', args: compiled };
}

function caseWhen({ arg, args = [], defresult, location }: CaseExpr): Expr {
  const whens = args.map((when) => {
    if (!('CaseWhen' in when)) throw new Outside('this CASE', location);
    const { expr, result, location: at } = when.CaseWhen;
    return { when: required(expr, at), result: required(result, at) };
  });
  return {
    kind: 'case',
    arg: arg === undefined ? undefined : compileExpr(arg),
    whens,
    otherwise: defresult === undefined ? undefined : compileExpr(defresult),
  };
}

/** The name of an output column that has none (FigureColname). MODEL: up to 14 a bare `true` is called bool. */
export function nameOf(node: Node): string {
  return figure(node)[0] ?? '?column?';
}

/** The name, and how sure it is: 2 its own, 1 only a type's. */
function figure(node: Node): readonly [string | undefined, number] {
  if ('ColumnRef' in node) {
    const fields = node.ColumnRef.fields ?? [];
    const last = fields[fields.length - 1];
    return last !== undefined && 'String' in last ? [stringOf(last), 2] : [undefined, 0];
  }
  if ('FuncCall' in node) {
    const names = node.FuncCall.funcname ?? [];
    return [stringOf(names[names.length - 1]), 2];
  }
  if ('A_Expr' in node && node.A_Expr.kind === 'AEXPR_NULLIF') return ['nullif', 2];
  if ('TypeCast' in node) {
    const { arg, typeName } = node.TypeCast;
    const inner = arg === undefined ? ([undefined, 0] as const) : figure(arg);
    if (inner[1] > 1) return inner;
    const names = typeName?.names ?? [];
    return [stringOf(names[names.length - 1]), 1];
  }
  if ('CaseExpr' in node) {
    const { defresult } = node.CaseExpr;
    const inner = defresult === undefined ? ([undefined, 0] as const) : figure(defresult);
    return inner[1] > 1 ? inner : ['case', 1];
  }
  if ('SQLValueFunction' in node) return [expressionName(node), 2];
  if ('CoalesceExpr' in node) return ['coalesce', 2];
  if ('MinMaxExpr' in node) return [node.MinMaxExpr.op === 'IS_LEAST' ? 'least' : 'greatest', 2];
  return [undefined, 0];
}
