/** The exercises: the list of them by lesson, or one of them. */
import { useEffect, useMemo, useState } from 'react';
import type { ExercisesAddress } from '../../model/addresses.ts';
import { MAX_SEED } from '../../model/exercise/fill.ts';
import type { VariantProblem } from '../../model/exercise/variant.ts';
import { readProgress, standingOf } from '../../model/record/progress.ts';
import type { Deed } from '../../model/record/types.ts';
import type { LessonInfo } from '../../scenario/lesson.ts';
import { Button } from '../../ui/Button.tsx';
import { kept } from '../../ui/kept.ts';
import { useMessages } from '../../ui/messages.tsx';
import type { PageProps } from '../../ui/page.ts';
import { lessonIndex } from '../lessons/shipped.ts';
import { ExerciseView } from './ExerciseView.tsx';
import styles from './exercises.module.css';
import { exerciseIndex, loadExercise, type ShippedExercise, writtenIn } from './shipped.ts';
import { useVariant } from './use-variant.ts';

export default function ExercisesPage({ address, onAddress }: PageProps<ExercisesAddress>) {
  const { lang } = useMessages();
  const lessons = lessonIndex(lang);
  const all = useMemo(
    () =>
      exerciseIndex(
        lang,
        lessonIndex(lang).map((lesson) => lesson.id),
      ),
    [lang],
  );
  const { id, seed } = address;
  // A class may want everybody to have another one: who names no seed gets one, and the address says which.
  useEffect(() => {
    if (id !== undefined && seed === undefined)
      onAddress({ id, seed: 1 + Math.floor(Math.random() * MAX_SEED) }, 'replace');
  }, [id, seed, onAddress]);
  if (id === undefined) return <ExerciseList all={all} lessons={lessons} />;
  if (seed === undefined) return null;
  const next = all[all.findIndex((one) => one.id === id) + 1]?.id;
  return (
    <OneExercise
      key={`${id} ${seed}`}
      id={id}
      seed={seed}
      next={next}
      lesson={lessons.find((one) => one.id === loadExercise(id, lang)?.lesson)}
      onSeed={(other) => onAddress({ id, seed: other }, 'push')}
    />
  );
}

interface ListProps {
  readonly all: readonly ShippedExercise[];
  readonly lessons: readonly LessonInfo[];
}

function ExerciseList({ all, lessons }: ListProps) {
  const { t, lang } = useMessages();
  const [deeds] = useState<readonly Deed[]>(() => readProgress(kept()));
  return (
    <div className={styles.list}>
      <header className={styles.head}>
        <h1>{t('exercise.title')}</h1>
        <p>{t('exercise.lead')}</p>
        <p className={styles.small}>
          <a href="#/record">{t('record.link')}</a>
        </p>
      </header>
      {lessons.map((lesson) => {
        const own = all.filter(({ exercise }) => exercise.lesson === lesson.id);
        if (own.length === 0) return null;
        return (
          <section key={lesson.id} className={styles.group} aria-labelledby={`lesson-${lesson.id}`}>
            <h2 id={`lesson-${lesson.id}`}>
              <a href={`#/lessons/${lesson.id}`}>{lesson.title}</a>
            </h2>
            <ul>
              {own.map(({ id, exercise }) => {
                const standing = standingOf(deeds, 'exercise', id);
                return (
                  <li key={id}>
                    <a className={styles.card} href={`#/exercises/${id}`} data-standing={standing}>
                      <span className={styles.kind}>{t(`exercise.kind.${exercise.ask.what}`)}</span>
                      <span className={styles.cardTitle} lang={writtenIn(id, lang)}>
                        {exercise.title}
                      </span>
                      <span className={styles.small}>{t(`exercise.standing.${standing}`)}</span>
                    </a>
                  </li>
                );
              })}
            </ul>
          </section>
        );
      })}
    </div>
  );
}

interface OneProps {
  readonly id: string;
  readonly seed: number;
  readonly next: string | undefined;
  readonly lesson: LessonInfo | undefined;
  readonly onSeed: (seed: number) => void;
}

function OneExercise({ id, seed, next, lesson, onSeed }: OneProps) {
  const { t, lang } = useMessages();
  const exercise = useMemo(() => loadExercise(id, lang), [id, lang]);
  if (exercise === null)
    return (
      <p role="alert">
        {t('exercise.none', { id })} <a href="#/exercises">{t('exercise.all')}</a>
      </p>
    );
  return (
    <article className={styles.one}>
      <header className={styles.head}>
        <p className={styles.small}>
          <a href="#/exercises">{t('exercise.all')}</a>
          {lesson !== undefined && (
            <>
              {' · '}
              <a href={`#/lessons/${lesson.id}`}>{lesson.title}</a>
            </>
          )}
          {' · '}
          {t('exercise.seed', { seed })}
        </p>
        <h1 lang={writtenIn(id, lang)}>{exercise.title}</h1>
      </header>
      <Variants id={id} exercise={exercise} seed={seed} />
      <footer className={styles.row}>
        <Button onClick={() => onSeed(seed >= MAX_SEED ? 1 : seed + 1)}>{t('exercise.another')}</Button>
        {next !== undefined && <a href={`#/exercises/${next}`}>{t('exercise.next')}</a>}
      </footer>
    </article>
  );
}

function Variants({
  id,
  exercise,
  seed,
}: {
  readonly id: string;
  readonly exercise: ShippedExercise['exercise'];
  readonly seed: number;
}) {
  const { t } = useMessages();
  const state = useVariant(id, exercise, seed);
  if (state.kind === 'making') return <p className={styles.loading}>{t('exercise.loading')}</p>;
  if (state.made.ok) return <ExerciseView asked={state.made.value} />;
  return <Problem problem={state.made.error} />;
}

function Problem({ problem }: { readonly problem: VariantProblem }) {
  const { t } = useMessages();
  return (
    <div role="alert">
      <p>{t('exercise.faulty')}</p>
      <ul>
        {problemTexts(problem, t).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </div>
  );
}

function problemTexts(problem: VariantProblem, t: ReturnType<typeof useMessages>['t']): readonly string[] {
  switch (problem.kind) {
    case 'spec':
      return problem.problems.map((one) => t('exercise.problem', one));
    case 'name':
      return [t('exercise.unknownName', problem)];
    case 'step':
      return [t('exercise.unknownStep', problem)];
    case 'session':
      return [t('exercise.unknownSession', problem)];
    case 'design':
      return [t('exercise.unknownDesign', problem)];
    case 'fault':
      return [t('exercise.unknownFault', problem)];
    case 'number':
      return [t('exercise.badNumber', problem)];
    case 'not-posed':
      return [t('exercise.notPosed', problem)];
    case 'engine':
      return [t('exercise.engine', { what: problem.message })];
  }
}
