/**
 * Sessions of one database over one simulated server. A query runs until it has finished or waits; the state kept in
 * between is plain data (session.ts), so that a checkpoint is a copy and any number of them can be taken and forked.
 */
import type { Context } from './bound-types.ts';
import type { ServerCore } from './core.ts';
import type {
  CancelReason,
  Checkpoint,
  CompiledQuery,
  ConnectPlace,
  Database,
  DatabaseOptions,
  Notice,
  QueryState,
  Timeouts,
} from './database.ts';
import { runQuery } from './exec-query.ts';
import { runUtility } from './exec-utility.ts';
import { engineLimit, Failure, Waits } from './failure.ts';
import type { Evaluator } from './general.ts';
import { LimitReached, PRICE, WORK, Work } from './limits.ts';
import { newMore, newSessionMore } from './more.ts';
import type { Plan, PlannedStatement } from './plan.ts';
import { emptyRelcache, noInvalidations } from './relcache.ts';
import { fetched } from './seldom.ts';
import type { Exec, SeldomCode } from './session.ts';
import { isAborted, newRun, notice, type Run, type Session, type World } from './session.ts';
import { milliseconds, settingOf } from './settings.ts';
import { abortCurrent, finishCommand, startCommand } from './xact.ts';

const MAX_ROWS = 100_000;
const MAX_STATEMENTS = 10_000;
const MAX_SESSIONS = 64;
const IDLE: QueryState = { status: 'idle' };

/** The plan of a statement; the cast is safe because only compile.ts makes CompiledQuery.statements. */
const statementOf = (query: CompiledQuery, index: number): PlannedStatement | undefined =>
  query.statements[index] as PlannedStatement | undefined;

const QUERIES: readonly Plan['kind'][] = ['select', 'insert', 'update', 'delete'];
const ENDS: readonly Plan['kind'][] = ['commit', 'rollback', 'chain', 'rollback-to', 'prepare-transaction'];
const TRANSACTION: readonly Plan['kind'][] = [
  ...ENDS,
  'begin',
  'savepoint',
  'release',
  'commit-prepared',
  'rollback-prepared',
];

/** @param core a server without connections; only this database uses it */
export function createDatabase(
  core: ServerCore,
  options: Pick<DatabaseOptions, 'maxRows'> & {
    /** Pays for its work. Default: unlimited. */
    readonly work?: Work;
    /** From `exec-seldom.ts`; null: no statement will need it (`needSeldom`). */
    readonly seldom: SeldomCode | null;
    /** Missing: no statement will need it (`needEvaluator`). */
    readonly evaluator?: Evaluator | null;
  },
): SqlDatabase {
  const { maxRows = MAX_ROWS, work = new Work(), seldom, evaluator = null } = options;
  return new SqlDatabase({ core, maxRows, work, seldom, evaluator });
}

export class SqlDatabase implements Database {
  #world: World;
  #contexts = new Map<number, Context>();

  constructor(given: Pick<World, 'core' | 'maxRows' | 'work' | 'seldom' | 'evaluator'>) {
    this.#world = {
      ...given,
      catalog: { tables: new Map() },
      keys: new Map(),
      counted: new Set(),
      prepared: new Map(),
      slots: new Map(),
      extensions: new Set(),
      sessions: new Map(),
      notices: [],
      invalidations: noInvalidations(),
      more: newMore(),
    };
  }

  get work(): Work {
    return this.#world.work;
  }

  /** For views of the state: read only. */
  get world(): World {
    return this.#world;
  }

  connect(place?: ConnectPlace, name?: string): number {
    const id = this.#world.core.connect();
    if (id === undefined) throw new Error(`a simulated server has room for ${MAX_SESSIONS} sessions`);
    const session: Session = {
      id,
      block: 'default',
      levels: [],
      isolation: 'read committed',
      readOnly: false,
      deferrable: false,
      snapshotSet: false,
      settings: name === undefined ? {} : { application_name: `isolation/xipscope/${name}` },
      local: {},
      settingsBefore: {},
      prepared: new Map(),
      changes: [],
      deferred: [],
      cursors: [],
      exported: [],
      run: undefined,
      finished: undefined,
      waits: 0,
      relcache: emptyRelcache(),
      more: newSessionMore(id),
      place: place ?? null,
      query: '',
      stableXid: undefined,
    };
    if (place !== undefined) this.#world.core.setDatabase(id, this.#databaseNumber(place));
    this.#world.sessions.set(id, session);
    return id;
  }

  /** Databases are numbered when they are first named; the tables' one is the first. */
  #databaseNumber(place: ConnectPlace): number {
    if (place.kind === 'standby') return place.slot === null ? STANDBY : BEHIND_SLOT;
    const names = [...this.#world.sessions.values()].flatMap(({ place }) =>
      place?.kind === 'database' ? [place.name] : [],
    );
    const at = [...new Set(names)].indexOf(place.name);
    return FIRST_DATABASE + 1 + (at < 0 ? new Set(names).size : at);
  }

  disconnect(id: number): void {
    const session = this.#session(id);
    if (session.run !== undefined) this.#fail(session, session.run, canceled('user request'));
    while (session.block === 'in-progress') {
      // From the innermost level outwards.
      if (isAborted(session)) session.levels = session.levels.slice(0, -1);
      else abortCurrent(this.#world, session);
    }
    this.#world.core.disconnect(id);
    this.#world.sessions.delete(id);
    this.#contexts.delete(id);
  }

  setElsewhere(id: number, transactions: number): void {
    this.#world.core.setElsewhere(id, transactions);
    this.#world.work.setElsewhere(id, transactions);
  }

  submit(id: number, query: CompiledQuery): QueryState {
    const session = this.#session(id);
    if (session.run !== undefined || session.finished !== undefined)
      throw new Error(`session ${id} is busy: take its result first`);
    const { more } = this.#world;
    more.seconds += 1;
    session.more.sent = more.seconds;
    const run: Run = { query, index: 0, results: [], statement: undefined };
    session.run = run;
    session.query = query.sql;
    if (query.error !== undefined) {
      abortCurrent(this.#world, session, true);
      this.#finish(session, run, query.error);
    } else if (query.statements.length > MAX_STATEMENTS) {
      this.#fail(session, run, engineLimit(`${MAX_STATEMENTS} statements in a query`));
    } else this.#drive(session, run);
    return this.state(id);
  }

  state(id: number): QueryState {
    const session = this.#session(id);
    if (session.finished !== undefined) return { status: 'finished', ...session.finished };
    if (session.run === undefined) return IDLE;
    const blockers = this.#world.core.blockers(id);
    const forSnapshot = this.#world.core.awaitsSafeSnapshot(id);
    const wait = { blockers, wait: session.waits, statement: session.run.index };
    return { status: 'waiting', ...wait, ...(forSnapshot && { forSnapshot }) };
  }

  settle(): readonly number[] {
    let finished: number[] | undefined;
    for (let woken = this.#world.core.takeWoken(); woken.length > 0; woken = this.#world.core.takeWoken()) {
      for (const id of woken) {
        const session = this.#world.sessions.get(id);
        if (session?.run === undefined) continue;
        this.#drive(session, session.run);
        if (session.finished !== undefined) {
          finished ??= [];
          finished.push(id);
        }
      }
    }
    return finished ?? NOBODY;
  }

  take(id: number): Extract<QueryState, { status: 'finished' }> {
    const session = this.#session(id);
    const { finished } = session;
    if (finished === undefined) throw new Error(`session ${id} has no result`);
    session.finished = undefined;
    return { status: 'finished', ...finished };
  }

  timeouts(id: number): Timeouts {
    const session = this.#session(id);
    const of = (name: string): number => milliseconds(settingOf(session, name) ?? '0') ?? 0;
    return { deadlock: of('deadlock_timeout'), lock: of('lock_timeout'), statement: of('statement_timeout') };
  }

  checkDeadlock(id: number): boolean {
    return this.#world.core.checkDeadlock(id);
  }

  cancel(id: number, why: CancelReason = 'user request'): void {
    const session = this.#session(id);
    if (session.run !== undefined) this.#fail(session, session.run, canceled(why));
  }

  takeNotices(): readonly Notice[] {
    return this.#world.notices.splice(0);
  }

  /** Plain data is copied; queries are shared, because they never change. */
  checkpoint(): Checkpoint {
    const { core, catalog, maxRows: _, seldom: _s, evaluator: _e, work: _w, ...others } = this.#world;
    const saved = { tables: catalog.tables, ...others };
    return { core: core.checkpoint(), sessions: structuredClone(saved) };
  }

  restore(saved: Checkpoint): void {
    const state = structuredClone(saved.sessions) as Pick<
      World,
      'keys' | 'counted' | 'prepared' | 'slots' | 'extensions' | 'sessions' | 'notices' | 'invalidations' | 'more'
    > & {
      readonly tables: World['catalog']['tables'];
    };
    const { core, maxRows, seldom, evaluator, work } = this.#world;
    core.restore(saved.core);
    const { tables, ...others } = state;
    this.#world = { core, catalog: { tables }, ...others, maxRows, seldom, evaluator, work };
    this.#contexts.clear();
  }

  #session(id: number): Session {
    const session = this.#world.sessions.get(id);
    if (session === undefined) throw new Error(`there is no session ${id}`);
    return session;
  }

  #context(session: Session): Context {
    let context = this.#contexts.get(session.id);
    if (context === undefined) {
      const world = this.#world;
      const { core, slots, work } = world;
      context = {
        core,
        slots,
        owner: session,
        session: session.id,
        params: [],
        setting: (name) => settingOf(session, name),
        ask: (what, args) => fetched(world.seldom).ask(world, session, what, args),
        initPlan: () => null,
        warn: (message) => notice(world, session, 'WARNING', message),
        work,
        effects: newRun(NO_PARAMS).effects,
        aggregates: [],
        text: 0,
      };
      this.#contexts.set(session.id, context);
    }
    return context;
  }

  /** exec_simple_query, from where the run stopped: continues until it has finished or waits. */
  #drive(session: Session, run: Run): void {
    const { core } = this.#world;
    const { query } = run;
    const count = query.statements.length;
    try {
      for (; run.index < count; run.index++) {
        const statement = statementOf(query, run.index);
        if (statement === undefined) break;
        const before = run.results.length;
        if (!this.#step(session, run, statement.plan, count > 1)) {
          session.waits += 1;
          return;
        }
        run.statement = undefined;
        if (run.index === count - 1) this.#finishLast(session, run, before, statement.plan);
        else if (TRANSACTION.includes(statement.plan.kind)) this.#finishStatement(session, statement.plan);
        else core.commandCounterIncrement(session.id);
      }
      this.#finish(session, run, undefined);
    } catch (cause) {
      if (cause instanceof Failure)
        this.#fail(session, run, this.#world.seldom?.unlessOwn(this.#world, cause) ?? cause);
      else if (cause instanceof Waits) session.waits += 1;
      else if (cause instanceof RangeError)
        this.#fail(session, run, new Failure('54001', 'stack depth limit exceeded'));
      else {
        if (cause instanceof LimitReached) {
          cause.session ??= session.id;
          cause.statement ??= run.index + 1;
        }
        throw cause;
      }
    }
  }

  /** A query that cannot commit has no result: its rows come with its command tag. */
  #finishLast(session: Session, run: Run, before: number, plan: Plan): void {
    if (session.block === 'implicit') session.block = 'started';
    try {
      this.#finishStatement(session, plan);
    } catch (cause) {
      run.results.length = before;
      throw cause;
    }
  }

  #finishStatement(session: Session, plan: Plan): void {
    // BEGIN, SAVEPOINT and similar commands change the state of the block and count no command.
    if (TRANSACTION.includes(plan.kind) && session.block !== 'started') return;
    finishCommand(this.#world, session);
  }

  /** False: waits. */
  #step(session: Session, run: Run, plan: Plan, many: boolean): boolean {
    if (run.statement === undefined) {
      this.#pay(session, plan);
      if (isAborted(session) && !ENDS.includes(plan.kind))
        throw new Failure('25P02', 'current transaction is aborted, commands ignored until end of transaction block');
      if (session.block !== 'aborted') startCommand(this.#world, session, many);
      run.statement = newRun(NO_PARAMS);
    }
    const context = this.#context(session);
    context.text = 0;
    context.effects = run.statement.effects;
    context.effects.at = 0;
    const x: Exec = {
      world: session.place?.kind === 'database' ? elsewhere(this.#world) : this.#world,
      session,
      run: run.statement,
      context,
      fresh: false,
    };
    const isQuery = isQueryPlan(plan);
    const view = isQuery
      ? x.world.seldom?.queryOfViews(x, plan, statementOf(run.query, run.index)?.sql ?? '')
      : undefined;
    const results =
      view !== undefined ? runUtility(x, view) : isQuery ? runQuery(x, plan, NO_TYPES, false) : runUtility(x, plan);
    if (results === undefined) return false;
    // standard_ProcessUtility: every utility statement ends like this, including transaction control.
    if (!isQuery && (session.block === 'in-progress' || session.block === 'implicit') && !isAborted(session))
      this.#world.core.commandCounterIncrement(session.id);
    for (const one of results) run.results.push(one);
    return true;
  }

  /** The cost of every statement, and of savepoints: their list is copied, and searched for changes of tables. */
  #pay(session: Session, plan: Plan): void {
    const { work } = this.#world;
    const { levels, changes } = session;
    work.statement(session.id, session.block !== 'default');
    const deep = plan.kind === 'release' || plan.kind === 'rollback-to';
    work.pay(WORK.lists, (levels.length >>> 1) + changes.length + (deep ? levels.length * (4 + changes.length) : 0));
    if (plan.kind === 'savepoint' || plan.kind === 'rollback-to') work.subtransaction(session.id, levels.length + 1);
  }

  #finish(session: Session, run: Run, error: Failure['error'] | undefined): void {
    session.run = undefined;
    report(this.#world, session);
    session.finished = error === undefined ? { results: run.results } : { results: run.results, error };
  }

  /** An error: the statement releases its resources, then its transaction is aborted. */
  #fail(session: Session, run: Run, failure: Failure): void {
    const { core, work } = this.#world;
    work.pay(WORK.statements, PRICE.error);
    const isIdle = !core.hasActiveSnapshot(session.id);
    if (session.block !== 'default' && !isAborted(session)) {
      core.cancelWait(session.id);
      core.dropOp(session.id);
      core.scanEnd(session.id);
      while (core.hasActiveSnapshot(session.id)) core.popActiveSnapshot(session.id);
    }
    abortCurrent(this.#world, session, isIdle);
    this.#finish(session, run, failure.error);
  }
}

const isQueryPlan = (plan: Plan): plan is Extract<Plan, { kind: 'select' | 'insert' | 'update' | 'delete' }> =>
  QUERIES.includes(plan.kind);
/** ProcessInterrupts: lock_timeout has a different code. */
const canceled = (why: CancelReason): Failure =>
  new Failure(why === 'lock timeout' ? '55P03' : '57014', `canceling statement due to ${why}`);
/** The C engine's numbers of databases. */
const STANDBY = 0;
const BEHIND_SLOT = 255;
const FIRST_DATABASE = 1;
/** The same server as seen from another database, without the tables. */
const elsewhere = (world: World): World => ({ ...world, catalog: { tables: new Map() } });
/**
 * A standby's feedback through its slot. MODEL: a message comes after each of its queries and at no other time, so a
 * standby that runs no more queries counts as disconnected.
 */
function report({ core, slots }: World, { id, place }: Session): void {
  const slot = place?.kind === 'standby' && place.slot !== null ? slots.get(place.slot) : undefined;
  if (slot !== undefined && !slot.isLogical) core.slotFeedback(id, slot.slot, core.oldestNeeded(id));
}
const NOBODY: readonly number[] = [];
const NO_PARAMS: readonly never[] = [];
const NO_TYPES: readonly never[] = [];
