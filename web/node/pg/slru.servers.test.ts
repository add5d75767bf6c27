/**
 * Compares the readers' lookups in pg_subtrans next to an open transaction with savepoints, counted by real servers
 * themselves (pg_stat_slru), with the engine's count in engine/stage/stage-slru.wasm.test.ts.
 *
 * Only from 17 on: older versions have no pg_stat_force_next_flush or their figures come late.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { platformHasServers } from './packages.ts';
import { type PgServer, startServers } from './server.ts';
import type { Wire } from './wire.ts';

const MAJORS = [17, 18] as const;
/** Nothing else looks anything up meanwhile. */
const SETTINGS = { autovacuum: 'off' } as const;

const platform = platformHasServers();
describe.skipIf(!platform.ok)('pg_stat_slru of a real server', () => {
  let servers: readonly PgServer[] = [];
  beforeAll(async () => {
    const started = await startServers(MAJORS, { settings: SETTINGS });
    if (!started.ok) throw new Error(started.error.message);
    servers = started.value;
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()));
  });

  /** Lookups in pg_subtrans so far, by sessions that have reported them. */
  async function lookups(reader: Wire): Promise<number> {
    await reader.must('SELECT pg_stat_force_next_flush()');
    const { results } = await reader.must(
      "SELECT blks_hit + blks_read FROM pg_stat_slru WHERE name = 'subtransaction'",
    );
    return Number(results[0]?.rows[0]?.[0]);
  }

  it('counts no lookup beside 64 savepoints, and n + 1 for the n-th row beside 65', async () => {
    for (const server of servers) {
      const [writer, other, reader] = [await server.connect(), await server.connect(), await server.connect()];
      for (const savepoints of [64, 65]) {
        await other.must('DROP TABLE IF EXISTS log, mark; CREATE TABLE log (n int); CREATE TABLE mark (n int)');
        await writer.must('BEGIN; INSERT INTO log VALUES (0)');
        for (let n = 1; n <= savepoints; n++) await writer.must(`SAVEPOINT s${n}; INSERT INTO log VALUES (${n})`);
        // Another transaction ends, so that all these xids are below xmax.
        await other.must('INSERT INTO mark VALUES (1)');
        // Catalogs are read once in advance.
        await reader.must('SELECT count(*) FROM log');
        await lookups(reader);
        const before = await lookups(reader);
        await reader.must('SELECT count(*) FROM log');
        const after = await lookups(reader);
        const rows = savepoints + 1;
        const where = `${server.major}, ${savepoints} savepoints`;
        expect([after - before, where]).toEqual([savepoints <= 64 ? 0 : (rows * (rows + 1)) / 2, where]);
        await writer.must('COMMIT');
      }
      for (const wire of [writer, other, reader]) wire.end();
    }
  });
});
