/** The possible next moves, and the requests that they need, computed from the Playground's state. Pure. */
import { DESIGN_IDS, type DesignId } from '../../../base/designs.ts';
import type { CompiledSpec } from '../../../engine/spec/spec-compile.ts';
import {
  type Look,
  type Move,
  type Shown,
  type ShowRequest,
  THE_END,
  TIME_PASSES,
} from '../../../engine/stage/stage-types.ts';
import { permutationsOf } from '../../../scenario/spec-types.ts';
import type { PlayAddress, PlayRules, PlaySource } from '../../../viewmodel/addresses.ts';
import {
  currentBranch,
  formatBranches,
  makeMove,
  nextHere,
  type Playback,
  parseBranches,
  plannedMove,
  seek,
  startPlayback,
} from '../../../viewmodel/stage/playback.ts';
import { DEFAULT_RULES, type PlayState } from './play-state.ts';

/**
 * A permutation's steps.
 * @param number from 1; none for 0 or a number that the spec does not have
 */
function planOf({ spec }: CompiledSpec, number: number): readonly Move[] {
  let n = 0;
  for (const permutation of permutationsOf(spec)) if (++n === number) return permutation.map(({ step }) => step);
  return [];
}

/**
 * The engine's designOf, copied because a page does not import the engine: 13 walks PGXACT, later ones dense arrays.
 */
export const designFor = ({ spec }: CompiledSpec, rules: PlayRules): DesignId =>
  DESIGN_IDS.find((id) => id === spec.extras.design?.id) ?? (rules < 14 ? 'pg13' : 'pg14');

/** The objects that the engine should inspect. */
function lookOf({ table, block, selection: { session, tuple } }: PlayState): Look {
  return {
    ...(table === null ? {} : { table }),
    block,
    ...(session === null ? {} : { session }),
    ...(tuple === null ? {} : { tuple }),
  };
}

/** The question to the engine. @param eventsFrom the first tick whose events are wanted */
export const requestOf = (state: PlayState, eventsFrom: number): ShowRequest => ({
  permutation: state.permutation === 0 ? null : state.permutation,
  moves: currentBranch(state.playback).moves,
  tick: state.playback.tick,
  look: lookOf(state),
  eventsFrom,
});

/** Each session's next step, in the spec's order of sessions. */
export const nextStepsOf = ({ compiled, playback, plan }: PlayState): readonly (number | null)[] =>
  compiled === null ? [] : nextHere(compiled.spec, playback, plan);

/**
 * The session's next step; null: it has none, or it waits.
 * @param session by the spec's order
 */
export const nextStepOf = (state: PlayState, session: number): Move | null =>
  state.shown?.state.sessions[session]?.active == null ? (nextStepsOf(state)[session] ?? null) : null;

/**
 * Sessions that take part in the run, by the spec's order: those of the played permutation, and those that have moved.
 * All sessions if no permutation is played.
 */
function takesPart({ compiled, plan, playback }: PlayState): (session: number) => boolean {
  if (compiled === null || plan.length === 0) return () => true;
  const moves = [...plan, ...currentBranch(playback).moves];
  const about = new Set(moves.map((move) => compiled.spec.steps[move]?.session));
  return (session) => about.has(session);
}

/** The next step of the first session that can move. */
function firstFree(state: PlayState): Move | null {
  for (const session of nextStepsOf(state).keys()) {
    const next = nextStepOf(state, session);
    if (next !== null) return next;
  }
  return null;
}

/**
 * The next part of Finish: the planned moves at once; then each session's remaining steps; then time passes for waiting
 * sessions. Never the teardown. Null: no session can go further.
 */
export function towardsEnd(state: PlayState): Playback | null {
  const { playback, phase, shown } = state;
  if (phase !== 'ready' || shown === null || shown.stopped !== null || isOver(state)) return null;
  const { moves } = currentBranch(playback);
  const end = moves.at(-1) === THE_END ? moves.length - 1 : moves.length;
  if (playback.tick < end) return seek(playback, end);
  const isAbout = takesPart(state);
  const move = [...nextStepsOf(state).keys()]
    .filter(isAbout)
    .map((session) => nextStepOf(state, session))
    .find((next) => next !== null);
  const next = move ?? (shown.state.timeCanPass ? TIME_PASSES : null);
  return next === null ? null : makeMove(playback, next);
}

/** Nothing is under way, and two sessions have run something: the run can be judged. */
export const isRunOver = ({ state }: Shown, events: PlayState['events']): boolean =>
  state.sessions.every((one) => one.state === 'idle' && one.active === null) &&
  new Set(events.flatMap(({ tick, session }) => (session !== null && tick <= state.tick ? [session] : []))).size > 1;

/** Only the teardown is left. */
export const isAtEnd = (state: PlayState): boolean =>
  state.shown !== null && state.playback.tick > 0 && !isOver(state) && towardsEnd(state) === null;

/** Teardown is done: nothing follows. */
export const isOver = ({ playback }: PlayState): boolean =>
  currentBranch(playback).moves[playback.tick - 1] === THE_END;

/** There is a next step: planned, or of a session that does not wait. */
export const canStep = (state: PlayState): boolean =>
  !isOver(state) && (plannedMove(state.playback) !== null || firstFree(state) !== null);

/** One step on, as planned; else of the first session that can move. Null: no step is possible. */
export function onwards(state: PlayState): Playback | null {
  const { playback, phase, shown } = state;
  if (phase !== 'ready') return null;
  const planned = plannedMove(playback);
  // Nothing follows after the engine has stopped.
  if (planned !== null && shown !== null && shown.stopped !== null && shown.state.tick < playback.tick) return null;
  const move = planned ?? firstFree(state);
  return move === null ? null : makeMove(playback, move);
}

/** The Playground's state and its address: each from the other. Pure. */

/** Leaves out everything that has its initial value. */
export function addressOf(state: PlayState): PlayAddress {
  const { source, rules, design, permutation, plan, playback, table, block, selection, depth } = state;
  const moves = formatBranches(playback, plan);
  const { session, tuple, xid } = selection;
  return {
    ...(source === null ? {} : { source }),
    ...(rules === DEFAULT_RULES ? {} : { rules }),
    ...(design === null ? {} : { design }),
    ...(permutation === 1 ? {} : { permutation }),
    ...(moves === 'p' || (moves === '' && plan.length === 0) ? {} : { moves }),
    ...(playback.current === 0 ? {} : { branch: playback.current }),
    ...(playback.tick === 0 ? {} : { tick: playback.tick }),
    ...(table === null ? {} : { table }),
    ...(block === 0 ? {} : { block }),
    ...(session === null ? {} : { session }),
    ...(tuple === null ? {} : { tuple }),
    ...(xid === null ? {} : { xid }),
    ...(depth === 'all' ? {} : { depth }),
  };
}

/** Whether the engine already has this spec open, under these rules and this design. */
export function isOpen(
  { source: open, rules: now, design: chosen }: Pick<PlayState, 'source' | 'rules' | 'design'>,
  source: PlaySource,
  { rules = DEFAULT_RULES, design }: Pick<PlayAddress, 'rules' | 'design'>,
): boolean {
  if (open === null || rules !== now || (design ?? null) !== chosen) return false;
  return source.kind === 'shipped'
    ? open.kind === 'shipped' && open.id === source.id
    : open.kind === 'text' && open.packed === source.packed;
}

type Place = Pick<PlayState, 'permutation' | 'plan' | 'playback' | 'table' | 'block' | 'selection'>;

/**
 * The position in a spec that an address names.
 * @returns also whether its moves and its step fit the spec; if they do not, the plan's moves replace them, from the first.
 * And whether its session is one of the spec's; else none is chosen.
 */
export function placeOf(
  compiled: CompiledSpec,
  address: PlayAddress,
): Place & { readonly movesFit: boolean; readonly sessionFits: boolean } {
  const permutation = address.permutation ?? 1;
  const plan = planOf(compiled, permutation);
  const started = startPlayback(plan);
  const { session = null, tuple = null, xid = null, moves } = address;
  const branches = moves === undefined ? started.branches : parseBranches(moves, plan, compiled.spec.steps.length);
  const { tick = 0, branch = 0 } = address;
  const asked = branches === null ? started : seek({ ...started, branches }, tick, branch);
  const movesFit = branches !== null && asked.tick === tick;
  const isKnown = compiled.spec.sessions.some(({ name }) => name === session);
  return {
    movesFit,
    sessionFits: session === null || isKnown,
    permutation,
    plan,
    playback: movesFit ? asked : started,
    table: address.table ?? tuple?.table ?? null,
    block: address.block ?? tuple?.block ?? 0,
    selection: { session: isKnown ? session : null, tuple, xid },
  };
}
