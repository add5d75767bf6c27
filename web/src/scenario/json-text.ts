/**
 * JSON text that keeps its places: every value and key knows its offset, so that a fault found later, in the meaning of
 * the values, can be reported with line and column. Accepts what JSON.parse accepts, but no key twice and nothing
 * deeper than JSON_DEPTH. Nothing here throws; time grows only with the text's length.
 */
import '../base/messages/en/json.ts';
import { type Messages, messagesIn } from '../base/messages/index.ts';
import { err, ok, type Result } from '../base/result.ts';
import type { Fault } from './spec-scan.ts';

export const JSON_DEPTH = 32;

export interface JsonMember {
  readonly key: string;
  readonly keyOffset: number;
  readonly value: JsonNode;
}
export type JsonNode = {
  /** Where the value begins, in UTF-16 units of the text. */
  readonly offset: number;
} & (
  | { readonly kind: 'object'; readonly members: readonly JsonMember[] }
  | { readonly kind: 'array'; readonly items: readonly JsonNode[] }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'number'; readonly value: number; readonly text: string }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'null' }
);
export type JsonKind = JsonNode['kind'];

/** Thrown and caught inside this file: how a recursive descent gives up. */
class Stop {
  readonly fault: Fault;
  constructor(fault: Fault) {
    this.fault = fault;
  }
}

const BLANK = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** Characters that were probably meant as a number. */
const NUMBER_LIKE = /[-+.\w]+/y;
const WORD = /[A-Za-z_$][\w$]*/y;
/** A run of characters in a string that need no escape. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids them in strings, so they must be named.
const PLAIN = /[^"\\\u0000-\u001f]+/y;
const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

/** Reads one JSON text. It reports the first fault only. */
export function parseJson(text: string, messages: Messages = messagesIn('en')): Result<JsonNode, Fault> {
  try {
    return ok(new Reader(text, messages).whole());
  } catch (stop) {
    if (stop instanceof Stop) return err(stop.fault);
    throw stop;
  }
}

class Reader {
  #at = 0;
  readonly #text: string;
  readonly #t: Messages['t'];

  constructor(text: string, { t }: Messages) {
    this.#text = text;
    this.#t = t;
  }

  whole(): JsonNode {
    const node = this.#value(0);
    this.#blanks();
    if (this.#at < this.#text.length) this.#expected(this.#t('json.text.nothingMore'));
    return node;
  }

  #stop(offset: number, message: string): never {
    throw new Stop({ offset, message });
  }
  #expected(wanted: string): never {
    const rest = this.#text.slice(this.#at, this.#at + 2);
    const first = [...rest][0];
    const found = first === undefined ? this.#t('json.text.end') : (this.#match(WORD) ?? `“${first}”`);
    this.#stop(this.#at, this.#t('json.text.unexpected', { wanted, found }));
  }
  /** The match at the current place; the place does not move. */
  #match(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    return pattern.exec(this.#text)?.[0] ?? null;
  }
  #blanks(): void {
    this.#at += this.#match(BLANK)?.length ?? 0;
  }
  /** Skips blanks, then takes the next character if it is this one. Answers whether it did. */
  #takes(character: string): boolean {
    this.#blanks();
    if (this.#text[this.#at] !== character) return false;
    this.#at++;
    return true;
  }

  #value(depth: number): JsonNode {
    this.#blanks();
    const offset = this.#at;
    if (depth > JSON_DEPTH) this.#stop(offset, this.#t('json.text.tooDeep', { max: JSON_DEPTH }));
    const first = this.#text[offset];
    if (first === '{') return { kind: 'object', offset, members: this.#members(depth) };
    if (first === '[') return { kind: 'array', offset, items: this.#items(depth) };
    if (first === '"') return { kind: 'string', offset, value: this.#string() };
    if (first !== undefined && /[-+.\d]/.test(first)) return this.#number(offset);
    const word = this.#match(WORD);
    if (word !== 'true' && word !== 'false' && word !== 'null') this.#expected(this.#t('json.text.value'));
    this.#at += word.length;
    return word === 'null' ? { kind: 'null', offset } : { kind: 'boolean', offset, value: word === 'true' };
  }

  #members(depth: number): readonly JsonMember[] {
    this.#at++;
    const members: JsonMember[] = [];
    if (this.#takes('}')) return members;
    const seen = new Set<string>();
    do {
      this.#blanks();
      const keyOffset = this.#at;
      if (this.#text[keyOffset] !== '"') this.#expected(this.#t('json.text.key'));
      const key = this.#string();
      if (seen.has(key)) this.#stop(keyOffset, this.#t('json.text.twice', { key }));
      seen.add(key);
      if (!this.#takes(':')) this.#expected(this.#t('json.text.colon'));
      members.push({ key, keyOffset, value: this.#value(depth + 1) });
    } while (this.#takes(','));
    if (!this.#takes('}')) this.#expected(this.#t('json.text.commaOr', { closing: '}' }));
    return members;
  }

  #items(depth: number): readonly JsonNode[] {
    this.#at++;
    const items: JsonNode[] = [];
    if (this.#takes(']')) return items;
    do items.push(this.#value(depth + 1));
    while (this.#takes(','));
    if (!this.#takes(']')) this.#expected(this.#t('json.text.commaOr', { closing: ']' }));
    return items;
  }

  #number(offset: number): JsonNode {
    const given = this.#match(NUMBER_LIKE) ?? '';
    const text = this.#match(NUMBER) ?? '';
    if (text !== given) this.#stop(offset, this.#t('json.text.badNumber', { given: given.slice(0, 40) }));
    this.#at += text.length;
    return { kind: 'number', offset, value: Number(text), text };
  }

  #string(): string {
    const offset = this.#at++;
    let value = '';
    for (;;) {
      const plain = this.#match(PLAIN) ?? '';
      value += plain;
      this.#at += plain.length;
      const next = this.#text[this.#at];
      if (next === '"') {
        this.#at++;
        return value;
      }
      if (next === '\\') value += this.#escape();
      else if (next === undefined || next === '\n' || next === '\r')
        this.#stop(offset, this.#t('json.text.unterminated'));
      else this.#stop(this.#at, this.#t('json.text.control'));
    }
  }

  #escape(): string {
    const offset = this.#at;
    const letter = this.#text[offset + 1] ?? '';
    const known = Object.hasOwn(ESCAPES, letter) ? ESCAPES[letter] : undefined;
    if (known !== undefined) {
      this.#at += 2;
      return known;
    }
    const digits = this.#text.slice(offset + 2, offset + 6);
    if (letter !== 'u' || !/^[0-9a-fA-F]{4}$/.test(digits)) this.#stop(offset, this.#t('json.text.badEscape'));
    this.#at += 6;
    return String.fromCharCode(Number.parseInt(digits, 16));
  }
}
