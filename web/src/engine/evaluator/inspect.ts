/** What system views show of a simulated server (sql/inspector.ts), read from its module. */
import type { ServerCore } from '../../sql/core.ts';
import type { Activity, Inspector, LockLine } from '../../sql/inspector.ts';
import type { WasmServer } from '../server/server-core.ts';
import { heapPageItems, pageBytes } from '../server/server-pages.ts';
import { multixactMembers } from '../server/server-state.ts';
import { sireadLocks } from '../server/siread-locks.ts';
import {
  SIM_MAX_LOCKS,
  SIM_MAX_SESSIONS,
  SIM_NO_BLOCK,
  SIM_NOBODY,
  SimFigures,
  SimHeldLocks,
  SimPrepared,
  SimServer,
  SimSession,
} from '../wasm/sim.gen.ts';

/** Every server that a database runs on outside tests of the executor alone. */
const isWasm = (core: ServerCore): core is WasmServer => 'module' in core;

export function inspectorOf(core: ServerCore): Inspector {
  if (!isWasm(core)) throw new TypeError('system views look into the WebAssembly engine');
  return {
    sessions: SIM_MAX_SESSIONS,
    locks: () => locksOf(core),
    sireads: () =>
      sireadLocks(core).map(({ owner, committed, relation, index, page, offset }) => ({
        committed,
        owner: owner === SIM_NOBODY ? undefined : owner,
        relation,
        index,
        page: page === SIM_NO_BLOCK ? undefined : page,
        offset: offset === 0 ? undefined : offset,
      })),
    activity: (session) => activityOf(core, session),
    prepared: () => preparedOf(core),
    frozen: (relation) => {
      core.module._xip_sim_figures(relation);
      const { frozenXid: xid, minMulti: multi } = core.answer(SimFigures);
      return { xid, multi };
    },
    page: (relation, block) => pageBytes(core, relation, block)?.slice(),
    isBeingModified: (session, relation, block, offset) =>
      core.module._xip_sim_is_being_modified(session, relation, block, offset) !== 0,
    items: (relation, block) => heapPageItems(core, relation, block).map((item) => ({ ...item })),
    members: (session, multi) => multixactMembers(core, session, multi),
  };
}

function locksOf(core: WasmServer): readonly LockLine[] {
  const lines: LockLine[] = [];
  for (let count = 1; lines.length < count; ) {
    count = core.module._xip_sim_view_locks(lines.length);
    const from = lines.length;
    const answer = core.answer(SimHeldLocks);
    for (let i = 0; i < SIM_MAX_LOCKS && from + i < count; i++) {
      const { owner, lock, granted, fast } = answer.locks(i);
      const { kind, a, b, c, mode } = lock;
      if (kind === 'relation' || kind === 'transaction' || kind === 'tuple' || kind === 'advisory')
        lines.push({ owner, kind, on: [a, b, c], mode, granted, fast });
      else throw new TypeError('every lock has a kind');
    }
  }
  return lines;
}

function activityOf(core: WasmServer, session: number): Activity {
  core.module._xip_sim_view_session(session);
  const { pgprocno, level, xid, xmin, xacts, waits, lock } = core.answer(SimSession);
  return { pgprocno, level, xid, xmin, xacts, waitsFor: waits ? (lock.kind ?? undefined) : undefined };
}

function preparedOf(core: WasmServer): { readonly handle: number; readonly xid: number }[] {
  core.module._xip_sim_view_server();
  const { prepared } = core.answer(SimServer);
  return Array.from({ length: prepared }, (_, n) => {
    core.module._xip_sim_view_prepared(n);
    const { handle, xids } = core.answer(SimPrepared);
    return { handle, xid: xids[0] ?? 0 };
  });
}
