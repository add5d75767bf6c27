/**
 * Whether the demands of a task's words hold, for a schedule that was run or a question that was drawn. Goals show a
 * learner's progress; an answer counts only if every claim holds as well. Pure.
 */
import type { CompiledSpec } from '../../engine/spec/spec-compile.ts';
import type { Move, Shown } from '../../engine/stage/stage-types.ts';
import type { Spec } from '../../scenario/spec-types.ts';
import { outcomesOf } from './events.ts';
import type { Claim, ClaimLine, GoalLine } from './exercise.ts';
import { fillText, type Values } from './fill.ts';
import { type Difference, fillGoal, goalStates, stepNamed, typedGoalStates } from './goal.ts';

/** The run or the question, as far as claims need it. */
export interface ClaimRun {
  readonly compiled: Pick<CompiledSpec, 'spec' | 'steps'>;
  /** All moves, including the asked step. */
  readonly moves: readonly Move[];
  readonly shown: Shown;
  /** `step`: the one that the question is about; null: none. */
  readonly asked: { readonly what: string; readonly step: Move | null };
  /** The difference that a hunt found. */
  readonly difference: Difference | null;
  /** Number of moves that a standby has replayed; null: there is no standby. */
  readonly replayed: number | null;
}

export interface BrokenClaim {
  readonly claim: Claim;
  /** The result that came instead, for kinds whose goal reports it. */
  readonly instead: string | null;
}

export function fillClaim({ line, words }: Claim, values: Values): Claim {
  const filled: ClaimLine =
    line.kind === 'says'
      ? { ...line, text: fillText(line.text, values) }
      : isGoal(line)
        ? fillGoal(line, values)
        : line;
  return { line: filled, words: fillText(words, values) };
}

/** The claims that do not hold, in the order of the file. */
export const brokenClaims = (claims: readonly Claim[], run: ClaimRun): readonly BrokenClaim[] =>
  claims.flatMap((claim) => {
    const instead = brokenBy(claim.line, run);
    return instead === undefined ? [] : [{ claim, instead }];
  });

const isGoal = (line: ClaimLine): line is GoalLine =>
  !['together', 'asks', 'made', 'says', 'differs', 'behind', 'fates', 'told'].includes(line.kind);

/** Undefined: it holds. */
function brokenBy(line: ClaimLine, run: ClaimRun): string | null | undefined {
  const { spec } = run.compiled;
  const named = (name: string): Move => stepNamed(spec, name) ?? Number.NaN;
  const holds = (is: boolean): null | undefined => (is ? undefined : null);
  switch (line.kind) {
    case 'told':
      return undefined;
    case 'together':
      return holds(areTogether(line.steps.map(named), run));
    case 'made':
      return holds(line.steps.every((step) => run.moves.includes(named(step))));
    case 'says':
      return holds(sqlOf(line.step, run).some((sql) => bare(sql).includes(bare(line.text))));
    case 'asks': {
      const { what, step } = run.asked;
      return holds(what === line.what && (step === null || line.steps.map(named).includes(step)));
    }
    case 'differs': {
      const { difference } = run;
      const at = difference?.step ?? Number.NaN;
      return holds(difference?.what === line.what && line.steps.map(named).includes(at));
    }
    case 'behind':
      return holds(run.replayed !== null && run.replayed < run.moves.length);
    case 'fates':
      return holds(!isByRote(run));
    default: {
      const [state] = spec.extras.hasPrompts ? typedGoalStates([line], run.shown) : goalStates([line], spec, run.shown);
      return state?.isReached === true ? undefined : (state?.instead ?? null);
    }
  }
}

/** The SQL of the step with this name; in a typed exercise, all statements of the session with this name. */
function sqlOf(name: string, { compiled: { spec, steps }, moves }: ClaimRun): readonly string[] {
  if (!spec.extras.hasPrompts) return [steps[stepNamed(spec, name) ?? Number.NaN]?.sql ?? ''];
  return moves.flatMap((move) => {
    const step = spec.steps[move];
    return step !== undefined && spec.sessions[step.session]?.name === name ? [step.sql] : [];
  });
}

/**
 * A question about rows is trivial if no transaction's fate matters: a learner who counts all stamps, or none but the
 * set-up's, has the right answer. Otherwise at least one stamp counts for the reader, and one does not.
 */
function isByRote({ compiled: { spec }, asked, shown: { state } }: ClaimRun): boolean {
  const session = spec.sessions[spec.steps[asked.step ?? -1]?.session ?? -1]?.name;
  if (state.page === null || session === undefined) return true;
  const ownerOf = new Map(state.xids.map(({ xid, owner }) => [xid, owner]));
  const { tuples } = state.page;
  const lps = (all: typeof tuples): string => all.map(({ lp }) => lp).join();
  const seen = lps(tuples.filter(({ visibleTo }) => visibleTo.includes(session)));
  const allCount = lps(tuples.filter(({ xmax }) => xmax === 0));
  const noneCounts = lps(tuples.filter(({ xmin }) => (ownerOf.get(xmin) ?? null) === null));
  return seen === allCount || seen === noneCounts;
}

const bare = (text: string): string => text.replace(/\s+/g, ' ').trim().toLowerCase();

/**
 * In which transaction of its session each step began: BEGIN opens one, its end closes it; each statement outside is a
 * transaction.
 */
function areTogether(steps: readonly Move[], { compiled, shown }: ClaimRun): boolean {
  const inside = new Map<string, { open: boolean; number: number }>();
  const found = new Map<Move, string>();
  const launched = [...outcomesOf(shown.events).values()].sort((a, b) => a.tick - b.tick);
  for (const { step, session } of launched) {
    const now = inside.get(session) ?? { open: false, number: 0 };
    inside.set(session, now);
    for (const kind of statementKinds(compiled.steps[step]?.statements ?? [])) {
      if (kind === 'begin' && !now.open) {
        now.open = true;
        now.number++;
      } else if (!now.open) now.number++;
      found.set(step, `${session} ${now.number}`);
      if (['commit', 'rollback', 'prepare-transaction'].includes(kind)) now.open = false;
    }
  }
  const first = found.get(steps[0] ?? Number.NaN);
  return first !== undefined && steps.every((step) => found.get(step) === first);
}

/** Plans belong to the executor; only their kind is needed here. */
const statementKinds = (statements: readonly unknown[]): readonly string[] =>
  statements.map((one) => {
    const plan = typeof one === 'object' && one !== null && 'plan' in one ? one.plan : null;
    return typeof plan === 'object' && plan !== null && 'kind' in plan ? String(plan.kind) : '';
  });

/** Two steps of one session that `order` has in the reverse order of `own`; null: each session keeps its own order. */
export function outOfOrder(
  { steps }: Pick<Spec, 'steps'>,
  own: readonly Move[],
  order: readonly Move[],
): { readonly step: Move; readonly other: Move } | null {
  const latest = new Map<number, Move>();
  for (const step of order) {
    const session = steps[step]?.session ?? -1;
    const before = latest.get(session);
    if (before !== undefined && own.indexOf(before) > own.indexOf(step)) return { step: before, other: step };
    latest.set(session, step);
  }
  return null;
}
