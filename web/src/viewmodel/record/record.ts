/**
 * A record: somebody's deeds with a name, as a file to hand in. The format is in README.md; `record-read.ts` parses
 * returned files, `record-code.ts` makes the short code. Pure.
 */
import type { Deed } from './types.ts';

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
export const canonicalText = ({ name, deeds }: StudentRecord): string =>
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
