/** Functions of the subset: those that people use to look at transactions, and a few everyday ones. */

import { ADVISORY } from './advisory.ts';
import type { Bound, Context, Eval, Scope, Typed } from './bound-types.ts';
import { MORE_CALLS } from './calls-more.ts';
import { coerce, goThrough, settle, spend } from './coerce.ts';
import type { SqlType } from './database.ts';
import { divisionByZero, engineLimit, Failure, outOfRange } from './failure.ts';
import { WORK } from './limits.ts';
import { negateNumeric, remainderNumeric } from './numeric.ts';
import { defaultOf } from './settings-names.ts';
import type { Signature } from './signature.ts';
import { isImplicit, isNumeric, printValue, readSnapshot, typeName, type Value } from './values.ts';
import { ageOf } from './xid-age.ts';

/** Units of a question to the server. */
const ASKED = 100;
function fullXid({ core, session, work }: Context): bigint {
  work.pay(WORK.expressions, ASKED);
  return core.topFullXid(session);
}
export function printSnapshot(context: Context): string {
  const { xmin, xmax, xip } = context.core.activeSnapshot(context.session);
  const text = `${xmin}:${xmax}:${xip.join(',')}`;
  goThrough(context, ASKED + text.length);
  return text;
}
const part =
  (pick: (snapshot: { readonly xmin: bigint; readonly xmax: bigint }) => bigint) =>
  ([text]: readonly Value[], context: Context) => {
    goThrough(context, 2 * String(text).length);
    const snapshot = readSnapshot(String(text));
    return snapshot === undefined ? null : pick(snapshot);
  };
function visible([xid, text]: readonly Value[], context: Context): Value {
  goThrough(context, 2 * String(text).length);
  const snapshot = readSnapshot(String(text));
  if (snapshot === undefined || typeof xid !== 'bigint') return null;
  return xid < snapshot.xmin || (xid < snapshot.xmax && !snapshot.xip.includes(xid));
}
function status([xid]: readonly Value[], { core, session, work }: Context): Value {
  work.pay(WORK.expressions, ASKED);
  if (typeof xid !== 'bigint') return null;
  const next = core.nextFullXid();
  const low = Number(BigInt.asUintN(32, xid));
  if (xid >= next && low >= 3) throw new Failure('22023', `transaction ID ${xid} is in the future`);
  if (low < 3) return low === 0 ? null : 'committed';
  // MODEL: pg_xact begins with the first xid; a server's begins some xids before, where initdb froze its own.
  if (xid < core.firstXid) return null;
  return core.xidStatus(session, low);
}

const MAX_TEXT = 1 << 18;
function repeat(context: Context, text: string, count: number): string {
  if (text.length * Math.max(count, 0) > MAX_TEXT) throw new Failure('54000', 'requested length too large');
  spend(context, text.length * Math.max(count, 0));
  return text.repeat(Math.max(count, 0));
}
function pad(context: Context, text: string, length: number, fill: string, atStart: boolean): string {
  goThrough(context, text.length);
  const chars = [...text];
  if (length > MAX_TEXT) throw new Failure('54000', 'requested length too large');
  if (chars.length >= length) return chars.slice(0, Math.max(length, 0)).join('');
  spend(context, length);
  goThrough(context, 4 * length + fill.length);
  const filler = [...fill];
  if (filler.length === 0) return text;
  const missing = Array.from({ length: length - chars.length }, (_, i) => filler[i % filler.length] ?? '').join('');
  return atStart ? missing + text : text + missing;
}
const padder = (atStart: boolean): readonly Signature[] => [
  {
    args: ['text', 'int4'],
    result: 'text',
    eval: ([t, n], context) => pad(context, String(t), Number(n), ' ', atStart),
  },
  {
    args: ['text', 'int4', 'text'],
    result: 'text',
    eval: ([t, n, f], context) => pad(context, String(t), Number(n), String(f), atStart),
  },
];

const lengthOf: Signature = {
  args: ['text'],
  result: 'int4',
  eval: ([t], context) => {
    const text = String(t);
    goThrough(context, text.length);
    return [...text].length;
  },
};
const snapshotArg = (evaluate: Signature['eval'], result: SqlType): Signature => ({
  args: ['pg_snapshot'],
  result,
  eval: evaluate,
});
const none = (result: SqlType, evaluate: (context: Context) => Value): Signature => ({
  args: [],
  result,
  eval: (_, context) => evaluate(context),
});
/** From 16 on. MODEL: an LSN counts what a standby is told, in words; without a standby it stays where it is. */
function logStandbySnapshot({ core, session, work }: Context): Value {
  work.pay(WORK.expressions, ASKED);
  if (core.rules < 16) throw new Failure('42883', 'function pg_log_standby_snapshot() does not exist');
  return `0/${core.logStandbySnapshot(session).toString(16).toUpperCase()}`;
}
function ifAssigned({ core, session, work }: Context): Value {
  work.pay(WORK.expressions, ASKED);
  return core.topFullXidIfAny(session) ?? null;
}

/** pg_drop_replication_slot: slots are not transactional, so no rollback brings one back. */
function dropSlot([given]: readonly Value[], { core, slots, session, work }: Context): Value {
  work.pay(WORK.expressions, ASKED);
  const name = String(given);
  const found = slots.get(name);
  if (found === undefined) throw new Failure('42704', `replication slot "${name}" does not exist`);
  core.slotDrop(session, found.slot);
  slots.delete(name);
  return '';
}

const NUMERIC_REMAINDER = 1000;

const CALLS: Readonly<Record<string, readonly Signature[]>> = {
  ...ADVISORY,
  pg_current_snapshot: [none('pg_snapshot', printSnapshot)],
  txid_current_snapshot: [none('pg_snapshot', printSnapshot)],
  pg_current_xact_id: [none('xid8', fullXid)],
  txid_current: [none('int8', fullXid)],
  pg_current_xact_id_if_assigned: [none('xid8', ifAssigned)],
  txid_current_if_assigned: [none('int8', ifAssigned)],
  pg_snapshot_xmin: [
    snapshotArg(
      part(({ xmin }) => xmin),
      'xid8',
    ),
  ],
  pg_snapshot_xmax: [
    snapshotArg(
      part(({ xmax }) => xmax),
      'xid8',
    ),
  ],
  txid_snapshot_xmin: [
    snapshotArg(
      part(({ xmin }) => xmin),
      'int8',
    ),
  ],
  txid_snapshot_xmax: [
    snapshotArg(
      part(({ xmax }) => xmax),
      'int8',
    ),
  ],
  pg_visible_in_snapshot: [{ args: ['xid8', 'pg_snapshot'], result: 'bool', eval: visible }],
  txid_visible_in_snapshot: [{ args: ['int8', 'pg_snapshot'], result: 'bool', eval: visible }],
  pg_xact_status: [{ args: ['xid8'], result: 'text', eval: status }],
  txid_status: [{ args: ['int8'], result: 'text', eval: status }],
  // MODEL: a process id is the session's number.
  pg_backend_pid: [none('int4', ({ session }) => session)],
  pg_drop_replication_slot: [{ args: ['text'], result: 'text', eval: dropSlot }],
  pg_log_standby_snapshot: [none('text', logStandbySnapshot)],
  age: [{ args: ['xid'], result: 'int4', eval: ([xid], context) => ageOf(Number(xid), context) }],
  version: [none('text', ({ core }) => `PostgreSQL ${core.rules} (simulated)`)],
  current_setting: [
    {
      args: ['text'],
      result: 'text',
      eval: ([name], { setting }) => {
        const wanted = String(name).toLowerCase();
        const value = setting(wanted) ?? defaultOf(wanted);
        if (value === undefined) throw new Failure('42704', `unrecognized configuration parameter "${String(name)}"`);
        return value;
      },
    },
  ],
  length: [lengthOf],
  char_length: [lengthOf],
  upper: [{ args: ['text'], result: 'text', eval: ([t], context) => asciiCase(context, String(t), true) }],
  lower: [{ args: ['text'], result: 'text', eval: ([t], context) => asciiCase(context, String(t), false) }],
  repeat: [
    { args: ['text', 'int4'], result: 'text', eval: ([t, n], context) => repeat(context, String(t), Number(n)) },
  ],
  lpad: padder(true),
  rpad: padder(false),
  abs: [
    {
      args: ['int4'],
      result: 'int4',
      eval: ([a]) => {
        if (a === -(2 ** 31)) throw outOfRange('integer');
        return Math.abs(Number(a));
      },
    },
    {
      args: ['int8'],
      result: 'int8',
      eval: ([a]) => {
        if (typeof a !== 'bigint' || a === -(2n ** 63n)) throw outOfRange('bigint');
        return a < 0n ? -a : a;
      },
    },
    {
      args: ['numeric'],
      result: 'numeric',
      eval: ([a = null]) => (isNumeric(a) && a.digits < 0n ? negateNumeric(a) : a),
    },
  ],
  mod: [
    {
      args: ['int4', 'int4'],
      result: 'int4',
      eval: ([a, b]) => {
        if (b === 0) throw divisionByZero();
        return (Number(a) % Number(b)) + 0;
      },
    },
    {
      args: ['int8', 'int8'],
      result: 'int8',
      eval: ([a, b]) => {
        if (typeof a !== 'bigint' || typeof b !== 'bigint' || b === 0n) throw divisionByZero();
        return a % b;
      },
    },
    {
      args: ['numeric', 'numeric'],
      result: 'numeric',
      eval: ([a = null, b = null], { work }) => {
        work.pay(WORK.expressions, NUMERIC_REMAINDER);
        return isNumeric(a) && isNumeric(b) ? remainderNumeric(a, b) : null;
      },
    },
  ],
};

/** In the C locale only ASCII has two cases. */
function asciiCase(context: Context, text: string, upper: boolean): string {
  spend(context, text.length);
  goThrough(context, 6 * text.length);
  return upper ? text.replace(/[a-z]/g, (c) => c.toUpperCase()) : text.replace(/[A-Z]/g, (c) => c.toLowerCase());
}

/** FuncnameGetCandidates and func_select_candidate, for so few: the first whose arguments fit without a cast. */
export function bindCall(name: string, args: readonly Bound[], scope: Scope): Typed {
  if (name === 'concat') return concat(args, scope);
  const signatures = signaturesOf(name).filter((one) => one.args.length === args.length);
  const exact = signatures.filter((one) =>
    one.args.every((type, i) => args[i]?.type === type || args[i]?.type === 'unknown'),
  );
  for (const signature of [...exact, ...signatures]) {
    if (!signature.args.every((type, i) => fits(args[i], type))) continue;
    const typed = signature.args.map((type, i) => {
      const arg = args[i];
      return arg === undefined ? undefined : coerce(arg, type, scope, 'implicit')?.eval;
    });
    return { type: signature.result, eval: called(signature, typed) };
  }
  if (Object.hasOwn(MORE_CALLS, name)) throw engineLimit(`${name} with such arguments`);
  const types = args.map(({ type }) => typeName(type)).join(', ');
  throw new Failure('42883', `function ${name}(${types}) does not exist`);
}
/** Some names, like age, are in both. */
const signaturesOf = (name: string): readonly Signature[] =>
  [CALLS, MORE_CALLS].flatMap((calls) => (Object.hasOwn(calls, name) ? (calls[name] ?? []) : []));
const WIDER: Readonly<Partial<Record<SqlType, readonly SqlType[]>>> = { int4: ['int8', 'numeric'], int8: ['numeric'] };
const fits = (arg: Bound | undefined, type: SqlType): boolean =>
  arg !== undefined &&
  (arg.type === 'unknown' ||
    arg.type === type ||
    (WIDER[arg.type]?.includes(type) ?? false) ||
    isImplicit(arg.type, type));

function called({ eval: evaluate, takesNull }: Signature, args: readonly (Eval | undefined)[]): Eval {
  return (row, context) => {
    const values = args.map((arg) => arg?.(row, context) ?? null);
    return takesNull !== true && values.includes(null) ? null : evaluate(values, context);
  };
}

/** Nulls are left out. */
function concat(args: readonly Bound[], scope: Scope): Typed {
  const all = args.map((arg) => settle(arg, scope).eval);
  return {
    type: 'text',
    eval: (row, context) => {
      const text = all.map((one) => printValue(one(row, context)) ?? '').join('');
      spend(context, text.length);
      return text;
    },
  };
}
