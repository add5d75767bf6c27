/**
 * The file that `scenarios/tools/server-state.sql` prints: bytes to `ServerState`, or all that is wrong with them, each
 * fault with line and column. Anybody may have written it, so nothing in it is trusted: sizes are limited, every text
 * is text and never markup. Nothing here throws, and time grows only with the text's length.
 */
import '../base/messages/en/json.ts';
import '../base/messages/en/server.ts';
import { type Messages, messagesIn } from '../base/messages/index.ts';
import { err, ok, type Result } from '../base/result.ts';
import { choice, Faults, listOf, mapOf, numberIn, object, optional, type Reader, required, text } from './json-read.ts';
import { parseJson } from './json-text.ts';
import {
  type FullSnapshot,
  MEMBER_MODES,
  SERVER_STATE_FORMAT,
  SERVER_STATE_LIMITS,
  SERVER_STATE_VERSION,
  type ServerState,
  TABLE_KINDS,
  XID_STATUSES,
} from './server-state.ts';
import { Lines } from './spec-scan.ts';
import type { SpecProblem } from './spec-types.ts';

const LIMITS = SERVER_STATE_LIMITS;
const MAX_XID = 2 ** 32 - 1;
const NOT_SHOWN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** A name or another short text; may be empty. Line breaks and hidden characters become blanks. */
const word =
  (max: number): Reader<string> =>
  (node, path, faults) => {
    if (node.kind !== 'string')
      return faults.add(node.offset, path, faults.t('json.wrongKind', { path, wanted: 'string', found: node.kind }));
    if (node.value.length > max) return faults.add(node.offset, path, faults.t('json.longText', { path, max }));
    return node.value.replace(NOT_SHOWN, ' ');
  };

/** Digits in a text, as the script prints xids. */
const xid: Reader<number> = (node, path, faults) => {
  if (node.kind !== 'string')
    return faults.add(node.offset, path, faults.t('json.wrongKind', { path, wanted: 'string', found: node.kind }));
  const value = /^\d{1,10}$/.test(node.value) ? Number(node.value) : Number.NaN;
  if (value <= MAX_XID) return value;
  return faults.add(node.offset, path, faults.t('server.file.badXid', { path, given: node.value.slice(0, 40) }));
};

/** `xmin:xmax:xip`, 64 bits each. */
const snapshot: Reader<FullSnapshot> = (node, path, faults) => {
  if (node.kind !== 'string')
    return faults.add(node.offset, path, faults.t('json.wrongKind', { path, wanted: 'string', found: node.kind }));
  const wrong = (): undefined =>
    faults.add(node.offset, path, faults.t('server.file.badSnapshot', { path, given: node.value.slice(0, 60) }));
  const parts = node.value.split(':');
  const [low = '', high = '', running = ''] = parts;
  const numbers = [low, high, ...(running === '' ? [] : running.split(','))].map((part) =>
    /^\d{1,16}$/.test(part) ? Number(part) : Number.NaN,
  );
  if (parts.length !== 3 || !numbers.every(Number.isSafeInteger)) return wrong();
  const [xmin = 0, xmax = 0, ...xip] = numbers;
  if (xip.length > LIMITS.inProgress)
    return faults.add(node.offset, path, faults.t('server.file.tooMany', { path, max: LIMITS.inProgress }));
  const ascends = xip.every((each, i) => each >= xmin && each < xmax && (i === 0 || each > (xip[i - 1] ?? 0)));
  return xmin >= 3 && xmin <= xmax && ascends ? { xmin, xmax, xip } : wrong();
};

/** Null is an empty list: json_agg prints it for no rows. */
const list =
  <T>(read: Reader<T>, max: number): Reader<readonly T[]> =>
  (node, path, faults) => {
    if (node.kind === 'null') return [];
    if (node.kind === 'array' && node.items.length > max)
      return faults.add(node.offset, path, faults.t('server.file.tooMany', { path, max }));
    return listOf(read)(node, path, faults);
  };

const pid = numberIn(0, 2 ** 31 - 1, true);
const name = word(255);
const flag = choice([true, false]);
const seconds = numberIn(-1e6, 1e12);
const mask = numberIn(0, 0xffff, true);

const ITEM = object({
  lp: required(numberIn(1, 0xffff, true)),
  flags: required(numberIn(0, 3, true)),
  xmin: optional(xid),
  xmax: optional(xid),
  ctid: optional(word(40)),
  infomask: optional(mask),
  infomask2: optional(mask),
  length: required(numberIn(0, 0xffff, true)),
});
const TABLE = object({
  name: required(word(300)),
  kind: optional(choice(TABLE_KINDS)),
  blocks: optional(numberIn(0, MAX_XID, true)),
  pages: optional(
    list(
      object({ block: required(numberIn(0, MAX_XID, true)), items: optional(list(ITEM, LIMITS.items)) }),
      LIMITS.pages,
    ),
  ),
  multixacts: optional(
    list(object({ multi: required(xid), xid: required(xid), mode: required(choice(MEMBER_MODES)) }), LIMITS.xids),
  ),
  xids: optional(list(object({ xid: required(xid), status: optional(choice(XID_STATUSES)) }), LIMITS.xids)),
});

const STATE = object({
  format: required(text({ max: 60, is: SERVER_STATE_FORMAT })),
  version: required(numberIn(SERVER_STATE_VERSION, SERVER_STATE_VERSION, true)),
  server: required(numberIn(130_000, 189_999, true)),
  takenAt: required(word(40)),
  database: required(name),
  pid: required(pid),
  inRecovery: required(flag),
  snapshot: required(snapshot),
  settings: optional(mapOf(word(255))),
  databases: required(list(object({ name: required(name), frozenXid: required(xid) }), LIMITS.databases)),
  sessions: required(
    list(
      object({
        pid: required(pid),
        database: optional(name),
        kind: optional(name),
        state: optional(name),
        xid: optional(xid),
        xmin: optional(xid),
        transactionSeconds: optional(seconds),
        waitsFor: required(list(pid, LIMITS.sessions)),
        vacuums: required(flag),
      }),
      LIMITS.sessions,
    ),
  ),
  prepared: required(
    list(
      object({ gid: required(name), database: optional(name), xid: required(xid), seconds: required(seconds) }),
      LIMITS.prepared,
    ),
  ),
  slots: required(
    list(
      object({
        name: required(name),
        kind: required(choice(['physical', 'logical'])),
        database: optional(name),
        active: required(flag),
        xmin: optional(xid),
        catalogXmin: optional(xid),
      }),
      LIMITS.slots,
    ),
  ),
  standbys: required(
    list(
      object({ pid: required(pid), name: required(name), state: optional(name), xmin: optional(xid) }),
      LIMITS.standbys,
    ),
  ),
  subxacts: optional(
    list(
      object({ pid: required(pid), count: required(numberIn(0, MAX_XID, true)), overflowed: required(flag) }),
      LIMITS.sessions,
    ),
  ),
  table: optional(TABLE),
});

/**
 * Without the lines that psql prints around the answer when -q is missing: the command tags of BEGIN, SET and COMMIT.
 * Blanks take their place, so that faults keep their lines.
 */
function withoutTags(given: string): string {
  const blank = (tags: string): string => tags.replace(/\S/g, ' ');
  return given.replace(/^(?:\s*(?:BEGIN|SET|START TRANSACTION)\b)+/, blank).replace(/(?:COMMIT|ROLLBACK)\s*$/, blank);
}

/** The text ends in the middle of a value: what is left is the end itself, or a word, number or text without its end. */
const isCutOff = (text: string, offset: number): boolean =>
  /^\s*\{/.test(text) && /^(?:[\w+.-]*|"(?:[^"\\\n]|\\.)*\\?|\\u?[\da-fA-F]{0,3})$/.test(text.slice(offset).trimEnd());

/** Is it worth parsing as such a file? For pages that open several kinds of files; never wrong about a correct one. */
export const looksLikeServerState = (beginning: string): boolean =>
  /^[\s\ufeff]*\{/.test(withoutTags(beginning)) && beginning.includes(SERVER_STATE_FORMAT);

/** Reads the file's bytes. UTF-16, as a Windows shell's redirection writes it, is read too. */
export function parseServerStateBytes(
  given: Uint8Array,
  messages: Messages = messagesIn('en'),
): Result<ServerState, readonly SpecProblem[]> {
  if (given.length > LIMITS.fileBytes) return tooLarge(messages);
  const decoded = decodeText(given);
  return decoded === null
    ? err([{ line: 1, column: 1, message: messages.t('server.file.notText') }])
    : parseServerState(decoded, messages);
}

/** The text of a file; null when it is not text. */
export function decodeText(given: Uint8Array): string | null {
  const [first, second] = given;
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(given);
  } catch {
    return null;
  }
}

/** Parses the file's text. The faults are sorted by their places. */
export function parseServerState(
  given: string,
  messages: Messages = messagesIn('en'),
): Result<ServerState, readonly SpecProblem[]> {
  const { t } = messages;
  if (given.length > LIMITS.fileBytes) return tooLarge(messages);
  if (given.trim() === '') return err([{ line: 1, column: 1, message: t('server.file.empty') }]);
  const lines = new Lines(given);
  const bare = withoutTags(given);
  const json = parseJson(bare, messages);
  if (!json.ok) {
    if (isCutOff(bare, json.error.offset))
      return err([{ ...lines.placeOf(bare.trimEnd().length), message: t('server.file.cutOff') }]);
    // psql without -At draws a table around the answer; with an error it prints the error.
    const hint = /^\s*\{/.test(bare) ? '' : ` ${t('server.file.notJsonHint')}`;
    return err([{ ...lines.placeOf(json.error.offset), message: `${json.error.message}.${hint}`.replace(/\.$/, '') }]);
  }
  // Another file has nothing of this format: a fault for each of its keys would say nothing more.
  if (json.value.kind !== 'object' || !json.value.members.some(({ key }) => key === 'format'))
    return err([{ ...lines.placeOf(json.value.offset), message: t('server.file.other') }]);
  const faults = new Faults(messages);
  const read = STATE(json.value, '', faults);
  if (read === undefined || faults.all.length > 0) {
    const sorted = [...faults.all].sort((a, b) => a.offset - b.offset).slice(0, LIMITS.faults);
    return err(sorted.map(({ offset, message }) => ({ ...lines.placeOf(offset), message })));
  }
  const { format: _, version: __, settings, subxacts, ...state } = read;
  return ok({ ...state, settings: settings ?? {}, subxacts: subxacts ?? [] });
}

const tooLarge = ({ t }: Messages): Result<never, readonly SpecProblem[]> =>
  err([{ line: 1, column: 1, message: t('json.fileTooLarge', { max: LIMITS.fileBytes }) }]);
