/** A field for a list of counts. As with single numbers: a valid list counts at once, an invalid one is explained. */
import { useId, useState } from 'react';
import type { Result } from '../../base/result.ts';
import styles from '../../ui/controls.module.css';

interface ListFieldProps {
  readonly label: string;
  readonly hint: string;
  readonly values: readonly number[];
  readonly format: (values: readonly number[]) => string;
  readonly parse: (text: string) => Result<readonly number[], { readonly message: string }>;
  readonly onChange: (values: readonly number[]) => void;
  /** A fault that only the page can see. */
  readonly error?: string | undefined;
}

export function ListField({ label, hint, values, format, parse, onChange, error }: ListFieldProps) {
  const id = useId();
  const [draft, setDraft] = useState<string | null>(null);
  const text = draft ?? format(values);
  const parsed = parse(text);
  const fault = parsed.ok ? error : parsed.error.message;
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        type="text"
        inputMode="numeric"
        autoComplete="off"
        spellCheck={false}
        className={styles.input}
        value={text}
        aria-invalid={fault !== undefined}
        aria-describedby={`${id}-hint ${id}-error`}
        onChange={(event) => {
          setDraft(event.target.value);
          const next = parse(event.target.value);
          if (next.ok && format(next.value) !== format(values)) onChange(next.value);
        }}
        onBlur={() => setDraft(parsed.ok ? null : draft)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setDraft(null);
        }}
      />
      <p id={`${id}-hint`} className={styles.hint}>
        {hint}
      </p>
      <p id={`${id}-error`} className={styles.error} role="alert">
        {fault}
      </p>
    </div>
  );
}
