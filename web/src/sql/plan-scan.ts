/**
 * Asks the planner for a statement's way to its rows, and prepares it: the known sizes of the indexes, the conditions
 * as tests of entries, and the places of a bitmap. index-scan.ts follows them.
 */
import type { Context, IndexSize, KeyOp, Look, Order, Planned, Qual, Way } from './bound-types.ts';
import type { Index, Table } from './catalog.ts';
import { engineLimit } from './failure.ts';
import { hashScan } from './hash-index.ts';
import { plainly } from './index-proof.ts';
import { compare, entriesOf, inOrder, NEVER, type Test } from './index-scan.ts';
import { mapOf } from './key-maps.ts';
import { atKey, keyFor } from './key-scan.ts';
import { ctidOf } from './keys.ts';
import { fits, isEnough, type Question } from './path-cost.ts';
import { planAgain } from './plan-again.ts';
import { type Access, isHeapFor, onlyWay, type Places } from './planner.ts';
import { isSerializable } from './serializable.ts';
import type { IndexRun, Session, Settings, World } from './session.ts';
import { settingOf } from './settings.ts';
import { isVaried, sizeOf } from './tuple.ts';
import type { Value } from './values.ts';

/**
 * Space for entries in a leaf, which stays filled to nine tenths when the next one is created
 * (BTREE_DEFAULT_FILLFACTOR).
 */
const LEAF = 8152;
const FILLED = 0.9;
const ENTRY = 8;
const POINTER = 4;
const PLACE = 6;
const aligned = (bytes: number): number => Math.ceil(bytes / 8) * 8;

/**
 * Its pages, the first of which is the metapage, and the levels below its root. Before a leaf is split, places with the
 * same key share an entry (_bt_dedup_pass), though not in a unique index. MODEL: keys are assumed to come in rising
 * order.
 */
function sizeOfIndex(world: World, table: Table, index: Index): IndexSize {
  const map = mapOf(world, table.relation, index);
  if (map.size === 0) return { pages: 1, height: 0 };
  const fixed = index.columns.reduce((sum, column) => sum + Math.max(4, sizeOf(table.types[column] ?? 'int4')), 0);
  const hasText = index.columns.some((column) => isVaried(table.types[column]));
  let [bytes, shared] = [0, 0];
  for (const [key, places] of map) {
    const entry = aligned(ENTRY + (hasText ? key.length : fixed));
    bytes += places.length * (entry + POINTER);
    shared += (places.length === 1 ? entry : aligned(entry + places.length * PLACE)) + POINTER;
  }
  if (index.unique) shared = bytes;
  const leaves = bytes <= LEAF || shared <= LEAF ? 1 : Math.ceil(shared / (LEAF * FILLED));
  return { pages: leaves === 1 ? 2 : leaves + 2, height: leaves === 1 ? 0 : 1 };
}

/** Plans when the statement begins: undefined if it scans the whole table. */
export function planScan(
  world: World,
  whole: Table,
  look: Look,
  context: Context,
  wanted: number,
  order: Order | undefined,
): IndexRun | undefined {
  const planned = plannedFor(whole, context);
  const off = planned?.off ?? waysOff(world.sessions.get(context.session));
  const hashed = hashScan(world, whole, look, context, off);
  if (hashed !== undefined) return hashed;
  const question = questionOf(world, whole, look, context, wanted, order);
  const isCounted = planned?.isCounted ?? world.counted.has(whole.relation);
  const only = isCounted && off.length > 0 ? onlyWay(question) : undefined;
  if (isCounted && only === undefined) return mustBeHeap(world, question, context);
  const access = only ?? planAgain(look, question);
  return access.kind === 'heap' ? undefined : follow(world, question.table, access, context);
}

/**
 * The index of the index scan that `planScan` would choose, undefined if a sort follows; it evaluates nothing. MODEL: none
 * of a table with a hash index, and none of one that ANALYZE or CREATE INDEX has counted, unless settings leave one way.
 */
export function indexOfPlan(
  world: World,
  whole: Table,
  look: Look,
  context: Context,
  wanted: number,
  order: Order | undefined,
): Index | undefined {
  const isWhole = look.quals.length === 0 && order === undefined && look.columns === undefined;
  if (isWhole || whole.indexes.length === 0 || whole.indexes.some(({ method }) => method !== undefined))
    return undefined;
  const question = questionOf(world, whole, look, context, wanted, order);
  const isCounted = world.counted.has(whole.relation);
  const only = isCounted && question.off.length > 0 ? onlyWay(question) : undefined;
  if (isCounted && only === undefined) return undefined;
  const access = only ?? planAgain(look, question);
  return access.kind === 'index' && (order === undefined || access.order !== undefined) ? access.index : undefined;
}

const plannedFor = ({ relation }: Table, { planned }: Context): Planned | undefined =>
  planned?.relation === relation ? planned : undefined;

function questionOf(
  world: World,
  whole: Table,
  look: Look,
  context: Context,
  wanted: number,
  order: Order | undefined,
): Question {
  const planned = plannedFor(whole, context);
  const table = plainly(planned === undefined ? whole : withIndexesOf(planned, whole), look.quals);
  const off = planned?.off ?? waysOff(world.sessions.get(context.session));
  // Each by its name: every statement comes here, and a spread takes several times as long.
  return {
    quals: look.quals,
    columns: off.includes('indexonlyscan') ? undefined : look.columns,
    off,
    table,
    figures: planned?.figures ?? world.core.figures(table.relation),
    rules: world.core.rules,
    sizeOf: (index) => planned?.sizes[index.name] ?? sizeOfIndex(world, table, index),
    wanted,
    order,
  };
}

/** A way that is no scan of the whole table. */
export const follow = (
  world: World,
  table: Table,
  access: Exclude<Access, { kind: 'heap' }>,
  context: Context,
): IndexRun => {
  if (access.kind === 'bitmap') return byPage(world, table, access, context);
  const tests = testsOf(access.quals, context);
  const key = keyFor(access.index, table, tests);
  return key === undefined ? inOrder(world, table, access, tests) : atKey(world, table, access, key);
};

/** A cursor's plan is made at DECLARE; what it does not depend on comes when its scan begins, with the first FETCH. */
export const plannedNow = (world: World, session: Session, table: Table): Planned => ({
  relation: table.relation,
  figures: world.core.figures(table.relation),
  isCounted: world.counted.has(table.relation),
  off: waysOff(session),
  sizes: Object.fromEntries(table.indexes.map((index) => [index.name, sizeOfIndex(world, table, index)])),
});
const withIndexesOf = ({ sizes }: Planned, table: Table): Table =>
  table.indexes.every(({ name }) => Object.hasOwn(sizes, name))
    ? table
    : { ...table, indexes: table.indexes.filter(({ name }) => Object.hasOwn(sizes, name)) };

const WAYS: readonly Way[] = ['seqscan', 'indexscan', 'indexonlyscan', 'bitmapscan'];
const SETTINGS = WAYS.map((way) => [way, `enable_${way}`] as const);
const NONE: readonly Way[] = [];
/** The last answer for a session's settings, with those of its transaction: whoever changes either makes a new object. */
const waysBy = new WeakMap<Settings, { readonly local: Settings; readonly off: readonly Way[] }>();

export function waysOff(session: Session | undefined): readonly Way[] {
  if (session === undefined) return NONE;
  const { settings, local } = session;
  const known = waysBy.get(settings);
  if (known !== undefined && known.local === local) return known.off;
  const isOff = ([, name]: (typeof SETTINGS)[number]): boolean => settingOf(session, name) === 'off';
  const off = SETTINGS.some(isOff) ? SETTINGS.filter(isOff).map(([way]) => way) : NONE;
  waysBy.set(settings, { local, off });
  return off;
}

/** A planner's statistics of a counted table are not kept: that is fine only if the way makes no difference. */
function mustBeHeap(world: World, x: Question, context: Context): undefined {
  const { table, quals } = x;
  const isOff = x.off.includes('seqscan');
  const rows = table.indexes.reduce((most, index) => Math.max(most, entriesIn(world, table, index)), 0);
  if (!isOff && isHeapFor(x, rows)) return undefined;
  const isOne = table.indexes.some((index) => {
    const here = quals.filter((qual) => fits(index, [qual]) && qual.kind !== 'or');
    if (here.length === 0) return false;
    const found = entriesOf(world, table, index, testsOf(here, context));
    return found.length === 0 || (found.length === 1 && found[0]?.places.length === 1);
  });
  const hasWay = table.indexes.some(
    (index) =>
      index.where !== undefined ||
      fits(index, quals) ||
      quals.some((qual) => qual.kind === 'or' && qual.arms.every((arm) => fits(index, arm))) ||
      isEnough(index, x.columns) ||
      x.order?.columns[0] === index.columns[0],
  );
  // SERIALIZABLE locks what the plan reads, even where all plans find the same row.
  if (hasWay && (isOff || !isOne || isSerializable(world, context.session)))
    throw engineLimit('the plan for a large table after ANALYZE or CREATE INDEX');
  return undefined;
}
function entriesIn(world: World, table: Table, index: Index): number {
  let entries = 0;
  for (const places of mapOf(world, table.relation, index).values()) entries += places.length;
  return entries;
}

const testsOf = (quals: readonly Qual[], context: Context): Test[] => quals.map((qual) => testOf(qual, context));

function testOf(qual: Qual, context: Context): Test {
  switch (qual.kind) {
    case 'compare': {
      const { column, op } = qual;
      const wanted = qual.value([], context);
      if (wanted === null) return NEVER;
      const fits = (value: Value): boolean => value !== null && holds(op, compare(value, wanted));
      return { column, fits, equals: op === '=' ? wanted : undefined };
    }
    case 'in': {
      const wanted = qual.values.map((one) => one([], context));
      const isOne = (value: Value): boolean => wanted.some((one) => one !== null && compare(value, one) === 0);
      return { column: qual.column, fits: (value) => value !== null && isOne(value) };
    }
    case 'prefix': {
      const { column, text, isWhole } = qual;
      const begins = (value: string): boolean => (isWhole ? value === text : value.startsWith(text));
      return { column, fits: (value) => typeof value === 'string' && begins(value) };
    }
    case 'null':
      return { column: qual.column, fits: (value) => (value === null) !== qual.negated };
    default:
      return NEVER;
  }
}

function holds(op: KeyOp, order: number): boolean {
  switch (op) {
    case '=':
      return order === 0;
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
    case '>':
      return order > 0;
    case '>=':
      return order >= 0;
  }
}

function placesOf(world: World, table: Table, places: Places, context: Context): ReadonlySet<number> {
  if (places.kind === 'index')
    return new Set(
      entriesOf(world, table, places.index, testsOf(places.quals, context)).flatMap((entry) => entry.places),
    );
  const [first, ...others] = places.of.map((one) => placesOf(world, table, one, context));
  if (places.kind === 'or') return new Set([...(first ?? []), ...others.flatMap((one) => [...one])]);
  return new Set([...(first ?? [])].filter((place) => others.every((one) => one.has(place))));
}

const leavesOf = (places: Places): string[] =>
  places.kind === 'index' ? [places.index.name] : places.of.flatMap(leavesOf);

function byPage(world: World, table: Table, access: Extract<Access, { kind: 'bitmap' }>, context: Context): IndexRun {
  const places = placesOf(world, table, access.places, context);
  const stops: { block: number; roots: number[]; key: string }[] = [];
  for (const place of [...places].sort((a, b) => a - b)) {
    const { block, offset } = ctidOf(place);
    const last = stops[stops.length - 1];
    if (last?.block === block) last.roots.push(offset);
    else stops.push({ block, roots: [offset], key: '' });
  }
  return { kind: 'bitmap', isOrdered: false, leaves: leavesOf(access.places), index: '', stops, at: 0 };
}
