/**
 * PostgreSQL's own isolationtester, which the package of 17 contains, run against any server: the oracle for specs. The
 * environment is that of pg_regress, because some specs print dates and numbers.
 *
 * Source: src/test/isolation/isolation_main.c and src/test/regress/pg_regress.c (initialize_environment,
 * create_database).
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ok, type Result } from '../../src/base/result.ts';
import { ensurePrograms, isolationtesterIn, type Major, type Unavailable } from './packages.ts';
import { type PgServer, startServers } from './server.ts';

export interface TesterRan {
  /** Exactly what isolationtester wrote to standard output. */
  readonly stdout: string;
  /** Its error output: a spec that does not parse, a set-up that fails. */
  readonly stderr: string;
  readonly code: number;
}

/** Servers with isolationtester. */
export interface Testers {
  readonly majors: readonly Major[];
  /**
   * Runs a spec, given as text, on one server of the major that has the least to do. Runs on one server go one after
   * the other, each in a database that is like new.
   */
  run(major: Major, spec: string, patience?: Patience): Promise<TesterRan>;
  stop(): Promise<void>;
}

/** How long isolationtester lets a step wait before it cancels it. Its message still says 360 seconds, the default. */
export interface Patience {
  readonly cancelSeconds: number;
  /** The expected number of cancelled steps: the run may take that much longer. */
  readonly cancels: number;
}

/** isolationtester's default: twice PG_TEST_TIMEOUT_DEFAULT, which is 180. */
const CANCEL_SECONDS = 360;
/** A step whose cancellation is expected is cancelled soon; any other only when something is wrong. */
const SOON_SECONDS = 4;
const LATE_SECONDS = 60;
const UNITS: Readonly<Record<string, number>> = { us: 1e-6, ms: 1e-3, s: 1, min: 60, h: 3600, d: 86_400 };

/** Steps that the tester cancels, in what it printed. */
export const cancelsIn = (stdout: string): number => stdout.match(/^isolationtester: canceling step /gm)?.length ?? 0;

/**
 * As much patience as a spec needs: every timeout that it sets runs out before a step is cancelled.
 * @param cancels the number of steps that the engine says are cancelled
 */
export function patienceFor(spec: string, cancels: number): Patience {
  const set = spec.matchAll(
    /\b(?:deadlock|lock|statement)_timeout\b["\s]*(?:=|\bto\b)\s*'?\s*(\d+)\s*(us|ms|s|min|h|d)?\b/gi,
  );
  const longest = Math.max(0, ...[...set].map(([, n, unit]) => Number(n) * (UNITS[(unit ?? 'ms').toLowerCase()] ?? 1)));
  const least = cancels > 0 ? SOON_SECONDS : LATE_SECONDS;
  // The tester doubles whole seconds.
  const seconds = Math.max(least, 2 * Math.ceil(longest + 2));
  return { cancelSeconds: Math.min(seconds, CANCEL_SECONDS), cancels };
}

/** The server's settings for isolationtester; its own polling settings stay. */
const SETTINGS = {
  // Upstream runs with a server's defaults: plans may use indexes, and deadlocks are checked after a second.
  enable_indexscan: 'on',
  enable_indexonlyscan: 'on',
  enable_bitmapscan: 'on',
  enable_tidscan: 'on',
  // For logical slots.
  wal_level: 'logical',
};

/**
 * The longest run of one spec without cancellations. Upstream's slowest take about twenty seconds; one more
 * cancellation may happen.
 */
const LIMIT_MS = 400_000;

/**
 * @param each servers of each major: specs mostly wait for timeouts and for the tester's own polling, so several at
 *   once take little more time than one
 */
export async function startTesters(majors: readonly Major[], each = 1): Promise<Result<Testers, Unavailable>> {
  const programs = await ensurePrograms([17]);
  if (!programs.ok) return programs;
  const native = programs.value[0]?.native ?? '';
  // The tester runs as this user, not as the server's; so it is started from the package itself.
  const all = Array.from({ length: each }, () => majors).flat();
  const servers = await startServers(all, { settings: SETTINGS });
  if (!servers.ok) return servers;
  const lanes = servers.value.map((server) => new Lane(server, native));
  return ok({
    majors,
    run: (major, spec, patience = { cancelSeconds: CANCEL_SECONDS, cancels: 0 }) => {
      const own = lanes.filter((lane) => lane.major === major);
      const lane = own.sort((a, b) => a.queued - b.queued)[0];
      if (lane === undefined) throw new Error(`no server of ${major} was started`);
      return lane.run(spec, patience);
    },
    stop: async () => {
      await Promise.all(servers.value.map((server) => server.stop()));
    },
  });
}

/** One spec, one server: starts it, runs, stops it. For more than one spec use `startTesters`. */
export async function runIsolationtester(major: Major, spec: string): Promise<Result<TesterRan, Unavailable>> {
  const testers = await startTesters([major]);
  if (!testers.ok) return testers;
  try {
    return ok(await testers.value.run(major, spec));
  } finally {
    await testers.value.stop();
  }
}

/** A server's specs, one after the other. */
class Lane {
  readonly #server: PgServer;
  readonly #native: string;
  #last: Promise<unknown> = Promise.resolve();
  #isFresh = false;
  /** Specs that run or wait for their turn. */
  queued = 0;

  constructor(server: PgServer, native: string) {
    this.#server = server;
    this.#native = native;
  }

  get major(): Major {
    return this.#server.major;
  }

  run(spec: string, patience: Patience): Promise<TesterRan> {
    this.queued += 1;
    const mine = this.#last.then(() => this.#runNext(spec, patience));
    this.#last = mine
      .catch(() => {})
      .then(() => {
        this.queued -= 1;
      });
    return mine;
  }

  async #runNext(spec: string, patience: Patience): Promise<TesterRan> {
    if (!this.#isFresh) await this.#createDatabase();
    this.#isFresh = false;
    const ran = await this.#test(spec, patience);
    // Upstream's specs share a database and clean up after themselves. A spec that did not leaves nothing to the next
    // one.
    this.#isFresh = ran.code === 0 && (await this.#isClean());
    return ran;
  }

  async #createDatabase(): Promise<void> {
    const admin = await this.#server.connect();
    try {
      const left = await admin.must('SELECT gid, database FROM pg_prepared_xacts');
      for (const [gid, database] of left.results[0]?.rows ?? []) {
        const there = await this.#server.connect(database ?? 'postgres');
        await there.must(`ROLLBACK PREPARED '${String(gid).replaceAll("'", "''")}'`);
        there.end();
      }
      await admin.must('DROP DATABASE IF EXISTS isolation_regression WITH (FORCE)');
      await admin.must(
        `CREATE DATABASE isolation_regression TEMPLATE template0 ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C'`,
      );
      for (const [name, value] of [
        ['lc_messages', "'C'"],
        ['lc_monetary', "'C'"],
        ['lc_numeric', "'C'"],
        ['lc_time', "'C'"],
        ['bytea_output', "'hex'"],
        ['timezone_abbreviations', "'Default'"],
      ] as const) {
        await admin.must(`ALTER DATABASE isolation_regression SET ${name} TO ${value}`);
      }
    } finally {
      admin.end();
    }
  }

  async #isClean(): Promise<boolean> {
    const look = await this.#server.connect('isolation_regression');
    try {
      const answer = await look.must(
        `SELECT (SELECT count(*) FROM pg_class WHERE oid >= 16384) + (SELECT count(*) FROM pg_proc WHERE oid >= 16384)
              + (SELECT count(*) FROM pg_namespace WHERE oid >= 16384) + (SELECT count(*) FROM pg_type WHERE oid >= 16384)
              + (SELECT count(*) FROM pg_roles WHERE oid >= 16384) + (SELECT count(*) FROM pg_prepared_xacts)`,
      );
      return answer.results[0]?.rows[0]?.[0] === '0';
    } finally {
      look.end();
    }
  }

  #test(spec: string, { cancelSeconds, cancels }: Patience): Promise<TesterRan> {
    const { socketDir, port } = this.#server;
    const conninfo = `host=${socketDir} port=${port} user=postgres dbname=isolation_regression`;
    const child = spawn(isolationtesterIn(this.#native), [conninfo], {
      env: {
        PATH: process.env.PATH,
        LD_LIBRARY_PATH: join(this.#native, 'lib'),
        LC_ALL: 'C',
        LC_MESSAGES: 'C',
        PGTZ: 'America/Los_Angeles',
        PGDATESTYLE: 'Postgres, MDY',
        PGOPTIONS: '-c intervalstyle=postgres_verbose',
        PGAPPNAME: 'isolation/xipscope',
        PG_TEST_TIMEOUT_DEFAULT: String(cancelSeconds / 2),
      },
      timeout: LIMIT_MS + 1000 * cancelSeconds * cancels,
      killSignal: 'SIGKILL',
    });
    return new Promise((resolve, reject) => {
      const stdout: Buffer[] = [];
      const stderr: Buffer[] = [];
      child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
      child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
      child.stdin.on('error', () => {});
      child.on('error', reject);
      child.on('close', (code) =>
        resolve({
          stdout: Buffer.concat(stdout)
            .toString('utf8')
            .replace(
              /^(isolationtester: canceling step .* after )\d+( seconds)$/gm,
              (_, before: string, after: string) => `${before}${CANCEL_SECONDS}${after}`,
            ),
          stderr: Buffer.concat(stderr).toString('utf8'),
          code: code ?? 1,
        }),
      );
      child.stdin.end(spec);
    });
  }
}
