/** Compares a code that came separately with the records that are loaded. Pure. */
import type { HandedIn } from './class-table.ts';
import { type CodeFault, readCode, sameCode } from './record-code.ts';

export type CheckedCode =
  /** The code was made from this file. */
  | { readonly kind: 'fits'; readonly file: string; readonly name: string }
  /** The code is in the file, but the file was changed afterwards. */
  | { readonly kind: 'stale'; readonly file: string }
  | { readonly kind: 'noFile'; readonly tried: number; readonly right: number }
  | { readonly kind: 'fault'; readonly fault: CodeFault };

export function checkCode(typed: string, handedIn: readonly HandedIn[]): CheckedCode {
  const read = readCode(typed);
  if (!read.ok) return { kind: 'fault', fault: read.error };
  const { code, tried, right } = read.value;
  const fits = handedIn.find(({ computed }) => computed === code);
  if (fits !== undefined) return { kind: 'fits', file: fits.file, name: fits.record.name };
  const stale = handedIn.find((one) => sameCode(one.code, code));
  return stale === undefined ? { kind: 'noFile', tried, right } : { kind: 'stale', file: stale.file };
}
