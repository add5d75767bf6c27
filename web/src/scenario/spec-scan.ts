/**
 * Characters to tokens, by the rules of src/test/isolation/specscanner.l (14 and later): `#` begins a comment outside
 * of SQL; blanks next to a block's braces are dropped, newlines there belong to the SQL. One pass, no backtracking:
 * time grows with the text's length and with nothing else.
 */
import { type Messages, messagesIn } from '../base/messages/index.ts';
import { err, ok, type Result } from '../base/result.ts';
import { type Place, SPEC_LIMITS, type SpecProblem } from './spec-types.ts';

export const KEYWORDS = ['notices', 'permutation', 'session', 'setup', 'step', 'teardown'] as const;
export type Keyword = (typeof KEYWORDS)[number];

export type Token = {
  readonly offset: number;
} & (
  | { readonly kind: Keyword }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'sql'; readonly sql: string; readonly sqlOffset: number }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: '(' | ')' | ',' | '*' }
  | { readonly kind: 'end' }
);
/** A `#:` comment: the text after the colon, without blanks at both ends. */
export interface ExtraLine {
  readonly text: string;
  readonly offset: number;
}
export interface Scanned {
  readonly tokens: readonly Token[];
  readonly extras: readonly ExtraLine[];
}
export interface Fault {
  readonly offset: number;
  readonly message: string;
}

/** Lines of a text, to find places without scanning it each time. */
export class Lines {
  readonly #text: string;
  readonly #starts: readonly number[];

  constructor(text: string) {
    const starts = [0];
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
    this.#text = text;
    this.#starts = starts;
  }

  lineOf(offset: number): number {
    let low = 0;
    let high = this.#starts.length;
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  }

  placeOf(offset: number): Place {
    const line = this.lineOf(offset);
    let column = 1;
    // A pair of surrogates is one character.
    for (let at = this.#starts[line - 1] ?? 0; at < offset; at++)
      if ((this.#text.charCodeAt(at) & 0xfc00) !== 0xdc00) column++;
    return { line, column };
  }
}

/** The text of a spec's bytes. */
export function decodeSpec(bytes: Uint8Array, messages: Messages = messagesIn('en')): Result<string, SpecProblem> {
  const { t } = messages;
  if (bytes.length > SPEC_LIMITS.fileBytes)
    return err({ line: 1, column: 1, message: t('spec.fileTooLarge', { max: SPEC_LIMITS.fileBytes }) });
  const whole = decoded(bytes, false);
  if (whole !== null) return ok(whole);
  // The longest beginning that is UTF-8, by halving: `good` bytes are valid, `bad` bytes are not.
  let good = 0;
  let bad = bytes.length + 1;
  while (bad - good > 1) {
    const middle = (good + bad) >>> 1;
    if (decoded(bytes.subarray(0, middle), true) === null) bad = middle;
    else good = middle;
  }
  const before = decoded(bytes.subarray(0, good), true) ?? '';
  return err({ ...new Lines(before).placeOf(before.length), message: t('spec.notUtf8') });
}

function decoded(bytes: Uint8Array, mayEndWithin: boolean): string | null {
  try {
    // isolationtester, too, treats a byte order mark like any other character.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: mayEndWithin });
  } catch {
    return null;
  }
}

const CODE = { quote: 0x22, hash: 0x23, dollar: 0x24, colon: 0x3a, open: 0x7b, close: 0x7d, newline: 0x0a } as const;

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;
const beginsName = (code: number): boolean =>
  (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a) || code === 0x5f || code >= 0x80;
const goesOn = (code: number): boolean => beginsName(code) || isDigit(code) || code === CODE.dollar;
/** Blank, tab, carriage return, form feed: these are trimmed next to braces. A newline is not. */
const isBlank = (code: number): boolean => code === 0x20 || code === 0x09 || code === 0x0d || code === 0x0c;

const isKeyword = (word: string): word is Keyword => KEYWORDS.some((keyword) => keyword === word);

/** All tokens, the last of kind `end`; or the first character that begins no token. */
export function scanSpec(text: string, messages: Messages = messagesIn('en')): Result<Scanned, Fault> {
  const { t } = messages;
  const tokens: Token[] = [];
  const extras: ExtraLine[] = [];
  const nul = text.indexOf('\0');
  const end = text.length;
  let at = 0;
  let semicolons = 0;
  const fault = (offset: number, message: string): Result<never, Fault> => err({ offset, message });

  if (nul !== -1) return fault(nul, t('spec.nul'));
  while (at < end) {
    const offset = at;
    const code = text.charCodeAt(at);
    if (code === CODE.newline || isBlank(code)) {
      at++;
    } else if (code === CODE.hash) {
      while (at < end && text.charCodeAt(at) !== CODE.newline && text.charCodeAt(at) !== 0x0d) at++;
      if (text.charCodeAt(offset + 1) === CODE.colon) extras.push({ text: text.slice(offset + 2, at).trim(), offset });
    } else if (beginsName(code)) {
      while (at < end && goesOn(text.charCodeAt(at))) at++;
      const name = text.slice(offset, at);
      tokens.push(isKeyword(name) ? { kind: name, offset } : { kind: 'name', name, offset });
    } else if (isDigit(code)) {
      while (at < end && isDigit(text.charCodeAt(at))) at++;
      const value = Number(text.slice(offset, at));
      if (value > SPEC_LIMITS.notices) return fault(offset, t('spec.numberTooLarge', { max: SPEC_LIMITS.notices }));
      tokens.push({ kind: 'number', value, offset });
    } else if (code === CODE.quote) {
      let name = '';
      const newline = text.indexOf('\n', at);
      for (at++; ; ) {
        const stop = text.indexOf('"', at);
        if (newline !== -1 && (stop === -1 || newline < stop)) return fault(offset, t('spec.newlineInName'));
        if (stop === -1) return fault(offset, t('spec.unterminatedName'));
        name += text.slice(at, stop);
        at = stop + 1;
        if (text.charCodeAt(at) !== CODE.quote) break;
        name += '"';
        at++;
      }
      tokens.push({ kind: 'name', name, offset });
    } else if (code === CODE.open) {
      const stop = text.indexOf('}', at);
      if (stop === -1) return fault(offset, t('spec.unterminatedSql'));
      let from = at + 1;
      while (from < stop && isBlank(text.charCodeAt(from))) from++;
      let to = stop;
      while (to > from && isBlank(text.charCodeAt(to - 1))) to--;
      if (to - from > SPEC_LIMITS.sqlChars) return fault(offset, t('spec.sqlTooLong', { max: SPEC_LIMITS.sqlChars }));
      for (let i = text.indexOf(';', from); i !== -1 && i < to; i = text.indexOf(';', i + 1))
        if (++semicolons > SPEC_LIMITS.semicolons)
          return fault(i, t('spec.tooManySemicolons', { max: SPEC_LIMITS.semicolons }));
      tokens.push({ kind: 'sql', sql: text.slice(from, to), sqlOffset: from, offset });
      at = stop + 1;
    } else if (code === 0x28 || code === 0x29 || code === 0x2c || code === 0x2a) {
      tokens.push({ kind: code === 0x28 ? '(' : code === 0x29 ? ')' : code === 0x2c ? ',' : '*', offset });
      at++;
    } else {
      const shown = code < 0x20 || code === 0x7f ? `0x${code.toString(16).padStart(2, '0')}` : `“${text.charAt(at)}”`;
      return fault(offset, t('spec.unexpectedCharacter', { character: shown }));
    }
  }
  tokens.push({ kind: 'end', offset: end });
  return ok({ tokens, extras });
}
