/** Parts of the stage in a box of any width: the first one, and beside or below it the others. */
import { memo, type ReactNode, useId } from 'react';
import { useMessages } from '../../ui/messages.tsx';
import { ExplainView } from '../../views/explain/ExplainView.tsx';
import { HeapPage } from '../../views/heap-page/HeapPage.tsx';
import { HorizonsView } from '../../views/horizons/HorizonsView.tsx';
import { Lanes } from '../../views/lanes/Lanes.tsx';
import { SubtransView } from '../../views/subtrans/SubtransView.tsx';
import { SubxidsView } from '../../views/subxids/SubxidsView.tsx';
import { XidAxisView } from '../../views/xid-axis/XidAxisView.tsx';
import styles from './play-figure.module.css';
import type { PlayStore } from './play-store.ts';
import type { StageFigure } from './stage-figure.ts';
import { useStageActs } from './use-stage-acts.ts';
import { type Staged, useStageModels } from './use-stage-models.ts';

interface PlayPartsProps extends Staged {
  readonly store: PlayStore;
  readonly parts: readonly StageFigure[];
  /** Nobody can be moved: what comes next is the question. */
  readonly still?: boolean;
}

export const PlayParts = memo(function PlayParts(props: PlayPartsProps) {
  const { t } = useMessages();
  const id = useId();
  const { store, shown, question, parts, still = false } = props;
  const { heap, explain, asked, lanes } = useStageModels(props);
  const { onXid, onSession, onTuple, onLook, onPage, onMove, onSeek, toggleXid, toggleSession } = useStageActs(store);
  if (shown === null || heap === null || lanes === null) return null;
  const { state } = shown;
  const titled = (part: StageFigure, title: string, view: ReactNode) => (
    <section key={part} className={styles.part} data-part={part} aria-labelledby={`${id}-${part}`}>
      <h3 id={`${id}-${part}`} className={styles.partTitle}>
        {title}
      </h3>
      {view}
    </section>
  );
  const draw: { readonly [P in StageFigure]: () => ReactNode } = {
    lanes: () => (
      <div key="lanes" className={styles.part} data-part="lanes">
        <Lanes
          input={lanes}
          heading={<h3 className="visually-hidden">{t('lanes.title')}</h3>}
          {...(still ? {} : { onMove })}
          onSeek={onSeek}
          onXid={toggleXid}
          onSession={toggleSession}
        />
      </div>
    ),
    xids: () =>
      titled(
        'xids',
        t('stage.axis'),
        <XidAxisView state={state} selection={question} onXid={onXid} onSession={onSession} />,
      ),
    rows: () => (
      <div key="rows" className={styles.part} data-part="rows">
        <HeapPage
          detail={false}
          model={heap}
          onTuple={onTuple}
          onXid={onXid}
          onSession={onSession}
          onLook={onLook}
          onPage={onPage}
        />
      </div>
    ),
    why: () => (
      <div key="why" className={styles.part} data-part="why">
        <ExplainView model={explain} chosen={asked} onXid={onXid} />
      </div>
    ),
    subxids: () => titled('subxids', t('stage.subxids'), <SubxidsView state={state} selection={question} />),
    subtrans: () => titled('subtrans', t('subtrans.title'), <SubtransView state={state} brief />),
    horizons: () =>
      titled('horizons', t('stage.horizons'), <HorizonsView state={state} selection={question} onTuple={onTuple} />),
  };
  return (
    <div className={styles.parts} data-tick={state.tick} data-first={parts[0]} data-count={parts.length}>
      {parts.map((part) => draw[part]())}
    </div>
  );
});
