/**
 * jsonb as a value: read from text, written as text, and compared. A column can have it; its operators and functions
 * are an evaluator's, and where our own executor would need them the statement is refused.
 * Source: jsonb.c, jsonb_util.c (lengthCompareJsonbString, compareJsonbContainers).
 */
import { engineLimit, Failure } from './failure.ts';
import type { Json, Jsonb, JsonObject } from './jsonb-types.ts';
import { compareNumeric, type Numeric, parseNumeric, printNumeric } from './numeric.ts';
import { badSyntax, compareText } from './values.ts';

export const isList = (json: Json): json is readonly Json[] => Array.isArray(json);
export const isObject = (json: Json): json is JsonObject =>
  typeof json === 'object' && json !== null && 'pairs' in json;

/** What a JSON text is made of; a number as its text. */
const TOKEN =
  /[ \t\n\r]*(?:([{}[\],:])|(true|false|null)\b|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.])|("(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*")|$)/y;
const WORDS: Readonly<Record<string, Json>> = { true: true, false: false, null: null };
const MAX_DEPTH = 500;

export function parseJsonb(text: string): Jsonb {
  const bad = (): Failure => new Failure('22P02', 'invalid input syntax for type json');
  let at = 0;
  let token: readonly (string | undefined)[] = [];
  const advance = (): void => {
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(text);
    if (found === null) throw bad();
    token = found;
    at = TOKEN.lastIndex;
  };
  const sign = (): string | undefined => token[1];
  const string = (): string => {
    const value: string = JSON.parse(token[4] ?? '""');
    if (value.includes('\0')) throw new Failure('22P05', 'unsupported Unicode escape sequence');
    if (/[\ud800-\udfff]/u.test(value)) throw bad();
    return value;
  };
  const members = (close: string, member: () => void): void => {
    advance();
    if (sign() === close) return;
    for (;;) {
      member();
      advance();
      if (sign() === close) return;
      if (sign() !== ',') throw bad();
      advance();
    }
  };
  const value = (depth: number): Json => {
    if (depth > MAX_DEPTH) throw engineLimit(`jsonb more than ${MAX_DEPTH} levels deep`);
    const [, , word, number, quoted] = token;
    if (word !== undefined) return WORDS[word] ?? null;
    if (quoted !== undefined) return string();
    if (number !== undefined) return numeric(number);
    if (sign() === '[') {
      const list: Json[] = [];
      members(']', () => list.push(value(depth + 1)));
      return list;
    }
    if (sign() !== '{') throw bad();
    const found = new Map<string, Json>();
    members('}', () => {
      if (token[4] === undefined) throw bad();
      const key = string();
      advance();
      if (sign() !== ':') throw bad();
      advance();
      found.set(key, value(depth + 1));
    });
    return { pairs: [...found].sort(([a], [b]) => byteLength(a) - byteLength(b) || compareText(a, b)) };
  };
  advance();
  const json = value(0);
  advance();
  if (at < text.length || token[0]?.trim() !== '') throw bad();
  return { of: 'jsonb', json };
}

function numeric(text: string): Numeric {
  const value = parseNumeric(text);
  if (value === undefined) throw badSyntax('numeric', text);
  return value;
}

const encoder = new TextEncoder();
const byteLength = (text: string): number => encoder.encode(text).length;

/** escape_json */
const quoted = (text: string): string =>
  `"${text.replace(/["\\]|[^ -\uffff]/g, (one) => ESCAPES[one] ?? `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)}"`;
const ESCAPES: Readonly<Record<string, string>> = {
  ...{ '"': '\\"', '\\': '\\\\', '\b': '\\b', '\f': '\\f', '\n': '\\n', '\r': '\\r', '\t': '\\t' },
};

export const printJsonb = ({ json }: Jsonb): string => printed(json, printNumeric);
/** Equal values have equal keys: 1.0 and 1.00 are the same. */
export const keyOfJsonb = ({ json }: Jsonb): string =>
  printed(json, (number) => {
    const text = printNumeric(number);
    return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
  });
function printed(json: Json, number: (value: Numeric) => string): string {
  if (json === null || typeof json === 'boolean') return String(json);
  if (typeof json === 'string') return quoted(json);
  if (isList(json)) return `[${json.map((one) => printed(one, number)).join(', ')}]`;
  if (isObject(json))
    return `{${json.pairs.map(([key, one]) => `${quoted(key)}: ${printed(one, number)}`).join(', ')}}`;
  return number(json);
}

/** jbvNull, jbvString, …: the order of the kinds. */
function kindOf(json: Json): number {
  if (json === null) return 0;
  if (typeof json === 'string') return 1;
  if (typeof json === 'boolean') return 3;
  return isList(json) ? 4 : isObject(json) ? 5 : 2;
}

/** At the root a scalar is an array of one; so an empty array comes before all scalars. */
export function compareJsonb({ json: a }: Jsonb, { json: b }: Jsonb): number {
  if (isList(a) && !isList(b) && kindOf(b) < 4) return a.length === 1 ? 1 : a.length - 1;
  if (isList(b) && !isList(a) && kindOf(a) < 4) return b.length === 1 ? -1 : 1 - b.length;
  return compared(a, b);
}

function compared(a: Json, b: Json): number {
  const kind = kindOf(a) - kindOf(b);
  if (kind !== 0) return kind;
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b);
  if (typeof a === 'boolean' || typeof b === 'boolean') return Number(a) - Number(b);
  if (isList(a) && isList(b)) return a.length - b.length || first(a.map((one, i) => () => compared(one, b[i] ?? null)));
  if (isObject(a) && isObject(b)) {
    const steps = a.pairs.flatMap(([key, one], i) => {
      const [other, value] = b.pairs[i] ?? ['', null];
      return [() => compareText(key, other), () => compared(one, value)];
    });
    return a.pairs.length - b.pairs.length || first(steps);
  }
  return a === null || b === null ? 0 : compareNumeric(a as Numeric, b as Numeric);
}
function first(steps: readonly (() => number)[]): number {
  for (const step of steps) {
    const order = step();
    if (order !== 0) return order;
  }
  return 0;
}
