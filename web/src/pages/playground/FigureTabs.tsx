/** On stage, where a figure has more parts than there is room for: which one stands there. */
import { Segmented } from '../../ui/choice.tsx';
import { useMessages } from '../../ui/messages.tsx';
import type { StageFigure } from './stage-figure.ts';

interface FigureTabsProps {
  readonly figures: readonly StageFigure[];
  readonly figure: StageFigure;
  readonly onFigure: (figure: StageFigure) => void;
}

export function FigureTabs({ figures, figure, onFigure }: FigureTabsProps) {
  const { t } = useMessages();
  return (
    <Segmented<StageFigure>
      label={t('stage.figure.name')}
      hideLabel
      options={figures.map((value) => ({ value, label: t(`stage.figure.${value}`) }))}
      value={figure}
      onChange={onFigure}
    />
  );
}
