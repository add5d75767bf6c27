/**
 * One lesson: a step's words next to its figure, its question, and the way on. On stage the figure and one line of
 * words.
 */

import '../../base/messages/en/lessons.ts';
import '../../base/messages/en/shell.ts';
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import type { Lesson, LessonInfo, LessonStep } from '../../scenario/lesson.ts';
import { Button } from '../../ui/Button.tsx';
import { fetched, fetchedLater, LATER_MS, whenQuiet } from '../../ui/fetched.tsx';
import { useMessages } from '../../ui/messages.tsx';
import page from '../../ui/page.module.css';
import type { FigureSteps, Foreseen } from '../../ui/page.tsx';
import { figureOf, tickOf } from '../../viewmodel/lesson/deck.ts';
import { asItIs, Inlines, Prose, plainText, TextOf } from '../shared/lessons/LessonProse.tsx';
import { keepReading } from '../shared/lessons/readings.ts';
import { numberOf } from '../shared/lessons/shipped-lessons.ts';
import { FigureDeck } from './FigureDeck.tsx';
import styles from './lessons.module.css';
import { useLessonKeys, useSpeaker } from './reading.ts';
import { type Asking, useAsking } from './use-asking.ts';

/** The lesson after this one. Its title is in the list of lessons, which a reader needs only at the last step. */

/** @param wanted until then undefined is enough */
function useFollowing(id: string, lang: string, wanted: boolean): LessonInfo | undefined {
  const [index, setIndex] = useState<{ readonly lang: string; readonly lessons: readonly LessonInfo[] } | null>(null);
  useEffect(() => {
    if (!wanted) return undefined;
    let isWanted = true;
    import('../shared/lessons/lesson-index.ts').then(
      ({ lessonIndex }) => isWanted && setIndex({ lang, lessons: lessonIndex(lang) }),
      // Without it the link to the next lesson is missing, and the list of lessons is a click away.
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [wanted, lang]);
  if (index === null || index.lang !== lang) return undefined;
  return index.lessons[index.lessons.findIndex((one) => one.id === id) + 1];
}

interface StepBarProps {
  readonly steps: readonly LessonStep[];
  readonly step: number;
  readonly stage: boolean;
  readonly following: LessonInfo | undefined;
  /** One beyond the last: the next lesson. */
  readonly onGo: (step: number) => void;
  readonly extra: ReactNode;
}

/** Below a lesson: back, the position among its steps, on. */
export function StepBar({ steps, step, stage, following, onGo, extra }: StepBarProps) {
  const { t } = useMessages();
  const isLast = step === steps.length;
  return (
    <nav className={styles.stepBar} aria-label={t('lessons.nav')}>
      <Button disabled={step === 1} onClick={() => onGo(step - 1)}>
        {t('lessons.previous')}
      </Button>
      <ol className={styles.dots}>
        {steps.map(({ title, question }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a lesson's steps never change places
          <li key={i}>
            <button
              type="button"
              className={styles.dot}
              data-asks={question != null || undefined}
              data-read={i + 1 < step || undefined}
              aria-current={i + 1 === step ? 'step' : undefined}
              aria-label={t('lessons.go', { step: i + 1, title: plainText(title) })}
              title={plainText(title)}
              onClick={() => onGo(i + 1)}
            />
          </li>
        ))}
      </ol>
      <span className={styles.count}>{t('lessons.stepOf', { step, steps: steps.length })}</span>
      {isLast && !stage && following === undefined ? (
        <a href="#/lessons">{t('lessons.all')}</a>
      ) : (
        <Button look="primary" disabled={isLast && following === undefined} onClick={() => onGo(step + 1)}>
          {isLast && !stage && following !== undefined ? t('lessons.nextLesson', following) : t('lessons.next')}
        </Button>
      )}
      <span className={styles.extra}>{extra}</span>
    </nav>
  );
}

const ExercisesOf = lazy(() => import('./ExercisesOf.tsx'));

/** The first step of most lessons has no question; the next one's is loaded in time. */
const StepQuestion = fetched(() => import('./QuestionView.tsx').then((own) => own.StepQuestion));

/** The glossary's terms get their underlines when the page is quiet. */
const useTerms = fetchedLater(() => import('../shared/glossary/terms.tsx').then((own) => own.wordsOf));

/** Only on stage. */
const Asked = fetched(() => import('./Asked.tsx').then((own) => own.Asked));

/** Only for printing. */
const PrintedSteps = fetched(() => import('./PrintedSteps.tsx').then((own) => own.PrintedSteps));

interface LessonReaderProps {
  readonly id: string;
  readonly lesson: Lesson;
  /** From 1. */
  readonly step: number;
  readonly stage: boolean;
  readonly onGo: (step: number) => void;
  readonly onLesson: (id: string) => void;
  readonly onStage: (stage: boolean) => void;
}

/** The place in the lesson: going to a step, a dark screen, the keys and the presenter's window. */
function usePlace(
  { id, lesson, step, stage, onGo, onLesson }: LessonReaderProps,
  isAsking: boolean,
  following: LessonInfo | undefined,
) {
  const { steps } = lesson;
  const [isDark, setDark] = useState(false);
  const go = useCallback(
    (to: number) => {
      setDark(false);
      if (steps[to - 1] === undefined) {
        if (to > step && following !== undefined) onLesson(following.id);
      } else if (to !== step) onGo(to);
    },
    [onGo, step, steps, following, onLesson],
  );
  const openNotes = useSpeaker('lesson', id, { step, isDark }, { go, dark: setDark });
  const digits = useLessonKeys({ stage, step, last: steps.length, isDark, isAsking, onGo: go, onDark: setDark });
  useEffect(() => keepReading(id, step), [id, step]);
  return { go, isDark, digits, openNotes };
}

export function LessonReader(props: LessonReaderProps) {
  const { id, lesson, step, stage, onStage } = props;
  const { t, lang } = useMessages();
  const { steps } = lesson;
  const now = steps[step - 1];
  const asking = useAsking(step, stage && now?.question != null);
  const [begun] = useState(() => new Date().toISOString());
  const following = useFollowing(id, lang, step === steps.length);
  const { go, isDark, digits, openNotes } = usePlace(props, stage && asking.isAsking, following);
  const { onSteps, outcome, playOn, stands } = useFigure(step, tickOf(figureOf(steps, step - 1)?.at ?? ''));

  useEffect(() => {
    if (!stands) return undefined;
    return whenQuiet(() => void Promise.all([StepQuestion.fetch(), Asked.fetch()]).catch(() => undefined));
  }, [stands]);
  if (now === undefined) return null;
  const question = now.question !== null && (
    <Suspense>
      <StepQuestion
        key={`${id}-${step}`}
        {...{ id, step, begun, outcome }}
        question={now.question}
        takesFocus={stage}
        onPredicted={playOn}
      />
    </Suspense>
  );
  return (
    <article className={styles.lesson} data-step={step} data-lesson={id}>
      <LessonHead id={id} title={lesson.title} stage={stage} />
      <Printed {...{ id, steps, step, stage }} part="before" />
      <div className={styles.body}>
        <Words {...{ lesson, id, step, stage, stands, question }} />
        <FigureDeck
          steps={steps}
          step={step - 1}
          stage={stage}
          label={t('lessons.figure', { title: plainText(now.title) })}
          onSteps={onSteps}
        />
        <Suspense>{stage && asking.isAsking && <Asked onClose={asking.toggle}>{question}</Asked>}</Suspense>
      </div>
      <Printed {...{ id, steps, step, stage }} part="after" />
      <StepBar
        {...{ steps, step, stage, following }}
        onGo={go}
        extra={<Tools {...{ stage, asking, onStage }} canAsk={now.question !== null} onNotes={openNotes} />}
      />
      {digits !== '' && (
        <p className={styles.digits} role="status">
          {t('lessons.goTo', { digits })}
        </p>
      )}
      {stage && isDark && <div className={styles.dark} role="status" aria-label={t('lessons.blank')} />}
    </article>
  );
}

interface WordsProps extends Pick<LessonReaderProps, 'id' | 'lesson' | 'step' | 'stage'> {
  /** The figure is drawn. */
  readonly stands: boolean;
  readonly question: ReactNode;
}

/** The step's title, and on the page its text and question. */
function Words({ id, lesson: { steps }, step, stage, stands, question }: WordsProps) {
  const messages = useMessages();
  const { t } = messages;
  const title = useRef<HTMLHeadingElement>(null);
  useRead(title, step, stage);
  const terms = useTerms(stands && !stage);
  const now = steps[step - 1];
  if (now === undefined) return null;
  return (
    <div className={styles.words}>
      <p className={`visually-hidden ${styles.stepOf}`} aria-live="polite">
        {t('lessons.stepOf', { step, steps: steps.length })}
      </p>
      <h2 ref={title} tabIndex={-1} className={styles.stepTitle}>
        <Inlines nodes={now.title} />
      </h2>
      {!stage && (
        <>
          <div className={page.prose}>
            <TextOf value={terms?.(now.prose, messages) ?? asItIs}>
              <Prose nodes={now.prose} />
            </TextOf>
          </div>
          {question}
          {step === steps.length && (
            <Suspense fallback={null}>
              <ExercisesOf lesson={id} />
            </Suspense>
          )}
        </>
      )}
    </div>
  );
}

interface LessonHeadProps {
  readonly id: string;
  readonly title: string;
  readonly stage: boolean;
}

function LessonHead({ id, title, stage }: LessonHeadProps) {
  const { t } = useMessages();
  if (stage) return <h1 className="visually-hidden">{title}</h1>;
  return (
    <header className={styles.lessonHead}>
      <p>
        <a href="#/lessons">{t('lessons.all')}</a>
        <span aria-hidden="true"> / </span>
        {t('lessons.lessonOf', { number: numberOf(id) })}
      </p>
      <h1>{title}</h1>
    </header>
  );
}

interface PrintedProps {
  readonly id: string;
  readonly steps: Lesson['steps'];
  readonly step: number;
  readonly stage: boolean;
  readonly part: 'before' | 'after';
}

/** The other steps, for paper: fetched when the page is quiet. */
function Printed({ id, steps, step, stage, part }: PrintedProps) {
  const [isQuiet, setQuiet] = useState(false);
  useEffect(() => whenQuiet(() => setQuiet(true), LATER_MS), []);
  if (!isQuiet || stage) return null;
  return (
    <Suspense>
      {part === 'before' ? (
        <PrintedSteps steps={steps} from={1} to={step} head={`${location.origin}${location.pathname}#/lessons/${id}`} />
      ) : (
        <PrintedSteps steps={steps} from={step + 1} to={steps.length + 1} />
      )}
    </Suspense>
  );
}

interface ToolsProps {
  readonly stage: boolean;
  readonly onNotes: () => void;
  readonly asking: Asking;
  /** The step has a question. */
  readonly canAsk: boolean;
  readonly onStage: (stage: boolean) => void;
}

function Tools({ stage, onNotes, asking, canAsk, onStage }: ToolsProps) {
  const { t } = useMessages();
  return (
    <>
      {!stage && (
        <Button look="quiet" onClick={onNotes}>
          {t('lessons.notes')}
        </Button>
      )}
      {stage && canAsk && (
        <Button keyHint="Q" aria-pressed={asking.isAsking} onClick={asking.toggle}>
          {t('lessons.askRoom')}
        </Button>
      )}
      {stage && (
        <Button icon="stage" keyHint="F" aria-pressed={true} onClick={() => onStage(false)}>
          {t('shell.stage.leave')}
        </Button>
      )}
    </>
  );
}

/** A new step begins with its title: it gets the focus, and the window scrolls to it. Not when the page is opened. */
function useRead(title: React.RefObject<HTMLHeadingElement | null>, step: number, stage: boolean): void {
  const before = useRef(step);
  useEffect(() => {
    if (before.current === step) return;
    before.current = step;
    // On stage the focus stays in the figure.
    if (stage) return;
    title.current?.focus({ preventScroll: true });
    // In a wide window the words stay in sight beside a high figure, whose beginning may be above the window.
    for (const part of [title.current, title.current?.closest('article')])
      if ((part?.getBoundingClientRect().top ?? 0) < 0) {
        part?.scrollIntoView({ block: 'start' });
        break;
      }
  }, [title, step, stage]);
}

/** The visible figure's steps, and a prediction of its next one: requested once the figure is at the lesson's step. */
/** @param tick where the lesson's step puts the figure: until the figure is there it still shows the previous step */
function useFigure(step: number, tick: number) {
  const figure = useRef<FigureSteps | null>(null);
  const [foreseen, setForeseen] = useState<{
    readonly step: number;
    readonly at: number;
    readonly what: Foreseen;
  } | null>(null);
  const [stands, setStands] = useState(false);
  // Only figures with steps say when they stand; what waits for it comes a little later with the others.
  useEffect(() => whenQuiet(() => setStands(true), LATER_MS), []);
  const asked = useRef(0);
  const stepNow = useRef({ step, tick });
  stepNow.current = { step, tick };
  const onSteps = useCallback((steps: FigureSteps | null): void => {
    figure.current = steps;
    if (steps !== null && !steps.isBusy) setStands(true);
    const { step: of, tick: wanted } = stepNow.current;
    if (steps === null || steps.isBusy || steps.at !== wanted || asked.current === of) return;
    asked.current = of;
    const { at } = steps;
    void steps.foresee?.().then((what) => {
      if (what !== null) setForeseen({ step: of, at, what });
      else if (asked.current === of) asked.current = 0;
    });
  }, []);
  const playOn = (): void => {
    const { current } = figure;
    if (current === null || foreseen === null) return;
    if (current.at === foreseen.at) current.next();
    else current.seek(foreseen.at + 1);
  };
  return { onSteps, playOn, stands, outcome: foreseen?.step === step ? foreseen.what : null };
}
