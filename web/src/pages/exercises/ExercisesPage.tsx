/** The exercises: the list of them by lesson, one exercise, or a teacher's own. */
import '../../base/messages/en/errors-texts.ts';
import '../../base/messages/en/exercise.ts';
import '../../base/messages/en/shell.ts';
import '../../base/messages/en/ui.ts';
import { type ReactNode, useEffect, useMemo } from 'react';
import type { LessonInfo } from '../../scenario/lesson.ts';
import { Button, TryAgain, Working } from '../../ui/Button.tsx';
import { useMessages } from '../../ui/messages.tsx';
import page from '../../ui/page.module.css';
import type { PageProps } from '../../ui/page.tsx';
import type { ExerciseInfo } from '../../viewmodel/exercise/exercise.ts';
import { MAX_SEED } from '../../viewmodel/exercise/fill.ts';
import type { VariantProblem } from '../../viewmodel/exercise/kind.ts';
import type { Exercise } from '../../viewmodel/exercise/kinds.ts';
import { isAssigned } from '../shared/class/current-key.ts';
import type { OwnExercise } from '../shared/exercises/own-exercise.ts';
import { exerciseIndex, writtenIn } from '../shared/exercises/shipped-exercises.ts';
import { ProblemList } from '../shared/files/ProblemList.tsx';
import { lessonIndex } from '../shared/lessons/lesson-index.ts';
import type { ExercisesAddress } from './address.ts';
import { ExerciseList } from './ExerciseList.tsx';
import { ExerciseStage } from './ExerciseStage.tsx';
import { ExerciseView } from './ExerciseView.tsx';
import { type Asked, useVariant } from './exercise-store.ts';
import styles from './exercises.module.css';
import { DropExercise, OpenExercise, OwnTools } from './OwnExercises.tsx';
import { useAnswering } from './use-answering.ts';
import { problemTexts, useOwn, useShipped } from './use-exercises.ts';

/**
 * In a class each learner may need a different variant: without a seed in the address the page picks one and writes it
 * there.
 */
function useSeed(isOne: boolean, address: ExercisesAddress, onAddress: PageProps<ExercisesAddress>['onAddress']): void {
  const { seed } = address;
  useEffect(() => {
    if (isOne && seed === undefined)
      onAddress({ ...address, seed: 1 + Math.floor(Math.random() * MAX_SEED) }, 'replace');
  }, [isOne, address, seed, onAddress]);
}

export default function ExercisesPage({ address, onAddress, stage, onStage }: PageProps<ExercisesAddress>) {
  const { t, lang } = useMessages();
  const lessons = lessonIndex(lang);
  const all = useMemo(
    () =>
      exerciseIndex(
        lang,
        lessonIndex(lang).map((lesson) => lesson.id),
      ),
    [lang],
  );
  const { id, text, seed } = address;
  const own = useOwn(address, (packed) => onAddress({ text: packed }, 'push'));
  const isOne = id !== undefined || text !== undefined;
  useSeed(isOne, address, onAddress);
  const toList = (): void => {
    own.close();
    onAddress({}, 'push');
  };
  const onSeed = (other: number): void => onAddress({ ...address, seed: other }, 'push');
  const place = { stage, onStage, onSeed };
  return (
    <>
      {own.opened !== null && !own.opened.result.ok ? (
        <NotYet own={own.opened} onFiles={own.open} onList={toList} onAgain={own.again} />
      ) : !isOne ? (
        <ExerciseList
          all={all}
          lessons={lessons}
          kind={address.kind ?? null}
          onKind={(kind) => onAddress(kind === null ? {} : { kind }, 'replace')}
          onFiles={own.open}
        />
      ) : seed === undefined ? null : id === undefined ? (
        own.opened === null ? (
          <p className={`${page.loading} ${styles.loading}`}>{t('exercise.loading')}</p>
        ) : (
          <OneOwn key={seed} own={own.opened} seed={seed} place={place} onFiles={own.open} />
        )
      ) : (
        <OneExercise
          key={`${id} ${seed}`}
          id={id}
          info={all.find((one) => one.id === id)}
          seed={seed}
          previous={all[all.findIndex((one) => one.id === id) - 1]?.id}
          next={all[all.findIndex((one) => one.id === id) + 1]?.id}
          lessons={lessons}
          place={place}
          onExercise={(other) => onAddress({ id: other }, 'push')}
        />
      )}
      {own.isOver && <DropExercise />}
    </>
  );
}

interface OpensProps {
  readonly onFiles: (files: Iterable<File>) => void;
}

/** A file, or a link's text, that is not an exercise: all its faults, each with its line. */
interface NotYetProps extends OpensProps {
  readonly own: OwnExercise;
  readonly onList: () => void;
  readonly onAgain: () => void;
}
function NotYet({ own, onFiles, onList, onAgain }: NotYetProps) {
  const { t } = useMessages();
  const { file, text, result, isLost } = own;
  if (result.ok) return null;
  const title = t('exercise.own.problems', { n: result.error.length, file });
  return (
    <article className={page.page}>
      <header className={`${page.intro} ${styles.head}`}>
        <p className={page.quiet}>
          <Button look="quiet" onClick={onList}>
            {t('exercise.all')}
          </Button>
        </p>
        <h1>{t(file === '' ? 'exercise.own.linked' : 'exercise.own.label')}</h1>
      </header>
      {isLost ? (
        <TryAgain what={result.error[0]?.message ?? ''} onAgain={onAgain} />
      ) : (
        <>
          <p role="alert" className="visually-hidden">
            {title}
          </p>
          <ProblemList text={text} title={title} problems={result.error} />
        </>
      )}
      <div className={page.row}>
        <OpenExercise onFiles={onFiles}>{t('exercise.own.openAgain')}</OpenExercise>
      </div>
    </article>
  );
}

/** An exercise's place in the list, and the way to another variant. */
interface Place {
  readonly stage: boolean;
  readonly onStage: (stage: boolean) => void;
  readonly onSeed: (seed: number) => void;
}

interface OneOwnProps extends OpensProps {
  readonly own: OwnExercise;
  readonly seed: number;
  readonly place: Place;
}

function OneOwn({ own: { id, file, text, result }, seed, place, onFiles }: OneOwnProps) {
  const { t } = useMessages();
  if (!result.ok || text === null) return null;
  const exercise = result.value;
  return (
    <Frame
      title={exercise.title}
      above={
        file === ''
          ? t('exercise.own.linked')
          : t('ui.items', { all: [t('exercise.own.label'), t('exercise.own.from', { file })] })
      }
      seed={seed}
      place={place}
      below={<OwnTools id={id} exercise={exercise} text={text} onFiles={onFiles} />}
    >
      <Variants
        key={`${id} ${seed}`}
        id={id}
        exercise={exercise}
        seed={seed}
        text={text}
        title={exercise.title}
        place={place}
      />
    </Frame>
  );
}

interface FrameProps {
  readonly title: string;
  readonly titleLang?: string | undefined;
  readonly above: ReactNode;
  readonly seed: number;
  readonly place: Place;
  readonly below?: ReactNode;
  readonly children: ReactNode;
}

const nextSeed = (seed: number): number => (seed >= MAX_SEED ? 1 : seed + 1);

/** The frame around an exercise, shipped or a teacher's own. */
function Frame({ title, titleLang, above, seed, place, below, children }: FrameProps) {
  const { t } = useMessages();
  if (place.stage)
    return (
      <article>
        <h1 className="visually-hidden" lang={titleLang}>
          {title}
        </h1>
        {children}
      </article>
    );
  return (
    <article className={page.page}>
      <header className={`${page.intro} ${styles.head}`}>
        <p className={page.quiet}>
          <a href="#/exercises">{t('exercise.all')}</a>
          {' · '}
          {above}
          {' · '}
          {t('exercise.seed', { seed })}
        </p>
        <h1 lang={titleLang}>{title}</h1>
      </header>
      {children}
      {below}
    </article>
  );
}

interface OneProps {
  readonly id: string;
  /** Undefined: there is no exercise of that id. */
  readonly info: ExerciseInfo | undefined;
  readonly seed: number;
  readonly previous: string | undefined;
  readonly next: string | undefined;
  readonly lessons: readonly LessonInfo[];
  readonly place: Place;
  readonly onExercise: (id: string) => void;
}

function OneExercise({ id, info, seed, previous, next, lessons, place, onExercise }: OneProps) {
  const { t, lang } = useMessages();
  const { exercise, again } = useShipped(id);
  if (info === undefined)
    return (
      <div className={page.page}>
        <div className={page.intro} role="alert">
          <h1 className={page.title}>{t('shell.notFound.title')}</h1>
          <p className={page.lead}>{t('exercise.none', { id })}</p>
          <p className={page.quiet}>
            <a href="#/exercises">{t('exercise.all')}</a>
          </p>
        </div>
      </div>
    );
  const lesson = lessons.find((one) => one.id === info.lesson);
  return (
    <Frame
      title={info.title}
      titleLang={writtenIn(id, lang)}
      above={lesson !== undefined && <a href={`#/lessons/${lesson.id}`}>{lesson.title}</a>}
      seed={seed}
      place={place}
    >
      {exercise === 'lost' ? (
        <TryAgain what={t('errors.notLoaded.exercise')} onAgain={again} />
      ) : exercise === null ? (
        <p className={`${page.loading} ${styles.loading}`}>{t('exercise.loading')}</p>
      ) : (
        <Variants
          key={`${id} ${seed}`}
          id={id}
          exercise={exercise}
          seed={seed}
          title={info.title}
          place={place}
          onPrevious={previous === undefined ? undefined : () => onExercise(previous)}
          onNext={next === undefined ? undefined : () => onExercise(next)}
          next={next}
        />
      )}
    </Frame>
  );
}

interface VariantsProps {
  readonly id: string;
  readonly exercise: Exercise;
  readonly seed: number;
  /** The text of a teacher's own file: faults are shown in it. */
  readonly text?: string;
  readonly title: string;
  readonly place: Place;
  /** Go to the previous and the next exercise, if there is one. */
  readonly onPrevious?: (() => void) | undefined;
  readonly onNext?: (() => void) | undefined;
  /** The next exercise's id. */
  readonly next?: string | undefined;
}

function Variants({ id, exercise, seed, text, title, place, onPrevious, onNext, next }: VariantsProps) {
  const { t } = useMessages();
  const state = useVariant(id, exercise, seed);
  if (state.kind === 'making')
    return (
      <div className={`${page.loading} ${styles.loading}`}>
        <Working what={t('exercise.loading')} onCancel={state.cancel} />
      </div>
    );
  if (state.kind === 'cancelled') return <TryAgain what={t('exercise.cancelled')} onAgain={state.again} />;
  const onAnother = (): void => place.onSeed(nextSeed(seed));
  const { made } = state;
  // A fault of the file is in all of its variants.
  const isHopeless = !made.ok && made.error.kind !== 'not-posed' && made.error.kind !== 'engine';
  return (
    <>
      {made.ok ? (
        <Answered
          asked={made.value}
          title={title}
          place={place}
          onAnother={onAnother}
          onPrevious={onPrevious}
          onNext={onNext}
          next={next}
        />
      ) : (
        <>
          <Problem problem={made.error} text={text} />
          {!place.stage && <Below id={id} next={next} onAnother={isHopeless ? undefined : onAnother} />}
        </>
      )}
    </>
  );
}

interface BelowProps extends Pick<VariantsProps, 'id' | 'next'> {
  /** Undefined: no other variant is worth asking for, or the verdict offers it. */
  readonly onAnother: (() => void) | undefined;
}
function Below({ id, next, onAnother }: BelowProps) {
  const { t } = useMessages();
  return (
    <footer className={page.row}>
      {onAnother !== undefined && <Button onClick={onAnother}>{t('exercise.another')}</Button>}
      {/* In an assignment the bar above leads on. */}
      {next !== undefined && !isAssigned(id) && <a href={`#/exercises/${next}`}>{t('exercise.next')}</a>}
    </footer>
  );
}

interface AnsweredProps extends Pick<VariantsProps, 'title' | 'place' | 'next'> {
  readonly asked: Asked;
  readonly onAnother: () => void;
  readonly onPrevious: (() => void) | undefined;
  readonly onNext: (() => void) | undefined;
}

/** Shared by page and stage: switching between them keeps the answer. */
function Answered({ asked, title, place, onAnother, onPrevious, onNext, next }: AnsweredProps) {
  const doing = useAnswering(asked);
  const { stage, onStage } = place;
  if (!stage)
    return (
      <>
        <ExerciseView asked={asked} doing={doing} onAnother={onAnother} />
        <Below id={asked.variant.id} next={next} onAnother={doing.isPractice ? undefined : onAnother} />
      </>
    );
  return (
    <ExerciseStage
      asked={asked}
      doing={doing}
      title={title}
      onAnother={onAnother}
      onPrevious={onPrevious}
      onNext={onNext}
      onLeave={() => onStage(false)}
    />
  );
}

function Problem({ problem, text }: { readonly problem: VariantProblem; readonly text: string | undefined }) {
  const { t } = useMessages();
  return (
    <div role="alert">
      {problem.kind === 'spec' && text !== undefined ? (
        <ProblemList text={text} title={t('exercise.faulty')} problems={problem.problems} />
      ) : (
        <>
          <p>{t('exercise.faulty')}</p>
          <ul className={styles.faults}>
            {problemTexts(problem, t).map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
