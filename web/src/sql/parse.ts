/**
 * PostgreSQL's own parser (npm libpg-query: version 17's, as WebAssembly). It is large, so it is loaded on first use;
 * shipped scenarios are compiled at build time and never need it.
 */
import type { ParseResult, RawStmt } from 'libpg-query';
import { err, ok, type Result } from '../base/result.ts';
import type { SqlError } from './database.ts';

/** `position` is the error's place in the text, in UTF-16 units; missing if the parser reports none. */
export type Parse = (sql: string) => Result<readonly RawStmt[], SqlError & { readonly position?: number }>;

let loading: Promise<Parse> | undefined;

/** Loads the parser once; after that parsing is synchronous. */
export function loadParser(): Promise<Parse> {
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
