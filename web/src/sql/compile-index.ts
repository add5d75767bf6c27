/** The columns and expressions of CREATE INDEX, and its WHERE, of PostgreSQL's parse tree. */
import type { IndexElem, IndexStmt, Node } from 'libpg-query';
import { compileExpr, nameOf } from './compile-expr.ts';
import type { Expr, IndexExpression, IndexPlan } from './plan.ts';
import { Outside } from './statement-names.ts';

export function indexPlan(stmt: IndexStmt): IndexPlan {
  const at = stmt.relation?.location;
  const elements = (list: readonly Node[] | undefined): IndexElem[] =>
    (list ?? []).flatMap((node) => ('IndexElem' in node ? [node.IndexElem] : []));
  const keys = elements(stmt.indexParams);
  const expressions = keys.map(({ expr }) => (expr === undefined ? undefined : expressionOf(expr, at)));
  const where = stmt.whereClause === undefined ? undefined : immutable(compileExpr(stmt.whereClause), at);
  const method = methodOf(stmt, at);
  return {
    name: stmt.idxname,
    primary: false,
    unique: stmt.unique === true,
    columns: keys.map(({ name, expr }) => (expr === undefined ? (name ?? '') : nameFor(expr))),
    including: elements(stmt.indexIncludingParams).map(({ name, expr }) => {
      if (expr !== undefined) throw new Outside('expressions as included columns', at);
      return name ?? '';
    }),
    ...(expressions.some((one) => one !== undefined) && { expressions }),
    ...(where && { where }),
    ...(method && { method }),
  };
}

/** Undefined: a btree. */
function methodOf(stmt: IndexStmt, at: number | undefined): 'hash' | undefined {
  const { accessMethod = 'btree', indexParams = [], indexIncludingParams = [], whereClause, unique } = stmt;
  if (accessMethod === 'btree') return undefined;
  const isPlain = indexParams.length === 1 && indexIncludingParams.length === 0 && whereClause === undefined;
  const isColumn = indexParams.every((node) => 'IndexElem' in node && node.IndexElem.expr === undefined);
  if (accessMethod !== 'hash' || !isPlain || !isColumn || unique === true)
    throw new Outside(`the index method ${accessMethod}${accessMethod === 'hash' ? ' for such an index' : ''}`, at);
  return 'hash';
}

/** FigureIndexColname. */
function nameFor(expr: Node): string {
  const name = nameOf(expr);
  return name === '?column?' ? 'expr' : name;
}

function expressionOf(node: Node, at: number | undefined): IndexExpression {
  const expr = immutable(compileExpr(node), at);
  return { expr, text: textOf(expr) };
}

/** Functions that depend on their arguments alone. */
const IMMUTABLE: readonly string[] = [
  'abs',
  'mod',
  'length',
  'char_length',
  'upper',
  'lower',
  'repeat',
  'lpad',
  'rpad',
];

function immutable(expr: Expr, at: number | undefined): Expr {
  for (const [, name = ''] of JSON.stringify(expr).matchAll(/"kind":"call","name":"([^"]*)"/g))
    if (!IMMUTABLE.includes(name)) throw new Outside(`the function ${name} in an index`, at);
  if (/"kind":"(?:param|init-plan|aggregate)"/.test(JSON.stringify(expr))) throw new Outside('this index', at);
  return expr;
}

/** As pg_get_indexdef writes the simple ones. */
function textOf(expr: Expr): string {
  switch (expr.kind) {
    case 'column':
      return expr.name;
    case 'const':
      return expr.type === 'unknown' ? `'${expr.text ?? ''}'::text` : (expr.text ?? 'NULL');
    case 'call':
      return `${expr.name}(${expr.args.map(textOf).join(', ')})`;
    case 'binary':
      return `(${textOf(expr.left)} ${expr.op} ${textOf(expr.right)})`;
    default:
      return 'expression';
  }
}
