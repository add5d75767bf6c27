/** Steps in a list that can be moved up and down, and run. */
import { useState } from 'react';
import type { Move } from '../../engine/stage-types.ts';
import { sessionStyles, styleOf } from '../../model/stage/session-style.ts';
import type { Spec } from '../../scenario/spec-types.ts';
import { Button } from '../../ui/Button.tsx';
import { useMessages } from '../../ui/messages.tsx';
import styles from './exercises.module.css';
import { shortSql } from './StepPalette.tsx';

interface OrderFormProps {
  readonly spec: Spec;
  readonly steps: readonly Move[];
  readonly isDone: boolean;
  readonly onRun: (moves: readonly Move[]) => void;
}

export function OrderForm({ spec, steps, isDone, onRun }: OrderFormProps) {
  const { t } = useMessages();
  const [order, setOrder] = useState(steps);
  const swap = (i: number): void => setOrder(order.with(i, order[i + 1] ?? 0).with(i + 1, order[i] ?? 0));
  const all = sessionStyles(spec.sessions.map(({ name }) => name));
  return (
    <section className={styles.palette}>
      <h2>{t('exercise.order.title')}</h2>
      <ol className={styles.order}>
        {order.map((step, i) => {
          const { name = '', sql = '', session = 0 } = spec.steps[step] ?? {};
          const { letter, hue } = styleOf(all, spec.sessions[session]?.name ?? null);
          return (
            <li key={step}>
              <span className={styles.ordered}>
                <b style={{ color: hue }}>{letter}</b> {name} <code>{shortSql(sql)}</code>
              </span>
              <Button
                look="quiet"
                disabled={i === 0 || isDone}
                aria-label={t('exercise.order.up', { step: name })}
                onClick={() => swap(i - 1)}
              >
                ↑
              </Button>
              <Button
                look="quiet"
                disabled={i === order.length - 1 || isDone}
                aria-label={t('exercise.order.down', { step: name })}
                onClick={() => swap(i)}
              >
                ↓
              </Button>
            </li>
          );
        })}
      </ol>
      <Button look="primary" disabled={isDone} onClick={() => onRun(order)}>
        {t('exercise.order.run')}
      </Button>
    </section>
  );
}
