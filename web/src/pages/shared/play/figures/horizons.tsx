/** The horizons, and who holds them. */
import '../../../../base/messages/en/stage.ts';
import { horizonsText } from '../../../../viewmodel/stage/horizons.ts';
import { HorizonsView } from '../../../../views/horizons/HorizonsView.tsx';
import { useStageActs, type ViewProps, type Words } from './view.ts';

export function View({ store, shown, question, place, isOneOfMany }: ViewProps) {
  const { onTuple } = useStageActs(store);
  const isBrief = place === 'box' || (place === 'part' && isOneOfMany);
  return <HorizonsView state={shown.state} selection={question} onTuple={onTuple} brief={isBrief} />;
}

export const title = 'stage.horizons';

export const words: Words = ({ shown }, messages) => horizonsText(shown.state, messages);
