/** Below the race: the lessons by name, and one exercise of each group. Fetched after the race has begun. */

import '../../base/messages/en/exercise.ts';
import '../../base/messages/en/home.ts';
import cardStyles from '../../ui/card.module.css';
import { useMessages } from '../../ui/messages.tsx';
import { GROUPS } from '../../viewmodel/exercise/exercise.ts';
import { exerciseInfos } from '../shared/exercises/exercise-infos.ts';
import { lessonIndex } from '../shared/lessons/lesson-index.ts';
import styles from './learn.module.css';

export default function LearnStrip() {
  const { t, lang, format } = useMessages();
  const lessons = lessonIndex(lang);
  const place = ({ lesson }: { readonly lesson: string }): number => lessons.findIndex(({ id }) => id === lesson);
  const exercises = exerciseInfos(lang).toSorted((a, b) => place(a) - place(b));
  return (
    <>
      <section className={styles.part} aria-labelledby="home-lessons">
        <h2 id="home-lessons">
          <a href="#/lessons">{t('home.learn.lessons', { n: lessons.length })}</a>
        </h2>
        <ol className={styles.lessons}>
          {lessons.map(({ id, number, title, lang: written }) => (
            <li key={id} {...(written === lang ? {} : { lang: written })}>
              <a href={`#/lessons/${id}`}>
                <span className={styles.number} aria-hidden="true">
                  {format.integer(number)}
                </span>
                <span className={styles.name}>{title}</span>
              </a>
            </li>
          ))}
        </ol>
      </section>
      <section className={styles.part} aria-labelledby="home-exercises">
        <h2 id="home-exercises">
          <a href="#/exercises">{t('home.learn.exercises', { n: exercises.length })}</a>
        </h2>
        <ul className={styles.kinds}>
          {GROUPS.map((group) => {
            const of = exercises.filter((one) => one.group === group);
            const [first] = of;
            return first === undefined ? null : (
              <li key={group}>
                <a className={cardStyles.card} href={`#/exercises/${first.id}`}>
                  <span className={styles.kind}>
                    {t(`exercise.kind.${group}`)} <span className={styles.count}>{format.integer(of.length)}</span>
                  </span>
                  <span className={styles.name} {...(first.lang === lang ? {} : { lang: first.lang })}>
                    {first.title}
                  </span>
                </a>
              </li>
            );
          })}
        </ul>
      </section>
    </>
  );
}
