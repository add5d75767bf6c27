/**
 * The session lanes: each session's steps, from top to bottom, and its possible next step. Rows are ticks (and places
 * where a branch leaves); old ticks are folded, so that a run of thousands costs only as much as its last rows.
 *
 * Rows count from 0. A card begins at its tick's row and may extend down to the next card of its lane.
 */
import type { Messages } from '../../base/messages/index.ts';
import {
  ctrlCOf,
  type Move,
  type StageEvent,
  type StageState,
  THE_END,
  TIME_PASSES,
} from '../../engine/stage/stage-types.ts';
import type { Spec } from '../../scenario/spec-types.ts';
import {
  FEW_SQL_LINES,
  LEAST_SQL_LINES,
  mostRows,
  rowHeights,
  rowsThatFit,
  SQL_LINES,
  spread,
  WHOLE_SQL_LINES,
} from './lanes-fit.ts';
import type {
  Lane,
  LaneBand,
  LaneCard,
  LaneGhost,
  LaneNext,
  LaneRoom,
  LanesModel,
  LaneThread,
  LaneWait,
} from './lanes-types.ts';
import { CTRL_C, commonMoves, currentBranch, nextHere, type Playback } from './playback.ts';
import { type Selection, type SessionStyle, type SessionStyles, sessionStyles, styleOf } from './selection.ts';
import { briefSql } from './sql-words.ts';
import { type LaneState, type StepLog, type StepRecord, sessionLaneState, stepLog } from './step-log.ts';
import { findXid, xidFill } from './xid-fill.ts';

export type { LaneState } from './step-log.ts';

export interface LanesInput {
  readonly spec: Spec;
  /** At the cursor. */
  readonly state: StageState;
  /** Of ticks 0 to the cursor, by tick. Those after the cursor are left out. */
  readonly events: readonly StageEvent[];
  readonly playback: Playback;
  readonly selection: Selection;
  /** Moves that define each session's order: a permutation's, which may leave steps out. */
  readonly plan?: readonly Move[];
  /** No transaction ids: sessions are named instead. */
  readonly plain?: boolean;
  /** Nothing can run: a limit was reached, or the set-up failed. */
  readonly stopped?: boolean;
  /** The page speaks of this step: rather than fold it, the cards show less of their SQL. */
  readonly told?: number;
}

/** Lines of arrows; a session that waits without an arrow shows it on its card. */
const MAX_WAIT_LINES = 4;

/** As many rows as fit into the room, with texts in this language. */
export interface LaneFit {
  readonly room: LaneRoom;
  readonly messages: Messages;
}

/** @param rows number of the last ticks to draw; or as many as fit */
export function lanesModel(input: LanesInput, rows: number | LaneFit): LanesModel {
  const { spec, state, playback } = input;
  const { tick } = state;
  const most = typeof rows === 'number' ? Math.max(1, Math.trunc(rows)) : mostRows(rows.room);
  const earliest = Math.max(0, tick - most + 1);
  const events = upTo(input.events, tick);
  const styles = sessionStyles(spec.sessions.map(({ name }) => name));
  const context: LanesContext = {
    input,
    styles,
    log: stepLog(spec, state, events, earliest),
    ghosts: ghostsOf(spec, playback, tick),
    bandEvents: events.slice(firstAt(events, earliest)).filter(({ kind }) => kind !== 'step'),
    sessions: new Map(state.sessions.map((session) => [session.session, session])),
  };
  const waits = waitsOf(spec, state, input.plain === true);
  const { laid, heights, sqlLines } = fitted(context, earliest, waits, rows);
  const next = laneNexts(input, styles);
  const lanes = spec.sessions.map(({ name }, place): Lane => {
    const session = context.sessions.get(name);
    const record = context.log.last[place] ?? null;
    return {
      place,
      style: styleOf(styles, name),
      isolation: session?.isolation ?? 'read committed',
      state: stateNow(context, name),
      waitsFor: (session?.waitsFor ?? []).map((who) => whoIs(styles, who)),
      cards: laid.cards[place] ?? [],
      last: record === null ? null : card(input, styles, record, laid.rowOf.get(record.event.tick) ?? 0),
      threads: laid.threads[place] ?? [],
      next: next[place] ?? { kind: 'none' },
      chosen: input.selection.session === name,
    };
  });
  return {
    tick,
    lanes,
    isTyped: spec.extras.hasPrompts,
    styles,
    rows: laid.drawn,
    heights,
    sqlLines,
    bands: laid.bands,
    ghosts: laid.placed,
    ...waits,
    foldedTo: laid.first === 0 ? null : laid.first - 1,
  };
}

/** Data of a drawing, whichever of its rows are drawn. */
interface LanesContext {
  readonly input: LanesInput;
  readonly styles: SessionStyles;
  readonly log: StepLog;
  readonly ghosts: readonly LaneGhost[];
  readonly bandEvents: readonly StageEvent[];
  readonly sessions: ReadonlyMap<string, StageState['sessions'][number]>;
  /** Cards have neither xids nor snapshots. */
  readonly isBare?: boolean;
}
const stateNow = ({ sessions }: LanesContext, name: string): LaneState => {
  const session = sessions.get(name);
  return session === undefined ? 'idle' : sessionLaneState(session);
};

interface Laid extends LaidRows {
  readonly first: number;
  /** By lane. */
  readonly cards: readonly (readonly LaneCard[])[];
  readonly threads: readonly (readonly LaneThread[])[];
}

/** The ticks from `first` on, in rows. */
function layOut(context: LanesContext, first: number): Laid {
  const { input, styles, log } = context;
  const { spec, state } = input;
  const rows = layRows(
    first,
    state.tick,
    context.ghosts.filter(({ at }) => at >= first),
    context.bandEvents.filter(({ tick }) => tick >= first),
  );
  const made = spec.sessions.map((): LaneCard[] => []);
  for (const record of log.records) {
    if (record.event.tick < first) continue;
    const one = card(input, styles, record, rows.rowOf.get(record.event.tick) ?? 0);
    made[record.session]?.push(context.isBare === true ? { ...one, xid: null, snapshot: false } : one);
  }
  const lanes = spec.sessions.map(({ name }, place) => {
    const inTheWay = rows.placed.filter(({ lane }) => lane === null || lane === place);
    const wall = [...rows.bands, ...inTheWay].map(({ row }) => row);
    return thread(made[place] ?? [], wall, stateNow(context, name), rows.drawn.length);
  });
  return { ...rows, first, cards: lanes.map(({ own }) => own), threads: lanes.map(({ threads }) => threads) };
}

interface Folded {
  readonly laid: Laid;
  readonly heights: readonly number[] | null;
  readonly sqlLines: number;
}

/**
 * The most SQL that folds no step; else the most that folds no step that the page speaks of, for which cards may leave
 * out xids and snapshots, too, if that shows the step.
 */
function fitted(
  context: LanesContext,
  earliest: number,
  waits: Pick<LanesModel, 'waitLines' | 'moreWaits'>,
  rows: number | LaneFit,
): Folded {
  const all = layOut(context, earliest);
  if (typeof rows === 'number') return { laid: all, heights: null, sqlLines: SQL_LINES };
  const laidWith = (sqlLines: number, of: LanesContext = context): Folded => ({
    ...fold(of === context ? all : layOut(of, earliest), of, waits, { ...rows, room: { ...rows.room, sqlLines } }),
    sqlLines,
  });
  const whole = laidWith(WHOLE_SQL_LINES);
  if (whole.laid.first === 0) return whole;
  const usual = laidWith(SQL_LINES);
  if (usual.laid.first === 0) return usual;
  const few = laidWith(FEW_SQL_LINES);
  if (few.laid.first === 0) return few;
  const { told = Number.POSITIVE_INFINITY } = context.input;
  for (const one of [usual, few]) if (one.laid.first <= told) return one;
  const least = laidWith(LEAST_SQL_LINES, { ...context, isBare: true });
  // Statements cut in vain would show neither.
  return least.laid.first <= told ? least : few;
}

/** Folds ticks that do not fit, the oldest first; the last tick stays. */
function fold(
  all: Laid,
  context: LanesContext,
  { waitLines, moreWaits }: Pick<LanesModel, 'waitLines' | 'moreWaits'>,
  rows: LaneFit,
): Pick<Folded, 'laid' | 'heights'> {
  const { drawn, cards, bands, placed } = all;
  const heights = rowHeights({ rows: drawn.length, cards, bands, ghosts: placed }, rows.room, rows.messages);
  const below = waitLines + (moreWaits > 0 ? 1 : 0);
  const kept = drawn.slice(drawn.length - rowsThatFit(heights, below, rows.room));
  const first = kept.find(({ tick }) => tick !== null)?.tick ?? context.input.state.tick;
  const laid = first === all.first ? all : layOut(context, first);
  // A row's height follows from the items that begin in it or below it.
  const own = heights.slice(drawn.length - laid.drawn.length);
  return { laid, heights: first === 0 ? own : spread(own, below, rows.room) };
}

interface LaidRows {
  readonly drawn: readonly { readonly tick: number | null }[];
  /** The row where a tick's cards begin. */
  readonly rowOf: ReadonlyMap<number, number>;
  readonly placed: readonly LaneGhost[];
  readonly bands: readonly LaneBand[];
}

/** Every tick has a row; an event outside any step, and a branch that leaves, have separate rows, which no card covers. */
function layRows(
  first: number,
  tick: number,
  ghosts: readonly LaneGhost[],
  bandEvents: readonly StageEvent[],
): LaidRows {
  const drawn: { tick: number | null }[] = [];
  const rowOf = new Map<number, number>();
  const placed: LaneGhost[] = [];
  const bands: LaneBand[] = [];
  for (let at = first; at <= tick; at++) {
    const own = bandEvents.filter((event) => event.tick === at);
    for (const [i, { kind, error, notices }] of own.entries()) {
      if (kind !== 'step') bands.push({ row: drawn.length, tick: at, kind, error, notices });
      drawn.push({ tick: i === 0 ? at : null });
    }
    rowOf.set(at, drawn.length);
    if (own.length === 0) drawn.push({ tick: at });
    else if (at > 0) drawn.push({ tick: null });
    for (const ghost of ghosts)
      if (ghost.at === at) {
        placed.push({ ...ghost, row: drawn.length });
        drawn.push({ tick: null });
      }
  }
  return { drawn, rowOf, placed, bands };
}

/** The style of a session, or of a prepared transaction that holds a lock, by its name. */
const whoIs = (styles: SessionStyles, name: string): SessionStyle =>
  styles.get(name) ?? { name, letter: '', hue: 'var(--ink)', ownName: name };

/** Index of the first event of a tick, or of a later one. */
function firstAt(events: readonly StageEvent[], tick: number): number {
  let from = 0;
  let to = events.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((events[middle]?.tick ?? 0) < tick) from = middle + 1;
    else to = middle;
  }
  return from;
}
/** Events up to a tick. */
export function upTo(events: readonly StageEvent[], tick: number): readonly StageEvent[] {
  const end = firstAt(events, tick + 1);
  return end === events.length ? events : events.slice(0, end);
}

/** In a failed transaction the server answers these with ROLLBACK. */
const COMMITS = /^\s*(commit|end|prepare)\b/i;

function card(
  { spec, state, selection, plain = false }: LanesInput,
  styles: SessionStyles,
  record: StepRecord,
  row: number,
): LaneCard {
  const { event, step, until } = record;
  const { name = '', sql = '' } = spec.steps[step] ?? {};
  const waits = event.status === 'waiting';
  const xid = record.endedXid || event.xid;
  const known = findXid(state, xid);
  return {
    kind: event.completed ? 'completed' : 'launched',
    lane: record.session,
    row,
    span: 1,
    tick: event.tick,
    step,
    name,
    sql,
    brief: briefSql(sql) + (record.before === 'aborted' && COMMITS.test(sql) ? ' → ROLLBACK' : ''),
    status: waits ? (until === null ? 'waits' : 'waited') : 'done',
    until,
    waitsFor: event.waitsFor.map((who) => whoIs(styles, who)),
    results: event.results,
    notices: event.notices,
    error: event.error,
    xid:
      xid === 0 || plain
        ? null
        : {
            xid,
            fill: xidFill(state, xid),
            owner: styleOf(styles, event.session),
            parent: known?.parent ?? null,
            chosen: selection.xid === xid,
          },
    snapshot: event.snapshot,
    before: record.before,
    after: record.after,
    now: event.tick === state.tick,
  };
}

/**
 * Cards get their span (down to the next obstacle in the lane), and the thread its pieces: from row to row, in the
 * session's state there.
 */
function thread(
  cards: readonly LaneCard[],
  wall: readonly number[],
  now: LaneState,
  rows: number,
): { readonly own: readonly LaneCard[]; readonly threads: readonly LaneThread[] } {
  const threads: LaneThread[] = [];
  const piece = (row: number, end: number, state: LaneState): void => {
    if (end > row) threads.push({ row, span: end - row, state });
  };
  piece(0, cards[0]?.row ?? rows, cards[0]?.before ?? now);
  const own = cards.map((one, i) => {
    const end = cards[i + 1]?.row ?? rows;
    piece(one.row, end, i === cards.length - 1 ? now : one.after);
    const below = Math.min(end, ...wall.filter((row) => row > one.row));
    return { ...one, span: Math.max(1, below - one.row) };
  });
  return { own, threads };
}

function laneNexts(input: LanesInput, styles: SessionStyles): LaneNext[] {
  const { spec, state, playback, plan = [], stopped = false } = input;
  const branch = currentBranch(playback);
  const done = branch.moves.slice(0, playback.tick);
  const planned = branch.moves[playback.tick] ?? null;
  const over = stopped || done.includes(THE_END);
  const sessions = new Map(state.sessions.map((session) => [session.session, session]));
  return nextHere(spec, playback, plan).map((step, place): LaneNext => {
    if (over) return { kind: 'over' };
    const session = sessions.get(spec.sessions[place]?.name ?? '');
    if (session !== undefined && (session.active !== null || session.waitsFor.length > 0))
      return { kind: 'waits', on: session.waitsFor.map((who) => whoIs(styles, who)) };
    const found = step === null ? undefined : spec.steps[step];
    if (step === null || found === undefined) return { kind: 'none' };
    return {
      kind: 'run',
      step,
      name: found.name,
      sql: found.sql,
      brief: briefSql(found.sql),
      planned: planned === step,
    };
  });
}

/** Places where other branches leave the current one, up to the cursor; branches that leave with the same move are one. */
function ghostsOf(spec: Spec, playback: Playback, tick: number): readonly LaneGhost[] {
  const current = currentBranch(playback);
  const found = new Map<string, LaneGhost & { branches: number[] }>();
  for (const branch of playback.branches) {
    if (branch.id === current.id) continue;
    const at = commonMoves(branch.moves, current.moves, tick);
    const move = branch.moves[at];
    if (move === undefined || move === current.moves[at]) continue;
    const known = found.get(`${at} ${move}`);
    if (known !== undefined) known.branches.push(branch.id);
    else found.set(`${at} ${move}`, { row: 0, at, ...ghostMove(spec, move), branches: [branch.id] });
  }
  return [...found.values()].sort((a, b) => a.at - b.at);
}
function ghostMove(spec: Spec, move: number): Pick<LaneGhost, 'lane' | 'move' | 'name' | 'brief'> {
  if (move === TIME_PASSES) return { lane: null, move: 'time', name: '', brief: '' };
  const lane = ctrlCOf(move);
  if (lane !== null) return { lane: lane < spec.sessions.length ? lane : null, move: 'step', name: '', brief: CTRL_C };
  const step = spec.steps[move];
  if (move === THE_END || step === undefined) return { lane: null, move: 'end', name: '', brief: '' };
  return { lane: step.session, move: 'step', name: step.name, brief: briefSql(step.sql) };
}

/** Waits between sessions, as arrows from lane to lane; arrows share a line only if they do not touch. */
function waitsOf(spec: Spec, state: StageState, plain: boolean): Pick<LanesModel, 'waits' | 'waitLines' | 'moreWaits'> {
  const places = new Map(spec.sessions.map(({ name }, place) => [name, place]));
  const waits: LaneWait[] = [];
  /** The lanes that the arrows of each line cover, as pairs. */
  const lines: (readonly [number, number])[][] = [];
  let moreWaits = 0;
  for (const session of state.sessions) {
    const from = places.get(session.session);
    for (const who of session.waitsFor) {
      const to = places.get(who);
      if (from === undefined || to === undefined || from === to) continue;
      const [left, right] = [Math.min(from, to), Math.max(from, to)];
      const free = lines.findIndex((taken) => taken.every(([l, r]) => right <= l || left >= r));
      const line = free === -1 ? lines.length : free;
      if (line >= MAX_WAIT_LINES) {
        moreWaits++;
        continue;
      }
      lines[line] = [...(lines[line] ?? []), [left, right]];
      const onXid = session.lock?.kind === 'transaction' && !plain ? (session.lock.on[0] ?? 0) : 0;
      waits.push({ from, to, line, lock: session.lock?.kind ?? null, xid: onXid });
    }
  }
  return { waits, waitLines: lines.length, moreWaits };
}
