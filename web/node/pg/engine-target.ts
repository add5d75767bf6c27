/**
 * The engine as a target: the same statements through the same parser, and the same questions answered from its memory.
 * Its observer is a session that takes snapshots as the server's does, because one snapshot can affect the next (14 and
 * later reuse them).
 */
import { err, ok, type Result } from '../../src/base/result.ts';
import { WasmServer } from '../../src/engine/server/server-core.ts';
import { type PlantedFault, plantedFaults } from '../../src/engine/server/server-faults.ts';
import { multixactMembers } from '../../src/engine/server/server-state.ts';
import { type SireadLock, sireadLocks } from '../../src/engine/server/siread-locks.ts';
import { SIM_MAX_SESSIONS, SIM_NO_BLOCK, SimPrepared, SimSession, SimSnapshot } from '../../src/engine/wasm/sim.gen.ts';
import { wasmPlaceInNode } from '../../src/engine/wasm/wasm-place.node.ts';
import { type Compile, loadCompiler, notSupportedText } from '../../src/sql/compile.ts';
import type { Rules } from '../../src/sql/core.ts';
import type { Checkpoint, CompiledQuery, QueryState } from '../../src/sql/database.ts';
import { createDatabase, type SqlDatabase } from '../../src/sql/database-run.ts';
import { seldomCode } from '../../src/sql/exec-seldom.ts';
import type { Evaluator } from '../../src/sql/general.ts';
import { indexNamed } from '../../src/sql/index-numbers.ts';
import { isAborted } from '../../src/sql/session.ts';
import {
  type Answer,
  answerOf,
  ELSEWHERE,
  membersText,
  type Sight,
  sireadLine,
  snapshotLine,
  type Target,
} from './facts.ts';
import { type MembersOf, pageLines, relativeXid } from './page.ts';
import { createTable, fillTable, hasTimeout, SESSIONS, TABLES, type Table, type TableId, warmUp } from './schedule.ts';

/** The engine, with functions that act on its holders: see holder-target.ts. */
export interface EngineUnderTest extends Target {
  readonly core: WasmServer;
  readonly base: number;
  /** Ids of the sessions. */
  readonly ids: readonly number[];
  /** A standby's session, when there are holders. */
  readonly standby: number;
  /** A session that never looks at the table, and keeps no snapshot. */
  readonly administrator: number;
  /** Runs a statement as the administrator. */
  admin(sql: string): void;
  /** Names of slots, with the engine's numbers. */
  slots(): readonly (readonly [string, number])[];
}

export interface EngineOptions {
  /** The session ELSEWHERE is connected to another database, and there is a standby. */
  readonly holders?: boolean;
  readonly rules: Rules;
  /** Id of a planted fault. */
  readonly fault?: string;
  /** See ServerOptions. */
  readonly sxacts?: number;
  /** For statements that need one. */
  readonly evaluator?: Evaluator | null;
}

const PAGE_BYTES = 8192;
/** pg_get_multixact_members' names for MultiXactStatus. */
const MODES: Readonly<Record<string, string>> = {
  'for key share': 'keysh',
  'for share': 'sh',
  'for no key update': 'fornokeyupd',
  'for update': 'forupd',
  'no key update': 'nokeyupd',
  update: 'upd',
};

/** Ids of the planted faults, with the rule that each breaks. */
export async function faultsOfEngine(): Promise<Result<readonly PlantedFault[], string>> {
  const core = await WasmServer.load(wasmPlaceInNode('xip-engine'), { rules: 17 });
  return core.ok ? ok(plantedFaults(core.value)) : core;
}

export async function engineTarget(options: EngineOptions): Promise<Result<EngineUnderTest, string>> {
  const { rules, fault, sxacts = 0 } = options;
  const loaded = await WasmServer.load(wasmPlaceInNode('xip-engine'), { rules });
  if (!loaded.ok) return loaded;
  const found = fault === undefined ? undefined : plantedFaults(loaded.value).find(({ id }) => id === fault);
  if (fault !== undefined && found === undefined) return err(`there is no fault ${fault}`);
  // Faults are planted after the table exists: only the schedule's effects are compared.
  const core = loaded.value.again({ rules, lastWaiterIsVictim: true, faults: found?.bit ?? 0, sxacts });
  if (!core.ok) return core;
  const more = found === undefined ? '' : ` with fault ${found.id}`;
  return ok(new EngineTarget(core.value, await loadCompiler(), more, options));
}

/** Parsing costs more than running, and shrinking runs the same statements again and again. */
const MAX_COMPILED = 20_000;
const compiled = new Map<string, CompiledQuery>();

class EngineTarget implements EngineUnderTest {
  readonly name: string;
  readonly core: WasmServer;
  readonly administrator: number;
  readonly standby: number;
  readonly #holders: boolean;
  readonly #db: SqlDatabase;
  readonly #compile: Compile;
  readonly #observer: number;
  readonly #sessions: readonly number[];
  readonly #empty: Checkpoint;
  readonly #ready = new Map<TableId, Checkpoint>();
  #base = 0;
  #table: Table = TABLES.keyed;

  constructor(core: WasmServer, compile: Compile, more: string, { holders = false, evaluator = null }: EngineOptions) {
    this.name = `engine (rules of ${core.rules}${more})`;
    this.core = core;
    this.#holders = holders;
    this.#compile = compile;
    this.#db = createDatabase(core, { seldom: seldomCode, evaluator });
    this.#observer = this.#db.connect();
    this.#sessions = Array.from({ length: SESSIONS }, (_, i) =>
      this.#db.connect(holders && i === ELSEWHERE ? { kind: 'database', name: 'reports' } : undefined),
    );
    this.administrator = this.#db.connect();
    this.standby = this.#db.connect({ kind: 'standby', slot: null });
    this.#empty = this.#db.checkpoint();
  }

  begin(table: Table): Promise<void> {
    this.#table = table;
    const ready = this.#ready.get(table.id);
    if (ready !== undefined) this.#db.restore(ready);
    else {
      this.#db.restore(this.#empty);
      this.#must(this.#observer, createTable(table));
      this.#must(this.#observer, fillTable(table));
      const here = this.#sessions.filter((_, i) => !this.#holders || i !== ELSEWHERE);
      for (const sql of warmUp(table)) for (const session of here) this.#must(session, sql);
      this.#must(this.#observer, 'SELECT pg_current_snapshot()');
      this.#ready.set(table.id, this.#db.checkpoint());
    }
    this.#base = Number(this.core.nextFullXid() & 0xffffffffn);
    return Promise.resolve();
  }

  get base(): number {
    return this.#base;
  }
  get ids(): readonly number[] {
    return this.#sessions;
  }
  admin(sql: string): void {
    this.#must(this.administrator, sql);
  }
  slots(): readonly (readonly [string, number])[] {
    return [...this.#db.world.slots].map(([name, { slot }]) => [name, slot] as const);
  }

  submit(session: number, sql: string): Promise<Answer | 'waiting'> {
    const id = this.#id(session);
    this.#db.submit(id, this.#query(sql));
    if (this.#db.state(id).status === 'waiting' && hasTimeout(sql))
      this.#db.cancel(id, this.#db.timeouts(id).lock > 0 ? 'lock timeout' : 'statement timeout');
    return this.settle(session);
  }

  settle(session: number): Promise<Answer | 'waiting'> {
    this.#db.settle();
    const id = this.#id(session);
    if (this.#db.state(id).status === 'waiting') return Promise.resolve('waiting');
    return Promise.resolve(this.#answer(id, this.#db.take(id)));
  }

  observe(): Promise<Sight> {
    const { module } = this.core;
    return Promise.resolve({
      sessions: this.#sessions.map((id) => {
        module._xip_sim_view_session(id);
        const { xid, xmin } = this.core.answer(SimSession);
        const line = `xid ${this.#relative(xid)} xmin ${this.#relative(xmin)}`;
        const state = this.#db.state(id);
        if (state.status !== 'waiting') return line;
        return `${line} waits for ${state.forSnapshot === 'unseen' ? '' : this.#blockers(id)}`;
      }),
      snapshot: this.#snapshot(),
      prepared: this.#prepared(),
      heap: this.#heap(),
      sireads: this.#sireads(() => true),
      safeSireads: this.#sireads(({ safe }) => safe),
    });
  }

  finish(): Promise<string> {
    return Promise.resolve(this.#relative(Number(this.core.nextFullXid() & 0xffffffffn)));
  }

  stop(): Promise<void> {
    return Promise.resolve();
  }

  #relative(xid: number): string {
    return relativeXid(xid >>> 0, this.#base);
  }

  #id(session: number): number {
    const id = this.#sessions[session];
    if (id === undefined) throw new Error(`there is no session ${session + 1}`);
    return id;
  }

  #query(sql: string): CompiledQuery {
    const known = compiled.get(sql);
    if (known !== undefined) return known;
    const fresh = this.#compile(sql);
    if (!fresh.ok) throw new Error(`${notSupportedText(fresh.error)}, in: ${sql}`);
    if (compiled.size > MAX_COMPILED) compiled.clear();
    compiled.set(sql, fresh.value);
    return fresh.value;
  }

  #must(id: number, sql: string): void {
    this.#db.submit(id, this.#query(sql));
    const { error } = this.#db.take(id);
    if (error !== undefined) throw new Error(`${error.message}, in: ${sql}`);
    this.#db.takeNotices();
  }

  #answer(id: number, { results, error }: Extract<QueryState, { status: 'finished' }>): Answer {
    const session = this.#db.world.sessions.get(id);
    return answerOf(
      {
        notices: this.#db.takeNotices(),
        vacuum: results.flatMap((result) => (result.kind === 'command' ? (result.vacuumed ?? []) : []))[0],
        results: results.map((result) =>
          result.kind === 'rows'
            ? { columns: result.columns.map(({ name }) => name), rows: result.rows, tag: '' }
            : { columns: [], rows: [], tag: result.tag },
        ),
        ...(error === undefined ? {} : { error }),
        status:
          session === undefined || session.block === 'default'
            ? 'idle'
            : isAborted(session)
              ? 'failed'
              : 'in transaction',
      },
      this.#base,
    );
  }

  #blockers(id: number): string {
    const names = this.core
      .blockers(id)
      .map((who) => (who >= SIM_MAX_SESSIONS ? 'prepared' : String(this.#sessions.indexOf(who) + 1)));
    return [...new Set(names)].sort().join(',');
  }

  #snapshot(): string {
    const core = this.core;
    core.xactStart(this.#observer, { isolation: 'read committed', readOnly: false, deferrable: false });
    core.pushActiveSnapshot(this.#observer);
    core.module._xip_sim_active_snapshot(this.#observer);
    const { xmin, xmax, xip, subxip, suboverflowed } = core.answer(SimSnapshot);
    const list = (xids: readonly number[]): string =>
      [...xids]
        .sort((a, b) => (a - b) | 0)
        .map((xid) => this.#relative(xid))
        .join(',');
    const line = snapshotLine({
      xmin: this.#relative(xmin),
      xmax: this.#relative(xmax),
      xip: list(xip),
      subxip: suboverflowed ? '' : list(subxip),
      overflowed: suboverflowed,
    });
    core.popActiveSnapshot(this.#observer);
    core.xactCommit(this.#observer);
    return line;
  }

  #prepared(): string {
    const core = this.core;
    const xids = new Map<number, number>();
    for (let n = 0; core.module._xip_sim_view_prepared(n) !== 0; n++) {
      const { handle, xids: own } = core.answer(SimPrepared);
      xids.set(handle, own[0] ?? 0);
    }
    return [...this.#db.world.prepared]
      .map(([gid, { handle }]) => `${gid} ${this.#relative(xids.get(handle) ?? 0)}`)
      .sort()
      .join(', ');
  }

  /**
   * MODEL: a READ ONLY transaction whose snapshot has become safe lets its SIREAD locks go when it next reads a table. A server
   * does so at a read of a catalog, too, which its caches mostly save.
   */
  #sireads(isWanted: (lock: SireadLock) => boolean): string[] {
    const { tables } = this.#db.world.catalog;
    return sireadLocks(this.core)
      .filter(isWanted)
      .map(({ owner, relation, index, page, offset }) => {
        const table = [...tables.values()].find((one) => one.relation === relation);
        const at = this.#sessions.indexOf(owner);
        return sireadLine({
          session: at === -1 ? undefined : at,
          relation: (index === 0 ? table?.name : table && indexNamed(table, index)) ?? `relation ${relation}`,
          page: page === SIM_NO_BLOCK ? undefined : page,
          tuple: offset === 0 ? undefined : offset,
        });
      })
      .sort();
  }

  #heap(): string[] {
    const core = this.core;
    const table = this.#db.world.catalog.tables.get(this.#table.name);
    if (table === undefined) return [];
    const membersOf: MembersOf = (multi) =>
      membersText(
        multixactMembers(core, this.#observer, multi)
          .map(({ xid, status }) => `${xid} ${MODES[status] ?? status}`)
          .join(','),
        this.#base,
      );
    const lines: string[] = [];
    for (let block = 0; block < core.blocks(table.relation); block++) {
      const at = core.module._xip_sim_page(table.relation, block);
      lines.push(...pageLines(core.bytes.subarray(at, at + PAGE_BYTES), block, this.#base, membersOf));
    }
    return lines;
  }
}
