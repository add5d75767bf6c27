/**
 * PostgreSQL as an evaluator of queries: npm @electric-sql/pglite, a server of one connection in WebAssembly. It is
 * large (README.md), so it is loaded for the first spec that needs it, once.
 */
import type { PGlite, PGliteOptions } from '@electric-sql/pglite';
import { NOT_LOADED } from '../../base/loading.ts';
import type { Evaluated, Evaluator } from '../../sql/general.ts';
import { inspectorOf } from './inspect.ts';

let loading: Promise<Evaluator> | undefined;

/** Rejects if a file of it is missing; the next call tries again. */
export function loadEvaluator(): Promise<Evaluator> {
  loading ??= load().catch((cause: unknown) => {
    loading = undefined;
    throw cause;
  });
  return loading;
}

/**
 * Those of a server of one connection that keeps nothing, and small. `temp_file_limit` ends a recursion without end:
 * its rows are counted, in bytes.
 */
const SETTINGS = [
  ...['search_path=public', 'exit_on_error=false', 'log_checkpoints=false', 'io_method=sync', 'jit=off'],
  ...['max_worker_processes=0', 'max_parallel_workers=0', 'max_parallel_workers_per_gather=0'],
  ...['max_parallel_maintenance_workers=0', 'shared_buffers=2MB', 'max_connections=2', 'autovacuum=off'],
  'temp_file_limit=4MB',
  // isolationtester's, as in sql/date.ts.
  ...['datestyle=Postgres, MDY', 'timezone=America/Los_Angeles', 'intervalstyle=postgres_verbose'],
];

/** In Node the package reads its files itself; in a browser it would wait forever for one that does not arrive. */
const inBrowser = !('process' in globalThis);

async function fetched(): Promise<Pick<PGliteOptions, 'pgliteWasmModule' | 'initdbWasmModule' | 'fsBundle'>> {
  const bytesOf = async (url: URL): Promise<Blob> => {
    const response = await fetch(url);
    if (!response.ok) throw new Error(NOT_LOADED);
    return response.blob();
  };
  const moduleOf = async (url: URL) => WebAssembly.compile(await (await bytesOf(url)).arrayBuffer());
  const [pgliteWasmModule, initdbWasmModule, fsBundle] = await Promise.all([
    moduleOf(new URL('../../../../node_modules/@electric-sql/pglite/dist/pglite.wasm', import.meta.url)),
    moduleOf(new URL('../../../../node_modules/@electric-sql/pglite/dist/initdb.wasm', import.meta.url)),
    bytesOf(new URL('../../../../node_modules/@electric-sql/pglite/dist/pglite.data', import.meta.url)),
  ]);
  return { pgliteWasmModule, initdbWasmModule, fsBundle };
}

async function load(): Promise<Evaluator> {
  const [library, files] = await Promise.all([import('@electric-sql/pglite'), inBrowser ? fetched() : {}]);
  const startParams = ['--single', '-F', '-O', '-j', ...SETTINGS.flatMap((setting) => ['-c', setting])];
  const db = await library.PGlite.create({ ...files, startParams });
  return evaluatorOf(db, library);
}

type Library = typeof import('@electric-sql/pglite');

function evaluatorOf(db: PGlite, library: Library): Evaluator {
  const { serialize, Parser } = library.protocol;
  let isLost = false;
  return {
    major: 18,
    inspect: inspectorOf,
    run(sql) {
      if (isLost) return LOST;
      try {
        let answer: Answer = { error: undefined, columns: [], rows: [] };
        new Parser().parse(db.execProtocolRawSync(serialize.query(sql)), (message) => {
          answer = taken(library, answer, message);
        });
        return answer;
      } catch (cause) {
        if (!(cause instanceof WebAssembly.RuntimeError || cause instanceof RangeError)) throw cause;
        isLost = true;
        return LOST;
      }
    },
  };
}
/** WebAssembly's memory or stack is used up: nothing more can be asked. */
const LOST: Evaluated = {
  error: {
    severity: 'ERROR',
    sqlstate: '54000',
    message: 'limit of the simulation reached: the memory of PostgreSQL in WebAssembly, which computes such queries',
  },
};

type Answer = Evaluated | { error: undefined; columns: { name: string; type: number }[]; rows: (string | null)[][] };

/** The answer so far with one more message of the server's. */
function taken({ messages }: Library, answer: Answer, message: object): Answer {
  if (answer.error !== undefined) return answer;
  if (message instanceof messages.DatabaseError) {
    const { code = 'XX000', detail } = message;
    const error = { severity: 'ERROR', sqlstate: code, message: message.message } as const;
    return { error: detail === undefined ? error : { ...error, detail } };
  }
  if (message instanceof messages.RowDescriptionMessage)
    return {
      error: undefined,
      columns: message.fields.map(({ name, dataTypeID }) => ({ name, type: dataTypeID })),
      rows: [],
    };
  if (message instanceof messages.DataRowMessage) (answer.rows as (string | null)[][]).push(message.fields);
  return answer;
}
