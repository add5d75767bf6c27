/**
 * Settings as a table. Each field reads its value from text (a form, an address, a command-line option), checks a value that code put
 * together, and writes it back. The range stands in the field and nowhere else, and one set of sentences says what is wrong: what was
 * given, where, and what to give. Pure; nothing throws.
 */
import './messages/en/lab.ts';
import type { Messages } from './messages/index.ts';
import { err, ok, type Result } from './result.ts';

/** The name of a field as the reader knows it ("--idle", "Idle connections"), and the reader's language. */
export interface At {
  readonly where: string;
  readonly messages: Messages;
}

export interface Field<T> {
  readonly read: (text: string, at: At) => Result<T, string>;
  readonly check: (value: T, at: At) => Result<T, string>;
  readonly write: (value: T) => string;
}

/** Shortens long input, so that a message stays a sentence. */
export const quoted = (given: string): string => (given.length > 40 ? `${given.slice(0, 39)}…` : given);

/**
 * Plain decimal notation only: no exponent, no hex, no thousands separators, because commas make lists here. There is
 * only one way to match the digits: a pattern that can split them in many places takes seconds on a link full of them.
 */
const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/;

export interface Range {
  readonly min: number;
  readonly max: number;
  readonly whole: boolean;
  /** The field is a list, so a message may suggest several numbers. */
  readonly several?: boolean;
}

/** A number within a range. Minus zero is read as zero. */
export function number<T extends number = number>(range: Range): Field<T> {
  const { min, max, whole } = range;
  const allowedAt = ({ messages: { t } }: At): string => {
    const one = t(whole ? 'lab.problem.wholeBetween' : 'lab.problem.between', { min, max });
    return range.several === true ? t('lab.problem.orSeveral', { one }) : one;
  };
  const checked = (value: number, given: string, at: At): Result<T, string> => {
    const { t } = at.messages;
    const parts = { where: at.where, given: quoted(given), allowed: allowedAt(at) };
    if (Number.isNaN(value)) return err(t('lab.problem.notANumber', parts));
    if (value < 0) return err(t('lab.problem.negative', parts));
    if (value > max) return err(t('lab.problem.tooLarge', parts));
    if (whole && !Number.isInteger(value)) return err(t('lab.problem.fraction', parts));
    if (value < min) return err(t('lab.problem.tooSmall', parts));
    // A branded number is a number with a unit in its name.
    return ok((Object.is(value, -0) ? 0 : value) as T);
  };
  return {
    read: (text, at) => {
      const given = text.trim();
      if (given === '') return err(at.messages.t('lab.problem.empty', { where: at.where, allowed: allowedAt(at) }));
      return checked(DECIMAL.test(given) ? Number(given) : Number.NaN, given, at);
    },
    check: (value, at) => checked(value, String(value), at),
    write: String,
  };
}

/** A word; `want` says what is wrong with any other. */
export function word<T extends string>(
  isKnown: (text: string) => text is T,
  want: (given: string, at: At) => string,
): Field<T> {
  const read = (text: string, at: At): Result<T, string> => {
    const given = text.trim();
    return isKnown(given) ? ok(given) : err(want(quoted(given), at));
  };
  return { read, check: read, write: (value) => value };
}

/** One of a few values, each of which is written as a word. */
export function oneOf<T extends string>(
  known: readonly T[],
  wordOf: (value: T) => string = (value) => value,
): Field<T> {
  const find = (given: string, { where, messages }: At): Result<T, string> => {
    const value = known.find((each) => wordOf(each) === given);
    if (value !== undefined) return ok(value);
    return err(messages.t('lab.problem.unknown', { where, given: quoted(given), known: known.map(wordOf) }));
  };
  return { read: (text, at) => find(text.trim(), at), check: (value, at) => find(wordOf(value), at), write: wordOf };
}

/** Yes or no: 1 or 0. */
export const flag: Field<boolean> = {
  read: (text, { where, messages }) =>
    text === '1' || text === '0'
      ? ok(text === '1')
      : err(messages.t('lab.problem.yesNo', { where, given: quoted(text) })),
  check: (value) => ok(value),
  write: (value) => (value ? '1' : '0'),
};

interface ListOptions<T> {
  /** The message for an empty list; without it, the member's message for an empty text. */
  readonly none?: (at: At) => string;
  /** A member in a message; left out: as it is written. */
  readonly show?: (value: T, messages: Messages) => string;
}

/** Values with commas between them, each once. */
export function listOf<T>(member: Field<T>, { none, show = member.write }: ListOptions<T> = {}): Field<readonly T[]> {
  const all = <From>(
    from: readonly From[],
    readOne: (one: From, at: At) => Result<T, string>,
    at: At,
  ): Result<readonly T[], string> => {
    if (none !== undefined && from.length === 0) return err(none(at));
    const values: T[] = [];
    for (const one of from) {
      const value = readOne(one, at);
      if (!value.ok) return value;
      if (values.includes(value.value)) {
        const given = show(value.value, at.messages);
        return err(at.messages.t('lab.problem.duplicate', { where: at.where, given }));
      }
      values.push(value.value);
    }
    return ok(values);
  };
  return {
    read: (text, at) => all(none !== undefined && text.trim() === '' ? [] : text.split(','), member.read, at),
    check: (values, at) => all(values, member.check, at),
    write: (values) => values.map(member.write).join(','),
  };
}

/** A list of whole numbers. */
export const counts = (min: number, max: number): Field<readonly number[]> =>
  listOf(number({ min, max, whole: true, several: true }), { show: (value, { format }) => format.integer(value) });

/** A field for each name of `V`. */
export type Table<V> = { readonly [K in keyof V]: Field<V[K]> };
/** Values of which some may be missing. */
export type Given<V> = { readonly [K in keyof V]?: V[K] | undefined };
export type Raw<V> = { readonly [K in keyof V]?: string | undefined };

/** The source of the words: the fields' names, and the catalogue in the reader's language. */
export interface Wording<Name extends PropertyKey> {
  readonly names: Readonly<Record<Name, string>>;
  readonly messages: Messages;
}
export interface Fault<Name> {
  readonly field: Name;
  readonly message: string;
}

const namesOf = <V>(fields: Table<V>): readonly (keyof V)[] => Object.keys(fields) as (keyof V)[];

/** The values of the texts that are there, or the first fault in the order of the table. */
export function readFields<V>(
  fields: Table<V>,
  raw: Raw<V>,
  { names, messages }: Wording<keyof V>,
): Result<Partial<V>, Fault<keyof V>> {
  const values: Partial<V> = {};
  for (const field of namesOf(fields)) {
    const text = raw[field];
    if (text === undefined) continue;
    const value = fields[field].read(text, { where: names[field], messages });
    if (!value.ok) return err({ field, message: value.error });
    values[field] = value.value;
  }
  return ok(values);
}

/** The first fault of values that code put together, in the order of the table. */
export function faultOf<V>(
  fields: Table<V>,
  values: Given<V>,
  { names, messages }: Wording<keyof V>,
): Fault<keyof V> | undefined {
  for (const field of namesOf(fields)) {
    const value = values[field];
    if (value === undefined) continue;
    const checked = fields[field].check(value, { where: names[field], messages });
    if (!checked.ok) return { field, message: checked.error };
  }
  return undefined;
}

/** The texts that `readFields` reads back to equal values. */
export function writeFields<V>(fields: Table<V>, values: Given<V>): { [K in keyof V]?: string } {
  const texts: { [K in keyof V]?: string } = {};
  for (const field of namesOf(fields)) {
    const value = values[field];
    if (value !== undefined) texts[field] = fields[field].write(value);
  }
  return texts;
}

type Params = Readonly<Record<string, string | undefined>>;
/** The texts of fields among the parameters of an address, which have these names there. */
export const fromParams = <Name extends PropertyKey>(
  params: Params,
  names: Readonly<Record<Name, string>>,
): { [K in Name]?: string | undefined } =>
  Object.fromEntries(Object.entries<string>(names).map(([field, name]) => [field, params[name]])) as never;
/** The same texts as parameters, in the order of the names. A missing one is left out. */
export const toParams = <Name extends PropertyKey>(
  texts: { readonly [K in Name]?: string | undefined },
  names: Readonly<Record<Name, string>>,
): Record<string, string> =>
  Object.fromEntries(
    (Object.keys(names) as (keyof typeof names)[]).flatMap((field) => {
      const text = texts[field];
      return text === undefined ? [] : [[names[field], text]];
    }),
  );

/**
 * A table as parameters of an address. A value that is missing is left out.
 * @param named the parameters that are not called as their field
 */
export function parameters<V>(fields: Table<V>, named: { readonly [K in keyof V]?: string } = {}) {
  const names = Object.fromEntries(namesOf(fields).map((field) => [field, named[field] ?? field])) as Record<
    keyof V,
    string
  >;
  return {
    parse: (params: Params, messages: Messages): Result<Partial<V>, string> => {
      const values = readFields(fields, fromParams(params, names), { names, messages });
      return values.ok ? values : err(values.error.message);
    },
    format: (values: Given<V>): Record<string, string> => toParams(writeFields(fields, values), names),
  };
}
