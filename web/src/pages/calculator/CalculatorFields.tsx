/** A part's settings as fields: input counts at once. */

import { Button } from '../../ui/Button.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { NumberField } from '../../ui/NumberField.tsx';
import {
  CALCULATOR_LIMITS,
  type CalculatorPart,
  type CalculatorSetting,
  type CalculatorValues,
  PART_SETTINGS,
} from '../../viewmodel/calculator/settings.ts';
import styles from './calculator.module.css';

const UNITS = {
  service: 'us',
  network: 'ms',
  think: 'ms',
  held: 'ms',
  perConnectionMiB: 'mib',
  sharedBuffersGB: 'gb',
} as const;
const unitOf = (name: CalculatorSetting) => Object.entries(UNITS).find(([setting]) => setting === name)?.[1];

interface CalculatorFieldsProps {
  readonly part: CalculatorPart;
  readonly values: CalculatorValues;
  readonly onChange: (setting: CalculatorSetting, value: number) => void;
  /** Without hints: in a box the surrounding text explains. */
  readonly isBare?: boolean;
  /** Null: these are the first values. */
  readonly onReset?: (() => void) | null;
}

export function CalculatorFields({ part, values, onChange, isBare = false, onReset }: CalculatorFieldsProps) {
  const { t } = useMessages();
  return (
    <section className={styles.fields} aria-label={t('calculator.settings')} data-bare={isBare || undefined}>
      {PART_SETTINGS[part].map((name) => {
        const unit = unitOf(name);
        return (
          <NumberField
            // For another part it is a new field: unfinished input does not carry over.
            key={`${part}-${name}`}
            label={t(`calculator.field.${name}`)}
            {...(isBare ? {} : { hint: t(`calculator.hint.${name}`) })}
            {...(unit === undefined ? {} : { unit: t(`calculator.unit.${unit}`) })}
            {...CALCULATOR_LIMITS[name]}
            value={values[name]}
            onChange={(value) => onChange(name, value)}
          />
        );
      })}
      {onReset !== undefined && (
        <Button className={styles.reset} onClick={() => onReset?.()} disabled={onReset === null}>
          {t('calculator.reset')}
        </Button>
      )}
    </section>
  );
}
