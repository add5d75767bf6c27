/** All lessons in their order, with the reader's progress in each. */

import '../../base/messages/en/exercise.ts';
import '../../base/messages/en/lessons-list.ts';
import '../../base/messages/en/record.ts';
import '../../base/messages/en/shell-later.ts';
import { useState } from 'react';
import type { PlainKey } from '../../base/messages/index.ts';
import type { LessonInfo } from '../../scenario/lesson.ts';
import cardStyles from '../../ui/card.module.css';
import { useMessages } from '../../ui/messages.tsx';
import page from '../../ui/page.module.css';
import { lessonIndex } from '../shared/lessons/lesson-index.ts';
import { loadReadings, type Reading } from '../shared/lessons/readings.ts';
import styles from './lesson-list.module.css';

/** In the lessons' order, which their links to the next one follow. */
const GROUPS = [
  { key: 'lessons.list.group.rows', numbers: [1, 2] },
  { key: 'lessons.list.group.cost', numbers: [3, 4, 5, 6, 7, 8, 9] },
  { key: 'lessons.list.group.special', numbers: [10, 11, 12] },
  { key: 'lessons.list.group.isolation', numbers: [13, 14] },
] as const satisfies readonly { readonly key: PlainKey; readonly numbers: readonly number[] }[];

export function LessonList() {
  const { t, lang } = useMessages();
  const [readings] = useState(loadReadings);
  return (
    <div className={page.page}>
      <header className={page.intro}>
        <h1 className={page.title}>{t('lessons.list.title')}</h1>
        <p className={page.lead}>{t('lessons.list.lead')}</p>
        <p className={`${page.row} ${page.quiet}`}>
          <a href="#/exercises">{t('exercise.title')}</a>
          <a href="#/record">{t('record.link')}</a>
          <a href="#/glossary">{t('shell.page.glossary')}</a>
        </p>
      </header>
      {GROUPS.map(({ key, numbers }) => (
        <section key={key} className={styles.group} aria-labelledby={key}>
          <h2 id={key} className={styles.groupTitle}>
            {t(key)}
          </h2>
          <LessonCards
            lessons={lessonIndex(lang).filter(({ number }) => numbers.some((one) => one === number))}
            readings={readings}
          />
        </section>
      ))}
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
            <a className={`${cardStyles.card} ${styles.card}`} href={`#/lessons/${id}`}>
              <span className={styles.cardNumber} aria-hidden="true">
                {format.integer(number)}
              </span>
              <span className={`${cardStyles.cardTitle} ${styles.cardTitle}`}>{title}</span>
              <span className={styles.cardLead}>{lead}</span>
              <span className={page.hint}>
                {t('lessons.list.steps', { steps })}
                {reading !== undefined &&
                  ` · ${
                    reading.furthest >= steps
                      ? t('lessons.list.readAll')
                      : t('lessons.list.readUpTo', { step: reading.last, steps })
                  }`}
              </span>
            </a>
          </li>
        );
      })}
    </ol>
  );
}
