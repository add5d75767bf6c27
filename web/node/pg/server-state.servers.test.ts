/**
 * The page's statements on a real server match that server: the script of `scenarios/tools` runs on 13, 14, 17 and 18
 * with holders of every kind, and VACUUM VERBOSE then uses the same horizons that the model reads from its output; the
 * numbers of removed and kept versions match, too.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rngOf } from '../../src/base/random.ts';
import { SERVER_COMMANDS, SERVER_SCRIPT, type ServerState, type TableKind } from '../../src/scenario/server-state.ts';
import { parseServerState } from '../../src/scenario/server-state-parse.ts';
import { serverView } from '../../src/viewmodel/server/server-view.ts';
import { at } from '../tree.mjs';
import { vacuumReport } from './facts.ts';
import {
  ELSEWHERE,
  HERE,
  HOLDER_NAMES,
  type Holder,
  type HolderName,
  holders,
  lookAt,
  oneUpdate,
  prepareSituation,
  SITUATION_SETTINGS,
} from './holder-situation.ts';
import { platformHasServers, TESTED_MAJORS } from './packages.ts';
import { type PgServer, startServers } from './server.ts';

const TABLES = { data: 'public.accounts', catalog: 'pg_catalog.pg_am', shared: 'pg_catalog.pg_database' } as const;
const KINDS = ['data', 'catalog', 'shared'] as const satisfies readonly TableKind[];

async function stateOf(server: PgServer, database: string, relation: string): Promise<ServerState> {
  const read = parseServerState(await lookAt(server, database, relation));
  if (!read.ok)
    throw new Error(read.error.map(({ line, column, message }) => `${line}:${column} ${message}`).join('\n'));
  return read.value;
}

/** Compares the script's horizons with those of VACUUM, in one database. */
async function compared(server: PgServer, database: string): Promise<void> {
  for (const kind of KINDS) {
    const state = await stateOf(server, database, TABLES[kind]);
    const view = serverView(state, kind);
    const wire = await server.connect(database);
    const report = vacuumReport((await wire.must(`VACUUM (VERBOSE) ${TABLES[kind]}`)).notices);
    wire.end();
    const where = `${server.major}, ${kind} in ${database}, held by ${view.horizon.holding.map(({ id }) => id).join()}`;
    expect(state.table?.kind, where).toBe(kind);
    expect([view.horizon.xid, where]).toEqual([report?.oldestXmin, where]);
    if (kind === 'data')
      expect([view.removable, view.kept, where]).toEqual([report?.removed, report?.notYetRemovable, where]);
  }
}

const platform = platformHasServers();
describe.skipIf(!platform.ok)('a look at a real server', () => {
  let servers: readonly PgServer[] = [];
  beforeAll(async () => {
    const started = await startServers([...TESTED_MAJORS, 18], { settings: SITUATION_SETTINGS });
    if (!started.ok) throw new Error(started.error.message);
    servers = started.value;
    for (const server of servers) await prepareSituation(server);
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()));
  });

  const each = async (names: (server: PgServer) => readonly HolderName[], seed: number) => {
    for (const server of servers) {
      const rng = rngOf(seed + server.major);
      const all: Holder[] = await holders(server, names(server));
      await compared(server, HERE);
      await compared(server, ELSEWHERE);
      while (all.length > 0) {
        const [gone] = all.splice(rng.below(all.length), 1);
        await gone?.release();
        // Not row 4, which a long writer may have locked.
        await oneUpdate(server, HERE, 1 + rng.below(3));
        await compared(server, HERE);
        await compared(server, ELSEWHERE);
      }
    }
  };

  it.skipIf(!hasPsql).each(SERVER_COMMANDS)('reads what psql writes: %s', (command) => {
    for (const server of servers) {
      const plain = run(server, command);
      expect([plain.trim().at(0), plain.trim().at(-1)], String(server.major)).toEqual(['{', '}']);
      // Without -q psql prints the tags of BEGIN and COMMIT around it.
      const tagged = run(server, command.replace('-qAt', '-At'));
      expect(tagged).toMatch(/^BEGIN\n\{[\s\S]*\}\nCOMMIT\n$/);
      for (const text of [plain, tagged]) {
        const read = parseServerState(text);
        expect(read, String(server.major)).toMatchObject({ ok: true, value: { database: HERE } });
        const pages = read.ok ? read.value.table?.pages?.length : 0;
        expect(pages).toBe(command.includes('xipscope.relation') ? 1 : undefined);
      }
    }
  });
  it('finds the cutoffs of VACUUM while holders of every kind go, one after another, in any order', async () => {
    await each(() => HOLDER_NAMES, 1);
  });
  it('and with any few of them', async () => {
    for (let seed = 10; seed < 13; seed++) {
      const rng = rngOf(seed);
      await each(() => HOLDER_NAMES.filter(() => rng.below(3) === 0), seed);
    }
  });
  it('names everybody whom the server knows, and hides no holder from a user without rights', async () => {
    for (const server of servers) {
      const all = await holders(server, HOLDER_NAMES);
      const { horizon, unseen } = serverView(await stateOf(server, HERE, TABLES.data), 'data');
      const kinds = new Set(horizon.holders.map(({ kind }) => kind));
      expect([...kinds].sort()).toEqual(['prepared', 'slot-catalog-xmin', 'slot-xmin', 'standby', 'xid', 'xmin']);
      expect(unseen).toBe(0);
      const admin = await server.connect(HERE);
      await admin.must('DROP ROLE IF EXISTS guest');
      await admin.must('CREATE ROLE guest LOGIN');
      const guest = serverView(await asGuest(server), 'data');
      // All roles see every holder; only the activity of other sessions is hidden.
      expect([guest.horizon.xid, guest.unseen]).toEqual([horizon.xid, 0]);
      const named = (of: typeof horizon) =>
        of.holders.filter(({ exempt }) => exempt !== 'this-look').map(({ id }) => id);
      expect(named(guest.horizon)).toEqual(named(horizon));
      expect(guest.horizon.holders.find(({ kind }) => kind === 'xid')?.state).toBeNull();
      await admin.must('DROP ROLE guest');
      admin.end();
      for (const one of all.reverse()) await one.release();
    }
  });
});

/** The other tests speak the server's protocol themselves; only psql's own output shows what psql adds to the answer. */
const hasPsql = spawnSync('psql', ['--version']).status === 0;

/** The command as the page prints it, in an empty folder with the script; answers with the file that it writes. */
function run({ socketDir, port }: PgServer, command: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'xip-state-'));
  try {
    copyFileSync(at(`scenarios/tools/${SERVER_SCRIPT}`), join(folder, SERVER_SCRIPT));
    const env = { ...process.env, PGHOST: socketDir, PGPORT: String(port), PGUSER: 'postgres', PGDATABASE: HERE };
    const { status, stderr } = spawnSync('sh', ['-c', command], { cwd: folder, env, encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
    return readFileSync(join(folder, command.split('> ')[1] ?? ''), 'utf8');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The output for a role that may not see others' sessions. */
async function asGuest(server: PgServer): Promise<ServerState> {
  const read = parseServerState(await lookAt(server, HERE, '', '-c role=guest'));
  if (!read.ok) throw new Error(read.error[0]?.message);
  return read.value;
}
