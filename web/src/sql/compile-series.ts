/** A generate_series in the target list of a SELECT without FROM is one in FROM: the same rows in the same order. */
import type { FuncCall, Node, SelectStmt } from 'libpg-query';

const SERIES = 'generate_series';

/** The statement itself, if there is not just one, or if something else than its targets asks for rows. */
export function withSeriesInFrom(stmt: SelectStmt): SelectStmt {
  const { fromClause = [], targetList = [], groupClause = [], distinctClause = [], havingClause } = stmt;
  if (fromClause.length + groupClause.length + distinctClause.length > 0 || havingClause !== undefined) return stmt;
  const found: FuncCall[] = [];
  const targets = replaced(targetList, found);
  const [call, another] = found;
  if (call === undefined || another !== undefined) return stmt;
  const from: Node = { RangeFunction: { functions: [{ List: { items: [{ FuncCall: call }, {} as Node] } }] } };
  return { ...stmt, targetList: targets, fromClause: [from] };
}

function replaced<T>(part: T, found: FuncCall[]): T {
  if (typeof part !== 'object' || part === null) return part;
  if (Array.isArray(part)) return part.map((one: unknown) => replaced(one, found)) as T;
  if ('SubLink' in part) return part;
  if ('FuncCall' in part && isSeries(part.FuncCall as FuncCall)) {
    found.push(part.FuncCall as FuncCall);
    return { ColumnRef: { fields: [{ String: { sval: SERIES } }] } } as T;
  }
  return Object.fromEntries(
    Object.entries(part).map(([key, value]: [string, unknown]) => [key, replaced(value, found)]),
  ) as T;
}

const isSeries = ({ funcname = [] }: FuncCall): boolean => {
  const last = funcname.at(-1);
  return last !== undefined && 'String' in last && last.String.sval === SERIES;
};
