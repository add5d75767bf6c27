/**
 * A playback in an address: the first branch, then each other one as `PARENT:AT:MOVES`, all joined by `~`. Moves are
 * indexes into the spec's list of steps, joined by `-`; `t` lets time pass, `z` is the end; a first branch that begins
 * like the permutation is `p`, with its further moves after it. Law: reading a written text gives an equal playback.
 */
import { type Move, THE_END, TIME_PASSES } from '../../engine/stage/stage-types.ts';
import { type Branch, MAX_BRANCHES, MAX_MOVES, type Playback } from './playback.ts';

const SHAPE = /^(?:[0-9ptz-]*)(?:~[0-9]{1,3}:[0-9]{1,5}:[0-9tz-]*)*$/;
const MAX_CHARS = 120_000;

/** Whether it could be a playback's text at all. */
export const isPlaybackText = (text: string): boolean => text.length <= MAX_CHARS && SHAPE.test(text);

const wordOf = (move: Move): string => (move === TIME_PASSES ? 't' : move === THE_END ? 'z' : String(move));
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
    else if (/^[0-9]{1,5}$/.test(word) && Number(word) < steps) moves.push(Number(word));
    else return null;
  }
  return moves;
}
