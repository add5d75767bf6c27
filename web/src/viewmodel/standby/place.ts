/** The standby's position, as the person chose it, and its part of the address. Pure. */
import type { StandbyRequest, StandbyShown } from '../../engine/server/standby-types.ts';
import type { StandbyAddress } from '../addresses.ts';

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
