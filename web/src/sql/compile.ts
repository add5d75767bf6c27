/**
 * A simple query's text as plans. `loadCompiler` once, then `compile` is synchronous: a syntax error is part of the
 * result, because a server reports it when the query runs; anything outside the subset is an error here, with its
 * place.
 */
import type { Node, ParseResult, RawStmt, SelectStmt } from 'libpg-query';
import { err, ok, type Result } from '../base/result.ts';
import { compileGeneralDelete, compileGeneralUpdate, type Place } from './compile-change.ts';
import { checkEffects } from './compile-effects.ts';
import { compileExplain } from './compile-explain.ts';
import { compileExtension } from './compile-extension.ts';
import { type Parse as Bodies, callOfFunction, compileFunction } from './compile-function.ts';
import { compileGeneral } from './compile-general.ts';
import { compileGeneralInsert } from './compile-insert.ts';
import { compileQuery, isQuery } from './compile-query.ts';
import { compileUtility } from './compile-utility.ts';
import { compileView } from './compile-view.ts';
import { compileWriting } from './compile-writing.ts';
import type { CompiledQuery, SqlError } from './database.ts';
import { SQL_LIMITS } from './limits.ts';
import type { Plan, PlannedStatement } from './plan.ts';
import { sizeOf } from './plan-cost.ts';
import { indexOfBytes, NoSuchType, type NotSupported, Outside } from './statement-names.ts';

/**
 * PostgreSQL's own parser (npm libpg-query: version 17's, as WebAssembly). It is large, so it is loaded on first use;
 * shipped scenarios are compiled at build time and never need it.
 */

/** `position` is the error's place in the text, in UTF-16 units; missing if the parser reports none. */
type Parse = (sql: string) => Result<readonly RawStmt[], SqlError & { readonly position?: number }>;

let loading: Promise<Parse> | undefined;

/** Loads the parser once; after that parsing is synchronous. */
function loadParser(): Promise<Parse> {
  loading ??= load();
  return loading;
}

async function load(): Promise<Parse> {
  const library = await import('libpg-query');
  await library.loadModule();
  return (sql) => {
    // The library refuses an empty string, and stops at a NUL; a server accepts the first and can never receive the
    // second.
    if (sql.trim() === '') return ok([]);
    if (sql.includes('\0')) return err(syntaxError('invalid byte sequence for encoding "UTF8": 0x00', '22021'));
    try {
      const { stmts } = library.parseSync(sql) as ParseResult;
      return ok(stmts ?? []);
    } catch (cause) {
      // Nested deeper than this machine's stack: a server would not report that.
      if (cause instanceof RangeError) throw cause;
      const message = cause instanceof Error ? cause.message : String(cause);
      const position = positionOf(cause, sql);
      return err({ ...syntaxError(message, '42601'), ...(position === null ? {} : { position }) });
    }
  };
}

const syntaxError = (message: string, sqlstate: string): SqlError => ({ severity: 'ERROR', sqlstate, message });

/** The parser counts characters; a pair of surrogates is one. */
function positionOf(cause: unknown, sql: string): number | null {
  if (typeof cause !== 'object' || cause === null || !('sqlDetails' in cause)) return null;
  const { sqlDetails: details } = cause;
  if (typeof details !== 'object' || details === null || !('cursorPosition' in details)) return null;
  const { cursorPosition: characters } = details;
  if (typeof characters !== 'number' || characters < 0) return null;
  let at = 0;
  for (let left = characters; left > 0 && at < sql.length; left--) at += (sql.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  return at;
}

export type Compile = (sql: string) => Result<CompiledQuery, NotSupported>;

/** Loads PostgreSQL's parser, once. */
export async function loadCompiler(): Promise<Compile> {
  const parse = await loadParser();
  return (sql) => compileWith(parse, sql);
}

/** The text after `not supported:`. */
export const notSupportedText = ({ what }: NotSupported): string => `not supported: ${what}`;

function compileWith(parse: Parse, sql: string): Result<CompiledQuery, NotSupported> {
  const index = indexOfBytes(sql);
  // Its place is the beginning of the text: without a parse the statement is unknown.
  const tooDeep: Result<CompiledQuery, NotSupported> = err({
    what: `more than ${SQL_LIMITS.depth} expressions one inside the other`,
    position: 0,
  });
  const tooLong = longRun(sql);
  if (tooLong !== undefined) return err(tooLong);
  const statements: PlannedStatement[] = [];
  const bodies: Bodies = (body) => {
    const parsed = parse(body);
    return parsed.ok ? parsed.value.flatMap(({ stmt }) => stmt ?? []) : undefined;
  };
  let start = 0;
  try {
    const parsed = parse(sql);
    if (!parsed.ok) {
      const { position, ...error } = parsed.error;
      return ok({ sql, statements: [], error, ...(position === undefined ? {} : { errorAt: position }) });
    }
    for (const raw of parsed.value) {
      start = startOf(sql, index(raw.stmt_location ?? 0));
      const statement = compileStatement(sql, raw, start, index, bodies);
      if (sizeOf(statement.plan).depth > SQL_LIMITS.depth) return tooDeep;
      statements.push(statement);
    }
  } catch (cause) {
    if (cause instanceof Outside)
      return err({ what: cause.what, position: Math.max(cause.at === undefined ? 0 : index(cause.at), start) });
    // The engine's own stack is smaller than a server's.
    if (cause instanceof RangeError) return tooDeep;
    throw cause;
  }
  return ok({ sql, statements });
}

/** Outside our own subset, but perhaps not an evaluator's; what is missing there is the better answer, unless it is the same. */
function generalOf(stmt: SelectStmt, text: string, placeOf: (at: number) => number, own: Outside): Plan {
  try {
    return compileGeneral(stmt, text, placeOf);
  } catch (cause) {
    // A name that neither knows: ours says it without the rest of the query.
    throw cause instanceof Outside && cause.at === own.at && own.what.startsWith('the ') ? own : cause;
  }
}

/** PostgreSQL's scanner rereads a run of operators whenever a comment opens in it: its time is quadratic. */
const MAX_OPERATORS = 1000;
/** PostgreSQL's parser copies a number for each minus before it, and keeps all copies. */
const MAX_DIGITS = 2000;
const OPERATORS = '~!@#^&|`?+-*/%<>=';

/** The first run that is too long; in one pass, because a pattern would restart at each character. */
function longRun(sql: string): NotSupported | undefined {
  let operators = 0;
  let digits = 0;
  for (let i = 0; i < sql.length; i++) {
    const code = sql.charCodeAt(i);
    digits = code >= 0x30 && code <= 0x39 ? digits + 1 : 0;
    operators = digits === 0 && OPERATORS.includes(sql.charAt(i)) ? operators + 1 : 0;
    if (operators === MAX_OPERATORS) return longSigns(sql.slice(i + 1 - operators, i + 1), i + 1 - operators);
    if (digits === MAX_DIGITS) return { what: 'a number as long as this', position: i + 1 - digits };
  }
  return undefined;
}

/** Such a run need not be an operator: it may be comments, or a comment's text. */
const longSigns = (run: string, position: number): NotSupported =>
  run.split('/*').length > MAX_OPERATORS / 10
    ? { what: 'so many comments without a space between them', position }
    : { what: `${MAX_OPERATORS} operator characters in a row`, position };

const BLANK = /(?:\s+|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)*/y;

/** Skips the blanks and comments between two statements. */
function startOf(sql: string, from: number): number {
  BLANK.lastIndex = from;
  return from + (BLANK.exec(sql)?.[0].length ?? 0);
}

function compileStatement(
  sql: string,
  raw: RawStmt,
  start: number,
  index: (at: number) => number,
  bodies: Bodies,
): PlannedStatement {
  const node = raw.stmt;
  if (node === undefined) throw new Outside('this statement', raw.stmt_location);
  const from = raw.stmt_location ?? 0;
  const end = raw.stmt_len === undefined || raw.stmt_len === 0 ? undefined : index(from + raw.stmt_len);
  const text = sql.slice(start, end).trim();
  const plan = planOf(node, text, (at) => index(at) - start, bodies);
  checkEffects(plan);
  return { plan, sql: text };
}

/** The same for statements that write. */
function generalChangeOf(node: Node, text: string, place: Place, own: Outside): Plan | undefined {
  try {
    if ('UpdateStmt' in node) return compileGeneralUpdate(node.UpdateStmt, text, place);
    if ('DeleteStmt' in node) return compileGeneralDelete(node.DeleteStmt, text, place);
    if ('InsertStmt' in node) return compileGeneralInsert(node.InsertStmt, text, place);
    return undefined;
  } catch (cause) {
    throw cause instanceof Outside && cause.at === own.at && own.what.startsWith('the ') ? own : cause;
  }
}

function planOf(node: Node, text: string, place: Place, bodies: Bodies): Plan {
  try {
    if ('ExplainStmt' in node) return compileExplain(node.ExplainStmt, text);
    if ('CreateFunctionStmt' in node) return compileFunction(node.CreateFunctionStmt, bodies);
    if ('ViewStmt' in node) return compileView(node.ViewStmt, text);
    const writing = 'SelectStmt' in node ? compileWriting(node.SelectStmt, text, place) : undefined;
    if (writing !== undefined) return writing;
    return isQuery(node) ? callOfFunction(compileQuery(node)) : (compileExtension(node) ?? compileUtility(node));
  } catch (cause) {
    if (cause instanceof NoSuchType) return { kind: 'no-type', name: cause.type };
    if (cause instanceof Outside && 'SelectStmt' in node) return generalOf(node.SelectStmt, text, place, cause);
    const general = cause instanceof Outside ? generalChangeOf(node, text, place, cause) : undefined;
    if (general !== undefined) return general;
    throw cause;
  }
}
