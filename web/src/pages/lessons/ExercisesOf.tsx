/** At a lesson's end: the exercises about its subject. Fetched when a reader gets there. */
import '../../base/messages/en/exercise.ts';
import '../../base/messages/en/lessons-list.ts';
import { useMessages } from '../../ui/messages.tsx';
import page from '../../ui/page.module.css';
import { exerciseInfos } from '../shared/exercises/exercise-infos.ts';
import styles from './lessons.module.css';

export default function ExercisesOf({ lesson }: { readonly lesson: string }) {
  const { t, lang } = useMessages();
  const all = exerciseInfos(lang, lesson);
  if (all.length === 0) return null;
  return (
    <section className={styles.exercises} aria-labelledby="exercises-of">
      <h3 id="exercises-of">{t('lessons.exercise.about')}</h3>
      <ul>
        {all.map(({ id, title, group, lang: written }) => (
          <li key={id}>
            <a href={`#/exercises/${id}`} {...(written === lang ? {} : { lang: written })}>
              {title}
            </a>{' '}
            <span className={page.hint}>{t(`exercise.kind.${group}`)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
