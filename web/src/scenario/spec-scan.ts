/**
 * Characters to tokens, by the rules of src/test/isolation/specscanner.l (14 and later): `#` begins a comment outside
 * of SQL; blanks next to a block's braces are dropped, newlines there belong to the SQL. One pass, no backtracking:
 * time grows with the text's length and with nothing else.
 */
import '../base/messages/en/spec.ts';
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

/**
 * Characters that override or isolate the direction of the letters after them. In the text of somebody else's link they
 * make SQL look different from what runs, and the words of the page next to it, too. (The marks U+200E and U+200F,
 * which Arabic and Hebrew need, do not.)
 */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g;

export const turningIn = (text: string, { t }: Pick<Messages, 't'>): readonly Fault[] =>
  [...text.matchAll(TURNS)].map(({ index, 0: character }) => ({
    offset: index,
    message: t('spec.turns', { code: `U+${character.charCodeAt(0).toString(16).toUpperCase()}` }),
  }));

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
export function decodeSpec(
  bytes: Uint8Array,
  messages: Messages = messagesIn('en'),
  maxBytes: number = SPEC_LIMITS.fileBytes,
): Result<string, SpecProblem> {
  const { t } = messages;
  if (bytes.length > maxBytes) return err({ line: 1, column: 1, message: t('spec.fileTooLarge', { max: maxBytes }) });
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

const MARKS: Readonly<Record<string, '(' | ')' | ',' | '*'>> = { '(': '(', ')': ')', ',': ',', '*': '*' };

/** All tokens, the last of kind `end`; or the first character that begins no token. */
export function scanSpec(text: string, messages: Messages = messagesIn('en')): Result<Scanned, Fault> {
  const nul = text.indexOf('\0');
  if (nul !== -1) return err({ offset: nul, message: messages.t('spec.nul') });
  const scanner = new Scanner(text, messages);
  while (!scanner.isAtEnd()) {
    const fault = scanner.next();
    if (fault !== null) return err(fault);
  }
  scanner.tokens.push({ kind: 'end', offset: text.length });
  return ok({ tokens: scanner.tokens, extras: scanner.extras });
}

class Scanner {
  readonly tokens: Token[] = [];
  readonly extras: ExtraLine[] = [];
  readonly #text: string;
  readonly #t: Messages['t'];
  #at = 0;
  #semicolons = 0;

  constructor(text: string, { t }: Messages) {
    this.#text = text;
    this.#t = t;
  }

  isAtEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  /** Takes one token, comment or blank; its first character decides which. Returns the fault that stops the scan. */
  next(): Fault | null {
    const code = this.#text.charCodeAt(this.#at);
    if (code === CODE.newline || isBlank(code)) {
      this.#at++;
      return null;
    }
    if (code === CODE.hash) return this.#comment();
    if (beginsName(code)) return this.#word();
    if (isDigit(code)) return this.#number();
    if (code === CODE.quote) return this.#quotedName();
    if (code === CODE.open) return this.#sql();
    return this.#mark(code);
  }

  /** Moves on while `isIn` holds for the character there; returns what it passed. */
  #pass(isIn: (code: number) => boolean): string {
    const from = this.#at;
    while (!this.isAtEnd() && isIn(this.#text.charCodeAt(this.#at))) this.#at++;
    return this.#text.slice(from, this.#at);
  }

  #comment(): null {
    const offset = this.#at;
    const text = this.#pass((code) => code !== CODE.newline && code !== 0x0d);
    if (text.charCodeAt(1) === CODE.colon) this.extras.push({ text: text.slice(2).trim(), offset });
    return null;
  }

  #word(): null {
    const offset = this.#at;
    const name = this.#pass(goesOn);
    this.tokens.push(isKeyword(name) ? { kind: name, offset } : { kind: 'name', name, offset });
    return null;
  }

  #number(): Fault | null {
    const offset = this.#at;
    const value = Number(this.#pass(isDigit));
    if (value > SPEC_LIMITS.notices)
      return { offset, message: this.#t('spec.numberTooLarge', { max: SPEC_LIMITS.notices }) };
    this.tokens.push({ kind: 'number', value, offset });
    return null;
  }

  /** A name in double quotes; two quotes within it are one of its characters. */
  #quotedName(): Fault | null {
    const text = this.#text;
    const offset = this.#at;
    const newline = text.indexOf('\n', offset);
    const parts: string[] = [];
    do {
      const from = this.#at + 1;
      const stop = text.indexOf('"', from);
      if (newline !== -1 && (stop === -1 || newline < stop)) return { offset, message: this.#t('spec.newlineInName') };
      if (stop === -1) return { offset, message: this.#t('spec.unterminatedName') };
      parts.push(text.slice(from, stop));
      this.#at = stop + 1;
    } while (text.charCodeAt(this.#at) === CODE.quote);
    this.tokens.push({ kind: 'name', name: parts.join('"'), offset });
    return null;
  }

  #sql(): Fault | null {
    const text = this.#text;
    const offset = this.#at;
    const stop = text.indexOf('}', offset);
    if (stop === -1) return { offset, message: this.#t('spec.unterminatedSql') };
    let from = offset + 1;
    while (from < stop && isBlank(text.charCodeAt(from))) from++;
    let to = stop;
    while (to > from && isBlank(text.charCodeAt(to - 1))) to--;
    if (to - from > SPEC_LIMITS.sqlChars)
      return { offset, message: this.#t('spec.sqlTooLong', { max: SPEC_LIMITS.sqlChars }) };
    for (let i = text.indexOf(';', from); i !== -1 && i < to; i = text.indexOf(';', i + 1))
      if (++this.#semicolons > SPEC_LIMITS.semicolons)
        return { offset: i, message: this.#t('spec.tooManySemicolons', { max: SPEC_LIMITS.semicolons }) };
    this.tokens.push({ kind: 'sql', sql: text.slice(from, to), sqlOffset: from, offset });
    this.#at = stop + 1;
    return null;
  }

  #mark(code: number): Fault | null {
    const offset = this.#at;
    const character = this.#text.charAt(offset);
    const kind = MARKS[character];
    if (kind === undefined) {
      const shown = code < 0x20 || code === 0x7f ? `0x${code.toString(16).padStart(2, '0')}` : `“${character}”`;
      return { offset, message: this.#t('spec.unexpectedCharacter', { character: shown }) };
    }
    this.tokens.push({ kind, offset });
    this.#at++;
    return null;
  }
}
