/** Machine, cores, connections, workload. Stateless: shows the settings, hands back changes. */
import { SCENE_LIMITS, SCENE_PLACES, SCENE_WORKLOADS } from '../../../engine/replay/scene-types.ts';
import type { Machine } from '../../../scenario/machine.ts';
import { Select } from '../../../ui/choice.tsx';
import { useMessages } from '../../../ui/messages.tsx';
import { NumberField } from '../../../ui/NumberField.tsx';
import { type LinesSettings, maxActive } from '../../../viewmodel/cachelines/settings.ts';
import styles from './lines.module.css';
import { shippedMachines } from './machines.ts';

interface LinesSettingsFormProps {
  readonly settings: LinesSettings;
  readonly machine: Machine;
  readonly onChange: (change: Partial<LinesSettings>) => void;
}

export function LinesSettingsForm({ settings, machine, onChange }: LinesSettingsFormProps) {
  const { t } = useMessages();
  const max = maxActive(machine);
  const fields = (
    <div className={styles.fields}>
      <Select
        label={t('lines.settings.machine')}
        options={shippedMachines().map(({ id, short }) => ({ value: id, label: short }))}
        value={settings.machine}
        onChange={(id) => {
          const chosen = shippedMachines().find((each) => each.id === id);
          if (chosen !== undefined) onChange({ machine: chosen.id as LinesSettings['machine'] });
        }}
      />
      <NumberField
        label={t('lines.settings.active')}
        hint={t('lines.settings.activeHint', { max })}
        value={settings.active}
        min={SCENE_LIMITS.active.min}
        max={max}
        whole
        onChange={(active) => onChange({ active })}
      />
      <NumberField
        label={t('lines.settings.idle')}
        hint={t('lines.settings.idleHint', { max: SCENE_LIMITS.connections })}
        value={settings.idle}
        min={0}
        max={SCENE_LIMITS.connections - settings.active}
        whole
        onChange={(idle) => onChange({ idle })}
      />
      <Select
        label={t('lines.settings.workload')}
        options={SCENE_WORKLOADS.map((id) => ({ value: id, label: t(`lines.settings.workload.${id}`) }))}
        value={settings.workload}
        onChange={(workload) => onChange({ workload })}
      />
      <Select
        label={t('lines.settings.place')}
        options={SCENE_PLACES.map((id) => ({ value: id, label: t(`lines.settings.place.${id}`) }))}
        value={settings.place}
        onChange={(place) => onChange({ place })}
      />
    </div>
  );
  const connections = settings.active + settings.idle;
  return (
    <details className={styles.settings} data-testid="lines-settings">
      <summary>
        {t('lines.settings.label')}
        <span>{t('lines.settings.summary', { machine: machine.short, active: settings.active, connections })}</span>
      </summary>
      {fields}
    </details>
  );
}
