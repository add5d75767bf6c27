/**
 * Name and colour of the backend on a core: a letter and a hue each for up to eight cores; for more, a number, and hues
 * only for the cores in question.
 */
import { SESSION_HUES } from '../stage/session-style.ts';

export interface CoreStyle {
  readonly core: number;
  /** A to H; if there are more than eight cores, all have numbers, from 1. */
  readonly name: string;
  readonly lettered: boolean;
  /** A CSS colour, `var(--session-a)`; ink if it is not a core in question. */
  readonly hue: string;
  /** The token's name, for a canvas that must look its value up. */
  readonly token: string;
}

const LETTERS = 'abcdefgh';

/** @param inQuestion cores that get a hue when there are more cores than hues, in this order; the watched one first */
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
