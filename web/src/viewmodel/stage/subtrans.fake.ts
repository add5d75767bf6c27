/** A stage whose sessions look xids up in pg_subtrans: buffers played by the rules of an SLRU, one lookup after another. */

import type { SlruCounts, StageBuffer, StageLookup, StageSlru } from '../../engine/server/slru-types.ts';
import type { StageState } from '../../engine/stage/stage-types.ts';
import { fakeSession, fakeSnapshot, fakeStage, fakeXids } from './xid-axis.fake.ts';

const PAGE = 2_048;
const NOTHING: SlruCounts = { lookups: 0, hits: 0, reads: 0, writes: 0, evictions: 0 };

interface FakeWalk {
  readonly session: string;
  /** From the looked-up xid to the topmost one. */
  readonly chain: readonly number[];
}
interface FakeSlru {
  readonly buffers: number;
  readonly banks: number;
  /** Pages that were used before the step, oldest first. */
  readonly before: readonly number[];
  readonly latestPage: number;
  readonly walks: readonly FakeWalk[];
}

/** Slot of the page in its bank, or the slot to use for it: an empty one, otherwise the one unused for longest. */
function slotFor(slots: readonly (StageBuffer | null)[], page: number, fake: FakeSlru): number {
  const size = fake.buffers / fake.banks;
  const first = (page % fake.banks) * size;
  const bank = Array.from({ length: size }, (_, i) => first + i);
  const found = bank.find((slot) => slots[slot]?.page === page) ?? bank.find((slot) => slots[slot] === null);
  if (found !== undefined) return found;
  const may = bank.filter((slot) => slots[slot]?.page !== fake.latestPage);
  return may.reduce((a, b) => ((slots[a]?.age ?? 0) >= (slots[b]?.age ?? 0) ? a : b));
}

export function fakeSlru(fake: FakeSlru): StageSlru {
  const slots: (StageBuffer | null)[] = Array.from({ length: fake.buffers }, () => null);
  const use = (page: number): { slot: number; hit: boolean; evicted: number | null } => {
    const slot = slotFor(slots, page, fake);
    const old = slots[slot] ?? null;
    for (const [i, other] of slots.entries()) if (other !== null) slots[i] = { ...other, age: other.age + 1 };
    slots[slot] = { page, dirty: false, age: 0 };
    const hit = old?.page === page;
    return { slot, hit, evicted: hit ? null : (old?.page ?? null) };
  };
  for (const page of fake.before) use(page);
  const counts: Record<string, { subtrans: SlruCounts; xact: SlruCounts }> = {};
  const lookups = fake.walks.flatMap(({ session, chain }) =>
    chain.map((xid, i): StageLookup => {
      const page = Math.floor(xid / PAGE);
      const found = use(page);
      const { subtrans } = counts[session] ?? { subtrans: NOTHING };
      counts[session] = {
        xact: { ...NOTHING, lookups: 36, hits: 36 },
        subtrans: {
          lookups: subtrans.lookups + 1,
          hits: subtrans.hits + (found.hit ? 1 : 0),
          reads: subtrans.reads + (found.hit ? 0 : 1),
          writes: subtrans.writes,
          evictions: subtrans.evictions + (found.evicted === null ? 0 : 1),
        },
      };
      return {
        session,
        why: 'snapshot',
        begins: i === 0,
        xid,
        parent: chain[i + 1] ?? null,
        page,
        wrote: false,
        ...found,
      };
    }),
  );
  const { buffers, banks, latestPage } = fake;
  return { buffers, banks, latestPage, slots, counts, lookups, lookupsBefore: 0 };
}

const range = (from: number, to: number): readonly number[] => Array.from({ length: to - from }, (_, i) => from + i);

/** A has 65 subxids; C reads. */
export function fakeSubtrans(slru: StageSlru, rules = 17): StageState {
  return fakeStage(
    797,
    fakeXids(731, 'rA rA^1 rA^1 cB'),
    [
      fakeSession('A', fakeSnapshot(731, 731), {
        use: 'over',
        xid: 731,
        subxids: range(732, 796),
        ownXids: range(731, 797),
        overflowed: true,
      }),
      fakeSession('B', fakeSnapshot(731, 797), { use: 'none' }),
      fakeSession('C', fakeSnapshot(731, 797, [731], { suboverflowed: true }), { use: 'over' }),
    ],
    { slru, rules },
  );
}

/** This many rows, each on a separate page, and one row of A's subtransaction, whose parent is on page 0. */
export const rowsOnPages = (pages: number): readonly FakeWalk[] => [
  ...range(1, pages).map((page) => ({ session: 'C', chain: [page * PAGE + 731] })),
  { session: 'C', chain: [(pages - 1) * PAGE + 900, 731] },
];

/** All pages are in the buffers: nothing to read. */
export const ALL_HITS = fakeSlru({
  buffers: 32,
  banks: 2,
  before: range(0, 20),
  latestPage: 19,
  walks: rowsOnPages(20),
});
/** 36 pages and 32 buffers under one lock: every page was evicted just before it is needed. */
export const READS_16 = fakeSlru({
  buffers: 32,
  banks: 1,
  before: range(0, 37),
  latestPage: 36,
  walks: rowsOnPages(37),
});
/** 17: the same in banks of 16. */
export const READS_17 = fakeSlru({
  buffers: 32,
  banks: 2,
  before: range(0, 37),
  latestPage: 36,
  walks: rowsOnPages(37),
});
/** subtransaction_buffers of 64. */
export const BUFFERS_64 = fakeSlru({
  buffers: 64,
  banks: 4,
  before: range(0, 37),
  latestPage: 36,
  walks: rowsOnPages(37),
});
/** Nested savepoints: a walk of 66 lookups on one page. */
export const NESTED = fakeSlru({
  buffers: 32,
  banks: 2,
  before: [0],
  latestPage: 0,
  walks: range(731, 797).map((xid) => ({ session: 'C', chain: range(731, xid + 1).toReversed() })),
});
/** Nobody looks anything up: 64 subxids, and snapshots list all of them. */
export const QUIET = fakeSlru({ buffers: 32, banks: 2, before: range(0, 37), latestPage: 36, walks: [] });
