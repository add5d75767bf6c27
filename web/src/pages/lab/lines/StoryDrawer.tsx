/** The story's scene: machine, connections, places. A drawer over the page's right, so that nothing moves. */
import '../../../base/messages/en/lines.ts';
import '../../../base/messages/en/lines-story.ts';
import { useEffect, useRef } from 'react';
import { SCENE_PLACES } from '../../../engine/replay/scene-types.ts';
import { IconButton } from '../../../ui/Button.tsx';
import { Select } from '../../../ui/choice.tsx';
import { useMessages } from '../../../ui/messages.tsx';
import { NumberField } from '../../../ui/NumberField.tsx';
import type { LinesSettings } from '../../../viewmodel/cachelines/position.ts';
import { STORY_CORES } from '../../../viewmodel/lines-story/plan.ts';
import { MachineSelect } from '../fields.tsx';
import styles from './lines.module.css';
import { has91, mostConnections } from './story-store.ts';

interface StoryDrawerProps {
  readonly settings: LinesSettings;
  readonly onChange: (change: Partial<LinesSettings>) => void;
  readonly onClose: () => void;
}

export function StoryDrawer({ settings, onChange, onClose }: StoryDrawerProps) {
  const { t } = useMessages();
  const max = mostConnections(settings);
  const drawer = useRef<HTMLDivElement>(null);
  useEffect(() => drawer.current?.querySelector('select')?.focus(), []);
  return (
    <section
      ref={drawer}
      className={styles.drawer}
      aria-label={t('linesStory.settings')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      <div className={styles.drawerHead}>
        <strong>{t('linesStory.settings')}</strong>
        <IconButton icon="close" label={t('linesStory.close')} onClick={onClose} />
      </div>
      <MachineSelect
        label={t('lines.settings.machine')}
        value={settings.machine}
        onChange={(id) => onChange({ machine: id })}
      />
      <NumberField
        label={t('lines.settings.idle')}
        hint={t(has91(settings) ? 'linesStory.most91' : 'lines.settings.idleHint', { max })}
        value={settings.idle}
        min={0}
        max={max - STORY_CORES}
        whole
        onChange={(idle) => onChange({ idle })}
      />
      <Select
        label={t('lines.settings.place')}
        options={SCENE_PLACES.map((id) => ({ value: id, label: t(`lines.settings.place.${id}`) }))}
        value={settings.place}
        onChange={(place) => onChange({ place })}
      />
    </section>
  );
}
