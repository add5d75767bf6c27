/** A part of the stage: the slots for subtransactions' xids. */
import { useMessages } from '../../../../ui/messages.tsx';
import { SubxidsView } from '../../../../views/subxids/SubxidsView.tsx';
import { type PartProps, TitledPart } from './part.tsx';

export function SubxidsPart({ shown, question, onStage = false, isOneOfMany = false }: PartProps) {
  const { t } = useMessages();
  return (
    <TitledPart part="subxids" title={t('stage.subxids')}>
      <SubxidsView state={shown.state} selection={question} dense={onStage && isOneOfMany} onStage={onStage} />
    </TitledPart>
  );
}
