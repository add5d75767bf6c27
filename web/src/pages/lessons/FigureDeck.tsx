/**
 * A lesson's figures: the step's own is visible, its neighbours' are already drawn, so that a step shows the next one
 * at once. The hidden ones are inert: no focus, no words, no measuring.
 */
import { startTransition, useCallback, useEffect, useMemo, useState } from 'react';
import type { LessonStep } from '../../scenario/lesson.ts';
import { whenQuiet } from '../../ui/fetched.tsx';
import { FigureSlot, type FigureSteps } from '../../ui/page.tsx';
import { deckAt } from '../../viewmodel/lesson/deck.ts';
import styles from './lessons.module.css';

interface FigureDeckProps {
  readonly steps: readonly LessonStep[];
  /** From 0. */
  readonly step: number;
  readonly stage: boolean;
  readonly label: string;
  /** Called with the visible figure's steps. */
  readonly onSteps: (steps: FigureSteps | null) => void;
}

/** Figures without steps never report that they are ready. */
const SILENT_MS = 2_500;

export function FigureDeck({ steps, step, stage, label, onSteps }: FigureDeckProps) {
  const [near, setNear] = useState(false);
  const [stands, setStands] = useState(false);
  // The step's own figure comes first; its neighbours' follow when it is ready and the page is idle, or if it reports
  // nothing.
  useEffect(() => {
    // In slices, so that a reader does not wait meanwhile.
    const fetchNear = (): void => startTransition(() => setNear(true));
    if (stands) return whenQuiet(fetchNear);
    const timer = setTimeout(fetchNear, SILENT_MS);
    return () => clearTimeout(timer);
  }, [stands]);
  const hear = useCallback(
    (now: FigureSteps | null) => {
      if (now !== null && !now.isBusy) setStands(true);
      onSteps(now);
    },
    [onSteps],
  );
  const deck = useMemo(() => deckAt(steps, step, near), [steps, step, near]);
  return (
    <div className={styles.deck}>
      {deck.map(({ name, at, show, decisive, isShown, measures }) => (
        <div
          key={name}
          className={styles.slot}
          data-figure-slot=""
          data-shown={isShown}
          data-measures={measures || undefined}
          inert={!isShown}
          aria-hidden={!isShown || undefined}
        >
          <FigureSlot
            at={at}
            show={show}
            decisive={decisive}
            stage={stage}
            label={label}
            {...(isShown ? { onSteps: hear } : {})}
          />
        </div>
      ))}
    </div>
  );
}
