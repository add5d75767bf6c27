/** The designs of a snapshot that Xipscope has, by id: the rungs of the ladder. Their C code is in wasm-core/src/designs. */

/** Rungs of the ladder that race in the lab, oldest first. Equal to the engine's own table (a test holds it). */
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

/** Those that use a kept snapshot again while xactCompletionCount stands. */
export const REUSING_IDS: readonly DesignId[] = ['pg14', 'unlocked-reuse', 'backend-cache', 'shared-snapshot'];
