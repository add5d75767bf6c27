/** A part of the stage: the lanes. */
import { useMessages } from '../../../../ui/messages.tsx';
import { Lanes } from '../../../../views/lanes/Lanes.tsx';
import styles from '../play-figure.module.css';
import { useStageActs } from '../use-stage-acts.ts';
import { useLanes } from '../use-stage-models.ts';
import type { PartProps } from './part.tsx';

export function LanesPart(props: PartProps) {
  const { t } = useMessages();
  const { store, still, onStage = false, isOneOfMany = false } = props;
  const lanes = useLanes(props);
  const { onMove, onSeek, toggleXid, toggleSession } = useStageActs(store);
  return (
    <div className={styles.part} data-part="lanes">
      <Lanes
        input={lanes}
        {...(onStage ? { compact: isOneOfMany } : {})}
        heading={<h3 className="visually-hidden">{t('lanes.title')}</h3>}
        {...(still ? {} : { onMove })}
        onSeek={onSeek}
        onXid={toggleXid}
        onSession={toggleSession}
      />
    </div>
  );
}
