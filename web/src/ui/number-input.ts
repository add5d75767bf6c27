/** Turns typed text into a number, or into its fault. Pure: the same for a field and for a test. */
import { err, ok, type Result } from '../base/result.ts';

export interface NumberRule {
  readonly min: number;
  readonly max: number;
  readonly whole: boolean;
}
export type NumberFault =
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
