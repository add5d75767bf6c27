/**
 * One page of a heap as it is drawn: line pointers in their order, each version with its bytes, its xids and the
 * sessions that see it; the chains between them; how full the page is. Pure, from the stage's state and the person's
 * selection.
 */
import {
  isFailed,
  type StageColumn,
  type StagePage,
  type StageState,
  type StageTuple,
} from '../../engine/stage/stage-types.ts';
import { bitNames, isHeapOnly, isHotUpdated } from './heap-bits.ts';
import { type Fact, factOf, type Place, placeOf, type XidNote, type Xmax, xmaxOf, xminOf } from './heap-facts.ts';
import {
  NO_SESSION,
  type Selection,
  type SessionStyle,
  type SessionStyles,
  sameTuple,
  sessionStyles,
  styleOf,
  type TupleRef,
} from './selection.ts';

export const PAGE_BYTES = 8192;
/** Of a tuple's header without the null bitmap. */
export const HEADER_BYTES = 23;

export type HeaderName = 't_xmin' | 't_xmax' | 't_cid' | 't_ctid' | 't_infomask2' | 't_infomask' | 't_hoff' | 'nulls';
/** Bytes from the tuple's beginning; `to` is exclusive. */
export interface Bytes {
  readonly from: number;
  readonly to: number;
}
/** The header's fields, the same for every tuple. SizeofHeapTupleHeader is 23; the null bitmap follows. */
export const HEADER_FIELDS: readonly (Bytes & { readonly name: HeaderName })[] = [
  { name: 't_xmin', from: 0, to: 4 },
  { name: 't_xmax', from: 4, to: 8 },
  { name: 't_cid', from: 8, to: 12 },
  { name: 't_ctid', from: 12, to: 18 },
  { name: 't_infomask2', from: 18, to: 20 },
  { name: 't_infomask', from: 20, to: 22 },
  { name: 't_hoff', from: 22, to: 23 },
];

export interface HeapCell {
  readonly name: string;
  /** Null: SQL's NULL, which has no bytes. */
  readonly text: string | null;
  readonly bytes: Bytes | null;
  /** Numbers are aligned right, text left. */
  readonly number: boolean;
}
export interface HeapEye {
  readonly session: SessionStyle;
  readonly sees: boolean;
  /** Its transaction has failed: it sees nothing. */
  readonly failed: boolean;
}
/** The target of t_ctid, if a reader would follow it. */
export interface NextVersion {
  readonly to: Place;
  /** On this page. */
  readonly here: boolean;
  /** A HOT update: no index entry for the successor. */
  readonly hot: boolean;
}

export interface HeapVersion {
  readonly kind: 'version';
  readonly offset: number;
  readonly ctid: string;
  readonly ref: TupleRef;
  readonly tuple: StageTuple;
  readonly xmin: XidNote;
  readonly xmax: Xmax;
  readonly cells: readonly HeapCell[];
  /** The null bitmap and padding up to t_hoff; null: t_hoff comes right after the header. */
  readonly beforeData: Bytes | null;
  readonly bits: { readonly infomask: readonly string[]; readonly infomask2: readonly string[] };
  readonly next: NextVersion | null;
  readonly heapOnly: boolean;
  readonly dead: boolean;
  readonly eyes: readonly HeapEye[];
  /** Full ink: the chosen session sees it; if none is chosen: it is not dead. */
  readonly inked: boolean;
  readonly chosen: boolean;
  readonly fact: Fact;
}
/** One line pointer without a tuple, or several equal ones in a row. */
export interface HeapPointer {
  readonly kind: 'pointer';
  readonly offset: number;
  /** Inclusive; equal to `offset` for a single one. */
  readonly last: number;
  readonly flags: 'unused' | 'redirect' | 'dead';
  /** Target of a redirect; 0 otherwise. */
  readonly to: number;
}
export type HeapRow = HeapVersion | HeapPointer;

/** From row to row of this page. */
export interface ChainArrow {
  /** Indexes into `rows`. */
  readonly from: number;
  readonly to: number;
  readonly kind: 'hot' | 'cold' | 'redirect';
  /** Arrows next to each other have different lanes, from 0 on. */
  readonly lane: number;
}

export interface HeapModel {
  /** Null: there is no table. */
  readonly table: string | null;
  /** There was one: the teardown has run. */
  readonly tornDown: boolean;
  readonly block: number;
  /** Of this table. */
  readonly blocks: number;
  readonly tables: readonly { readonly name: string; readonly blocks: number }[];
  readonly columns: readonly StageColumn[];
  readonly sessions: readonly SessionStyle[];
  /** Sessions whose transaction has failed: they can run no query. */
  readonly failed: readonly SessionStyle[];
  /** The session whose eyes ink the page. */
  readonly by: SessionStyle | null;
  readonly xid: number | null;
  readonly rows: readonly HeapRow[];
  readonly arrows: readonly ChainArrow[];
  readonly lanes: number;
  /** Index into `rows`; null: the chosen version is not on this page. */
  readonly chosenRow: number | null;
  readonly space: { readonly lower: number; readonly upper: number; readonly items: readonly Bytes[] };
  /** Versions, dead versions, and all line pointers. */
  readonly counts: { readonly versions: number; readonly dead: number; readonly pointers: number };
}

/** This many equal pointers in a row become one line. */
const FOLD_FROM = 3;

export function heapModel(state: StageState, selection: Selection): HeapModel {
  const styles = sessionStyles(state.sessions.map(({ session }) => session));
  const { page } = state;
  const tables = state.tables.map(({ name, blocks }) => ({ name, blocks }));
  const shown = state.tables.find(({ name }) => name === page?.table) ?? (page === null ? state.tables[0] : undefined);
  const versions = page === null ? [] : versionsOf(state, page, styles, selection, shown?.columns ?? []);
  const rows = page === null ? [] : inOrder(versions, page);
  const arrows = chains(rows);
  const by = selection.session === null ? NO_SESSION : styleOf(styles, selection.session);
  const chosenRow = rows.findIndex((row) => row.kind === 'version' && row.chosen);
  return {
    table: page?.table ?? shown?.name ?? null,
    tornDown: state.tornDown === true,
    block: page?.block ?? 0,
    blocks: shown?.blocks ?? 0,
    tables,
    columns: shown?.columns ?? [],
    sessions: [...styles.values()],
    failed: [...styles.values()].filter(({ name }) => failedOf(state).has(name)),
    by: by === NO_SESSION ? null : by,
    xid: selection.xid,
    rows,
    arrows,
    lanes: arrows.reduce((most, { lane }) => Math.max(most, lane + 1), 0),
    chosenRow: chosenRow < 0 ? null : chosenRow,
    space: {
      lower: page?.lower ?? 0,
      upper: page?.upper ?? 0,
      items: versions.map(({ tuple }) => ({ from: tuple.at, to: tuple.at + tuple.length })),
    },
    counts: {
      versions: versions.length,
      dead: versions.filter(({ dead }) => dead).length,
      pointers: versions.length + (page?.items.length ?? 0),
    },
  };
}

const failedOf = ({ sessions }: StageState): ReadonlySet<string> =>
  new Set(sessions.filter(isFailed).map(({ session }) => session));

function versionsOf(
  state: StageState,
  page: StagePage,
  styles: SessionStyles,
  selection: Selection,
  columns: readonly StageColumn[],
): readonly HeapVersion[] {
  // The successor of each version: only if the older one's xmax wrote the newer one.
  const failed = failedOf(state);
  const older = new Map(page.tuples.filter(({ next, ctid }) => next !== ctid).map((tuple) => [tuple.next, tuple]));
  return page.tuples.map((tuple): HeapVersion => {
    const xmin = xminOf(state, styles, tuple);
    const xmax = xmaxOf(state, styles, tuple);
    const before = older.get(tuple.ctid);
    const replaces = before !== undefined && changerOf(before) === tuple.xmin ? placeOf(before.ctid) : null;
    const seen = new Set(tuple.visibleTo);
    const eyes = [...styles.values()].map((session) => ({
      session,
      sees: seen.has(session.name),
      failed: failed.has(session.name),
    }));
    const ref = { table: page.table, block: page.block, offset: tuple.lp };
    return {
      kind: 'version',
      offset: tuple.lp,
      ctid: tuple.ctid,
      ref,
      tuple,
      xmin,
      xmax,
      cells: cellsOf(tuple, columns),
      beforeData: tuple.hoff > HEADER_BYTES ? { from: HEADER_BYTES, to: tuple.hoff } : null,
      bits: bitNames(tuple),
      next: nextOf(tuple, xmax, page),
      heapOnly: isHeapOnly(tuple),
      dead: tuple.dead,
      eyes,
      inked: selection.session === null || !styles.has(selection.session) ? !tuple.dead : seen.has(selection.session),
      chosen: sameTuple(selection.tuple, ref),
      fact: factOf(tuple, xmin, xmax, {
        replaces,
        seenBy: eyes.filter(({ sees }) => sees).map(({ session }) => session),
      }),
    };
  });
}

/** The xid that changes a tuple; for a multixact its updater's. */
const changerOf = ({ xmax, members }: StageTuple): number =>
  members.find(({ status }) => status === 'update' || status === 'no key update')?.xid ?? xmax;

const cellsOf = (tuple: StageTuple, columns: readonly StageColumn[]): readonly HeapCell[] =>
  columns.map(({ name, type }, i) => {
    const bytes = tuple.spans[i] ?? null;
    return { name, text: tuple.values[i] ?? null, bytes, number: type !== 'text' && type !== 'bool' };
  });

function nextOf(tuple: StageTuple, xmax: Xmax, page: StagePage): NextVersion | null {
  if (tuple.next === tuple.ctid || xmax.kind !== 'change' || xmax.by.fill === 'aborted') return null;
  const to = placeOf(tuple.next);
  return { to, here: to.block === page.block, hot: isHotUpdated(tuple) };
}

/** Versions and pointers by line pointer; runs of equal pointers become one row. */
function inOrder(versions: readonly HeapVersion[], page: StagePage): readonly HeapRow[] {
  const pointers = page.items.map(({ ctid, flags, to }): HeapPointer => {
    const { offset } = placeOf(ctid);
    return { kind: 'pointer', offset, last: offset, flags, to };
  });
  const all = [...versions, ...pointers].sort((a, b) => a.offset - b.offset);
  const rows: HeapRow[] = [];
  for (let i = 0; i < all.length; ) {
    const row = all[i];
    if (row === undefined) break;
    let end = i + 1;
    if (row.kind === 'pointer' && row.flags !== 'redirect')
      while (end < all.length && continues(row, all[end], end - i)) end++;
    if (row.kind === 'pointer' && end - i >= FOLD_FROM) rows.push({ ...row, last: row.offset + end - i - 1 });
    else rows.push(...all.slice(i, end));
    i = end;
  }
  return rows;
}
const continues = (first: HeapPointer, next: HeapRow | undefined, distance: number): boolean =>
  next?.kind === 'pointer' && next.flags === first.flags && next.offset === first.offset + distance;

/** Arrows, in lanes so that no two arrows over the same rows share one. */
function chains(rows: readonly HeapRow[]): readonly ChainArrow[] {
  const rowOf = new Map(rows.map((row, index) => [row.offset, index]));
  const bare = rows.flatMap((row, from): Omit<ChainArrow, 'lane'>[] => {
    const next = row.kind === 'version' ? row.next : null;
    const target = row.kind === 'pointer' ? row.to : next?.here === true ? next.to.offset : 0;
    const to = rowOf.get(target);
    if (target === 0 || to === undefined) return [];
    return [{ from, to, kind: row.kind === 'pointer' ? 'redirect' : next?.hot === true ? 'hot' : 'cold' }];
  });
  const placed: ChainArrow[] = [];
  for (const arrow of bare.sort((a, b) => top(a) - top(b))) {
    const taken = new Set(placed.filter((other) => bottom(other) >= top(arrow)).map(({ lane }) => lane));
    let lane = 0;
    while (taken.has(lane)) lane++;
    placed.push({ ...arrow, lane });
  }
  return placed;
}
const top = ({ from, to }: Omit<ChainArrow, 'lane'>): number => Math.min(from, to);
const bottom = ({ from, to }: Omit<ChainArrow, 'lane'>): number => Math.max(from, to);
