/**
 * An exercise on stage. A speaker asks the room, takes its answer and shows what the engine does: the question, the
 * steps so far and the answer's controls are in one window, nothing scrolls, and keys drive it. Hints stay on the page.
 */
import '../../base/messages/en/exercise.ts';
import '../../base/messages/en/shell.ts';
import '../../base/messages/en/ui.ts';
import { type StageEvent, TIME_PASSES } from '../../engine/stage/stage-types.ts';
import type { Spec } from '../../scenario/spec-types.ts';
import { Button, Working } from '../../ui/Button.tsx';
import { useKeys } from '../../ui/keys.ts';
import { LiveRegion } from '../../ui/LiveRegion.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { isOwnId } from '../../viewmodel/exercise/fill.ts';
import { formOf, isMadeOfMoves, settingOf } from '../../viewmodel/exercise/kinds.ts';
import { withAddresses } from '../../viewmodel/exercise/outside-links.ts';
import { sessionsOf, stepNameIn, type Variant } from '../../viewmodel/exercise/variant.ts';
import { upTo } from '../../viewmodel/stage/lanes.ts';
import { writtenIn } from '../shared/exercises/shipped-exercises.ts';
import { Prose } from '../shared/lessons/LessonProse.tsx';
import { StageParts } from '../shared/play/StageParts.tsx';
import { AnswerForm } from './AnswerForm.tsx';
import type { Asked, ExerciseStore } from './exercise-store.ts';
import { figuresOnStage } from './figures.ts';
import { HuntEvidence, Progress } from './Goals.tsx';
import { OrderForm } from './OrderForm.tsx';
import { NextStep, StageSteps } from './StageSteps.tsx';
import styles from './stage.module.css';
import { TypedOnStage } from './TypedSteps.tsx';
import type { Answering } from './use-answering.ts';
import { Walk, WalkAt } from './Walk.tsx';
import { WhyWrong } from './WhyWrong.tsx';

export interface ExerciseStageProps {
  readonly asked: Asked;
  readonly doing: Answering;
  readonly title: string;
  readonly onAnother: () => void;
  /** Go to the previous and the next exercise; undefined: there is none. */
  readonly onPrevious: (() => void) | undefined;
  readonly onNext: (() => void) | undefined;
  readonly onLeave: () => void;
}

export function ExerciseStage(props: ExerciseStageProps) {
  const { asked, doing, onAnother, onPrevious, onNext } = props;
  const { t, lang } = useMessages();
  const { variant, store } = asked;
  const { question } = variant;
  const { state, answer, solved, difference, evidence, now } = doing;
  useKeys({ n: onAnother, PageDown: onNext, PageUp: onPrevious }, { active: true });
  /** Predictions and counts: once answered, the outcome is shown. */
  const isTold = answer !== null && !isMadeOfMoves(question);
  const isOver = isTold || solved;
  const words = isOver ? variant.why : variant.prose;
  return (
    <div
      className={styles.view}
      data-kind={question.kind}
      data-solved={solved}
      data-told={isTold}
      data-phase={store === null ? 'ready' : state.phase}
    >
      <div className={styles.question} lang={writtenIn(variant.id, lang)}>
        <b role="status">{isOver && t(solved ? 'exercise.right' : 'exercise.stage.wrong')}</b>
        <Prose nodes={isOwnId(variant.id) ? withAddresses(words) : words} />
      </div>
      {evidence === null ? (
        <div className={styles.halves} data-single={variant.compiled === null}>
          <Done {...props} isTold={isTold} />
          <Answer {...props} isTold={isTold} isOver={isOver} />
        </div>
      ) : (
        <div className={styles.found}>
          <HuntEvidence evidence={evidence} sessions={sessionsOf(variant)} told={difference} />
        </div>
      )}
      <Bar {...props} />
      <LiveRegion text={now} everyMs={600} />
    </div>
  );
}

interface AnswerProps extends PartProps {
  readonly isOver: boolean;
}

/** The right half: the controls, then what came of the answer. */
function Answer(props: AnswerProps) {
  const { asked, doing, isTold, isOver } = props;
  const { t } = useMessages();
  const { variant, store } = asked;
  const { state, answer, said, judging, onCancel, onJudgeAgain } = doing;
  const parts = figuresOnStage(variant, answer);
  const figure = store !== null && parts.length > 0 && (
    <div className={styles.figure}>
      <StageParts store={store} {...state} parts={parts} />
    </div>
  );
  return (
    <div className={styles.half}>
      <p role="status" className={styles.said}>
        {isOver ? '' : judging === 'cancelled' ? t('exercise.judgingCancelled') : said}
      </p>
      {judging === 'under-way' && <Working what={t('exercise.judging')} onCancel={onCancel} />}
      {judging === 'cancelled' && isFree(variant) && <Button onClick={onJudgeAgain}>{t('ui.tryAgain')}</Button>}
      {isTold ? <Reasons {...props} /> : (!isOver || !figure) && <Asking {...props} />}
      {figure}
    </div>
  );
}

const isFree = ({ question }: Variant): boolean => formOf(question).shape === 'schedule';

/** The buttons, each with its key. */
function Bar({ asked: { variant, store }, doing, title, onAnother, onLeave }: ExerciseStageProps) {
  const { t } = useMessages();
  const { state, moves, answer } = doing;
  const { compiled } = variant;
  const timeCanPass = isFree(variant) && state.shown?.state.timeCanPass === true;
  const back = (): void => store?.back();
  const pass = (): void => store?.move(TIME_PASSES);
  useKeys({ Backspace: back, t: timeCanPass ? pass : undefined }, { active: isFree(variant) });
  return (
    <footer className={styles.bar}>
      <p className={styles.title}>
        {compiled !== null && answer?.kind === 'moves' ? (
          <WalkAt state={state} spec={compiled.spec} />
        ) : (
          `${title} · ${t('exercise.seed', { seed: variant.seed })}`
        )}
      </p>
      {store !== null && compiled !== null && answer?.kind === 'moves' && (
        <Walk store={store} state={state} spec={compiled.spec} onStage />
      )}
      {isFree(variant) && (
        <Button keyHint="⌫" disabled={moves.length === 0} onClick={back}>
          {t('exercise.undo')}
        </Button>
      )}
      {timeCanPass && (
        <Button keyHint="T" onClick={pass}>
          {t('exercise.time')}
        </Button>
      )}
      <Button keyHint="N" onClick={onAnother}>
        {t('exercise.another')}
      </Button>
      <Button icon="stage" keyHint="F" aria-pressed onClick={onLeave}>
        {t('shell.stage.leave')}
      </Button>
    </footer>
  );
}

interface PartProps extends ExerciseStageProps {
  readonly isTold: boolean;
}

/** The left half: the steps that were done, or that can be done. */
function Done({ asked, doing, isTold }: PartProps) {
  const { variant, store } = asked;
  const { question, compiled } = variant;
  const { state, solved } = doing;
  if (compiled === null || store === null) return null;
  const { spec } = compiled;
  const form = formOf(question);
  if (form.shape === 'order')
    return (
      <div className={styles.half}>
        <OrderForm
          spec={spec}
          order={doing.order}
          isDone={solved}
          onStage
          onOrder={doing.arranged}
          onRun={(order) => void doing.ran(order)}
        />
      </div>
    );
  // The store's events up to the cursor: a move's own answer has the events of that move alone.
  const events = state.shown === null ? [] : upTo(state.events, state.shown.state.tick);
  const setting = settingOf(question);
  if (form.shape === 'schedule' && form.isTyped)
    return <TypedOnStage spec={state.compiled?.spec ?? null} moves={doing.moves} events={events} />;
  if (setting === null) return <Steps spec={spec} store={store} doing={doing} events={events} />;
  const { played, replayed, next } = setting;
  const steps = isTold && next !== null ? [...played, next.step] : played;
  return (
    <div className={styles.half}>
      <StageSteps spec={spec} steps={steps} moves={steps} events={events} replayed={replayed} />
      {!isTold && next !== null && (
        <p className={styles.next} data-mark="next">
          <NextStep spec={spec} {...next} />
        </p>
      )}
    </div>
  );
}

interface StepsProps {
  readonly spec: Spec;
  readonly store: ExerciseStore;
  readonly doing: Answering;
  readonly events: readonly StageEvent[];
}

/** All steps of the spec: pressing them makes the schedule. */
function Steps({ spec, store, doing: { state, moves }, events }: StepsProps) {
  const { shown, phase } = state;
  const canMake = (step: number): boolean => {
    const session = spec.steps[step]?.session ?? -1;
    return phase === 'ready' && shown?.state.sessions[session]?.active == null && !moves.includes(step);
  };
  return (
    <div className={styles.half}>
      <StageSteps
        spec={spec}
        steps={spec.sessions.flatMap(({ steps }) => steps)}
        moves={moves}
        events={events}
        onStep={(step) => store.move(step)}
        canMake={canMake}
      />
    </div>
  );
}

/** The right half: the question, and the progress of the answer. */
function Asking({ asked: { variant }, doing }: ExerciseStageProps) {
  const form = formOf(variant.question);
  switch (form.shape) {
    case 'order':
    case 'schedule':
      return <Progress form={form} variant={variant} {...doing} />;
    case 'choice':
    case 'versions':
    case 'snapshot':
      return (
        <AnswerForm
          form={form}
          sessions={sessionsOf(variant)}
          xids={doing.state.shown?.state.xids ?? []}
          isDone={false}
          onStage
          onAnswer={doing.answered}
        />
      );
  }
}

/** The facts that decide, shown after the answer. */
function Reasons({ asked: { variant }, doing: { answer } }: ExerciseStageProps) {
  const { question } = variant;
  if (answer === null) return null;
  const step = stepNameIn(variant, settingOf(question)?.next?.step ?? null);
  return (
    <div className={styles.reasons}>
      <WhyWrong question={question} answer={answer} show={null} step={step} />
    </div>
  );
}
