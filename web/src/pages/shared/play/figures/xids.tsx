/** The axis of transaction ids, with every session's snapshot on it. */
import '../../../../base/messages/en/stage.ts';
import { useMediaQuery, WINDOWS } from '../../../../ui/hooks.ts';
import { xidAxisText } from '../../../../viewmodel/stage/xid-axis-text.ts';
import { XidAxisView } from '../../../../views/xid-axis/XidAxisView.tsx';
import { isBesideOnStage, useStageActs, type ViewProps, type Words } from './view.ts';

export function View(props: ViewProps) {
  const { store, shown, question, place } = props;
  // Lanes, page and reasons are side by side, and each pixel of the height counts.
  const isLow = useMediaQuery(WINDOWS.low);
  const { onXid, onSession } = useStageActs(store);
  return (
    <XidAxisView
      state={shown.state}
      selection={question}
      low={place === 'box' || (place === 'page' && isLow)}
      beside={isBesideOnStage(props)}
      onXid={onXid}
      onSession={onSession}
    />
  );
}

export const title = 'stage.axis';
export const hint = 'stage.axisHint';

export const words: Words = ({ shown }, messages) => xidAxisText(shown.state, messages);
