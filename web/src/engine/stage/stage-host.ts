/**
 * The engine behind a stage, in a worker, or in Node for tests: one spec, one server, one run that takes the steps it
 * is asked for. The answer depends only on the request, never on earlier ones.
 */
import { err, ok, type Result } from '../../base/result.ts';
import { mayBeSerializable } from '../../scenario/serializable.ts';
import { type Permutation, type PermutationStep, permutationsOf } from '../../scenario/spec-types.ts';
import { LimitReached, tellLimit, WORK_UNITS } from '../../sql/limits.ts';
import { explainVisibility } from '../server/server-pages.ts';
import { readServerState, snapshotInForce } from '../server/server-state.ts';
import { lookupsSoFar } from '../server/slru-state.ts';
import type { CompiledSpec } from '../spec/spec-compile.ts';
import { ctrlC, PAUSE } from '../spec/spec-run.ts';
import { stateNames } from '../spec/spec-state.ts';
import { createRun, type TraceRun } from '../trace/run.ts';
import type { TraceLine, TraceResult } from '../trace/trace-types.ts';
import type { WasmPlace } from '../wasm/wasm-module.ts';
import type { SerialFinding } from './serial-types.ts';
import { type StageServer, startStageServer } from './stage-server.ts';
import { questionOf, readStage, xidsBetween } from './stage-state.ts';
import {
  ctrlCOf,
  type EventResult,
  type Look,
  MAX_EVENT_ROWS,
  MAX_EVENT_TAGS,
  MAX_STAGE_XIDS,
  type Move,
  type Shown,
  type ShowRequest,
  type StageEvent,
  type StageExplanation,
  type StageOptions,
  type StageState,
  type StageStop,
  THE_END,
  TIME_PASSES,
} from './stage-types.ts';
import type { PrimaryTick } from './standby-side.ts';
import type { Attempt, RunVerdict } from './verdict-types.ts';

/** Units of work that one request may use: its ticks have WORK_UNITS each. */
const REQUEST_UNITS = 10 * WORK_UNITS;
const CHECKPOINT_EVERY = 16;

/** Code that few stages need; null: this one does not. */
interface SeldomCode {
  readonly showStandby: typeof import('./standby-side.ts').showStandby | null;
  readonly readSsi: typeof import('../server/ssi-state.ts').readSsi | null;
}

export class StageHost {
  readonly #place: WasmPlace;
  readonly #compiled: CompiledSpec;
  readonly #options: StageOptions;
  readonly #server: StageServer;
  readonly #run: TraceRun;
  readonly #seldom: SeldomCode;
  readonly #names: readonly string[];
  readonly #permutations = new Map<number, Permutation>();
  /** Ticks of the primary that a standby follows, from 0 on, and the request whose first moves they belong to. */
  #primary: { readonly of: Pick<ShowRequest, 'permutation' | 'moves'>; readonly ticks: readonly PrimaryTick[] } = {
    of: { permutation: null, moves: [] },
    ticks: [],
  };

  private constructor(
    place: WasmPlace,
    compiled: CompiledSpec,
    options: StageOptions,
    server: StageServer,
    run: TraceRun,
    seldom: SeldomCode,
  ) {
    this.#seldom = seldom;
    this.#place = place;
    this.#compiled = compiled;
    this.#options = options;
    this.#server = server;
    this.#run = run;
    this.#names = namesOf(compiled);
  }

  static async open(
    place: WasmPlace,
    compiled: CompiledSpec,
    options: StageOptions,
  ): Promise<Result<StageHost, string>> {
    const server = await startStageServer(place, compiled, options);
    if (!server.ok) return server;
    const { core, db } = server.value;
    const names = namesOf(compiled);
    const run = await createRun(compiled, [], {
      makeDatabase: () => db,
      // Events' facts about sessions; tables are read at the cursor.
      stateOf: () => ({
        ...readServerState(core, { ...stateNames(db, names), tables: [] }),
        lookups: lookupsSoFar(core),
      }),
      checkpointEvery: CHECKPOINT_EVERY,
      beforeTick: (tick) => core.module._xip_sim_at_step(tick),
    });
    const [showStandby, readSsi] = await Promise.all([
      options.standby === true ? import('./standby-side.ts').then((own) => own.showStandby) : null,
      mayBeSerializable(compiled.spec) ? import('../server/ssi-state.ts').then((own) => own.readSsi) : null,
    ]);
    return ok(new StageHost(place, compiled, options, server.value, run, { showStandby, readSsi }));
  }

  /** The next stage that is opened takes its engine. Nobody may use this host any more. */
  close(): void {
    this.#server.core.giveUp(this.#place);
  }

  show(request: ShowRequest): Shown {
    const ticks = request.standby === undefined ? [] : this.#primaryTicks(request);
    const shown = this.#show(request);
    // No ticks: not even the set-up finished.
    const { showStandby } = this.#seldom;
    if (request.standby === undefined || ticks.length === 0 || showStandby === null) return shown;
    const primary = {
      core: this.#server.core,
      ticks: ticks.slice(0, shown.state.tick + 1),
      reader: this.#reader,
      shown: shown.state,
    };
    return { ...shown, standby: showStandby(primary, request.standby) };
  }

  /** The control session: it runs no step, so it has no transaction. */
  get #reader(): number {
    return [...this.#server.db.world.sessions.keys()][0] ?? 0;
  }

  /** Computes the missing ticks up to the request's, one after another; those in common with the last request stay. */
  #primaryTicks(request: ShowRequest): readonly PrimaryTick[] {
    const { permutation, moves } = request;
    const { of, ticks: known } = this.#primary;
    const parts = moves.findIndex((move, i) => of.moves[i] !== move);
    const same = permutation !== of.permutation ? 0 : (parts < 0 ? moves.length : parts) + 1;
    const ticks = known.slice(0, same);
    const { core } = this.#server;
    this.#run.reroute(this.#stepsOf(moves, permutation));
    for (let tick = ticks.length; tick <= Math.min(request.tick, moves.length); tick++) {
      this.#goTo(tick + 1, permutation ?? 0);
      if (this.#run.position !== tick + 1) break;
      const { xmin, xmax, xip, subxip, suboverflowed } = snapshotInForce(core, this.#reader);
      const snapshot = { xmin, xmax, xip, subxip, suboverflowed };
      ticks.push({ walEnd: core.module._xip_sim_wal_end() >>> 0, snapshot });
    }
    this.#primary = { of: { permutation, moves }, ticks };
    return ticks;
  }

  #show(request: ShowRequest): Shown {
    const { moves, look, eventsFrom } = request;
    const run = this.#run;
    const steps = this.#stepsOf(moves, request.permutation);
    run.reroute(steps);
    const to = Math.max(0, Math.min(request.tick, moves.length));
    const studied = this.#studied(request, to);
    const stopped = this.#goTo(to + 1, request.permutation ?? 0);
    const tick = Math.max(0, run.position - 1);
    const failure = run.lines.findLast((line) => line.tick <= tick && line.status === 'failed');
    const state = this.#read(tick, look);
    const question = stillThere(studied, state) ?? this.#questionAt(tick, look, state);
    return {
      state,
      events: this.#eventsOf(run, eventsFrom, tick),
      question,
      explanation: this.#explain(question),
      stopped: stopped ?? (failure?.error == null ? null : { kind: 'failed', error: failure.error }),
    };
  }

  #read(tick: number, look: Look): StageState {
    const run = this.#run;
    const { core, db } = this.#server;
    const underWay = run.underWay;
    const source = {
      core,
      db,
      design: this.#options.design,
      names: this.#names,
      active: (session: number) => underWay[session] ?? null,
      timeCanPass: run.timeCanPass,
      lookupsBefore: lookupsIn(run.lines.findLast((line) => line.tick < tick)),
      readSsi: this.#seldom.readSsi,
    };
    return tornDown(readStage(source, tick, look), run);
  }

  #questionAt(tick: number, look: Look, state: StageState): Shown['question'] {
    const acted = this.#run.lines.findLast((line) => line.tick <= tick && line.session !== null)?.session ?? null;
    return questionOf(look, state, acted);
  }

  /**
   * The question before a transaction's end: the end answers it, and is no subject itself. Null: the step at the cursor
   * is no such end.
   */
  #studied({ moves, look, permutation }: ShowRequest, to: number): Shown['question'] | null {
    const { steps } = this.#compiled.spec;
    let tick = to;
    while (tick > 0 && ENDS.test(steps[moves[tick - 1] ?? THE_END]?.sql ?? '')) tick--;
    if (tick === 0 || tick === to || this.#goTo(tick + 1, permutation ?? 0) !== null) return null;
    return this.#questionAt(tick, look, this.#read(tick, look));
  }

  /** The trace as `xipscope trace` writes it, including the header; made on a separate server. */
  async trace(moves: readonly Move[], permutation: number | null): Promise<Result<readonly string[], StageStop>> {
    const server = await startStageServer(this.#place, this.#compiled, this.#options);
    if (!server.ok) return err({ kind: 'failed', error: server.error });
    const { writeTrace } = await import('./stage-trace.ts');
    const steps = this.#stepsOf(moves, permutation);
    return writeTrace(this.#compiled, this.#options, server.value, steps, moves.length, permutation);
  }

  /** The run up to here, as it is now, for those who try it again on servers of their own. Null: it has stopped. */
  #ran(request: Pick<ShowRequest, 'moves' | 'permutation' | 'tick'>) {
    const { state, stopped } = this.#show({ ...request, look: {}, eventsFrom: request.tick });
    if (stopped !== null) return null;
    const moves = request.moves.slice(0, state.tick);
    const lines = this.#run.lines.filter(({ tick }) => tick <= state.tick);
    const start = (compiled: CompiledSpec) => startStageServer(this.#place, compiled, this.#options);
    return { state, moves, lines, start };
  }

  /**
   * Was the serialization failure up to here a false alarm? Tried on a separate server. Null: nobody failed, and nobody
   * is doomed.
   */
  async serial(request: Pick<ShowRequest, 'moves' | 'permutation' | 'tick'>): Promise<SerialFinding | null> {
    const ran = this.#ran(request);
    if (ran?.state.ssi === undefined) return null;
    const { serialFinding } = await import('./serial-orders.ts');
    return serialFinding(ran.state.ssi, this.#compiled, ran.moves, ran.lines, ran.start, this.#place);
  }

  /** What the transactions up to here did to each other. Null: one has not ended, or the run has stopped. */
  async verdict(request: Pick<ShowRequest, 'moves' | 'permutation' | 'tick'>): Promise<RunVerdict | null> {
    const ran = this.#ran(request);
    if (ran === null) return null;
    const steps = this.#stepsOf(ran.moves, request.permutation);
    const { runVerdict } = await import('./verdict.ts');
    return runVerdict({ compiled: this.#compiled, steps, ...ran }, ran.start, this.#place);
  }

  /** Another spec with these steps, on a server of its own. */
  async attempt(compiled: CompiledSpec, moves: readonly Move[]): Promise<Attempt> {
    const { attempt } = await import('./attempt.ts');
    return attempt(await StageHost.open(this.#place, compiled, this.#options), compiled.spec, moves);
  }

  /** Runs until `position` ticks are done; returns why it stopped before. */
  #goTo(position: number, permutation: number): StageStop | null {
    const run = this.#run;
    const { work } = this.#server;
    let used = 0;
    try {
      work.refill();
      // Ticks done before take one jump; new ones are done one by one, each with its own limit.
      run.seek(Math.min(position, run.known));
      while (run.position < position && !run.ended) {
        work.refill();
        run.seek(run.position + 1);
        used += work.spent;
        if (used > REQUEST_UNITS && run.position < position)
          return { kind: 'paused', tick: run.position - 1, units: REQUEST_UNITS };
      }
      return null;
    } catch (cause) {
      if (!(cause instanceof LimitReached)) throw cause;
      work.refill();
      run.seek(run.position);
      return { kind: 'limit', permutation, limit: tellLimit(cause) };
    }
  }

  /** A permutation's own steps, with its blockers, for as long as the moves are the same. */
  #stepsOf(moves: readonly Move[], number: number | null): readonly PermutationStep[] {
    const permutation = number === null ? [] : this.#permutation(number);
    let same = true;
    return moves
      .filter((move) => move !== THE_END)
      .map((move, i) => {
        const given = permutation[i];
        same &&= given?.step === move;
        if (same && given !== undefined) return given;
        const canceled = ctrlCOf(move);
        if (canceled !== null) return ctrlC(canceled);
        return move === TIME_PASSES ? PAUSE : { step: move, blockers: [] };
      });
  }

  #permutation(number: number): Permutation {
    const known = this.#permutations.get(number);
    if (known !== undefined) return known;
    let n = 0;
    for (const permutation of permutationsOf(this.#compiled.spec))
      if (++n === number) {
        this.#permutations.set(number, permutation);
        return permutation;
      }
    return [];
  }

  #explain({ session, tuple }: Shown['question']): StageExplanation | null {
    if (session === null || tuple === null) return null;
    const { core, db } = this.#server;
    const { table, block, offset } = tuple;
    const relation = db.world.catalog.tables.get(table)?.relation;
    const id = [...db.world.sessions.keys()][this.#names.indexOf(session) + 1];
    if (relation === undefined || id === undefined || !this.#names.includes(session)) return null;
    const found = explainVisibility(core, id, relation, { block, offset });
    return found === undefined ? null : { session, table, block, offset, visible: found.visible, steps: found.steps };
  }

  #eventsOf({ lines }: TraceRun, from: number, to: number): readonly StageEvent[] {
    // Pass the previous line along: searching for it at each event takes quadratic time in a long run.
    return lines.flatMap((line, at) =>
      line.tick >= from && line.tick <= to ? [this.#eventOf(line, lines[at - 1], lines)] : [],
    );
  }

  #eventOf(line: TraceLine, previous: TraceLine | undefined, lines: readonly TraceLine[]): StageEvent {
    const { tick, status, session, index, completed, error, notices } = line;
    const now = line.state?.sessions.find((one) => one.session === session);
    const before = previous?.state?.sessions.find((one) => one.session === session);
    const kind = status === 'done' || status === 'waiting' ? 'step' : status;
    const xid = xidOf(now) || this.#assigned(line, previous) || (completed ? xidWhenItWaited(lines, line) : 0);
    return {
      tick,
      kind,
      step: kind === 'step' && index !== null ? (this.#stepAt(line) ?? null) : null,
      session,
      status: status === 'done' || status === 'waiting' ? status : null,
      completed,
      error,
      results: resultsOf(line).map(cut),
      ...(line.tags !== undefined && { tags: line.tags.slice(0, MAX_EVENT_TAGS) }),
      ...(line.detail !== undefined && { detail: line.detail }),
      notices,
      waitsFor: now?.waitsFor ?? [],
      xid,
      snapshot: takenBy(now) > takenBy(before),
    };
  }

  /** The last xid that its session got since the previous line, even if that transaction is over. */
  #assigned(line: TraceLine, previous: TraceLine | undefined): number {
    const from = previous?.state?.nextXid;
    const to = line.state?.nextXid;
    if (from === undefined || to === undefined || from === to || line.session === null) return 0;
    const { core, db } = this.#server;
    // Xids of others may come before its own, but none after it.
    const latest = Math.max(from, to - MAX_STAGE_XIDS);
    return xidsBetween(core, db, this.#names, latest, to).findLast(({ owner }) => owner === line.session)?.xid ?? 0;
  }

  #stepAt({ step }: TraceLine): number | undefined {
    const at = this.#compiled.spec.steps.findIndex(({ name }) => name === step);
    return at === -1 ? undefined : at;
  }
}

/** A step that ends a transaction and does nothing else. */
const ENDS = /^\s*(commit|end|rollback|abort)(\s+(work|transaction))?(\s+prepared\s+'[^']*')?\s*;?\s*$/i;

/** The question, if its row version is on the page that is shown. */
const stillThere = (question: Shown['question'] | null, { page }: StageState): Shown['question'] | null => {
  const tuple = question?.tuple ?? null;
  const isHere =
    tuple !== null &&
    page?.table === tuple.table &&
    page.block === tuple.block &&
    page.tuples.some(({ lp }) => lp === tuple.offset);
  return isHere ? question : null;
};

/** After the teardown: the xids that it used are its own, and not the set-up's. */
function tornDown(state: StageState, { lines }: TraceRun): StageState {
  const last = lines.findLast(({ tick }) => tick <= state.tick);
  if (last?.status !== 'end') return state;
  const before = lines.findLast(({ tick }) => tick < last.tick)?.state?.nextXid ?? state.nextXid;
  const first = state.nextXid - before;
  // Xids are 32 bits here, and counters 64: what matters is their distance from the next one.
  const isNew = (xid: number): boolean => (((state.nextXid - xid) % 2 ** 32) + 2 ** 32) % 2 ** 32 <= first;
  return {
    ...state,
    tornDown: true,
    xids: state.xids.map((one) => (isNew(one.xid) ? { ...one, teardown: true } : one)),
  };
}
/** The result of `lookupsSoFar` when that line was written. */
const lookupsIn = (line: TraceLine | undefined): number => {
  const { lookups } = (line?.state ?? {}) as { readonly lookups?: number };
  return lookups ?? 0;
};
const namesOf = ({ spec }: CompiledSpec): readonly string[] => spec.sessions.map(({ name }) => name);

type LineSession = NonNullable<TraceLine['state']>['sessions'][number];
const xidOf = (session: LineSession | undefined): number => {
  const { currentXid } = (session ?? {}) as { readonly currentXid?: number };
  return currentXid ?? session?.xid ?? 0;
};
function xidWhenItWaited(lines: readonly TraceLine[], line: TraceLine): number {
  const waited = lines.findLast(
    ({ index, status, tick }) => index === line.index && status === 'waiting' && tick <= line.tick,
  );
  return xidOf(waited?.state?.sessions.find(({ session }) => session === line.session));
}
const takenBy = (session: LineSession | undefined): number => session?.snapshot?.taken ?? 0;

const resultsOf = ({ results, columns, rows }: TraceLine): readonly TraceResult[] =>
  results.length > 0 || columns === null || rows === null ? results : [{ columns, rows }];
const cut = ({ columns, rows }: TraceResult): EventResult => ({
  columns,
  rows: rows.slice(0, MAX_EVENT_ROWS),
  rowCount: rows.length,
});
