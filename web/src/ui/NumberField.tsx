/**
 * A number field. A valid number counts at once; for an invalid one a sentence says why, and the number from before the
 * typing is in force (not its first digits), so that nothing stops while the reader types. The field is text underneath: a browser's own number field
 * hides invalid input.
 */

import '../base/messages/en/errors.ts';
import { type ReactNode, useId, useState } from 'react';
import type { Messages } from '../base/messages/index.ts';
import { err, ok, type Result } from '../base/result.ts';
import { cx } from './Button.tsx';
import styles from './controls.module.css';
import { useMessages } from './messages.tsx';

interface NumberRule {
  readonly min: number;
  readonly max: number;
  readonly whole: boolean;
}
type NumberFault =
  | { readonly kind: 'empty' }
  | { readonly kind: 'not-a-number'; readonly text: string }
  | { readonly kind: 'not-whole'; readonly text: string }
  | { readonly kind: 'too-small'; readonly min: number }
  | { readonly kind: 'too-large'; readonly max: number };

/** Digits may be in groups of three after a comma, a space, a thin space, an underscore or an apostrophe. */
const GROUPED = /^[+-]?\d{1,3}([,_' \u00a0\u2009\u202f])\d{3}(\1\d{3})*(\.\d+)?$/;
const PLAIN = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i;
/** The longest part of a typing error that a message shows. */
const SHOWN = 24;

/** Turns typed text into a number, or into its fault. Pure: the same for a field and for a test. */
export function parseNumberText(text: string, rule: NumberRule): Result<number, NumberFault> {
  // A minus sign from a typeset page counts as one.
  const trimmed = text.trim().replace(/^[−–]/, '-');
  if (trimmed === '') return err({ kind: 'empty' });
  const shown = trimmed.length > SHOWN ? `${trimmed.slice(0, SHOWN - 1)}…` : trimmed;
  const digits = GROUPED.test(trimmed) ? trimmed.replace(/[,_' \u00a0\u2009\u202f]/g, '') : trimmed;
  if (!PLAIN.test(digits)) return err({ kind: 'not-a-number', text: shown });
  const value = Number(digits);
  if (value > rule.max) return err({ kind: 'too-large', max: rule.max });
  if (value < rule.min) return err({ kind: 'too-small', min: rule.min });
  if (rule.whole && !Number.isInteger(value)) return err({ kind: 'not-whole', text: shown });
  // -0 is 0: it would otherwise be written "-0" in an address.
  return ok(value === 0 ? 0 : value);
}

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

function faultText(fault: NumberFault, name: string, t: Messages['t']): string {
  switch (fault.kind) {
    case 'empty':
      return t('errors.empty', { name });
    case 'not-a-number':
      return t('errors.notANumber', { name, text: fault.text });
    case 'not-whole':
      return t('errors.notWhole', { name, text: fault.text });
    case 'too-small':
      return t('errors.tooSmall', { name, min: fault.min });
    case 'too-large':
      return t('errors.tooLarge', { name, max: fault.max });
  }
}

/** The text while the reader types, and what it is as a number. */
function useDraft({ value, onChange, min, max, whole }: NumberFieldProps, shown: string) {
  /** Null: the field shows the value itself. */
  const [draft, setDraft] = useState<string | null>(null);
  /** In force when the typing began. */
  const [before, setBefore] = useState(value);
  const text = draft ?? shown;
  const parsed = parseNumberText(text, { min, max, whole });
  const take = (next: string): void => {
    // Another number over a selected one is typed anew.
    const goesOn = draft !== null && (next.startsWith(draft) || draft.startsWith(next));
    const known = goesOn ? before : value;
    setBefore(known);
    setDraft(next);
    const result = parseNumberText(next, { min, max, whole });
    const now = result.ok ? result.value : known;
    if (now !== value) onChange(now);
  };
  /** By the arrow keys. */
  const move = (direction: 1 | -1): void => {
    setDraft(null);
    onChange(Math.min(max, Math.max(min, value + arrowStep(value) * direction)));
  };
  return { text, parsed, take, move, settle: () => parsed.ok && setDraft(null), drop: () => setDraft(null) };
}

export function NumberField(props: NumberFieldProps) {
  const { label, value, unit, hint, error, disabled = false, whole } = props;
  const { t, format } = useMessages();
  const id = useId();
  const shown = whole ? format.integer(value) : String(value);
  const { text, parsed, take, move, settle, drop } = useDraft(props, shown);
  const fault = parsed.ok
    ? error
    : `${faultText(parsed.error, label, t)} ${t('errors.stillRunning', { value: shown })}`;
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
          onBlur={settle}
          onKeyDown={(event) => {
            if (event.key === 'Escape') drop();
            if (event.key === 'Enter') settle();
            if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
            event.preventDefault();
            move(event.key === 'ArrowUp' ? 1 : -1);
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
