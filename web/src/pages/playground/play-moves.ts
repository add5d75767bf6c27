/** What can be done next, and what is asked of the engine for it: read off the Playground's state. Pure. */
import { DESIGN_IDS, type DesignId } from '../../engine/lab-types.ts';
import type { CompiledSpec } from '../../engine/spec-compile.ts';
import { type Look, type Move, THE_END } from '../../engine/stage-types.ts';
import type { PlayRules } from '../../model/addresses.ts';
import { currentBranch, makeMove, nextHere, type Playback, plannedMove } from '../../model/stage/playback.ts';
import { permutationsOf } from '../../scenario/spec-permutations.ts';
import type { PlayState } from './play-state.ts';

/** A permutation's steps. @param number from 1; 0, or one that the spec has not: none */
export function planOf({ spec }: CompiledSpec, number: number): readonly Move[] {
  let n = 0;
  for (const permutation of permutationsOf(spec)) if (++n === number) return permutation.map(({ step }) => step);
  return [];
}

/** designOf of the engine, which a page does not import: 13 walks PGXACT, later ones dense arrays. */
export const designFor = ({ spec }: CompiledSpec, rules: PlayRules): DesignId =>
  DESIGN_IDS.find((id) => id === spec.extras.design?.id) ?? (rules < 14 ? 'pg13' : 'pg14');

/** What the engine is to look at. */
export function lookOf({ table, block, selection: { session, tuple } }: PlayState): Look {
  return {
    ...(table === null ? {} : { table }),
    block,
    ...(session === null ? {} : { session }),
    ...(tuple === null ? {} : { tuple }),
  };
}

/** What each session would run next, by the spec's order. */
export const nextStepsOf = ({ compiled, playback, plan }: PlayState): readonly (number | null)[] =>
  compiled === null ? [] : nextHere(compiled.spec, playback, plan);

/** The session's next step; null: it has none, or it waits. @param session by the spec's order */
export const nextStepOf = (state: PlayState, session: number): Move | null =>
  state.shown?.state.sessions[session]?.active == null ? (nextStepsOf(state)[session] ?? null) : null;

/** The next step of the first session that can move. */
function firstFree(state: PlayState): Move | null {
  for (const session of nextStepsOf(state).keys()) {
    const next = nextStepOf(state, session);
    if (next !== null) return next;
  }
  return null;
}

/** Teardown is done: nothing follows. */
export const isOver = ({ playback }: PlayState): boolean =>
  currentBranch(playback).moves[playback.tick - 1] === THE_END;

/** There is a next step: planned, or of a session that does not wait. */
export const canStep = (state: PlayState): boolean =>
  !isOver(state) && (plannedMove(state.playback) !== null || firstFree(state) !== null);

/** One on, as planned; else the first session that can move does. Null: nothing can be done. */
export function onwards(state: PlayState): Playback | null {
  const { playback, phase, shown } = state;
  if (phase !== 'ready') return null;
  const planned = plannedMove(playback);
  // Where the engine has stopped nothing follows.
  if (planned !== null && shown !== null && shown.stopped !== null && shown.state.tick < playback.tick) return null;
  const move = planned ?? firstFree(state);
  return move === null ? null : makeMove(playback, move);
}
