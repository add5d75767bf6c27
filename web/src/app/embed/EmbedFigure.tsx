/** The dialog with the lines for a figure in a box. */
import { EmbedDialog } from '../../pages/shared/embed/EmbedDialog.tsx';
import { formatAddress, type Route } from '../address/address.ts';

interface EmbedFigureProps {
  readonly route: Route;
  readonly show: readonly string[];
  readonly title: string;
  readonly onClose: () => void;
}

export default function EmbedFigure({ route, show, title, onClose }: EmbedFigureProps) {
  return (
    <EmbedDialog
      hash={formatAddress({ route, display: { stage: false, embed: show } })}
      title={title}
      onClose={onClose}
    />
  );
}
