/** The goals of a schedule, and which are reached; for a hunt, whether anything differs yet. */

import type { GoalLine } from '../../scenario/exercise.ts';
import { useMessages } from '../../ui/messages.tsx';
import type { GoalState } from '../../viewmodel/exercise/goal.ts';
import type { Difference } from '../../viewmodel/exercise/hunt.ts';
import styles from './exercises.module.css';

export function Goals({
  goals,
  states,
}: {
  readonly goals: readonly GoalLine[];
  readonly states: readonly GoalState[];
}) {
  const { t } = useMessages();
  return (
    <section className={styles.goals} data-mark="goals">
      <h2>{t('exercise.goal.title')}</h2>
      <ul>
        {goals.map((goal, i) => {
          const state = states[i];
          const isReached = state?.isReached === true;
          const instead = isReached ? null : (state?.instead ?? null);
          const text = goalText(goal, t);
          return (
            <li key={text} data-reached={isReached}>
              <span className={styles.mark} aria-hidden="true">
                {isReached ? '✓' : '○'}
              </span>
              <span>
                {text}{' '}
                <span className="visually-hidden">
                  ({t(isReached ? 'exercise.goal.reached' : 'exercise.goal.open')})
                </span>
                {instead !== null && goal.kind !== 'versions' && (
                  <span className={styles.small}> {t('exercise.goal.instead', { instead })}</span>
                )}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function goalText(goal: GoalLine, t: ReturnType<typeof useMessages>['t']): string {
  switch (goal.kind) {
    case 'rows':
      return t('exercise.goal.rows', goal);
    case 'error':
      return t('exercise.goal.error', goal);
    case 'waits':
    case 'fine':
      return t(`exercise.goal.${goal.kind}`, goal);
    case 'suboverflowed':
      return t('exercise.goal.suboverflowed', goal);
    case 'versions':
      return t('exercise.goal.versions', goal);
    default:
      return t(`exercise.goal.${goal.kind}`, goal);
  }
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
