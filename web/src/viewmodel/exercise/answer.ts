/** A learner's answer, and its text in a record. `kinds.ts` says whether it is right. */
import type { Move } from '../../engine/stage/stage-types.ts';
import type { TypedMove } from '../prompt/typed.ts';

export type Answer =
  | { readonly kind: 'rows'; readonly seen: readonly number[] }
  | { readonly kind: 'choice'; readonly at: number }
  | { readonly kind: 'snapshot'; readonly xmin: number; readonly xmax: number; readonly xip: readonly number[] }
  | { readonly kind: 'moves'; readonly moves: readonly Move[] }
  /** The typed statements, in the order of typing. */
  | { readonly kind: 'typed'; readonly moves: readonly TypedMove[] };

/** The text in a record. Law: reading a written answer gives an equal one. */
export function answerText(answer: Answer): string {
  switch (answer.kind) {
    case 'rows':
      return `rows:${answer.seen.join(',')}`;
    case 'choice':
      return `choice:${answer.at}`;
    case 'snapshot':
      return `snapshot:${answer.xmin}:${answer.xmax}:${answer.xip.join(',')}`;
    case 'moves':
      return `moves:${answer.moves.join(',')}`;
    case 'typed':
      return `typed:${JSON.stringify(answer.moves.map(typedText))}`;
  }
}

/** Null: it is not an answer. */
export function parseAnswer(text: string): Answer | null {
  if (text.startsWith(TYPED)) return typedIn(text.slice(TYPED.length));
  const [kind = '', ...parts] = text.split(':');
  const [first = '', second = '', third = ''] = parts;
  if (kind === 'snapshot' && parts.length === 3) {
    const [xmin, xmax, xip] = [wholes(first), wholes(second), wholes(third)];
    if (xmin?.length !== 1 || xmax?.length !== 1 || xip === null) return null;
    return { kind, xmin: xmin[0] ?? 0, xmax: xmax[0] ?? 0, xip };
  }
  const numbers = wholes(first);
  if (parts.length !== 1 || numbers === null) return null;
  if (kind === 'rows') return { kind, seen: numbers };
  if (kind === 'moves') return { kind, moves: numbers };
  return kind === 'choice' && numbers.length === 1 ? { kind, at: numbers[0] ?? 0 } : null;
}

function wholes(text: string): readonly number[] | null {
  if (text === '') return [];
  const parts = text.split(',');
  return parts.every((part) => /^-?\d{1,15}$/.test(part)) ? parts.map(Number) : null;
}

const TYPED = 'typed:';
const TIME = 't';
/** `0 BEGIN` in the first session, `c1` is Ctrl-C in the second one, `t` is time that passes. */
const typedText = (move: TypedMove): string =>
  move === 'time' ? TIME : 'sql' in move ? `${move.session} ${move.sql}` : `c${move.cancel}`;

function typedIn(text: string): Answer | null {
  try {
    const all: unknown = JSON.parse(text);
    const moves = Array.isArray(all) ? all.map(typedMove) : [];
    return moves.length > 0 && moves.every((move) => move !== null) ? { kind: 'typed', moves } : null;
  } catch {
    return null;
  }
}

function typedMove(one: unknown): TypedMove | null {
  if (typeof one !== 'string') return null;
  if (one === TIME) return 'time';
  const [, cancel, session, sql = ''] = /^(?:c(\d)|(\d) ([\s\S]+))$/.exec(one) ?? [];
  if (cancel !== undefined) return { cancel: Number(cancel) };
  return session === undefined ? null : { session: Number(session), sql };
}
