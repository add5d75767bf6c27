/**
 * Lanes of runs that the fixture does not have: many sessions, thousands of ticks. The sessions' steps are invented
 * (each BEGINs, updates, commits, and sometimes waits); only lanes and scrubber are drawn from them.
 */
import type { StageEvent, StageSession, StageState, StageXid } from '../../engine/stage/stage-types.ts';
import { parseSpec } from '../../scenario/spec-parse.ts';
import type { Spec } from '../../scenario/spec-types.ts';
import { type MomentName, moment } from './fixture.fake.ts';
import type { LanesInput } from './lanes.ts';
import { type Playback, startPlayback } from './playback.ts';
import { NOTHING_SELECTED } from './selection.ts';

/** A moment of the fixture, in the form that the lanes take. */
export function momentInput(name: MomentName, playback?: Playback): LanesInput {
  const { spec, shown, moves, tick } = moment(name);
  return {
    spec,
    state: shown.state,
    events: shown.events,
    playback: playback ?? { ...startPlayback(moves), tick },
    selection: NOTHING_SELECTED,
  };
}

const SESSION_STEPS = [
  'BEGIN ISOLATION LEVEL REPEATABLE READ;',
  'SELECT sum(balance) FROM account WHERE branch = 7;',
  'UPDATE account SET balance = balance - 10 WHERE id = 1;',
  'COMMIT;',
];
export function fakeSpec(sessions: number): Spec {
  const text = Array.from({ length: sessions }, (_, n) => {
    const name = n < 26 ? String.fromCharCode(97 + n) : `s${n + 1}`;
    return `session ${name}\n${SESSION_STEPS.map((sql, i) => `step ${name}${i} { ${sql} }`).join('\n')}`;
  }).join('\n');
  // Without a permutation the parser would count all orders.
  const parsed = parseSpec(`${text}\npermutation a0`);
  if (!parsed.ok) throw new Error('the fake spec is broken');
  return parsed.value;
}

/** A run of `ticks` ticks, the sessions taking turns; the last ones wait for the first. */
export function fakeLanes(sessions: number, ticks: number, waiters = 0): LanesInput {
  const spec = fakeSpec(sessions);
  const base = moment('lost-update').shown.state;
  const events: StageEvent[] = [{ ...blank, tick: 0, kind: 'setup', step: null, session: null, status: null }];
  const at = spec.sessions.map(() => 0);
  const moves: number[] = [];
  const waiting = new Set<number>();
  const xids: StageXid[] = [{ xid: 731, status: 'committed', owner: null, parent: null }];
  const own = spec.sessions.map(() => 0);
  for (let tick = 1; tick <= ticks; tick++) {
    const session = (tick * 7 + Math.floor(tick / 5)) % sessions;
    const place = [session, ...spec.sessions.keys()].find((one) => !waiting.has(one)) ?? session;
    const n = at[place] ?? 0;
    const step = spec.sessions[place]?.steps[n % SESSION_STEPS.length] ?? 0;
    const kind = n % SESSION_STEPS.length;
    at[place] = n + 1;
    moves.push(step);
    const name = spec.sessions[place]?.name ?? '';
    if (kind === 2) {
      own[place] = 731 + xids.length;
      xids.push({ xid: 731 + xids.length, status: 'running', owner: name, parent: null });
    }
    const ended = xids[(own[place] ?? 0) - 731];
    if (kind === 3) {
      if (ended !== undefined) xids[ended.xid - 731] = { ...ended, status: 'committed' };
      own[place] = 0;
    }
    const waits = kind === 2 && place > 0 && waiting.size < waiters && tick > ticks - 3 * sessions;
    if (waits) waiting.add(place);
    events.push({
      ...blank,
      tick,
      kind: 'step',
      step,
      session: name,
      status: waits ? 'waiting' : 'done',
      waitsFor: waits ? [spec.sessions[0]?.name ?? ''] : [],
      results: kind === 1 ? [{ columns: ['sum'], rows: [[String(1000 - 10 * (tick % 9))]], rowCount: 1 }] : [],
      xid: own[place] ?? 0,
      snapshot: kind === 1,
      error: null,
    });
  }
  const state: StageState = {
    ...base,
    tick: ticks,
    nextXid: 731 + xids.length,
    xids: xids.slice(-200),
    sessions: spec.sessions.map(({ name }, place) =>
      fakeSession(base, name, place, at[place] ?? 0, waiting.has(place), spec),
    ),
  };
  return { spec, state, events, playback: { ...startPlayback(moves), tick: ticks }, selection: NOTHING_SELECTED };
}
const blank = {
  completed: false,
  error: null,
  results: [],
  notices: [],
  waitsFor: [],
  xid: 0,
  snapshot: false,
} as const;

function fakeSession(
  base: StageState,
  name: string,
  id: number,
  steps: number,
  waits: boolean,
  spec: Spec,
): StageSession {
  const one = base.sessions[0];
  if (one === undefined) throw new Error('the fixture has no session');
  const open = steps % SESSION_STEPS.length !== 0;
  return {
    ...one,
    session: name,
    id,
    isolation: 'repeatable read',
    level: open ? 1 : 0,
    state: waits ? 'active' : open ? 'idle in transaction' : 'idle',
    waitsFor: waits ? [spec.sessions[0]?.name ?? ''] : [],
    lock: waits ? { kind: 'transaction', on: [733], mode: 5 } : null,
    active: waits ? 2 : null,
  };
}
