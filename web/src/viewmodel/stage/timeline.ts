/**
 * The scrubber: a mark for each tick of the current branch, and the other branches, each at the tick where it leaves.
 * Positions are ticks; a drawing has as many columns of them as fit into its width, however many ticks there are.
 */
import { ctrlCOf, type Move, type StageEvent, THE_END, TIME_PASSES } from '../../engine/stage/stage-types.ts';
import type { Spec } from '../../scenario/spec-types.ts';
import { CTRL_C, commonMoves, currentBranch, type Playback } from './playback.ts';
import { NO_SESSION, type SessionStyle, sessionStyle } from './selection.ts';
import { statementsOf } from './sql-words.ts';

/** Kinds of marks; the later ones win if several share a place. */
export const MARK_KINDS = ['plain', 'snapshot', 'commit', 'time', 'wait', 'error', 'deadlock', 'end'] as const;
export type MarkKind = (typeof MARK_KINDS)[number];

export interface TimelineMark {
  readonly tick: number;
  /** Session of the step; '' in `letter`: no session's. */
  readonly session: SessionStyle;
  /** 'plain' also for ticks whose effect is not known yet. */
  readonly kind: MarkKind;
  /** To whom that happened: A's commit may end B's wait with an error. */
  readonly whose: SessionStyle;
}
/** The beginning of a branch other than the current one. */
export type BranchStart =
  | { readonly kind: 'commit' | 'rollback' | 'step'; readonly session: SessionStyle; readonly step: string }
  | { readonly kind: 'time' | 'end' }
  /** It has nothing beyond the current branch: it ends where it would leave. */
  | { readonly kind: 'stop' };
export interface TimelineBranch {
  readonly id: number;
  /** Ticks in common with the current branch. */
  readonly at: number;
  readonly length: number;
  readonly start: BranchStart;
  /** Its own marks after `at`, the first few. */
  readonly marks: readonly TimelineMark[];
}
export interface TimelineModel {
  readonly branch: number;
  /** Of the current branch. */
  readonly length: number;
  /** Of the longest. */
  readonly longest: number;
  readonly tick: number;
  /** Of ticks 1 to `length`. */
  readonly marks: readonly TimelineMark[];
  readonly branches: readonly TimelineBranch[];
}
export interface TimelineInput {
  readonly spec: Spec;
  readonly playback: Playback;
  /** Of any ticks of the current branch, as far as known, by tick. */
  readonly events: readonly StageEvent[];
}

/** Further marks of another branch are not drawn. */
const BRANCH_MARKS = 200;

/** The last marks made from these events. */
const keptMarks = new WeakMap<
  readonly StageEvent[],
  { readonly spec: Spec; readonly moves: readonly Move[]; readonly marks: readonly TimelineMark[] }
>();

export function timelineModel({ spec, playback, events }: TimelineInput): TimelineModel {
  const current = currentBranch(playback);
  const sessions = spec.sessions.map(({ name }, place) => sessionStyle(name, place));
  const mark = (move: Move, tick: number, told?: Told): TimelineMark => {
    const session = sessions[spec.steps[move]?.session ?? ctrlCOf(move) ?? -1] ?? NO_SESSION;
    const { kind = 'plain', who = null } = told ?? {};
    return {
      tick,
      session,
      kind: move === THE_END ? 'end' : kind === 'plain' && move === TIME_PASSES ? 'time' : kind,
      whose: sessions.find(({ name }) => name === who) ?? session,
    };
  };
  const branches = playback.branches
    .filter(({ id }) => id !== current.id)
    .map(({ id, moves }): TimelineBranch => {
      const at = commonMoves(moves, current.moves);
      const own = moves.slice(at, at + BRANCH_MARKS);
      return {
        id,
        at,
        length: moves.length,
        start: startOf(spec, sessions, moves[at]),
        marks: own.map((move, i) => mark(move, at + i + 1)),
      };
    });
  // They depend only on moves and events: while the cursor moves they stay the same, and nothing is redrawn for them.
  const marksOf = (): readonly TimelineMark[] => {
    const known = keptMarks.get(events);
    if (known !== undefined && known.moves === current.moves && known.spec === spec) return known.marks;
    const kinds = eventKinds(spec, events);
    const marks = current.moves.map((move, i) => mark(move, i + 1, kinds.get(i + 1)));
    keptMarks.set(events, { spec, moves: current.moves, marks });
    return marks;
  };
  return {
    branch: current.id,
    length: current.moves.length,
    longest: Math.max(1, ...playback.branches.map(({ moves }) => moves.length)),
    tick: playback.tick,
    marks: marksOf(),
    branches,
  };
}

function startOf(spec: Spec, sessions: readonly SessionStyle[], move: Move | undefined): BranchStart {
  if (move === undefined) return { kind: 'stop' };
  if (move === TIME_PASSES) return { kind: 'time' };
  const canceled = ctrlCOf(move);
  if (canceled !== null) return { kind: 'step', session: sessions[canceled] ?? NO_SESSION, step: CTRL_C };
  const step = spec.steps[move];
  if (move === THE_END || step === undefined) return { kind: 'end' };
  const verbs = statementsOf(step.sql).map(({ verb }) => verb);
  const kind = verbs.length === 1 && (verbs[0] === 'commit' || verbs[0] === 'rollback') ? verbs[0] : 'step';
  return { kind, session: sessions[step.session] ?? NO_SESSION, step: step.name };
}

interface Told {
  readonly kind: MarkKind;
  /** The session's name; null: no session's. */
  readonly who: string | null;
}

/** The most important event of each tick. */
function eventKinds(spec: Spec, events: readonly StageEvent[]): ReadonlyMap<number, Told> {
  const kinds = new Map<number, Told>();
  const commits = spec.steps.map(({ sql }) =>
    statementsOf(sql).some(({ verb }) => verb === 'commit' || verb === 'commit prepared'),
  );
  for (const event of events) {
    const kind = kindOf(commits, event);
    const before = kinds.get(event.tick);
    if (before === undefined || rank(kind) > rank(before.kind)) kinds.set(event.tick, { kind, who: event.session });
  }
  return kinds;
}
const rank = (kind: MarkKind): number => MARK_KINDS.indexOf(kind);

function kindOf(commits: readonly boolean[], event: StageEvent): MarkKind {
  if (event.kind === 'time') return 'time';
  if (event.kind === 'end') return 'end';
  if (event.kind === 'failed') return 'error';
  if (event.error !== null) return /^\w+: +deadlock detected/.test(event.error) ? 'deadlock' : 'error';
  if (event.status === 'waiting') return 'wait';
  if (commits[event.step ?? -1] === true) return 'commit';
  return event.snapshot ? 'snapshot' : 'plain';
}

/** Ticks that share a place in the drawing. */
export interface TimelineColumn {
  readonly from: number;
  readonly to: number;
  /** Kind of the most important tick. */
  readonly kind: MarkKind;
  /** Null: several sessions'. */
  readonly session: SessionStyle | null;
  /** To whom the most important tick's event happened; null: several sessions' ticks. */
  readonly whose: SessionStyle | null;
}

/** Marks as columns that are at least `leastPx` apart, at `pitch` px per tick. */
export function timelineColumns(
  marks: readonly TimelineMark[],
  pitch: number,
  leastPx: number,
): readonly TimelineColumn[] {
  const size = Math.max(1, Math.ceil(leastPx / Math.max(pitch, 1e-6)));
  const columns: TimelineColumn[] = [];
  for (let i = 0; i < marks.length; i += size) {
    let column: TimelineColumn | null = null;
    for (let k = i; k < Math.min(i + size, marks.length); k++) {
      const mark = marks[k];
      if (mark !== undefined) column = joined(column, mark);
    }
    if (column !== null) columns.push(column);
  }
  return columns;
}
function joined(column: TimelineColumn | null, { tick, kind, session, whose }: TimelineMark): TimelineColumn {
  if (column === null) return { from: tick, to: tick, kind, session, whose };
  return {
    from: column.from,
    to: tick,
    kind: rank(kind) > rank(column.kind) ? kind : column.kind,
    session: column.session === session ? session : null,
    whose: column.whose === whose ? whose : null,
  };
}

/** Target of a key on the scrubber; null: none. */
export function timelineKey(key: string, { tick, length }: Pick<TimelineModel, 'tick' | 'length'>): number | null {
  const page = Math.max(1, Math.min(10, Math.round(length / 5)), Math.round(length / 20));
  const to = {
    ArrowRight: tick + 1,
    ArrowUp: tick + 1,
    ArrowLeft: tick - 1,
    ArrowDown: tick - 1,
    PageUp: tick + page,
    PageDown: tick - page,
    Home: 0,
    End: length,
  }[key];
  return to === undefined ? null : Math.max(0, Math.min(length, to));
}
