/**
 * The history of each session, event by event: its launches and completions, and the state that each left it in. Events
 * do not say whether a session is in a transaction block after a step: that follows from its SQL and its errors. If the
 * server's own state is known (at the cursor), that one is used.
 */
import type { StageEvent, StageSession, StageState } from '../../engine/stage/stage-types.ts';
import type { Spec } from '../../scenario/spec-types.ts';
import { inBlockAfter, statementsOf } from './sql-words.ts';
import { findXid } from './xid-fill.ts';

/** How a session's thread is drawn: a hairline, thick, dashed, or thick and broken. */
export type LaneState = 'idle' | 'transaction' | 'waiting' | 'aborted';

/** A launch, or the completion of a step that waited: one record per line of the trace. */
export interface StepRecord {
  readonly event: StageEvent;
  /** Indexes into the spec's lists. */
  readonly session: number;
  readonly step: number;
  /** The state of the session right before and right after. */
  readonly before: LaneState;
  readonly after: LaneState;
  /** For a launch that had to wait: the tick at which the step ended; null: it never waited, or is still waiting. */
  readonly until: number | null;
  /** The xid of its session's transaction, if this event ended it; 0: it did not, or there was none. */
  readonly endedXid: number;
}
export interface StepLog {
  /** Of the requested ticks, in order. */
  readonly records: readonly StepRecord[];
  /** Each session's last record of all, by the spec's order. */
  readonly last: readonly (StepRecord | null)[];
  /** Each session's state before the first requested tick. */
  readonly initial: readonly LaneState[];
}

interface Track {
  block: boolean;
  aborted: boolean;
  waiting: boolean;
  xid: number;
  /** The launch that is still waiting. */
  open: { -readonly [K in keyof StepRecord]: StepRecord[K] } | null;
  last: StepRecord | null;
}

const stateOf = ({ block, aborted, waiting }: Track): LaneState => {
  if (waiting) return 'waiting';
  if (!block) return 'idle';
  return aborted ? 'aborted' : 'transaction';
};

/** The state of a session as the server reports it. */
export function sessionLaneState(session: StageSession): LaneState {
  if (session.active !== null || session.waitsFor.length > 0) return 'waiting';
  if (session.state.endsWith('(aborted)')) return 'aborted';
  return session.level === 0 && session.state === 'idle' ? 'idle' : 'transaction';
}

/** The transaction of an xid: its topmost parent, as far as the stage's list goes. */
export function topXid(state: Pick<StageState, 'xids'>, xid: number): number {
  let top = xid;
  for (let up = findXid(state, top)?.parent ?? null; up !== null; up = findXid(state, top)?.parent ?? null) top = up;
  return top;
}

/** The effect of a step's SQL on its session's block, computed once for each step of a spec: a run has thousands of events. */
interface StepEffect {
  readonly afterIdle: boolean;
  readonly afterBlock: boolean;
  /** It ends its block, even if another begins. */
  readonly ends: boolean;
  readonly goesBack: boolean;
}
const effects = new WeakMap<Spec, readonly StepEffect[]>();
function effectsOf(spec: Spec): readonly StepEffect[] {
  const known = effects.get(spec);
  if (known !== undefined) return known;
  const made = spec.steps.map(({ sql }): StepEffect => {
    const verbs = new Set(statementsOf(sql).map(({ verb }) => verb));
    return {
      afterIdle: inBlockAfter(false, sql),
      afterBlock: inBlockAfter(true, sql),
      ends: verbs.has('commit') || verbs.has('rollback') || verbs.has('prepare transaction'),
      goesBack: verbs.has('rollback to'),
    };
  });
  effects.set(spec, made);
  return made;
}

/** @param events of ticks 0 to the cursor, by tick @param from the first tick whose records are wanted */
export function stepLog(
  spec: Spec,
  state: Pick<StageState, 'xids'>,
  events: readonly StageEvent[],
  from: number,
): StepLog {
  const places = new Map(spec.sessions.map(({ name }, place) => [name, place]));
  const tracks = spec.sessions.map(
    ({ setup }): Track => ({
      block: setup !== null && inBlockAfter(false, setup.sql),
      aborted: false,
      waiting: false,
      xid: 0,
      open: null,
      last: null,
    }),
  );
  const stepEffects = effectsOf(spec);
  const records: StepRecord[] = [];
  let initial = from <= 0 ? tracks.map(stateOf) : null;
  for (const event of events) {
    if (initial === null && event.tick >= from) initial = tracks.map(stateOf);
    const session = event.session === null ? undefined : places.get(event.session);
    const track = session === undefined ? undefined : tracks[session];
    const effect = event.step === null ? undefined : stepEffects[event.step];
    if (event.step === null || session === undefined || track === undefined || effect === undefined) continue;
    const before = stateOf(track);
    const ended = follow(track, event, effect);
    const record = {
      event,
      session,
      step: event.step,
      before,
      after: stateOf(track),
      until: null,
      endedXid: ended,
    };
    if (event.completed && track.open !== null) {
      track.open.until = event.tick;
      track.open = null;
    } else if (event.status === 'waiting') track.open = record;
    track.last = record;
    if (event.tick >= from) records.push(record);
  }
  // Only shown records need the lookup of parents.
  const shown = (record: StepRecord): StepRecord =>
    record.endedXid === 0 ? record : { ...record, endedXid: topXid(state, record.endedXid) };
  return {
    records: records.map(shown),
    last: tracks.map(({ last }) => (last === null ? null : shown(last))),
    initial: initial ?? tracks.map(stateOf),
  };
}

/** Applies an event to its session; returns the innermost xid that it ended, or 0. */
function follow(track: Track, event: StageEvent, effect: StepEffect): number {
  track.waiting = event.status === 'waiting';
  if (track.waiting) {
    if (event.xid !== 0) track.xid = event.xid;
    return 0;
  }
  track.block = track.block ? effect.afterBlock : effect.afterIdle;
  if (event.error !== null) track.aborted = track.block;
  else if (!track.block || effect.goesBack) track.aborted = false;
  const had = track.xid;
  // A transaction of one step ends with its xid; COMMIT and ROLLBACK no longer have one.
  if (!track.block) {
    track.xid = 0;
    return event.xid === 0 ? had : event.xid;
  }
  if (effect.ends) {
    track.xid = event.xid;
    return had === event.xid ? 0 : had;
  }
  // A level without its own xid has 0, but the transaction keeps its xid.
  if (event.xid !== 0) track.xid = event.xid;
  return 0;
}
