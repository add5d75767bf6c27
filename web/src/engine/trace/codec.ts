/** Traces as text: JSON Lines, the header first. Reading checks the shape of every field that this version knows. */
import { err, ok, type Result } from '../../base/result.ts';
import { TRACE_FORMAT, type Trace, type TraceHeader, type TraceLine } from './trace-types.ts';

/** The fault in a trace, and the line of the text where it is. */
export interface TraceFault {
  readonly line: number;
  readonly message: string;
}

export const encodeHeader = (header: TraceHeader): string => `${JSON.stringify(header)}\n`;
export const encodeLine = (line: TraceLine): string =>
  `${JSON.stringify({ ...line, tags: undefined, detail: undefined })}\n`;

export function encodeTrace(trace: Trace): string {
  return encodeHeader(trace.header) + trace.lines.map(encodeLine).join('');
}

type Fields = Readonly<Record<string, unknown>>;
type Check = (value: unknown) => boolean;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const number: Check = (value) => typeof value === 'number' && Number.isFinite(value);
const text: Check = (value) => typeof value === 'string';
const flag: Check = (value) => typeof value === 'boolean';
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const shape =
  (fields: Readonly<Record<string, Check>>): Check =>
  (value) =>
    isFields(value) && Object.entries(fields).every(([name, check]) => check(value[name]));
const tableOf =
  (check: Check): Check =>
  (value) =>
    isFields(value) && Object.values(value).every(check);

const rows = listOf(listOf(orNull(text)));
const snapshot = shape({
  xmin: number,
  xmax: number,
  xip: listOf(number),
  subxip: listOf(number),
  suboverflowed: flag,
  reused: flag,
  taken: number,
});
const session = shape({
  session: text,
  xid: number,
  xmin: number,
  level: number,
  curcid: number,
  state: text,
  waitsFor: listOf(text),
  subxids: listOf(number),
  overflowed: flag,
  snapshot: orNull(snapshot),
});
const tuple = shape({
  ctid: text,
  xmin: number,
  xmax: number,
  cmin: number,
  cmax: number,
  infomask: number,
  infomask2: number,
  values: listOf(orNull(text)),
  visibleTo: listOf(text),
  removable: flag,
});
const state: Readonly<Record<string, Check>> = {
  nextXid: number,
  latestCompletedXid: number,
  xactCompletionCount: number,
  lastOverflowedXid: number,
  sessions: listOf(session),
  horizons: isFields,
  tables: tableOf(listOf(tuple)),
};
const HEADER: Readonly<Record<string, Check>> = {
  format: (value) => value === TRACE_FORMAT,
  rules: number,
  design: text,
  sessions: listOf(text),
  title: orNull(text),
};
const LINE: Readonly<Record<string, Check>> = {
  permutation: number,
  tick: number,
  index: orNull(number),
  session: orNull(text),
  step: orNull(text),
  sql: orNull(text),
  status: (value) => ['done', 'waiting', 'setup', 'end', 'failed', 'time'].some((known) => known === value),
  completed: flag,
  error: orNull(text),
  columns: orNull(listOf(text)),
  rows: orNull(rows),
  results: listOf(shape({ columns: listOf(text), rows })),
  notices: listOf(text),
  state: orNull(shape(state)),
};

/** The first field with a wrong shape. */
function badField(value: unknown, fields: Readonly<Record<string, Check>>): string | null {
  if (!isFields(value)) return 'an object is expected';
  for (const [name, check] of Object.entries(fields)) {
    if (!(name in value)) return `“${name}” is missing`;
    if (!check(value[name])) return `“${name}” is not what it should be`;
  }
  return null;
}

function parsed(line: string): Result<unknown, string> {
  try {
    return ok(JSON.parse(line));
  } catch (error) {
    return err(error instanceof Error ? error.message : String(error));
  }
}

/** Reads a trace. Fields unknown to this version are kept. */
export function decodeTrace(source: string): Result<Trace, TraceFault> {
  let header: TraceHeader | null = null;
  const lines: TraceLine[] = [];
  for (const [i, line] of source.split('\n').entries()) {
    if (line.trim() === '') continue;
    const value = parsed(line);
    if (!value.ok) return err({ line: i + 1, message: value.error });
    const bad = badField(value.value, header === null ? HEADER : LINE);
    if (bad !== null) return err({ line: i + 1, message: bad });
    // Every field has just been checked.
    if (header === null) header = value.value as TraceHeader;
    else lines.push(value.value as TraceLine);
  }
  if (header === null) return err({ line: 1, message: `a first line with “format”: “${TRACE_FORMAT}” is expected` });
  return ok({ header, lines });
}
