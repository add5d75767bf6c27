/**
 * PostgreSQL as an evaluator of queries: npm @electric-sql/pglite, a server of one connection in WebAssembly. It is
 * large (README.md), so it is loaded for the first spec that needs it, once.
 */
import type { PGlite, protocol } from '@electric-sql/pglite';
import type { SqlError } from '../../sql/database.ts';
import type { Evaluated, Evaluator } from '../../sql/general.ts';
import { serverFiles } from './pglite-files.ts';

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
];

async function load(): Promise<Evaluator> {
  const [library, files] = await Promise.all([import('@electric-sql/pglite'), serverFiles()]);
  const startParams = ['--single', '-F', '-O', '-j', ...SETTINGS.flatMap((setting) => ['-c', setting])];
  const db = await library.PGlite.create({ ...files, startParams });
  return evaluatorOf(db, library.protocol);
}

function evaluatorOf(db: PGlite, { serialize, Parser }: typeof protocol): Evaluator {
  let isLost = false;
  return {
    major: 18,
    run(sql) {
      if (isLost) return LOST;
      try {
        const answer = new Answer();
        new Parser().parse(db.execProtocolRawSync(serialize.query(sql)), (message) => answer.take(message));
        return answer.value;
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

type Message = Parameters<Parameters<InstanceType<typeof protocol.Parser>['parse']>[1]>[0];

/** Gathers the messages that answer one query. */
class Answer {
  #columns: { name: string; type: number }[] = [];
  #rows: (string | null)[][] = [];
  #error: SqlError | undefined;

  take(message: Message): void {
    if (message.name === 'error' && 'code' in message) {
      const { code = 'XX000', detail } = message;
      const error = { severity: 'ERROR', sqlstate: code, message: message.message } as const;
      this.#error ??= detail === undefined ? error : { ...error, detail };
    } else if (message.name === 'rowDescription' && 'fields' in message) {
      this.#rows = [];
      this.#columns = message.fields.flatMap((field) =>
        typeof field === 'object' && field !== null ? [{ name: field.name, type: field.dataTypeID }] : [],
      );
    } else if (message.name === 'dataRow' && 'fields' in message)
      this.#rows.push(message.fields.map((field) => (typeof field === 'string' ? field : null)));
  }
  get value(): Evaluated {
    if (this.#error !== undefined) return { error: this.#error };
    return { error: undefined, columns: this.#columns, rows: this.#rows };
  }
}
