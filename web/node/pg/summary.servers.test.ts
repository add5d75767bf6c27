/**
 * What servers remember of SERIALIZABLE transactions for which they have no more room, and what follows from it. The
 * servers have so few connections that a hundred committed transactions are too many.
 */
import { describe, expect, it } from 'vitest';
import { engineTarget } from './engine-target.ts';
import type { Target } from './facts.ts';
import { platformHasServers } from './packages.ts';
import { TABLES } from './schedule.ts';
import { startServers } from './server.ts';
import { FUZZ_SETTINGS, serverTarget } from './server-target.ts';

const MAJORS = [13, 17] as const;
const CONNECTIONS = 8;
const SETTINGS = {
  ...FUZZ_SETTINGS,
  max_connections: String(CONNECTIONS),
  superuser_reserved_connections: '1',
  max_worker_processes: '0',
  autovacuum_max_workers: '1',
  max_wal_senders: '0',
  wal_level: 'minimal',
  max_prepared_transactions: '0',
};
/**
 * PredicateLockShmemInit: ten for each connection, one autovacuum worker and its launcher, in 17 for the worker that
 * synchronizes slots, too (NUM_SPECIAL_WORKER_PROCS); less OldCommittedSxact.
 */
const sxactsOf = (major: number): number => 10 * (CONNECTIONS + (major >= 17 ? 3 : 2)) - 1;

const BEGIN = 'BEGIN ISOLATION LEVEL SERIALIZABLE';
const read = (id: number): string => `SELECT v FROM t WHERE id = ${id}`;
const write = (id: number): string => `UPDATE t SET v = v + 1 WHERE id = ${id}`;
/** Transactions that push the earlier ones out of memory. */
const FILL = Array.from({ length: sxactsOf(17) + 10 }, () => `${BEGIN}; ${write(3)}; COMMIT`);

type Script = readonly (readonly [session: number, ...sql: string[]])[];
const SCRIPTS: Readonly<Record<string, { readonly script: Script; readonly ends: RegExp }>> = {
  // CheckTargetForConflictsIn never counts a lock of a summarized transaction: real servers let this write skew through.
  'a write skew with a summarized transaction commits': {
    script: [
      [0, BEGIN, read(2)],
      [1, BEGIN, read(1), write(2), 'COMMIT'],
      [1, ...FILL],
      [0, write(1), 'COMMIT'],
    ],
    ends: /^COMMIT$/,
  },
  'without the others it does not': {
    script: [
      [0, BEGIN, read(2)],
      [1, BEGIN, read(1), write(2), 'COMMIT'],
      [0, write(1)],
    ],
    ends: /pivot, during write/,
  },
};

async function run(target: Target, script: Script): Promise<readonly string[]> {
  await target.begin(TABLES.keyed);
  const lines: string[] = [];
  for (const [session, ...statements] of script) {
    for (const sql of statements) {
      const answer = await target.submit(session, sql);
      lines.push(...(answer === 'waiting' ? ['waits'] : answer.lines));
    }
    lines.push(...(await target.observe()).sireads);
  }
  await target.finish();
  return lines;
}

const platform = platformHasServers();
if (!platform.ok) process.stderr.write(`Skipped: ${platform.error.message}\n`);

describe.skipIf(!platform.ok)('summarized transactions', () => {
  it('are to the engine what they are to servers', async () => {
    const servers = await startServers(MAJORS, { settings: SETTINGS });
    if (!servers.ok) throw new Error(servers.error.message);
    for (const server of servers.value) {
      const right = await serverTarget(server);
      const left = await engineTarget({ rules: server.major, sxacts: sxactsOf(server.major) });
      if (!left.ok) throw new Error(left.error);
      for (const [name, { script, ends }] of Object.entries(SCRIPTS)) {
        const there = await run(right, script);
        expect([server.major, name, await run(left.value, script)]).toEqual([server.major, name, there]);
        expect([name, there.some((line) => ends.test(line))]).toEqual([name, true]);
      }
      await right.stop();
    }
  });
});
