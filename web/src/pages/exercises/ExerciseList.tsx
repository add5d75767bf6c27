/** All exercises by lesson: what each asks for, its kind, how hard it is, and how far the reader got with it. */
import '../../base/messages/en/exercise.ts';
import '../../base/messages/en/record.ts';
import '../../base/messages/en/shell-later.ts';
import { useState } from 'react';
import type { LessonInfo } from '../../scenario/lesson.ts';
import cardStyles from '../../ui/card.module.css';
import { Segmented } from '../../ui/choice.tsx';
import { kept } from '../../ui/kept.ts';
import { useMessages } from '../../ui/messages.tsx';
import page from '../../ui/page.module.css';
import { type ExerciseInfo, GROUPS, type Group, LEVELS, type Level } from '../../viewmodel/exercise/exercise.ts';
import { type Deed, readProgress, standingOf } from '../../viewmodel/record/progress.ts';
import { exerciseLine } from '../shared/exercises/exercise-lines.ts';
import { writtenIn } from '../shared/exercises/shipped-exercises.ts';
import styles from './exercises.module.css';
import { WriteYourOwn } from './OwnExercises.tsx';

const ALL = 'all';
const FILTERS = [ALL, ...GROUPS] as const;

interface ListProps {
  readonly all: readonly ExerciseInfo[];
  readonly lessons: readonly LessonInfo[];
  /** Null: all kinds. */
  readonly kind: Group | null;
  readonly onKind: (kind: Group | null) => void;
  readonly onFiles: (files: Iterable<File>) => void;
}

export function ExerciseList({ all, lessons, kind, onKind, onFiles }: ListProps) {
  const { t } = useMessages();
  const [deeds] = useState<readonly Deed[]>(() => readProgress(kept()));
  const shown = all.filter(({ group }) => kind === null || group === kind);
  const label = (value: Group | typeof ALL): string =>
    t('exercise.filter.of', {
      kind: t(value === ALL ? 'exercise.filter.all' : `exercise.kind.${value}`),
      n: value === ALL ? all.length : all.filter(({ group }) => group === value).length,
    });
  return (
    <div className={page.page}>
      <header className={page.intro}>
        <h1 className={page.title}>{t('exercise.title')}</h1>
        <p className={page.lead}>{t('exercise.lead')}</p>
        <p className={page.quiet}>
          <a href="#/record">{t('record.link')}</a>
          {' · '}
          <a href="#/glossary">{t('shell.page.glossary')}</a>
          {' · '}
          <a href="#/teacher">{t('record.teacher')}</a>
        </p>
      </header>
      <Segmented
        label={t('exercise.filter')}
        hideLabel
        options={FILTERS.map((value) => ({ value, label: label(value) }))}
        value={kind ?? ALL}
        onChange={(value) => onKind(value === ALL ? null : value)}
      />
      <p className={page.quiet}>{t(`exercise.filter.says.${kind ?? ALL}`)}</p>
      {lessons.map((lesson) => (
        <OfLesson key={lesson.id} lesson={lesson} all={shown.filter((one) => one.lesson === lesson.id)} deeds={deeds} />
      ))}
      <p className={`${page.hint} ${styles.forClass}`}>{t('exercise.forClass')}</p>
      <WriteYourOwn onFiles={onFiles} />
    </div>
  );
}

interface OfLessonProps {
  readonly lesson: LessonInfo;
  readonly all: readonly ExerciseInfo[];
  readonly deeds: readonly Deed[];
}

function OfLesson({ lesson, all, deeds }: OfLessonProps) {
  const { t } = useMessages();
  if (all.length === 0) return null;
  return (
    <section className={styles.group} aria-labelledby={`lesson-${lesson.id}`}>
      <header>
        <h2 id={`lesson-${lesson.id}`}>
          <a href={`#/lessons/${lesson.id}`}>{t('exercise.ofLesson', lesson)}</a>
        </h2>
        {/* A lesson's title alone, as “Density”, tells nobody what its exercises are about. */}
        <p className={page.quiet}>{lesson.lead}</p>
      </header>
      <ul>
        {all.map((one) => (
          <li key={one.id}>
            <Card info={one} deeds={deeds} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Card({ info: { id, title, group }, deeds }: { readonly info: ExerciseInfo } & Pick<OfLessonProps, 'deeds'>) {
  const { t, lang } = useMessages();
  const standing = standingOf(deeds, 'exercise', id);
  const { about, level } = exerciseLine(id, lang);
  const written = writtenIn(id, lang);
  return (
    <a className={`${cardStyles.card} ${styles.card}`} href={`#/exercises/${id}`} data-standing={standing}>
      <span className={`${page.hint} ${styles.kind}`}>
        {t(`exercise.kind.${group}`)}
        {level !== null && <Hard level={level} />}
      </span>
      <span className={cardStyles.cardTitle} lang={written}>
        {title}
      </span>
      <span className={styles.about} lang={written}>
        {about}
      </span>
      <span className={page.quiet}>{t(`exercise.standing.${standing}`)}</span>
    </a>
  );
}

/** As many filled dots as it is hard, and the word. */
function Hard({ level }: { readonly level: Level }) {
  const { t } = useMessages();
  return (
    <span>
      <span aria-hidden="true">{LEVELS.map((one) => (one <= level ? '●' : '○')).join('')} </span>
      {t(`exercise.level.${level}`)}
    </span>
  );
}
