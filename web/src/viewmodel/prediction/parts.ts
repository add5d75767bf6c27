/**
 * The parts of a modelled transaction's time. A new part is one line here, next to its field in `ModelBreakdown`, and
 * its name in the texts (`model.breakdown.part`): bars, stacks, tables and CSV have it by themselves. Pure.
 */
import type { ModelBreakdown } from '../../engine/simulation/model-types.ts';

/** A field of a result, in ns per transaction. */
export type Part = keyof ModelBreakdown;

/**
 * How a part is filled, in its design's hue: hues say whose it is. What a snapshot costs is dark, what else takes time
 * is pale. The patterns are in `views/shared/part-fill`.
 */
export type PartFill = 'solid' | 'pale' | 'slanted' | 'level' | 'upright' | 'checked' | 'dotted' | 'dashed-edge';

/** In the order of drawing. */
export const PART_FILL: Readonly<Record<Part, PartFill>> = {
  work: 'pale',
  wake: 'dotted',
  scan: 'solid',
  coherence: 'slanted',
  lineWait: 'checked',
  lock: 'level',
  subtrans: 'upright',
  queue: 'dashed-edge',
};
export const PARTS = Object.keys(PART_FILL) as readonly Part[];

/** All parts of a transaction's time together, in ns. */
export const totalNs = ({ breakdown }: { readonly breakdown: ModelBreakdown }): number =>
  PARTS.reduce((sum, part) => sum + breakdown[part], 0);

/** The time in which a transaction has a hardware thread, or waits for another one's work, in ns. */
export const runningNs = (breakdown: ModelBreakdown): number => totalNs({ breakdown }) - breakdown.queue;
