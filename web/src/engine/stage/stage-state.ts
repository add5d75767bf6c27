/**
 * The part of a simulated server that the stage shows, read at once: all sessions, the latest xids, and one page of one
 * table. Its cost does not grow with the tables: 10,000 row versions are one page and a number.
 */

import { tablesIn, VIRTUAL } from '../../sql/catalog.ts';
import type { Ctid, StoredTuple } from '../../sql/core.ts';
import type { SqlDatabase } from '../../sql/database-run.ts';
import { attributeSpans } from '../../sql/tuple.ts';
import type { WasmServer } from '../server/server-core.ts';
import { pageBytes } from '../server/server-pages.ts';
import { readBlock, readServerState, snapshotInForce } from '../server/server-state.ts';
import { readSlru } from '../server/slru-state.ts';
import { askSnapshot, rangesWithNext } from '../server/snapshot-answers.ts';
import type { readSsi } from '../server/ssi-state.ts';
import { stateNames } from '../spec/spec-state.ts';
import { SIM_MAX_SESSIONS, SIM_MAX_XIDS, SimXids } from '../wasm/sim.gen.ts';
import {
  isFailed,
  type Look,
  MAX_STAGE_XIDS,
  type Shown,
  type SnapshotUse,
  type StagePage,
  type StageSession,
  type StageState,
  type StageXid,
} from './stage-types.ts';

/**
 * Chooses the question until the reader does: the session is a waiting one, else the last one that acted; the version
 * is one on the page that this session does not see, else one that it has locked. The reader's choice stays. So the
 * stage always shows a reason, and the first touch changes it.
 */

/** @param acted the session that acted last; null: nobody yet */
export function questionOf({ session, tuple }: Look, state: StageState, acted: string | null): Shown['question'] {
  const { page, sessions } = state;
  const waiting = sessions.find(({ active }) => active !== null)?.session;
  const who = session ?? waiting ?? acted ?? sessions[0]?.session ?? null;
  if (tuple !== undefined || who === null || page === null) return { session: who, tuple: tuple ?? null };
  const unseen = page.tuples.findLast(({ visibleTo, dead }) => !visibleTo.includes(who) && !dead);
  const own = sessions.find((one) => one.session === who);
  const marked = page.tuples.findLast(({ xmax }) => xmax !== 0 && (xmax === own?.xid || xmax === own?.currentXid));
  const chosen = unseen ?? marked ?? page.tuples.at(-1);
  return {
    session: who,
    tuple: chosen === undefined ? null : { table: page.table, block: page.block, offset: chosen.lp },
  };
}

export interface StageSource {
  readonly core: WasmServer;
  readonly db: SqlDatabase;
  readonly design: string;
  /** Names of the spec's sessions; the database's first session is the control session. */
  readonly names: readonly string[];
  /** The step under way in a session, as its index in the spec's `steps`. */
  active(session: number): number | null;
  readonly timeCanPass: boolean;
  /** Lookups in pg_subtrans before the tick that led here (slru-state.ts). */
  readonly lookupsBefore: number;
  /** Null: no session can be serializable. */
  readonly readSsi: typeof readSsi | null;
}

export function readStage(source: StageSource, tick: number, look: Look): StageState {
  const { core, db, design, names, timeCanPass } = source;
  const labels = stateNames(db, names);
  const state = readServerState(core, { ...labels, tables: [] });
  const tables = tablesIn(db.world.catalog).map(({ name, relation, columns, indexes }) => ({
    name,
    columns: columns.map(({ fallback, ...column }) => ({ ...column, ...(fallback !== undefined && { fallback }) })),
    indexes: indexes.map((index) => ({
      ...index,
      columns: index.columns.map(
        (column) => columns[column]?.name ?? index.expressions?.[column - VIRTUAL]?.text ?? '',
      ),
      including: index.including.map((column) => columns[column]?.name ?? ''),
    })),
    blocks: core.blocks(relation),
  }));
  const page = readPage(source, look, new Set(state.sessions.filter(isFailed).map(({ session }) => session)));
  const xids = readXids(source, state.nextXid, new Set(state.prepared.flatMap(({ xids: own }) => own)), [
    ...state.sessions.flatMap(({ ownXids }) => ownXids),
    ...(page?.tuples ?? []).flatMap(({ xmin, xmax }) => [xmin, xmax]),
  ]);
  const ranges = rangesWithNext(xids, state.nextXid);
  const ssi = source.readSsi?.(core, db, names);
  return {
    tick,
    rules: core.rules,
    design,
    nextXid: state.nextXid,
    latestCompletedXid: state.latestCompletedXid,
    xactCompletionCount: state.xactCompletionCount,
    lastOverflowedXid: state.lastOverflowedXid,
    sessions: state.sessions.map((session, i): StageSession => {
      const inForce = snapshotInForce(core, session.id);
      return {
        ...session,
        use: useOf(source, session.id, session.level, session.keepsSnapshot),
        inForce,
        answers: askSnapshot(core, { session: session.id, inRecovery: false }, inForce, ranges),
        active: source.active(i),
      };
    }),
    xids,
    horizons: state.horizons,
    slru: readSlru(source),
    prepared: state.prepared,
    slots: state.slots,
    tables,
    ...(ssi === undefined ? {} : { ssi }),
    page,
    timeCanPass,
  };
}

function useOf({ core, db }: StageSource, id: number, level: number, keeps: boolean): SnapshotUse {
  if (level === 0) return 'none';
  if (keeps) return 'kept';
  if (core.hasActiveSnapshot(id)) return 'statement';
  return db.world.sessions.get(id)?.snapshotSet === true ? 'over' : 'none';
}

const FIRST_NORMAL = 3;

/** How many xids to show that run, or occur on the page, but are not among the latest. */
const MAX_OLD_XIDS = 400;

/** The latest xids assigned since the server was new, and older ones that still run or are on the page; ascending. */
function readXids(
  { core, db, names }: StageSource,
  nextXid: number,
  prepared: ReadonlySet<number>,
  others: readonly number[],
): readonly StageXid[] {
  const first = Math.max(core.firstXid, nextXid - MAX_STAGE_XIDS);
  const full = (xid: number): number => nextXid - ((((nextXid - xid) % 2 ** 32) + 2 ** 32) % 2 ** 32);
  const old = [...new Set([...others.filter((xid) => xid >= FIRST_NORMAL), ...prepared].map(full))]
    .filter((xid) => xid < first && xid >= core.firstXid)
    .sort((a, b) => a - b)
    .slice(0, MAX_OLD_XIDS);
  const all = [
    ...old.flatMap((xid) => xidsBetween(core, db, names, xid, xid + 1)),
    ...xidsBetween(core, db, names, first, nextXid),
  ];
  return all.map((one) => (prepared.has(one.xid) ? { ...one, status: 'prepared' } : one));
}

/**
 * Xids from one (64 bits) up to another, ascending; special ones are left out, as in C's counting.
 * @param names of the spec's sessions
 */
export function xidsBetween(
  core: WasmServer,
  db: SqlDatabase,
  names: readonly string[],
  from: number,
  to: number,
): readonly StageXid[] {
  const ids = [...db.world.sessions.keys()];
  const given: number[] = [];
  for (let full = from; full < to; full++) if (full % 2 ** 32 >= FIRST_NORMAL) given.push(full % 2 ** 32);
  const answer = core.answer(SimXids);
  return given.map((xid, i): StageXid => {
    if (i % SIM_MAX_XIDS === 0) core.module._xip_sim_view_xids(xid, Math.min(SIM_MAX_XIDS, given.length - i));
    const { status, owner, parent } = answer.xids(i % SIM_MAX_XIDS);
    return {
      xid,
      status: status === 'committed' || status === 'aborted' ? status : 'running',
      owner: names[ids.indexOf(owner) - 1] ?? null,
      ...(owner === SIM_MAX_SESSIONS ? { elsewhere: true as const } : {}),
      parent: parent === 0 ? null : parent,
    };
  });
}

/** The page to show; a number past the end means the last one. @param blind sessions that can run no query */
function readPage({ core, db, names }: StageSource, look: Look, blind: ReadonlySet<string>): StagePage | null {
  const tables = tablesIn(db.world.catalog);
  const table = tables.find(({ name }) => name === look.table) ?? tables[0];
  const anybody = [...db.world.sessions.keys()][0];
  if (table === undefined || anybody === undefined) return null;
  const blocks = core.blocks(table.relation);
  const block = Math.max(0, Math.min(look.block ?? 0, blocks - 1));
  const page = pageBytes(core, table.relation, block);
  if (page === undefined) return { table: table.name, block, lower: 24, upper: 8192, tuples: [], items: [] };
  const bytes = new DataView(page.buffer, page.byteOffset, page.byteLength);
  const [lower, upper] = [bytes.getUint16(12, true), bytes.getUint16(14, true)];
  const labels = stateNames(db, names);
  const named = labels.tables.find(({ relation }) => relation === table.relation);
  if (named === undefined) return null;
  const { tuples, items } = readBlock(core, anybody, named, block, labels);
  return {
    table: table.name,
    block,
    lower,
    upper,
    items,
    tuples: tuples.map((tuple) => {
      const ctid = ctidOf(tuple.ctid);
      const stored: StoredTuple | undefined = core.tuple(table.relation, ctid);
      const pointer = bytes.getUint32(24 + 4 * (ctid.offset - 1), true);
      return {
        ...tuple,
        visibleTo: tuple.visibleTo.filter((name) => !blind.has(name)),
        lp: ctid.offset,
        at: pointer & 0x7fff,
        length: pointer >>> 17,
        hoff: stored?.hoff ?? 0,
        spans: stored === undefined ? [] : attributeSpans(table.types, stored),
        dead: tuple.removable,
      };
    }),
  };
}

/** `(block,offset)` */
export function ctidOf(text: string): Ctid {
  const [block = 0, offset = 0] = text.slice(1, -1).split(',').map(Number);
  return { block, offset };
}
