/**
 * States of the exercises' forms: one of each kind, before and after an answer, goals on the way, a fault that was
 * found.
 */

import { AnswerForm } from '../pages/exercises/AnswerForm.tsx';
import { Goals, HuntState } from '../pages/exercises/Goals.tsx';
import { OrderForm } from '../pages/exercises/OrderForm.tsx';
import { TypedOnStage } from '../pages/exercises/TypedSteps.tsx';
import { WhyWrong } from '../pages/exercises/WhyWrong.tsx';
import type { GoalLine } from '../viewmodel/exercise/exercise.ts';
import { formOf, type Question } from '../viewmodel/exercise/kinds.ts';
import { moment } from '../viewmodel/stage/fixture.fake.ts';
import type { GalleryState } from './Gallery.tsx';

const nothing = (): void => {};
const OF_STEP = { played: [0, 3, 1], step: 6, session: 'reader' } as const;
const SESSIONS = ['writer', 'inserter', 'reader'];

const rows: Question = {
  ...OF_STEP,
  kind: 'rows',
  versions: [
    { table: 'account', block: 0, lp: 1, values: ['1', '50'], xmin: 731, xmax: 732 },
    { table: 'account', block: 0, lp: 2, values: ['2', '160'], xmin: 731, xmax: 0 },
    { table: 'account', block: 0, lp: 3, values: ['1', null], xmin: 732, xmax: 0 },
  ],
  key: [2, 3],
};
const snapshot: Question = {
  ...OF_STEP,
  kind: 'snapshot',
  xids: [731, 732, 733, 734],
  key: { xmin: 732, xmax: 734, xip: [732] },
};
const answer: Question = { ...OF_STEP, kind: 'answer', options: ['1 50, 2 160', '1 70, 2 160', ''], key: 0 };
const error: Question = {
  ...OF_STEP,
  kind: 'error',
  options: ['', 'ERROR:  could not serialize access due to concurrent update', 'ERROR:  deadlock detected'],
  key: 1,
};
const waits: Question = { ...OF_STEP, kind: 'waits', options: [null, 'writer', 'inserter'], key: 1 };
const lines: Extract<Question, { kind: 'lines' }> = {
  kind: 'lines',
  pick: 'fewest',
  active: 8,
  options: [
    { design: 'pg13', reuse: false, idle: 400, lines: 129 },
    { design: 'pg14', reuse: false, idle: 400, lines: 31 },
    { design: 'pg14', reuse: true, idle: 400, lines: 4 },
  ],
  key: 2,
};
const GOALS: readonly GoalLine[] = [
  { kind: 'rows', step: 'count_a', rows: '2' },
  { kind: 'fine', step: 'end_a' },
  { kind: 'after', step: 'leave_b', other: 'count_b' },
  { kind: 'differ', step: 'read', other: 'read_again' },
  { kind: 'suboverflowed', session: 'reader' },
];

/** Of a typed exercise: they name sessions. */
const TYPED_GOALS: readonly GoalLine[] = [
  { kind: 'waits', step: 'B' },
  { kind: 'waited', step: 'B', rows: '70' },
  { kind: 'committed', table: 'fare', rows: '70' },
];
const TYPED = moment('lost-update');

const form = (question: Question, isDone = false) => {
  const shaped = formOf(question);
  if (shaped.shape === 'order' || shaped.shape === 'schedule') throw new Error('answered by moves');
  return <AnswerForm form={shaped} sessions={SESSIONS} xids={[]} isDone={isDone} onAnswer={nothing} />;
};

export const exerciseStates: readonly GalleryState[] = [
  {
    id: 'exercise-rows',
    shows: 'Three row versions to tick, each with its two stamps; one has NULL.',
    element: () => form(rows),
  },
  { id: 'exercise-answer', shows: 'What a step may return: rows, other rows, none.', element: () => form(answer) },
  {
    id: 'exercise-error',
    shows: 'How a step may end: without an error, or with one of two.',
    element: () => form(error),
  },
  { id: 'exercise-snapshot', shows: 'Two bounds to choose and xids to tick.', element: () => form(snapshot) },
  {
    id: 'exercise-waits',
    shows: 'Goes on, or waits for one of two sessions; answered, so nothing can be changed.',
    element: () => form(waits, true),
  },
  { id: 'exercise-lines', shows: 'Three snapshots: which touches the fewest lines?', element: () => form(lines) },
  {
    id: 'exercise-lines-why',
    shows: 'After an answer: how many lines each touches.',
    element: () => <WhyWrong question={lines} answer={{ kind: 'choice', at: 0 }} show={null} step="" />,
  },
  {
    id: 'exercise-snapshot-why',
    shows: 'A snapshot that was not so: both bounds, who is missing in xip, and who is there too much.',
    element: () => (
      <WhyWrong
        question={snapshot}
        answer={{ kind: 'snapshot', xmin: 731, xmax: 733, xip: [731] }}
        show={null}
        step="read"
      />
    ),
  },
  {
    id: 'exercise-goals',
    shows: 'Five goals, two reached, one of the others with what came instead.',
    element: () => (
      <Goals
        isTyped={false}
        goals={GOALS}
        states={GOALS.map((goal, i) => ({ goal, isReached: i === 1 || i === 2, instead: i === 0 ? '1' : null }))}
      />
    ),
  },
  {
    id: 'exercise-typed-goals',
    shows: 'Goals of a typed exercise: B has waited, but its last statement returned something else.',
    element: () => (
      <Goals
        isTyped
        goals={TYPED_GOALS}
        states={TYPED_GOALS.map((goal, i) => ({ goal, isReached: i === 0, instead: i === 1 ? '10' : null }))}
      />
    ),
  },
  {
    id: 'exercise-typed-stage',
    shows: 'A typed exercise on stage: no prompts, but each statement that was typed, with what came of it.',
    element: () => (
      <TypedOnStage spec={TYPED.spec} moves={TYPED.moves.slice(0, TYPED.tick)} events={TYPED.shown.events} />
    ),
  },
  {
    id: 'exercise-typed-begin',
    shows: 'The same before anything was typed.',
    element: () => <TypedOnStage spec={TYPED.spec} moves={[]} events={[]} />,
  },
  {
    id: 'exercise-hunt-open',
    shows: 'A hunt: nothing differs yet.',
    element: () => <HuntState difference={null} stepName={() => ''} />,
  },
  {
    id: 'exercise-hunt-found',
    shows: 'A hunt that is won: at which step, and what both servers do there.',
    element: () => (
      <HuntState
        difference={{ tick: 3, step: 2, session: 'reader', what: 'rows', sound: '1 50', faulty: '1 50, 1 70' }}
        stepName={() => 'look_again'}
      />
    ),
  },
  {
    id: 'exercise-order',
    shows: 'Steps of two sessions in a list; each can go up or down but for the ends.',
    element: () => (
      <OrderForm
        spec={moment('standby-late').spec}
        order={[0, 1, 2, 3]}
        isDone={false}
        onOrder={nothing}
        onRun={nothing}
      />
    ),
  },
];
