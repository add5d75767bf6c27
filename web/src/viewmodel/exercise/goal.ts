/** Whether a goal is reached. Pure; the page has the words for it. */
import type { Move, Shown } from '../../engine/stage/stage-types.ts';
import type { GoalLine } from '../../scenario/exercise.ts';
import type { Spec } from '../../scenario/spec-types.ts';
import { type Outcome, outcomesOf, rowsOf, rowsText } from './events.ts';
import { fillText, type Values } from './fill.ts';

export interface GoalState {
  readonly goal: GoalLine;
  readonly isReached: boolean;
  /** The result that came instead, as far as it fits in a line; null: its steps have not been run. */
  readonly instead: string | null;
}

export function fillGoal(goal: GoalLine, values: Values): GoalLine {
  if (goal.kind === 'rows') return { ...goal, rows: fillText(goal.rows, values) };
  return goal.kind === 'error' ? { ...goal, text: fillText(goal.text, values) } : goal;
}

/** @param shown with the events of all its moves */
export function goalStates(goals: readonly GoalLine[], spec: Spec, shown: Shown): readonly GoalState[] {
  const outcomes = outcomesOf(shown.events);
  const byName = (name: string): Outcome | undefined => outcomes.get(stepNamed(spec, name) ?? Number.NaN);
  return goals.map((goal) => stateOf(goal, byName, shown));
}

export const isReached = (states: readonly GoalState[]): boolean => states.every((state) => state.isReached);

/** Index of a step in the spec; null: no step has that name. */
export function stepNamed(spec: Spec, name: string): Move | null {
  const at = spec.steps.findIndex((step) => step.name === name);
  return at < 0 ? null : at;
}

function stateOf(goal: GoalLine, outcomeOf: (name: string) => Outcome | undefined, { state }: Shown): GoalState {
  if (goal.kind === 'suboverflowed') {
    const session = state.sessions.find((one) => one.session === goal.session);
    // Its own snapshot, not one that it might take.
    const has =
      session !== undefined && (session.use === 'kept' || session.use === 'statement' || session.use === 'over');
    const reached = (has && session.inForce.suboverflowed) || session?.snapshot?.suboverflowed === true;
    return { goal, isReached: reached, instead: null };
  }
  if (goal.kind === 'versions') {
    const { page } = state;
    const count = page?.table === goal.table ? page.tuples.length : 0;
    return { goal, isReached: count >= goal.count, instead: String(count) };
  }
  const one = outcomeOf(goal.step);
  if (one === undefined || (!one.ended && goal.kind !== 'waits')) return { goal, isReached: false, instead: null };
  const rows = rowsOf(one);
  const text = one.error ?? (rows === null ? '' : rowsText(rows));
  switch (goal.kind) {
    case 'fine':
      return { goal, isReached: one.error === null, instead: one.error };
    case 'error':
      return { goal, isReached: one.error?.includes(goal.text) === true, instead: text };
    case 'rows':
      return { goal, isReached: one.error === null && rows !== null && rowsText(rows) === goal.rows, instead: text };
    case 'waits':
      return { goal, isReached: one.waited, instead: null };
    case 'after': {
      const other = outcomeOf(goal.other);
      return { goal, isReached: other !== undefined && one.tick > other.tick, instead: null };
    }
    case 'differ':
    case 'same': {
      const other = outcomeOf(goal.other);
      const others = rowsOf(other);
      if (other === undefined || rows === null || others === null) return { goal, isReached: false, instead: null };
      const isSame = rowsText(rows) === rowsText(others);
      return { goal, isReached: isSame === (goal.kind === 'same'), instead: `${rowsText(rows)} / ${rowsText(others)}` };
    }
  }
}
