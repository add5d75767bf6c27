/**
 * CREATE, ALTER and DROP SEQUENCE, sequences of serial and identity columns, and nextval and its family, which no
 * rollback undoes. MODEL: a statement locks the sequences that it names, and those of its table's defaults, when it
 * begins to run; a server when it first asks for a value. No checkpoint makes nextval write WAL earlier than its 33rd
 * value.
 * Source: src/backend/commands/sequence.c, transformColumnDefinition in parse_utilcmd.c.
 */
import { allRelations, lookUp, type Table, tableOf } from './catalog.ts';
import { granted } from './exec.ts';
import { change, countCommands, nameIsFree, refuseElsewhere, refuseReadOnly } from './exec-ddl.ts';
import { lockTable } from './exec-query.ts';
import { Failure, readOnlyTransaction, undefinedTable } from './failure.ts';
import { PRICE, WORK } from './limits.ts';
import type { ColumnPlan, Expr, UtilityPlan } from './plan.ts';
import { acceptInvalidations } from './relcache.ts';
import { nextValue, type SequenceDefinition, withOptions } from './sequence.ts';
import { type Exec, notice, type Session, type World } from './session.ts';
import type { Value } from './values.ts';

type Of<K extends UtilityPlan['kind']> = Extract<UtilityPlan, { kind: K }>;
export interface Sequence extends Table {
  readonly other: SequenceDefinition;
}
export const isSequence = (table: Table | undefined): table is Sequence => table?.other?.kind === 'sequence';

const ROW_EXCLUSIVE = 3;
const SHARE_ROW_EXCLUSIVE = 6;
const ACCESS_EXCLUSIVE = 8;

function make(
  x: Exec,
  name: string,
  options: Of<'create-sequence'>['options'],
  owner: SequenceDefinition['owner'],
): Sequence {
  const { world, session } = x;
  const { made, row } = withOptions(options, undefined, undefined);
  world.core.currentXid(session.id);
  const relation = world.core.createRelation(false, 100);
  if (relation === undefined) throw new Failure('53200', 'limit of the simulation reached: 64 tables');
  world.work.relationMade(relation);
  world.core.relationLock(session.id, relation, ACCESS_EXCLUSIVE, false);
  const number = newRow(world, row);
  const table: Sequence = { ...tableOf(name, relation, [], []), other: { ...made, row: number, owner } };
  change(x, name, undefined, table);
  countCommands(x, STEPS_OF_CREATE);
  return table;
}
function newRow({ more }: World, row: ReturnType<typeof withOptions>['row']): number {
  more.made += 1;
  more.sequences.set(more.made, row);
  return more.made;
}

/** Undefined: waits. */
export function createSequence(x: Exec, plan: Of<'create-sequence'>): string | undefined {
  refuseReadOnly(x, 'CREATE SEQUENCE');
  refuseElsewhere(x);
  const state = nameIsFree(x, plan.name);
  if (state === 'wait') return undefined;
  if (state === 'exists') {
    if (!plan.ifNotExists) throw new Failure('42P07', `relation "${plan.name}" already exists`);
    notice(x.world, x.session, 'NOTICE', `relation "${plan.name}" already exists, skipping`);
  } else {
    make(x, plan.name, plan.options, undefined);
  }
  return 'CREATE SEQUENCE';
}
const STEPS_OF_CREATE = 2;

const notASequence = (name: string): Failure => new Failure('42809', `"${name}" is not a sequence`);
const notOpened = ({ core }: World, name: string): Failure =>
  core.rules >= 17 ? new Failure('42809', `cannot open relation "${name}"`) : notASequence(name);
function sequenceNamed({ world, session }: Exec, name: string): Sequence {
  const table = lookUp(world.catalog, session.changes, name);
  if (table === undefined) throw undefinedTable(name);
  if (!isSequence(table)) throw notOpened(world, name);
  return table;
}

/** Undefined: waits. */
export function alterSequence(x: Exec, plan: Of<'alter-sequence'>): string | undefined {
  const { world, session } = x;
  refuseReadOnly(x, 'ALTER SEQUENCE');
  if (plan.ifExists && lookUp(world.catalog, session.changes, plan.name) === undefined) {
    notice(world, session, 'NOTICE', `relation "${plan.name}" does not exist, skipping`);
    return 'ALTER SEQUENCE';
  }
  sequenceNamed(x, plan.name);
  if (lockTable(x, plan.name, SHARE_ROW_EXCLUSIVE, 'sequence') === undefined) return undefined;
  const table = sequenceNamed(x, plan.name);
  const { made, row } = withOptions(plan.options, table.other, world.more.sequences.get(table.other.row));
  world.core.currentXid(session.id);
  const other: SequenceDefinition = { ...table.other, ...made, row: newRow(world, row) };
  change(x, plan.name, table, { ...table, other } as Sequence);
  countCommands(x, STEPS_OF_ALTER);
  return 'ALTER SEQUENCE';
}
const STEPS_OF_ALTER = 2;

/** Undefined: waits. */
export function dropSequence(x: Exec, plan: Of<'drop-sequence'>): string | undefined {
  const { world, session, run } = x;
  refuseReadOnly(x, 'DROP SEQUENCE');
  for (; run.done < plan.names.length; run.done++) {
    const name = plan.names[run.done] ?? '';
    const found = lookUp(world.catalog, session.changes, name);
    if (found === undefined) {
      if (!plan.ifExists) throw new Failure('42P01', `sequence "${name}" does not exist`);
      notice(world, session, 'NOTICE', `sequence "${name}" does not exist, skipping`);
      continue;
    }
    if (!isSequence(found)) throw notASequence(name);
    const table = lockTable(x, name, ACCESS_EXCLUSIVE, 'sequence');
    if (table === undefined) return undefined;
    const others = allRelations(world.catalog, session.changes);
    if (others.some((other) => other.columns.some(({ fallback }) => sequencesIn(fallback).includes(name))))
      throw new Failure('2BP01', `cannot drop sequence ${name} because other objects depend on it`);
    world.core.currentXid(session.id);
    change(x, name, table, undefined);
    countCommands(x, stepsOfDrop(world));
  }
  return 'DROP SEQUENCE';
}
const stepsOfDrop = ({ core }: World): number => (core.rules >= 14 ? 1 : 2);

/** The columns of a new table, with a default where one has a sequence of its own, which is made here. */
export function makeSerials(x: Exec, table: string, columns: readonly ColumnPlan[]): readonly ColumnPlan[] {
  return columns.map((column) => {
    const { serial, name } = column;
    if (serial === undefined) return column;
    const sequence = make(x, freeName(x, `${table}_${name}_seq`), { as: serial.as, ...serial.options }, undefined);
    const args: readonly Expr[] = [{ kind: 'const', type: 'unknown', text: sequence.name }];
    return { ...column, fallback: { kind: 'call', name: 'nextval', args } };
  });
}
/** ChooseRelationName. */
function freeName({ world, session }: Exec, stem: string): string {
  for (let n = 0; ; n++) {
    const name = n === 0 ? stem : `${stem}${n}`;
    if (lookUp(world.catalog, session.changes, name) === undefined) return name;
  }
}
/** ALTER SEQUENCE … OWNED BY of those. */
export function ownSerials(x: Exec, table: Table): void {
  for (const { name, serial, fallback } of table.columns) {
    const sequence = lookUp(x.world.catalog, x.session.changes, sequencesIn(fallback)[0] ?? '');
    if (serial === undefined || !isSequence(sequence)) continue;
    const other = { ...sequence.other, owner: { relation: table.relation, column: name } };
    change(x, sequence.name, sequence, { ...sequence, other } as Sequence);
    countCommands(x, 1);
  }
}
/** The sequences that go with a table, or with one of its columns. */
export function dropOwned(x: Exec, { relation }: Table, column?: string): void {
  const { world, session } = x;
  for (const one of allRelations(world.catalog, session.changes)) {
    const owner = isSequence(one) ? one.other.owner : undefined;
    if (owner?.relation !== relation || (column !== undefined && owner.column !== column)) continue;
    world.core.relationLock(session.id, one.relation, ACCESS_EXCLUSIVE, false);
    change(x, one.name, one, undefined);
    countCommands(x, stepsOfDrop(world));
  }
}

const FUNCTIONS = ['nextval', 'currval', 'setval'];
const known = new WeakMap<object, readonly string[]>();
/** Names of the sequences that a part of a plan asks. */
function sequencesIn(part: object | undefined): readonly string[] {
  if (part === undefined) return [];
  let names = known.get(part);
  if (names === undefined) {
    const found = new Set<string>();
    JSON.stringify(part, (_, value: unknown) => {
      const call = value as Partial<Extract<Expr, { kind: 'call' }>> | null;
      const first = call?.kind === 'call' && FUNCTIONS.includes(call.name ?? '') ? call.args?.[0] : undefined;
      if (first?.kind === 'const') found.add(nameIn(first.text ?? ''));
      return value;
    });
    names = [...found];
    known.set(part, names);
  }
  return names;
}
/** A regclass: the name may be in quotes, or that of the schema public. */
export function nameIn(text: string): string {
  const bare = text.trim().replace(/^(?:public|"public")\./i, '');
  return bare.startsWith('"') && bare.endsWith('"') ? bare.slice(1, -1).replaceAll('""', '"') : bare.toLowerCase();
}

/** The last answer of `sequencesOf` for each plan: a table's columns never change, a changed table is another one. */
const asked = new WeakMap<object, { readonly table: Table | undefined; readonly names: readonly string[] }>();

/** Names of the sequences that a plan asks: its own, and those of the defaults of the table that it writes. */
export function sequencesOf(plan: object, table: Table | undefined): readonly string[] {
  const last = asked.get(plan);
  if (last !== undefined && last.table === table) return last.names;
  const defaults = table?.columns.flatMap(({ fallback }) => sequencesIn(fallback)) ?? [];
  const names = [...sequencesIn(plan), ...defaults];
  asked.set(plan, { table, names });
  return names;
}

/** Locks what the statement will ask: init_sequence. False: waits. */
export function lockSequences(x: Exec, plan: object, table: Table | undefined): boolean {
  const { world, session, run } = x;
  const names = sequencesOf(plan, table);
  for (; (run.sequencesLocked ?? 0) < names.length; run.sequencesLocked = (run.sequencesLocked ?? 0) + 1) {
    const found = lookUp(world.catalog, session.changes, names[run.sequencesLocked ?? 0] ?? '');
    if (!isSequence(found)) continue;
    world.work.pay(WORK.lists, PRICE.poll);
    if (!granted(world.core.relationLock(session.id, found.relation, ROW_EXCLUSIVE, false))) return false;
    acceptInvalidations(world, session);
  }
  return true;
}

/** nextval, currval, lastval, setval. */
export function askSequence(world: World, session: Session, what: string, args: readonly Value[]): Value {
  const { more } = session;
  if (what === 'lastval') return lastValue(world, session);
  const name = nameIn(String(args[0]));
  const table = lookUp(world.catalog, session.changes, name);
  if (table === undefined) throw undefinedTable(name);
  if (!isSequence(table)) throw notOpened(world, name);
  if (what === 'currval') {
    const value = more.current.get(table.relation);
    if (value === undefined)
      throw new Failure('55000', `currval of sequence "${name}" is not yet defined in this session`);
    return value;
  }
  if (session.readOnly) throw readOnlyTransaction(`${what}()`);
  const row = world.more.sequences.get(table.other.row);
  if (row === undefined) throw new Error('a sequence has a row');
  world.work.pay(WORK.changes, PRICE.change);
  if (what === 'setval') return setValue(world, session, table, args);
  const next = nextValue(name, table.other, row);
  if (next.isLogged) world.core.topFullXid(session.id);
  world.more.sequences.set(table.other.row, next.row);
  more.current.set(table.relation, next.value);
  more.last = table.relation;
  return next.value;
}

function setValue(world: World, session: Session, table: Sequence, [, given, called]: readonly Value[]): Value {
  const { min, max, row } = table.other;
  const value = BigInt(String(given));
  if (value < min || value > max)
    throw new Failure('22003', `setval: value ${value} is out of bounds for sequence "${table.name}" (${min}..${max})`);
  const isCalled = called !== false;
  if (isCalled) session.more.current.set(table.relation, value);
  world.core.topFullXid(session.id);
  world.more.sequences.set(row, { last: value, isCalled, logged: 0n });
  return value;
}

function lastValue(world: World, session: Session): Value {
  const { last, current } = session.more;
  const isThere = allRelations(world.catalog, session.changes).some(({ relation }) => relation === last);
  if (last === undefined || !isThere) throw new Failure('55000', 'lastval is not yet defined in this session');
  return current.get(last) ?? null;
}
