/**
 * The stage's data: the state of the simulated server after a tick, the events of each tick, and a page's requests.
 * Plain data throughout: it crosses from the worker to the page.
 *
 * A *move* is the next action of the reader (or of a permutation). Tick 0 is after the set-up; each move is one tick
 * more.
 */

import type { DesignId } from '../../base/designs.ts';
import type { Result } from '../../base/result.ts';
import type { Index } from '../../sql/catalog.ts';
import type { Rules } from '../../sql/core.ts';
import type { SqlType } from '../../sql/database.ts';
import type { LimitTold } from '../../sql/limits.ts';
import type { Expr, Modifier } from '../../sql/plan.ts';
import type { Horizons, ItemState, SessionState, SlotState, TupleState } from '../server/server-state.ts';
import type { StageSlru } from '../server/slru-types.ts';
import type { AnswerRun, SnapshotForm } from '../server/snapshot-answers.ts';
import type { StageSsi } from '../server/ssi-types.ts';
import type { StandbyRequest, StandbyShown } from '../server/standby-types.ts';
import type { CompiledSpec } from '../spec/spec-compile.ts';
import type { TraceTag } from '../trace/trace-types.ts';
import type { WasmPlace } from '../wasm/wasm-module.ts';
import type { SerialFinding } from './serial-types.ts';
import type { Attempt, RunVerdict } from './verdict-types.ts';

/** A step, as its index in the spec's `steps`; or a deadlock_timeout that expires; or Ctrl-C; or the end: teardown. */
export type Move = number;
/** Nobody moves: the next due deadlock check runs. */
export const TIME_PASSES: Move = -1;
/** Waits for the steps still waiting, as isolationtester does, then runs the spec's teardown. Always the last move. */
export const THE_END: Move = -2;
/** Ctrl-C in a session, by the spec's order: the query that waits there is canceled. A spec cannot express it. */
export const ctrlCIn = (session: number): Move => -3 - session;
/** The session of a Ctrl-C; null: the move is none. */
export const ctrlCOf = (move: Move): number | null => (move < THE_END ? -3 - move : null);

export type XidStatus = 'running' | 'committed' | 'aborted' | 'prepared';
export interface StageXid {
  readonly xid: number;
  /** A subtransaction has its own; while its top transaction runs, a released one is still 'running'. */
  readonly status: XidStatus;
  /** The session's name; null: the set-up's, or that of a session outside the spec. */
  readonly owner: string | null;
  /** Assigned elsewhere, between the spec's steps. */
  readonly elsewhere?: true;
  /** Assigned by the teardown. */
  readonly teardown?: true;
  /** Its direct parent; null: it is a top transaction. */
  readonly parent: number | null;
}

/** A snapshot with its command id: the one in force, or the one that would be. */
export interface StageSnapshot extends SnapshotForm {
  readonly curcid: number;
}
/**
 * - `statement`: the snapshot of a statement under way (it waits)
 * - `kept`: REPEATABLE READ's, kept until the transaction ends
 * - `over`: READ COMMITTED's last one, which nobody uses any more
 * - `none`: the session has taken none in this transaction
 */
export type SnapshotUse = 'statement' | 'kept' | 'over' | 'none';

export interface StageSession extends SessionState {
  readonly use: SnapshotUse;
  /**
   * The snapshot behind the eyes: the one in use, or one like it would take now (a failed transaction's: after its
   * end).
   */
  readonly inForce: StageSnapshot;
  /** That snapshot's answers about the xids shown; the last run covers all xids that are not assigned yet. */
  readonly answers: readonly AnswerRun[];
  /** The step under way (it waits), as its index in the spec's `steps`. */
  readonly active: number | null;
}

/** Its transaction has failed: until that ends, the session can run no query, so it sees nothing. */
export const isFailed = ({ state }: Pick<SessionState, 'state'>): boolean => state.endsWith('(aborted)');

export interface StageColumn {
  readonly name: string;
  readonly type: SqlType;
  /** Of varchar(n) and numeric(p, s). */
  readonly modifier?: Modifier;
  readonly notNull: boolean;
  /** Its default; missing: none. */
  readonly fallback?: Expr;
}
/** Names of columns stand for its keys. */
export interface StageIndex extends Omit<Index, 'columns' | 'including'> {
  readonly columns: readonly string[];
  readonly including: readonly string[];
}
export interface StageTable {
  readonly name: string;
  readonly columns: readonly StageColumn[];
  readonly indexes: readonly StageIndex[];
  readonly blocks: number;
}
/**
 * Position of a column's bytes in its tuple, counted from the tuple's beginning; `to` is exclusive. Null: SQL's NULL.
 */
export interface FieldSpan {
  readonly from: number;
  readonly to: number;
}
export interface StageTuple extends TupleState {
  readonly lp: number;
  /** lp_off, lp_len: its position in the page and its length, in bytes. */
  readonly at: number;
  readonly length: number;
  readonly hoff: number;
  readonly spans: readonly (FieldSpan | null)[];
  /** Nobody will ever see it: its writer rolled back, or its deleter is older than every snapshot. */
  readonly dead: boolean;
}
/** One page of one table, line pointer by line pointer. */
export interface StagePage {
  readonly table: string;
  readonly block: number;
  /** pd_lower, pd_upper. */
  readonly lower: number;
  readonly upper: number;
  readonly tuples: readonly StageTuple[];
  /** Line pointers without a tuple. */
  readonly items: readonly ItemState[];
}

export interface StageState {
  readonly tick: number;
  readonly rules: number;
  readonly design: string;
  /** 64 bits, as latestCompletedXid. */
  readonly nextXid: number;
  readonly latestCompletedXid: number;
  readonly xactCompletionCount: number;
  readonly lastOverflowedXid: number;
  readonly sessions: readonly StageSession[];
  /** Ascending; the latest MAX_STAGE_XIDS, and before them older ones that still run or are on the page. */
  readonly xids: readonly StageXid[];
  readonly horizons: Horizons;
  readonly slru: StageSlru;
  readonly prepared: readonly { readonly name: string; readonly xids: readonly number[] }[];
  readonly slots: readonly SlotState[];
  readonly tables: readonly StageTable[];
  /** Present once a serializable transaction has taken its snapshot. */
  readonly ssi?: StageSsi;
  /** The requested page; else the first table's first; null: there is no table. */
  readonly page: StagePage | null;
  /** A deadlock_timeout can expire: TIME_PASSES would have an effect. */
  readonly timeCanPass: boolean;
  /** The spec's teardown has run. */
  readonly tornDown?: true;
}
export const MAX_STAGE_XIDS = 2_000;

/** Rows of a result that an event carries; the rest is counted. */
export const MAX_EVENT_ROWS = 50;
export const MAX_EVENT_TAGS = 50;
export interface EventResult {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | null)[])[];
  readonly rowCount: number;
}
/** The effect of a tick on one step (a tick can complete others that waited), or that it was set-up, time or end. */
export interface StageEvent {
  readonly tick: number;
  readonly kind: 'setup' | 'step' | 'time' | 'end' | 'failed';
  /** Index in the spec's `steps`, and the session's name; null unless kind is 'step'. */
  readonly step: number | null;
  readonly session: string | null;
  /** `waiting`: launched, and waits. `done`: it ended, at once or after a wait (`completed`). */
  readonly status: 'done' | 'waiting' | null;
  readonly completed: boolean;
  /** `ERROR:  …` as a client prints it. */
  readonly error: string | null;
  /** The error's DETAIL; missing: it has none. */
  readonly detail?: string;
  readonly results: readonly EventResult[];
  /** Command tags, each with the number of results before it; at most MAX_EVENT_TAGS. Missing: none. */
  readonly tags?: readonly TraceTag[];
  readonly notices: readonly string[];
  /** The sessions that its session waits for at that moment. */
  readonly waitsFor: readonly string[];
  /** The session's xid at that moment, of its innermost level; 0: none. */
  readonly xid: number;
  /** It took a snapshot. */
  readonly snapshot: boolean;
}

/** One question of the decision path. */
export interface ExplainStep {
  /** Its name in heap/questions.h. */
  readonly question: string;
  /** PostgreSQL's function, macro or bit. */
  readonly function: string;
  /** The sentence with its values. */
  readonly text: string;
  readonly a: number;
  readonly b: number;
  readonly answer: boolean;
}
export interface StageExplanation {
  readonly session: string;
  readonly table: string;
  readonly block: number;
  readonly offset: number;
  readonly visible: boolean;
  readonly steps: readonly ExplainStep[];
}

export interface Look {
  readonly table?: string;
  readonly block?: number;
  /**
   * Why does this session see, or not see, this version? The stage chooses missing fields itself (`Shown.question`).
   */
  readonly session?: string;
  readonly tuple?: { readonly table: string; readonly block: number; readonly offset: number };
}
export interface StageOptions {
  readonly rules: Rules;
  readonly design: DesignId;
  /** For messages. */
  readonly file: string;
  /** The server has a standby: it keeps its WAL records about xids. */
  readonly standby?: boolean;
  /** Names of planted faults (server-faults.ts): bug hunts use them, addresses cannot. */
  readonly faults?: readonly string[];
}
export interface ShowRequest {
  /** From 1: the moves follow this permutation for as long as they are the same, with its blockers. Null: none. */
  readonly permutation: number | null;
  readonly moves: readonly Move[];
  /** The tick to show: 0 to moves.length. */
  readonly tick: number;
  readonly look: Look;
  /** Events are wanted from this tick on, up to `tick`. */
  readonly eventsFrom: number;
  /** For a stage with a standby: the standby's position. */
  readonly standby?: StandbyRequest;
}
/** Why a stage stopped early. The page has the words (`engine/stage/stop-text.ts`): the worker knows no language. */
export type StageStop =
  /** The server's error text, or the engine's. */
  | { readonly kind: 'failed'; readonly error: string }
  /** A request has used up its units of work: the next one continues. */
  | { readonly kind: 'paused'; readonly tick: number; readonly units: number }
  /** @param permutation its number, from 1; 0: none */
  | { readonly kind: 'limit'; readonly permutation: number; readonly limit: LimitTold };
export interface Shown {
  readonly state: StageState;
  readonly events: readonly StageEvent[];
  /** The question explained: the requested one, or the stage's choice. Null: there is nothing to ask about. */
  readonly question: { readonly session: string | null; readonly tuple: NonNullable<Look['tuple']> | null };
  /** Null: there is no question, or no such tuple. */
  readonly explanation: StageExplanation | null;
  /** Why it stopped at `state.tick`: a limit that was reached, a set-up that failed. */
  readonly stopped: StageStop | null;
  /** Present if the request asked for it. */
  readonly standby?: StandbyShown;
}

/** The worker's methods. */
export interface StageApi {
  /** Fetches the engine, for the `open` that is to come. */
  warm(place: WasmPlace): void;
  open(question: {
    readonly compiled: CompiledSpec;
    readonly options: StageOptions;
    readonly place: WasmPlace;
  }): Result<null, string>;
  show(request: ShowRequest): Shown;
  /** Was the serialization failure up to `tick` a false alarm? Null: nobody has failed. */
  serial(question: Pick<ShowRequest, 'moves' | 'permutation' | 'tick'>): SerialFinding | null;
  /** What did the transactions up to `tick` do to each other? Null: one has not ended yet. */
  verdict(question: Pick<ShowRequest, 'moves' | 'permutation' | 'tick'>): RunVerdict | null;
  /** What comes of these moves in another spec, on the same kind of server? */
  attempt(question: { readonly compiled: CompiledSpec; readonly moves: readonly Move[] }): Attempt;
  /** All lines of these moves, as `xipscope trace` writes them. */
  trace(question: {
    readonly moves: readonly Move[];
    readonly permutation: number | null;
  }): Result<readonly string[], StageStop>;
}
