/**
 * Shrinks a schedule that shows something: removes steps, statements within a step, then special parts of a statement,
 * as long as it still shows it. The result cannot lose one more step or statement.
 */
import type { Step } from './schedule.ts';

/** Whether a smaller schedule still shows the same as the first one. */
export type StillShows = (steps: readonly Step[]) => Promise<boolean>;

export async function shrink(steps: readonly Step[], shows: StillShows): Promise<readonly Step[]> {
  let best = steps;
  for (;;) {
    const before = best;
    best = await without(best, shows);
    for (let at = 0; at < best.length; at++) {
      const step = best[at];
      if (step === undefined || step.statements.length < 2) continue;
      const now: readonly Step[] = best;
      const inPlace = (statements: readonly string[]): Step[] =>
        now.map((one, i) => (i === at ? { ...one, statements } : one));
      const fewer = await without(step.statements, (statements) =>
        statements.length === 0 ? Promise.resolve(false) : shows(inPlace(statements)),
      );
      best = inPlace(fewer);
    }
    best = await plainer(best, shows);
    if (best === before) return best;
    if (sizeOf(best) === sizeOf(before) && textOf(best) === textOf(before)) return best;
  }
}

const sizeOf = (steps: readonly Step[]): number => steps.reduce((sum, { statements }) => sum + statements.length, 0);
const textOf = (steps: readonly Step[]): string => JSON.stringify(steps);

/** Removes chunks, large ones first, down to single items; ends when no single one can be removed. */
async function without<T>(
  items: readonly T[],
  shows: (items: readonly T[]) => Promise<boolean>,
): Promise<readonly T[]> {
  let best = items;
  let size = Math.max(1, best.length >> 1);
  for (;;) {
    let hasShrunk = false;
    for (let at = best.length - size; at >= 0; at -= size) {
      const fewer = [...best.slice(0, at), ...best.slice(at + size)];
      if (await shows(fewer)) {
        best = fewer;
        hasShrunk = true;
      }
    }
    if (!hasShrunk && size === 1) return best;
    if (!hasShrunk) size >>= 1;
    size = Math.max(1, Math.min(size, best.length));
    if (best.length === 0) return best;
  }
}

const PLAINER: readonly (readonly [RegExp, string])[] = [
  [/^BEGIN ISOLATION LEVEL REPEATABLE READ$/, 'BEGIN'],
  [/ WHERE (?!id = \d+( |$)).*?(?= FOR |$)/, ''],
  [/ (NOWAIT|SKIP LOCKED)$/, ''],
  [/, ctid, cmin, cmax /, ' '],
];

async function plainer(steps: readonly Step[], shows: StillShows): Promise<readonly Step[]> {
  let best = steps;
  for (let at = 0; at < best.length; at++) {
    for (const [what, by] of PLAINER) {
      const step = best[at];
      if (step === undefined || !step.statements.some((one) => what.test(one))) continue;
      const changed = { ...step, statements: step.statements.map((one) => one.replace(what, by)) };
      const candidate = best.map((one, i) => (i === at ? changed : one));
      if (textOf(candidate) !== textOf(best) && (await shows(candidate))) best = candidate;
    }
  }
  return best;
}
