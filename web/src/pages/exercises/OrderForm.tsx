/**
 * A list of steps that can be moved up and down, and run. A step cannot pass another step of the same session: the form
 * says why.
 */
import { useLayoutEffect, useRef, useState } from 'react';
import type { Move } from '../../engine/stage/stage-types.ts';
import type { Spec } from '../../scenario/spec-types.ts';
import { Button } from '../../ui/Button.tsx';
import { useKeys } from '../../ui/keys.ts';
import { LiveRegion } from '../../ui/LiveRegion.tsx';
import { useMessages } from '../../ui/messages.tsx';
import type { Answer } from '../../viewmodel/exercise/answer.ts';
import { sessionStyles, styleOf } from '../../viewmodel/stage/selection.ts';
import styles from './exercises.module.css';
import { shortSql } from './StageSteps.tsx';

const DIGITS = 9;

interface OrderFormProps {
  readonly spec: Spec;
  readonly steps: readonly Move[];
  readonly isDone: boolean;
  /** The order that was run before the form appeared, on stage or on the page. */
  readonly given?: Answer | null;
  /** A digit takes a step, arrows move it, Enter runs the order. */
  readonly onStage?: boolean;
  readonly onRun: (moves: readonly Move[]) => void;
}

export function OrderForm({ spec, steps, isDone, given = null, onStage = false, onRun }: OrderFormProps) {
  const { t } = useMessages();
  const [order, setOrder] = useState(given?.kind === 'moves' ? given.moves : steps);
  const list = useRef<HTMLOListElement>(null);
  /**
   * The step that was moved last, and from where: the focus follows it, whichever of the two the page lifted out of the
   * list.
   */
  const [moved, setMoved] = useState<{ readonly step: Move; readonly by: 1 | -1 } | null>(null);
  /** Two steps of one session: the step that should have passed the other. */
  const [refused, setRefused] = useState<{ readonly step: Move; readonly other: Move } | null>(null);
  /** On stage: the step that the arrows move. */
  const [taken, setTaken] = useState<Move | null>(null);
  const sessionOf = (step: Move): number | undefined => spec.steps[step]?.session;
  const nameOf = (step: Move): string => spec.steps[step]?.name ?? '';
  const shift = (i: number, by: 1 | -1): void => {
    const step = order[i];
    const other = order[i + by];
    if (step === undefined || other === undefined) return;
    if (sessionOf(step) === sessionOf(other)) {
      setRefused({ step, other });
      return;
    }
    setRefused(null);
    setOrder(order.with(i, other).with(i + by, step));
    setMoved({ step, by });
  };
  const shiftTaken = (by: 1 | -1): void => {
    if (taken !== null) shift(order.indexOf(taken), by);
  };
  const digits = steps.slice(0, DIGITS).map((_, i) => [String(i + 1), () => setTaken(order[i] ?? null)] as const);
  useKeys(
    {
      ...Object.fromEntries(digits),
      ArrowUp: () => shiftTaken(-1),
      ArrowDown: () => shiftTaken(1),
      Enter: () => onRun(order),
    },
    { active: onStage && !isDone },
  );
  const place = moved === null ? -1 : order.indexOf(moved.step);
  useLayoutEffect(() => {
    if (moved === null || onStage) return;
    const [up, down] = list.current?.children[place]?.querySelectorAll('button') ?? [];
    const [same, back] = moved.by < 0 ? [up, down] : [down, up];
    (same?.disabled === true ? back : same)?.focus();
  }, [moved, place, onStage]);
  const all = sessionStyles(spec.sessions.map(({ name }) => name));
  return (
    <section className={styles.palette} data-mark="steps" data-stage={onStage || undefined}>
      {!onStage && (
        <>
          <h2>{t('exercise.order.title')}</h2>
          <p className={styles.small}>{t('exercise.order.keep')}</p>
        </>
      )}
      <ol ref={list} className={styles.order}>
        {order.map((step, i) => {
          const { name = '', sql = '', session = 0 } = spec.steps[step] ?? {};
          const { letter, hue } = styleOf(all, spec.sessions[session]?.name ?? null);
          return (
            <li key={step} data-mark={`step ${name}`} data-taken={step === taken || undefined}>
              <span className={styles.ordered}>
                {onStage && i < DIGITS && <kbd className={styles.digit}>{i + 1}</kbd>}{' '}
                <b style={{ color: hue }}>{letter}</b> {name} <code>{shortSql(sql)}</code>
              </span>
              <Button
                look="quiet"
                disabled={i === 0 || isDone}
                aria-label={t('exercise.order.up', { step: name })}
                onClick={() => shift(i, -1)}
              >
                ↑
              </Button>
              <Button
                look="quiet"
                disabled={i === order.length - 1 || isDone}
                aria-label={t('exercise.order.down', { step: name })}
                onClick={() => shift(i, 1)}
              >
                ↓
              </Button>
            </li>
          );
        })}
      </ol>
      <LiveRegion
        text={
          moved === null
            ? ''
            : t('exercise.order.moved', {
                step: nameOf(moved.step),
                at: place + 1,
                of: order.length,
              })
        }
        everyMs={600}
      />
      <p role="status" className={styles.refused}>
        {refused !== null &&
          t('exercise.order.cannotPass', {
            step: nameOf(refused.step),
            other: nameOf(refused.other),
            who: spec.sessions[sessionOf(refused.step) ?? -1]?.name ?? '',
          })}
      </p>
      <Button look="primary" disabled={isDone} onClick={() => onRun(order)} {...(onStage ? { keyHint: '↵' } : {})}>
        {t('exercise.order.run')}
      </Button>
    </section>
  );
}
