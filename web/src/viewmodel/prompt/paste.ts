/**
 * What a reader pastes, as lanes: an isolation spec as it is; a psql transcript, each prompt a session; or SQL, in which
 * a comment may name the session (`-- session 2` above statements, `-- T1` behind one). Pure.
 */
import type { Place, SpecProblem } from '../../scenario/spec-types.ts';
import { problemRange } from '../spec/spec-syntax.ts';
import { splitStatements } from './split.ts';
import { canBeStep, type TypedFrame, type TypedMove, writeTyped } from './typed.ts';

/** A statement, and where it is in the pasted text. */
interface Found {
  /** Null: it is before all that belongs to a session. */
  readonly session: string | null;
  readonly sql: string;
  readonly from: number;
}
export interface PastedLanes {
  readonly kind: 'lanes';
  /** The spec that was made of it. */
  readonly text: string;
  /** Where its steps and set-ups are in the pasted text, in the order of the spec. */
  readonly found: readonly { readonly sql: string; readonly from: number }[];
  /** One prompt has all statements, and begins a transaction inside another: two windows, whose prompts are the same. */
  readonly isMixed: boolean;
}
export type Pasted =
  | { readonly kind: 'nothing' }
  /** No statement begins as SQL does. */
  | { readonly kind: 'not-sql' }
  | { readonly kind: 'spec' }
  /** A statement cannot be a step, because of the brace at this place. */
  | { readonly kind: 'brace'; readonly at: number }
  | PastedLanes;

/** @param comments the first lines of a spec that is made */
export function recognised(pasted: string, comments: readonly string[]): Pasted {
  if (isSpec(pasted)) return { kind: 'spec' };
  const found = inTranscript(pasted) ?? inSql(pasted);
  if (found.length === 0) return { kind: 'nothing' };
  if (!found.some(({ sql }) => SQL.test(sql))) return { kind: 'not-sql' };
  const bad = found.find(({ sql }) => !canBeStep(sql));
  if (bad !== undefined) return { kind: 'brace', at: bad.from + Math.max(0, bad.sql.indexOf('}')) };
  const { of, all } = laneNames([...new Set(found.flatMap(({ session }) => session ?? []))]);
  const setups = found.filter(({ session }) => session === null);
  const typed = found.flatMap(({ session, ...one }) =>
    session === null ? [] : [{ ...one, session: of.get(session) ?? session }],
  );
  const frame: TypedFrame = {
    comments,
    // Each in a query of its own, as psql sends them.
    setups: setups.map(({ sql }) => sql),
    teardown: null,
    sessions: all.map((name) => ({ name, setup: null, teardown: null })),
  };
  const moves = typed.map(({ session, sql }): TypedMove => ({ session: all.indexOf(session ?? ''), sql }));
  // A spec has the steps of one session after those of another.
  const inOrder = all.flatMap((name) => typed.filter(({ session }) => session === name));
  return { kind: 'lanes', text: writeTyped(frame, moves), found: [...setups, ...inOrder], isMixed: isMixed(typed) };
}

const SQL =
  /^\s*(?:\(|(?:abort|alter|analyze|begin|call|checkpoint|close|cluster|comment|commit|copy|create|deallocate|declare|delete|discard|do|drop|end|execute|explain|fetch|grant|insert|listen|lock|merge|move|notify|prepare|refresh|reindex|release|reset|revoke|rollback|savepoint|select|set|show|start|table|truncate|unlisten|update|vacuum|values|with)\b)/i;
const BEGINS = /^\s*(?:begin|start\s+transaction)\b/i;
const ENDS = /^\s*(?:commit|end|abort|rollback(?!\s+to)|prepare\s+transaction)\b/i;

function isMixed(typed: readonly Found[]): boolean {
  if (new Set(typed.map(({ session }) => session)).size > 1) return false;
  let isOpen = false;
  for (const { sql } of typed) {
    if (BEGINS.test(sql)) {
      if (isOpen) return true;
      isOpen = true;
    } else if (ENDS.test(sql)) isOpen = false;
  }
  return false;
}

const LETTERS = 'ABCDEFGH';
const letterOf = (name: string): string | null =>
  name.length === 1 && LETTERS.includes(name.toUpperCase()) ? name.toUpperCase() : null;

/**
 * The lanes' names, by those of the prompts, and in their order. Names of the reader's own stay if there are several and
 * none is a letter, since a lane has a letter of its own: session B in lane A misleads. Otherwise every lane is named by its
 * letter: letters keep theirs, the others get those that are left.
 * @param names in the order of their appearance
 */
function laneNames(names: readonly string[]): {
  readonly of: ReadonlyMap<string, string>;
  readonly all: readonly string[];
} {
  const isOwn = names.length > 1 && names.every((name) => letterOf(name) === null);
  if (isOwn || names.length > LETTERS.length) return { of: new Map(), all: names };
  // Two are the least, and there is no gap.
  const letters = [...LETTERS.slice(0, Math.max(2, names.length))];
  const own = new Set(names.map(letterOf));
  const left = letters.filter((letter) => !own.has(letter));
  const taken = new Set<string>();
  const of = new Map<string, string>();
  for (const name of names) {
    const letter = letterOf(name);
    const kept = letter !== null && letters.includes(letter) && !taken.has(letter) ? letter : left.shift();
    if (kept === undefined) return { of: new Map(), all: names };
    taken.add(kept);
    of.set(name, kept);
  }
  return { of, all: letters };
}

/** A block, and the word before it: no SQL has these. */
const isSpec = (text: string): boolean =>
  /^[ \t]*(?:(?:setup|teardown)\s*\{|session\s+(?:\w+|"[^"\n]*")\s*(?:#.*)?\n\s*(?:setup|step|teardown)\b|step\s+(?:\w+|"[^"\n]*")\s*\{)/m.test(
    text,
  ) || /^\s*session\s+(?:\w+|"[^"\n]*")\s+(?:setup|step)\b/.test(text);

/** `postgres=#`, `A=>`, `db=*#`: psql's own prompts; `postgres-#` goes on. */
const PSQL = /^[ \t]*([\p{L}_][\p{L}\p{N}_.@-]*?)(=|[-('"$*])[*!?]?[#>](?:[ \t](.*))?$/u;
/** `A> begin`, `T1: begin`: as people write them down. */
const SHORT = /^[ \t]*([\p{L}_][\p{L}\p{N}_]{0,15})[:>][ \t]+(.*)$/u;
/** What a server says begins like such a prompt. */
const SAID =
  /^[ \t]*(?:ERROR|FATAL|PANIC|WARNING|NOTICE|INFO|LOG|DETAIL|HINT|CONTEXT|STATEMENT|LOCATION|QUERY|LINE|Time)\b/;

/** `A=#` is nothing else in SQL, while `a => 1` names an argument. */
const SURE = /^[ \t]*[^\s=]+=[*!?]?#/;

/**
 * Null: it has no prompts. Lines after the first prompt that have none are answers, unless a statement is still open;
 * statements before it are the set-up, unless a comment names their session.
 */
function inTranscript(text: string): readonly Found[] | null {
  for (const { line, from } of linesOf(text)) {
    const isPsql = PSQL.test(line);
    if (!isPsql && (!SHORT.test(line) || SAID.test(line))) continue;
    const above = text.slice(0, from);
    const last = byComments(above).at(-1)?.sql ?? ';';
    if (!last.endsWith(';') && !SURE.test(line)) continue;
    const setups = byComments(above).filter(({ sql }) => sql.endsWith(';') || UNENDED.test(sql));
    return [...setups, ...(isPsql ? inPsql(text, from) : inShort(text, from))];
  }
  return null;
}
/** A statement without its semicolon; `CREATE TABLE` alone is an answer. */
const UNENDED = /^(?:create|alter|drop)[ \t]+\w+[ \t]+\w|^insert[ \t]+into\b/i;

/** @param first where the first prompt's line begins: above it only comments count, which may name a session */
function inPsql(text: string, first: number): readonly Found[] {
  const blocks: { readonly session: string | null; sql: string; readonly from: number }[] = [];
  const lines = linesOf(text);
  // Two windows on one database have the same prompt: then comments say whose it is.
  const isNamed = lines.some(({ line }) => namedIn(line) !== null);
  let named: string | null = null;
  let isOpen = false;
  for (const { line, from } of lines) {
    const [, prompt, kind, sql = ''] = from < first ? [] : (PSQL.exec(line) ?? []);
    const session = isNamed ? named : prompt;
    const last = blocks.at(-1);
    if (namedIn(line) !== null) {
      named = namedIn(line);
      isOpen = false;
    } else if (prompt !== undefined && kind === '=') {
      isOpen = sql.trim() !== '' && !isCommand(sql);
      if (isOpen) blocks.push({ session: session ?? null, sql, from: from + line.length - sql.length });
    } else if (isOpen && last !== undefined && !hasEnded(last.sql))
      last.sql += `\n${prompt === undefined ? line : sql}`;
  }
  return blocks.flatMap(({ session, sql, from }) =>
    splitStatements(sql).map((one) => ({ session, sql: one.sql, from: from + one.from })),
  );
}
/** The session that a comment names, at a prompt or on a line of its own; null: it is no such comment. */
function namedIn(line: string): string | null {
  const [, word, letter] = NAMED.exec((PSQL.exec(line)?.[3] ?? line).trim()) ?? [];
  return word ?? letter ?? null;
}
/** `\\d`, `\\c`: looks, and does nothing. */
const isCommand = (sql: string): boolean => sql.trim().startsWith('\\');
const hasEnded = (sql: string): boolean => splitStatements(sql).at(-1)?.sql.endsWith(';') === true;

/** One line, one statement or a few; a line without a prompt is an answer. */
const inShort = (text: string, first: number): readonly Found[] =>
  linesOf(text).flatMap(({ line, from }): readonly Found[] => {
    const [, session = '', sql = ''] = from < first || SAID.test(line) ? [] : (SHORT.exec(line) ?? []);
    const start = from + line.length - sql.length;
    const own = SETUP.test(session) ? null : session;
    return isCommand(sql)
      ? []
      : splitStatements(sql).map((one) => ({ session: own, sql: one.sql, from: start + one.from }));
  });
const SETUP = /^(?:set_?up|init)$/i;

function linesOf(text: string): readonly { readonly line: string; readonly from: number }[] {
  let from = 0;
  return text.split('\n').map((whole) => {
    const line = { line: whole.replace(/\r$/, ''), from };
    from += whole.length + 1;
    return line;
  });
}

/** `-- session 2`, `-- Client A:`; or a letter or T1 alone. */
const NAMED =
  /^--[ \t]*(?:(?:session|client|terminal|connection|transaction|window|tab|psql|tx)[ \t]*#?([\p{L}\p{N}_]{1,12})|([A-H]|[ST]\d))[ \t]*[:.]?[ \t]*$/iu;
/** The same behind a statement, where more may follow: `-- T2, BLOCKS`. */
const BEHIND =
  /^[ \t]*--[ \t]*(?:(?:session|client|terminal|connection|transaction|tx)[ \t]*#?([\p{L}\p{N}_]{1,12})|([A-H]|[ST]\d))\b/iu;

/** psql's commands, and what it says when it starts. */
const NO_SQL = /^[ \t]*(?:\\|psql(?:\.exe)? \(|SSL connection|Type "help").*$/gm;

/** Nothing names a session: all of it is one session's. */
function inSql(text: string): readonly Found[] {
  const found = byComments(text);
  return found.some(({ session }) => session !== null) ? found : found.map((one) => ({ ...one, session: 'A' }));
}
function byComments(whole: string): readonly Found[] {
  // Places stay what they are.
  const text = whole.replace(NO_SQL, (line) => ' '.repeat(line.length));
  const all = splitStatements(text);
  let named: string | null = null;
  return all.map(({ sql, lead, from, to }, i): Found => {
    // The comment behind the statement before is that one's.
    const above = i === 0 ? lead : lead.slice(lead.indexOf('\n') + 1);
    for (const { line } of linesOf(above)) {
      const [, word, letter] = NAMED.exec(line.trim()) ?? [];
      named = word ?? letter ?? named;
    }
    // A comment at a line's end is about all that ends in that line.
    const line = endOfLine(text, to);
    let end = to;
    for (let k = i + 1; (all[k]?.to ?? Number.POSITIVE_INFINITY) <= line; k++) end = all[k]?.to ?? end;
    const [, word, letter] = BEHIND.exec(text.slice(end, line)) ?? [];
    return { session: word ?? letter ?? named, sql, from };
  });
}
function endOfLine(text: string, from: number): number {
  const at = text.indexOf('\n', from);
  return at === -1 ? text.length : at;
}

/** The place in the pasted text of a place in the spec that was made of it. */
export function placeInPasted({ text, found }: PastedLanes, at: number): number {
  let [end, last] = [0, 0];
  for (const { sql, from } of found) {
    const start = text.indexOf(sql, end);
    if (start > at) break;
    end = start + sql.length;
    last = from + Math.min(at - start, sql.length);
  }
  return last;
}

/** Line and column, counted from 1 in characters. */
export function placeAt(text: string, at: number): Place {
  const before = text.slice(0, at).split('\n');
  return { line: before.length, column: [...(before.at(-1) ?? '')].length + 1 };
}

/** A fault of the spec that was made, at its place in what was pasted. */
export const inPasted = (pasted: string, made: PastedLanes, problem: SpecProblem): SpecProblem => ({
  ...problem,
  ...placeAt(pasted, placeInPasted(made, problemRange(made.text, problem).from)),
});
