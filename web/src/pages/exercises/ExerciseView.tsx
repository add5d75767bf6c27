/** One variant of an exercise on the page: the task, the stage, the answer, and the engine's judgement of it. */
import '../../base/messages/en/exercise.ts';
import '../../base/messages/en/ui.ts';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Move } from '../../engine/stage/stage-types.ts';
import type { Spec } from '../../scenario/spec-types.ts';
import { Button, Working } from '../../ui/Button.tsx';
import { fetchedLater } from '../../ui/fetched.tsx';
import { LiveRegion } from '../../ui/LiveRegion.tsx';
import { useMessages } from '../../ui/messages.tsx';
import page from '../../ui/page.module.css';
import { answerText } from '../../viewmodel/exercise/answer.ts';
import { isOwnId } from '../../viewmodel/exercise/fill.ts';
import { formOf, isMadeOfMoves, settingOf } from '../../viewmodel/exercise/kinds.ts';
import { withAddresses } from '../../viewmodel/exercise/outside-links.ts';
import { sessionsOf, stepNameIn, type Variant } from '../../viewmodel/exercise/variant.ts';
import { sessionStyles, styleOf } from '../../viewmodel/stage/selection.ts';
import { NOTHING_TOLD, ToldContext } from '../../views/shared/told/told.ts';
import { writtenIn } from '../shared/exercises/shipped-exercises.ts';
import { asItIs, Prose, TextOf } from '../shared/lessons/LessonProse.tsx';
import { PlayParts } from '../shared/play/PlayParts.tsx';
import { useMoveKeys } from '../shared/play/use-play-keys.ts';
import { fetchFigures, type StageFigure, VIEWS } from '../shared/play/views.tsx';
import { AnswerForm } from './AnswerForm.tsx';
import type { Asked, ExerciseStore } from './exercise-store.ts';
import styles from './exercises.module.css';
import { figuresOnPage } from './figures.ts';
import { HuntEvidence, Progress } from './Goals.tsx';
import { OrderForm } from './OrderForm.tsx';
import { NextStep, StepPalette, shortSql } from './StageSteps.tsx';
import { TypedSteps } from './TypedSteps.tsx';
import type { Answering } from './use-answering.ts';
import { Walk } from './Walk.tsx';
import { WhyWrong } from './WhyWrong.tsx';

/** The glossary's terms get their underlines when the page is quiet. */
const useTerms = fetchedLater(() => import('../shared/glossary/terms.tsx').then((own) => own.wordsOf));

interface PartProps {
  readonly asked: Asked;
  readonly doing: Answering;
}

interface ExerciseViewProps extends PartProps {
  /** Asks for another variant. */
  readonly onAnother: () => void;
}

/** Every step can decide the answer: before one is folded away, cards show less of their SQL. */
const ALL_ASKED = { steps: new Set([-1]), rows: NOTHING_TOLD.rows };

export function ExerciseView({ asked, doing, onAnother }: ExerciseViewProps) {
  const { t } = useMessages();
  const { variant, store } = asked;
  const { question } = variant;
  const isPrediction = settingOf(question) !== null;
  return (
    <div
      className={styles.exercise}
      data-kind={question.kind}
      data-single={store === null}
      data-solved={doing.solved}
      data-phase={store === null ? 'ready' : doing.state.phase}
    >
      <Task variant={variant} />
      {/* The steps so far come before the form: on a phone the picture is between them. */}
      {isPrediction && <Figure asked={asked} doing={doing} />}
      <div className={styles.answers}>
        <Controls asked={asked} doing={doing} />
        {/* An order has it above its list, next to the button that ran it. */}
        {formOf(question).shape !== 'order' && <Verdict asked={asked} doing={doing} />}
        <Because asked={asked} doing={doing} />
        {/* After the explanation: a new variant before it would invite skipping it. */}
        {doing.isPractice && (
          <p>
            <Button look={doing.answer === null ? 'plain' : 'primary'} onClick={onAnother}>
              {t('exercise.another')}
            </Button>
          </p>
        )}
        <Hints variant={variant} shown={doing.hints} isOver={doing.solved} onMore={doing.onHint} />
      </div>
      {!isPrediction && <Figure asked={asked} doing={doing} />}
    </div>
  );
}

/** In another author's file a link shows its target, so that no link hides where it leads. */
const shownProse = ({ id }: Variant, nodes: Variant['prose']): Variant['prose'] =>
  isOwnId(id) ? withAddresses(nodes) : nodes;

/** The question in words, the steps before it, and the step that comes next. */
function Task({ variant }: { readonly variant: Variant }) {
  const messages = useMessages();
  const { t, lang } = messages;
  const { compiled, question } = variant;
  const setting = settingOf(question);
  const terms = useTerms(true);
  const prose = useMemo(() => shownProse(variant, variant.prose), [variant]);
  return (
    <div className={styles.words}>
      <div className={page.prose} lang={writtenIn(variant.id, lang)}>
        <TextOf value={terms?.(prose, messages) ?? asItIs}>
          <Prose nodes={prose} />
        </TextOf>
      </div>
      {setting !== null && compiled !== null && <SoFar spec={compiled.spec} {...setting} />}
      {setting?.next != null && compiled !== null && (
        <p className={styles.next} data-mark="next">
          <span className={page.quiet}>{t('exercise.toDo')}</span>
          <NextStep spec={compiled.spec} {...setting.next} />
        </p>
      )}
    </div>
  );
}

/** Whether the first parts of the figure have come, or will not: then the figure itself says so. */
function useFetched(parts: readonly StageFigure[]): boolean {
  const [isSettled, setSettled] = useState(false);
  const isFetched = isSettled || parts.every((part) => VIEWS[part].isThere());
  const first = useRef(parts);
  useEffect(() => {
    let isWanted = true;
    void fetchFigures(first.current).then(() => isWanted && setSettled(true));
    return () => {
      isWanted = false;
    };
  }, []);
  return isFetched;
}

function Figure({ asked, doing }: PartProps) {
  const { t } = useMessages();
  const { variant, store } = asked;
  const { state, answer, solved, evidence, now } = doing;
  const parts = figuresOnPage(variant, answer !== null);
  const isFetched = useFetched(parts);
  if (store === null) return null;
  const isThere = isFetched && state.shown !== null;
  const form = formOf(variant.question);
  const { shape } = form;
  const isFree = form.shape === 'schedule';
  const isTyped = form.shape === 'schedule' && form.isTyped;
  const { compiled } = variant;
  return (
    <div className={styles.figure}>
      {evidence !== null && <HuntEvidence evidence={evidence} sessions={sessionsOf(variant)} />}
      {isFree && !isTyped && <StepPalette store={store} state={state} isSolved={solved} />}
      {isTyped && <TypedSteps store={store} state={state} isSolved={solved} />}
      <section
        aria-label={t('exercise.stage')}
        className={styles.stage}
        data-mark={settingOf(variant.question) === null ? undefined : 'schedule'}
      >
        <h2 className="visually-hidden">{t('exercise.stage')}</h2>
        {!isThere && state.phase !== 'failed' && <p className={page.loading}>{t('exercise.drawing')}</p>}
        {shape === 'order' && answer === null && isThere && <p className={page.quiet}>{t('exercise.order.notRun')}</p>}
        {isThere && (
          <ToldContext value={settingOf(variant.question) === null ? NOTHING_TOLD : ALL_ASKED}>
            <PlayParts
              store={store}
              {...state}
              parts={parts}
              still={!isFree}
              pinned={settingOf(variant.question) !== null}
              stacked={shape === 'order'}
            />
          </ToldContext>
        )}
      </section>
      {shape === 'order' && answer !== null && compiled !== null && (
        <Walk store={store} state={state} spec={compiled.spec} />
      )}
      <LiveRegion text={now} everyMs={600} />
      <MoveKeys store={store} active={isFree && !isTyped && state.phase === 'ready'} />
    </div>
  );
}

/** The keys that the sessions' cards show. */
function MoveKeys({ store, active }: { readonly store: ExerciseStore; readonly active: boolean }) {
  useMoveKeys(store, { on: 'page', active });
  return null;
}

/** The controls for the shape of the answer. The steps of a schedule are pressed in the figure. */
function Controls({ asked: { variant }, doing }: PartProps) {
  const { question, compiled } = variant;
  const { state, answer, solved } = doing;
  const form = formOf(question);
  switch (form.shape) {
    // Once answered the form is spent, right or wrong: the explanation stands below it, and only a new variant asks again.
    case 'choice':
    case 'versions':
    case 'snapshot':
      return (
        <AnswerForm
          form={form}
          sessions={sessionsOf(variant)}
          xids={state.shown?.state.xids ?? []}
          isDone={answer !== null}
          given={answer}
          onAnswer={doing.answered}
        />
      );
    case 'order':
      return (
        <>
          <Progress form={form} variant={variant} {...doing} />
          {compiled !== null && (
            <OrderForm
              spec={compiled.spec}
              order={doing.order}
              isDone={solved}
              onOrder={doing.arranged}
              onRun={(order) => void doing.ran(order)}
              verdict={<Verdict asked={{ variant }} doing={doing} />}
            />
          )}
        </>
      );
    case 'schedule':
      return <Progress form={form} variant={variant} {...doing} />;
  }
}

/** The engine's verdict on the answer, and the next thing to do. */
function Verdict({ asked: { variant }, doing }: Pick<PartProps, 'doing'> & { readonly asked: Pick<Asked, 'variant'> }) {
  const { t } = useMessages();
  const { solved, said, judging, answer } = doing;
  const isFree = formOf(variant.question).shape === 'schedule';
  const line = useRef<HTMLParagraphElement>(null);
  const isTold = answer !== null && !isMadeOfMoves(variant.question);
  // A form is often as long as the window: its verdict and the first lines of the reason come into view.
  useEffect(() => {
    if (isTold) line.current?.scrollIntoView({ block: 'nearest' });
  }, [isTold]);
  return (
    <>
      {judging === 'under-way' && <Working what={t('exercise.judging')} onCancel={doing.onCancel} />}
      <p ref={line} role="status" className={styles.verdict} data-right={solved} data-told={isTold}>
        {judging === 'cancelled' ? t('exercise.judgingCancelled') : said}
      </p>
      {judging === 'cancelled' && isFree && <Button onClick={doing.onJudgeAgain}>{t('ui.tryAgain')}</Button>}
    </>
  );
}

/** The reasons why the answer was wrong, and the author's own explanation. */
function Because({ asked: { variant, show }, doing: { answer, solved } }: PartProps) {
  const { lang } = useMessages();
  const { question, why } = variant;
  const next = settingOf(question)?.next ?? null;
  const isTold = answer !== null && !isMadeOfMoves(question);
  if (!solved && !isTold) return null;
  const author = (
    <div className={page.prose} lang={writtenIn(variant.id, lang)}>
      <Prose nodes={shownProse(variant, why)} />
    </div>
  );
  // A right answer needs no reason, except where no step comes next: there no figure shows what the facts say.
  if (!isTold || (solved && next !== null)) return author;
  return (
    <WhyWrong
      key={answerText(answer)}
      question={question}
      answer={answer}
      show={solved ? null : show}
      step={stepNameIn(variant, next?.step ?? null)}
    >
      {author}
    </WhyWrong>
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
      <p className={page.quiet}>{t('exercise.soFar')}</p>
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

interface HintsProps {
  readonly variant: Variant;
  readonly shown: number;
  /** The answer is right: nobody needs another hint. */
  readonly isOver: boolean;
  readonly onMore: () => void;
}

function Hints({ variant, shown, isOver, onMore }: HintsProps) {
  const { t, lang } = useMessages();
  const { hints } = variant;
  if (hints.length === 0 || (isOver && shown === 0)) return null;
  return (
    <section className={styles.hints} aria-label={t('exercise.hintsTitle')}>
      <div aria-live="polite">
        {hints.slice(0, shown).map((hint, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: hints never change places
          <div key={i} className={`${page.prose} ${styles.hint}`} lang={writtenIn(variant.id, lang)}>
            <Prose nodes={shownProse(variant, hint)} />
          </div>
        ))}
      </div>
      {!isOver && (
        <Button look="quiet" disabled={shown >= hints.length} onClick={onMore}>
          {shown >= hints.length ? t('exercise.noHints') : t('exercise.hint', { next: shown + 1, of: hints.length })}
        </Button>
      )}
    </section>
  );
}
