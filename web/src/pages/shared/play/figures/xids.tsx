/** The axis of transaction ids, with every session's snapshot on it. */
import '../../../../base/messages/en/stage.ts';
import { useMediaQuery, WINDOWS } from '../../../../ui/hooks.ts';
import { xidAxisText } from '../../../../viewmodel/stage/xid-axis-text.ts';
import { XidAxisView } from '../../../../views/xid-axis/XidAxisView.tsx';
import { isBesideOnStage, useStageActs, type ViewProps, type Words } from './view.ts';

export function View(props: ViewProps) {
  const { store, shown, question, place, depth } = props;
  // Other figures are beside it or below it, and each pixel of the height counts.
  const isLow = useMediaQuery(WINDOWS.low);
  const { onXid, onSession } = useStageActs(store);
  return (
    <XidAxisView
      state={shown.state}
      selection={question}
      low={place === 'box' || (place !== 'stage' && isLow)}
      beside={isBesideOnStage(props)}
      // A lesson's first steps speak of ids alone; the Playground's reader has chosen to see the horizon with them.
      plain={place !== 'page' && depth === 'ids'}
      onXid={onXid}
      onSession={onSession}
    />
  );
}

export const title = 'stage.axis';
export const hint = 'stage.axisHint';

export const words: Words = ({ shown }, messages) => xidAxisText(shown.state, messages);
