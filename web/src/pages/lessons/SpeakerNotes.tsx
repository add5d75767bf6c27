/** The speaker's window: what to say, what comes next, and how long it has taken. In step with the stage. */
import { useEffect, useState } from 'react';
import type { Lesson } from '../../scenario/lesson.ts';
import { useMessages } from '../../ui/messages.tsx';
import { Inlines, Prose } from './LessonProse.tsx';
import styles from './lessons.module.css';
import { StepBar } from './StepBar.tsx';
import { useLessonKeys } from './use-lesson-keys.ts';
import { useSpeaker } from './use-speaker.ts';

interface SpeakerNotesProps {
  readonly id: string;
  readonly lesson: Lesson;
  readonly step: number;
  readonly onGo: (step: number) => void;
}

export function SpeakerNotes({ id, lesson, step, onGo }: SpeakerNotesProps) {
  const { t } = useMessages();
  const [isDark, setDark] = useState(false);
  const { steps } = lesson;
  const go = (to: number): void => {
    setDark(false);
    if (to >= 1 && to <= steps.length && to !== step) onGo(to);
  };
  useSpeaker('notes', id, { step, isDark }, { go, dark: setDark });
  useLessonKeys({ stage: true, step, last: steps.length, isDark, onGo: go, onDark: setDark });
  const now = steps[step - 1];
  const then = steps[step];
  return (
    <article className={styles.speaker} data-step={step}>
      <p className={styles.speakerHead}>
        {t('lessons.speaker.title')} · {lesson.title} · <Elapsed />
      </p>
      <h1>{now !== undefined && <Inlines nodes={now.title} />}</h1>
      <div className={styles.speakerNotes}>
        {now !== undefined && now.notes.length > 0 ? <Prose nodes={now.notes} /> : <p>{t('lessons.speaker.none')}</p>}
      </div>
      <div className={styles.prose}>{now !== undefined && <Prose nodes={now.prose} />}</div>
      <p className={styles.then}>
        {then === undefined ? (
          t('lessons.speaker.end')
        ) : (
          <>
            {t('lessons.speaker.next')} <Inlines nodes={then.title} />
          </>
        )}
      </p>
      <StepBar
        steps={steps}
        step={step}
        stage
        following={undefined}
        onGo={go}
        onLesson={() => undefined}
        extra={null}
      />
      <p className={styles.hint}>{t('lessons.speaker.alone')}</p>
    </article>
  );
}

function Elapsed() {
  const { t } = useMessages();
  const [began] = useState(() => Date.now());
  const [now, setNow] = useState(began);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.floor((now - began) / 1000);
  return (
    <span className={styles.elapsed}>
      {String(Math.floor(seconds / 60)).padStart(2, '0')}:{String(seconds % 60).padStart(2, '0')}{' '}
      {t('lessons.speaker.since')}
    </span>
  );
}
