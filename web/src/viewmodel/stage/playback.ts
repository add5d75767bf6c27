/**
 * The person's position: a tree of branches, each a list of moves from the set-up on, and a cursor. Branch 0 is the
 * opened one (a permutation, or nothing yet). Pure: a move returns a new playback, the old one stays unchanged.
 *
 * Invariants: `moves[0 … at)` of a branch are its parent's; `0 ≤ tick ≤ moves.length` of the current branch; a branch's
 * parent has a smaller id.
 */
import { ctrlCIn, ctrlCOf, type Move, THE_END, TIME_PASSES } from '../../engine/stage/stage-types.ts';
import type { Spec } from '../../scenario/spec-types.ts';

interface Branch {
  readonly id: number;
  readonly parent: number | null;
  /** Moves in common with the parent. */
  readonly at: number;
  /** All of them, from the set-up on. */
  readonly moves: readonly Move[];
}
export interface Playback {
  readonly branches: readonly Branch[];
  readonly current: number;
  readonly tick: number;
}

/** A key's name is the same in every language. */
export const CTRL_C = 'Ctrl-C';

export const MAX_BRANCHES = 32;
/** Moves of a branch: twice as many as a permutation may have. */
export const MAX_MOVES = 10_000;

export const startPlayback = (moves: readonly Move[]): Playback => ({
  branches: [{ id: 0, parent: null, at: 0, moves }],
  current: 0,
  tick: 0,
});

export function currentBranch({ branches, current }: Playback): Branch {
  const branch = branches[current];
  if (branch === undefined) throw new RangeError(`no branch ${current}`);
  return branch;
}

/** The planned next move; null at the branch's end. */
export const plannedMove = (playback: Playback): Move | null => currentBranch(playback).moves[playback.tick] ?? null;

/** Moves the cursor to a tick of the current branch, or of another one. */
export function seek(playback: Playback, tick: number, branch = playback.current): Playback {
  const to = playback.branches[branch];
  if (to === undefined) return playback;
  return { ...playback, current: branch, tick: Math.max(0, Math.min(Math.trunc(tick), to.moves.length)) };
}

/**
 * Makes a move at the cursor. If it was planned next: the cursor advances. At the branch's end: the branch grows.
 * Otherwise: a new branch that begins here, or the existing one that began here with the same move. Nothing happens
 * after the end, or when there are too many branches or moves.
 */
export function makeMove(playback: Playback, move: Move): Playback {
  const branch = currentBranch(playback);
  const { tick } = playback;
  const done = branch.moves.slice(0, tick);
  if (done.includes(THE_END)) return playback;
  if (branch.moves[tick] === move) return { ...playback, tick: tick + 1 };
  if (tick >= MAX_MOVES) return playback;
  if (tick === branch.moves.length) {
    const grown = { ...branch, moves: [...branch.moves, move] };
    return { ...playback, branches: playback.branches.with(branch.id, grown), tick: tick + 1 };
  }
  const known = playback.branches.find(({ moves }) => moves[tick] === move && sameStart(moves, branch.moves, tick));
  if (known !== undefined) return { ...playback, current: known.id, tick: tick + 1 };
  return begin(playback, [...done, move], tick + 1);
}

/** A new branch with everything up to the cursor, and nothing planned after it. */
export function branchHere(playback: Playback): Playback {
  const branch = currentBranch(playback);
  if (playback.tick === branch.moves.length) return playback;
  return begin(playback, branch.moves.slice(0, playback.tick), playback.tick);
}

function begin(playback: Playback, moves: readonly Move[], tick: number): Playback {
  const { branches, current } = playback;
  if (branches.length >= MAX_BRANCHES) return playback;
  const made: Branch = { id: branches.length, parent: current, at: playback.tick, moves };
  return { branches: [...branches, made], current: made.id, tick };
}

function sameStart(a: readonly Move[], b: readonly Move[], length: number): boolean {
  if (a.length < length || b.length < length) return false;
  for (let i = 0; i < length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/**
 * The step that each session would run next, by the spec's order of sessions; null: it has no more. A session that has
 * followed the plan so far continues with the plan; any other with the step after its last one in its own order.
 * @param plan moves that define each session's order: those of a permutation, which may leave steps out
 */
export function nextSteps(spec: Spec, done: readonly Move[], plan: readonly Move[] = []): readonly (number | null)[] {
  return spec.sessions.map(({ steps }, session) => {
    const isOwn = (move: Move): boolean => spec.steps[move]?.session === session;
    const [mine, planned] = [done.filter(isOwn), plan.filter(isOwn)];
    const next = planned[mine.length];
    if (next !== undefined && mine.every((move, i) => planned[i] === move)) return next;
    const last = mine.at(-1);
    if (planned.length > 0 && mine.length === planned.length && sameStart(mine, planned, mine.length)) return null;
    return (last === undefined ? steps[0] : steps[steps.indexOf(last) + 1]) ?? null;
  });
}

/**
 * The step that each session would run next at the cursor: the one that this branch has planned for it, otherwise that
 * of `nextSteps`.
 * @param plan moves of the played permutation
 */
export function nextHere(spec: Spec, playback: Playback, plan: readonly Move[] = []): readonly (number | null)[] {
  const { moves } = currentBranch(playback);
  const ahead = new Map<number, number>();
  for (let i = moves.length - 1; i >= playback.tick; i--) {
    const move = moves[i] ?? THE_END;
    const step = spec.steps[move];
    if (step !== undefined) ahead.set(step.session, move);
  }
  return nextSteps(spec, moves.slice(0, playback.tick), plan).map((step, session) => ahead.get(session) ?? step);
}

/** Number of moves that two branches have in common at their start, at most `most`. */
export function commonMoves(a: readonly number[], b: readonly number[], most = Number.POSITIVE_INFINITY): number {
  const end = Math.min(a.length, b.length, most);
  let i = 0;
  while (i < end && a[i] === b[i]) i++;
  return i;
}

/**
 * A playback in an address: the first branch, then each other one as `PARENT:AT:MOVES`, all joined by `~`. Moves are
 * indexes into the spec's list of steps, joined by `-`; `t` lets time pass, `c0` is Ctrl-C in the first session, `z` is the end; a first branch that begins
 * like the permutation is `p`, with its further moves after it. Law: reading a written text gives an equal playback.
 */

const SHAPE = /^(?:[0-9cptz-]*)(?:~[0-9]{1,3}:[0-9]{1,5}:[0-9ctz-]*)*$/;
const MAX_CHARS = 120_000;

/** Whether it could be a playback's text at all. */
export const isPlaybackText = (text: string): boolean => text.length <= MAX_CHARS && SHAPE.test(text);

function wordOf(move: Move): string {
  const canceled = ctrlCOf(move);
  if (canceled !== null) return `c${canceled}`;
  return move === TIME_PASSES ? 't' : move === THE_END ? 'z' : String(move);
}
const join = (moves: readonly Move[]): string => moves.map(wordOf).join('-');

/** @param plan the permutation's moves; empty: there is none */
export function formatBranches({ branches }: Pick<Playback, 'branches'>, plan: readonly Move[]): string {
  return branches
    .map(({ parent, at, moves }, i) => {
      if (i > 0) return `${parent ?? 0}:${at}:${join(moves.slice(at))}`;
      if (plan.length === 0 || !plan.every((move, k) => moves[k] === move)) return join(moves);
      return ['p', ...moves.slice(plan.length).map(wordOf)].join('-');
    })
    .join('~');
}

/** Null: it does not fit, because the spec has other steps or the text was cut. @param steps number of the spec's steps */
export function parseBranches(text: string, plan: readonly Move[], steps: number): readonly Branch[] | null {
  if (!isPlaybackText(text)) return null;
  const branches: Branch[] = [];
  for (const [id, part] of text.split('~').entries()) {
    if (id >= MAX_BRANCHES) return null;
    const [parentText = '', atText = '', own = ''] = id === 0 ? ['0', '0', part] : part.split(':');
    const [parent, at] = [Number(parentText), Number(atText)];
    const before = id === 0 ? [] : branches[parent]?.moves;
    const mine = movesOf(own, id === 0 ? plan : null, steps);
    if (before === undefined || mine === null || at > before.length) return null;
    const moves = [...before.slice(0, at), ...mine];
    if (moves.length > MAX_MOVES || moves.slice(0, -1).includes(THE_END)) return null;
    branches.push({ id, parent: id === 0 ? null : parent, at, moves });
  }
  return branches;
}

/** @param plan the meaning of a leading `p`; null: none */
function movesOf(text: string, plan: readonly Move[] | null, steps: number): readonly Move[] | null {
  if (text === '') return [];
  const moves: Move[] = [];
  for (const [i, word] of text.split('-').entries()) {
    if (word === 'p') {
      if (plan === null || i > 0) return null;
      moves.push(...plan);
    } else if (word === 't') moves.push(TIME_PASSES);
    else if (word === 'z') moves.push(THE_END);
    else if (/^c[0-9]{1,2}$/.test(word)) moves.push(ctrlCIn(Number(word.slice(1))));
    else if (/^[0-9]{1,5}$/.test(word) && Number(word) < steps) moves.push(Number(word));
    else return null;
  }
  return moves;
}
