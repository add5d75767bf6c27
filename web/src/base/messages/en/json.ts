/** Texts about JSON files that a person gives: what is wrong with one, and what to do. */
import { addTexts } from '../english.ts';
import type { Format } from '../format.ts';
import type { Area } from '../types.ts';

type Kind = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null';
const KIND_WORDS = {
  object: 'an object',
  array: 'a list',
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
  null: 'null',
} as const satisfies Record<Kind, string>;

/** A path as a person writes it; the whole file has none. */
const of = (path: string) => (path === '' ? 'the file' : path);

export const json = addTexts({
  'json.text.unexpected': (p: { wanted: string; found: string }) =>
    `this is not JSON: ${p.wanted} is expected here, but this is ${p.found}`,
  'json.text.end': 'the end of the file',
  'json.text.value': 'a value',
  'json.text.key': 'a key in double quotes',
  'json.text.colon': 'a colon',
  'json.text.commaOr': (p: { closing: string }) => `a comma or ${p.closing}`,
  'json.text.nothingMore': 'nothing more',
  'json.text.unterminated': 'this is not JSON: the text that begins here has no end on its line: a " is missing',
  'json.text.badEscape': 'this is not JSON: after \\ one of " \\ / b f n r t, or u and four hexadecimal digits',
  'json.text.control': 'this is not JSON: a control character in a text; write it as \\u and four hexadecimal digits',
  'json.text.badNumber': (p: { given: string }) =>
    `this is not JSON: ${p.given} is not a number as JSON writes them, like 12, -3 or 0.25`,
  'json.text.tooDeep': (p: { max: number }, f: Format) => `more than ${f.integer(p.max)} levels inside each other`,
  'json.text.twice': (p: { key: string }) => `“${p.key}” is given twice in the same object; leave one out`,

  'json.fileTooLarge': (p: { max: number }, f: Format) => `the file is larger than ${f.bytes(p.max)}`,
  'json.wrongKind': (p: { path: string; wanted: Kind; found: Kind }) =>
    `${of(p.path)}: ${KIND_WORDS[p.wanted]} is expected, but this is ${KIND_WORDS[p.found]}`,
  'json.missing': (p: { path: string; key: string }) => `${of(p.path)}: “${p.key}” is missing; add it`,
  'json.unknownKey': (p: { path: string; key: string; known: readonly string[] }, f: Format) =>
    `${of(p.path)}: “${p.key}” is unknown; the known keys here are ${f.list(p.known)}`,
  'json.notOneOf': (p: { path: string; given: string; known: readonly string[] }, f: Format) =>
    `${p.path}: “${p.given}” is not one of ${f.list(p.known)}`,
  'json.outOfRange': (p: { path: string; given: string; from: number; to: number; unit: string }, f: Format) =>
    `${p.path}: ${p.given} is outside ${f.integer(p.from)} to ${f.integer(p.to)}${p.unit === '' ? '' : ` ${p.unit}`}; give a figure within`,
  'json.notWhole': (p: { path: string; given: string }) => `${p.path}: ${p.given} is not a whole number`,
  'json.emptyText': (p: { path: string }) => `${p.path}: the text is empty; write one or leave the key out`,
  'json.longText': (p: { path: string; max: number }, f: Format) =>
    `${p.path}: the text is longer than ${f.integer(p.max)} characters`,
  'json.badFormat': (p: { path: string; given: string; known: string }) =>
    `${p.path}: this is “${p.given}”; only “${p.known}” is read`,
} satisfies Area<'json'>);
