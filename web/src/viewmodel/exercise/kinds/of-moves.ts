/**
 * Tasks that are answered by moves: an order of given steps, or a schedule made by pressing steps. Nobody knows the result
 * beforehand. Each attempt runs, and shows how far it got (`judge.ts`).
 */
import '../../../base/messages/en/exercise.ts';
import { err, ok } from '../../../base/result.ts';
import type { Move } from '../../../engine/stage/stage-types.ts';
import { mix, ranThrough } from '../events.ts';
import type { AnyAsk, GoalLine } from '../exercise.ts';
import type { ShowMoves } from '../exercise-deps.ts';
import { rngFor } from '../fill.ts';
import { fillGoal, goalStates, isReached, stepNamed, typedGoalStates } from '../goal.ts';
import {
  type AnyQuestion,
  type AskBlock,
  type Drawn,
  engineFailed,
  isAsClaimed,
  type Kind,
  type Made,
  type Making,
  missingField,
  notPosed,
  openSound,
  partsOf,
  type Stage,
  type VariantProblem,
} from '../kind.ts';

interface MovesAsk<K extends string> extends AnyAsk {
  readonly what: K;
}
interface GoalQuestion extends AnyQuestion {
  readonly goal: readonly GoalLine[];
}

/** No prediction: nothing is played before the question, and only the engine's verdict explains the answer. */
const NO_PREDICTION = {
  outcome: 'rows',
  setting: () => null,
  facts: () => [],
  paths: () => null,
} as const;

/** The part of a record with a goal that differs between these kinds. */
interface GoalRecord<A extends MovesAsk<Q['kind']>, Q extends GoalQuestion>
  extends Pick<Kind<A, Q>, 'group' | 'shape' | 'form' | 'fields' | 'read'> {
  pose(making: Making<AnyAsk>, stage: Stage, show: ShowMoves, goal: readonly GoalLine[]): Promise<Made<Q>>;
}

const goalKind = <A extends MovesAsk<Q['kind']>, Q extends GoalQuestion>(record: GoalRecord<A, Q>): Kind<A, Q> => ({
  ...NO_PREDICTION,
  ...record,
  needs: { spec: true, goal: true, standby: false, step: false },
  named: () => ({}),
  draw: async (making, stage): Promise<Made<Drawn<Q>>> => {
    if (stage === null) return engineFailed('a spec is missing');
    const opened = await openSound(making, stage);
    if (!opened.ok) return opened;
    const { exercise, values } = making;
    const goal = exercise.goal.map((one) => fillGoal(one, values));
    const unknown = unknownIn(goal, stage);
    if (unknown !== null) return err(unknown);
    const posed = await record.pose(making, stage, opened.value, goal);
    return posed.ok ? ok({ question: posed.value, values }) : posed;
  },
});

/** A step or a session that a goal names but the spec lacks. In a typed exercise, goals name only sessions. */
function unknownIn(goals: readonly GoalLine[], { compiled: { spec } }: Stage): VariantProblem | null {
  const { hasPrompts } = spec.extras;
  for (const goal of goals) {
    if (goal.kind === 'suboverflowed') {
      if (!spec.sessions.some(({ name }) => name === goal.session)) return { kind: 'session', name: goal.session };
    } else if ('step' in goal) {
      const names = 'other' in goal ? [goal.step, goal.other] : [goal.step];
      if (hasPrompts) {
        if (!spec.sessions.some(({ name }) => name === goal.step)) return { kind: 'session', name: goal.step };
        continue;
      }
      const unknown = names.find((name) => stepNamed(spec, name) === null);
      if (unknown !== undefined) return { kind: 'step', name: unknown };
    }
  }
  return null;
}

// --- an order ----------------------------------------------------------------------------------------------------------

interface OrderQuestion extends GoalQuestion {
  readonly kind: 'order';
  /** In the order of the page at first. */
  readonly steps: readonly Move[];
}

/** Orders that are tried until one reaches the goal. */
const ORDERS = 80;

/** Well posed: the shown order does not reach the goal, and some order in which each session keeps its own does. */
async function poseOrder(
  making: Making<AnyAsk>,
  { compiled, steps }: Stage,
  show: ShowMoves,
  goal: readonly GoalLine[],
): Promise<Made<OrderQuestion>> {
  const rng = rngFor(making.id, making.seed, 1);
  let shownAt: readonly Move[] | null = null;
  let isReachable = false;
  for (let i = 0; i < ORDERS && (shownAt === null || !isReachable); i++) {
    const order = mix(compiled.spec, steps, rng);
    const shown = await show(order);
    if (!shown.ok) return engineFailed(shown.error);
    const isFine =
      ranThrough(compiled.spec, order, shown.value) &&
      isAsClaimed(making, { compiled, moves: order, shown: shown.value, step: null, replayed: null }) &&
      isReached(goalStates(goal, compiled.spec, shown.value));
    if (isFine) isReachable = true;
    else shownAt ??= order;
  }
  if (shownAt === null || !isReachable) return notPosed(making, ORDERS);
  return ok({ kind: 'order', steps: shownAt, goal });
}

// --- a schedule --------------------------------------------------------------------------------------------------------

interface MakeAsk extends MovesAsk<'make'> {
  /** The sessions in which the learner types SQL; left out: the learner presses the steps of the spec. */
  readonly prompts?: readonly string[];
}
interface MakeQuestion extends GoalQuestion {
  readonly kind: 'make';
  readonly isTyped: boolean;
}

const MAX_PROMPTS = 8;

function readMake({ fields: { prompts }, faults }: AskBlock): MakeAsk | null {
  if (prompts === undefined) return { what: 'make' };
  const names = partsOf(prompts.text, ',');
  const isFine =
    names.every((name) => /^[A-Za-z][A-Za-z0-9_]{0,30}$/.test(name)) && new Set(names).size === names.length;
  return isFine && names.length > 0 && names.length <= MAX_PROMPTS
    ? { what: 'make', prompts: names }
    : faults.atLine(prompts.line, faults.t('exercise.prompts', { max: MAX_PROMPTS }), prompts.column + 1);
}

/** Well posed: the goal is not reached before any step. */
async function poseMake(
  making: Making<AnyAsk>,
  { compiled: { spec } }: Stage,
  show: ShowMoves,
  goal: readonly GoalLine[],
): Promise<Made<MakeQuestion>> {
  const atStart = await show([]);
  if (!atStart.ok) return engineFailed(atStart.error);
  const isTyped = spec.extras.hasPrompts;
  const states = isTyped ? typedGoalStates(goal, atStart.value) : goalStates(goal, spec, atStart.value);
  return isReached(states) ? notPosed(making, 1) : ok({ kind: 'make', goal, isTyped });
}

interface HuntAsk extends MovesAsk<'hunt'> {
  /** Name of a planted fault. */
  readonly fault: string;
}
interface HuntQuestion extends AnyQuestion {
  readonly kind: 'hunt';
  readonly fault: string;
}

/** A server with a planted fault: the answer is a schedule at which it differs from a sound one. */
const hunt: Kind<HuntAsk, HuntQuestion> = {
  ...NO_PREDICTION,
  group: 'hunt',
  shape: 'schedule',
  needs: { spec: true, goal: false, standby: false, step: false },
  fields: ['fault'],
  read: (block) => {
    const { fault } = block.fields;
    return fault === undefined ? missingField(block, 'fault') : { what: 'hunt', fault: fault.text };
  },
  named: () => ({}),
  draw: async ({ exercise, world, values }, stage) => {
    if (stage === null) return engineFailed('a spec is missing');
    const { fault } = exercise.ask;
    const opened = await world.open(stage.compiled, exercise, fault);
    return opened.ok ? ok({ question: { kind: 'hunt', fault }, values }) : err({ kind: 'fault', name: fault });
  },
  form: ({ fault }) => ({ shape: 'schedule', goal: [], fault, isTyped: false }),
};

// --- the records -------------------------------------------------------------------------------------------------------

export const MOVES_KINDS = {
  order: goalKind<MovesAsk<'order'>, OrderQuestion>({
    group: 'order',
    shape: 'order',
    fields: [],
    read: () => ({ what: 'order' }),
    pose: poseOrder,
    form: ({ steps, goal }) => ({ shape: 'order', steps, goal }),
  }),
  make: goalKind<MakeAsk, MakeQuestion>({
    group: 'make',
    shape: 'schedule',
    fields: ['prompts'],
    read: readMake,
    pose: poseMake,
    form: ({ goal, isTyped }) => ({ shape: 'schedule', goal, fault: null, isTyped }),
  }),
  hunt,
};
