/**
 * A simple query's text as plans. `loadCompiler` once, then `compile` is synchronous: a syntax error is part of the
 * answer, because a server answers it when the query is run; what is outside the subset is an error here, with its place.
 */
import type { RawStmt } from 'libpg-query';
import { err, ok, type Result } from '../base/result.ts';
import { compileQuery, isQuery } from './compile-query.ts';
import { compileUtility } from './compile-utility.ts';
import type { CompiledQuery } from './database.ts';
import { loadParser, type Parse } from './parse.ts';
import type { PlannedStatement } from './plan.ts';
import { indexOfByte, type NotSupported, Outside } from './unsupported.ts';

export type Compile = (sql: string) => Result<CompiledQuery, NotSupported>;

/** Loads PostgreSQL's parser, once. */
export async function loadCompiler(): Promise<Compile> {
  const parse = await loadParser();
  return (sql) => compileWith(parse, sql);
}

/** What `not supported: …` says. */
export const notSupportedText = ({ what }: NotSupported): string => `not supported: ${what}`;

function compileWith(parse: Parse, sql: string): Result<CompiledQuery, NotSupported> {
  const parsed = parse(sql);
  if (!parsed.ok) return ok({ sql, statements: [], error: parsed.error });
  const statements: PlannedStatement[] = [];
  for (const raw of parsed.value) {
    try {
      statements.push(compileStatement(sql, raw));
    } catch (cause) {
      if (cause instanceof Outside) {
        const at = Math.max(cause.at ?? 0, startOf(sql, raw));
        return err({ what: cause.what, position: indexOfByte(sql, at) });
      }
      // The engine's own stack is smaller than a server's.
      if (cause instanceof RangeError)
        return err({ what: 'nesting as deep as this', position: indexOfByte(sql, startOf(sql, raw)) });
      throw cause;
    }
  }
  return ok({ sql, statements });
}

/** In bytes; without the blanks and comments between two statements. */
function startOf(sql: string, raw: RawStmt): number {
  const from = raw.stmt_location ?? 0;
  const rest = sql.slice(indexOfByte(sql, from));
  const blank = /^(?:\s+|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)*/.exec(rest)?.[0] ?? '';
  return from + new TextEncoder().encode(blank).length;
}

function compileStatement(sql: string, raw: RawStmt): PlannedStatement {
  const node = raw.stmt;
  if (node === undefined) throw new Outside('this statement', raw.stmt_location);
  const from = raw.stmt_location ?? 0;
  const end = raw.stmt_len === undefined || raw.stmt_len === 0 ? undefined : indexOfByte(sql, from + raw.stmt_len);
  const text = sql.slice(indexOfByte(sql, startOf(sql, raw)), end).trim();
  return { plan: isQuery(node) ? compileQuery(node) : compileUtility(node), sql: text };
}
