/** Xipscope's snapshot designs, by id: the rungs of the ladder. Their C code is in wasm-core/src/designs. */

/** Rungs of the ladder that race in the lab, oldest first. They equal the engine's own table (a test checks it). */
export const DESIGN_IDS = [
  'pg9.1',
  'pg13',
  'globalvis',
  'xmin-moved',
  'dense',
  'pg14',
  'unlocked-reuse',
  'backend-cache',
  'shared-snapshot',
  'two-pass',
  'running-set',
  'csn',
] as const;
export type DesignId = (typeof DESIGN_IDS)[number];

/** Designs that reuse a kept snapshot as long as xactCompletionCount has not changed. */
export const REUSING_IDS: readonly DesignId[] = ['pg14', 'unlocked-reuse', 'backend-cache', 'shared-snapshot'];
