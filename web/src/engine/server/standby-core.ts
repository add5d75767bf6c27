/**
 * A standby of a simulated server (wasm-core/src/standby), in the same module: it knows the primary only from its WAL,
 * and replays as much of it as the caller says. Positions in WAL are words, counted from the primary's start.
 */
import { err, ok, type Result } from '../../base/result.ts';
import { type SimReadiness, SimStandby, type SimWalKind, SimWalRecord } from '../wasm/sim-standby.gen.ts';
import type { WasmServer } from './server-core.ts';

/** PROCARRAY_MAXPROCS with PostgreSQL 17's default settings. */
export const DEFAULT_MAX_PROCS = 122;

export type WalKind = SimWalKind;

export interface WalRecord {
  readonly at: number;
  /** Where the next record is. */
  readonly next: number;
  readonly kind: WalKind;
  /** running-xacts: nextXid. */
  readonly xid: number;
  /** Xids of subtransactions; running-xacts: oldestRunningXid, then the running xids. */
  readonly xids: readonly number[];
  /** running-xacts: subtransactions are missing in it. */
  readonly overflowed: boolean;
}

/** HotStandbyState: snapshots can be taken when it is `ready`. */
export type StandbyReadiness = SimReadiness;

/** A snapshot taken in recovery, and the data it was taken from. */
export interface StandbyState {
  /** Xip is empty there: all running xids are in subxip. */
  readonly xmin: number;
  readonly xmax: number;
  readonly subxip: readonly number[];
  readonly suboverflowed: boolean;
  readonly readiness: StandbyReadiness;
  /** standbySnapshotPendingXmin; 0: it is not pending. */
  readonly pendingXmin: number;
  /** 64 bits, as nextXid. */
  readonly latestCompletedXid: number;
  readonly nextXid: number;
  /** 0: none. */
  readonly lastOverflowedXid: number;
  readonly completionCount: number;
  readonly known: {
    readonly capacity: number;
    readonly tail: number;
    readonly head: number;
    /** How often it was compressed. */
    readonly compressions: number;
    /** From tail to head; searches and snapshots skip the ones that are no longer valid. */
    readonly entries: readonly { readonly xid: number; readonly valid: boolean }[];
  };
}

export class WasmStandby {
  readonly #core: WasmServer;
  readonly #maxProcs: number;
  readonly #from: number;

  private constructor(core: WasmServer, maxProcs: number, from: number) {
    this.#core = core;
    this.#maxProcs = maxProcs;
    this.#from = from;
  }

  /**
   * On a server that writes WAL; a module has at most one standby. It has replayed nothing.
   * @param from not 0: a copy of the running server made at that position; a WAL record tells it who is running
   */
  static start(core: WasmServer, maxProcs = DEFAULT_MAX_PROCS, from = 0): Result<WasmStandby, string> {
    const standby = new WasmStandby(core, maxProcs, from);
    const code = core.module._xip_sim_standby_start(maxProcs, from);
    return code === 0 ? ok(standby) : err(standby.#text(code));
  }
  #text(code: number): string {
    return this.#core.module.UTF8ToString(this.#core.module._xip_sim_error_text(code));
  }

  /** How much WAL the primary has written. */
  end(): number {
    return this.#core.module._xip_sim_wal_end() >>> 0;
  }
  at(): number {
    return this.#core.module._xip_sim_standby_at() >>> 0;
  }

  /** Stops at the end of the first record at or after `position`; going back restarts from the beginning. */
  replay(position: number): Result<number, string> {
    const { module } = this.#core;
    if (position < this.at()) module._xip_sim_standby_start(this.#maxProcs, this.#from);
    const code = module._xip_sim_standby_replay(position);
    return code === 0 ? ok(this.at()) : err(this.#text(code));
  }

  /** @param fresh true takes a new snapshot; false may reuse the session's last one */
  state(fresh = false): StandbyState {
    const core = this.#core;
    core.module._xip_sim_standby_snapshot(fresh ? 1 : 0);
    const answer = core.answer(SimStandby);
    const { snapshot, readiness, pendingXmin, latestCompletedXid, nextXid, lastOverflowedXid, completionCount } =
      answer;
    const { capacity, tail, head, compressions, xids } = answer;
    const { xmin, xmax, suboverflowed, subxip } = snapshot;
    const valid = core.bytes.subarray(answer.valid, answer.valid + head);
    return {
      xmin,
      xmax,
      suboverflowed,
      subxip,
      readiness,
      pendingXmin,
      latestCompletedXid,
      nextXid,
      lastOverflowedXid,
      completionCount,
      known: {
        capacity,
        tail,
        head,
        compressions,
        entries: xids.slice(tail).map((xid, i) => ({ xid, valid: valid[tail + i] === 1 })),
      },
    };
  }

  /** XidInMVCCSnapshot of a snapshot taken now. */
  isRunning(xid: number): boolean {
    return this.#core.module._xip_sim_standby_is_running(xid) !== 0;
  }
  /** In the standby's pg_subtrans; 0: none. */
  parentOf(xid: number): number {
    return this.#core.module._xip_sim_standby_parent(xid) >>> 0;
  }

  /** All records from `from` on. */
  records(from = 0): readonly WalRecord[] {
    const core = this.#core;
    const records: WalRecord[] = [];
    let at = from;
    while (core.module._xip_sim_wal_record(at) !== 0) {
      const { next, kind, xid, xids, overflowed } = core.answer(SimWalRecord);
      records.push({ at, next, kind, xid, xids, overflowed });
      at = next;
    }
    return records;
  }

  /** pg_log_standby_snapshot() of that session, on the primary. */
  logRunning(session: number): void {
    this.#core.module._xip_sim_log_running(session);
  }
}
