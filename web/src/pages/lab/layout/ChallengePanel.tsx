/** Three challenges as chips, and a line that says how far the layout is from meeting the chosen one. */
import '../../../base/messages/en/layout.ts';
import { useMemo, useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { useMessages } from '../../../ui/messages.tsx';
import { presetOf } from '../../../viewmodel/layout/catalogue.ts';
import {
  CHALLENGE_WORKLOAD,
  CHALLENGES,
  type Challenge,
  NEAR,
  type Progress,
  progressOf,
} from '../../../viewmodel/layout/challenges.ts';
import { shortName } from '../../../viewmodel/layout/layout.ts';
import { place } from '../../../viewmodel/layout/place.ts';
import { blameOf, type LayoutSeen } from '../../../viewmodel/layout/results.ts';
import styles from './layout-page.module.css';
import type { LayoutState, LayoutStore } from './layout-store.ts';

interface ChallengePanelProps {
  readonly store: LayoutStore;
  readonly state: LayoutState;
  readonly seen: LayoutSeen;
}

/** By field, in 13's own layout. */
function useBlame({ settings, beside }: LayoutState) {
  const tally = beside.pg13;
  const connections = settings.active + settings.idle;
  return useMemo(
    () => (tally === null ? [] : blameOf(tally, place(presetOf('pg13'), connections))),
    [tally, connections],
  );
}

export function ChallengePanel({ store, state, seen }: ChallengePanelProps) {
  const { t } = useMessages();
  const [chosen, setChosen] = useState<Challenge>(CHALLENGES[0]);
  const blame = useBlame(state);
  const most = blame[0]?.restored;
  const hurts = blame.filter(({ restored }) => restored === most).map(({ field }) => field);
  const input = {
    workload: state.settings.workload,
    layout: state.layout,
    yours: seen.yours,
    beside: seen.beside,
    named: state.named,
    hurts,
  };
  const progress = Object.fromEntries(CHALLENGES.map((each) => [each, progressOf(each, input)])) as Record<
    Challenge,
    Progress
  >;
  const { named, selected } = state;
  const goal = (): string => {
    if (chosen !== 'what-hurts') return t(`layout.goal.${chosen}`, { ...progress[chosen], times: NEAR });
    if (named === null) return t('layout.goal.what-hurts');
    const field = shortName(named);
    if (progress[chosen].isMet) return t('layout.hurts.right', { field });
    return t('layout.hurts.wrong', {
      field,
      restored: blame.find((one) => one.field === named)?.restored ?? 0,
    });
  };
  return (
    <section className={styles.challenges} aria-label={t('layout.challenge')}>
      <div className={styles.chips}>
        {CHALLENGES.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={each === chosen}
            data-challenge={each}
            data-met={progress[each].isMet || undefined}
            onClick={() => {
              setChosen(each);
              store.change({ workload: CHALLENGE_WORKLOAD[each] });
            }}
          >
            {t(`layout.challenge.${each}`)}
            <span>{t(progress[each].isMet ? 'layout.challenge.met' : 'layout.challenge.open')}</span>
          </button>
        ))}
      </div>
      <p className={styles.goal} role="status" data-testid="layout-goal">
        {goal()}
      </p>
      {chosen === 'what-hurts' && (
        <Button disabled={selected === null} onClick={() => selected !== null && store.name(selected)}>
          {t('layout.hurts')}
        </Button>
      )}
    </section>
  );
}
