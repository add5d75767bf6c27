/**
 * A running server of one major: made by initdb in a separate folder below the system's temporary folder, reached over
 * a unix socket there, removed without a trace when it is stopped or when this process ends in any way.
 *
 * A small shell is in between: it starts the server, waits for the end of its standard input (which comes when this
 * process closes it, or dies), then ends the server and removes the folder. So nothing depends on signal handlers. The
 * server refuses to run as root; then everything runs as an unprivileged user, and the programs are copied if they are
 * in a folder which that user may not enter.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lchownSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { err, ok, type Result } from '../../src/base/result.ts';
import { tail } from '../proc.mjs';
import { ensurePrograms, type Major, type Programs, type Unavailable } from './packages.ts';
import { Wire } from './wire.ts';

export interface ServerOptions {
  /** Also listens on 127.0.0.1, on a free port. Anyone on this machine may then log in. */
  readonly tcp?: boolean;
  /** More settings, after the usual ones. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Called with the data folder, after it was made and before the server is started for the first time. */
  readonly afterInit?: (data: string) => void;
  /** A standby, from a cold copy of its primary's data. */
  readonly standby?: { readonly data: string; readonly primary: PgServer };
}

export interface PgServer {
  readonly major: Major;
  /** Folder of the unix socket, to be given as `host`. */
  readonly socketDir: string;
  readonly socket: string;
  readonly port: number;
  /** The folder of the programs that this server was started from. */
  readonly native: string;
  /** The user that programs next to the server run as. */
  readonly as: { readonly uid?: number; readonly gid?: number };
  connect(database?: string): Promise<Wire>;
  /** Stops the server and removes its folder. */
  stop(): Promise<void>;
}

/**
 * Settings that make runs repeatable: nothing works in the background, nothing depends on when a log is flushed, and no
 * plan looks up a ctid. Source: shared facts on comparing schedules.
 */
const SETTINGS: Readonly<Record<string, string>> = {
  autovacuum: 'off',
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'on',
  wal_writer_delay: '1ms',
  wal_writer_flush_after: '0',
  enable_tidscan: 'off',
  max_parallel_workers_per_gather: '0',
  jit: 'off',
  shared_buffers: '64MB',
  max_connections: '60',
  max_prepared_transactions: '20',
  max_wal_size: '256MB',
  min_wal_size: '80MB',
  checkpoint_timeout: '1h',
  track_activities: 'on',
  track_counts: 'off',
  log_min_messages: 'fatal',
  log_checkpoints: 'off',
};

const KEEPER = [
  'exec 3<&0',
  '"$@" </dev/null >>"$XIP_DIR/log" 2>&1 & pg=$!',
  '{ cat <&3 >/dev/null; kill -QUIT $pg 2>/dev/null; } & watch=$!',
  'wait $pg; status=$?',
  'kill $watch 2>/dev/null',
  '[ $status -ne 0 ] && [ -n "$XIP_KEEP" ] || rm -rf "$XIP_DIR"',
  'exit $status',
].join('\n');

const SOCKET_PORT = 5432;

/** Starts a server of each major; all or none. */
export async function startServers(
  majors: readonly Major[],
  options: ServerOptions = {},
): Promise<Result<readonly PgServer[], Unavailable>> {
  const programs = await ensurePrograms(majors);
  if (!programs.ok) return programs;
  const started = await Promise.all(programs.value.map((one) => startServer(one, options)));
  const failed = started.find((one) => !one.ok);
  if (failed === undefined) return ok(started.flatMap((one) => (one.ok ? [one.value] : [])));
  for (const one of started) if (one.ok) await one.value.stop();
  return failed.ok ? err({ kind: 'failed', message: 'unreachable' }) : failed;
}

async function startServer(programs: Programs, options: ServerOptions): Promise<Result<PgServer, Unavailable>> {
  const { major } = programs;
  const as = unprivileged();
  if (as === undefined) {
    return fault(major, 'PostgreSQL refuses to run as root, and /etc/passwd has neither postgres nor nobody.');
  }
  const dir = mkdtempSync(join(tmpdir(), `xipscope-pg${major}-`));
  const give = (path: string): void => {
    if (as.uid !== undefined && as.gid !== undefined) chownSync(path, as.uid, as.gid);
  };
  give(dir);
  let native = programs.native;
  if (as.uid !== undefined && !othersMayEnter(native)) {
    native = join(dir, 'native');
    cpSync(programs.native, native, { recursive: true, verbatimSymlinks: true });
    giveAll(native, as.uid, as.gid ?? as.uid);
  }
  const env = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC', LD_LIBRARY_PATH: join(native, 'lib'), XIP_DIR: dir };
  const fail = (what: string): Result<never, Unavailable> => {
    rmSync(dir, { recursive: true, force: true });
    return fault(major, what);
  };

  const data = join(dir, 'data');
  if (options.standby === undefined) {
    const init = ['-D', data, '-U', 'postgres', '-A', 'trust', '--locale=C', '-E', 'UTF8', '--no-sync'];
    const made = await ran(spawn(join(native, 'bin/initdb'), init, { ...as, env, cwd: dir }));
    if (made.code !== 0) return fail(`initdb failed:\n${tail(made.output, 12)}`);
    options.afterInit?.(data);
  } else {
    cpSync(options.standby.data, data, { recursive: true });
    writeFileSync(join(data, 'standby.signal'), '');
    if (as.uid !== undefined) giveAll(data, as.uid, as.gid ?? as.uid);
    chmodSync(data, 0o700);
  }

  const port = options.tcp === true ? await freePort() : SOCKET_PORT;
  const settings = {
    ...SETTINGS,
    listen_addresses: options.tcp === true ? '127.0.0.1' : '',
    port: String(port),
    unix_socket_directories: dir,
    unix_socket_permissions: '0700',
    ...(options.standby && { primary_conninfo: conninfoOf(options.standby.primary) }),
    ...options.settings,
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  // A separate process group, so that Ctrl-C reaches the server only through this process.
  const keeper = spawn('sh', ['-c', KEEPER, 'sh', join(native, 'bin/postgres'), '-D', data, ...args], {
    ...as,
    env: { ...env, XIP_KEEP: '1' },
    cwd: dir,
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  let exited = false;
  const gone = new Promise<void>((resolve) => {
    keeper.on('error', () => resolve());
    keeper.on('exit', () => {
      exited = true;
      resolve();
    });
  });
  keeper.stdin?.on('error', () => {});
  const stop = async (): Promise<void> => {
    keeper.ref();
    keeper.stdin?.end();
    await gone;
    rmSync(dir, { recursive: true, force: true });
  };
  const socket = join(dir, `.s.PGSQL.${port}`);
  const connect = (database = 'postgres'): Promise<Wire> => Wire.connect(socket, database);
  for (let waited = 0; ; waited += 20) {
    try {
      (await connect()).end();
      break;
    } catch (error) {
      if (exited || waited > 30_000) {
        const log = existsSync(join(dir, 'log')) ? readFileSync(join(dir, 'log'), 'utf8') : String(error);
        await stop();
        return fault(major, `it did not start:\n${tail(log, 12)}`);
      }
      await new Promise((wake) => setTimeout(wake, 20));
    }
  }
  // An idle server does not keep this process alive.
  keeper.unref();
  if (keeper.stdin !== null && 'unref' in keeper.stdin && typeof keeper.stdin.unref === 'function')
    keeper.stdin.unref();
  return ok<PgServer>({ major, socketDir: dir, socket, port, native, as, connect, stop });
}

const conninfoOf = ({ socketDir, port }: PgServer): string => `host=${socketDir} port=${port} user=postgres`;

const fault = (major: Major, what: string): Result<never, Unavailable> =>
  err({ kind: 'failed', message: `PostgreSQL ${major}: ${what}` });

/** Empty if this process is not root; else the ids of an unprivileged user. Undefined when there is none. */
function unprivileged(): { uid?: number; gid?: number } | undefined {
  if (process.getuid?.() !== 0) return {};
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const wanted of ['nobody', 'postgres']) {
    const found = users.find(([name]) => name === wanted);
    // initdb looks the user up by name, so a bare number is not enough.
    if (found?.[2] !== undefined && found[3] !== undefined) return { uid: Number(found[2]), gid: Number(found[3]) };
  }
  return undefined;
}

function othersMayEnter(path: string): boolean {
  for (let at = realpathSync(path); ; at = dirname(at)) {
    if ((statSync(at).mode & 0o001) === 0) return false;
    if (at === dirname(at)) return true;
  }
}

/** A copy keeps the modes, and a strict umask may have given others no rights. */
function giveAll(path: string, uid: number, gid: number): void {
  lchownSync(path, uid, gid);
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const below = join(path, entry.name);
    if (entry.isDirectory()) giveAll(below, uid, gid);
    else lchownSync(below, uid, gid);
  }
}

function ran(child: ChildProcess): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    let output = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    child.on('error', (error) => resolve({ code: 127, output: `${output}${error.message}` }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}
