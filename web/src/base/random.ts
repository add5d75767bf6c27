/**
 * A small generator of pseudo-random numbers whose numbers are the same everywhere and forever: a seed printed today
 * gives the same schedule, or the same variant of an exercise, tomorrow. SplitMix32: a counter, and a mixing function of 32 bits.
 */
export interface Rng {
  /** 0 to n − 1; n from 1 to 2³². */
  below(n: number): number;
  /** True with probability p. */
  chance(p: number): boolean;
  pick<T>(from: readonly [T, ...T[]]): T;
  /** One of the keys, as often as its weight says; weights are sums of small whole numbers. */
  weighted<K extends string>(weights: Readonly<Record<K, number>>): K;
}

export function rngOf(seed: number): Rng {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x9e3779b9) >>> 0;
    let z = state;
    z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
    return (z ^ (z >>> 15)) >>> 0;
  };
  const below = (n: number): number => Math.floor((next() / 2 ** 32) * n);
  return {
    below,
    chance: (p) => next() / 2 ** 32 < p,
    pick: (from) => from[below(from.length)] ?? from[0],
    weighted: (weights) => {
      const keys = Object.keys(weights) as (keyof typeof weights)[];
      let left = below(keys.reduce((sum, key) => sum + weights[key], 0));
      for (const key of keys) {
        left -= weights[key];
        if (left < 0) return key;
      }
      throw new Error('weighted: no weight');
    },
  };
}

/** The seed of the nth schedule of a run: neighbours have nothing in common. */
export const seedOfSchedule = (seed: number, index: number): number => {
  let z = (Math.imul(seed, 0x85ebca6b) ^ (index + 0x9e3779b9)) >>> 0;
  z = Math.imul(z ^ (z >>> 16), 0x7feb352d);
  z = Math.imul(z ^ (z >>> 15), 0x846ca68b);
  return (z ^ (z >>> 16)) >>> 0;
};
