/**
 * A file of texts in another language, `texts.LANG.txt`, in the folder of the originals: a section for each of them, a
 * line for each text. The caller says which texts are allowed. This file reads it and compares it with the originals.
 *
 *   [deadlock]
 *   title: …
 */
import type { Messages } from '../base/messages/index.ts';
import { err, ok, type Result } from '../base/result.ts';
import type { SpecProblem } from './spec-types.ts';

/** A text, its line, and its subject. */
export interface TextEntry {
  readonly id: string;
  readonly key: string;
  readonly text: string;
  readonly line: number;
}

/** The differences between the kinds of such files. */
export interface TextsKind {
  /** A whole key, without the colon. */
  readonly key: RegExp;
  /** How a line should look, for the report of one that does not. */
  readonly form: (messages: Pick<Messages, 't'>) => string;
  /** For an id that has no original. */
  readonly unknown: (id: string, messages: Pick<Messages, 't'>) => string;
  /** For a key that the original with this id does not have. */
  readonly notThere: (id: string, key: string, messages: Pick<Messages, 't'>) => string;
}

const MAX_BYTES = 1_000_000;
const HEAD = /^\[([a-z0-9][a-z0-9-]*)\]$/;
const LINE = /^([^:]+):\s+(\S.*)$/u;

/** All entries of a file, or all that is wrong with it, each fault with its line. Nothing here throws. */
export function readTexts(
  bytes: Uint8Array,
  kind: TextsKind,
  messages: Pick<Messages, 't'>,
): Result<readonly TextEntry[], readonly SpecProblem[]> {
  const { t } = messages;
  const at = (line: number, message: string): SpecProblem => ({ line, column: 1, message });
  if (bytes.length > MAX_BYTES) return err([at(1, t('spec.texts.tooLarge', { max: MAX_BYTES }))]);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return err([at(1, t('lesson.notUtf8'))]);
  }
  const entries = new Map<string, TextEntry>();
  const faults: SpecProblem[] = [];
  let id: string | null = null;
  text.split(/\r?\n/).forEach((line, i) => {
    const given = line.trim();
    if (given === '' || given.startsWith('#')) return;
    const head = HEAD.exec(given)?.[1];
    const [, key = '', said = ''] = LINE.exec(given) ?? [];
    if (head !== undefined) id = head;
    else if (id === null || said === '' || !kind.key.test(key)) faults.push(at(i + 1, kind.form(messages)));
    else if (entries.has(`${id} ${key}`)) faults.push(at(i + 1, t('spec.texts.twice', { id, key })));
    else entries.set(`${id} ${key}`, { id, key, text: said, line: i + 1 });
  });
  return faults.length > 0 ? err(faults) : ok([...entries.values()]);
}

export interface TextDifferences {
  /** Texts without an original. */
  readonly faults: readonly SpecProblem[];
  /** `ID: KEY, KEY`: shown in English. */
  readonly missing: readonly string[];
}

/** Compares a file with its originals. @param own keys by their ids; null: a broken one, which is reported elsewhere */
export function textDifferences(
  bytes: Uint8Array,
  kind: TextsKind,
  own: ReadonlyMap<string, readonly string[] | null>,
  messages: Pick<Messages, 't'>,
): TextDifferences {
  const read = readTexts(bytes, kind, messages);
  if (!read.ok) return { faults: read.error, missing: [] };
  const faults = read.value.flatMap(({ id, key, line }) => {
    const keys = own.get(id);
    if (keys === null || keys?.includes(key) === true) return [];
    const message = keys === undefined ? kind.unknown(id, messages) : kind.notThere(id, key, messages);
    return [{ line, column: 1, message }];
  });
  const has = new Set(read.value.map(({ id, key }) => `${id} ${key}`));
  const missing = [...own].flatMap(([id, keys]) => {
    const lacking = (keys ?? []).filter((key) => !has.has(`${id} ${key}`));
    return lacking.length === 0 ? [] : [`${id}: ${lacking.join(', ')}`];
  });
  return { faults, missing };
}
