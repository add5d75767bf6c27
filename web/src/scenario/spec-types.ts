/**
 * An isolation spec as plain data: what src/test/isolation's grammar can say, checked and linked, and Xipscope's own
 * extras (`#:` comments). Offsets count UTF-16 units of the text; lines and columns count from 1, columns in characters.
 */

export interface Place {
  readonly line: number;
  readonly column: number;
}

/** What is wrong, and where. */
export interface SpecProblem extends Place {
  readonly message: string;
}

/** A block of SQL as isolationtester keeps it: without the blanks next to the braces. */
export interface SqlBlock {
  readonly sql: string;
  /** Where `sql` begins. */
  readonly offset: number;
}

export interface SpecStep extends SqlBlock {
  readonly name: string;
  /** Index into `sessions`. */
  readonly session: number;
}

export interface SpecSession {
  readonly name: string;
  readonly setup: SqlBlock | null;
  /** Indexes into `steps`. */
  readonly steps: readonly number[];
  readonly teardown: SqlBlock | null;
}

/** What holds back the report of a step's completion. `step` is an index into `steps`. */
export type Blocker =
  /** `*`: reported as waiting when it is launched. */
  | { readonly kind: 'once' }
  /** Not while that step is under way. */
  | { readonly kind: 'step'; readonly step: number }
  /** Not before that step's session has sent so many notices since the launch. */
  | { readonly kind: 'notices'; readonly step: number; readonly count: number };

export interface PermutationStep {
  /** Index into `steps`. */
  readonly step: number;
  readonly blockers: readonly Blocker[];
}
export type Permutation = readonly PermutationStep[];

/** `#: watch:` names these. */
export const WATCHES = ['heap', 'xids', 'subxids', 'lanes', 'horizons'] as const;
export type Watch = (typeof WATCHES)[number];

/** A session that is no plain connection to the database of the tables. To isolationtester it is one like the others. */
export interface SessionPlace {
  /** Index into `sessions`. */
  readonly session: number;
  readonly place: /** Connected to another database. */
    | { readonly kind: 'database'; readonly name: string }
    /** On a standby that reports what it needs (hot_standby_feedback): by its sender, or through a slot. */
    | { readonly kind: 'standby'; readonly slot: string | null };
}

export interface SpecExtras {
  readonly title: string | null;
  readonly about: string | null;
  /** A design of the ladder; whether it exists is for whoever knows the ladder. */
  readonly design: (Place & { readonly id: string }) | null;
  readonly watch: readonly Watch[];
  /** Caption of a step, by the step's index. */
  readonly captions: ReadonlyMap<number, string>;
  readonly places: readonly SessionPlace[];
  /**
   * By the step's index: how many transactions of connections that are not in the picture come and commit before each of
   * the step's own gets its xid. isolationtester knows nothing of them, and what it prints is the same.
   */
  readonly elsewhere: ReadonlyMap<number, number>;
  /** subtransaction_buffers, in pages, for rules of 17 and later; 0: by itself. */
  readonly subtransactionBuffers: number;
}

export interface Spec {
  readonly setups: readonly SqlBlock[];
  readonly teardown: SqlBlock | null;
  readonly sessions: readonly SpecSession[];
  readonly steps: readonly SpecStep[];
  /** As given; null: all orders that keep each session's own. */
  readonly permutations: readonly Permutation[] | null;
  /** Steps that no given permutation uses, in the order of their names as isolationtester warns of them. */
  readonly unused: readonly number[];
  readonly extras: SpecExtras;
  /** What is wrong with the extras, and unused steps: nothing that would stop a run. */
  readonly warnings: readonly SpecProblem[];
}

/** XIP_MAX_ELSEWHERE */
export const MAX_ELSEWHERE = 65_536;

/**
 * What a spec may hold: some three times the largest of PostgreSQL's own, and little enough to be parsed and compiled in
 * a third of a second. How much it may do is another matter: sql/limits.ts.
 */
export const SPEC_LIMITS = {
  fileBytes: 64_000,
  sessions: 63,
  setups: 100,
  steps: 2_000,
  permutations: 4_000,
  permutationSteps: 5_000,
  blockers: 100,
  /** Steps of all permutations together. */
  runs: 20_000,
  sqlChars: 50_000,
  /** In all SQL together, wherever they stand: no more statements than these are ever given to the parser. */
  semicolons: 2_000,
  notices: 2_147_483_647,
} as const;
