/** Functions of texts. Source: src/backend/utils/adt/varlena.c, oracle_compat.c. */

import type { Context } from './bound-types.ts';
import { goThrough, spend } from './coerce.ts';
import type { SqlType } from './database.ts';
import { Failure } from './failure.ts';
import { md5 } from './md5.ts';
import type { Signature } from './signature.ts';
import type { Value } from './values.ts';

type Make = (texts: readonly string[], numbers: readonly number[], context: Context) => Value;

/** `t` for a text, `n` for a number. */
function call(args: string, make: Make, result: SqlType = 'text'): Signature {
  const types = [...args].map((one): SqlType => (one === 't' ? 'text' : 'int4'));
  return {
    args: types,
    result,
    eval: (values, context) => {
      const texts = values.filter((_, i) => types[i] === 'text').map(String);
      const length = texts.reduce((sum, text) => sum + text.length, 0);
      goThrough(context, 4 * length);
      if (result === 'text') spend(context, length);
      return make(texts, values.filter((_, i) => types[i] === 'int4').map(Number), context);
    },
  };
}

/** text_substring: places before the first count, too. */
function part(text: string, from: number, length: number | undefined): string {
  if (length !== undefined && length < 0) throw new Failure('22011', 'negative substring length not allowed');
  const start = Math.max(from - 1, 0);
  return [...text].slice(start, length === undefined ? undefined : Math.max(from - 1 + length, start)).join('');
}

function trimmed(text: string, set: string, atStart: boolean, atEnd: boolean): string {
  const all = [...text];
  const away = new Set(set);
  let [from, to] = [0, all.length];
  while (atStart && from < to && away.has(all[from] ?? '')) from += 1;
  while (atEnd && to > from && away.has(all[to - 1] ?? '')) to -= 1;
  return all.slice(from, to).join('');
}
const trimming = (atStart: boolean, atEnd: boolean): readonly Signature[] => [
  call('t', ([text = '']) => trimmed(text, ' ', atStart, atEnd)),
  call('tt', ([text = '', set = '']) => trimmed(text, set, atStart, atEnd)),
];

/** A negative number counts from the other end. */
const head = (text: string, count: number): string => [...text].slice(0, count).join('');
const tail = (text: string, count: number): string =>
  count === 0 ? '' : [...text].slice(count > 0 ? -count : -count).join('');

function splitPart(text: string, by: string, n: number, { core }: Context): string {
  if (n === 0 || (n < 0 && core.rules < 14))
    throw new Failure('22023', `field position must ${core.rules < 14 ? 'be greater than zero' : 'not be zero'}`);
  const parts = by === '' ? [text] : text.split(by);
  return parts[n > 0 ? n - 1 : parts.length + n] ?? '';
}

/** Replaces, and pays for what becomes longer. */
function replaced(text: string, from: string, to: string, context: Context): string {
  if (from === '') return text;
  const parts = text.split(from);
  spend(context, (parts.length - 1) * to.length);
  return parts.join(to);
}

const place = ([text = '', wanted = '']: readonly string[]): number => {
  const at = text.indexOf(wanted);
  return at < 0 ? 0 : [...text.slice(0, at)].length + 1;
};
const substring = [
  call('tn', ([text = ''], [from = 0]) => part(text, from, undefined)),
  call('tnn', ([text = ''], [from = 0, length]) => part(text, from, length)),
];
const encoder = new TextEncoder();

export const TEXT_CALLS: Readonly<Record<string, readonly Signature[]>> = {
  substr: substring,
  substring,
  btrim: trimming(true, true),
  ltrim: trimming(true, false),
  rtrim: trimming(false, true),
  replace: [call('ttt', ([text = '', from = '', to = ''], _, context) => replaced(text, from, to, context))],
  left: [call('tn', ([text = ''], [count = 0]) => head(text, count))],
  right: [call('tn', ([text = ''], [count = 0]) => tail(text, count))],
  reverse: [call('t', ([text = '']) => [...text].reverse().join(''))],
  md5: [
    call('t', ([text = ''], _, context) => {
      spend(context, 32);
      goThrough(context, 8 * text.length + 256);
      return md5(encoder.encode(text));
    }),
  ],
  strpos: [call('tt', place, 'int4')],
  position: [call('tt', place, 'int4')],
  character_length: [call('t', ([text = '']) => [...text].length, 'int4')],
  octet_length: [call('t', ([text = '']) => encoder.encode(text).length, 'int4')],
  ascii: [call('t', ([text = '']) => text.codePointAt(0) ?? 0, 'int4')],
  split_part: [call('ttn', ([text = '', by = ''], [n = 0], context) => splitPart(text, by, n, context))],
};
