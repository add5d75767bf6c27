/** FAKE ablations for tests and the gallery: every figure is invented. */
import { perSecond } from '../../base/units.ts';
import { SURE_SEEDS, seeded } from './model-rows.ts';
import { type Ablations, VARIANTS, type Variant, withoutConfigs, withoutOf } from './without.ts';

/** Both designs' throughputs, as parts of the earlier one's in the whole model. */
export type Effects = Readonly<Record<Variant, readonly [before: number, after: number]>>;
const EFFECTS: Effects = {
  whole: [1, 1.07],
  idle: [2.4, 1.075],
  queues: [1.001, 1.071],
  lock: [1.03, 1.095],
  entries: [1.02, 1.07],
  wakeups: [1.08, 1.16],
  sharedLow: [0.99, 1.07],
  sharedHigh: [0.82, 1.07],
};
export const FAKE_CASE = { before: 'pg13', after: 'pg14', active: 48, idle: 1000 } as const;

/** Rows in the order in which the model gives them. Every other seed sways the other way, each variant by its own part. */
export const fakeRows = (effects: Effects = EFFECTS, seeds = SURE_SEEDS, wobble = 0.004) =>
  seeded(withoutConfigs(FAKE_CASE), seeds).map(({ design, seed }, i) => {
    const at = Math.floor((i % (2 * VARIANTS.length)) / 2);
    const side = design === FAKE_CASE.before ? 0 : 1;
    const sway = ((-1) ** (seed + side) * (at + 1)) / VARIANTS.length;
    return { tps: perSecond(1e6 * effects[VARIANTS[at] ?? 'whole'][side] * (1 + wobble * sway)) };
  });
export const fakeAblations = (): Ablations | null => withoutOf(fakeRows());
