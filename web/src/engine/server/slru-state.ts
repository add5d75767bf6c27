/** pg_subtrans of a simulated server as the stage shows it: the pages in its buffers, and each session's lookups. */
import type { SqlDatabase } from '../../sql/database-run.ts';
import type { WasmServer } from './server-core.ts';
import {
  LOOKUP_WHY,
  MAX_STAGE_LOOKUPS,
  type SlruCounts,
  type StageBuffer,
  type StageLookup,
  type StageSlru,
  SUBTRANS_XIDS_PER_PAGE,
} from './slru-types.ts';

/** xip_slru_kind */
const SUBTRANS = 0;
/** XIP_SLRU_NO_PAGE */
const NO_PAGE = 0x7fff_ffff;
/** Word of xip_sim_view_slru's answer at which the slots begin. */
const SLOTS_AT = 5;
const LOOKUP_WORDS = 4;
const COUNT_WORDS = 10;
/** Bits of a lookup's flags; the bits above them hold its reason. */
const FLAG = { begins: 1, hit: 2, wrote: 4 } as const;
const WHY_SHIFT = 3;

/** Lookups that its log has recorded since it was new. */
export function lookupsSoFar(core: WasmServer): number {
  core.module._xip_sim_view_slru(SUBTRANS);
  return core.number64(3);
}

interface SlruSource {
  readonly core: WasmServer;
  readonly db: SqlDatabase;
  /** Names of the spec's sessions; the database's first session is the control session. */
  readonly names: readonly string[];
  readonly lookupsBefore: number;
}

export function readSlru({ core, db, names, lookupsBefore }: SlruSource): StageSlru {
  const ids = [...db.world.sessions.keys()];
  const nameOf = (id: number): string | null => names[ids.indexOf(id) - 1] ?? null;
  // Built from entries: assigning to a session named "__proto__" would not work.
  const counts = Object.fromEntries(
    ids.flatMap((id) => {
      const name = nameOf(id);
      if (name === null) return [];
      core.module._xip_sim_view_slru_counts(id);
      return [[name, { subtrans: countsAt(core, 0), xact: countsAt(core, COUNT_WORDS) }] as const];
    }),
  );
  core.module._xip_sim_view_slru(SUBTRANS);
  const buffers = core.word(0);
  const latest = core.word(2);
  const seen = core.number64(3);
  const shape = { buffers, banks: core.word(1), latestPage: latest === NO_PAGE ? null : latest };
  const slots = Array.from({ length: buffers }, (_, slot): StageBuffer | null => {
    const page = core.word(SLOTS_AT + 2 * slot);
    const rest = core.word(SLOTS_AT + 2 * slot + 1);
    return page === NO_PAGE ? null : { page, dirty: (rest & 1) !== 0, age: rest >>> 1 };
  });
  const wanted = Math.max(0, seen - lookupsBefore);
  const kept = core.module._xip_sim_view_lookups(Math.min(wanted, MAX_STAGE_LOOKUPS));
  const lookups = Array.from({ length: kept }, (_, i) => lookupAt(core, LOOKUP_WORDS * i, nameOf));
  return { ...shape, slots, counts, lookups, lookupsBefore: wanted - kept };
}

function countsAt(core: WasmServer, at: number): SlruCounts {
  const count = (i: number): number => core.number64(at + 2 * i);
  return { lookups: count(0), hits: count(1), reads: count(2), writes: count(3), evictions: count(4) };
}

/** xip_subtrans_lookup in C. */
function lookupAt(core: WasmServer, at: number, nameOf: (id: number) => string | null): StageLookup {
  const [xid, parent, evicted, rest] = [core.word(at), core.word(at + 1), core.word(at + 2), core.word(at + 3)];
  const flags = rest >>> 24;
  return {
    session: nameOf((rest >>> 16) & 0xff),
    why: LOOKUP_WHY[flags >>> WHY_SHIFT] ?? 'snapshot',
    begins: (flags & FLAG.begins) !== 0,
    xid,
    parent: parent === 0 ? null : parent,
    page: Math.floor(xid / SUBTRANS_XIDS_PER_PAGE),
    slot: rest & 0xffff,
    hit: (flags & FLAG.hit) !== 0,
    evicted: evicted === NO_PAGE ? null : evicted,
    wrote: (flags & FLAG.wrote) !== 0,
  };
}
