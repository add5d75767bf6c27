/** For tests: a server on the built WebAssembly, tables of (id int4, v int4), and statements as the executor runs them. */
import type { Ctid, HeapOutcome, Isolation, StoredTuple, TupleLock, WaitPolicy } from '../../sql/core.ts';
import { wasmPlaceInNode } from '../wasm/wasm-place.node.ts';
import { WasmServer } from './server-core.ts';
import type { ServerOptions } from './server-engine.ts';
import { readServerState, type ServerState, type SessionState, type TupleState } from './server-state.ts';

export async function serverOf(options: ServerOptions): Promise<WasmServer> {
  const loaded = await WasmServer.load(wasmPlaceInNode('xip-engine'), options);
  if (!loaded.ok) throw new Error(loaded.error);
  return loaded.value;
}

export const NAMES = ['A', 'B', 'C', 'D'];

/** Statements of a server whose sessions are called A, B, C, D; one table `t`. */
export class Bench {
  readonly core: WasmServer;
  readonly relation: number;

  constructor(core: WasmServer, sessions = 3) {
    this.core = core;
    for (let i = 0; i < sessions; i++) if (core.connect() !== i) throw new Error('sessions count from 0');
    const relation = core.createRelation(true, 100);
    if (relation === undefined) throw new Error('no room for a table');
    this.relation = relation;
  }

  begin(session: number, isolation: Isolation = 'read committed'): void {
    this.core.xactStart(session, { isolation, readOnly: false, deferrable: false });
  }
  commit(session: number): void {
    this.core.xactCommit(session);
  }
  rollback(session: number): void {
    this.core.xactAbort(session);
  }
  row(id: number, v: number) {
    const data = new Uint8Array(8);
    new DataView(data.buffer).setInt32(0, id, true);
    new DataView(data.buffer).setInt32(4, v, true);
    return { data, nullBitmap: undefined, natts: 2, hasVarwidth: false };
  }

  #statement<T>(session: number, run: () => T): T {
    this.core.pushActiveSnapshot(session);
    const answer = run();
    this.end(session);
    return answer;
  }
  end(session: number): void {
    this.core.popActiveSnapshot(session);
    this.core.commandCounterIncrement(session);
  }
  insert(session: number, id: number, v: number): Ctid {
    return this.#statement(session, () => {
      const ctid = this.core.insert(session, this.relation, this.row(id, v));
      if (typeof ctid === 'string') throw new Error(ctid);
      return ctid;
    });
  }
  select(session: number): string[] {
    return this.#statement(session, () =>
      Array.from(this.#visible(session), ({ tuple }) => this.values(tuple).join('|')),
    );
  }
  *#visible(session: number): Generator<{ ctid: Ctid; tuple: StoredTuple }> {
    for (let block = 0; block < this.core.blocks(this.relation); block++) {
      const offsets = [...this.core.scanPage(session, this.relation, block)];
      for (const [i, offset] of offsets.entries()) yield { ctid: { block, offset }, tuple: this.core.scanned(i) };
    }
    this.core.scanEnd(session);
  }
  values(tuple: StoredTuple): string[] {
    const at = tuple.at + tuple.hoff;
    return [String(tuple.view.getInt32(at, true)), String(tuple.view.getInt32(at + 4, true))];
  }
  #find(session: number, id: number): Ctid {
    let found: Ctid | undefined;
    for (const { ctid, tuple } of this.#visible(session)) if (this.values(tuple)[0] === String(id)) found = ctid;
    if (found === undefined) throw new Error(`row ${id} is not visible`);
    return found;
  }
  /** Continues the session's operation; its statement ends when it does not wait. */
  run(session: number): HeapOutcome {
    const outcome = this.core.runOp(session);
    if (outcome.status !== 'wait') this.end(session);
    return outcome;
  }
  update(session: number, id: number, v: number): HeapOutcome {
    this.core.pushActiveSnapshot(session);
    const ctid = this.#find(session, id);
    this.core.currentCid(session, true);
    this.core.startUpdate(session, this.relation, ctid, this.row(id, v), false, false);
    return this.run(session);
  }
  delete(session: number, id: number): HeapOutcome {
    this.core.pushActiveSnapshot(session);
    const ctid = this.#find(session, id);
    this.core.currentCid(session, true);
    this.core.startDelete(session, this.relation, ctid);
    return this.run(session);
  }
  lock(session: number, id: number, mode: TupleLock, policy: WaitPolicy = 'block'): HeapOutcome {
    this.core.pushActiveSnapshot(session);
    const ctid = this.#find(session, id);
    this.core.currentCid(session, true);
    this.core.startLock(session, this.relation, ctid, mode, policy, true, true);
    return this.run(session);
  }
  /** As pg_current_snapshot() prints it, in a separate transaction if none is open. */
  snapshot(session: number): string {
    const alone = this.state().sessions[session]?.level === 0;
    if (alone) this.begin(session);
    const text = this.#statement(session, () => {
      const { xmin, xmax, xip } = this.core.activeSnapshot(session);
      return `${xmin}:${xmax}:${xip.join(',')}`;
    });
    if (alone) this.commit(session);
    return text;
  }

  state(): ServerState {
    return readServerState(this.core, {
      session: (id) => NAMES[id],
      tables: [{ name: 't', relation: this.relation, values: (tuple) => this.values(tuple) }],
    });
  }
  session(id: number): SessionState {
    const found = this.state().sessions[id];
    if (found === undefined) throw new Error('not connected');
    return found;
  }
  tuples(): readonly TupleState[] {
    return this.state().tables.t ?? [];
  }
}
