/**
 * The functions of pageinspect and pgrowlocks, as SQL functions for one question. Source: contrib/pageinspect/heapfuncs.c
 * and rawpage.c, contrib/pgrowlocks/pgrowlocks.c.
 */
import { allTables, lookUp, type Table } from './catalog.ts';
import type { Rules } from './core.ts';
import { nextPage, WHOLE } from './exec.ts';
import { engineLimit, undefinedTable } from './failure.ts';
import { insertText, type Texts } from './general-table.ts';
import { WORK } from './limits.ts';
import { type Exec, newRun } from './session.ts';
import type { Sight } from './sight.ts';
import { indexOid, tableOid } from './view-oids.ts';

/** A page's bytes, and its rows as text. */
const PAGE_UNITS = 1500;

const text = (value: string | number | null | undefined): string | null =>
  value === undefined || value === null ? null : String(value);
const ITEM = [
  'lp',
  'lp_off',
  'lp_flags',
  'lp_len',
  't_xmin',
  't_xmax',
  't_field3',
  't_ctid',
  't_infomask2',
  't_infomask',
];
const ITEMS = [...ITEM, 't_hoff', 't_bits', 't_oid', 't_data'] as const;

/** MODEL: an index has no pages here. */
export function rawPages({ world, session }: Exec, { inspector }: Sight): readonly string[] {
  const tables = allTables(world.catalog, session.changes);
  const pages: Texts[] = [];
  const items: Texts[] = [];
  for (const { relation } of tables) {
    const blocks = world.core.blocks(relation);
    world.work.pay(WORK.expressions, blocks * PAGE_UNITS);
    for (let block = 0; block < blocks; block++) {
      const bytes = inspector.page(relation, block) ?? new Uint8Array();
      const page = `\\x${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
      pages.push([String(tableOid(relation)), String(block), page]);
      for (const item of inspector.items(relation, block)) items.push([page, ...ITEMS.map((name) => text(item[name]))]);
    }
  }
  const indexes = tables.flatMap(({ relation, indexes: all }) => all.map((_, i) => indexOid(relation, i)));
  return [
    'CREATE TABLE shown.pages (relation oid, block int8, page bytea)',
    `CREATE TABLE shown.items (page bytea, lp int2, lp_off int2, lp_flags int2, lp_len int2, t_xmin xid, t_xmax xid,
      t_field3 int4, t_ctid tid, t_infomask2 int4, t_infomask int4, t_hoff int2, t_bits text, t_oid oid, t_data bytea)`,
    ...(pages.length === 0 ? [] : [insertText('shown.pages', pages)]),
    ...(items.length === 0 ? [] : [insertText('shown.items', items)]),
    getPage(indexes),
    `CREATE FUNCTION public.get_raw_page(name text, fork text, number int8) RETURNS bytea LANGUAGE plpgsql STABLE AS $f$
      BEGIN
        IF fork <> 'main' THEN RAISE EXCEPTION 'limit of the simulation reached: pages of another fork'; END IF;
        RETURN public.get_raw_page(name, number);
      END $f$`,
    `CREATE FUNCTION public.heap_page_items(asked bytea, OUT lp int2, OUT lp_off int2, OUT lp_flags int2, OUT lp_len int2,
      OUT t_xmin xid, OUT t_xmax xid, OUT t_field3 int4, OUT t_ctid tid, OUT t_infomask2 int4, OUT t_infomask int4,
      OUT t_hoff int2, OUT t_bits text, OUT t_oid oid, OUT t_data bytea) RETURNS SETOF record LANGUAGE sql STABLE AS $f$
      SELECT DISTINCT ON (i.lp) ${ITEMS.map((name) => `i.${name}`).join(', ')} FROM shown.items i WHERE i.page = asked
      ORDER BY i.lp $f$`,
    flags(),
  ];
}

const getPage = (indexes: readonly number[]): string =>
  `CREATE FUNCTION public.get_raw_page(name text, number int8) RETURNS bytea LANGUAGE plpgsql STABLE AS $f$
    DECLARE of oid := to_regclass(name); found bytea;
    BEGIN
      IF of IS NULL THEN
        RAISE EXCEPTION USING ERRCODE = '42P01', MESSAGE = format('relation "%s" does not exist', name);
      ELSIF of = ANY ('{${indexes.join(',')}}'::oid[]) THEN
        RAISE EXCEPTION USING ERRCODE = '54000', MESSAGE = 'limit of the simulation reached: pages of an index';
      ELSIF number < 0 THEN
        RAISE EXCEPTION USING ERRCODE = '22023', MESSAGE = 'invalid block number';
      END IF;
      SELECT page INTO found FROM shown.pages WHERE relation = of AND block = number;
      IF found IS NULL THEN
        RAISE EXCEPTION USING ERRCODE = '22023',
          MESSAGE = format('block number %s is out of range for relation "%s"', number, of::regclass);
      END IF;
      RETURN found;
    END $f$`;

const INFOMASK: readonly string[] = [
  ...['HASNULL', 'HASVARWIDTH', 'HASEXTERNAL', 'HASOID_OLD', 'XMAX_KEYSHR_LOCK', 'COMBOCID', 'XMAX_EXCL_LOCK'],
  ...['XMAX_LOCK_ONLY', 'XMIN_COMMITTED', 'XMIN_INVALID', 'XMAX_COMMITTED', 'XMAX_INVALID', 'XMAX_IS_MULTI'],
  ...['UPDATED', 'MOVED_OFF', 'MOVED_IN'],
];
const INFOMASK2 = { KEYS_UPDATED: 0x2000, HOT_UPDATED: 0x4000, ONLY_TUPLE: 0x8000 } as const;
const COMBINED = { XMAX_SHR_LOCK: 0x50, XMIN_FROZEN: 0x300, MOVED: 0xc000 } as const;

function flags(): string {
  const has = (mask: string, bits: number, name: string): string =>
    `CASE WHEN ${mask} & ${bits} = ${bits} THEN 'HEAP_${name}' END`;
  const array = (list: readonly string[]): string => `array_remove(ARRAY[${list.join(', ')}]::text[], NULL)`;
  const raw = [
    ...INFOMASK.map((name, i) => has('$1', 1 << i, name)),
    ...Object.entries(INFOMASK2).map(([name, bits]) => has('$2', bits, name)),
  ];
  const combined = Object.entries(COMBINED).map(([name, bits]) => has('$1', bits, name));
  return `CREATE FUNCTION public.heap_tuple_infomask_flags(int4, int4, OUT raw_flags text[], OUT combined_flags text[])
    RETURNS record LANGUAGE sql IMMUTABLE AS $f$ SELECT ${array(raw)}, ${array(combined)} $f$`;
}

const NAMED = /\bpgrowlocks\s*\(\s*'([^']*)'/gi;

/** Its scan is a sequential one, which prunes: so only of tables that are asked about. */
export function rowLocks(x: Exec, sight: Sight, sql: string): readonly string[] {
  const names = [...sql.matchAll(NAMED)].map(([, name = '']) => name.toLowerCase());
  if (names.length === 0) throw engineLimit('pgrowlocks of anything but a quoted name');
  const pairs = [...new Set(names)].map((name) => {
    const table = lookUp(x.world.catalog, x.session.changes, name.replace(/^public\./, ''));
    if (table === undefined) throw undefinedTable(name);
    return [name, lockedRows(x, sight, table)] as const;
  });
  const rows = pairs.flatMap(([name, list]) => list.map((row) => [name, ...row]));
  return [
    `CREATE TABLE shown.row_locks (of text, locked_row tid, locker xid, multi bool, xids xid[], modes text[], pids int4[])`,
    ...(rows.length === 0 ? [] : [insertText('shown.row_locks', rows)]),
    `CREATE FUNCTION public.pgrowlocks(relname text, OUT locked_row tid, OUT locker xid, OUT multi bool, OUT xids xid[],
      OUT modes text[], OUT pids int4[]) RETURNS SETOF record LANGUAGE sql STABLE AS $f$
      SELECT l.locked_row, l.locker, l.multi, l.xids, l.modes, l.pids FROM shown.row_locks l
      WHERE l.of = lower(relname) ORDER BY l.locked_row $f$`,
  ];
}

const BITS = {
  keyShare: 0x10,
  exclusive: 0x40,
  lockOnly: 0x80,
  invalid: 0x800,
  isMulti: 0x1000,
  keys: 0x2000,
} as const;
const LOCKS = BITS.keyShare | BITS.exclusive;
const MEMBERS: Readonly<Record<string, string>> = {
  'for key share': 'For Key Share',
  'for share': 'For Share',
  'for no key update': 'For No Key Update',
  'for update': 'For Update',
  'no key update': 'No Key Update',
  update: 'Update',
};

/** Versions before 17 leave a word out. */
function memberMode(rules: Rules, status: string): string {
  const mode = MEMBERS[status] ?? '';
  return rules < 17 && mode.endsWith('Share') ? mode.replace('For ', '') : mode;
}

interface Holder {
  readonly xid: number;
  readonly mode: string;
}

/** Rows of which HeapTupleSatisfiesUpdate says that they are being modified. */
function lockedRows(x: Exec, sight: Sight, table: Table): readonly Texts[] {
  const { world, session } = x;
  const { core } = world;
  const own: Exec = { ...x, run: newRun([]) };
  const found: { ctid: string; xmax: number; infomask: number; infomask2: number }[] = [];
  while (nextPage(own, table, WHOLE, 0)) {
    const { block, offsets } = own.run;
    for (const [i, offset] of offsets.entries()) {
      if (!sight.inspector.isBeingModified(session.id, table.relation, block, offset)) continue;
      const { xmax, infomask, infomask2 } = core.scanned(i);
      found.push({ ctid: `(${block},${offset})`, xmax, infomask, infomask2 });
    }
  }
  const pids = new Map([...world.sessions.keys()].map((id) => [sight.inspector.activity(id).xid, id]));
  return found.map(({ ctid, xmax, infomask, infomask2 }): Texts => {
    const isMulti = (infomask & BITS.isMulti) !== 0;
    const mode = modeOf(infomask, infomask2);
    const holders: readonly Holder[] = isMulti
      ? sight.inspector
          .members(session.id, xmax)
          .map(({ xid, status }) => ({ xid, mode: memberMode(core.rules, status) }))
      : [{ xid: xmax, mode }];
    const list = (of: (holder: Holder) => string): string => `{${holders.map(of).join(',')}}`;
    return [
      ctid,
      String(xmax),
      isMulti ? 't' : 'f',
      list(({ xid }) => String(xid)),
      list((one) => `"${one.mode}"`),
      list(({ xid }) => String(pids.get(xid) ?? 0)),
    ];
  });
}

function modeOf(infomask: number, infomask2: number): string {
  const isKey = (infomask2 & BITS.keys) !== 0;
  if ((infomask & BITS.lockOnly) === 0) return isKey ? 'Update' : 'No Key Update';
  if ((infomask & LOCKS) === LOCKS) return 'For Share';
  if ((infomask & BITS.keyShare) !== 0) return 'For Key Share';
  return isKey ? 'For Update' : 'For No Key Update';
}
