/** Steps of one field by keys: one step back in the opposite direction leads to where the field was. Pure. */
import type { Direction } from './edit.ts';
import type { Layout } from './layout.ts';

interface Step {
  readonly field: string;
  readonly direction: Direction;
  readonly from: Layout;
  readonly to: Layout;
}
/** The last steps, with nothing else in between. */
export type Trail = readonly Step[];

const OPPOSITE: Readonly<Record<Direction, Direction>> = { earlier: 'later', later: 'earlier', up: 'down', down: 'up' };

/** The layout that a step only leads back to, and the trail without the step that it undoes; null: a step onwards. */
export function stepBack(
  trail: Trail,
  layout: Layout,
  field: string,
  direction: Direction,
): { readonly layout: Layout; readonly trail: Trail } | null {
  const last = trail.at(-1);
  if (last === undefined || last.to !== layout || last.field !== field || OPPOSITE[last.direction] !== direction)
    return null;
  return { layout: last.from, trail: trail.slice(0, -1) };
}

export const stepOn = (trail: Trail, step: Step): Trail => [...(trail.at(-1)?.to === step.from ? trail : []), step];
