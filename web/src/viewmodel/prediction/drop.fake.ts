/** FAKE ends of a drop for tests and the gallery: every figure is invented. */
import { type Drop, dropOf } from './drop.ts';
import { modelRow } from './model-rows.fake.ts';
import { SURE_SEEDS } from './model-rows.ts';

/** Times in ns: one part grows, one only wavers from seed to seed, one shrinks. */
export function fakeDrop(): Drop | null {
  const rows = (scan: number, coherence: number, lock: number, queue: number) =>
    Array.from({ length: SURE_SEEDS }, (_, seed) => {
      const wobble = Math.sin(seed * 1.7 + scan);
      return modelRow('pg13', 0, 1e9 / (scan + 30_000), {
        scan: scan * (1 + 0.01 * wobble),
        coherence: coherence + 40 * wobble,
        lock,
        queue: queue * (1 + 0.02 * wobble),
      });
    });
  return dropOf(rows(290, 1440, 90, 5900), rows(48_800, 1480, 30, 16_000));
}
