/** Three challenges as chips: the task, how far the layout is from meeting it, and the answer. */
import '../../../base/messages/en/layout.ts';
import { useMemo } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { useMessages } from '../../../ui/messages.tsx';
import { designStyle } from '../../../viewmodel/design-style.ts';
import { CHALLENGES, NEAR, type Progress, progressOf } from '../../../viewmodel/layout/challenges.ts';
import { effectOf } from '../../../viewmodel/layout/effect.ts';
import { shortName } from '../../../viewmodel/layout/layout.ts';
import { blameIn, challengeInput, isCurrent } from './judge.ts';
import styles from './layout-page.module.css';
import type { LayoutState } from './layout-state.ts';
import type { LayoutStore } from './layout-store.ts';

interface ChallengePanelProps {
  readonly store: LayoutStore;
  readonly state: LayoutState;
}

/** The answer to a guess, why the layout has become faster, or why it does not count; empty: there is none yet. */
function useAnswer(state: LayoutState, { isMet, isOther }: Progress): string {
  const { t } = useMessages();
  return useMemo(() => {
    const { challenge, named, yours, start, layout } = state;
    if (challenge === 'what-hurts') {
      if (named === null) return '';
      const field = shortName(named);
      const blame = blameIn(state);
      const restored = blame.find((one) => one.field === named)?.restored ?? 0;
      if (!isMet) return t('layout.hurts.wrong', { field, restored });
      const all = blame.reduce((sum, one) => sum + one.restored, 0);
      return t('layout.hurts.right', { field, restored, others: all - restored });
    }
    if (layout.replay === null) return '';
    const code = t(designStyle(layout.replay).shortKey);
    if (isOther) return t('layout.goal.other', { code, challenge });
    if (!isMet || yours === null || start === null || !isCurrent.start(state)) return '';
    const effect = effectOf(start, yours);
    if (effect.compared !== 'less') return '';
    return t('layout.why', { ...effect, start: code });
  }, [state, isMet, isOther, t]);
}

export function ChallengePanel({ store, state }: ChallengePanelProps) {
  const { t } = useMessages();
  const { challenge, done, selected } = state;
  const progress = useMemo(() => progressOf(challenge, challengeInput(state)), [challenge, state]);
  const answer = useAnswer(state, progress);
  const task =
    challenge === 'what-hurts'
      ? t('layout.goal.what-hurts')
      : t(`layout.goal.${challenge}`, { ...progress, times: NEAR });
  return (
    <section className={styles.challenges} aria-label={t('layout.challenge')}>
      <div className={styles.chips}>
        {CHALLENGES.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={each === challenge}
            data-challenge={each}
            data-met={done.includes(each) || undefined}
            onClick={() => store.choose(each)}
          >
            {t(`layout.challenge.${each}`)}
            <span>{t(done.includes(each) ? 'layout.challenge.met' : 'layout.challenge.open')}</span>
          </button>
        ))}
      </div>
      <div className={styles.goal} role="status" data-testid="layout-goal">
        <p>{task}</p>
        {answer !== '' && <p>{answer}</p>}
      </div>
      {challenge === 'what-hurts' && (
        <Button disabled={selected === null} onClick={() => selected !== null && store.name(selected)}>
          {t('layout.hurts')}
        </Button>
      )}
    </section>
  );
}
