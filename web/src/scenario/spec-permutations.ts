/** The orders of steps that run. Source: run_named_permutations and run_all_permutations in isolationtester.c. */
import { type Permutation, SPEC_LIMITS, type Spec } from './spec-types.ts';

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
