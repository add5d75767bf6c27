/** The choice of how much the Playground shows: in its bar, on a phone among its options. */
import '../../../base/messages/en/stage.ts';
import { Select } from '../../../ui/choice.tsx';
import { useMessages } from '../../../ui/messages.tsx';
import { PLAY_DEPTHS, type PlayDepth } from '../../../viewmodel/addresses.ts';

interface DepthChoiceProps {
  readonly depth: PlayDepth;
  readonly onDepth: (depth: PlayDepth) => void;
}

export function DepthChoice({ depth, onDepth }: DepthChoiceProps) {
  const { t } = useMessages();
  return (
    <Select<PlayDepth>
      label={t('stage.depth')}
      options={PLAY_DEPTHS.map((value) => ({ value, label: t(`stage.depth.${value}`) }))}
      value={depth}
      onChange={onDepth}
    />
  );
}
