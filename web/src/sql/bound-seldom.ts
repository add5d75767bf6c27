/** Clauses of SELECT that few specs have, bound: functions in FROM, groups, LIMIT, row locks. See bound.ts. */
import { bindExpr } from './bind.ts';
import { outputExpr, scopeOf } from './bound.ts';
import type {
  BoundGroup,
  BoundSelect,
  BoundSeries,
  BoundSlot,
  BoundSource,
  Eval,
  Given,
  Relation,
  Scope,
} from './bound-types.ts';
import { coerce, settle } from './coerce.ts';
import type { TupleLock, WaitPolicy } from './core.ts';
import type { SqlType } from './database.ts';
import { datatypeMismatch, engineLimit, Failure } from './failure.ts';
import type { Expr, From, SelectPlan } from './plan.ts';
import type { Exec } from './session.ts';
import { type Row, typeName } from './values.ts';

/**
 * Replication slots by their SQL functions: a slot is a name and, in the C engine, the xids that it protects from
 * removal. Errors are PostgreSQL's. Source: src/backend/replication/slotfuncs.c, slot.c.
 * MODEL: a slot keeps no WAL: its lsn is always 0/0. Output plugins are not loaded; two are known by name.
 */

const SLOT_COLUMNS: readonly { readonly name: string; readonly type: SqlType }[] = [
  { name: 'slot_name', type: 'text' },
  { name: 'lsn', type: 'text' },
];
const PLUGINS = ['pgoutput', 'test_decoding'];

/** (name [, immediately_reserve]) or (name, plugin). MODEL: no temporary slots, which are gone with their session. */
function bindSlot({ isLogical, args }: Extract<From, { kind: 'slot' }>, scope: Scope): BoundSlot {
  const types: readonly SqlType[] = isLogical ? ['text', 'text'] : ['text', 'bool'];
  const bound = args.map((arg) => bindExpr(arg, scope));
  const evals = bound.flatMap((one, i) => {
    const type = types[i];
    const typed = type === undefined ? undefined : coerce(one, type, scope, 'implicit');
    return typed === undefined ? [] : [typed.eval];
  });
  const least = isLogical ? 2 : 1;
  if (evals.length !== args.length || args.length < least) {
    const kind = isLogical ? 'logical' : 'physical';
    const given = bound.map((one) => typeName(one.type)).join(', ');
    throw new Failure('42883', `function pg_create_${kind}_replication_slot(${given}) does not exist`);
  }
  return { isLogical, args: evals };
}

/** Undefined: an argument was null, and the function is strict. */
export function makeSlot({ isLogical, args }: BoundSlot, { world, session, context }: Exec): Row | undefined {
  const { core, slots } = world;
  const values = args.map((arg) => arg([], context));
  if (values.includes(null)) return undefined;
  const name = String(values[0]);
  if (session.place?.kind === 'standby') throw engineLimit('slots of a standby');
  checkName(name);
  if (slots.has(name)) throw new Failure('42710', `replication slot "${name}" already exists`);
  if (isLogical) {
    if (core.topXidIfAny(session.id) !== 0 && slots.size < MAX_SLOTS)
      throw new Failure('25001', 'cannot create logical replication slot in transaction that has performed writes');
    const plugin = String(values[1]);
    if (!PLUGINS.includes(plugin))
      throw new Failure('58P01', `could not access file "${plugin}": No such file or directory`);
    if (core.slotMustWait(session.id))
      throw engineLimit('a logical replication slot that waits for running transactions');
  }
  const slot = core.slotCreate(session.id, isLogical);
  if (slot === undefined) throw new Failure('53400', 'all replication slots are in use');
  slots.set(name, { slot, isLogical });
  return [name, isLogical || values[1] === true ? '0/0' : null];
}
const MAX_SLOTS = 10;

/** ReplicationSlotValidateName. */
function checkName(name: string): void {
  if (name.length === 0) throw new Failure('42602', `replication slot name "" is too short`);
  if (name.length > 63) throw new Failure('42622', `replication slot name "${name}" is too long`);
  if (!/^[a-z0-9_]+$/.test(name))
    throw new Failure('42602', `replication slot name "${name}" contains invalid character`);
}

export function bindSource(from: Exclude<From, { kind: 'table' }>, given: Given): BoundSource {
  if (from.kind === 'slot') {
    const slot = bindSlot(from, scopeOf(undefined, given, 'functions in FROM'));
    const relation = { name: from.alias, columns: SLOT_COLUMNS, starred: SLOT_COLUMNS.length };
    return { kind: 'slot', ...slot, relation };
  }
  if (from.kind === 'one') {
    const scope = scopeOf(undefined, given, 'functions in FROM');
    const { eval: evaluate, type } = settle(bindExpr(from.call, scope), scope);
    return {
      kind: 'one',
      eval: evaluate,
      relation: { name: from.alias, columns: [{ name: from.column, type }], starred: 1 },
    };
  }
  const series = bindSeries(from.args, given);
  return { ...series, relation: { name: from.alias, columns: [{ name: from.column, type: series.type }], starred: 1 } };
}

function bindSeries(args: readonly Expr[], given: Given): BoundSeries {
  const scope = scopeOf(undefined, given, 'functions in FROM');
  const bound = args.map((arg) => bindExpr(arg, scope));
  const type = bound.some((one) => one.type === 'int8') ? 'int8' : 'int4';
  const typed = bound.map((one) => coerce(one, type, scope, 'implicit'));
  const evals = typed.flatMap((one) => (one === undefined ? [] : [one.eval]));
  if (evals.length !== bound.length || evals.length < 2 || evals.length > 3) {
    const types = bound.map((one) => typeName(one.type)).join(', ');
    throw new Failure('42883', `function generate_series(${types}) does not exist`);
  }
  return { kind: 'series', args: evals, type };
}

const hasAggregate = (expr: Expr | undefined): boolean =>
  expr !== undefined && JSON.stringify(expr).includes('"kind":"aggregate"');

export function bindGroup(plan: SelectPlan, scope: Scope): BoundGroup | undefined {
  const isGrouped =
    plan.groupBy.length > 0 ||
    plan.having !== undefined ||
    plan.targets.some((target) => target.kind === 'expr' && hasAggregate(target.expr)) ||
    plan.orderBy.some(({ expr }) => hasAggregate(expr));
  if (!isGrouped) return undefined;
  const exprs = plan.groupBy.map((expr) => outputExpr(expr, plan.targets, 'GROUP BY'));
  const grouped = exprs.flatMap((expr) => (expr.kind === 'column' ? [expr.name] : columnsIn(expr)));
  const by = exprs.map((expr) => settle(bindExpr(expr, { ...scope, clause: 'GROUP BY' }), scope).eval);
  return { by, aggregates: [], grouped };
}

/** Every column of an expression that is grouped by as a whole. MODEL: they may then also be used alone. */
function columnsIn(expr: Expr): string[] {
  const names: string[] = [];
  JSON.stringify(expr, (_, value: unknown) => {
    if (typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'column' && 'name' in value)
      names.push(String(value.name));
    return value;
  });
  return names;
}

/** The count of LIMIT or OFFSET. */
export function bindCount(expr: Expr, clause: string, given: Given): Eval {
  const scope = scopeOf(undefined, given, clause);
  const bound = bindExpr(expr, scope);
  const typed = coerce(bound, 'int8', scope, 'assign');
  if (typed === undefined)
    throw datatypeMismatch(`argument of ${clause} must be type bigint, not type ${typeName(bound.type)}`);
  return typed.eval;
}

const STRENGTHS: readonly TupleLock[] = ['key share', 'share', 'no key update', 'update'];

/** Several clauses: the strongest; NOWAIT before SKIP LOCKED before waiting (applyLockingClause). */
export function bindLock(plan: SelectPlan, relation: Relation | undefined, isGrouped: boolean): BoundSelect['lock'] {
  const [first] = plan.locking;
  if (first === undefined) return undefined;
  const name = `FOR ${first.strength.toUpperCase()}`;
  const refuse = (what: string) => new Failure('0A000', `${name} is not allowed with ${what}`);
  if (plan.distinct) throw refuse('DISTINCT clause');
  if (plan.groupBy.length > 0) throw refuse('GROUP BY clause');
  if (plan.having !== undefined) throw refuse('HAVING clause');
  if (isGrouped) throw refuse('aggregate functions');
  let mode = -1;
  let policy: WaitPolicy = 'block';
  for (const { strength, policy: one, of } of plan.locking) {
    for (const named of of)
      if (named !== relation?.name)
        throw new Failure(
          '42P01',
          `relation "${named}" in FOR ${strength.toUpperCase()} clause not found in FROM clause`,
        );
    mode = Math.max(mode, STRENGTHS.indexOf(strength));
    if (one === 'error' || (one === 'skip' && policy === 'block')) policy = one;
  }
  const strongest = STRENGTHS[mode];
  return plan.from?.kind !== 'table' || strongest === undefined ? undefined : { mode: strongest, policy };
}
