/**
 * Readers of JSON nodes: each answers its value, or undefined after it has reported a fault. An object's table of
 * fields is also its type, so a field cannot be read and forgotten.
 */
import '../base/messages/en/json.ts';
import '../base/messages/en/machine.ts';
import type { Messages } from '../base/messages/index.ts';
import type { JsonKind, JsonNode } from './json-text.ts';

export interface PlacedFault {
  readonly offset: number;
  readonly path: string;
  readonly message: string;
}

/** The faults found so far, and the place of each field. */
export class Faults {
  readonly all: PlacedFault[] = [];
  readonly #offsets = new Map<string, number>();
  readonly t: Messages['t'];

  constructor({ t }: Messages) {
    this.t = t;
  }
  seen(path: string, { offset }: JsonNode): void {
    this.#offsets.set(path, offset);
  }
  add(offset: number, path: string, message: string): undefined {
    this.all.push({ offset, path, message });
    return undefined;
  }
  /** Reports a fault of a field that has been read. */
  at(path: string, say: (path: string) => string): void {
    this.add(this.#offsets.get(path) ?? 0, path, say(path));
  }
}

export type Reader<T> = (node: JsonNode, path: string, faults: Faults) => T | undefined;
export interface Field<T> {
  readonly read: Reader<T>;
  readonly missing: 'fault' | 'null';
}
export const required = <T>(read: Reader<T>): Field<T> => ({ read, missing: 'fault' });
/** Left out, or null: null. */
export const optional = <T>(read: Reader<T>): Field<T | null> => ({
  read: (node, path, faults) => (node.kind === 'null' ? null : read(node, path, faults)),
  missing: 'null',
});

type Fields = Readonly<Record<string, Field<unknown>>>;
export type ObjectOf<F extends Fields> = {
  readonly [K in keyof F]: F[K] extends Field<infer T> ? T : never;
};

const wrongKind = (node: JsonNode, path: string, faults: Faults, wanted: JsonKind): undefined =>
  faults.add(node.offset, path, faults.t('json.wrongKind', { path, wanted, found: node.kind }));

/** An object with exactly these fields: unknown keys are faults, all faults are reported at once. */
export function object<F extends Fields>(fields: F): Reader<ObjectOf<F>> {
  const known = Object.keys(fields);
  return (node, path, faults) => {
    if (node.kind !== 'object') return wrongKind(node, path, faults, 'object');
    faults.seen(path, node);
    const below = (key: string): string => (path === '' ? key : `${path}.${key}`);
    const given = new Map(node.members.map((member) => [member.key, member.value]));
    for (const { key, keyOffset } of node.members)
      if (!Object.hasOwn(fields, key))
        faults.add(keyOffset, below(key), faults.t('json.unknownKey', { path, key, known }));
    let whole = true;
    const value: Record<string, unknown> = {};
    for (const [key, field] of Object.entries(fields)) {
      const child = given.get(key);
      if (child === undefined && field.missing === 'fault')
        faults.add(node.offset, below(key), faults.t('json.missing', { path, key }));
      const read = child === undefined ? null : field.read(child, below(key), faults);
      if (read === undefined || (child === undefined && field.missing === 'fault')) whole = false;
      else value[key] = read;
    }
    // Each field was read by its own reader above; the type checker cannot follow a loop over names.
    return whole ? (value as ObjectOf<F>) : undefined;
  };
}

export function listOf<T>(read: Reader<T>): Reader<readonly T[]> {
  return (node, path, faults) => {
    if (node.kind !== 'array') return wrongKind(node, path, faults, 'array');
    faults.seen(path, node);
    const items: T[] = [];
    for (const [index, item] of node.items.entries()) {
      const value = read(item, `${path}[${index}]`, faults);
      if (value !== undefined) items.push(value);
    }
    return items.length === node.items.length ? items : undefined;
  };
}

/** An object whose keys are free. */
export function mapOf<T>(read: Reader<T>): Reader<Readonly<Record<string, T>>> {
  return (node, path, faults) => {
    if (node.kind !== 'object') return wrongKind(node, path, faults, 'object');
    const entries: [string, T][] = [];
    for (const { key, value } of node.members) {
      const got = read(value, `${path}.${key}`, faults);
      if (got !== undefined) entries.push([key, got]);
    }
    return entries.length === node.members.length ? Object.fromEntries(entries) : undefined;
  };
}

export interface TextRule {
  readonly max: number;
  readonly min?: number;
  /** The only valid text. */
  readonly is?: string;
  /** An id: small letters, digits, single hyphens. */
  readonly id?: boolean;
}
export function text({ max, min = 0, is, id = false }: TextRule): Reader<string> {
  return (node, path, faults) => {
    const { t } = faults;
    if (node.kind !== 'string') return wrongKind(node, path, faults, 'string');
    faults.seen(path, node);
    const { value, offset } = node;
    if (value.trim() === '') return faults.add(offset, path, t('json.emptyText', { path }));
    if (value.trim().length < min) return faults.add(offset, path, t('machine.shortSource', { path, min }));
    if (value.length > max) return faults.add(offset, path, t('json.longText', { path, max }));
    const given = value.slice(0, 60);
    if (is !== undefined && value !== is)
      return faults.add(offset, path, t('json.badFormat', { path, given, known: is }));
    if (id && !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(value))
      return faults.add(offset, path, t('machine.badId', { path, given }));
    return value;
  };
}

export function numberIn(from: number, to: number, whole = false, unit = ''): Reader<number> {
  return (node, path, faults) => {
    const { t } = faults;
    if (node.kind !== 'number') return wrongKind(node, path, faults, 'number');
    faults.seen(path, node);
    const given = node.text.slice(0, 40);
    if (!(node.value >= from && node.value <= to))
      return faults.add(node.offset, path, t('json.outOfRange', { path, given, from, to, unit }));
    if (whole && !Number.isInteger(node.value))
      return faults.add(node.offset, path, t('json.notWhole', { path, given }));
    return node.value;
  };
}

/** One of a few texts, or of true and false. */
export function choice<const T extends string | boolean>(known: readonly T[]): Reader<T> {
  const kind = typeof known[0] === 'boolean' ? 'boolean' : 'string';
  return (node, path, faults) => {
    if (node.kind !== 'string' && node.kind !== 'boolean') return wrongKind(node, path, faults, kind);
    faults.seen(path, node);
    const found = known.find((one) => one === node.value);
    if (found !== undefined) return found;
    const given = String(node.value).slice(0, 60);
    return faults.add(node.offset, path, faults.t('json.notOneOf', { path, given, known: known.map(String) }));
  };
}
