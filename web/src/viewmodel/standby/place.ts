/** The standby's position, as the person chose it, and its part of the address. Pure. */
import type { StandbyRecord, StandbyRequest, StandbyShown } from '../../engine/server/standby-types.ts';
import type { StageXid } from '../../engine/stage/stage-types.ts';
import type { StandbyAddress } from '../addresses.ts';

/** The primary's WAL as cards on a strip: those that fit around the position of replay. */

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

/** The page's default and its examples: a shipped scenario, stopped one record before the event. */

export interface StandbyExample {
  readonly id: 'late' | '64' | 'pending';
  readonly address: StandbyAddress;
}

const shipped = (id: string): Pick<StandbyAddress, 'source'> => ({ source: { kind: 'shipped', id } });

/** Positions are those of the first permutation; a test checks that they show the intended effect. */
export const STANDBY_EXAMPLES: readonly StandbyExample[] = [
  { id: 'late', address: { ...shipped('standby-late-commit'), tick: 6, replay: 5 } },
  { id: '64', address: { ...shipped('standby-64-subtransactions'), tick: 4, replay: 68 } },
  { id: 'pending', address: { ...shipped('standby-pending'), tick: 7, from: 69, replay: 73 } },
];

/** A spec of an example and nothing else: the example. Addresses of its beginning have from=0. */
export function exampleOf(address: StandbyAddress): StandbyExample | undefined {
  const { source, tick, moves, permutation, from, replay, held } = address;
  if (source === undefined) return STANDBY_EXAMPLES[0];
  if ([tick, moves, permutation, from, replay, held].some((one) => one !== undefined)) return undefined;
  return source.kind === 'shipped'
    ? STANDBY_EXAMPLES.find(({ address: { source: own } }) => own?.kind === 'shipped' && own.id === source.id)
    : undefined;
}

export type StandbyPlace = StandbyRequest;
export const FIRST_PLACE: StandbyPlace = { from: 0, replay: null, held: [] };
/** Sessions that hold a snapshot on the standby: as many as the stage has. */
export const MAX_HELD = 8;

export const placeIn = ({ from, replay, held }: StandbyAddress): StandbyPlace => ({
  from: from ?? 0,
  replay: replay ?? null,
  held: sorted(held ?? []),
});
export const placeParts = ({ from, replay, held }: StandbyPlace): Pick<StandbyAddress, 'from' | 'replay' | 'held'> => ({
  ...(from === 0 ? {} : { from }),
  ...(replay === null ? {} : { replay }),
  ...(held.length === 0 ? {} : { held }),
});
const sorted = (positions: readonly number[]): readonly number[] =>
  [...new Set(positions)].sort((a, b) => a - b).slice(0, MAX_HELD);

/** The position from which replay continues: the requested one may be ahead of the shown one. */
export const standsAt = ({ replay }: StandbyPlace, { at, records }: StandbyShown): number =>
  typeof replay === 'number' ? Math.min(replay, records.length) : at;
export const replayTo = (place: StandbyPlace, shown: StandbyShown, to: number): StandbyPlace => ({
  ...place,
  replay: Math.max(shown.from, Math.min(Math.round(to), shown.records.length)),
});

/** Null: a snapshot can be taken. */
export function whyNoSnapshot(place: StandbyPlace, shown: StandbyShown): 'notReady' | 'held' | 'full' | null {
  if (place.held.includes(shown.at)) return 'held';
  if (place.held.length >= MAX_HELD) return 'full';
  return shown.snapshot === null ? 'notReady' : null;
}
export const takeHere = (place: StandbyPlace, shown: StandbyShown): StandbyPlace =>
  whyNoSnapshot(place, shown) === null ? { ...place, held: sorted([...place.held, shown.at]) } : place;
export const release = (place: StandbyPlace, at: number): StandbyPlace => ({
  ...place,
  held: place.held.filter((one) => one !== at),
});

/** A new copy has replayed nothing; the sessions that held a snapshot of the old one are gone with it. */
export const copiedAt = (from: number): StandbyPlace => ({ from, replay: from === 0 ? null : from, held: [] });

/** The primary branches off where its WAL had this length: the standby forgets everything after it. */
export const cutAt = (place: StandbyPlace, end: number): StandbyPlace => ({
  from: Math.min(place.from, end),
  replay: typeof place.replay === 'number' ? Math.min(place.replay, end) : place.replay,
  held: place.held.filter((at) => at <= end),
});
