/**
 * A SELECT that today's executor does not know, as a GeneralPlan: its text, the tables that it locks, and what bounds
 * its work. What an evaluator would answer differently from the server at hand is refused: whatever depends on more
 * than the visible rows (clocks, chance, transactions, catalogs, settings), and row locks.
 */
import type { ColumnRef, CommonTableExpr, FuncCall, Node, SelectStmt, TypeName } from 'libpg-query';
import { FUNCTIONS, plainName, stringOf } from './compile-expr.ts';
import { isQuery, tableName } from './compile-query.ts';
import { EVALUATED } from './evaluated.ts';
import type { GeneralPlan } from './general.ts';
import { SQL_LIMITS } from './limits.ts';
import { expressionName, isKnown, Outside, statementName } from './statement-names.ts';
import { SYSTEM_FUNCTIONS, SYSTEM_PURE, SYSTEM_TYPES, SYSTEM_VIEWS } from './system-names.ts';

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

const SERIES = 'generate_series';
/** What our own executor knows, if a statement asks for nothing more. */
const HERE = ' in a query with joins, subqueries, WITH or windows';
const TYPES = words(
  'int2 int4 int8 numeric float4 float8 text varchar bpchar bool json jsonb date timestamp timestamptz time interval uuid name',
);
/** As a date these depend on a clock. */
const CLOCK = /\b(now|today|tomorrow|yesterday)\b/i;
const SYSTEM_COLUMNS = words('ctid xmin cmin xmax cmax tableoid');
/** The C library computes these in floating point. */
const INEXACT = words('^ ||/');
/** As generate_series of today's executor. */
const MAX_SERIES = 20_000;
const MAX_REPEATS = 100;

/** Nodes whose parts may be anything that is listed here; those with rules of their own are in `visit`. */
const PLAIN = words(`
ResTarget A_Const BoolExpr NullTest BooleanTest SubLink CaseExpr CaseWhen CoalesceExpr MinMaxExpr JoinExpr
RangeSubselect RangeFunction SortBy WindowDef GroupingSet GroupingFunc RowExpr A_ArrayExpr A_Indirection A_Indices A_Star
MultiAssignRef List String Integer Float Boolean Alias
`);

/** The order in which parse analysis comes to a query's parts (transformSelectStmt). */
const PARTS = [
  ...['larg', 'rarg', 'valuesLists', 'fromClause', 'targetList', 'whereClause', 'havingClause', 'sortClause'],
  ...['groupClause', 'distinctClause', 'limitOffset', 'limitCount', 'windowClause'],
] as const;

/** @param placeOf from a place that the parser tells to its index in `sql` */
export function compileGeneral(stmt: SelectStmt, sql: string, placeOf: (at: number) => number): GeneralPlan {
  const walk = new Walk();
  walk.select(stmt, [], 0);
  const { relations, series, isRecursive, isSystem, places } = walk;
  const isSorted = stmt.sortClause !== undefined;
  const plan: GeneralPlan = { kind: 'general', sql, relations, series, isSorted, isRecursive };
  const distinctBy = stmt.distinctClause === undefined ? [] : (stmt.sortClause ?? []).map(columnOf);
  if (!isSystem) return distinctBy.length === 0 ? plan : { ...plan, distinctBy };
  const system = { views: [...walk.views], functions: [...walk.functions], places: places.map(placeOf) };
  return { ...plan, system };
}

/** The column of the answer that ORDER BY names; 0: none that is known by its number or its name alone. */
function columnOf(by: Node): number | string {
  const node = 'SortBy' in by ? by.SortBy.node : undefined;
  if (node !== undefined && 'A_Const' in node) return node.A_Const.ival?.ival ?? 0;
  if (node === undefined || !('ColumnRef' in node)) return 0;
  const [name, more] = node.ColumnRef.fields ?? [];
  return name !== undefined && more === undefined && 'String' in name ? (name.String.sval ?? 0) : 0;
}

/** One query's walk; `names`: what WITH has named around the place at hand. */
export class Walk {
  readonly relations: string[] = [];
  readonly series: number[] = [];
  isRecursive = false;
  /** Of the system: views and functions, and whether anything else about it is asked. */
  readonly views = new Set<string>();
  readonly functions = new Set<string>();
  isSystem = false;
  /** Where names of tables and views stand. */
  readonly places: number[] = [];

  select(stmt: SelectStmt, outer: readonly string[], depth: number): void {
    if (stmt.intoClause !== undefined) throw new Outside('SELECT INTO', stmt.intoClause.rel?.location);
    const [lock] = stmt.lockingClause ?? [];
    if (lock !== undefined) throw new Outside('row locks in a query with joins, subqueries or WITH', undefined);
    const names = this.#with(stmt, outer, depth);
    for (const part of PARTS) {
      const value = stmt[part];
      if (value === undefined) continue;
      // The two sides of a set operation are bare statements.
      if (part === 'larg' || part === 'rarg') this.select(value as SelectStmt, names, depth + 1);
      else this.#parts(value, names, depth + 1);
    }
  }

  /** Parts of a statement that is no SELECT, in the order of analysis. */
  change(withClause: SelectStmt['withClause'], parts: readonly unknown[]): void {
    const names = this.#with({ ...(withClause && { withClause }) }, [], 0);
    for (const part of parts) this.#parts(part, names, 1);
  }

  #with({ withClause }: Pick<SelectStmt, 'withClause'>, outer: readonly string[], depth: number): readonly string[] {
    if (withClause === undefined) return outer;
    const ctes = (withClause.ctes ?? []).flatMap((node) => ('CommonTableExpr' in node ? [node.CommonTableExpr] : []));
    const all = ctes.map((cte) => cte.ctename ?? '');
    const isRecursive = withClause.recursive === true;
    this.isRecursive ||= isRecursive;
    ctes.forEach((cte, i) => {
      this.#cte(cte, [...outer, ...(isRecursive ? all : all.slice(0, i))], depth + 1);
    });
    return [...outer, ...all];
  }

  #cte({ ctequery, search_clause, cycle_clause, location }: CommonTableExpr, names: readonly string[], depth: number) {
    if (search_clause !== undefined || cycle_clause !== undefined) throw new Outside('SEARCH and CYCLE', location);
    if (ctequery === undefined) return;
    if (!('SelectStmt' in ctequery))
      throw new Outside(`${statementName(ctequery)} in WITH (run it alone: RETURNING shows its rows)`, location);
    this.select(ctequery.SelectStmt, names, depth);
  }

  /** A node, a list, or an inner part without a name of its own. */
  #parts(value: unknown, names: readonly string[], depth: number): void {
    if (typeof value !== 'object' || value === null) return;
    if (depth > SQL_LIMITS.depth)
      throw new Outside(`more than ${SQL_LIMITS.depth} parts one inside the other`, undefined);
    if (Array.isArray(value)) for (const one of value) this.#parts(one, names, depth);
    else
      for (const [key, inner] of Object.entries(value)) {
        if (/^[A-Z]/.test(key)) this.#node({ [key]: inner } as unknown as Node, names, depth + 1);
        else this.#parts(inner, names, depth);
      }
  }

  #node(node: Node, names: readonly string[], depth: number): void {
    if ('SelectStmt' in node) this.select(node.SelectStmt, names, depth);
    else if ('RangeVar' in node) {
      const { schemaname, relname = '' } = node.RangeVar;
      if (schemaname === undefined && names.includes(relname)) return;
      this.places.push(node.RangeVar.location ?? 0);
      if (SYSTEM_VIEWS.has(relname) && (schemaname ?? 'pg_catalog') === 'pg_catalog') {
        this.views.add(relname);
        this.isSystem = true;
      } else this.relations.push(tableName(node.RangeVar));
    } else if ('FuncCall' in node) this.#call(node.FuncCall, names, depth);
    else if ('ColumnRef' in node) checkColumn(node.ColumnRef);
    else if ('A_Const' in node && CLOCK.test(node.A_Const.sval?.sval ?? ''))
      throw new Outside('a text that may stand for a day of the clock', node.A_Const.location);
    else if ('TypeCast' in node) {
      this.#type(node.TypeCast.typeName);
      this.#parts(node.TypeCast.arg, names, depth);
    } else if ('A_Expr' in node) {
      const name = stringOf(node.A_Expr.name?.at(-1));
      if (INEXACT.has(name)) throw new Outside(`the operator ${name}`, node.A_Expr.location);
      this.#parts([node.A_Expr.lexpr, node.A_Expr.rexpr], names, depth);
    } else {
      const [kind = '', inner] = Object.entries(node)[0] ?? [];
      const at =
        typeof inner === 'object' && inner !== null && 'location' in inner ? Number(inner.location) : undefined;
      if (!PLAIN.has(kind)) throw new Outside(isQuery(node) ? statementName(node) : expressionName(node), at);
      // LATERAL is part of FROM's items; a join's parts are in the order of analysis.
      this.#parts(inner, names, depth);
    }
  }

  #call(func: FuncCall, names: readonly string[], depth: number): void {
    const at = func.location;
    const name = plainName(func.funcname ?? [], at);
    if (name === SERIES) this.series.push(lengthOf(func));
    else if (name === 'format' || name === 'repeat') checkLength(name, func);
    else if (SYSTEM_FUNCTIONS.has(name)) {
      this.isSystem = true;
      this.functions.add(name);
    } else if (!EVALUATED.has(name) && !SYSTEM_PURE.has(name) && isKnown('function', name))
      throw new Outside(`the function ${name}${FUNCTIONS.some((own) => own === name) ? HERE : ''}`, at);
    this.#parts([func.args, func.agg_order, func.agg_filter, func.over], names, depth);
  }

  #type(type: TypeName | undefined): void {
    const name = plainName(type?.names ?? [], type?.location);
    if (SYSTEM_TYPES.has(name)) this.isSystem = true;
    else if (!TYPES.has(name) && isKnown('type', name)) throw new Outside(`the type ${name}`, type?.location);
  }
}

function checkColumn({ fields = [], location }: ColumnRef): void {
  const last = stringOf(fields.at(-1));
  if (SYSTEM_COLUMNS.has(last)) throw new Outside(`the system column ${last}${HERE}`, location);
}

/** They make long texts of short ones, unless constants say otherwise. */
function checkLength(name: 'format' | 'repeat', { args = [], location }: FuncCall): void {
  const [first, second] = args;
  if (name === 'repeat') {
    const times = second === undefined ? 0 : integerOf(second);
    if (times === undefined || times > MAX_REPEATS)
      throw new Outside(`repeat of anything but a number up to ${MAX_REPEATS}`, location);
  } else {
    const pattern = first !== undefined && 'A_Const' in first ? first.A_Const.sval?.sval : undefined;
    if (pattern === undefined || !/^(?:[^%]|%(?:\d\$)?[sIL%])*$/.test(pattern))
      throw new Outside('format with widths or a pattern that is no literal', location);
  }
}
/** Only constants say how many rows there will be. */
function lengthOf({ args = [], location }: FuncCall): number {
  const values = args.map(integerOf);
  const [from, to, step = 1] = values;
  if (values.some((value) => value === undefined) || from === undefined || to === undefined || step === undefined)
    throw new Outside(`${SERIES} of anything but whole numbers`, location);
  const rows = step === 0 ? 0 : Math.max(0, Math.floor((to - from) / step) + 1);
  if (rows > MAX_SERIES) throw new Outside(`more than ${MAX_SERIES} rows of ${SERIES}`, location);
  return rows;
}
function integerOf(node: Node): number | undefined {
  if ('A_Const' in node && node.A_Const.ival !== undefined) return node.A_Const.ival.ival ?? 0;
  if ('A_Expr' in node && node.A_Expr.lexpr === undefined && stringOf(node.A_Expr.name?.at(-1)) === '-') {
    const value = node.A_Expr.rexpr === undefined ? undefined : integerOf(node.A_Expr.rexpr);
    return value === undefined ? undefined : -value;
  }
  return undefined;
}
