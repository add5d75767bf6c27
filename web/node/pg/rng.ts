/** The fuzz harness's seeds; the exercises use the same generator. */
export { type Rng, rngOf } from '../../src/base/random.ts';

/** The seed of the nth schedule of a run: neighbours have nothing in common. */
export const seedOfSchedule = (seed: number, index: number): number => {
  let z = (Math.imul(seed, 0x85ebca6b) ^ (index + 0x9e3779b9)) >>> 0;
  z = Math.imul(z ^ (z >>> 16), 0x7feb352d);
  z = Math.imul(z ^ (z >>> 15), 0x846ca68b);
  return (z ^ (z >>> 16)) >>> 0;
};
