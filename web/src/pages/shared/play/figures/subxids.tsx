/** The slots for subtransactions' xids. */
import '../../../../base/messages/en/stage.ts';
import { subxidsText } from '../../../../viewmodel/stage/horizons.ts';
import { SubxidsView } from '../../../../views/subxids/SubxidsView.tsx';
import type { ViewProps, Words } from './view.ts';

export const View = ({ shown, question, place, isOneOfMany }: ViewProps) => (
  <SubxidsView
    state={shown.state}
    selection={question}
    dense={place === 'box' && isOneOfMany}
    onStage={place === 'box'}
  />
);

export const title = 'stage.subxids';

export const words: Words = ({ shown }, messages) => subxidsText(shown.state, messages);
