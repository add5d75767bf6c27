/**
 * The sessions' lookups in pg_subtrans in the last step, and their effect on the buffers: walks from an xid to its
 * topmost parent, page by page (SubTransGetTopmostTransaction), and the pages in the slots at any moment of the step.
 */

import '../../base/messages/en/subtrans.ts';
import type { Messages } from '../../base/messages/index.ts';
import type { SlruCounts, StageSlru } from '../../engine/server/slru-types.ts';
import type { StageState } from '../../engine/stage/stage-types.ts';
import { type Walk, walksOf } from './subtrans-walks.ts';

/** SLRU_BANK_SIZE */
export const BANK_SLOTS = 16;

/** Totals of a session's walks in the step. */
export interface Walker {
  readonly session: string;
  readonly walks: number;
  readonly lookups: number;
  readonly reads: number;
  readonly evictions: number;
}
export interface SubtransView {
  readonly walks: readonly Walk[];
  /** Lookups before the first kept walk. */
  readonly cut: number;
  readonly walkers: readonly Walker[];
  /** Pages that the step created, and parents that it wrote. */
  readonly made: number;
  readonly set: number;
  /** Since they connected; in the spec's order. */
  readonly sessions: readonly { readonly session: string; readonly subtrans: SlruCounts; readonly xact: SlruCounts }[];
}

export function subtransView({ slru, sessions }: Pick<StageState, 'slru' | 'sessions'>): SubtransView {
  const { lookups } = slru;
  const { walks, cut } = walksOf(slru);
  return {
    walks,
    cut,
    walkers: walkersOf(walks),
    made: lookups.filter(({ why }) => why === 'make').length,
    set: lookups.filter(({ why }) => why === 'set').length,
    sessions: sessions.flatMap(({ session }) => {
      const counts = Object.hasOwn(slru.counts, session) ? slru.counts[session] : undefined;
      return counts === undefined ? [] : [{ session, ...counts }];
    }),
  };
}

function walkersOf(walks: readonly Walk[]): readonly Walker[] {
  return [...new Set(walks.map(({ session }) => session))].map((session) => {
    const own = walks.filter((walk) => walk.session === session);
    const stops = own.flatMap((walk) => walk.stops);
    return {
      session,
      walks: own.length,
      lookups: own.reduce((sum, { lookups }) => sum + lookups, 0),
      reads: stops.filter(({ hit }) => !hit).length,
      evictions: stops.filter(({ evicted }) => evicted !== null).length,
    };
  });
}

/** The pages in the slots after `end` of the step's lookups: computed backwards from the present ones. Null: empty. */
export function pagesAfter({ slots, lookups }: StageSlru, end: number): readonly (number | null)[] {
  const pages = slots.map((slot) => slot?.page ?? null);
  for (const { slot, hit, evicted } of lookups.slice(end).toReversed()) if (!hit) pages[slot] = evicted;
  return pages;
}

export interface Bank {
  readonly bank: number;
  /** Its first slot; one lock protects `pages.length` of them. */
  readonly first: number;
  readonly pages: readonly (number | null)[];
}
/** As many banks as fit, preferably those with the slots in `slots`. */
export function banksOf(
  { banks }: Pick<StageSlru, 'banks'>,
  pages: readonly (number | null)[],
  most: number,
  slots: readonly number[],
): { readonly drawn: readonly Bank[]; readonly left: number } {
  const size = Math.max(1, pages.length / Math.max(1, banks));
  const all = Array.from({ length: banks }, (_, bank): Bank => {
    const first = bank * size;
    return { bank, first, pages: pages.slice(first, first + size) };
  });
  const isWanted = ({ first }: Bank): boolean => slots.some((slot) => slot >= first && slot < first + size);
  const wanted = all.filter(isWanted).slice(0, most);
  const others = all.filter((bank) => !wanted.includes(bank)).slice(0, most - wanted.length);
  const drawn = [...wanted, ...others].sort((a, b) => a.bank - b.bank);
  return { drawn, left: all.length - drawn.length };
}

type Text = Pick<Messages, 't'>;

/** Walks that are described one by one; the others are counted. */
const MOST_WALKS = 12;

export function walkText({ session, xid, topmost, why, stops }: Walk, { t }: Text): readonly string[] {
  return [
    t('subtrans.walk', { session, xid, topmost, why }),
    ...stops.map((stop, i) => t('subtrans.stop', { ...stop, place: i + 1 })),
  ];
}

/** Lookups in pg_subtrans in plain sentences. */
export function subtransText(state: StageState, messages: Text): readonly string[] {
  const { t } = messages;
  const { buffers, banks } = state.slru;
  const view = subtransView(state);
  const used = state.slru.slots.filter((slot) => slot !== null).length;
  return [
    t('subtrans.shape', { buffers, banks, rules: state.rules }),
    t('subtrans.used', { used, buffers, latest: state.slru.latestPage }),
    ...(view.made + view.set === 0 ? [] : [t('subtrans.written', view)]),
    ...(view.walks.length === 0 ? [t('subtrans.nobody')] : []),
    ...view.walkers.map((walker) => t('subtrans.walker', walker)),
    ...view.walks.slice(0, MOST_WALKS).flatMap((walk) => walkText(walk, messages)),
    ...(view.walks.length <= MOST_WALKS ? [] : [t('subtrans.more', { count: view.walks.length - MOST_WALKS })]),
    ...(view.cut === 0 ? [] : [t('subtrans.cut', { cut: view.cut })]),
    ...view.sessions.map(({ session, subtrans, xact }) => t('subtrans.counted', { session, subtrans, xact })),
  ];
}
