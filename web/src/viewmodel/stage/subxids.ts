/**
 * The subxids that a backend shows to others: 64 slots in its PGPROC, and a flag that says whether these are all
 * (PGPROC_MAX_CACHED_SUBXIDS and XidCacheStatus, proc.h). The 65th subxid finds no slot and sets the flag, until the
 * top transaction ends; a snapshot taken meanwhile cannot list subxids, and its owner looks parents up in pg_subtrans.
 */
import type { StageState } from '../../engine/stage/stage-types.ts';
import type { Selection } from './selection.ts';

export const SUBXID_SLOTS = 64;
/** 16 xids of 4 bytes: one cache line of 64 bytes. */
export const SLOTS_A_LINE = 16;

export interface SubxidRow {
  readonly session: string;
  readonly xid: number;
  /** By slot, in the order of their assignment. */
  readonly slots: readonly number[];
  readonly free: number;
  readonly overflowed: boolean;
  /** Subxids of the transaction without a slot. */
  readonly without: number;
  readonly isSelected: boolean;
}
export interface SubxidsView {
  /** Sessions that have subxids, and the chosen one. */
  readonly rows: readonly SubxidRow[];
  /** The others. */
  readonly empty: readonly string[];
  /** Sessions whose snapshot in force cannot list subxids. */
  readonly affected: readonly string[];
}

/** Every session's slots. */
export const subxidRows = ({ sessions }: StageState, selection: Selection): readonly SubxidRow[] =>
  sessions.map(({ session, xid, subxids, overflowed, ownXids }) => {
    const slots = subxids.slice(0, SUBXID_SLOTS);
    return {
      session,
      xid,
      slots,
      free: SUBXID_SLOTS - slots.length,
      overflowed,
      without: ownXids.filter((own) => own !== xid && !slots.includes(own)).length,
      isSelected: session === selection.session,
    };
  });

export function subxidsView(state: StageState, selection: Selection): SubxidsView {
  const rows = subxidRows(state, selection);
  const drawn = rows.filter((row) => row.slots.length > 0 || row.overflowed || row.isSelected);
  return {
    rows: drawn,
    empty: rows.filter((row) => !drawn.includes(row)).map(({ session }) => session),
    affected: state.sessions
      .filter(({ inForce, use }) => inForce.suboverflowed && (use === 'kept' || use === 'statement'))
      .map(({ session }) => session),
  };
}
