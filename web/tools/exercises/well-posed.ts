/**
 * Checks that a variant is well posed: one answer is right, the engine confirms it, and another one could be given. For
 * tests and for `check.ts`. Each kind of question has a law here, written independently of the code that draws it.
 */
import { DEFAULT_LANG, messagesIn } from '../../src/base/messages/index.ts';
import type { Shown } from '../../src/engine/stage/stage-types.ts';
import type { Answer } from '../../src/viewmodel/exercise/answer.ts';
import { type Outcome, outcomesOf, rowsOf, rowsText } from '../../src/viewmodel/exercise/events.ts';
import type { GoalLine } from '../../src/viewmodel/exercise/exercise.ts';
import type { ExerciseDeps, ShowMoves } from '../../src/viewmodel/exercise/exercise-deps.ts';
import { goalStates, isReached, typedGoalStates } from '../../src/viewmodel/exercise/goal.ts';
import type { Form, SnapshotKey } from '../../src/viewmodel/exercise/kind.ts';
import { overflowedWhere } from '../../src/viewmodel/exercise/kinds/of-standby.ts';
import { formOf, isRight, type Question, type QuestionKind } from '../../src/viewmodel/exercise/kinds.ts';
import type { Variant } from '../../src/viewmodel/exercise/variant.ts';

const { t } = messagesIn(DEFAULT_LANG);

/** @returns the faults, a sentence each; none: the variant is well posed */
export async function faultsOf(variant: Variant, world: ExerciseDeps): Promise<readonly string[]> {
  const { question, exercise } = variant;
  const form = formOf(question);
  const faults = [...shapeFaults(form)];
  const { right, wrong } = answersOf(form);
  if (right !== null && isRight(question, right) !== true) faults.push('the key is not right');
  if (wrong !== null && isRight(question, wrong) !== false) faults.push('another answer is right, too');
  if (exercise.ask.what !== question.kind) faults.push('it asks something else');
  // The key decides: each law gets questions of its kind alone.
  const law: Law<Question> = LAWS[question.kind];
  return [...faults, ...(await law.faults(question, variant, world))];
}

function answersOf(form: Form): { readonly right: Answer | null; readonly wrong: Answer | null } {
  switch (form.shape) {
    case 'versions':
      return { right: { kind: 'rows', seen: form.key }, wrong: { kind: 'rows', seen: [] } };
    case 'snapshot': {
      const right: Answer = { kind: 'snapshot', ...form.key };
      return { right, wrong: { ...right, xmax: right.xmax + 1 } };
    }
    case 'choice':
      return {
        right: { kind: 'choice', at: form.key },
        wrong: { kind: 'choice', at: (form.key + 1) % form.options.length },
      };
    case 'order':
    case 'schedule':
      return { right: null, wrong: null };
  }
}

function shapeFaults(form: Form): readonly string[] {
  switch (form.shape) {
    case 'choice': {
      const texts = form.options.map(({ says }) => says(t));
      return [
        ...(new Set(texts).size < texts.length ? ['two options are the same'] : []),
        ...(texts.length < 2 ? ['there is nothing to choose from'] : []),
      ];
    }
    case 'versions': {
      const { key, versions } = form;
      return [
        ...(key.length === 0 || key.length === versions.length ? ['all versions are seen, or none'] : []),
        ...(new Set(versions.map(({ lp }) => lp)).size < versions.length ? ['two versions have one place'] : []),
      ];
    }
    case 'snapshot': {
      const { xids, key } = form;
      return [
        ...([key.xmin, key.xmax, ...key.xip].every((xid) => xids.includes(xid))
          ? []
          : ['a bound or an xid of the key cannot be chosen']),
        ...(new Set(xids).size < xids.length ? ['an xid can be chosen twice'] : []),
      ];
    }
    case 'order':
    case 'schedule':
      return [];
  }
}

// --- the laws ------------------------------------------------------------------------------------------------------------

interface Law<Q> {
  faults(question: Q, variant: Variant, world: ExerciseDeps): Promise<readonly string[]> | readonly string[];
}
type QuestionOf<K extends QuestionKind> = Extract<Question, { readonly kind: K }>;

const LAWS: { readonly [K in QuestionKind]: Law<QuestionOf<K>> } = {
  rows: onStage(({ versions, key }, _, outcome) => {
    const seen = versions.filter(({ lp }) => key.includes(lp)).map(({ values }) => rowsText([values]));
    const returned = (rowsOf(outcome) ?? []).map((row) => rowsText([row]));
    return differs('rows', [...seen].sort(), [...returned].sort());
  }),
  answer: onStage(({ options, key }, _, outcome) =>
    differs('answer', options[key], outcome?.error ?? rowsText(rowsOf(outcome) ?? [])),
  ),
  snapshot: onStage(({ key, session }, { state }) => {
    const taken = state.sessions.find((one) => one.session === session)?.snapshot;
    return differs('snapshot', [key.xmin, key.xmax, key.xip], [taken?.xmin, taken?.xmax, taken?.xip]);
  }),
  waits: onStage(({ key }, _, outcome) => differs('waits', key !== 0, outcome?.waited)),
  error: onStage(({ options, key }, _, outcome) => differs('error', options[key], outcome?.error ?? '')),
  sireads: onStage(({ options, key, session }, { state: { ssi } }) => {
    const running = (ssi?.transactions ?? []).filter((one) => one.session === session && one.state === 'runs');
    const held = (ssi?.locks ?? []).filter(({ transaction }) => running.some(({ number }) => number === transaction));
    return differs('sireads', options[key], held.length);
  }),
  standby: onStandby(({ key }, taken) => [
    ...differs('standby', [key.xmin, key.xmax, ...key.xip], [taken.xmin, taken.xmax, ...taken.xip]),
    ...(taken.isOverflowed ? ['it is suboverflowed, and that is not asked'] : []),
  ]),
  suboverflowed: onStandby(({ options, key }, { isOverflowed, onPrimary }) =>
    differs('suboverflowed', options[key], overflowedWhere(onPrimary, isOverflowed)),
  ),
  lines: {
    faults: ({ options, key, pick }) => {
      const best = options[key]?.lines ?? 0;
      const others = options.filter((_, i) => i !== key);
      return others.every(({ lines }) => (pick === 'fewest' ? best < lines : best > lines))
        ? []
        : [`none alone has the ${pick} lines`];
    },
  },
  order: { faults: ({ steps, goal }, variant, world) => goalFaults(goal, variant, world, steps) },
  make: { faults: ({ goal }, variant, world) => goalFaults(goal, variant, world, []) },
  hunt: { faults: () => [] },
};

const differs = (what: string, given: unknown, engine: unknown): readonly string[] =>
  JSON.stringify(given) === JSON.stringify(engine)
    ? []
    : [`${what}: the key is ${JSON.stringify(given)}, the engine has ${JSON.stringify(engine)}`];

/** A law about the stage after the asked step, run once more. */
function onStage<Q extends Question & { readonly step: number; readonly played: readonly number[] }>(
  law: (question: Q, shown: Shown, outcome: Outcome | undefined) => readonly string[],
): Law<Q> {
  return {
    faults: async (question, variant, world) => {
      const shown = await shownAfter(variant, world, [...question.played, question.step]);
      return law(question, shown, outcomesOf(shown.events).get(question.step));
    },
  };
}

interface Taken extends SnapshotKey {
  readonly isOverflowed: boolean;
  readonly onPrimary: boolean;
}
/** A law about a new standby, replayed up to the same point, counted in the steps' own WAL. */
function onStandby<Q extends Question & { readonly played: readonly number[]; readonly replayed: number }>(
  law: (question: Q, taken: Taken) => readonly string[],
): Law<Q> {
  return {
    faults: async (question, variant, world) => {
      const { played, replayed } = question;
      const { standby: first } = await shownAfter(variant, world, played.slice(0, replayed), 'end');
      const { standby } = await shownAfter(variant, world, played, first?.records.length ?? 0);
      const [taken, primary] = [standby?.snapshot, standby?.primary.now];
      if (taken == null || primary === undefined) return ['the standby gives no snapshot'];
      const { xmin, xmax, subxip, suboverflowed } = taken;
      const xip = [...subxip].sort((a, b) => a - b);
      return law(question, { xmin, xmax, xip, isOverflowed: suboverflowed, onPrimary: primary.suboverflowed });
    },
  };
}

async function goalFaults(
  goal: readonly GoalLine[],
  variant: Variant,
  world: ExerciseDeps,
  moves: Parameters<ShowMoves>[0],
): Promise<readonly string[]> {
  const { compiled } = variant;
  if (compiled === null) return ['no spec'];
  const shown = await shownAfter(variant, world, moves);
  const { spec } = compiled;
  const states = spec.extras.hasPrompts ? typedGoalStates(goal, shown) : goalStates(goal, spec, shown);
  return isReached(states) ? ['its goal is reached at the beginning'] : [];
}

async function shownAfter(
  { compiled, exercise }: Variant,
  world: ExerciseDeps,
  moves: Parameters<ShowMoves>[0],
  replay?: Parameters<ShowMoves>[2],
) {
  const opened = compiled === null ? null : await world.open(compiled, exercise, null);
  if (opened === null || !opened.ok) throw new Error('not opened');
  const shown = await opened.value(moves, {}, replay);
  if (!shown.ok) throw new Error(shown.error);
  return shown.value;
}

// --- for check.ts ----------------------------------------------------------------------------------------------------------

/** The part of a question that differs between seeds for a reader. */
export const askedText = ({ question, text, prose }: Variant): string => JSON.stringify([question, text, prose]);
/** The right answer as a text, so that keys of many seeds can be counted. */
export function keyText({ question }: Variant): string {
  const form = formOf(question);
  switch (form.shape) {
    case 'choice':
      return `${form.ask(t)} ${form.options[form.key]?.says(t) ?? ''}`;
    case 'versions':
      return form.key.join(',');
    case 'snapshot':
      return JSON.stringify(form.key);
    case 'order':
    case 'schedule':
      return '';
  }
}
