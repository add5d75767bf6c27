/**
 * A lesson's figures: the step's own is seen, its neighbours' are there already, so that a step shows the next one at once.
 * Those not seen are nothing to anybody: no focus, no words, no measuring.
 */
import { useEffect, useMemo, useState } from 'react';
import { deckAt } from '../../model/lesson/deck.ts';
import type { LessonStep } from '../../scenario/lesson.ts';
import { FigureSlot } from '../../ui/figure-slot.tsx';
import type { FigureSteps } from '../../ui/page.ts';
import styles from './lessons.module.css';

interface FigureDeckProps {
  readonly steps: readonly LessonStep[];
  /** From 0. */
  readonly step: number;
  readonly stage: boolean;
  readonly label: string;
  /** Of the figure that is seen. */
  readonly onSteps: (steps: FigureSteps | null) => void;
}

/** The step's own figure comes first; the neighbours' when that has had its time. */
const NEIGHBOURS_AFTER_MS = 700;

export function FigureDeck({ steps, step, stage, label, onSteps }: FigureDeckProps) {
  const [near, setNear] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setNear(true), NEIGHBOURS_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  const deck = useMemo(() => deckAt(steps, step, near), [steps, step, near]);
  return (
    <div className={styles.deck}>
      {deck.map(({ name, at, show, isShown, measures }) => (
        <div
          key={name}
          className={styles.slot}
          data-figure-slot=""
          data-shown={isShown}
          data-measures={measures || undefined}
          inert={!isShown}
          aria-hidden={!isShown || undefined}
        >
          <FigureSlot at={at} show={show} stage={stage} label={label} {...(isShown ? { onSteps } : {})} />
        </div>
      ))}
    </div>
  );
}
