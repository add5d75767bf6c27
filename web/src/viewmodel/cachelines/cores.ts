/**
 * How the backend on a core is named and coloured: a letter and a hue each up to eight; beyond, a number, and hues for
 * the ones in question.
 */
import { SESSION_HUES } from '../stage/session-style.ts';

export interface CoreStyle {
  readonly core: number;
  /** A to H; where there are more than eight, all are numbers, from 1. */
  readonly name: string;
  readonly lettered: boolean;
  /** A CSS colour, `var(--session-a)`; ink when it is none of those in question. */
  readonly hue: string;
  /** The token's name, for a canvas that must look its value up. */
  readonly token: string;
}

const LETTERS = 'abcdefgh';

/** @param inQuestion cores that get a hue when there are more than hues, in this order; the watched one first */
export function coreStyles(cores: number, inQuestion: readonly number[]): readonly CoreStyle[] {
  const lettered = cores <= SESSION_HUES;
  const hues = new Map(
    (lettered ? Array.from({ length: cores }, (_, core) => core) : inQuestion).map((c, i) => [c, i]),
  );
  return Array.from({ length: cores }, (_, core) => {
    const letter = LETTERS[hues.get(core) ?? SESSION_HUES];
    const token = letter === undefined ? '--ink' : `--session-${letter}`;
    return {
      core,
      name: lettered ? (LETTERS[core] ?? '').toUpperCase() : String(core + 1),
      lettered,
      hue: `var(${token})`,
      token,
    };
  });
}
