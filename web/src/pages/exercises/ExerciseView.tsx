/** One variant of an exercise: the question, the stage, the answer, and the engine's judgement of it. */
import type { Move } from '../../engine/stage/stage-types.ts';
import type { Spec } from '../../scenario/spec-types.ts';
import { Button, Working } from '../../ui/Button.tsx';
import { LiveRegion } from '../../ui/LiveRegion.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { withAddresses } from '../../viewmodel/exercise/outside-links.ts';
import { isOwnId } from '../../viewmodel/exercise/own.ts';
import { answerText, isMadeOfMoves } from '../../viewmodel/exercise/question.ts';
import type { Variant } from '../../viewmodel/exercise/variant.ts';
import { sessionStyles, styleOf } from '../../viewmodel/stage/selection.ts';
import { writtenIn } from '../shared/exercises/shipped-exercises.ts';
import { Prose } from '../shared/lessons/LessonProse.tsx';
import { PlayParts } from '../shared/play/PlayParts.tsx';
import { partsOfMarks, type StageFigure } from '../shared/play/stage-figure.ts';
import { AnswerForm } from './AnswerForm.tsx';
import type { Asked } from './exercise-store.ts';
import styles from './exercises.module.css';
import { Goals, HuntEvidence, HuntState } from './Goals.tsx';
import { OrderForm } from './OrderForm.tsx';
import { StepPalette, shortSql } from './StageSteps.tsx';
import type { Answering } from './use-answering.ts';
import { WhyWrong } from './WhyWrong.tsx';

interface ExerciseViewProps {
  readonly asked: Asked;
  readonly doing: Answering;
  /** Asks for another variant. */
  readonly onAnother: () => void;
}

export function ExerciseView({ asked, doing, onAnother }: ExerciseViewProps) {
  const { t, lang } = useMessages();
  const { variant, store, show } = asked;
  const { question, compiled } = variant;
  const { state, answer, solved, verdict, difference, evidence, said, now, isPractice, hints, onHint, judging } = doing;
  const { phase, shown } = state;
  // In another author's file a link shows its target, so that no link hides where it leads.
  const shownProse = (nodes: Variant['prose']): Variant['prose'] =>
    isOwnId(variant.id) ? withAddresses(nodes) : nodes;
  const isPrediction = 'played' in question;
  const isFree = question.kind === 'make' || question.kind === 'hunt';
  const stepName = (step: number | null): string => compiled?.spec.steps[step ?? -1]?.name ?? '';
  const parts = partsFor(variant, solved, answer !== null);
  const figure = store !== null && (
    <div className={styles.figure}>
      {evidence !== null && (
        <HuntEvidence evidence={evidence} sessions={compiled?.spec.sessions.map(({ name }) => name) ?? []} />
      )}
      {isFree && <StepPalette store={store} state={state} isSolved={solved} />}
      <section
        aria-label={t('exercise.stage')}
        className={styles.stage}
        data-mark={isPrediction ? 'schedule' : undefined}
      >
        <h2 className="visually-hidden">{t('exercise.stage')}</h2>
        <PlayParts store={store} {...state} parts={parts} still={!isFree} />
      </section>
      <LiveRegion text={now} everyMs={600} />
    </div>
  );
  return (
    <div
      className={styles.exercise}
      data-kind={question.kind}
      data-solved={solved}
      data-phase={store === null ? 'ready' : phase}
    >
      <div className={styles.words}>
        <div className={styles.prose} lang={writtenIn(variant.id, lang)}>
          <Prose nodes={shownProse(variant.prose)} />
        </div>
        {'played' in question && compiled !== null && (
          <SoFar
            spec={compiled.spec}
            played={question.played}
            replayed={'replayed' in question ? question.replayed : null}
          />
        )}
        {'step' in question && compiled !== null && (
          <p className={styles.next} data-mark="next">
            <span className={styles.small}>{t('exercise.toDo')}</span>
            <b>{t('exercise.nextStep', { who: question.session, step: stepName(question.step) })}</b>
            <code>{shortSql(compiled.spec.steps[question.step]?.sql ?? '')}</code>
          </p>
        )}
      </div>
      {/* The steps so far come before the form: on a phone the picture is between them. */}
      {isPrediction && figure}
      <div className={styles.answers}>
        {'goal' in question && <Goals goals={question.goal} states={verdict?.kind === 'goal' ? verdict.states : []} />}
        {question.kind === 'hunt' && <HuntState difference={difference} stepName={stepName} />}
        {question.kind !== 'order' && question.kind !== 'make' && question.kind !== 'hunt' && (
          <AnswerForm
            question={question}
            sessions={compiled?.spec.sessions.map(({ name }) => name) ?? []}
            xids={shown?.state.xids ?? []}
            isDone={solved}
            given={answer}
            onAnswer={doing.answered}
          />
        )}
        {question.kind === 'order' && compiled !== null && (
          <OrderForm
            spec={compiled.spec}
            steps={question.steps}
            isDone={solved}
            given={answer}
            onRun={(order) => void doing.ran(order)}
          />
        )}
        {judging === 'under-way' && <Working what={t('exercise.judging')} onCancel={doing.onCancel} />}
        <p role="status" className={styles.verdict} data-right={solved}>
          {judging === 'cancelled' ? t('exercise.judgingCancelled') : said}
        </p>
        {judging === 'cancelled' && isFree && <Button onClick={doing.onJudgeAgain}>{t('ui.tryAgain')}</Button>}
        {isPractice && (
          <p>
            <Button look="primary" onClick={onAnother}>
              {t('exercise.newVariant')}
            </Button>
          </p>
        )}
        {!solved && answer !== null && answer.kind !== 'moves' && (
          <WhyWrong
            key={answerText(answer)}
            question={question}
            answer={answer}
            show={show}
            step={'step' in question ? stepName(question.step) : ''}
          />
        )}
        {(solved || (answer !== null && !isMadeOfMoves(question))) && (
          <div className={styles.because} lang={writtenIn(variant.id, lang)}>
            {solved && (question.kind === 'lines' || question.kind === 'suboverflowed') && answer !== null && (
              <WhyWrong question={question} answer={answer} show={null} step="" />
            )}
            <Prose nodes={shownProse(variant.why)} />
          </div>
        )}
        <Hints variant={variant} shown={hints} onMore={onHint} />
      </div>
      {!isPrediction && figure}
    </div>
  );
}

interface SoFarProps {
  readonly spec: Spec;
  readonly played: readonly Move[];
  /** The number of moves whose WAL a standby has replayed; null: there is no standby. */
  readonly replayed: number | null;
}

/**
 * Narrow lanes show only each session's last step: there the schedule is a list. With a standby that lags, it is a list
 * everywhere.
 */
function SoFar({ spec, played, replayed }: SoFarProps) {
  const { t } = useMessages();
  const all = sessionStyles(spec.sessions.map(({ name }) => name));
  const list = (steps: readonly Move[], start: number) =>
    steps.length > 0 && (
      <ol start={start}>
        {steps.map((step) => {
          const { sql = '', session = 0 } = spec.steps[step] ?? {};
          const { letter, hue } = styleOf(all, spec.sessions[session]?.name ?? null);
          return (
            <li key={step}>
              <b style={{ color: hue }}>{letter}</b> <code>{shortSql(sql)}</code>
            </li>
          );
        })}
      </ol>
    );
  return (
    <section
      className={styles.soFar}
      data-mark="schedule"
      data-standby={replayed !== null}
      aria-label={t('exercise.soFar')}
    >
      <p className={styles.small}>{t('exercise.soFar')}</p>
      {replayed === null ? (
        list(played, 1)
      ) : (
        <>
          {list(played.slice(0, replayed), 1)}
          <p className={styles.replayed}>{t(replayed === 0 ? 'exercise.replayedNone' : 'exercise.replayed')}</p>
          {list(played.slice(replayed), replayed + 1)}
        </>
      )}
    </section>
  );
}

/** Before a prediction nothing is drawn that gives the answer away: the eyes on rows, the snapshots on the axis. */
function partsFor({ question, exercise }: Variant, solved: boolean, tried: boolean): readonly StageFigure[] {
  if (question.kind === 'make' || question.kind === 'hunt')
    return [...new Set<StageFigure>(['lanes', 'rows', 'why', ...partsOfMarks(exercise.decisive)])];
  if (question.kind === 'order') return tried ? ['lanes', 'rows'] : ['lanes'];
  if (!solved) return ['lanes'];
  return question.kind === 'snapshot' || 'replayed' in question ? ['lanes', 'xids'] : ['lanes', 'rows', 'why'];
}

interface HintsProps {
  readonly variant: Variant;
  readonly shown: number;
  readonly onMore: () => void;
}

function Hints({ variant, shown, onMore }: HintsProps) {
  const { t, lang } = useMessages();
  const { hints } = variant;
  if (hints.length === 0) return null;
  return (
    <section className={styles.hints} aria-label={t('exercise.hintsTitle')}>
      <div aria-live="polite">
        {hints.slice(0, shown).map((hint, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: hints never change places
          <div key={i} className={styles.hint} lang={writtenIn(variant.id, lang)}>
            <Prose nodes={isOwnId(variant.id) ? withAddresses(hint) : hint} />
          </div>
        ))}
      </div>
      <Button look="quiet" disabled={shown >= hints.length} onClick={onMore}>
        {shown >= hints.length ? t('exercise.noHints') : t('exercise.hint', { next: shown + 1, of: hints.length })}
      </Button>
    </section>
  );
}
