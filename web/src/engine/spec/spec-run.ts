/**
 * isolationtester's way through a permutation, driving a simulated server. Source: run_permutation, try_complete_step,
 * try_complete_steps and step_has_blocker in src/test/isolation/isolationtester.c (14 and later).
 *
 * The tester reads a clock in three places, and so do deadlocks and timeouts; here it is a number (tester-conns.ts):
 * polling a step that waits for a lock costs 10 ms, a deadlock check is due deadlock_timeout after its wait began, and
 * when nothing else can happen any more, the tester's own patience runs out next.
 */
import type { Permutation, PermutationStep, SqlBlock } from '../../scenario/spec-types.ts';
import type { CompiledQuery, Database } from '../../sql/database.ts';
import { LimitReached, PRICE, type RunPlace, WORK, Work } from '../../sql/limits.ts';
import type { CompiledSpec } from './spec-compile.ts';
import type { RunEvent } from './spec-events.ts';
import { type Conn, copyOf, type RunState, TesterConns } from './tester-conns.ts';

/** Units of work for a permutation itself. */
const PERMUTATION = 200;

/** How long isolationtester waits before it asks whether a step waits for a lock. */
const POLL_MS = 10;
/** max_step_wait: twice PG_TEST_TIMEOUT_DEFAULT's default. After as much again it gives up. */
const PATIENCE_MS = 360_000;

/** In a permutation of the stage: nobody moves, but a waiting session's timeout expires. A spec cannot express it. */
export const PAUSE: PermutationStep = { step: -1, blockers: [] };
/** Also of the stage alone: Ctrl-C in a session, by the spec's order. */
export const ctrlC = (session: number): PermutationStep => ({ step: PAUSE.step - 1 - session, blockers: [] });

type Patience = 'launch' | 'poll' | 'wait';

export class SpecRunner {
  readonly #compiled: CompiledSpec;
  readonly #db: Database;
  readonly #emit: (event: RunEvent) => void;
  readonly #conns: TesterConns;
  readonly #work: Work;
  /** The action under way, for the message when a limit is reached. */
  #place: RunPlace | undefined;

  /**
   * Connects the spec's sessions, the control session first; or continues from a saved state, whose sessions already
   * exist in the database. The database must run deadlocks 'when-checked'.
   */
  constructor(compiled: CompiledSpec, db: Database, emit: (event: RunEvent) => void, saved?: RunState) {
    this.#compiled = compiled;
    this.#db = db;
    this.#emit = emit;
    this.#work = db.work ?? new Work();
    this.#conns = new TesterConns(compiled, db, this.#work, emit, saved);
  }

  get state(): Readonly<RunState> {
    return this.#state;
  }
  get #state(): RunState {
    return this.#conns.state;
  }

  save(): RunState {
    return copyOf(this.#state);
  }

  /** Replaces the steps from the next one on; launched steps stay. */
  setRest(rest: Permutation): void {
    const state = this.#state;
    state.permutation = [...state.permutation.slice(0, state.next), ...rest];
  }

  /** Restores a saved state; the caller restores the database's. */
  restore(saved: RunState): void {
    this.#conns.state = copyOf(saved);
  }

  /** A timeout is running: a deadlock check or a cancellation is still to come. */
  get timeCanPass(): boolean {
    return this.#conns.nextDue() < Number.POSITIVE_INFINITY;
  }

  /** Runs a whole permutation. False when the tester would have exited. */
  run(permutation: Permutation): boolean {
    if (!this.begin(permutation)) return false;
    while (this.#state.next < permutation.length) if (!this.launch()) return false;
    return this.finish();
  }

  /** Prints the header, runs the set-up of the spec and of each session. */
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

  /** Rethrows a reached limit together with the place where it was reached. */
  #placed(act: () => boolean): boolean {
    try {
      return act();
    } catch (cause) {
      if (cause instanceof LimitReached) cause.place ??= this.#placeOf(cause.session) ?? this.#place;
      throw cause;
    }
  }
  /** The place of a session, for example of one that the running session has woken. */
  #placeOf(session: number | undefined): RunPlace | undefined {
    const active = this.#state.conns.find((conn) => conn.id === session)?.active ?? null;
    return active === null ? undefined : this.#stepPlace(active);
  }
  #stepPlace(at: number): RunPlace {
    const step = this.#compiled.spec.steps[this.#conns.pstep(at).step];
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
    this.#emit({ kind: 'permutation', steps: permutation.map((pstep) => this.#conns.nameOf(pstep)) });
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
    const pstep = this.#conns.pstep(at);
    if (pstep.step === PAUSE.step) return this.#pause();
    if (pstep.step < PAUSE.step) return this.#ctrlC(PAUSE.step - 1 - pstep.step);
    const conn = this.#conns.connOf(pstep);
    this.#place = this.#stepPlace(at);
    if (!this.#waitUntilIdle(conn)) return false;

    this.#db.setElsewhere?.(conn.id, this.#compiled.spec.extras.elsewhere.get(pstep.step) ?? 0);
    this.#conns.send(conn.id, this.#conns.queryOf(pstep));
    conn.active = at;
    state.next++;
    this.#conns.settle();
    for (const [i, blocker] of pstep.blockers.entries())
      if (blocker.kind === 'notices') state.targets[`${at}.${i}`] = blocker.count + this.#conns.connOf(blocker).notices;

    const mustWait = this.#tryComplete(at, 'launch');
    this.#tryCompleteAll('poll');
    if (mustWait) state.waiting.push(at);
    return true;
  }

  /** Takes the place of a step: the clock moves to the next timeout, and the sessions that it ends are reported. */
  #pause(): boolean {
    this.#state.next++;
    const due = this.#conns.nextDue();
    if (due < Number.POSITIVE_INFINITY) this.#conns.passTime(due);
    this.#emit({ kind: 'time' });
    this.#tryCompleteAll('poll');
    return true;
  }

  /** Takes the place of a step: PQcancel from psql's handler of SIGINT. A session that does not wait has nothing to cancel. */
  #ctrlC(session: number): boolean {
    const state = this.#state;
    state.next++;
    const conn = state.conns[session];
    if (conn !== undefined && this.#conns.isBusy(conn)) this.#conns.cancel(conn);
    this.#tryCompleteAll('poll');
    return true;
  }

  #finish(): boolean {
    const state = this.#state;
    const { spec, teardown, sessionTeardowns } = this.#compiled;
    this.#tryCompleteAll('wait');
    if (state.waiting.length > 0) return this.#fail('failed to complete permutation due to mutually-blocking steps\n');
    this.#emit({ kind: 'teardown' });
    for (const { id } of state.conns) this.#db.setElsewhere?.(id, 0);
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

  /** The tester's actions before it launches a step in a session that is still busy. */
  #waitUntilIdle(conn: Conn): boolean {
    const state = this.#state;
    const start = state.clock;
    while (conn.active !== null) {
      const before = this.#conns.progressMark();
      if (!this.#tryComplete(conn.active, 'wait')) this.#dropWaiting(conn);
      this.#tryCompleteAll('poll');
      if (conn.active === null) break;
      // It is done, but held back, and nobody moves: next comes a deadlock check, or the end of patience.
      const due = this.#conns.nextDue();
      if (before === this.#conns.progressMark()) this.#conns.passTime(Math.min(due, start + 2 * PATIENCE_MS));
      if (state.clock - start >= 2 * PATIENCE_MS) {
        const seconds = Math.trunc((state.clock - start) / 1000);
        const active = state.conns.flatMap((other) =>
          other.active === null ? [] : [this.#conns.nameAt(other.active)],
        );
        return this.#fail(
          `step ${this.#conns.nameAt(conn.active)} timed out after ${seconds} seconds\nactive steps are: ${active.join(' ')}\n`,
        );
      }
    }
    return true;
  }

  #dropWaiting(conn: Conn): void {
    // Its session has no active step any more; the one still listed as waiting has just ended.
    const { waiting } = this.#state;
    const at = waiting.findIndex((i) => this.#conns.connOf(this.#conns.pstep(i)) === conn);
    if (at !== -1) waiting.splice(at, 1);
  }

  /** try_complete_steps: tries all waiting steps repeatedly, because one completion may release another. */
  #tryCompleteAll(patience: 'poll' | 'wait'): void {
    const { waiting } = this.#state;
    for (;;) {
      this.#conns.newNotice = false;
      const before = waiting.length;
      let haveBlocker = false;
      for (let w = 0; w < waiting.length; ) {
        const at = waiting[w] ?? 0;
        if (this.#tryComplete(at, patience)) {
          if (this.#conns.pstep(at).blockers.length > 0) haveBlocker = true;
          w++;
        } else waiting.splice(w, 1);
      }
      if (!haveBlocker || (waiting.length >= before && !this.#conns.newNotice)) return;
    }
  }

  /** try_complete_step: true when the step still waits, or is held back by a blocker. */
  #tryComplete(at: number, patience: Patience): boolean {
    const state = this.#state;
    const pstep = this.#conns.pstep(at);
    const conn = this.#conns.connOf(pstep);
    const isLaunch = patience === 'launch';
    this.#work.pay(WORK.waits, PRICE.poll * (1 + state.conns.length) + pstep.blockers.length);
    const stillWaits = (): boolean => {
      if (isLaunch) this.#report(at, 'waiting');
      return true;
    };
    if (isLaunch && pstep.blockers.some((blocker) => blocker.kind === 'once')) return stillWaits();

    const start = state.clock;
    let canceled = false;
    while (this.#conns.isBusy(conn)) {
      this.#conns.readNotices(conn, 0);
      if (patience !== 'wait') {
        this.#conns.passTime(state.clock + POLL_MS);
        if (!this.#conns.isBusy(conn)) break;
        this.#conns.readNotices(conn, 0);
        if (this.#conns.waitsForSession(conn)) return stillWaits();
      }
      // It waits for no lock of these sessions, or the tester does not ask: only time can help.
      const due = this.#conns.nextDue();
      const end = start + PATIENCE_MS;
      if (due <= end) this.#conns.passTime(due);
      else if (!canceled) {
        this.#conns.passTime(end);
        if (!this.#conns.isBusy(conn)) break;
        const seconds = Math.trunc((state.clock - start) / 1000);
        this.#emit({ kind: 'canceling', name: this.#conns.nameAt(at), seconds });
        this.#conns.cancel(conn);
        canceled = true;
      } else throw new Error('a canceled query goes on waiting');
    }
    this.#conns.readNotices(conn, 1);
    if (this.#conns.isHeldBack(at, pstep)) return stillWaits();

    this.#report(at, isLaunch ? 'done' : 'completed');
    const { results, error } = this.#db.take(conn.id);
    for (const [i, result] of results.entries()) {
      // libpq reads a result together with the notices after it; those of the first were read above.
      this.#conns.readNotices(conn, i + 1);
      this.#emit(result.kind === 'rows' ? { kind: 'rows', result } : { kind: 'command', tag: result.tag });
    }
    this.#conns.readNotices(conn, Number.POSITIVE_INFINITY);
    if (error !== undefined) this.#emit({ kind: 'error', error });
    conn.active = null;
    conn.wait = null;
    return false;
  }

  #setup(session: number, conn: Conn | null, query: CompiledQuery, what: string): boolean {
    const done = this.#conns.exec(session, conn, query);
    if (done === null) return this.#blocked(what);
    return done.error === null || this.#fail(`${what}: ${done.error}`);
  }

  #teardown(session: number, conn: Conn | null, query: CompiledQuery, what: string): boolean {
    const done = this.#conns.exec(session, conn, query);
    if (done === null) return this.#blocked(what);
    if (done.error !== null) this.#emit({ kind: 'warning', text: `${what}: ${done.error}` });
    return true;
  }

  /** The tester itself would wait forever here. */
  #blocked(what: string): false {
    return this.#fail(`${what}: it waits for a lock that nobody will release; isolationtester would wait for ever\n`);
  }

  #fail(text: string): false {
    this.#state.phase = 'failed';
    this.#emit({ kind: 'failed', text });
    return false;
  }

  #report(at: number, how: 'done' | 'waiting' | 'completed'): void {
    const index = this.#conns.pstep(at).step;
    const step = this.#compiled.spec.steps[index];
    this.#emit({ kind: 'step', at, step: index, name: step?.name ?? '', sql: step?.sql ?? '', how });
  }
}
