/**
 * isolationtester's way through a permutation, driving a simulated server. Source: run_permutation, try_complete_step,
 * try_complete_steps and step_has_blocker in src/test/isolation/isolationtester.c (14 and later).
 *
 * The tester looks at a clock in three places, and so do deadlocks; here it is a number that only this file moves:
 * a look at a step that waits for a lock costs 10 ms, a deadlock check is due deadlock_timeout after its wait began,
 * and where nothing else can happen any more the tester's own patience is what comes next.
 *
 * All of the runner's state is plain data (`RunState`): a checkpoint is a copy of it and of the database's.
 */
import type { Permutation, PermutationStep, SqlBlock } from '../scenario/spec-types.ts';
import type { CompiledQuery, Database, Notice } from '../sql/database.ts';
import { LimitReached, PRICE, type RunPlace, WORK, Work } from '../sql/limits.ts';
import type { CompiledSpec } from './spec-compile.ts';
import type { RunEvent } from './spec-events.ts';

/** Units of work: a permutation's own. */
const PERMUTATION = 200;

/** MODEL: the time of a query that does not wait, in ms. */
const QUERY_MS = 1;
/** How long isolationtester waits before it asks whether a step waits for a lock. */
const POLL_MS = 10;
/** max_step_wait: twice PG_TEST_TIMEOUT_DEFAULT's default. After as much again it gives up. */
const PATIENCE_MS = 360_000;

interface Wait {
  /** Tells this wait from the query's next. */
  readonly key: string;
  /** When its deadlock check runs; Infinity once it has. */
  readonly checkAt: number;
}

/** Of one session of the spec. Plain data. */
interface Conn {
  /** Its id in the database. */
  readonly id: number;
  /** The permutation's step under way, or null. */
  active: number | null;
  wait: Wait | null;
  /** Sent, but not yet read by the tester. */
  unread: Notice[];
  /** Read so far. */
  notices: number;
}

export interface RunState {
  readonly control: number;
  readonly conns: Conn[];
  clock: number;
  permutation: Permutation;
  phase: 'idle' | 'steps' | 'failed';
  /** Next step to be launched. */
  next: number;
  /** Steps that were reported as waiting, in the order in which they began to. */
  waiting: number[];
  /** For `name notices n`: by step and blocker, how many notices there must have been. */
  targets: Record<string, number>;
}

/** In a permutation of the stage's: nobody moves, but a deadlock_timeout runs out. No spec can say it. */
export const PAUSE: PermutationStep = { step: -1, blockers: [] };

/** The permutation never changes, and may have thousands of steps: it is shared. */
const copyOf = ({ permutation, ...rest }: RunState): RunState => ({ ...structuredClone(rest), permutation });

type Patience = 'launch' | 'poll' | 'wait';

export class SpecRunner {
  readonly #compiled: CompiledSpec;
  readonly #db: Database;
  readonly #emit: (event: RunEvent) => void;
  #state: RunState;
  #newNotice = false;
  readonly #work: Work;
  /** What is being done: said when a limit is reached. */
  #place: RunPlace | undefined;

  /**
   * Connects the spec's sessions, the control session first; or goes on from a saved state, whose sessions the database
   * has already. The database is to run deadlocks 'when-checked'.
   */
  constructor(compiled: CompiledSpec, db: Database, emit: (event: RunEvent) => void, saved?: RunState) {
    this.#compiled = compiled;
    this.#db = db;
    this.#emit = emit;
    this.#work = db.work ?? new Work();
    if (saved !== undefined) {
      this.#state = copyOf(saved);
      return;
    }
    this.#state = {
      control: db.connect(),
      conns: compiled.spec.sessions.map(() => ({ id: db.connect(), active: null, wait: null, unread: [], notices: 0 })),
      clock: 0,
      permutation: [],
      phase: 'idle',
      next: 0,
      waiting: [],
      targets: {},
    };
  }

  get state(): Readonly<RunState> {
    return this.#state;
  }

  save(): RunState {
    return copyOf(this.#state);
  }

  /** Other steps from the next one on: those that were launched stay. */
  setRest(rest: Permutation): void {
    const state = this.#state;
    state.permutation = [...state.permutation.slice(0, state.next), ...rest];
  }

  /** Puts a saved state back; the database's is the caller's business. */
  restore(saved: RunState): void {
    this.#state = copyOf(saved);
  }
  /** A deadlock check is still to come. */
  get timeCanPass(): boolean {
    return this.#nextDue() < Number.POSITIVE_INFINITY;
  }

  /** A whole permutation. False when the tester would have ended itself. */
  run(permutation: Permutation): boolean {
    if (!this.begin(permutation)) return false;
    while (this.#state.next < permutation.length) if (!this.launch()) return false;
    return this.finish();
  }

  /** Header, set-up of the spec and of each session. */
  begin(permutation: Permutation): boolean {
    return this.#placed(() => this.#begin(permutation));
  }
  /** Launches the permutation's next step, as soon as its session is free. */
  launch(): boolean {
    return this.#placed(() => this.#launch());
  }
  /** Waits for what is still under way, then tears down. */
  finish(): boolean {
    return this.#placed(() => this.#finish());
  }

  /** A limit that is reached travels on, with the place where it was. */
  #placed(act: () => boolean): boolean {
    try {
      return act();
    } catch (cause) {
      if (cause instanceof LimitReached) cause.place ??= this.#placeOf(cause.session) ?? this.#place;
      throw cause;
    }
  }
  /** Where a session stands; not the one whose turn it is, where that one has woken it. */
  #placeOf(session: number | undefined): RunPlace | undefined {
    const active = this.#state.conns.find((conn) => conn.id === session)?.active ?? null;
    return active === null ? undefined : this.#stepPlace(active);
  }
  #stepPlace(at: number): RunPlace {
    const step = this.#compiled.spec.steps[this.#pstep(at).step];
    return { part: 'step', name: step?.name ?? '', offset: step?.offset ?? 0 };
  }

  #begin(permutation: Permutation): boolean {
    this.#place = undefined;
    this.#work.pay(WORK.waits, PERMUTATION + permutation.length);
    const state = this.#state;
    const { spec, setups, sessionSetups } = this.#compiled;
    state.permutation = permutation;
    state.phase = 'steps';
    state.next = 0;
    state.waiting = [];
    state.targets = {};
    this.#emit({ kind: 'permutation', steps: permutation.map((pstep) => this.#nameOf(pstep)) });
    for (const [i, query] of setups.entries()) {
      this.#enter('setup', spec.setups[i]);
      if (!this.#setup(state.control, null, query, 'setup failed')) return false;
    }
    for (const [i, query] of sessionSetups.entries()) {
      const conn = state.conns[i];
      const what = `setup of session ${spec.sessions[i]?.name} failed`;
      this.#enter('setup', spec.sessions[i]?.setup);
      if (query !== null && conn !== undefined && !this.#setup(conn.id, conn, query, what)) return false;
    }
    return true;
  }

  #launch(): boolean {
    const state = this.#state;
    const at = state.next;
    const pstep = this.#pstep(at);
    if (pstep.step === PAUSE.step) return this.#pause();
    const conn = this.#connOf(pstep);
    this.#place = this.#stepPlace(at);
    if (!this.#waitUntilIdle(conn)) return false;

    this.#db.submit(conn.id, this.#queryOf(pstep));
    state.clock += QUERY_MS;
    conn.active = at;
    state.next++;
    this.#settle();
    for (const [i, blocker] of pstep.blockers.entries())
      if (blocker.kind === 'notices') state.targets[`${at}.${i}`] = blocker.count + this.#connOf(blocker).notices;

    const mustWait = this.#tryComplete(at, 'launch');
    this.#tryCompleteAll('poll');
    if (mustWait) state.waiting.push(at);
    return true;
  }

  /** In place of a step: the clock goes to the next deadlock check, and who is done by it is told of. */
  #pause(): boolean {
    this.#state.next++;
    const due = this.#nextDue();
    if (due < Number.POSITIVE_INFINITY) this.#passTime(due);
    this.#emit({ kind: 'time' });
    this.#tryCompleteAll('poll');
    return true;
  }

  #finish(): boolean {
    const state = this.#state;
    const { spec, teardown, sessionTeardowns } = this.#compiled;
    this.#tryCompleteAll('wait');
    if (state.waiting.length > 0) return this.#fail('failed to complete permutation due to mutually-blocking steps\n');
    this.#emit({ kind: 'teardown' });
    for (const [i, query] of sessionTeardowns.entries()) {
      const conn = state.conns[i];
      const what = `teardown of session ${spec.sessions[i]?.name} failed`;
      this.#enter('teardown', spec.sessions[i]?.teardown);
      if (query !== null && conn !== undefined && !this.#teardown(conn.id, conn, query, what)) return false;
    }
    this.#enter('teardown', spec.teardown);
    if (teardown !== null && !this.#teardown(state.control, null, teardown, 'teardown failed')) return false;
    state.phase = 'idle';
    return true;
  }

  #enter(part: 'setup' | 'teardown', block: SqlBlock | null | undefined): void {
    if (block !== null && block !== undefined) this.#place = { part, name: '', offset: block.offset };
  }

  /** What the tester does before it launches a step in a session that is still busy. */
  #waitUntilIdle(conn: Conn): boolean {
    const state = this.#state;
    const start = state.clock;
    while (conn.active !== null) {
      const before = this.#progressMark();
      if (!this.#tryComplete(conn.active, 'wait')) this.#dropWaiting(conn);
      this.#tryCompleteAll('poll');
      if (conn.active === null) break;
      // It is done, but held back, and nobody moves: the next thing to happen is a deadlock check, or the end of patience.
      const due = this.#nextDue();
      if (before === this.#progressMark()) this.#passTime(Math.min(due, start + 2 * PATIENCE_MS));
      if (state.clock - start >= 2 * PATIENCE_MS) {
        const seconds = Math.trunc((state.clock - start) / 1000);
        const active = state.conns.flatMap((other) => (other.active === null ? [] : [this.#nameAt(other.active)]));
        return this.#fail(
          `step ${this.#nameAt(conn.active)} timed out after ${seconds} seconds\nactive steps are: ${active.join(' ')}\n`,
        );
      }
    }
    return true;
  }

  #dropWaiting(conn: Conn): void {
    // Its session has no step any more; whoever waits in it is the one that has just ended.
    const { waiting } = this.#state;
    const at = waiting.findIndex((i) => this.#connOf(this.#pstep(i)) === conn);
    if (at !== -1) waiting.splice(at, 1);
  }

  /** Changes whenever something was completed or read. */
  #progressMark(): string {
    const { waiting, conns } = this.#state;
    return `${waiting.length} ${conns.map((conn) => `${conn.active ?? ''}/${conn.notices}`).join(' ')}`;
  }

  /** try_complete_steps: tries all that wait, again and again while one completion may release another. */
  #tryCompleteAll(patience: 'poll' | 'wait'): void {
    const { waiting } = this.#state;
    for (;;) {
      this.#newNotice = false;
      const before = waiting.length;
      let haveBlocker = false;
      for (let w = 0; w < waiting.length; ) {
        const at = waiting[w] ?? 0;
        if (this.#tryComplete(at, patience)) {
          if (this.#pstep(at).blockers.length > 0) haveBlocker = true;
          w++;
        } else waiting.splice(w, 1);
      }
      if (!haveBlocker || (waiting.length >= before && !this.#newNotice)) return;
    }
  }

  /** try_complete_step: true when the step still waits, or is held back by a blocker. */
  #tryComplete(at: number, patience: Patience): boolean {
    const state = this.#state;
    const pstep = this.#pstep(at);
    const conn = this.#connOf(pstep);
    const isLaunch = patience === 'launch';
    this.#work.pay(WORK.waits, PRICE.poll * (1 + state.conns.length) + pstep.blockers.length);
    const stillWaits = (): boolean => {
      if (isLaunch) this.#report(at, 'waiting');
      return true;
    };
    if (isLaunch && pstep.blockers.some((blocker) => blocker.kind === 'once')) return stillWaits();

    const start = state.clock;
    let canceled = false;
    while (this.#isBusy(conn)) {
      this.#readNotices(conn, 0);
      if (patience !== 'wait') {
        this.#passTime(state.clock + POLL_MS);
        if (!this.#isBusy(conn)) break;
        this.#readNotices(conn, 0);
        if (this.#waitsForSession(conn)) return stillWaits();
      }
      // Not a lock of these sessions that it waits for, or no question: only time can help.
      const due = this.#nextDue();
      const end = start + PATIENCE_MS;
      if (due <= end) this.#passTime(due);
      else if (!canceled) {
        this.#passTime(end);
        if (!this.#isBusy(conn)) break;
        const seconds = Math.trunc((state.clock - start) / 1000);
        this.#emit({ kind: 'canceling', name: this.#nameAt(at), seconds });
        this.#db.cancel(conn.id);
        this.#settle();
        canceled = true;
      } else throw new Error('a canceled query goes on waiting');
    }
    this.#readNotices(conn, 1);
    if (this.#isHeldBack(at, pstep)) return stillWaits();

    this.#report(at, isLaunch ? 'done' : 'completed');
    const { results, error } = this.#db.take(conn.id);
    for (const [i, result] of results.entries()) {
      // libpq reads the notices that follow a result together with it; those of the first were read above.
      this.#readNotices(conn, i + 1);
      if (result.kind === 'rows') this.#emit({ kind: 'rows', result });
    }
    this.#readNotices(conn, Number.POSITIVE_INFINITY);
    if (error !== undefined) this.#emit({ kind: 'error', error });
    conn.active = null;
    conn.wait = null;
    return false;
  }

  /** step_has_blocker. */
  #isHeldBack(at: number, pstep: PermutationStep): boolean {
    return pstep.blockers.some((blocker, i) => {
      if (blocker.kind === 'once') return false;
      const other = this.#connOf(blocker);
      if (blocker.kind === 'step') return other.active !== null && this.#pstep(other.active).step === blocker.step;
      return other.notices < (this.#state.targets[`${at}.${i}`] ?? 0);
    });
  }

  #isBusy(conn: Conn): boolean {
    return this.#db.state(conn.id).status === 'waiting';
  }

  /** pg_isolation_test_session_is_blocked: prepared transactions and the control session do not count. */
  #waitsForSession(conn: Conn): boolean {
    const query = this.#db.state(conn.id);
    return (
      query.status === 'waiting' &&
      query.blockers.some((blocker) => this.#state.conns.some((other) => other.id === blocker))
    );
  }

  /** Hands out notices that were sent when at most `results` of the query's results were complete. */
  #readNotices(conn: Conn, results: number): void {
    const session = this.#compiled.spec.sessions[this.#state.conns.indexOf(conn)]?.name ?? '';
    while (conn.unread[0] !== undefined && (conn.unread[0].after ?? 0) <= results) {
      const { severity, message } = conn.unread[0];
      conn.unread.shift();
      conn.notices++;
      this.#newNotice = true;
      this.#work.pay(WORK.waits, PRICE.poll);
      this.#emit({ kind: 'notice', session, severity, message });
    }
  }

  /** Runs woken sessions on; then takes down who waits since when, and what was sent. */
  #settle(): void {
    const { conns, clock } = this.#state;
    this.#work.pay(WORK.waits, 8 * conns.length);
    this.#db.settle();
    // The control session's are not shown.
    for (const notice of this.#db.takeNotices()) conns.find((conn) => conn.id === notice.session)?.unread.push(notice);
    for (const conn of conns) {
      const query = this.#db.state(conn.id);
      if (query.status !== 'waiting') conn.wait = null;
      else {
        const key = String(query.wait ?? query.blockers.join());
        if (conn.wait?.key !== key) conn.wait = { key, checkAt: clock + this.#db.deadlockTimeout(conn.id) };
      }
    }
  }

  /** The moment of the next deadlock check. */
  #nextDue(): number {
    return Math.min(...this.#state.conns.map((conn) => conn.wait?.checkAt ?? Number.POSITIVE_INFINITY));
  }

  /** Moves the clock; deadlock checks that fall due are made, each at its moment. */
  #passTime(until: number): void {
    const state = this.#state;
    for (;;) {
      const due = this.#nextDue();
      const conn = state.conns.find((one) => one.wait?.checkAt === due);
      if (due > until || conn?.wait === null || conn === undefined) break;
      state.clock = Math.max(state.clock, due);
      conn.wait = { key: conn.wait.key, checkAt: Number.POSITIVE_INFINITY };
      this.#db.checkDeadlock(conn.id);
      this.#settle();
    }
    state.clock = Math.max(state.clock, until);
  }

  /** PQexec: the last result counts, notices are shown as they come. False, and said so, when it did not work. */
  #exec(session: number, conn: Conn | null, query: CompiledQuery): { readonly error: string | null } | null {
    this.#db.submit(session, query);
    this.#state.clock += QUERY_MS;
    this.#settle();
    while (this.#db.state(session).status === 'waiting') {
      const due = this.#nextDue();
      if (due === Number.POSITIVE_INFINITY) return null;
      this.#passTime(due);
    }
    const { results, error } = this.#db.take(session);
    if (conn !== null) {
      this.#readNotices(conn, Number.POSITIVE_INFINITY);
      conn.wait = null;
    }
    if (error !== undefined) return { error: `${error.severity}:  ${error.message}\n` };
    const last = results.at(-1);
    // An empty query is no success to the tester, and there is nothing that it could say.
    if (last === undefined) return { error: '' };
    if (last.kind === 'rows') this.#emit({ kind: 'rows', result: last });
    return { error: null };
  }

  #setup(session: number, conn: Conn | null, query: CompiledQuery, what: string): boolean {
    const done = this.#exec(session, conn, query);
    if (done === null) return this.#blocked(what);
    return done.error === null || this.#fail(`${what}: ${done.error}`);
  }

  #teardown(session: number, conn: Conn | null, query: CompiledQuery, what: string): boolean {
    const done = this.#exec(session, conn, query);
    if (done === null) return this.#blocked(what);
    if (done.error !== null) this.#emit({ kind: 'warning', text: `${what}: ${done.error}` });
    return true;
  }

  /** The tester itself has no end to this. */
  #blocked(what: string): false {
    return this.#fail(`${what}: it waits for a lock that nobody will release; isolationtester would wait for ever\n`);
  }

  #fail(text: string): false {
    this.#state.phase = 'failed';
    this.#emit({ kind: 'failed', text });
    return false;
  }

  #report(at: number, how: 'done' | 'waiting' | 'completed'): void {
    const index = this.#pstep(at).step;
    const step = this.#compiled.spec.steps[index];
    this.#emit({ kind: 'step', at, step: index, name: step?.name ?? '', sql: step?.sql ?? '', how });
  }

  #pstep(at: number): PermutationStep {
    const pstep = this.#state.permutation[at];
    if (pstep === undefined) throw new RangeError(`no step ${at} in the permutation`);
    return pstep;
  }

  #connOf(of: { readonly step: number }): Conn {
    const conn = this.#state.conns[this.#compiled.spec.steps[of.step]?.session ?? -1];
    if (conn === undefined) throw new RangeError(`no session for step ${of.step}`);
    return conn;
  }

  #queryOf(pstep: PermutationStep): CompiledQuery {
    const query = this.#compiled.steps[pstep.step];
    if (query === undefined) throw new RangeError(`step ${pstep.step} is not compiled`);
    return query;
  }

  #nameOf(pstep: PermutationStep): string {
    return this.#compiled.spec.steps[pstep.step]?.name ?? '';
  }

  #nameAt(at: number): string {
    return this.#nameOf(this.#pstep(at));
  }
}
