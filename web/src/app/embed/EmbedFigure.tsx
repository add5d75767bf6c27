/** The dialog with the lines for a figure in a box. */
import { EmbedDialog } from '../../pages/shared/embed/EmbedDialog.tsx';
import { formatAddress, type Route } from '../address/address.ts';
import { useScenarioTitle } from './EmbedTitle.tsx';

interface EmbedFigureProps {
  readonly route: Route;
  readonly show: readonly string[];
  /** What the page around the box says of the figure now. */
  readonly label: string;
  readonly onClose: () => void;
}

export default function EmbedFigure({ route, show, label, onClose }: EmbedFigureProps) {
  const source = route.page === 'play' ? route.address.source : undefined;
  // A scenario's own title stays true at all its steps.
  const title = useScenarioTitle(source?.kind === 'shipped' ? source.id : null) ?? '';
  return (
    <EmbedDialog
      hash={formatAddress({ route, display: { stage: false, embed: show } })}
      title={title === '' ? label.replace(/^(Figure: |图：)/, '') : title}
      onClose={onClose}
    />
  );
}
