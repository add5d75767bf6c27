/**
 * Parameters of an address that are words of their own kind, for the pages with which most visits begin: with them come no sentences but
 * "“x” is not a value of “y”. It wants …". Settings of a form are fields (`base/fields.ts`).
 */
import '../../base/messages/en/shell.ts';
import '../../base/messages/en/stage-figure.ts';
import type { Messages, PlainKey } from '../../base/messages/index.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Params } from '../../ui/page.tsx';

export interface Param<T> {
  /** Undefined: the text is none. */
  readonly read: (text: string) => T | undefined;
  /** The end of the sentence about any other text. */
  readonly want: (t: Messages['t']) => string;
}

export const param = <T>(want: PlainKey, read: Param<T>['read']): Param<T> => ({ read, want: (t) => t(want) });
export const matching = (pattern: RegExp, want: PlainKey): Param<string> =>
  param(want, (text) => (pattern.test(text) ? text : undefined));
export const wholeNumber = (min: number, max: number): Param<number> => ({
  read: (text) => {
    const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
    return value >= min && value <= max ? value : undefined;
  },
  want: (t) => t('stage.want.number', { min, max }),
});
export const oneOfThese = <T extends string | number>(these: readonly T[]): Param<T> => ({
  read: (text) => these.find((each) => String(each) === text),
  want: () => these.join(', '),
});

type Kinds<V> = { readonly [K in keyof V]: Param<V[K]> };

/** The values of the parameters that are there, or what is wrong with the first one, in the order of the table. */
export function readParams<V>(kinds: Kinds<V>, params: Params, { t }: Messages): Result<Partial<V>, string> {
  const values: Partial<V> = {};
  for (const name of Object.keys(kinds) as Extract<keyof V, string>[]) {
    const text = params[name];
    if (text === undefined) continue;
    const value = kinds[name].read(text);
    if (value === undefined)
      return err(t('shell.param.wrong', { name, text: text.slice(0, 80), want: kinds[name].want(t) }));
    values[name] = value;
  }
  return ok(values);
}

/** Each value as text; a missing one is left out. */
export const writeParams = (values: Readonly<Record<string, string | number | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
