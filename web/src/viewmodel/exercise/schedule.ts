/** Random orders of steps in which each session keeps its own order. Pure. */
import type { Rng } from '../../base/values.ts';
import type { Move } from '../../engine/stage/stage-types.ts';
import type { Spec } from '../../scenario/spec-types.ts';

/** Sessions take turns at random, weighted by their remaining steps; each continues with its next step. */
export function mix(spec: Spec, steps: readonly Move[], rng: Rng): readonly Move[] {
  const rest = new Map<number, Move[]>();
  for (const step of steps) {
    const session = spec.steps[step]?.session ?? -1;
    rest.set(session, [...(rest.get(session) ?? []), step]);
  }
  const mixed: Move[] = [];
  for (let left = steps.length; left > 0; left--) {
    let at = rng.below(left);
    for (const own of rest.values()) {
      if (at < own.length) {
        const next = own.shift();
        if (next !== undefined) mixed.push(next);
        break;
      }
      at -= own.length;
    }
  }
  return mixed;
}

/** Moves before a step; null: it is not among them. */
export function before(moves: readonly Move[], step: Move): readonly Move[] | null {
  const at = moves.indexOf(step);
  return at < 0 ? null : moves.slice(0, at);
}
