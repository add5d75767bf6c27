/**
 * A number field. A valid number counts at once; for an invalid one a sentence says why and the last valid number stays
 * in force, so that nothing stops while the reader types. The field is text underneath: a browser's own number field
 * hides invalid input.
 */
import { type ReactNode, useId, useState } from 'react';
import styles from './controls.module.css';
import { cx } from './cx.ts';
import { useMessages } from './messages.tsx';
import { type NumberFault, type NumberRule, parseNumberText } from './number-input.ts';

interface NumberFieldProps extends NumberRule {
  readonly label: string;
  readonly value: number;
  readonly onChange: (value: number) => void;
  readonly unit?: ReactNode;
  readonly hint?: ReactNode;
  /** A fault that only the page can see, for example a sum that is too large. */
  readonly error?: string | undefined;
  readonly disabled?: boolean;
}

/** The step of the arrow keys: a tenth of the number's order of magnitude, at least 1. */
const arrowStep = (value: number): number =>
  Math.max(1, 10 ** (Math.floor(Math.log10(Math.max(1, Math.abs(value)))) - 1));

export function NumberField(props: NumberFieldProps) {
  const { label, value, onChange, unit, hint, error, disabled = false, min, max, whole } = props;
  const { t, format } = useMessages();
  const id = useId();
  const shown = whole ? format.integer(value) : String(value);
  /** The text in the field while the reader types; null when the field shows the value itself. */
  const [draft, setDraft] = useState<string | null>(null);
  const text = draft ?? shown;
  const parsed = parseNumberText(text, { min, max, whole });

  const faultText = (fault: NumberFault): string => {
    switch (fault.kind) {
      case 'empty':
        return t('errors.empty', { name: label });
      case 'not-a-number':
        return t('errors.notANumber', { name: label, text: fault.text });
      case 'not-whole':
        return t('errors.notWhole', { name: label, text: fault.text });
      case 'too-small':
        return t('errors.tooSmall', { name: label, min: fault.min });
      case 'too-large':
        return t('errors.tooLarge', { name: label, max: fault.max });
    }
  };
  const fault = parsed.ok ? error : `${faultText(parsed.error)} ${t('errors.stillRunning', { value: shown })}`;

  const take = (next: string) => {
    setDraft(next);
    const result = parseNumberText(next, { min, max, whole });
    if (result.ok && result.value !== value) onChange(result.value);
  };

  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.withUnit}>
        <input
          id={id}
          type="text"
          inputMode={whole ? 'numeric' : 'decimal'}
          autoComplete="off"
          spellCheck={false}
          className={cx(styles.input, styles.number)}
          value={text}
          disabled={disabled}
          aria-invalid={fault !== undefined}
          aria-describedby={`${id}-hint ${id}-error`}
          onChange={(event) => take(event.target.value)}
          onBlur={() => setDraft(parsed.ok ? null : draft)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') setDraft(null);
            if (event.key === 'Enter' && parsed.ok) setDraft(null);
            if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
            event.preventDefault();
            const step = arrowStep(value) * (event.key === 'ArrowUp' ? 1 : -1);
            setDraft(null);
            onChange(Math.min(max, Math.max(min, value + step)));
          }}
        />
        {unit !== undefined && <span className={styles.unit}>{unit}</span>}
      </div>
      {hint !== undefined && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      <p id={`${id}-error`} className={styles.error} role="alert">
        {fault}
      </p>
    </div>
  );
}
