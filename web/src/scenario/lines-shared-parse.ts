/**
 * A result file of `lines-shared` from its bytes, or all that is wrong with it, each fault with line and column. Anybody
 * may have written it: sizes are limited, texts are text and never markup, and nothing here throws.
 */
import '../base/messages/en/json.ts';
import '../base/messages/en/lines-shared.ts';
import { type Messages, messagesIn } from '../base/messages/index.ts';
import { err, ok, type Result } from '../base/result.ts';
import { choice, Faults, listOf, numberIn, object, optional, type Reader, required, text } from './json-read.ts';
import { parseJson } from './json-text.ts';
import { LINES_FORMAT, LINES_LIMITS, type LinesFile, type LinesPoint, type LinesTurn } from './lines-shared.ts';
import { decodeText } from './server-state-parse.ts';
import { Lines } from './spec-scan.ts';
import type { SpecProblem } from './spec-types.ts';

const LIMITS = LINES_LIMITS;
const COUNT = numberIn(0, Number.MAX_SAFE_INTEGER, true);

/** From 1 to `max` of them. */
const list =
  <T>(read: Reader<T>, max: number): Reader<readonly T[]> =>
  (node, path, faults) => {
    const n = node.kind === 'array' ? node.items.length : 1;
    return n >= 1 && n <= max
      ? listOf(read)(node, path, faults)
      : faults.add(node.offset, path, faults.t('linesShared.file.length', { path, n, max }));
  };

const POINT_FIELDS = object({
  lines: required(numberIn(1, LIMITS.lines, true)),
  writers: required(numberIn(0, LIMITS.threads, true)),
  readers: required(numberIn(0, LIMITS.threads, true)),
});
const point: Reader<LinesPoint> = (node, path, faults) => {
  const read = POINT_FIELDS(node, path, faults);
  if (read === undefined) return undefined;
  const threads = read.writers + read.readers;
  return threads >= 1 && threads <= LIMITS.threads
    ? read
    : faults.add(node.offset, path, faults.t('linesShared.file.threads', { path, threads, max: LIMITS.threads }));
};

const TURN_FIELDS = object({
  seconds: required(numberIn(1e-6, 3600)),
  writes: required(COUNT),
  reads: required(COUNT),
  writtenTransfers: required(COUNT),
  readTransfers: required(COUNT),
  processorSeconds: required(numberIn(0, 1e7)),
});
const turn: Reader<LinesTurn> = (node, path, faults) => {
  const read = TURN_FIELDS(node, path, faults);
  if (read === undefined) return undefined;
  return read.writtenTransfers <= read.writes && read.readTransfers <= read.reads
    ? read
    : faults.add(node.offset, path, faults.t('linesShared.file.transfers', { path }));
};

const word = text({ max: LIMITS.text });
const FILE = object({
  format: required(text({ max: LIMITS.text, is: LINES_FORMAT })),
  machine: required(
    object({
      cpu: required(word),
      cores: required(numberIn(1, LIMITS.cores, true)),
      sockets: optional(numberIn(1, LIMITS.sockets, true)),
      isVirtual: optional(choice([true, false])),
      node: required(word),
      v8: required(word),
      clockResolutionNs: required(numberIn(0, 1e9)),
    }),
  ),
  settings: required(
    object({
      seconds: required(numberIn(LIMITS.seconds.min, LIMITS.seconds.max)),
      points: required(list(point, LIMITS.points)),
    }),
  ),
  rounds: required(list(list(turn, LIMITS.points), LIMITS.rounds)),
});

type Parsed = Result<LinesFile, readonly SpecProblem[]>;
const oneFault = (message: string): Parsed => err([{ line: 1, column: 1, message }]);

export function parseLinesBytes(given: Uint8Array, messages: Messages = messagesIn('en')): Parsed {
  const { t } = messages;
  if (given.length > LIMITS.fileBytes) return oneFault(t('json.fileTooLarge', { max: LIMITS.fileBytes }));
  const decoded = decodeText(given);
  return decoded === null ? oneFault(t('linesShared.file.notText')) : parseLines(decoded, messages);
}

export function parseLines(given: string, messages: Messages = messagesIn('en')): Parsed {
  const { t } = messages;
  if (given.length > LIMITS.fileBytes) return oneFault(t('json.fileTooLarge', { max: LIMITS.fileBytes }));
  if (given.trim() === '') return oneFault(t('linesShared.file.empty'));
  const places = new Lines(given);
  const json = parseJson(given, messages);
  if (!json.ok) return err([{ ...places.placeOf(json.error.offset), message: json.error.message }]);
  const faults = new Faults(messages);
  const read = FILE(json.value, '', faults);
  const points = read?.settings.points.length ?? 0;
  for (const [i, { length }] of (read?.rounds ?? []).entries())
    if (length !== points)
      faults.at(`rounds[${i}]`, (path) => t('linesShared.file.turns', { path, turns: length, points }));
  if (read === undefined || faults.all.length > 0) {
    const sorted = [...faults.all].sort((a, b) => a.offset - b.offset).slice(0, LIMITS.faults);
    return err(sorted.map(({ offset, message }) => ({ ...places.placeOf(offset), message })));
  }
  return ok({ ...read, format: LINES_FORMAT });
}

/** The file's text. A turn has a line of its own. */
export function linesFileText({ format, machine, settings, rounds }: LinesFile): string {
  const indented = (value: unknown): string => JSON.stringify(value, null, 2).replaceAll('\n', '\n  ');
  const turns = (round: readonly LinesTurn[]): string => round.map((one) => `      ${JSON.stringify(one)}`).join(',\n');
  const written = rounds.map((round) => `    [\n${turns(round)}\n    ]`).join(',\n');
  return `{\n  "format": ${JSON.stringify(format)},\n  "machine": ${indented(machine)},\n  "settings": ${indented(settings)},\n  "rounds": [\n${written}\n  ]\n}\n`;
}
