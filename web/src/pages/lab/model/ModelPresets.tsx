/** Three questions that a view of the model is asked most: a press asks one. */

import '../../../base/messages/en/lab.ts';
import { Button } from '../../../ui/Button.tsx';
import { useMessages } from '../../../ui/messages.tsx';
import lab from '../lab.module.css';

export interface ModelPreset {
  readonly label: string;
  /** The page shows it now. */
  readonly isNow: boolean;
  readonly onChoose: () => void;
}

export function ModelPresets({ presets }: { readonly presets: readonly ModelPreset[] }) {
  const { t } = useMessages();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    <div className={lab.presets} role="group" aria-label={t('lab.presets')}>
      {presets.map(({ label, isNow, onChoose }) => (
        <Button key={label} aria-pressed={isNow} onClick={onChoose}>
          {label}
        </Button>
      ))}
    </div>
  );
}
