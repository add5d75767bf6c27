/** The primary's WAL as cards on a strip: those that fit around the position of replay. */

import type { StandbyRecord, StandbyShown } from '../../engine/server/standby-types.ts';
import type { StageXid } from '../../engine/stage/stage-types.ts';

export interface WalCard {
  /** Its position: the number of records before it. */
  readonly index: number;
  readonly record: StandbyRecord;
  readonly owner: string | null;
  readonly isReplayed: boolean;
  /** Written before the standby was copied. */
  readonly isBefore: boolean;
}

/** @param room number of cards that fit: as many before replay's position as after it, if there are enough */
export function walCards(
  { records, at, from }: StandbyShown,
  xids: readonly StageXid[],
  room: number,
): { readonly first: number; readonly cards: readonly WalCard[] } {
  const owners = new Map(xids.map(({ xid, owner }) => [xid, owner]));
  const count = Math.max(1, Math.min(room, records.length));
  const first = Math.max(0, Math.min(at - Math.ceil(count / 2), records.length - count));
  return {
    first,
    cards: records.slice(first, first + count).map((record, i) => ({
      index: first + i,
      record,
      owner: record.kind === 'running-xacts' ? null : (owners.get(record.xid) ?? null),
      isReplayed: first + i < at,
      isBefore: first + i < from,
    })),
  };
}
