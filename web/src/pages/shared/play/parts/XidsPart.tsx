/** A part of the stage: the axis of xids. */
import { useMessages } from '../../../../ui/messages.tsx';
import { XidAxisView } from '../../../../views/xid-axis/XidAxisView.tsx';
import { useStageActs } from '../use-stage-acts.ts';
import { type PartProps, TitledPart } from './part.tsx';

export function XidsPart({ store, shown, question, onStage = false }: PartProps) {
  const { t } = useMessages();
  const { onXid, onSession } = useStageActs(store);
  return (
    <TitledPart part="xids" title={t('stage.axis')}>
      <XidAxisView state={shown.state} selection={question} low={onStage} onXid={onXid} onSession={onSession} />
    </TitledPart>
  );
}
