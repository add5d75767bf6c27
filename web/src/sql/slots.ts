/**
 * Replication slots by their SQL functions: a slot is a name and, in the C engine, the xids that it protects from
 * removal. Errors are PostgreSQL's. Source: src/backend/replication/slotfuncs.c, slot.c.
 * MODEL: a slot keeps no WAL: its lsn is always 0/0. Output plugins are not loaded; two are known by name.
 */

import { bindExpr } from './bind.ts';
import type { BoundSlot, Scope } from './bound-types.ts';
import { coerce } from './coerce.ts';
import type { SqlType } from './database.ts';
import { engineLimit, Failure } from './failure.ts';
import type { From } from './plan.ts';
import type { Exec } from './session.ts';
import { type Row, typeName } from './values.ts';

export const SLOT_COLUMNS: readonly { readonly name: string; readonly type: SqlType }[] = [
  { name: 'slot_name', type: 'text' },
  { name: 'lsn', type: 'text' },
];
const PLUGINS = ['pgoutput', 'test_decoding'];

/** (name [, immediately_reserve]) or (name, plugin). MODEL: no temporary slots, which are gone with their session. */
export function bindSlot({ isLogical, args }: Extract<From, { kind: 'slot' }>, scope: Scope): BoundSlot {
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
