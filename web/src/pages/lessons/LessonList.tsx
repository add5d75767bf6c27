/** All lessons in their order, with the reader's progress in each. */
import { useState } from 'react';
import type { LessonInfo } from '../../scenario/lesson.ts';
import { useMessages } from '../../ui/messages.tsx';
import { lessonIndex } from '../shared/lessons/lesson-index.ts';
import styles from './lessons.module.css';
import { loadReadings, type Reading } from './reading.ts';

export function LessonList() {
  const { t, lang } = useMessages();
  const [readings] = useState(loadReadings);
  return (
    <div className={styles.list}>
      <header className={styles.listHead}>
        <h1>{t('lessons.title')}</h1>
        <p>{t('lessons.lead')}</p>
        <p className={styles.listLinks}>
          <a href="#/exercises">{t('exercise.title')}</a>
          <a href="#/record">{t('record.link')}</a>
        </p>
      </header>
      <LessonCards lessons={lessonIndex(lang)} readings={readings} />
    </div>
  );
}

export function LessonCards({
  lessons,
  readings,
}: {
  readonly lessons: readonly LessonInfo[];
  readonly readings: Readonly<Record<string, Reading>>;
}) {
  const { t, format, lang } = useMessages();
  return (
    <ol className={styles.cards}>
      {lessons.map(({ id, number, title, lead, steps, lang: written }) => {
        const reading = readings[id];
        return (
          <li key={id} {...(written === lang ? {} : { lang: written })}>
            <a className={styles.card} href={`#/lessons/${id}`}>
              <span className={styles.cardNumber} aria-hidden="true">
                {format.integer(number)}
              </span>
              <span className={styles.cardTitle}>{title}</span>
              <span className={styles.cardLead}>{lead}</span>
              <span className={styles.cardMeta}>
                {t('lessons.steps', { steps })}
                {reading !== undefined &&
                  ` · ${
                    reading.furthest >= steps
                      ? t('lessons.readAll')
                      : t('lessons.readUpTo', { step: reading.last, steps })
                  }`}
              </span>
            </a>
          </li>
        );
      })}
    </ol>
  );
}
