/**
 * PostgreSQL's own parser (npm libpg-query: version 17's, as WebAssembly). It is large, so it is loaded when first asked
 * for; shipped scenarios are compiled at build time and never ask.
 */
import type { ParseResult, RawStmt } from 'libpg-query';
import { err, ok, type Result } from '../base/result.ts';
import type { SqlError } from './database.ts';

export type Parse = (sql: string) => Result<readonly RawStmt[], SqlError>;

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
    // The library refuses an empty string, and ends at a NUL; a server takes the first and cannot be sent the second.
    if (sql.trim() === '') return ok([]);
    if (sql.includes('\0')) return err(syntaxError('invalid byte sequence for encoding "UTF8": 0x00', '22021'));
    try {
      const { stmts } = library.parseSync(sql) as ParseResult;
      return ok(stmts ?? []);
    } catch (cause) {
      // Deeper than this machine's stack: no answer of a server.
      if (cause instanceof RangeError) throw cause;
      const message = cause instanceof Error ? cause.message : String(cause);
      return err(syntaxError(message, '42601'));
    }
  };
}

const syntaxError = (message: string, sqlstate: string): SqlError => ({ severity: 'ERROR', sqlstate, message });
