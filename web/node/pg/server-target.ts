/**
 * A real server as a target: four sessions, and an observer whose probes take no xid, and read pages as bytes and never
 * through the table (which would set hint bits and prune).
 */
import {
  type Answer,
  answerOf,
  ELSEWHERE,
  membersText,
  type Sight,
  sireadLine,
  snapshotText,
  type Target,
  vacuumReport,
  withVerbose,
} from './facts.ts';
import { type MembersOf, multixactsOn, pageLines, relativeXid } from './page.ts';
import { createTable, fillTable, hasTimeout, MADE, namesOf, SESSIONS, TABLES, type Table, warmUp } from './schedule.ts';
import type { PgServer } from './server.ts';
import type { Wire, WireAnswer } from './wire.ts';

/** Settings for random schedules, in addition to those of every server. */
export const FUZZ_SETTINGS = {
  // Over long before a second session can begin to wait: so the session that closes a cycle is the one that finds it.
  deadlock_timeout: '1ms',
} as const;

/** After this long without an answer the observer checks whether a session waits. */
const PATIENCE_MS = 2;
/** By this time a waiter has looked for deadlocks, unless the machine is very busy. */
const DEADLOCK_CHECKED_MS = 8;
/**
 * A session that seems to wait for a safe snapshot although nobody blocks it has been signalled, and comes to the
 * processor by this time; or it waits unseen (xip_safe_wait in server.h).
 */
const UNSEEN_MS = 60;
/** No statement of a schedule takes this long unless it waits. */
const GIVE_UP_MS = 30_000;

/** Prepared, because planning it costs more than running it. Parameters: table, process ids, those of them that wait. */
const OBSERVE = `PREPARE observe(text, int[], int[]) AS SELECT
  pg_read_file('pg_snapshots/' || pg_export_snapshot()),
  (SELECT string_agg(pid || ' ' || coalesce(backend_xid::text, '0') || ' ' || coalesce(backend_xmin::text, '0'), ',')
     FROM pg_stat_get_activity(NULL) WHERE pid = ANY ($2)),
  (SELECT string_agg(gid || ' ' || transaction, ',' ORDER BY gid) FROM pg_prepared_xact()),
  (SELECT string_agg(encode(get_raw_page($1, block), 'base64'), ' ')
     FROM generate_series(0, pg_relation_size($1::regclass)::int / 8192 - 1) block),
  (SELECT string_agg(array_to_string(pg_blocking_pids(pid) || pg_safe_snapshot_blocking_pids(pid), ','), ' ' ORDER BY at)
     FROM unnest($3) WITH ORDINALITY AS waiting(pid, at)),
  pg_current_wal_flush_lsn() < pg_current_wal_insert_lsn(),
  (SELECT string_agg(concat_ws(' ', coalesce(pid, 0), relation::regclass, page, tuple), ',')
     FROM pg_lock_status() WHERE mode = 'SIReadLock')`;

interface Flight {
  readonly answer: Promise<WireAnswer>;
  readonly sent: number;
  /** The session that it has been seen waiting for, and since when. */
  waits: { readonly of: string; readonly since: number } | undefined;
  /** Its wait ends by itself. */
  readonly ends: boolean;
}

/** A server, with functions that act on its holders: see holder-target.ts. */
export interface ServerUnderTest extends Target {
  readonly server: PgServer;
  /** Xids count from it. */
  readonly base: number;
  /** Pids of the sessions. */
  readonly pids: readonly number[];
}

export const serverTarget = (server: PgServer): Promise<Target> => serverUnderTest(server, false);

/** @param elsewhere the session ELSEWHERE is connected to another database */
export async function serverUnderTest(server: PgServer, elsewhere: boolean): Promise<ServerUnderTest> {
  const admin = await server.connect();
  await admin.must('DROP DATABASE IF EXISTS fuzz');
  await admin.must('CREATE DATABASE fuzz');
  if (elsewhere) {
    await admin.must('DROP DATABASE IF EXISTS reports');
    await admin.must('CREATE DATABASE reports');
  }
  admin.end();
  const observer = await server.connect('fuzz');
  await observer.must('CREATE EXTENSION pageinspect');
  await observer.must(OBSERVE);
  for (const table of Object.values(TABLES)) await observer.must(createTable(table));
  // Used during a schedule's step, so it is not the observer: its snapshots would come at odd moments.
  const watcher = await server.connect('fuzz');
  const sessions = await Promise.all(
    Array.from({ length: SESSIONS }, (_, i) => server.connect(elsewhere && i === ELSEWHERE ? 'reports' : 'fuzz')),
  );
  return new ServerTarget(server, observer, watcher, sessions, elsewhere);
}

class ServerTarget implements ServerUnderTest {
  readonly name: string;
  readonly server: PgServer;
  readonly #elsewhere: boolean;
  /** xmax of snapshots when commits were last known to be on disk: it moves when a transaction with an xid ends. */
  #flushedXmax: string | undefined;
  readonly #observer: Wire;
  readonly #watcher: Wire;
  readonly #sessions: readonly Wire[];
  readonly #flights = new Map<number, Flight>();
  readonly #members = new Map<number, string>();
  #pages: { text: string; multis: readonly number[]; lines: readonly string[] }[] = [];
  #base = 0;
  #table: Table = TABLES.keyed;

  constructor(server: PgServer, observer: Wire, watcher: Wire, sessions: readonly Wire[], elsewhere: boolean) {
    this.name = `PostgreSQL ${server.major}`;
    this.server = server;
    this.#elsewhere = elsewhere;
    this.#observer = observer;
    this.#watcher = watcher;
    this.#sessions = sessions;
  }

  get base(): number {
    return this.#base;
  }
  get pids(): readonly number[] {
    return this.#sessions.map(({ pid }) => pid);
  }

  async begin(table: Table): Promise<void> {
    this.#table = table;
    this.#pages = [];
    this.#members.clear();
    await this.#clearSireads();
    const made = await this.#observer.must(`SELECT relname FROM pg_class WHERE relkind = 'r' AND relname ^@ '${MADE}'`);
    for (const [name] of made.results[0]?.rows ?? []) await this.#observer.must(`DROP TABLE ${name}`);
    await this.#observer.must(`TRUNCATE ${namesOf(table)}`);
    await this.#observer.must(fillTable(table));
    const here = this.#sessions.filter((_, i) => !this.#elsewhere || i !== ELSEWHERE);
    // One after the other: some of it writes.
    for (const sql of warmUp(table)) for (const session of here) await session.must(sql);
    const answer = await this.#observer.must('SELECT pg_snapshot_xmax(pg_current_snapshot())');
    this.#base = Number(BigInt(only(answer)) & 0xffffffffn);
  }

  /** What the schedule before has left (see SafeSnapshots in drive.ts): any serializable transaction's end clears it. */
  async #clearSireads(): Promise<void> {
    const until = performance.now() + GIVE_UP_MS;
    const left = "SELECT count(*) FROM pg_lock_status() WHERE mode = 'SIReadLock'";
    while (only(await this.#observer.must(left)) !== '0') {
      if (performance.now() > until) throw new Error(`${this.name}: SIREAD locks of an ended schedule do not go`);
      await this.#observer.must('BEGIN ISOLATION LEVEL SERIALIZABLE');
      await this.#observer.must('SELECT 1');
      await this.#observer.must('COMMIT');
    }
  }

  async submit(session: number, sql: string): Promise<Answer | 'waiting'> {
    const answer = this.#wire(session).query(withVerbose(sql));
    this.#flights.set(session, { answer, sent: performance.now(), waits: undefined, ends: hasTimeout(sql) });
    return this.settle(session);
  }

  async settle(session: number): Promise<Answer | 'waiting'> {
    const flight = this.#flights.get(session);
    if (flight === undefined) throw new Error(`session ${session + 1} waits for nothing`);
    const { pid } = this.#wire(session);
    let patience = PATIENCE_MS;
    for (;;) {
      const came = await within(flight.answer, patience);
      if (came !== undefined) {
        this.#flights.delete(session);
        const notices = came.notices.filter(({ severity }) => severity !== 'INFO');
        return answerOf({ ...came, notices, vacuum: vacuumReport(came.notices) }, this.#base);
      }
      const looked = only(
        await this.#watcher.must(
          `SELECT concat(pg_blocking_pids(${pid}), pg_safe_snapshot_blocking_pids(${pid}), (SELECT wait_event FROM pg_stat_get_activity(${pid})
             WHERE wait_event = 'SafeSnapshot'))`,
        ),
      );
      const now = performance.now();
      if (looked === '{}{}') flight.waits = undefined;
      else if (flight.waits?.of !== looked) flight.waits = { of: looked, since: now };
      // Only a wait that continues after its own check for deadlocks will last.
      const lasts = looked.startsWith('{}{}') ? UNSEEN_MS : DEADLOCK_CHECKED_MS;
      patience = flight.waits === undefined ? PATIENCE_MS : flight.waits.since + lasts - now;
      if (flight.ends) patience = PATIENCE_MS;
      if (patience <= 0) return 'waiting';
      if (now - flight.sent > GIVE_UP_MS) throw new Error(`session ${session + 1} neither ends nor waits`);
    }
  }

  async observe(): Promise<Sight> {
    const pids = this.#sessions.map(({ pid }) => pid);
    const waiting = [...this.#flights.keys()];
    const waitingPids = waiting.map((session) => pids[session]);
    const answer = await this.#observer.must(`EXECUTE observe('${this.#table.name}', '{${pids}}', '{${waitingPids}}')`);
    const [file, activity, prepared, pages, blockers, isUnflushed, sireads] = answer.results[0]?.rows[0] ?? [];
    await this.#flushEnds(file ?? '', isUnflushed === 't');
    const blocked = (blockers ?? '').split(' ');
    const xids = new Map(
      (activity ?? '').split(',').map((one) => {
        const [pid, xid, xmin] = one.split(' ').map(Number);
        return [pid ?? 0, `xid ${relativeXid(xid ?? 0, this.#base)} xmin ${relativeXid(xmin ?? 0, this.#base)}`];
      }),
    );
    return {
      sessions: pids.map((pid, session) => {
        const at = waiting.indexOf(session);
        const who = at === -1 ? '' : ` waits for ${this.#blockers(blocked[at] ?? '')}`;
        return `${xids.get(pid)}${who}`;
      }),
      snapshot: snapshotText(file ?? '', this.#base),
      prepared: (prepared ?? '')
        .split(',')
        .filter((one) => one !== '')
        .map((one) => one.replace(/ (\d+)$/, (_, xid: string) => ` ${relativeXid(Number(xid), this.#base)}`))
        .join(', '),
      heap: await this.#heap((pages ?? '').split(' ').filter((page) => page !== '')),
      sireads: (sireads ?? '')
        .split(',')
        .filter((one) => one !== '')
        .map((one) => this.#siread(one))
        .sort(),
    };
  }

  /**
   * Until every commit is on disk. A transaction with an xid that wrote nothing commits asynchronously even with
   * synchronous_commit=on (RecordTransactionCommit asks whether it wrote WAL), and until its record is flushed no
   * backend sets the hint HEAP_XMAX_COMMITTED or HEAP_XMIN_COMMITTED for it, nor for its 31 neighbours in pg_xact
   * (TransactionIdGetCommitLSN knows groups of 32). The engine has no log: there every commit is on disk at once. A
   * message in the log takes no xid, and when it is flushed so is all before it.
   */
  async #flushEnds(exported: string, isUnflushed: boolean): Promise<void> {
    const xmax = /^xmax:(\d+)/m.exec(exported)?.[1];
    if (xmax === this.#flushedXmax) return;
    this.#flushedXmax = xmax;
    if (!isUnflushed) return;
    const lsn = only(await this.#watcher.must(`SELECT pg_logical_emit_message(false, 'xipscope', '')`));
    while (only(await this.#watcher.must(`SELECT pg_current_wal_flush_lsn() >= '${lsn}'`)) !== 't');
  }

  async finish(): Promise<string> {
    // Done first: a session that waits continues when the others have ended, and may take more xids.
    const next = relativeXid(Number(only(await this.#observer.must('SELECT txid_current()'))) >>> 0, this.#base);
    const left = await this.#observer.must('SELECT gid FROM pg_prepared_xact()');
    for (const [gid] of left.results[0]?.rows ?? []) await this.#observer.must(`ROLLBACK PREPARED '${gid}'`);
    await Promise.all(this.#sessions.map((session) => session.query('ROLLBACK')));
    this.#flights.clear();
    return next;
  }

  async stop(): Promise<void> {
    for (const wire of [this.#observer, this.#watcher, ...this.#sessions]) wire.end();
    await this.server.stop();
  }

  #wire(session: number): Wire {
    const wire = this.#sessions[session];
    if (wire === undefined) throw new Error(`there is no session ${session + 1}`);
    return wire;
  }

  #siread(row: string): string {
    const [pid = '', relation = '', page, tuple] = row.split(' ');
    const at = this.#sessions.findIndex((one) => one.pid === Number(pid));
    return sireadLine({
      session: at === -1 ? undefined : at,
      relation,
      page: page === undefined ? undefined : Number(page),
      tuple: tuple === undefined ? undefined : Number(tuple),
    });
  }

  #blockers(pids: string): string {
    if (pids === '') return '';
    return [...new Set(pids.split(',').map(Number))]
      .map((pid) => (pid === 0 ? 'prepared' : String(this.#sessions.findIndex((one) => one.pid === pid) + 1)))
      .sort()
      .join(',');
  }

  /** Most steps change few pages: unchanged ones are not read again. */
  async #heap(texts: readonly string[]): Promise<string[]> {
    const fresh: { block: number; bytes: Buffer; multis: number[] }[] = [];
    texts.forEach((text, block) => {
      if (this.#pages[block]?.text === text) return;
      const bytes = Buffer.from(text, 'base64');
      fresh.push({ block, bytes, multis: multixactsOn(bytes) });
    });
    await this.#learnMembers(fresh.flatMap(({ multis }) => multis));
    const membersOf: MembersOf = (multi) => this.#members.get(multi);
    for (const { block, bytes, multis } of fresh) {
      const lines = pageLines(bytes, block, this.#base, membersOf);
      this.#pages[block] = { text: texts[block] ?? '', multis, lines };
    }
    this.#pages.length = texts.length;
    return this.#pages.flatMap(({ lines }) => lines);
  }

  async #learnMembers(multis: readonly number[]): Promise<void> {
    const unknown = [...new Set(multis)].filter((multi) => !this.#members.has(multi));
    if (unknown.length === 0) return;
    const answer = await this.#observer.must(
      `SELECT m.id, string_agg(x.xid || ' ' || x.mode, ',') FROM unnest('{${unknown.join(',')}}'::xid[]) AS m(id),
              LATERAL pg_get_multixact_members(m.id) AS x GROUP BY m.id`,
    );
    for (const [multi, members] of answer.results[0]?.rows ?? []) {
      this.#members.set(Number(multi), membersText(members ?? '', this.#base));
    }
  }
}

const only = (answer: WireAnswer): string => answer.results[0]?.rows[0]?.[0] ?? '';

function within<T>(promise: Promise<T>, ms: number): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(undefined), ms);
    promise.then(
      (value) => {
        clearTimeout(timer);
        resolve(value);
      },
      (error: unknown) => {
        clearTimeout(timer);
        reject(error instanceof Error ? error : new Error(String(error)));
      },
    );
  });
}
