/** Around the figure of cache lines: the designs, the settings, and the picture to save. */

import '../../../base/messages/en/lines.ts';
import '../../../base/messages/en/ui-figure.ts';
import type { DesignId } from '../../../base/designs.ts';
import { SCENE_LIMITS, SCENE_PLACES, SCENE_WORKLOADS } from '../../../engine/replay/scene-types.ts';
import type { Machine } from '../../../scenario/machine.ts';
import { Button } from '../../../ui/Button.tsx';
import { Select } from '../../../ui/choice.tsx';
import { download, fileName, toPng, toSvg } from '../../../ui/export/download.ts';
import { useMessages } from '../../../ui/messages.tsx';
import { NumberField } from '../../../ui/NumberField.tsx';
import { type LinePair, type LinesSettings, maxActive } from '../../../viewmodel/cachelines/position.ts';
import { designStyle } from '../../../viewmodel/design-style.ts';
import { linesPictureOf } from '../../../views/cache-lines/picture/lines-picture.ts';
import { MachineSelect } from '../fields.tsx';
import styles from './lines.module.css';

interface LinesSettingsFormProps {
  readonly settings: LinesSettings;
  readonly machine: Machine;
  readonly onChange: (change: Partial<LinesSettings>) => void;
}

/** Machine, cores, connections, workload. Stateless: shows the settings, hands back changes. */
export function LinesSettingsForm({ settings, machine, onChange }: LinesSettingsFormProps) {
  const { t } = useMessages();
  const max = maxActive(machine);
  const fields = (
    <div className={styles.fields}>
      <MachineSelect
        label={t('lines.settings.machine')}
        value={settings.machine}
        onChange={(id) => onChange({ machine: id })}
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
        {/* The machine's name is on each side's badge. */}
        <span>{t('lines.settings.brief', { active: settings.active, connections })}</span>
      </summary>
      {fields}
    </details>
  );
}

interface DesignPickerProps {
  readonly label: string;
  readonly value: DesignId;
  readonly options: readonly DesignId[];
  readonly onChange: (design: DesignId) => void;
}

/** A panel's title is also the picker of its design: the browser's own list, in the design's hue. */
export function DesignPicker({ label, value, options, onChange }: DesignPickerProps) {
  const { t } = useMessages();
  return (
    <select
      className={styles.picker}
      aria-label={label}
      title={t(designStyle(value).whatKey)}
      style={{ color: designStyle(value).hue }}
      value={value}
      onChange={(event) => {
        const chosen = options.find((each) => each === event.target.value);
        if (chosen !== undefined) onChange(chosen);
      }}
    >
      {options.map((id) => (
        <option key={id} value={id}>
          {t(designStyle(id).shortKey)}
        </option>
      ))}
    </select>
  );
}

interface SavePictureProps {
  /** Null: it has not been loaded yet. */
  readonly pair: LinePair | null;
  /** The clock's time at the moment of saving. */
  readonly ns: () => number;
  readonly onSaid: (text: string) => void;
}

const FORMATS = ['SVG', 'PNG'] as const;

/** The present figure as a file: lines and letters (SVG), or pixels (PNG). */
export function SavePicture({ pair, ns, onSaid }: SavePictureProps) {
  const messages = useMessages();
  const { t } = messages;
  const save = async (format: (typeof FORMATS)[number]): Promise<void> => {
    if (pair === null) return;
    const now = ns();
    try {
      const made = linesPictureOf(document.documentElement, pair, now, messages);
      const content = await (format === 'SVG' ? toSvg(made) : toPng(made));
      const designs = `${pair.left.design} ${pair.right.design}`;
      const file = fileName(`cache lines ${designs} ${Math.round(now)} ns`, format.toLowerCase());
      download(file, content);
      onSaid(t('ui.file.saved', { file }));
    } catch {
      onSaid(t('ui.file.failed', { format }));
    }
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    <div role="group" aria-label={t('ui.figure.tools')} className={styles.save}>
      {FORMATS.map((format) => (
        <Button
          key={format}
          look="quiet"
          aria-label={t('ui.file.saveAs', { format })}
          title={t('ui.file.saveAs', { format })}
          disabled={pair === null}
          onClick={() => void save(format)}
        >
          {format}
        </Button>
      ))}
    </div>
  );
}
