/**
 * An exercise on stage. A speaker asks the room, takes its answer and shows what the engine does: the question, the
 * steps so far and the answer's controls are in one window, nothing scrolls, and keys drive it. Unlike the page, it
 * also shows what happens after a wrong answer. Hints stay on the page.
 */
import { TIME_PASSES } from '../../engine/stage/stage-types.ts';
import { Button, Working } from '../../ui/Button.tsx';
import { useKeys } from '../../ui/keys.ts';
import { LiveRegion } from '../../ui/LiveRegion.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { withAddresses } from '../../viewmodel/exercise/outside-links.ts';
import { isOwnId } from '../../viewmodel/exercise/own.ts';
import type { Question } from '../../viewmodel/exercise/question.ts';
import { upTo } from '../../viewmodel/stage/lanes.ts';
import { writtenIn } from '../shared/exercises/shipped-exercises.ts';
import { Prose } from '../shared/lessons/LessonProse.tsx';
import { StageParts } from '../shared/play/StageParts.tsx';
import { partsOfMarks, type StageFigure } from '../shared/play/stage-figure.ts';
import { AnswerForm } from './AnswerForm.tsx';
import type { Asked } from './exercise-store.ts';
import { Goals, HuntEvidence, HuntState } from './Goals.tsx';
import { OrderForm } from './OrderForm.tsx';
import { StageSteps, shortSql } from './StageSteps.tsx';
import styles from './stage.module.css';
import type { Answering } from './use-answering.ts';
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
  const { asked, doing, title, onAnother, onPrevious, onNext, onLeave } = props;
  const { t, lang } = useMessages();
  const { variant, store } = asked;
  const { question, exercise } = variant;
  const { state, answer, solved, difference, evidence, said, now, moves } = doing;
  const { judging, onCancel, onJudgeAgain } = doing;
  const isFree = question.kind === 'make' || question.kind === 'hunt';
  useKeys({ n: onAnother, PageDown: onNext, PageUp: onPrevious }, { active: true });
  const timeCanPass = isFree && state.shown?.state.timeCanPass === true;
  const back = (): void => store?.back();
  const pass = (): void => store?.move(TIME_PASSES);
  useKeys({ Backspace: back, t: timeCanPass ? pass : undefined }, { active: isFree });
  /** Predictions and counts: once answered, the outcome is shown. */
  const isTold = answer !== null && answer.kind !== 'moves';
  const isOver = isTold || solved;
  const words = isOver ? variant.why : variant.prose;
  const shown = isOwnId(variant.id) ? withAddresses(words) : words;
  const parts: readonly StageFigure[] = isTold
    ? toldBy(question, solved)
    : question.kind === 'order'
      ? answer === null
        ? []
        : ['rows']
      : isFree
        ? besideOf(question, exercise.decisive)
        : [];
  const figure = store !== null && parts.length > 0 && (
    <div className={styles.figure}>
      <StageParts store={store} {...state} parts={parts} />
    </div>
  );
  const verdict = isOver ? t(solved ? 'exercise.right' : 'exercise.stage.wrong') : '';
  return (
    <div
      className={styles.view}
      data-kind={question.kind}
      data-solved={solved}
      data-told={isTold}
      data-phase={store === null ? 'ready' : state.phase}
    >
      <div className={styles.question} lang={writtenIn(variant.id, lang)}>
        <b role="status">{verdict}</b>
        <Prose nodes={shown} />
      </div>
      {evidence === null ? (
        <div className={styles.halves} data-single={question.kind === 'lines'}>
          <Done {...props} isTold={isTold} />
          <div className={styles.half}>
            <p role="status" className={styles.said}>
              {isOver ? '' : judging === 'cancelled' ? t('exercise.judgingCancelled') : said}
            </p>
            {judging === 'under-way' && <Working what={t('exercise.judging')} onCancel={onCancel} />}
            {judging === 'cancelled' && isFree && <Button onClick={onJudgeAgain}>{t('ui.tryAgain')}</Button>}
            {isTold ? <Reasons {...props} /> : (!isOver || !figure) && <Asking {...props} />}
            {figure}
          </div>
        </div>
      ) : (
        <div className={styles.found}>
          <HuntEvidence
            evidence={evidence}
            sessions={variant.compiled?.spec.sessions.map(({ name }) => name) ?? []}
            told={difference}
          />
        </div>
      )}
      <footer className={styles.bar}>
        <p className={styles.title}>
          {title} · {t('exercise.seed', { seed: variant.seed })}
        </p>
        {isFree && (
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
      <LiveRegion text={now} everyMs={600} />
    </div>
  );
}

/**
 * The figures next to a schedule that the learner is building: those with the decisive marks, and for a hunt the rows.
 */
function besideOf({ kind }: Question, decisive: readonly string[]): readonly StageFigure[] {
  const parts = partsOfMarks(decisive).filter((part) => part !== 'lanes');
  return parts.length === 0 && kind === 'hunt' ? ['rows'] : parts;
}

/**
 * The figure that shows the outcome: the rows; or the axis for questions about xids, unless the reasons need its room.
 */
function toldBy(question: Question, solved: boolean): readonly StageFigure[] {
  if (question.kind === 'snapshot' || question.kind === 'standby') return solved ? ['xids'] : [];
  return 'step' in question ? ['rows'] : [];
}

interface PartProps extends ExerciseStageProps {
  readonly isTold: boolean;
}

/** The left half: the steps that were done, or that can be done. */
function Done({ asked, doing, isTold }: PartProps) {
  const { t } = useMessages();
  const { variant, store } = asked;
  const { question, compiled } = variant;
  const { state, moves, solved } = doing;
  if (compiled === null || store === null) return null;
  const { spec } = compiled;
  const { shown, phase } = state;
  // The store's events up to the cursor: a move's own answer has the events of that move alone.
  const events = shown === null ? [] : upTo(state.events, shown.state.tick);
  if (question.kind === 'order')
    return (
      <div className={styles.half}>
        <OrderForm
          spec={spec}
          steps={question.steps}
          isDone={solved}
          given={doing.answer}
          onStage
          onRun={(order) => void doing.ran(order)}
        />
      </div>
    );
  if (!('played' in question)) {
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
  const next = 'step' in question ? question.step : null;
  const steps = isTold && next !== null ? [...question.played, next] : question.played;
  return (
    <div className={styles.half}>
      <StageSteps
        spec={spec}
        steps={steps}
        moves={steps}
        events={events}
        replayed={'replayed' in question ? question.replayed : null}
      />
      {!isTold && 'step' in question && (
        <p className={styles.next} data-mark="next">
          <b>{t('exercise.nextStep', { who: question.session, step: spec.steps[question.step]?.name ?? '' })}</b>
          <code>{shortSql(spec.steps[question.step]?.sql ?? '')}</code>
        </p>
      )}
    </div>
  );
}

/** The right half: the question, and the progress of the answer. */
function Asking({ asked, doing }: ExerciseStageProps) {
  const { question, compiled } = asked.variant;
  const { state, verdict, difference } = doing;
  const stepName = (step: number | null): string => compiled?.spec.steps[step ?? -1]?.name ?? '';
  if (question.kind === 'hunt') return <HuntState difference={difference} stepName={stepName} />;
  if ('goal' in question)
    return <Goals goals={question.goal} states={verdict?.kind === 'goal' ? verdict.states : []} />;
  return (
    <AnswerForm
      question={question}
      sessions={compiled?.spec.sessions.map(({ name }) => name) ?? []}
      xids={state.shown?.state.xids ?? []}
      isDone={false}
      onStage
      onAnswer={(given) => doing.answered(given, true)}
    />
  );
}

/** The facts that decide, shown after the answer. */
function Reasons({ asked: { variant }, doing: { answer } }: ExerciseStageProps) {
  const { question, compiled } = variant;
  if (answer === null) return null;
  const step = 'step' in question ? (compiled?.spec.steps[question.step]?.name ?? '') : '';
  return (
    <div className={styles.reasons}>
      <WhyWrong question={question} answer={answer} show={null} step={step} />
    </div>
  );
}
