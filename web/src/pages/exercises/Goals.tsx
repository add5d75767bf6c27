/** The goals of a schedule, and which are reached; for a hunt, whether anything differs yet. */
import '../../base/messages/en/exercise.ts';
import { type ReactNode, useEffect, useState } from 'react';
import type { Move, StageSnapshot } from '../../engine/stage/stage-types.ts';
import { useMessages } from '../../ui/messages.tsx';
import page from '../../ui/page.module.css';
import type { GoalLine } from '../../viewmodel/exercise/exercise.ts';
import type { ShowMoves } from '../../viewmodel/exercise/exercise-deps.ts';
import {
  type Difference,
  type Evidence,
  type EvidenceSide,
  evidenceOf,
  type GoalState,
} from '../../viewmodel/exercise/goal.ts';
import type { MovesVerdict } from '../../viewmodel/exercise/judge.ts';
import type { FormOf } from '../../viewmodel/exercise/kind.ts';
import { stepNameIn, type Variant } from '../../viewmodel/exercise/variant.ts';
import type { ExplainModel } from '../../viewmodel/stage/explain.ts';
import { ctidText } from '../../viewmodel/stage/heap-words.ts';
import { sessionStyles, styleOf } from '../../viewmodel/stage/selection.ts';
import { ExplainView } from '../../views/explain/ExplainView.tsx';
import styles from './exercises.module.css';

interface HuntEvidenceProps {
  readonly evidence: Evidence;
  readonly sessions: readonly string[];
  /** On stage: each server's answer is above the snapshot that its statement used. */
  readonly told?: Difference | null;
}

/** A found fault from inside: the snapshot that the faulty server's statement used, next to a sound server's. */
export function HuntEvidence({ evidence, sessions, told = null }: HuntEvidenceProps) {
  const { t } = useMessages();
  const { letter } = styleOf(sessionStyles(sessions), evidence.session);
  const parting = partingOf(evidence.faulty.path, evidence.sound.path);
  const side = (name: 'faulty' | 'sound') => (
    <section className={styles.side} data-evidence={name}>
      <h3>
        {told === null
          ? t(`exercise.hunt.side.${name}`)
          : t(`exercise.hunt.${name}`, { text: t(`exercise.hunt.${told.what}`, { text: told[name] }) })}
      </h3>
      <Side side={evidence[name]} evidence={evidence} letter={letter} parting={parting} />
    </section>
  );
  return (
    <section className={styles.evidence} aria-label={t('exercise.hunt.evidence')}>
      <h2 className={told === null ? undefined : 'visually-hidden'}>{t('exercise.hunt.evidence')}</h2>
      <div className={styles.sides}>
        {side('faulty')}
        {side('sound')}
      </div>
    </section>
  );
}

interface SideProps {
  readonly side: EvidenceSide;
  readonly evidence: Evidence;
  readonly letter: string;
  readonly parting: number | null;
}

function Side({ side, evidence, letter, parting }: SideProps) {
  const { t } = useMessages();
  const { path, snapshot } = side;
  const { version } = evidence;
  return (
    <>
      <p data-snapshot="">{t('exercise.hunt.snapshot', { who: letter, ...boundsOf(snapshot) })}</p>
      {path !== null && <ExplainView model={path} headingLevel={3} parting={parting} />}
      {path === null && version !== null && <p>{t('exercise.hunt.gone', { ctid: ctidText(version) })}</p>}
    </>
  );
}

/** The first question that the two servers answer differently; null: they ask the same and answer the same, or one has no path. */
function partingOf(one: ExplainModel | null, other: ExplainModel | null): number | null {
  const [left, right] = [one, other].map((path) => path?.parts.flatMap(({ lines }) => lines) ?? []);
  const at = left?.findIndex(({ question, answer }, i) => {
    const beside = right?.[i];
    return beside === undefined || beside.question !== question || beside.answer !== answer;
  });
  return at === undefined || at < 0 || right?.[at] === undefined ? null : (left?.[at]?.number ?? null);
}

const boundsOf = ({ xmin, xmax, xip, subxip, suboverflowed }: StageSnapshot) => ({
  xmin,
  xmax,
  running: [...xip, ...subxip],
  suboverflowed,
});

/** The cause of the difference, once the engines have answered; null until then. */
export function useEvidence(
  difference: Difference | null,
  moves: readonly Move[],
  show: ShowMoves | null,
  sound: ShowMoves | null,
): Evidence | null {
  const [found, setFound] = useState<Evidence | null>(null);
  const tick = difference?.tick ?? null;
  const session = difference?.session ?? null;
  // As text: equal moves often arrive as a new array.
  const done = tick === null ? '' : moves.slice(0, tick).join();
  useEffect(() => {
    if (tick === null || show === null || sound === null) {
      setFound(null);
      return undefined;
    }
    let isWanted = true;
    const made = done === '' ? [] : done.split(',').map(Number);
    void evidenceOf({ session, tick }, made, show, sound).then((answer) => {
      if (isWanted) setFound(answer.ok ? answer.value : null);
    });
    return () => {
      isWanted = false;
    };
  }, [tick, session, done, show, sound]);
  return found;
}

export function Goals({
  goals,
  states,
  isTyped,
}: {
  readonly goals: readonly GoalLine[];
  readonly states: readonly GoalState[];
  /** Goals name sessions instead of steps. */
  readonly isTyped: boolean;
}) {
  const { t } = useMessages();
  const reached = (i: number): boolean => states[i]?.isReached === true;
  const at = goals.map((_, i) => i);
  const rules = at.filter((i) => goals[i]?.kind === 'after');
  return (
    <section className={styles.goals} data-mark="goals">
      <h2>{t('exercise.goal.title')}</h2>
      <ul>
        {at
          .filter((i) => rules.length < 2 || !rules.includes(i))
          .map((i) => {
            const goal = goals[i];
            if (goal === undefined) return null;
            const instead = reached(i) ? null : (states[i]?.instead ?? null);
            const text = goalText(goal, isTyped, t);
            return (
              <Goal key={text} isReached={reached(i)}>
                {text}
                {instead !== null && !('count' in goal) && (
                  <span className={page.quiet}>
                    {' '}
                    {t(isTyped && 'step' in goal ? 'exercise.typed.instead' : 'exercise.goal.instead', { instead })}
                  </span>
                )}
              </Goal>
            );
          })}
        {/* Rules of order are easy to keep and many: one line holds them. */}
        {rules.length > 1 && (
          <Goal isReached={rules.every(reached)}>{t('exercise.goal.order', { rules: rulesOf(goals) })}</Goal>
        )}
      </ul>
    </section>
  );
}

/** For each later step, the steps that it must come after. */
function rulesOf(goals: readonly GoalLine[]) {
  const rules = goals.filter((goal) => goal.kind === 'after');
  const steps = [...new Set(rules.map(({ step }) => step))];
  return steps.map((step) => ({ step, others: rules.filter((rule) => rule.step === step).map(({ other }) => other) }));
}

function Goal({ isReached, children }: { readonly isReached: boolean; readonly children: ReactNode }) {
  const { t } = useMessages();
  return (
    <li data-reached={isReached}>
      <span className={styles.mark} aria-hidden="true">
        {isReached ? '✓' : '○'}
      </span>
      <span>
        {children}{' '}
        <span className="visually-hidden">({t(isReached ? 'exercise.goal.reached' : 'exercise.goal.open')})</span>
      </span>
    </li>
  );
}

/** @param isTyped it names a session, and is about any statement that is typed there */
export function goalText(goal: GoalLine, isTyped: boolean, t: ReturnType<typeof useMessages>['t']): string {
  const own = isTyped ? 'typed' : 'goal';
  switch (goal.kind) {
    case 'rows':
      return t(`exercise.${own}.rows`, goal);
    case 'error':
      return t(`exercise.${own}.error`, goal);
    case 'waited':
      return t(`exercise.${own}.waited`, goal);
    case 'waits':
    case 'fine':
      return t(`exercise.${own}.${goal.kind}`, goal);
    case 'committed':
      return t('exercise.goal.committed', goal);
    case 'suboverflowed':
      return t('exercise.goal.suboverflowed', goal);
    case 'versions':
      return t('exercise.goal.versions', goal);
    case 'within':
      return t(`exercise.${own}.within`, goal);
    default:
      return t(`exercise.goal.${goal.kind}`, goal);
  }
}

interface ProgressProps {
  readonly form: FormOf<'order' | 'schedule'>;
  readonly variant: Variant;
  readonly verdict: MovesVerdict | null;
  readonly difference: Difference | null;
}

/** How far the moves got: the goals, or whether the fault shows. */
export function Progress({ form, variant, verdict, difference }: ProgressProps) {
  if (form.shape === 'schedule' && form.fault !== null)
    return <HuntState difference={difference} stepName={(step) => stepNameIn(variant, step)} />;
  const states = verdict?.kind === 'goal' ? verdict.states : [];
  return <Goals goals={form.goal} states={states} isTyped={form.shape === 'schedule' && form.isTyped} />;
}

/** The difference between this server and a sound one. */
export function HuntState({
  difference,
  stepName,
}: {
  readonly difference: Difference | null;
  readonly stepName: (step: number | null) => string;
}) {
  const { t } = useMessages();
  if (difference === null)
    return (
      <p className={styles.goals} data-mark="goals">
        {t('exercise.hunt.same')}
      </p>
    );
  const { what, sound, faulty, step } = difference;
  return (
    <div className={styles.goals} data-mark="goals" data-found="">
      <p>{t('exercise.hunt.found', { step: stepName(step) })}</p>
      <p>{t('exercise.hunt.sound', { text: t(`exercise.hunt.${what}`, { text: sound }) })}</p>
      <p>{t('exercise.hunt.faulty', { text: t(`exercise.hunt.${what}`, { text: faulty }) })}</p>
    </div>
  );
}
