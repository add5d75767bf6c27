/** The speaker's window: what to say, the next step, and the elapsed time. In step with the stage. */

import '../../base/messages/en/lessons-question.ts';
import '../../base/messages/en/lessons-speaker.ts';
import { useEffect, useState } from 'react';
import type { Lesson, LessonQuestion } from '../../scenario/lesson.ts';
import { useMessages } from '../../ui/messages.tsx';
import page from '../../ui/page.module.css';
import { Inlines, Prose } from '../shared/lessons/LessonProse.tsx';
import { StepBar } from './LessonReader.tsx';
import styles from './lessons.module.css';
import { useLessonKeys, useSpeaker } from './reading.ts';

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
  useLessonKeys({ stage: true, step, last: steps.length, isDark, isAsking: false, onGo: go, onDark: setDark });
  const now = steps[step - 1];
  const then = steps[step];
  return (
    <article className={styles.speaker} data-step={step}>
      <p className={styles.speakerHead}>
        {t('lessons.speaker.title')} · {lesson.title} · <Elapsed />
      </p>
      <h1>{now !== undefined && <Inlines nodes={now.title} />}</h1>
      {now !== undefined && now.notes.length > 0 && (
        <div className={styles.speakerNotes}>
          <Prose nodes={now.notes} />
        </div>
      )}
      <div className={page.prose}>{now !== undefined && <Prose nodes={now.prose} />}</div>
      {now?.question != null && <SpokenQuestion question={now.question} />}
      <p className={styles.then}>
        {then === undefined ? (
          t('lessons.speaker.end')
        ) : (
          <>
            {t('lessons.speaker.next')} <Inlines nodes={then.title} />
          </>
        )}
      </p>
      <StepBar steps={steps} step={step} stage following={undefined} onGo={go} extra={null} />
      <p className={page.quiet}>{t('lessons.speaker.alone')}</p>
    </article>
  );
}

/**
 * The stage has room only for the figure: the speaker asks the question aloud, and sees the right answer and its
 * reason.
 */
function SpokenQuestion({ question }: { readonly question: LessonQuestion }) {
  const { t } = useMessages();
  return (
    <section className={styles.question} data-testid="spoken-question">
      <p className={styles.ask}>
        <span className={styles.askMark}>{t('lessons.question.lead')}</span> <Inlines nodes={question.ask} />
      </p>
      {question.kind === 'choice' ? (
        <ul className={styles.spokenOptions}>
          {question.options.map(({ text, why, isRight }, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a file's options never change places
            <li key={i}>
              {isRight && <strong>{t('lessons.question.right')} </strong>}
              <Inlines nodes={text} />
              {why.length > 0 && (
                <span className={styles.askMark}>
                  {' · '}
                  <Inlines nodes={why} />
                </span>
              )}
            </li>
          ))}
        </ul>
      ) : (
        <p className={styles.askMark}>
          {t('lessons.speaker.engine')} <Inlines nodes={question.why} />
        </p>
      )}
    </section>
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
