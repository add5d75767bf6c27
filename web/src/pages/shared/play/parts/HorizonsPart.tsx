/** A part of the stage: the horizons and who holds them. */
import { useMessages } from '../../../../ui/messages.tsx';
import { HorizonsView } from '../../../../views/horizons/HorizonsView.tsx';
import { useStageActs } from '../use-stage-acts.ts';
import { type PartProps, TitledPart } from './part.tsx';

export function HorizonsPart({ store, shown, question, isOneOfMany = false, onStage = false }: PartProps) {
  const { t } = useMessages();
  const { onTuple } = useStageActs(store);
  return (
    <TitledPart part="horizons" title={t('stage.horizons')}>
      <HorizonsView state={shown.state} selection={question} onTuple={onTuple} brief={isOneOfMany || onStage} />
    </TitledPart>
  );
}
