/**
 * A record: somebody's deeds with a name, as a file to hand in, and the file's short code. The format is in README.md;
 * `record-read.ts` parses returned files. Pure.
 */
import { err, ok, type Result } from '../../base/result.ts';
import type { Deed } from './progress.ts';

export const RECORD_FORMAT = 'xipscope-record';
export const RECORD_VERSION = 1;
/** Characters of a name. */
export const MAX_NAME_CHARS = 80;

export interface StudentRecord {
  /** As the student typed it; '' is nobody. */
  readonly name: string;
  /** Oldest first. */
  readonly deeds: readonly Deed[];
}

/** Counts of questions, whatever the seed and however often. */
export interface Tally {
  readonly tried: number;
  readonly right: number;
  readonly tries: number;
}

/** Characters that a name may not have: invisible ones, and those that reverse the text around them. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** A name as it is kept: one short line without hidden characters. */
export const cleanName = (typed: string): string =>
  [...typed.replace(UNSEEN, ' ').replaceAll(/\s+/g, ' ').trim()].slice(0, MAX_NAME_CHARS).join('').trim();

/** The question of a deed. */
export const questionOf = ({ kind, id, part }: Pick<Deed, 'kind' | 'id' | 'part'>): string => `${kind} ${id} ${part}`;

export function tallyOf(deeds: readonly Deed[]): Tally {
  const right = new Set(deeds.filter((deed) => deed.isRight).map(questionOf));
  return { tried: new Set(deeds.map(questionOf)).size, right: right.size, tries: deeds.length };
}

const fieldsOf = ({ kind, id, seed, part, answer, isRight, hints, begun, at }: Deed) =>
  [kind, id, seed, part, answer, isRight, hints, begun, at] as const;

/** One deed as one text: two deeds are equal if their texts are, times included. */
export const deedKey = (deed: Deed): string => JSON.stringify(fieldsOf(deed));

/** The text that the code is computed from: the same record gives the same text, whatever the file's spaces and order of keys. */
const canonicalText = ({ name, deeds }: StudentRecord): string =>
  JSON.stringify([RECORD_FORMAT, RECORD_VERSION, name, deeds.map(fieldsOf)]);

/** The file's text: one deed per line, so that people can read it. */
export function recordText({ name, deeds }: StudentRecord, code: string): string {
  const lines = deeds.map(({ kind, id, seed, part, answer, isRight, hints, begun, at }) =>
    JSON.stringify({ kind, id, seed, part, answer, isRight, hints, begun, at }),
  );
  const head = { format: RECORD_FORMAT, version: RECORD_VERSION, name, code };
  const members = Object.entries(head).map(([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)},`);
  const list = lines.length === 0 ? '[]' : `[\n    ${lines.join(',\n    ')}\n  ]`;
  return `{\n${members.join('\n')}\n  "deeds": ${list}\n}\n`;
}

/**
 * A record's short code: `TTSS-HHHH-HHHH-HHHH-CC`, in Crockford's base 32.
 *
 *   TT  questions tried, SS  questions right (10 bits each; 1023 means that many or more)
 *   H…  the first 60 bits of SHA-256 of the record's canonical text
 *   CC  the 80 bits before it modulo 1021: only letters and digits, so that it can be written by hand
 *
 * The first edition ended in Crockford's single check symbol instead, the remainder modulo 37, which may be one of
 * `*~$=U`. Such a code can still be read, and equals the code with two check symbols.
 *
 * It shows that a file is the one it was made from. It says nothing about the author: it contains no secret.
 */

const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CHECKS = `${DIGITS}*~$=U`;
const DATA = 16;
/** A prime below 32²: each mistyped symbol, and each swap of two neighbours, changes the remainder. */
const CHECK_MODULUS = 1021n;
const COUNT_MAX = 1023;
const HASH_DIGITS = 12;
const HASH_BITS = 60n;

export interface CodeParts {
  readonly code: string;
  readonly tried: number;
  readonly right: number;
}
/** The typed text is not a code: too few or too many symbols, an invalid symbol, or a wrong check. */
export type CodeFault =
  | { readonly kind: 'length'; readonly given: number; readonly wanted: number }
  | { readonly kind: 'symbol'; readonly symbol: string }
  | { readonly kind: 'check' };

const inBase32 = (value: bigint, digits: number): string =>
  Array.from({ length: digits }, (_, i) => DIGITS[Number((value >> BigInt(5 * (digits - 1 - i))) & 31n)]).join('');
const numberOf = (text: string): bigint => [...text].reduce((sum, one) => sum * 32n + BigInt(DIGITS.indexOf(one)), 0n);
const checkOf = (data: string): string => inBase32(numberOf(data) % CHECK_MODULUS, 2);
const firstCheckOf = (data: string): string => CHECKS[Number(numberOf(data) % 37n)] ?? '';
const grouped = (data: string): string => `${(data.match(/.{4}/g) ?? []).join('-')}-${checkOf(data)}`;

/**
 * Null: this page has no SHA-256, because it came neither by https nor from this machine.
 * @param subtle computes it; the browser's or Node's own
 */
export async function recordCode(
  record: StudentRecord,
  subtle: SubtleCrypto | null = globalThis.crypto?.subtle ?? null,
): Promise<string | null> {
  if (subtle === null) return null;
  const digest = new Uint8Array(await subtle.digest('SHA-256', new TextEncoder().encode(canonicalText(record))));
  const first = digest.slice(0, 8).reduce((sum, byte) => sum * 256n + BigInt(byte), 0n) >> (64n - HASH_BITS);
  const { tried, right } = tallyOf(record.deeds);
  const counts = [tried, right].map((count) => inBase32(BigInt(Math.min(count, COUNT_MAX)), 2)).join('');
  return grouped(counts + inBase32(first, HASH_DIGITS));
}

/** Parses a typed code. It accepts small letters, spaces, O for 0, and I or L for 1. */
export function readCode(typed: string): Result<CodeParts, CodeFault> {
  const symbols = [...typed.replaceAll(/[\s-]/g, '').toUpperCase()].map((one) =>
    one === 'O' ? '0' : one === 'I' || one === 'L' ? '1' : one,
  );
  const isFirst = symbols.length === DATA + 1;
  if (!isFirst && symbols.length !== DATA + 2) return err({ kind: 'length', given: symbols.length, wanted: DATA + 2 });
  const data = symbols.slice(0, DATA);
  const check = symbols.slice(DATA);
  const unknown =
    data.find((one) => !DIGITS.includes(one)) ?? check.find((one) => !(isFirst ? CHECKS : DIGITS).includes(one));
  if (unknown !== undefined) return err({ kind: 'symbol', symbol: unknown });
  const text = data.join('');
  if ((isFirst ? firstCheckOf(text) : checkOf(text)) !== check.join('')) return err({ kind: 'check' });
  const count = (from: number): number => Number(numberOf(text.slice(from, from + 2)));
  return ok({ code: grouped(text), tried: count(0), right: count(2) });
}

/** What a code looks like, for a field that asks for one: a code of zeros. */
export const CODE_LOOK = grouped('0'.repeat(DATA));

/** Whether two codes are equal, whichever edition wrote them. */
export function sameCode(one: string, other: string): boolean {
  const [a, b] = [readCode(one), readCode(other)];
  return one === other || (a.ok && b.ok && a.value.code === b.value.code);
}
