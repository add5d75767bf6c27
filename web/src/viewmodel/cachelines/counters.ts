/** Counts of an operation so far: lines, misses and their reasons, time. Sums are kept, so that every moment costs the same. */
import { SESSION_HUES } from '../stage/selection.ts';
import { begunAt, isMiss, type LineScene, SHARING, sceneNs } from './scene.ts';

/**
 * Name and colour of the backend on a core: a letter and a hue each for up to eight cores; for more, a number, and hues
 * only for the cores in question.
 */

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

export interface LineCounts {
  readonly accesses: number;
  /** Distinct lines. */
  readonly lines: number;
  readonly misses: number;
  readonly trueSharing: number;
  readonly falseSharing: number;
  /** Misses whose only foreign bytes were xmins, read for the horizon. */
  readonly forHorizon: number;
  /** The line was there, the right to write it was not: others had only read it. */
  readonly upgrades: number;
  /** The other misses: a first touch, or no room. */
  readonly other: number;
  readonly ns: number;
  /** The part of it in which another core's access to the same line had to end first. */
  readonly waitNs: number;
}

export interface Tallies {
  /** For the whole operation. */
  readonly total: LineCounts;
  /** At a time since its beginning: the running access counts, its time as far as it has got. */
  readonly at: (ns: number) => LineCounts;
}

export function talliesOf(scene: LineScene): Tallies {
  const { accesses, lineAt } = scene;
  const { count } = accesses;
  const lines = new Uint32Array(count + 1);
  const misses = new Uint32Array(count + 1);
  const upgrades = new Uint32Array(count + 1);
  const waits = new Float64Array(count + 1);
  const bySharing = Array.from({ length: 4 }, () => new Uint32Array(count + 1));
  const seen = new Set<number>();
  for (let i = 0; i < count; i++) {
    seen.add(lineAt[i] ?? 0);
    lines[i + 1] = seen.size;
    const missed = isMiss(accesses, i);
    misses[i + 1] = (misses[i] ?? 0) + (missed ? 1 : 0);
    const isUpgrade = missed && accesses.sharing[i] === SHARING['not-shared'] && accesses.upgrade[i] === 1;
    upgrades[i + 1] = (upgrades[i] ?? 0) + (isUpgrade ? 1 : 0);
    waits[i + 1] = (waits[i] ?? 0) + (accesses.wait[i] ?? 0);
    for (const [sharing, sums] of bySharing.entries()) {
      sums[i + 1] = (sums[i] ?? 0) + (missed && accesses.sharing[i] === sharing ? 1 : 0);
    }
  }
  const whole = sceneNs(scene);
  const after = (begun: number, ns: number): LineCounts => {
    const sum = (sharing: number): number => bySharing[sharing]?.[begun] ?? 0;
    return {
      accesses: begun,
      lines: lines[begun] ?? 0,
      misses: misses[begun] ?? 0,
      trueSharing: sum(SHARING.true),
      falseSharing: sum(SHARING.false),
      forHorizon: sum(SHARING['for-horizon']),
      upgrades: upgrades[begun] ?? 0,
      other: sum(SHARING['not-shared']) - (upgrades[begun] ?? 0),
      ns: Math.min(ns, whole),
      waitNs: Math.min(ns, waits[begun] ?? 0),
    };
  };
  return { total: after(count, whole), at: (ns) => after(begunAt(accesses, ns), ns) };
}
