/** What SERIALIZABLE remembers, with the names that the executor knows. Fetched for specs that may need it. */
import { tablesIn } from '../../sql/catalog.ts';
import type { SqlDatabase } from '../../sql/database-run.ts';
import { indexNamed } from '../../sql/index-numbers.ts';
import { SIM_NO_BLOCK } from '../wasm/sim.gen.ts';
import { type SimRwConflict, SimSsi, type SimStructure, type SimSxact } from '../wasm/sim-ssi.gen.ts';
import type { WasmServer } from './server-core.ts';
import { sireadLocks } from './siread-locks.ts';
import type { SsiConflict, SsiStructure, SsiTarget, SsiTransaction, StageSsi } from './ssi-types.ts';

interface Place {
  readonly relation: number;
  readonly index: number;
  readonly page: number;
  readonly offset: number;
}

const numberOrNull = (value: number): number | null => (value === 0 ? null : value);

/** @returns undefined until a serializable transaction has taken its snapshot */
export function readSsi(core: WasmServer, db: SqlDatabase, names: readonly string[]): StageSsi | undefined {
  if (core.module._xip_sim_view_ssi() === 0) return undefined;
  const ids = [...db.world.sessions.keys()];
  const nameOf = (id: number): string | null => names[ids.indexOf(id) - 1] ?? null;
  const tables = new Map(tablesIn(db.world.catalog).map((table) => [table.relation, table]));
  const targetOf = ({ relation, index, page, offset }: Place): SsiTarget => {
    const table = tables.get(relation);
    return {
      table: table?.name ?? '',
      index: index === 0 || table === undefined ? null : (indexNamed(table, index) ?? ''),
      page: page === SIM_NO_BLOCK ? null : page,
      offset: numberOrNull(offset),
    };
  };
  const ssi = core.answer(SimSsi);
  const { sxactCount, conflictCount, structureCount } = ssi;
  const transactions = listOf(sxactCount, (i) => transactionOf(ssi.sxacts(i), nameOf));
  const conflicts = listOf(conflictCount, (i) => conflictOf(ssi.conflicts(i), targetOf));
  const structures = listOf(structureCount, (i) => structureOf(ssi.structures(i)));
  const locks = sireadLocks(core).map(({ transaction, committed, step, ...place }) => ({
    transaction: numberOrNull(transaction),
    committed,
    step: numberOrNull(step),
    target: targetOf(place),
  }));
  return { transactions, conflicts, structures, locks };
}

const listOf = <T>(count: number, make: (i: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, i) => make(i));

const transactionOf = (seen: SimSxact, nameOf: (id: number) => string | null): SsiTransaction => ({
  number: seen.number,
  session: nameOf(seen.owner),
  state: seen.state,
  readOnly: seen.readOnly,
  remembered: seen.remembered,
  xid: numberOrNull(seen.xid),
  commitOrder: numberOrNull(seen.commitSeq),
  began: numberOrNull(seen.began),
  ended: numberOrNull(seen.ended),
});

const conflictOf = (seen: SimRwConflict, targetOf: (place: Place) => SsiTarget): SsiConflict => ({
  reader: numberOrNull(seen.reader),
  writer: numberOrNull(seen.writer),
  step: numberOrNull(seen.step),
  readStep: numberOrNull(seen.readStep),
  writeStep: numberOrNull(seen.writeStep),
  atWrite: seen.atWrite,
  target: targetOf(seen),
});

const structureOf = (seen: SimStructure): SsiStructure => ({
  step: numberOrNull(seen.step),
  failedAt: numberOrNull(seen.failedAt),
  failure: seen.failure,
  victim: seen.victim,
  in: numberOrNull(seen.tin),
  pivot: numberOrNull(seen.pivot),
  out: numberOrNull(seen.tout),
});
