/** pg_subtrans of a simulated server as the stage shows it: the pages in its buffers, and each session's lookups. */
import type { SqlDatabase } from '../../sql/database-run.ts';
import {
  SIM_MAX_LOOKUPS,
  SIM_NO_PAGE,
  SIM_SLRU_SUBTRANS,
  SIM_SUBTRANS_XIDS_PER_PAGE,
  type SimCounts,
  type SimLookup,
  SimLookups,
  SimSlru,
  SimSlruCounts,
} from '../wasm/sim.gen.ts';
import type { WasmServer } from './server-core.ts';
import type { SlruCounts, StageBuffer, StageLookup, StageSlru } from './slru-types.ts';

/** Lookups that its log has recorded since it was new. */
export function lookupsSoFar(core: WasmServer): number {
  core.module._xip_sim_view_slru(SIM_SLRU_SUBTRANS);
  return core.answer(SimSlru).lookupCount;
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
      const { subtrans, xact } = core.answer(SimSlruCounts);
      return [[name, { subtrans: readCounts(subtrans), xact: readCounts(xact) }] as const];
    }),
  );
  core.module._xip_sim_view_slru(SIM_SLRU_SUBTRANS);
  const slru = core.answer(SimSlru);
  const { buffers, banks, latestPage, lookupCount } = slru;
  const shape = { buffers, banks, latestPage: pageOrNull(latestPage) };
  const slots = Array.from({ length: buffers }, (_, slot): StageBuffer | null => {
    const { page, dirty, age } = slru.slots(slot);
    return page === SIM_NO_PAGE ? null : { page, dirty, age };
  });
  const wanted = Math.max(0, lookupCount - lookupsBefore);
  const kept = core.module._xip_sim_view_lookups(Math.min(wanted, SIM_MAX_LOOKUPS));
  const answer = core.answer(SimLookups);
  const lookups = Array.from({ length: kept }, (_, i) => readLookup(answer.lookups(i), nameOf));
  return { ...shape, slots, counts, lookups, lookupsBefore: wanted - kept };
}

const pageOrNull = (page: number): number | null => (page === SIM_NO_PAGE ? null : page);

function readCounts({ lookups, hits, reads, writes, evictions }: SimCounts): SlruCounts {
  return { lookups, hits, reads, writes, evictions };
}

function readLookup(answer: SimLookup, nameOf: (id: number) => string | null): StageLookup {
  const { session, why, begins, xid, parent, slot, hit, evicted, wrote } = answer;
  return {
    session: nameOf(session),
    why,
    begins,
    xid,
    parent: parent === 0 ? null : parent,
    page: Math.floor(xid / SIM_SUBTRANS_XIDS_PER_PAGE),
    slot,
    hit,
    evicted: pageOrNull(evicted),
    wrote,
  };
}
