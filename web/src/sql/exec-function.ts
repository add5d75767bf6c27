/**
 * Functions in SQL that write and have no result: made, dropped and called. A call is the statement inside it, under
 * snapshots of its own. Source: functioncmds.c, ProcedureCreate in pg_proc.c, fmgr_sql in functions.c.
 *
 * MODEL: the list of functions has no versions and no transactions, so inside BEGIN … COMMIT they can be neither made nor
 * dropped. Of one name there is one function. Its statement is planned with its arguments, as on 18.
 */
import { bindExpr } from './bind.ts';
import { scopeOf } from './bound.ts';
import { lookUp } from './catalog.ts';
import { coerce } from './coerce.ts';
import { popSnapshot, pushSnapshot } from './exec.ts';
import { countCommands, refuseReadOnly } from './exec-ddl.ts';
import { analyse, runQuery } from './exec-query.ts';
import { tag, underSnapshot } from './exec-utility.ts';
import { engineLimit, Failure } from './failure.ts';
import { PRICE, WORK } from './limits.ts';
import type { UtilityPlan } from './plan.ts';
import { costOf } from './plan-cost.ts';
import type { Exec, Results, SeldomCode } from './session.ts';
import { typeName, type Value } from './values.ts';

type Of<K extends UtilityPlan['kind']> = Extract<UtilityPlan, { kind: K }>;

const listed = (types: readonly Parameters<typeof typeName>[0][]): string => types.map(typeName).join(', ');

function mustBeOutside({ session }: Exec, what: string): void {
  if (session.block !== 'started' && session.block !== 'implicit') throw engineLimit(`${what} in a transaction block`);
}

/** Undefined: waits. */
export const createFunction = (x: Exec, plan: Of<'create-function'>): Results | undefined =>
  underSnapshot(x, () => {
    const { world, session, run } = x;
    const { functions } = world.more;
    const types = plan.args.map(({ type }) => type);
    refuseReadOnly(x, 'CREATE FUNCTION');
    mustBeOutside(x, 'CREATE FUNCTION');
    const known = functions.get(plan.name);
    if (known !== undefined && listed(known.args.map(({ type }) => type)) !== listed(types))
      throw engineLimit('two functions of one name');
    if (known !== undefined && !plan.replaces)
      throw new Failure('42723', `function "${plan.name}" already exists with same argument types`);
    world.core.currentXid(session.id);
    // The statement inside is analysed once the function is in the catalog.
    if (run.phase === 'begin') countCommands(x, 1);
    run.phase = 'lock';
    world.work.pay(WORK.lists, costOf(plan));
    if (analyse(x, plan.query, types) === undefined) return undefined;
    for (const name of new Set(namesIn(plan.query))) {
      const columns = lookUp(world.catalog, session.changes, name)?.columns ?? [];
      if (columns.some((column) => plan.args.some((arg) => arg.name === column.name)))
        throw engineLimit('an argument of a function that is named like a column');
    }
    functions.set(plan.name, plan);
    return tag('CREATE FUNCTION');
  });

const namesIn = (query: Of<'create-function'>['query']): readonly string[] =>
  [...JSON.stringify(query).matchAll(/"table":"([^"]*)"/g)].map(([, name = '']) => name);

export const dropFunction = (x: Exec, plan: Of<'drop-function'>): Results | undefined =>
  underSnapshot(x, () => {
    const { world, session } = x;
    const { functions } = world.more;
    refuseReadOnly(x, 'DROP FUNCTION');
    mustBeOutside(x, 'DROP FUNCTION');
    const found = functions.get(plan.name);
    const isIt =
      found !== undefined &&
      (plan.types === undefined || listed(found.args.map(({ type }) => type)) === listed(plan.types));
    if (isIt) {
      world.core.currentXid(session.id);
      functions.delete(plan.name);
      countCommands(x, 1);
      return tag('DROP FUNCTION');
    }
    if (plan.ifExists) throw engineLimit('DROP FUNCTION IF EXISTS of one that does not exist');
    throw new NoMatch(
      '42883',
      plan.types === undefined
        ? `could not find a function named "${plan.name}"`
        : `function ${plan.name}(${listed(plan.types)}) does not exist`,
    );
  });

/** Undefined: waits. */
export function callFunction(x: Exec, plan: Of<'call-function'>): Results | undefined {
  const { world, session, run } = x;
  const found = world.more.functions.get(plan.name);
  if (found === undefined) return runQuery(x, plan.select, [], false);
  const types = found.args.map(({ type }) => type);
  if (run.phase === 'begin') {
    if (world.core.isFull()) throw engineLimit("the engine's fixed memory");
    world.work.pay(WORK.statements, 2 * PRICE.query);
    // Of the SELECT around it: one to analyse, one to run. The statement inside takes another.
    if (!pushSnapshot(x)) return undefined;
    run.params = argumentsOf(x, plan, found);
    popSnapshot(x);
    pushSnapshot(x);
    world.core.commandCounterIncrement(session.id);
    run.phase = 'lock';
  }
  const inner: Exec = { ...x, context: { ...x.context, params: run.params } };
  if (runQuery(inner, found.query, types, true) === undefined) return undefined;
  return [{ kind: 'rows', columns: [{ name: plan.title, type: 'void' }], rows: [['']] }];
}

function argumentsOf(x: Exec, plan: Of<'call-function'>, { name, args }: Of<'create-function'>): readonly Value[] {
  const scope = scopeOf(undefined, { params: [], seldom: x.world.seldom }, 'SELECT');
  x.world.work.pay(WORK.expressions, costOf(plan.args) * PRICE.bound);
  const bound = plan.args.map((arg) => bindExpr(arg, scope));
  const typed = args.map(({ type }, i) => {
    const one = bound[i];
    return one === undefined ? undefined : coerce(one, type, scope, 'implicit');
  });
  if (bound.length !== args.length || typed.includes(undefined))
    throw new NoMatch('42883', `function ${name}(${listed(bound.map(({ type }) => type))}) does not exist`);
  return typed.map((one) => one?.eval([], x.context) ?? null);
}

/** The function is known here, and its arguments do not fit. */
class NoMatch extends Failure {}

/** A function that somebody has made, in a place where only a server knows it. */
export const unlessOwn: SeldomCode['unlessOwn'] = ({ more }, failure) => {
  const [, name = ''] = /^function (\w+)\(/.exec(failure.message) ?? [];
  return failure.sqlstate === '42883' && !(failure instanceof NoMatch) && more.functions.has(name)
    ? engineLimit(`the function ${name} in such a place`)
    : failure;
};
