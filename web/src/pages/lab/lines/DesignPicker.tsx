/** A panel's title is also the picker of its design: the browser's own list, in the design's hue. */
import type { DesignId } from '../../../base/designs.ts';
import { useMessages } from '../../../ui/messages.tsx';
import { designStyle } from '../../../viewmodel/design-style.ts';
import styles from './lines.module.css';

interface DesignPickerProps {
  readonly label: string;
  readonly value: DesignId;
  readonly options: readonly DesignId[];
  readonly onChange: (design: DesignId) => void;
}

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
