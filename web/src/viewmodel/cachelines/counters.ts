/** Counts of an operation so far: lines, misses and their reasons, time. Sums are kept, so that every moment costs the same. */
import { begunAt, isMiss, type LineScene, SHARING, sceneNs } from './scene.ts';

export interface LineCounts {
  readonly accesses: number;
  /** Distinct lines. */
  readonly lines: number;
  readonly misses: number;
  readonly trueSharing: number;
  readonly falseSharing: number;
  /** Misses whose only foreign bytes were xmins, read for the horizon. */
  readonly forHorizon: number;
  /** The other misses: a first touch, no room, or ownership of a line that others only read. */
  readonly other: number;
  readonly ns: number;
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
  const bySharing = Array.from({ length: 4 }, () => new Uint32Array(count + 1));
  const seen = new Set<number>();
  for (let i = 0; i < count; i++) {
    seen.add(lineAt[i] ?? 0);
    lines[i + 1] = seen.size;
    const missed = isMiss(accesses, i);
    misses[i + 1] = (misses[i] ?? 0) + (missed ? 1 : 0);
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
      other: sum(SHARING['not-shared']),
      ns: Math.min(ns, whole),
    };
  };
  return { total: after(count, whole), at: (ns) => after(begunAt(accesses, ns), ns) };
}
