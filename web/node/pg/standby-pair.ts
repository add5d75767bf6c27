/**
 * A real primary and its standby, and random transactions on the primary next to the engine's: after each step the
 * standby's exported snapshot and its visible rows are compared with those of the engine's standby.
 *
 * The standby is a cold copy of the primary's folder with standby.signal, and streams. Now and then its replay is
 * paused for a few steps; then it catches up. A step is one session's; sessions never wait for one another.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Rng, rngOf, seedOfSchedule } from '../../src/base/random.ts';
import { err, ok, type Result } from '../../src/base/result.ts';
import { WasmServer } from '../../src/engine/server/server-core.ts';
import { WasmStandby } from '../../src/engine/server/standby-core.ts';
import { wasmPlaceInNode } from '../../src/engine/wasm/wasm-place.node.ts';
import type { Unavailable } from './packages.ts';
import { type PgServer, startServers } from './server.ts';
import type { Wire } from './wire.ts';

const SESSIONS = 4;
const STEPS = 40;
const PREPARED = 2;
const RULES = 17;
/** A standby needs at least as many connections as initdb's server had, whose WAL it replays first. */
const SETTINGS = { wal_level: 'replica', max_wal_senders: '10', max_connections: '100' } as const;

export interface Pair {
  readonly primary: PgServer;
  readonly standby: PgServer;
  stop(): Promise<void>;
}

export async function startPair(): Promise<Result<Pair, Unavailable>> {
  const folder = mkdtempSync(join(tmpdir(), 'xipscope-pair-'));
  const cold = join(folder, 'data');
  try {
    const primary = await startServers([RULES], {
      settings: SETTINGS,
      afterInit: (data) => cpSync(data, cold, { recursive: true }),
    });
    if (!primary.ok) return primary;
    const [first] = primary.value;
    if (first === undefined) return err({ kind: 'failed', message: 'no primary was started' });
    const standby = await startServers([RULES], { settings: SETTINGS, standby: { data: cold, primary: first } });
    const [second] = standby.ok ? standby.value : [];
    if (second === undefined) {
      await first.stop();
      return standby.ok ? err({ kind: 'failed', message: 'no standby was started' }) : standby;
    }
    const stop = async () => {
      await second.stop();
      await first.stop();
    };
    return ok({ primary: first, standby: second, stop });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export interface Difference {
  readonly seed: number;
  readonly schedule: number;
  readonly step: number;
  readonly done: readonly string[];
  readonly engine: string;
  readonly server: string;
}
export interface PairRun {
  readonly schedules: number;
  readonly steps: number;
  readonly overflowed: number;
  readonly paused: number;
  /** Schedules given up, because the primary logged its running transactions without being asked. */
  readonly passedOver: number;
  readonly difference: Difference | null;
}

/** Random schedules, one after another, until the first difference. */
export async function runPair(pair: Pair, seed: number, schedules: number): Promise<PairRun> {
  const place = wasmPlaceInNode('xip-engine');
  const loaded = await WasmServer.load(place, { rules: RULES, wal: true });
  if (!loaded.ok) throw new Error(loaded.error);
  const real = await RealPair.connect(pair);
  const counts = { steps: 0, overflowed: 0, paused: 0, passedOver: 0 };
  for (let schedule = 0; schedule < schedules; schedule++) {
    const core = loaded.value.again({ rules: RULES, wal: true });
    if (!core.ok) throw new Error(core.error);
    const one = await runSchedule(core.value, real, rngOf(seedOfSchedule(seed, schedule)), counts);
    if (one !== null) {
      real.end();
      return { schedules: schedule + 1, ...counts, difference: { seed, schedule, ...one } };
    }
  }
  real.end();
  return { schedules, ...counts, difference: null };
}

async function runSchedule(
  core: WasmServer,
  real: RealPair,
  rng: Rng,
  counts: { steps: number; overflowed: number; paused: number; passedOver: number },
): Promise<Omit<Difference, 'seed' | 'schedule'> | null> {
  const made = WasmStandby.start(core);
  if (!made.ok) throw new Error(made.error);
  const standby = made.value;
  const engine = new EngineSide(core, standby);
  // Each session on the standby has an earlier snapshot; it may be used again.
  const began = await real.begin();
  engine.sees();
  const done: string[] = [];
  let pausedFor = 0;
  if (!began) counts.passedOver++;
  for (let step = 0; began && step < STEPS; step++) {
    const { session, sql, asked } = engine.step(rng);
    done.push(`${session}: ${sql}`);
    await real.run(session, sql);
    const logged = await real.runningXactsLogged();
    if (logged !== (asked ? 1 : 0)) {
      counts.passedOver++;
      break;
    }
    if (pausedFor === 0 && rng.chance(0.1)) {
      pausedFor = 1 + rng.below(5);
      await real.pause();
      counts.paused++;
    } else if (pausedFor > 0 && --pausedFor === 0) {
      await real.resume();
    }
    // The pause may begin before or after this step's records: only a standby that has caught up is compared.
    if (pausedFor > 0) continue;
    const caughtUp = standby.replay(standby.end());
    if (!caughtUp.ok) throw new Error(caughtUp.error);
    const [here, there] = [engine.sees(), await real.sees()];
    if (there === null) {
      counts.passedOver++;
      break;
    }
    counts.steps++;
    if (here.startsWith('overflowed')) counts.overflowed++;
    if (here !== there) return { step, done, engine: here, server: there };
  }
  await real.resume();
  await real.finish(engine.prepared);
  return null;
}

/**
 * The compared facts: bounds, whether it overflowed, the list (no server shows that of an overflowed one), and visible
 * rows.
 */
const sightOf = (xmin: number, xmax: number, list: readonly number[] | null, rows: readonly number[]): string =>
  `${list === null ? 'overflowed' : 'whole'} ${xmin}:${xmax}:${list?.join(',') ?? '?'} sees ${rows.join(',')}`;
const ascending = (numbers: readonly number[]): readonly number[] => [...numbers].sort((a, b) => a - b);

interface Step {
  readonly session: number;
  readonly sql: string;
  /** The step logs the running transactions. */
  readonly asked: boolean;
}

/** The engine's primary and standby. Xids are reported from the schedule's first one on. */
class EngineSide {
  readonly first: number;
  readonly #core: WasmServer;
  readonly #standby: WasmStandby;
  readonly #sessions: readonly number[];
  /** Levels of each session; 0: no transaction. */
  readonly #levels: number[] = [];
  readonly #prepared: { readonly gid: string; readonly handle: number }[] = [];
  /** Xids that have a row. */
  readonly #inserted = new Set<number>();
  #gids = 0;

  constructor(core: WasmServer, standby: WasmStandby) {
    this.#core = core;
    this.#standby = standby;
    this.first = core.firstXid;
    this.#sessions = Array.from({ length: SESSIONS }, () => core.connect() ?? 0);
    this.#levels = this.#sessions.map(() => 0);
  }
  get prepared(): readonly string[] {
    return this.#prepared.map(({ gid }) => gid);
  }

  /** Does a random step, and returns the SQL for the same. */
  step(rng: Rng): Step {
    const session = rng.below(SESSIONS);
    const id = this.#sessions[session] ?? 0;
    const begin = this.#levels[session] === 0;
    const parts: string[] = [];
    const add = (sql: string) => parts.push(sql);
    if (begin) {
      this.#core.xactStart(id, { isolation: 'read committed', readOnly: false, deferrable: false });
      this.#levels[session] = 1;
      add('BEGIN');
    }
    const asked = this.#act(session, id, rng, add);
    return { session, sql: parts.join('; '), asked };
  }

  /** Returns whether the primary was asked to log its running transactions. */
  #act(session: number, id: number, rng: Rng, add: (sql: string) => void): boolean {
    const what = rng.weighted({
      insert: 4,
      savepoint: 3,
      some: 4,
      many: 3,
      release: 2,
      rollbackTo: 3,
      commit: 4,
      abort: 2,
      prepare: 1,
      finish: 2,
      log: 1,
    });
    const level = this.#levels[session] ?? 0;
    switch (what) {
      case 'insert':
        this.#insert(id, add);
        break;
      case 'savepoint':
        this.#savepoint(id, add);
        this.#levels[session] = level + 1;
        break;
      case 'some':
        this.#released(id, 1 + rng.below(6), add);
        break;
      case 'many':
        this.#released(id, 50 + rng.below(30), add);
        break;
      case 'release':
      case 'rollbackTo':
        if (level > 1) this.#leave(session, id, what, add);
        break;
      case 'commit':
      case 'abort':
        this.#end(session, id, what, add);
        break;
      case 'prepare':
        if (this.#prepared.length < PREPARED) this.#prepare(session, id, add);
        break;
      case 'finish':
        return level <= 1 && !this.#hasXid(id) && this.#finish(session, id, rng, add);
      case 'log':
        this.#standby.logRunning(id);
        add('SELECT pg_log_standby_snapshot()');
        return true;
    }
    return false;
  }

  #insert(id: number, add: (sql: string) => void): void {
    const xid = this.#core.currentXid(id);
    this.#inserted.add(xid);
    add(`INSERT INTO t VALUES (${xid - this.first})`);
  }

  #savepoint(id: number, add: (sql: string) => void): void {
    this.#core.subxactStart(id);
    add('SAVEPOINT s');
    this.#insert(id, add);
  }

  #released(id: number, count: number, add: (sql: string) => void): void {
    for (let i = 0; i < count; i++) {
      this.#savepoint(id, add);
      this.#core.subxactCommit(id);
      add('RELEASE s');
    }
  }

  #leave(session: number, id: number, how: 'release' | 'rollbackTo', add: (sql: string) => void): void {
    if (how === 'release') this.#core.subxactCommit(id);
    else this.#core.subxactAbort(id);
    this.#levels[session] = (this.#levels[session] ?? 0) - 1;
    add(how === 'release' ? 'RELEASE s' : 'ROLLBACK TO s; RELEASE s');
  }

  #end(session: number, id: number, how: 'commit' | 'abort', add: (sql: string) => void): void {
    if (how === 'commit') this.#core.xactCommit(id);
    else this.#core.xactAbort(id);
    this.#levels[session] = 0;
    add(how === 'commit' ? 'COMMIT' : 'ROLLBACK');
  }

  #prepare(session: number, id: number, add: (sql: string) => void): void {
    const handle = this.#core.prepare(id);
    if (handle === undefined) throw new Error('nobody else prepares');
    const gid = `g${this.#gids++}`;
    this.#prepared.push({ gid, handle });
    this.#levels[session] = 0;
    add(`PREPARE TRANSACTION '${gid}'`);
  }

  #hasXid(id: number): boolean {
    return this.#core.topXidIfAny(id) !== 0;
  }
  /** COMMIT PREPARED runs outside a transaction. */
  #finish(session: number, id: number, rng: Rng, add: (sql: string) => void): boolean {
    const one = this.#prepared.shift();
    if (one === undefined) return false;
    const commit = rng.chance(0.6);
    this.#core.xactCommit(id);
    this.#levels[session] = 0;
    add('COMMIT');
    this.#core.finishPrepared(id, one.handle, commit);
    add(`${commit ? 'COMMIT' : 'ROLLBACK'} PREPARED '${one.gid}'`);
    return false;
  }

  sees(): string {
    const state = this.#standby.state();
    const relative = (xid: number) => xid - this.first;
    const committed = this.#standby
      .records()
      .filter(({ kind, next }) => kind === 'commit' && next <= this.#standby.at())
      .flatMap(({ xid, xids }) => [xid, ...xids]);
    const rows = committed.filter((xid) => this.#inserted.has(xid) && !this.#standby.isRunning(xid));
    const list = state.suboverflowed ? null : ascending(state.subxip.map(relative));
    return sightOf(relative(state.xmin), relative(state.xmax), list, ascending(rows.map(relative)));
  }
}

/** The two servers: sessions on the primary, an observer on each. */
class RealPair {
  readonly #sessions: readonly Wire[];
  readonly #primary: Wire;
  readonly #standby: Wire;
  /** Asks for the replay position: a separate connection, because the compared one may use its snapshot again. */
  readonly #watcher: Wire;
  /** The schedule's first xid. */
  #base = 0;
  #walFrom = '';

  private constructor(sessions: readonly Wire[], primary: Wire, standby: Wire, watcher: Wire) {
    this.#sessions = sessions;
    this.#primary = primary;
    this.#standby = standby;
    this.#watcher = watcher;
  }
  static async connect({ primary, standby }: Pair): Promise<RealPair> {
    const observer = await primary.connect();
    await observer.must('CREATE EXTENSION IF NOT EXISTS pg_walinspect');
    const sessions = await Promise.all(Array.from({ length: SESSIONS }, () => primary.connect()));
    return new RealPair(sessions, observer, await standby.connect(), await standby.connect());
  }
  end(): void {
    for (const wire of [...this.#sessions, this.#primary, this.#standby, this.#watcher]) wire.end();
  }

  /** Whether the schedule begins with nothing that the engine was not told. */
  async begin(): Promise<boolean> {
    await this.#primary.must('DROP TABLE IF EXISTS t; CREATE TABLE t (v int)');
    this.#base = Number(await one(this.#primary, 'SELECT pg_snapshot_xmax(pg_current_snapshot())'));
    this.#walFrom = await one(this.#primary, 'SELECT pg_current_wal_insert_lsn()');
    return (await this.sees()) !== null;
  }
  async finish(prepared: readonly string[]): Promise<void> {
    for (const session of this.#sessions) await session.must('ROLLBACK');
    for (const gid of prepared) await this.#primary.must(`ROLLBACK PREPARED '${gid}'`);
    for (const gid of await column(this.#primary, 'SELECT gid FROM pg_prepared_xacts'))
      await this.#primary.must(`ROLLBACK PREPARED '${gid}'`);
  }
  async run(session: number, sql: string): Promise<void> {
    // Each statement alone: PREPARE and COMMIT PREPARED allow no others in their query.
    for (const statement of sql.split('; ')) await this.#sessions[session]?.must(statement);
  }

  /** Records of running transactions since the last call. */
  async runningXactsLogged(): Promise<number> {
    const flushed = await this.#flush();
    const found = await one(
      this.#primary,
      `SELECT count(*) FROM pg_get_wal_records_info('${this.#walFrom}', '${flushed}')
        WHERE resource_manager = 'Standby' AND record_type = 'RUNNING_XACTS'`,
    );
    this.#walFrom = flushed;
    return Number(found);
  }
  /** Flushes the WAL up to here to disk. The message belongs to no transaction and has no xid. */
  #flush(): Promise<string> {
    return one(this.#primary, `SELECT pg_logical_emit_message(false, 'xipscope', '', true)`);
  }
  pause(): Promise<unknown> {
    return this.#watcher.must('SELECT pg_wal_replay_pause()');
  }
  resume(): Promise<unknown> {
    return this.#watcher.must('SELECT pg_wal_replay_resume()');
  }
  /** Waits until the standby has replayed all that `runningXactsLogged` has counted. */
  async #catchUp(): Promise<void> {
    for (;;) {
      const there = await one(this.#watcher, `SELECT pg_last_wal_replay_lsn() >= '${this.#walFrom}'`);
      if (there === 't') return;
      await new Promise((wake) => setTimeout(wake, 1));
    }
  }

  /**
   * What the standby sees; null if the primary logged its running transactions in the meantime. It does so on its own
   * every fifteen seconds (LOG_SNAPSHOT_INTERVAL_MS), the engine only when it is asked; and the standby streams on while
   * it is read, so it may have replayed a record that was written after the last count. Whatever the standby replayed
   * was on disk before, so a count afterwards finds it.
   */
  async sees(): Promise<string | null> {
    await this.#catchUp();
    await this.#standby.must('BEGIN ISOLATION LEVEL REPEATABLE READ');
    const exported = await one(this.#standby, `SELECT pg_read_file('pg_snapshots/' || pg_export_snapshot())`);
    const rows = (await column(this.#standby, 'SELECT DISTINCT v FROM t')).map(Number);
    await this.#standby.must('COMMIT');
    if ((await this.runningXactsLogged()) > 0) return null;
    const numbers = (key: string) =>
      [...exported.matchAll(new RegExp(`^${key}:(\\d+)$`, 'gm'))].map(([, digits]) => Number(digits) - this.#base);
    const [xmin = 0] = numbers('xmin');
    const [xmax = 0] = numbers('xmax');
    const list = /^sof:1$/m.test(exported) ? null : ascending(numbers('sxp'));
    return sightOf(xmin, xmax, list, ascending(rows));
  }
}

async function column(wire: Wire, sql: string): Promise<readonly string[]> {
  const answer = await wire.must(sql);
  return answer.results.flatMap(({ rows }) => rows.flatMap(([value]) => (value == null ? [] : [value])));
}
const one = async (wire: Wire, sql: string): Promise<string> => (await column(wire, sql))[0] ?? '';
