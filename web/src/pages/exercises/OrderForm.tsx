/**
 * A list of steps that can be moved up and down, and run. A step cannot pass another step of the same session: the form
 * says why.
 */
import '../../base/messages/en/exercise.ts';
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { Move } from '../../engine/stage/stage-types.ts';
import type { Spec } from '../../scenario/spec-types.ts';
import { Button } from '../../ui/Button.tsx';
import { useKeys } from '../../ui/keys.ts';
import { LiveRegion } from '../../ui/LiveRegion.tsx';
import { useMessages } from '../../ui/messages.tsx';
import page from '../../ui/page.module.css';
import { sessionStyles, styleOf } from '../../viewmodel/stage/selection.ts';
import styles from './exercises.module.css';
import { shortSql } from './StageSteps.tsx';

const DIGITS = 9;

interface OrderFormProps {
  readonly spec: Spec;
  readonly order: readonly Move[];
  readonly isDone: boolean;
  /** A digit takes a step, arrows move it, Enter runs the order. */
  readonly onStage?: boolean;
  readonly onOrder: (order: readonly Move[]) => void;
  readonly onRun: (moves: readonly Move[]) => void;
  /** What came of the last run; on stage it is elsewhere. */
  readonly verdict?: ReactNode;
}

interface Arranged {
  readonly order: readonly Move[];
  /** The step that was moved last, and from where. */
  readonly moved: { readonly step: Move; readonly by: 1 | -1 } | null;
  /** Two steps of one session: the step that should have passed the other. */
  readonly refused: { readonly step: Move; readonly other: Move } | null;
  /** Moves the step at this place past the next one or the one before it. */
  shift(i: number, by: 1 | -1): void;
  /** The order is run as it is: what was refused before is over. */
  settle(): void;
}

function useOrder(spec: Spec, order: readonly Move[], onOrder: OrderFormProps['onOrder']): Arranged {
  const [moved, setMoved] = useState<Arranged['moved']>(null);
  const [refused, setRefused] = useState<Arranged['refused']>(null);
  const shift = (i: number, by: 1 | -1): void => {
    const step = order[i];
    const other = order[i + by];
    if (step === undefined || other === undefined) return;
    if (spec.steps[step]?.session === spec.steps[other]?.session) {
      setRefused({ step, other });
      return;
    }
    setRefused(null);
    onOrder(order.with(i, other).with(i + by, step));
    setMoved({ step, by });
  };
  return { order, moved, refused, shift, settle: () => setRefused(null) };
}

/** The focus follows the moved step, whichever of the two the page lifted out of the list. */
function useFocusOnMoved(list: RefObject<HTMLOListElement | null>, { order, moved }: Arranged, active: boolean): void {
  const place = moved === null ? -1 : order.indexOf(moved.step);
  useLayoutEffect(() => {
    if (moved === null || !active) return;
    const [up, down] = list.current?.children[place]?.querySelectorAll('button') ?? [];
    const [same, back] = moved.by < 0 ? [up, down] : [down, up];
    (same?.disabled === true ? back : same)?.focus();
  }, [list, moved, place, active]);
}

/** The keys on stage: returns the step that a digit took, which the arrows move. */
function useOrderKeys({ order, shift }: Arranged, run: () => void, active: boolean): Move | null {
  const [taken, setTaken] = useState<Move | null>(null);
  const shiftTaken = (by: 1 | -1): void => {
    if (taken !== null) shift(order.indexOf(taken), by);
  };
  const digits = order.slice(0, DIGITS).map((_, i) => [String(i + 1), () => setTaken(order[i] ?? null)] as const);
  useKeys(
    {
      ...Object.fromEntries(digits),
      ArrowUp: () => shiftTaken(-1),
      ArrowDown: () => shiftTaken(1),
      Enter: run,
    },
    { active },
  );
  return taken;
}

export function OrderForm({ spec, order, isDone, onStage = false, onOrder, onRun, verdict }: OrderFormProps) {
  const { t } = useMessages();
  const arranged = useOrder(spec, order, onOrder);
  const { shift } = arranged;
  const list = useRef<HTMLOListElement>(null);
  useFocusOnMoved(list, arranged, !onStage);
  const run = (): void => {
    arranged.settle();
    onRun(order);
  };
  const taken = useOrderKeys(arranged, run, onStage && !isDone);
  return (
    <section className={styles.palette} data-mark="steps" data-stage={onStage || undefined}>
      {!onStage && (
        <>
          {/* Above the list, which may reach below the window. */}
          <div className={styles.orderHead}>
            <h2>{t('exercise.order.title')}</h2>
            <Button look="primary" disabled={isDone} onClick={run}>
              {t('exercise.order.run')}
            </Button>
          </div>
          {verdict}
        </>
      )}
      <ol ref={list} className={styles.order}>
        {order.map((step, i) => (
          <li key={step} data-mark={`step ${spec.steps[step]?.name ?? ''}`} data-taken={step === taken || undefined}>
            <OrderedStep
              spec={spec}
              step={step}
              digit={onStage && i < DIGITS ? i + 1 : null}
              onUp={i === 0 || isDone ? null : () => shift(i, -1)}
              onDown={i === order.length - 1 || isDone ? null : () => shift(i, 1)}
            />
          </li>
        ))}
      </ol>
      {!onStage && <p className={page.quiet}>{t('exercise.order.keep')}</p>}
      <Outcome spec={spec} arranged={arranged} />
      {onStage && (
        <Button look="primary" keyHint="↵" disabled={isDone} onClick={run}>
          {t('exercise.order.run')}
        </Button>
      )}
    </section>
  );
}

interface OrderedStepProps {
  readonly spec: Spec;
  readonly step: Move;
  /** Its key on stage. */
  readonly digit: number | null;
  /** Null: it cannot be moved there. */
  readonly onUp: (() => void) | null;
  readonly onDown: (() => void) | null;
}

function OrderedStep({ spec, step, digit, onUp, onDown }: OrderedStepProps) {
  const { t } = useMessages();
  const { name = '', sql = '', session = 0 } = spec.steps[step] ?? {};
  const all = sessionStyles(spec.sessions.map((one) => one.name));
  const { letter, hue } = styleOf(all, spec.sessions[session]?.name ?? null);
  const button = (sign: string, label: string, onClick: (() => void) | null) => (
    <Button disabled={onClick === null} aria-label={label} onClick={() => onClick?.()}>
      {sign}
    </Button>
  );
  return (
    <>
      <span className={styles.ordered}>
        {digit !== null && <kbd className={styles.digit}>{digit}</kbd>} <b style={{ color: hue }}>{letter}</b> {name}{' '}
        <code>{shortSql(sql)}</code>
      </span>
      {button('↑', t('exercise.order.up', { step: name }), onUp)}
      {button('↓', t('exercise.order.down', { step: name }), onDown)}
    </>
  );
}

/** The new place of the moved step, for a screen reader; or why it could not be moved. */
function Outcome({ spec, arranged: { order, moved, refused } }: { readonly spec: Spec; readonly arranged: Arranged }) {
  const { t } = useMessages();
  const nameOf = (step: Move): string => spec.steps[step]?.name ?? '';
  const said =
    moved === null
      ? ''
      : t('exercise.order.moved', { step: nameOf(moved.step), at: order.indexOf(moved.step) + 1, of: order.length });
  return (
    <>
      <LiveRegion text={said} everyMs={600} />
      <p role="status">
        {refused !== null &&
          t('exercise.order.cannotPass', {
            step: nameOf(refused.step),
            other: nameOf(refused.other),
            who: spec.sessions[spec.steps[refused.step]?.session ?? -1]?.name ?? '',
          })}
      </p>
    </>
  );
}
