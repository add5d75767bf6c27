/**
 * Parses a record's file to a record, or to all that is wrong with it, each fault at its place. The file may be
 * anybody's: nothing in it is trusted.
 */
import '../../base/messages/en/json.ts';
import '../../base/messages/en/record.ts';
import { type Messages, messagesIn } from '../../base/messages/index.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { choice, Faults, listOf, numberIn, object, type Reader, required } from '../../scenario/json-read.ts';
import { type JsonNode, parseJson } from '../../scenario/json-text.ts';
import { Lines } from '../../scenario/spec-scan.ts';
import type { SpecProblem } from '../../scenario/spec-types.ts';
import { MAX_SEED } from '../exercise/seed.ts';
import { DEED_KINDS, type Deed, ID, isMoment, MAX_ANSWER_CHARS, MAX_DEEDS } from './progress.ts';
import { cleanName, MAX_NAME_CHARS, RECORD_FORMAT, RECORD_VERSION, type StudentRecord } from './record.ts';

/** A browser's own record is about 300 bytes per deed; written answers, with every character escaped, take the rest. */
export const RECORD_LIMITS = {
  fileBytes: 4_000_000,
  /** Files of a folder. */
  files: 500,
  /** Bytes of all files together. */
  allBytes: 100_000_000,
  /** Faults that are reported per file. */
  faults: 20,
  hints: 99,
  parts: 999,
  codeChars: 40,
} as const;

export interface ReadRecord {
  readonly record: StudentRecord;
  /** The code in the file. */
  readonly code: string;
}

const checked =
  (isGood: (text: string) => boolean, say: (t: Messages['t'], path: string, given: string) => string): Reader<string> =>
  (node: JsonNode, path, faults) => {
    if (node.kind !== 'string')
      return faults.add(node.offset, path, faults.t('json.wrongKind', { path, wanted: 'string', found: node.kind }));
    return isGood(node.value)
      ? node.value
      : faults.add(node.offset, path, say(faults.t, path, node.value.slice(0, 40)));
  };

const name = checked(
  (text) => text === cleanName(text),
  (t, path) => t('record.file.name', { path, max: MAX_NAME_CHARS }),
);
const id = checked(
  (text) => ID.test(text),
  (t, path, given) => t('record.file.id', { path, given }),
);
const time = checked(isMoment, (t, path, given) => t('record.file.time', { path, given }));
const textUpTo = (max: number): Reader<string> =>
  checked(
    (text) => text.length <= max,
    (t, path) => t('json.longText', { path, max }),
  );

const DEED: Reader<Deed> = object({
  kind: required(choice(DEED_KINDS)),
  id: required(id),
  seed: required(numberIn(0, MAX_SEED, true)),
  part: required(numberIn(0, RECORD_LIMITS.parts, true)),
  answer: required(textUpTo(MAX_ANSWER_CHARS)),
  isRight: required(choice([true, false])),
  hints: required(numberIn(0, RECORD_LIMITS.hints, true)),
  begun: required(time),
  at: required(time),
});

const manyDeeds: Reader<readonly Deed[]> = (node, path, faults) =>
  node.kind === 'array' && node.items.length > MAX_DEEDS
    ? faults.add(node.offset, path, faults.t('record.file.deeds', { path, found: node.items.length, max: MAX_DEEDS }))
    : listOf(DEED)(node, path, faults);

const exactly = (only: string): Reader<string> =>
  checked(
    (text) => text === only,
    (t, path, given) => t('json.badFormat', { path, given, known: only }),
  );

const version: Reader<number> = (node, path, faults) => {
  if (node.kind === 'number' && node.value === RECORD_VERSION) return RECORD_VERSION;
  const given = node.kind === 'number' ? node.text.slice(0, 40) : node.kind;
  return faults.add(node.offset, path, faults.t('record.file.version', { path, given, known: RECORD_VERSION }));
};

const RECORD = object({
  format: required(exactly(RECORD_FORMAT)),
  version: required(version),
  name: required(name),
  code: required(textUpTo(RECORD_LIMITS.codeChars)),
  deeds: required(manyDeeds),
});

const whole = (message: string): Result<never, readonly SpecProblem[]> => err([{ line: 1, column: 1, message }]);

/** Whether brackets are still open at the end: a download or an upload that broke off. */
function isCutOff(text: string): boolean {
  // No text goes beyond its line, so a missing quote spoils one line only.
  const outside = text.split('\n').map((line) => line.replace(/"(?:[^"\\]|\\.)*("|$)/g, ''));
  let depth = 0;
  for (const one of outside.join('')) depth += '[{'.includes(one) ? 1 : ']}'.includes(one) ? -1 : 0;
  return depth > 0;
}

/** The student's name in a file that is no JSON; '' if it cannot be read. */
function nameIn(text: string): string {
  const [, quoted] = /"name":\s*("(?:[^"\\\n]|\\.){0,400}")/.exec(text) ?? [];
  try {
    return quoted === undefined ? '' : cleanName(String(JSON.parse(quoted)));
  } catch {
    return '';
  }
}

/** Parses the file's text. The faults are sorted by their places. */
export function parseRecord(
  given: string,
  messages: Messages = messagesIn('en'),
): Result<ReadRecord, readonly SpecProblem[]> {
  const { t } = messages;
  if (given.length > RECORD_LIMITS.fileBytes) return whole(t('json.fileTooLarge', { max: RECORD_LIMITS.fileBytes }));
  const lines = new Lines(given);
  const json = parseJson(given, messages);
  if (!json.ok && isCutOff(given))
    return whole(t('record.file.cut', { line: given.trimEnd().split('\n').length, name: nameIn(given) }));
  if (!json.ok) return err([{ ...lines.placeOf(json.error.offset), message: json.error.message }]);
  const faults = new Faults(messages);
  const read = RECORD(json.value, '', faults);
  if (read === undefined || faults.all.length > 0) {
    const sorted = [...faults.all].sort((a, b) => a.offset - b.offset).slice(0, RECORD_LIMITS.faults);
    return err(sorted.map(({ offset, message }) => ({ ...lines.placeOf(offset), message })));
  }
  return ok({ record: { name: read.name, deeds: read.deeds }, code: read.code });
}

/** Parses the file's bytes: UTF-8, with or without a byte order mark. */
export function parseRecordBytes(
  bytes: Uint8Array,
  messages: Messages = messagesIn('en'),
): Result<ReadRecord, readonly SpecProblem[]> {
  const { t } = messages;
  if (bytes.length > RECORD_LIMITS.fileBytes) return whole(t('json.fileTooLarge', { max: RECORD_LIMITS.fileBytes }));
  try {
    return parseRecord(new TextDecoder('utf-8', { fatal: true }).decode(bytes), messages);
  } catch {
    return whole(t('record.file.notText'));
  }
}
