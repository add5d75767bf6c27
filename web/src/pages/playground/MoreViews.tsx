/**
 * Slots, pg_subtrans and horizons below the stage. While folded up they are not rendered, so a step does no work for
 * them.
 */
import { useState } from 'react';
import type { StageState } from '../../engine/stage/stage-types.ts';
import type { Spec } from '../../scenario/spec-types.ts';
import { useMessages } from '../../ui/messages.tsx';
import type { Selection, TupleRef } from '../../viewmodel/stage/selection.ts';
import { HorizonsView } from '../../views/horizons/HorizonsView.tsx';
import { SubtransView } from '../../views/subtrans/SubtransView.tsx';
import { SubxidsView } from '../../views/subxids/SubxidsView.tsx';
import styles from '../shared/play/playground.module.css';
import { CrossLink } from '../shared/standby/CrossLink.tsx';

interface MoreViewsProps {
  readonly state: StageState;
  readonly spec: Spec;
  readonly selection: Selection;
  readonly onTuple: (tuple: TupleRef) => void;
}

export function MoreViews({ state, spec, selection, onTuple }: MoreViewsProps) {
  const { t } = useMessages();
  /** The reader's choice holds for the spec that was open then; another spec itself says what to watch. */
  const [choice, setChoice] = useState<{ readonly spec: Spec; readonly isOpen: boolean } | null>(null);
  const isWatched = spec.extras.watch.some((view) => view === 'subxids' || view === 'horizons');
  const isOpen = choice?.spec === spec ? choice.isOpen : isWatched;
  return (
    <details
      className={styles.more}
      data-area="more"
      open={isOpen}
      onToggle={(event) => setChoice({ spec, isOpen: event.currentTarget.open })}
    >
      <summary>{t('stage.more')}</summary>
      {isOpen && (
        <div className={styles.moreViews}>
          <section aria-labelledby="play-subxids">
            <h2 id="play-subxids" className={styles.viewTitle}>
              {t('stage.subxids')}
            </h2>
            <SubxidsView state={state} selection={selection} />
            <p>
              <CrossLink to="standby">{t('standby.fromPlayground')}</CrossLink>
            </p>
          </section>
          <section className={styles.moreWide} aria-labelledby="play-subtrans">
            <h2 id="play-subtrans" className={styles.viewTitle}>
              {t('subtrans.title')} <span>{t('subtrans.hint')}</span>
            </h2>
            <SubtransView state={state} />
          </section>
          <section className={styles.wideView} aria-labelledby="play-horizons">
            <h2 id="play-horizons" className={styles.viewTitle}>
              {t('stage.horizons')}
            </h2>
            <HorizonsView state={state} selection={selection} onTuple={onTuple} />
          </section>
        </div>
      )}
    </details>
  );
}
