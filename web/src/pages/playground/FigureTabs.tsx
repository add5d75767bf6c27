/** On stage, if a figure has more parts than fit: the choice of the visible ones. */
import '../../base/messages/en/stage-figure.ts';
import { Segmented } from '../../ui/choice.tsx';
import { useMessages } from '../../ui/messages.tsx';
import type { StageFigure } from '../shared/play/views.tsx';

type Group = readonly StageFigure[];

interface FigureTabsProps {
  readonly groups: readonly Group[];
  readonly group: Group;
  readonly onGroup: (group: string) => void;
}

export function FigureTabs({ groups, group, onGroup }: FigureTabsProps) {
  const { t } = useMessages();
  return (
    <Segmented<string>
      label={t('stage.figure.name')}
      hideLabel
      options={groups.map((parts) => ({
        value: parts.join(),
        label: parts.map((part) => t(`stage.figure.${part}`)).join(' + '),
      }))}
      value={group.join()}
      onChange={onGroup}
    />
  );
}
