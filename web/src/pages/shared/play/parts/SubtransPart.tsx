/** A part of the stage: pg_subtrans and its buffers. */
import { useMessages } from '../../../../ui/messages.tsx';
import { SubtransView } from '../../../../views/subtrans/SubtransView.tsx';
import { type PartProps, TitledPart } from './part.tsx';

export function SubtransPart({ shown }: PartProps) {
  const { t } = useMessages();
  return (
    <TitledPart part="subtrans" title={t('subtrans.title')}>
      <SubtransView state={shown.state} brief />
    </TitledPart>
  );
}
