/** From 13 to 14, a move at a time: a button each, what the move is, and the bars that change with it. On stage the arrows go along. */
import '../../../base/messages/en/layout.ts';
import { Segmented } from '../../../ui/choice.tsx';
import { useMessages } from '../../../ui/messages.tsx';
import { designStyle } from '../../../viewmodel/design-style.ts';
import { LAYOUT_STEPS, stepFrom, stepOf } from '../../../viewmodel/layout/steps.ts';
import { useStageArrows } from '../../shared/lab/stage-arrows.ts';
import styles from './layout-page.module.css';
import type { LayoutState } from './layout-state.ts';
import type { LayoutStore } from './layout-store.ts';

interface StepsProps {
  readonly store: LayoutStore;
  readonly state: LayoutState;
}

export function StepsPanel({ store, state, hasArrows }: StepsProps & { readonly hasArrows: boolean }) {
  const { t } = useMessages();
  const step = stepOf(state.layout);
  const [next, previous] = [stepFrom(step, 1), stepFrom(step, -1)];
  useStageArrows(
    {
      onNext: next === undefined ? undefined : () => store.take(next),
      onPrevious: previous === undefined ? undefined : () => store.take(previous),
    },
    { active: hasArrows, of: 'page' },
  );
  return (
    <section className={styles.steps} data-testid="layout-steps" aria-label={t('layout.steps')}>
      <Segmented
        label={t('layout.steps')}
        hideLabel={hasArrows}
        value={step ?? ''}
        options={LAYOUT_STEPS.map((code) => ({ value: code, label: t(designStyle(code).shortKey) }))}
        onChange={(value) => {
          const code = LAYOUT_STEPS.find((each) => each === value);
          if (code !== undefined) store.take(code);
        }}
      />
      <p className={styles.move} role="status">
        {t(step === null ? 'layout.step.own' : `layout.step.${step}`)}
      </p>
    </section>
  );
}
