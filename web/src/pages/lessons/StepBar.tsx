/** Below a lesson: back, the position among its steps, on. */
import type { ReactNode } from 'react';
import type { LessonInfo, LessonStep } from '../../scenario/lesson.ts';
import { Button } from '../../ui/Button.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { plainText } from '../shared/lessons/LessonProse.tsx';
import styles from './lessons.module.css';

interface StepBarProps {
  readonly steps: readonly LessonStep[];
  readonly step: number;
  readonly stage: boolean;
  readonly following: LessonInfo | undefined;
  readonly onGo: (step: number) => void;
  readonly onLesson: (id: string) => void;
  readonly extra: ReactNode;
}

export function StepBar({ steps, step, stage, following, onGo, onLesson, extra }: StepBarProps) {
  const { t } = useMessages();
  const isLast = step === steps.length;
  return (
    <nav className={styles.stepBar} aria-label={t('lessons.nav')}>
      <Button disabled={step === 1} onClick={() => onGo(step - 1)}>
        {t('lessons.previous')}
      </Button>
      <ol className={styles.dots}>
        {steps.map(({ title }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a lesson's steps never change places
          <li key={i}>
            <button
              type="button"
              className={styles.dot}
              data-asks={steps[i]?.question != null || undefined}
              data-read={i + 1 < step || undefined}
              aria-current={i + 1 === step ? 'step' : undefined}
              aria-label={t('lessons.go', { step: i + 1, title: plainText(title) })}
              title={plainText(title)}
              onClick={() => onGo(i + 1)}
            />
          </li>
        ))}
      </ol>
      <span className={styles.count}>{t('lessons.stepOf', { step, steps: steps.length })}</span>
      {isLast && following !== undefined && !stage ? (
        <Button look="primary" onClick={() => onLesson(following.id)}>
          {t('lessons.nextLesson', { title: following.title })}
        </Button>
      ) : (
        <Button look="primary" disabled={isLast} onClick={() => onGo(step + 1)}>
          {t('lessons.next')}
        </Button>
      )}
      <span className={styles.extra}>{extra}</span>
    </nav>
  );
}
