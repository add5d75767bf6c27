/**
 * A snapshot's answers about xids, with their reasons. The engine decides it (xip_snapshot_why, wasm-core/src/pg/snapshot.h) for
 * the xids that are shown; neighbours with the same answer are one run, so thousands of xids are a few words.
 */
import { SIM_MAX_XIDS, SimAnswered, type SimRun, type SimSnapshotList, type SimWhy } from '../wasm/sim.gen.ts';
import type { WasmServer } from './server-core.ts';

/**
 * The test that decided. `parent-…`: the snapshot has no complete list of subtransactions, so the
 * topmost parent was searched instead.
 */
export type Why = SimWhy;

export interface SnapshotAnswer {
  /** Its writes are invisible. */
  readonly runs: boolean;
  readonly why: Why;
  /** The list that has it, otherwise the last one searched: in recovery subxip, which has all xids there. */
  readonly list: SimSnapshotList;
  /** The topmost parent that decided; null: the xid itself did. */
  readonly parent: number | null;
}
/** Neighbours with the same answer, from the first one to the last. */
export interface AnswerRun extends SnapshotAnswer {
  readonly first: number;
  readonly last: number;
}

export interface SnapshotForm {
  readonly xmin: number;
  readonly xmax: number;
  /** Empty in recovery. */
  readonly xip: readonly number[];
  readonly subxip: readonly number[];
  readonly suboverflowed: boolean;
}
export interface SnapshotAsked extends SnapshotForm {
  /** Ascending. The last run begins with nextXid or before it, and stands for all later xids, too. */
  readonly answers: readonly AnswerRun[];
}

/** Neighbouring xids. */
export interface XidRange {
  readonly first: number;
  readonly count: number;
}

/** The ranges of an ascending list, with nextXid as its last one. @param nextXid 64 bits */
export function rangesWithNext(xids: readonly { readonly xid: number }[], nextXid: number): readonly XidRange[] {
  const ranges: XidRange[] = [];
  let first = xids[0]?.xid ?? nextXid % 2 ** 32;
  let count = 0;
  const add = (xid: number): void => {
    if (xid !== first + count || count === SIM_MAX_XIDS) {
      ranges.push({ first, count });
      first = xid;
      count = 0;
    }
    count++;
  };
  for (const { xid } of xids) add(xid);
  add(nextXid % 2 ** 32);
  return [...ranges, { first, count }];
}

/** The pg_subtrans that is read: the server's, as a session sees it, or the standby's for a snapshot taken in recovery. */
export interface Asker {
  readonly session: number;
  readonly inRecovery: boolean;
}

/** Asks as things are now: pg_subtrans may know more than when the snapshot was taken. */
export function askSnapshot(
  core: WasmServer,
  { session, inRecovery }: Asker,
  { xmin, xmax, xip, subxip, suboverflowed }: SnapshotForm,
  ranges: readonly XidRange[],
): readonly AnswerRun[] {
  const { module, words } = core;
  const at = module._xip_sim_ask_snapshot(
    xmin,
    xmax,
    xip.length,
    subxip.length,
    suboverflowed ? 1 : 0,
    inRecovery ? 1 : 0,
  );
  words.set(xip, at / 4);
  words.set(subxip, at / 4 + xip.length);
  const runs: AnswerRun[] = [];
  for (const { first, count } of ranges) {
    const found = module._xip_sim_answers(session, first, count);
    const answer = core.answer(SimAnswered);
    for (let i = 0; i < found; i++) runs.push(readRun(answer.runs(i)));
  }
  return runs;
}

function readRun({ first, last, runs, why, list, parent }: SimRun): AnswerRun {
  return { first, last, runs, why, list, parent: parent === 0 ? null : parent };
}
