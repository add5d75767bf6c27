/**
 * A suggestion, made into the page's text: which of them prevents the anomaly is found out by running them, the mildest
 * first. What was open before comes with it, so that nothing is lost.
 */
import type { CompiledSpec } from '../../../engine/spec/spec-compile.ts';
import { type Move, THE_END } from '../../../engine/stage/stage-types.ts';
import type { Remedy, Suggestion } from '../../../engine/stage/verdict-types.ts';
import { frameOf, movesOf, typedMoves, writeTyped } from '../../../viewmodel/prompt/typed.ts';
import { currentBranch } from '../../../viewmodel/stage/playback.ts';
import { type ChangedRead, changedRead } from '../../../viewmodel/verdict/changed-read.ts';
import type { PlayState } from '../../shared/play/play-state.ts';
import type { PlayStore } from '../../shared/play/play-store.ts';
import { goOn } from '../../shared/prompt/go-on.ts';

export interface Run {
  readonly text: string;
  readonly moves: readonly Move[];
}
export interface Found extends Run {
  readonly remedy: Remedy;
}
/** What has been tried, and what was open before. */
export interface Tried {
  readonly remedy: Remedy;
  readonly before: Run;
  readonly after: string;
  /** A session now reads something else, and writes what was typed. */
  readonly read: ChangedRead | null;
}

/** All that help, the mildest first. */
export async function findRemedies(
  { world }: PlayStore,
  suggestions: readonly Suggestion[],
): Promise<readonly Found[]> {
  const found: Found[] = [];
  for (const { remedy, text, moves } of suggestions) {
    const compiled = await world.compile(text);
    if (!compiled.ok) continue;
    const attempt = await world.client.attempt(compiled.value, moves);
    const kind = attempt?.verdict?.kind;
    if (attempt === null || (kind !== 'order' && kind !== 'alone')) continue;
    found.push({ remedy, ...written(compiled.value, text, attempt.moves) });
  }
  return found;
}

/** Typed SQL is written in the order in which it has run. */
function written(compiled: CompiledSpec, text: string, moves: readonly Move[]): Run {
  if (!compiled.spec.extras.hasPrompts) return { text, moves };
  const typed = typedMoves(compiled.spec, moves);
  return { text: writeTyped(frameOf(text, compiled.spec), typed), moves: movesOf(typed) };
}

export const runOf = ({ text, compiled, playback }: PlayState): Run => ({
  text: compiled?.text ?? text,
  moves: currentBranch(playback).moves.filter((move) => move !== THE_END),
});

/** Runs it in place of what is open; null: it could not be opened, and what was there stays. */
export async function tryRun(store: PlayStore, one: Found): Promise<Tried | null> {
  const was = store.get();
  if (!(await openRun(store, one))) return null;
  const { compiled, events } = store.get();
  const old = was.compiled;
  const read =
    old === null || compiled === null
      ? null
      : changedRead({ spec: old.spec, events: was.events }, { spec: compiled.spec, events });
  return { remedy: one.remedy, before: runOf(was), after: one.text, read };
}

/** @returns false: it could not be opened, and what was there stays */
export async function openRun(store: PlayStore, { text, moves }: Run): Promise<boolean> {
  return (await goOn(store, text, { moves, tick: moves.length })).kind === 'ran';
}
