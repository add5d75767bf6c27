/**
 * An isolation spec as plain data: everything that src/test/isolation's grammar can say, checked and linked, and
 * Xipscope's own extras (`#:` comments). Offsets count UTF-16 units of the text; lines and columns count from 1,
 * columns in characters.
 */

export interface Place {
  readonly line: number;
  readonly column: number;
}

/** A problem and its place. */
export interface SpecProblem extends Place {
  readonly message: string;
  /** Of a warning: the spec runs, and a server refuses this in it. */
  readonly isRefused?: true;
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

/** A condition that holds back the report of a step's completion. `step` is an index into `steps`. */
export type Blocker =
  /** `*`: reported as waiting when it is launched. */
  | { readonly kind: 'once' }
  /** Not while that step is running. */
  | { readonly kind: 'step'; readonly step: number }
  /** Not before that step's session has sent this many notices since the launch. */
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

/** A session that is not a plain connection to the tables' database. isolationtester treats it like any other. */
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
  /** A design of the ladder; code that knows the ladder checks whether it exists. */
  readonly design: (Place & { readonly id: string }) | null;
  readonly watch: readonly Watch[];
  /** Caption of a step, by the step's index. */
  readonly captions: ReadonlyMap<number, string>;
  readonly places: readonly SessionPlace[];
  /**
   * By the step's index: how many transactions of connections outside the picture come and commit before each of the
   * step's own gets its xid. isolationtester does not know of them, and prints the same.
   */
  readonly elsewhere: ReadonlyMap<number, number>;
  /** subtransaction_buffers, in pages, for rules of 17 and later; 0: sized automatically. */
  readonly subtransactionBuffers: number;
  /** Its sessions have prompts: what is typed there becomes its steps. */
  readonly hasPrompts: boolean;
}

export interface Spec {
  readonly setups: readonly SqlBlock[];
  readonly teardown: SqlBlock | null;
  readonly sessions: readonly SpecSession[];
  readonly steps: readonly SpecStep[];
  /** As given; null: all orders that keep each session's own. */
  readonly permutations: readonly Permutation[] | null;
  /** Steps that no given permutation uses, sorted by name, as isolationtester warns of them. */
  readonly unused: readonly number[];
  readonly extras: SpecExtras;
  /** Faults of the extras, and unused steps: none of them stops a run. */
  readonly warnings: readonly SpecProblem[];
}

/** XIP_MAX_ELSEWHERE */
export const MAX_ELSEWHERE = 65_536;

/**
 * Limits of a spec: about three times the largest of PostgreSQL's own, and small enough to be parsed and compiled in a
 * third of a second. sql/limits.ts limits what it may execute.
 */
export const SPEC_LIMITS = {
  fileBytes: 64_000,
  /** On the command line: PostgreSQL's own prepared-transactions.spec has 87,000. */
  ownFileBytes: 256_000,
  sessions: 63,
  setups: 100,
  steps: 2_000,
  permutations: 4_000,
  permutationSteps: 5_000,
  blockers: 100,
  /** Steps of all permutations together. */
  runs: 20_000,
  sqlChars: 50_000,
  /** In all SQL together, wherever they are: the parser never gets more statements than this. */
  semicolons: 2_000,
  notices: 2_147_483_647,
} as const;

/** The orders of steps that run. Source: run_named_permutations and run_all_permutations in isolationtester.c. */

/** In how many ways piles of these heights can be taken down; Infinity beyond the limit of a spec. */
export function countPermutations(heights: readonly number[]): number {
  let count = 1;
  let total = 0;
  for (const height of heights) {
    // A binomial coefficient that grows: once it is too large, it stays so.
    for (let i = 1; i <= height; i++) {
      total++;
      count = (count * total) / i;
      if (count > 1e9 * SPEC_LIMITS.permutations) return Number.POSITIVE_INFINITY;
    }
  }
  return Math.round(count);
}

/** How many permutations a spec has. */
export const countOf = (spec: Spec): number =>
  spec.permutations?.length ?? countPermutations(spec.sessions.map((session) => session.steps.length));

/** All permutations of a spec, in the order in which isolationtester runs them: as given, else depth-first by session. */
export function* permutationsOf(spec: Spec): Generator<Permutation, void, undefined> {
  if (spec.permutations !== null) {
    yield* spec.permutations;
    return;
  }
  const piles = spec.sessions.map((session) => session.steps);
  const taken = piles.map(() => 0);
  const total = spec.steps.length;
  // The session that gave the step at each depth; an explicit stack, because a spec may have thousands of steps.
  const from: number[] = [];
  let next = 0;
  for (;;) {
    while (next < piles.length && (taken[next] ?? 0) >= (piles[next]?.length ?? 0)) next++;
    if (next < piles.length) {
      taken[next] = (taken[next] ?? 0) + 1;
      from.push(next);
      next = 0;
      if (from.length === total) yield orderOf(from, piles);
      else continue;
    }
    const last = from.pop();
    if (last === undefined) return;
    taken[last] = (taken[last] ?? 0) - 1;
    next = last + 1;
  }
}

function orderOf(from: readonly number[], piles: readonly (readonly number[])[]): Permutation {
  const at = piles.map(() => 0);
  return from.map((session) => {
    const i = at[session] ?? 0;
    at[session] = i + 1;
    return { step: piles[session]?.[i] ?? 0, blockers: [] };
  });
}
