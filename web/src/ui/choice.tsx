/**
 * Choosing among a few options: native radios, checkboxes and selects underneath, so that keyboard and screen reader
 * work.
 */
import { type ReactNode, useId } from 'react';
import { cx } from './Button.tsx';
import styles from './controls.module.css';

export interface Option<V extends string> {
  readonly value: V;
  readonly label: ReactNode;
  /** A second line in muted ink. */
  readonly hint?: ReactNode;
  readonly disabled?: boolean;
}

interface SegmentedProps<V extends string> {
  readonly label: string;
  readonly options: readonly Option<V>[];
  readonly value: V;
  readonly onChange: (value: V) => void;
  readonly hideLabel?: boolean;
}

/** One of a few, all visible. */
export function Segmented<V extends string>({ label, options, value, onChange, hideLabel = false }: SegmentedProps<V>) {
  const name = useId();
  return (
    <fieldset className={styles.field}>
      <legend className={cx(styles.label, hideLabel && 'visually-hidden')}>{label}</legend>
      <div className={styles.segments}>
        {options.map((option) => (
          <label key={option.value} className={styles.segment}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabled}
              onChange={() => onChange(option.value)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface ToggleProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** On or off, at once. */
export function Toggle({ label, hint, checked, disabled = false, onChange }: ToggleProps) {
  return (
    <label className={styles.toggle}>
      <input
        type="checkbox"
        role="switch"
        aria-checked={checked}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className={styles.optionText}>
        <span>{label}</span>
        {hint !== undefined && <span className={styles.hint}>{hint}</span>}
      </span>
    </label>
  );
}

interface SelectProps<V extends string> {
  readonly label: string;
  readonly options: readonly { readonly value: V; readonly label: string; readonly disabled?: boolean }[];
  readonly value: V;
  readonly onChange: (value: V) => void;
  readonly hint?: ReactNode;
  readonly hideLabel?: boolean;
}

/** One of many: the browser's own list. */
export function Select<V extends string>({ label, options, value, onChange, hint, hideLabel = false }: SelectProps<V>) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label className={cx(styles.label, hideLabel && 'visually-hidden')} htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className={styles.input}
        value={value}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.target.value);
          if (chosen !== undefined) onChange(chosen.value);
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      {hint !== undefined && <p className={styles.hint}>{hint}</p>}
    </div>
  );
}

interface CheckboxGroupProps<V extends string> {
  readonly label: string;
  readonly options: readonly Option<V>[];
  readonly values: readonly V[];
  /** The chosen values in the order of `options`. */
  readonly onChange: (values: readonly V[]) => void;
  /** The reason why the present choice cannot be used. */
  readonly error?: string | undefined;
}

/** Any number of a few. */
export function CheckboxGroup<V extends string>({ label, options, values, onChange, error }: CheckboxGroupProps<V>) {
  const errorId = useId();
  return (
    <fieldset className={styles.field} aria-describedby={error === undefined ? undefined : errorId}>
      <legend className={styles.label}>{label}</legend>
      <div className={styles.checks}>
        {options.map((option) => (
          <label key={option.value} className={styles.check}>
            <input
              type="checkbox"
              checked={values.includes(option.value)}
              disabled={option.disabled}
              onChange={(event) => {
                const chosen = event.target.checked;
                onChange(
                  options
                    .map((other) => other.value)
                    .filter((other) => (other === option.value ? chosen : values.includes(other))),
                );
              }}
            />
            <span className={styles.optionText}>
              <span>{option.label}</span>
              {option.hint !== undefined && <span className={styles.hint}>{option.hint}</span>}
            </span>
          </label>
        ))}
      </div>
      <p id={errorId} className={styles.error} role="alert">
        {error}
      </p>
    </fieldset>
  );
}
