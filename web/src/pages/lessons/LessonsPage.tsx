/** The lessons: the list of them, one lesson, or its speaker's notes. */

import '../../base/messages/en/lessons.ts';
import '../../base/messages/en/shell.ts';
import { useEffect, useState } from 'react';
import type { Lesson } from '../../scenario/lesson.ts';
import { fetched } from '../../ui/fetched.tsx';
import { useMessages } from '../../ui/messages.tsx';
import page from '../../ui/page.module.css';
import type { PageProps } from '../../ui/page.tsx';
import { loadReadings } from '../shared/lessons/readings.ts';
import { lessonThere, loadLesson } from '../shared/lessons/shipped-lessons.ts';
import type { LessonsAddress } from './address.ts';
import { LessonReader } from './LessonReader.tsx';
import styles from './lessons.module.css';

/** Parts that a lesson's reader does not need. */
const LessonList = fetched(() => import('./LessonList.tsx').then((own) => own.LessonList));
const SpeakerNotes = fetched(() => import('./SpeakerNotes.tsx').then((own) => own.SpeakerNotes));

type Fetched =
  | { readonly kind: 'loading' }
  | { readonly kind: 'none' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'there'; readonly id: string; readonly lang: string; readonly lesson: Lesson };

export default function LessonsPage({ address, onAddress, stage, onStage }: PageProps<LessonsAddress>) {
  const { t, lang } = useMessages();
  const { id } = address;
  const fetched = useLesson(id, lang);
  if (id === undefined) return <LessonList />;
  if (fetched.kind === 'loading') return <p className={`${page.loading} ${styles.loading}`}>{t('lessons.loading')}</p>;
  if (fetched.kind !== 'there')
    return (
      <div className={page.intro} role="alert">
        <h1 className={page.title}>{t(fetched.kind === 'none' ? 'shell.notFound.title' : 'shell.fault.title')}</h1>
        <p className={page.lead}>{fetched.kind === 'none' ? t('lessons.none', { id }) : t('lessons.notFetched')}</p>
        <p className={page.quiet}>
          <a href="#/lessons">{t('lessons.all')}</a>
        </p>
      </div>
    );
  const { lesson } = fetched;
  const asked = address.step ?? loadReadings()[id]?.last ?? 1;
  const step = Math.min(asked, lesson.steps.length);
  const go = (next: number): void => onAddress({ ...address, step: next }, 'push');
  if (address.notes) return <SpeakerNotes id={id} lesson={lesson} step={step} onGo={go} />;
  return (
    <LessonReader
      key={id}
      id={id}
      lesson={lesson}
      step={step}
      stage={stage}
      onGo={go}
      onLesson={(next) => onAddress({ id: next, step: 1 }, 'push')}
      onStage={onStage}
    />
  );
}

/** The lesson that the address names; the previous one stays until it is loaded. */
function useLesson(id: string | undefined, lang: string): Fetched {
  const [fetched, setFetched] = useState<Fetched>(() => {
    const lesson = id === undefined ? undefined : lessonThere(id, lang);
    return id === undefined || lesson === undefined ? { kind: 'loading' } : { kind: 'there', id, lang, lesson };
  });
  useEffect(() => {
    if (id === undefined) return undefined;
    let isWanted = true;
    loadLesson(id, lang).then(
      (lesson) => isWanted && setFetched(lesson === null ? { kind: 'none' } : { kind: 'there', id, lang, lesson }),
      () => isWanted && setFetched({ kind: 'failed' }),
    );
    return () => {
      isWanted = false;
    };
  }, [id, lang]);
  return fetched.kind === 'there' && fetched.id !== id ? { kind: 'loading' } : fetched;
}
