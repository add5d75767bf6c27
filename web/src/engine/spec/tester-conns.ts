/**
 * The tester's connections, and the clock that it reads: what each session's query is waiting for and since when, the
 * notices it has sent, and whether a step is held back. It does not know the order of steps; spec-run.ts does.
 *
 * The clock is a number that only moves here: a deadlock check is due deadlock_timeout after its wait began, and a
 * query is canceled lock_timeout after that, or statement_timeout after its statement began.
 */
import type { Permutation, PermutationStep } from '../../scenario/spec-types.ts';
import type { CompiledQuery, Database, Notice } from '../../sql/database.ts';
import { PRICE, WORK, type Work } from '../../sql/limits.ts';
import type { CompiledSpec } from './spec-compile.ts';
import type { RunEvent } from './spec-events.ts';

/** MODEL: the time of a query that does not wait, in ms; so short a statement_timeout ends no query that does not wait. */
const QUERY_MS = 1;

interface Wait {
  /** Distinguishes this wait from the query's next one. */
  readonly key: string;
  /** When its deadlock check runs; Infinity once it has. */
  readonly checkAt: number;
  /** When lock_timeout ends it: Infinity for never. */
  readonly lockEndAt: number;
}

/** The statement under way: in a query of several, each has its own statement_timeout. */
interface Statement {
  readonly index: number;
  readonly began: number;
}

const NEVER = Number.POSITIVE_INFINITY;
/** When a timeout expires; 0 means that there is none. */
const afterwards = (from: number, ms: number): number => (ms === 0 ? NEVER : from + ms);

/** One session of the spec. Plain data. */
export interface Conn {
  /** Its id in the database. */
  readonly id: number;
  /** The permutation's step under way, or null. */
  active: number | null;
  wait: Wait | null;
  statement: Statement;
  /** Sent, but not yet read by the tester. */
  unread: Notice[];
  /** Read so far. */
  notices: number;
}

/** A run's whole state. Plain data: a checkpoint is a copy of it and of the database's. */
export interface RunState {
  readonly control: number;
  readonly conns: Conn[];
  clock: number;
  permutation: Permutation;
  phase: 'idle' | 'steps' | 'failed';
  /** The next step to launch. */
  next: number;
  /** Steps that were reported as waiting, in the order in which they began to wait. */
  waiting: number[];
  /** For `name notices n`: by step and blocker, how many notices it needs. */
  targets: Record<string, number>;
}

/** Connects the control session, then the spec's. */
function connected({ spec }: CompiledSpec, db: Database): RunState {
  return {
    control: db.connect(undefined, 'control connection'),
    conns: spec.sessions.map(({ name }, i) => ({
      id: db.connect(spec.extras.places.find(({ session }) => session === i)?.place, name),
      active: null,
      wait: null,
      statement: { index: 0, began: 0 },
      unread: [],
      notices: 0,
    })),
    clock: 0,
    permutation: [],
    phase: 'idle',
    next: 0,
    waiting: [],
    targets: {},
  };
}

/** The permutation never changes, and may have thousands of steps: it is shared. */
export const copyOf = ({ permutation, ...rest }: RunState): RunState => ({ ...structuredClone(rest), permutation });

export class TesterConns {
  readonly #compiled: CompiledSpec;
  readonly #db: Database;
  readonly #work: Work;
  readonly #emit: (event: RunEvent) => void;
  state: RunState;
  /** Set by each notice that is read; the step that waits for one clears it. */
  newNotice = false;

  constructor(compiled: CompiledSpec, db: Database, work: Work, emit: (event: RunEvent) => void, saved?: RunState) {
    this.#compiled = compiled;
    this.#db = db;
    this.#work = work;
    this.#emit = emit;
    this.state = saved === undefined ? connected(compiled, db) : copyOf(saved);
  }

  /** step_has_blocker. */
  isHeldBack(at: number, pstep: PermutationStep): boolean {
    return pstep.blockers.some((blocker, i) => {
      if (blocker.kind === 'once') return false;
      const other = this.connOf(blocker);
      if (blocker.kind === 'step') return other.active !== null && this.pstep(other.active).step === blocker.step;
      return other.notices < (this.state.targets[`${at}.${i}`] ?? 0);
    });
  }

  /** Its query is not done. */
  isBusy(conn: Conn): boolean {
    return this.#db.state(conn.id).status === 'waiting';
  }

  /**
   * pg_isolation_test_session_is_blocked: prepared transactions and the control session do not count, unless it
   * waits for a safe snapshot.
   */
  waitsForSession(conn: Conn): boolean {
    const query = this.#db.state(conn.id);
    if (query.status !== 'waiting') return false;
    const { blockers, forSnapshot } = query;
    if (forSnapshot !== undefined) return forSnapshot === 'seen';
    return blockers.some((blocker) => this.state.conns.some((other) => other.id === blocker));
  }

  /** Delivers notices that were sent when at most `results` of the query's results were complete. */
  readNotices(conn: Conn, results: number): void {
    const session = this.#compiled.spec.sessions[this.state.conns.indexOf(conn)]?.name ?? '';
    while (conn.unread[0] !== undefined && (conn.unread[0].after ?? 0) <= results) {
      const { severity, message } = conn.unread[0];
      conn.unread.shift();
      conn.notices++;
      this.newNotice = true;
      this.#work.pay(WORK.waits, PRICE.poll);
      this.#emit({ kind: 'notice', session, severity, message });
    }
  }

  /** Continues woken sessions; then records which ones wait since when, and the notices sent. */
  settle(): void {
    const { conns, clock } = this.state;
    this.#work.pay(WORK.waits, 8 * conns.length);
    this.#db.settle();
    // The control session's notices are not shown.
    for (const notice of this.#db.takeNotices()) conns.find((conn) => conn.id === notice.session)?.unread.push(notice);
    for (const conn of conns) {
      const query = this.#db.state(conn.id);
      if (query.status !== 'waiting') conn.wait = null;
      else {
        const key = String(query.wait ?? query.blockers.join());
        const index = query.statement ?? 0;
        if (conn.statement.index !== index) conn.statement = { index, began: clock };
        if (conn.wait?.key !== key) {
          const { deadlock, lock } = this.#db.timeouts(conn.id);
          conn.wait =
            query.forSnapshot !== undefined
              ? { key, checkAt: NEVER, lockEndAt: NEVER }
              : { key, checkAt: clock + deadlock, lockEndAt: afterwards(clock, lock) };
        }
      }
    }
  }

  /** Sends a query; the caller has to call `settle`. @param session the database's id */
  send(session: number, query: CompiledQuery): void {
    const conn = this.state.conns.find(({ id }) => id === session);
    if (conn !== undefined) conn.statement = { index: 0, began: this.state.clock };
    this.#db.submit(session, query);
    this.state.clock += QUERY_MS;
  }

  /** Cancels a query that waits. */
  cancel(conn: Conn): void {
    this.#db.cancel(conn.id);
    this.settle();
  }

  /** The moment at which the next timeout expires. */
  nextDue(): number {
    return Math.min(...this.state.conns.map((conn) => this.#dueOf(conn)));
  }

  /** The moment of the session's next timeout; Infinity if it does not wait. */
  #dueOf(conn: Conn): number {
    return conn.wait === null ? NEVER : Math.min(conn.wait.checkAt, conn.wait.lockEndAt, this.#statementEnd(conn));
  }
  #statementEnd(conn: Conn): number {
    return afterwards(conn.statement.began, this.#db.timeouts(conn.id).statement);
  }

  /** Moves the clock; each event due on the way happens at its own moment. */
  passTime(until: number): void {
    const state = this.state;
    for (;;) {
      const due = this.nextDue();
      const conn = state.conns.find((one) => this.#dueOf(one) === due);
      if (due > until || conn === undefined) break;
      state.clock = Math.max(state.clock, due);
      this.#ranOut(conn, due);
      this.settle();
    }
    state.clock = Math.max(state.clock, until);
  }

  /**
   * ProcSleep and ProcessInterrupts: if a deadlock check and a cancellation are due together, the query is canceled,
   * whatever the check finds; of the two timeouts that end it, the message names the earlier one, and lock_timeout if
   * they are equal.
   */
  #ranOut(conn: Conn, due: number): void {
    if (conn.wait?.lockEndAt === due) this.#db.cancel(conn.id, 'lock timeout');
    else if (this.#statementEnd(conn) === due) this.#db.cancel(conn.id, 'statement timeout');
    else if (conn.wait !== null) {
      conn.wait = { ...conn.wait, checkAt: NEVER };
      this.#db.checkDeadlock(conn.id);
    }
  }

  /** Changes whenever something was completed or read. */
  progressMark(): string {
    const { waiting, conns } = this.state;
    return `${waiting.length} ${conns.map((conn) => `${conn.active ?? ''}/${conn.notices}`).join(' ')}`;
  }

  /** @param at place in the permutation */
  pstep(at: number): PermutationStep {
    const pstep = this.state.permutation[at];
    if (pstep === undefined) throw new RangeError(`no step ${at} in the permutation`);
    return pstep;
  }

  connOf(of: { readonly step: number }): Conn {
    const conn = this.state.conns[this.#compiled.spec.steps[of.step]?.session ?? -1];
    if (conn === undefined) throw new RangeError(`no session for step ${of.step}`);
    return conn;
  }

  queryOf(pstep: PermutationStep): CompiledQuery {
    const query = this.#compiled.steps[pstep.step];
    if (query === undefined) throw new RangeError(`step ${pstep.step} is not compiled`);
    return query;
  }

  nameOf(pstep: PermutationStep): string {
    return this.#compiled.spec.steps[pstep.step]?.name ?? '';
  }

  nameAt(at: number): string {
    return this.nameOf(this.pstep(at));
  }

  /** PQexec: the last result counts, notices are shown as they come. False, after a message, if it failed. */
  exec(session: number, conn: Conn | null, query: CompiledQuery): { readonly error: string | null } | null {
    this.send(session, query);
    this.settle();
    while (this.#db.state(session).status === 'waiting') {
      const due = this.nextDue();
      if (due === NEVER) return null;
      this.passTime(due);
    }
    const { results, error } = this.#db.take(session);
    if (conn !== null) {
      this.readNotices(conn, Number.POSITIVE_INFINITY);
      conn.wait = null;
    }
    if (error !== undefined) return { error: `${error.severity}:  ${error.message}\n` };
    const last = results.at(-1);
    // The tester treats an empty query as a failure, and has no message for it.
    if (last === undefined) return { error: '' };
    if (last.kind === 'rows') this.#emit({ kind: 'rows', result: last });
    return { error: null };
  }
}
