/**
 * `xipscope model` with the real WebAssembly: rows as documented. The same input gives the same rows: no timing is
 * judged.
 */
import '../src/base/messages/en/index.ts';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { machineText } from '../src/scenario/machines.node.ts';
import { ran } from './io.fake.ts';

const built = { prepare: () => Promise.resolve() };

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
async function rowsOf(args: string): Promise<Record<string, unknown>[]> {
  const { code, stdout } = await ran(['model', '--json', ...args.split(' ')], built);
  expect(code).toBe(0);
  const parsed: unknown = JSON.parse(stdout);
  if (!Array.isArray(parsed) || !parsed.every(isRecord)) throw new Error('not an array of objects');
  return parsed;
}

describe('model --json', () => {
  test('has a row for each design at each point: what bench says, the breakdown, counts, and whose machine', async () => {
    const rows = await rowsOf('--active 1,4 --idle 0,1000 --machine core-i5-10310u');
    expect(rows.map((row) => `${row.active} ${row.idle} ${row.design}`)).toEqual(
      [1, 4].flatMap((active) => [0, 1000].flatMap((idle) => ['pg13', 'pg14'].map((id) => `${active} ${idle} ${id}`))),
    );
    for (const row of rows) {
      expect(row).toMatchObject({
        provenance: 'modelled',
        machine: { id: 'core-i5-10310u', name: expect.any(String) },
        mostlyIdle: 0,
        workload: 'readonly',
        coherence: true,
        reused: expect.any(Number),
      });
      for (const column of ['seconds', 'transactions', 'snapshots', 'tps', 'nsPerSnapshot'])
        expect(row[column], column).toBeGreaterThan(0);
      const { breakdown, perSnapshot } = row;
      if (!isRecord(breakdown) || !isRecord(perSnapshot)) throw new Error('no breakdown');
      expect(Object.keys(breakdown)).toEqual([
        'work',
        'wake',
        'scan',
        'coherence',
        'lineWait',
        'lock',
        'subtrans',
        'queue',
      ]);
      // Without think time, the parts add up to the time of a transaction, up to the turns at the borders of the
      // window.
      const sum = Object.values(breakdown).reduce<number>((all, part) => all + Number(part), 0);
      expect(sum / ((1e9 * Number(row.active)) / Number(row.tps))).toBeCloseTo(1, 1);
      expect(perSnapshot.accesses).toBeGreaterThan(0);
    }
    const [pg13, pg14] = rows.slice(2);
    expect(Number(pg13?.nsPerSnapshot)).toBeGreaterThan(10 * Number(pg14?.nsPerSnapshot));
  });
  test('without coherence there is neither its cost nor a line lost', async () => {
    const [on, off] = [
      await rowsOf('--active 8 --design pg13'),
      await rowsOf('--active 8 --design pg13 --no-coherence'),
    ];
    expect(on[0]).toMatchObject({ coherence: true, perSnapshot: { forHorizon: expect.any(Number) } });
    expect(off[0]).toMatchObject({
      coherence: false,
      breakdown: { coherence: 0 },
      perSnapshot: { forHorizon: 0, trueSharing: 0, falseSharing: 0 },
    });
    const horizon = on[0]?.perSnapshot;
    expect(isRecord(horizon) && horizon.forHorizon).toBeGreaterThan(0);
  });
  test('think time, network and other work are taken as given', async () => {
    const [row] = await rowsOf('--design pg14 --think-ms 2 --network-ms 0.5 --other-work 100');
    expect(row).toMatchObject({ thinkMs: 2, networkMs: 0.5, otherWorkUs: 100 });
    // One client: 2.5 ms of waiting and about 0.1 ms of work.
    expect(Number(row?.tps)).toBeCloseTo(1000 / 2.6, -1);
  });
});

describe('savepoints', () => {
  test('the boundary lies between 64 and 65, and 128 buffers hold 100 pages', async () => {
    const rows = await rowsOf(
      '--workload subtrans-spread --design pg14 --savepoints 64,65 --slru pg16,pg17:128 --active 2',
    );
    expect(rows.map(({ subtrans }) => subtrans)).toMatchObject([
      // A transaction cut off by the last turn has looked up fewer than its 100 rows.
      { savepoints: 64, slru: 'pg16', checks: expect.closeTo(100, 0), counts: { lookups: 0, reads: 0 } },
      { savepoints: 65, slru: 'pg16', checks: expect.closeTo(100, 0), counts: { lookups: expect.any(Number) } },
      { savepoints: 64, slru: 'pg17:128', counts: { lookups: 0 } },
      { savepoints: 65, slru: 'pg17:128', counts: { reads: 0, writes: 0 } },
    ]);
    const tps = rows.map((row) => Number(row.tps));
    expect(tps[0]).toBeGreaterThan(8 * (tps[1] ?? 0));
    // With 64 savepoints only the snapshot is asked, so the buffers do not matter.
    expect(tps[2]).toBeCloseTo(tps[0] ?? 0, 3);
    for (const { subtrans, breakdown } of rows) {
      if (!isRecord(subtrans) || !isRecord(breakdown) || !isRecord(subtrans.parts)) throw new Error('no parts');
      const all = Object.values(subtrans.parts).reduce<number>((sum, part) => sum + Number(part), 0);
      const { scan, coherence, subtrans: own, lock } = breakdown;
      expect(all).toBeCloseTo(Number(scan) + Number(coherence) + Number(own) + Number(lock), 3);
    }
  });
  test('people see lookups, page reads and waits; other workloads have no such columns', async () => {
    const { stdout } = await ran(['model', '--workload', 'subtrans-90', '--design', 'pg13'], built);
    expect(stdout).toMatch(/pg_subtrans +savepoints +lookups\/transaction +page reads +waits +tps/);
    expect(stdout).toMatch(/pg13 +1 +0 +pg16 +90 +/);
    expect((await ran(['model', '--design', 'pg13'], built)).stdout).not.toContain('pg_subtrans');
  });
});

test('a machine file gives what its id gives', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'xipscope-model-'));
  const file = join(folder, 'mine.json');
  writeFileSync(file, machineText('apple-m1-pro'));
  const args = '--active 2 --idle 100 --machine';
  expect(await rowsOf(`${args} ${file}`)).toEqual(await rowsOf(`${args} apple-m1-pro`));
  rmSync(folder, { recursive: true });
});
test('people get a table that says what was fitted, and progress on standard error', async () => {
  const { code, stdout, stderr } = await ran(['model', '--idle', '0,10'], built);
  expect(stdout).toMatch(/^modelled: readonly/);
  expect(stdout).toContain('2 × Xeon Gold 5215');
  expect(stdout).toMatch(/^fitted for this machine: Other work of a transaction 25\.\d+ µs and .* 1\.1\d* ×/m);
  expect(stdout).toMatch(
    /design +active +idle +tps +ns\/snapshot +work +wake +scan +coherence +line wait +lock +subtrans +queue +misses/,
  );
  expect(stderr).toMatch(/^1\/4: pg13, 1 active, 0 idle/);
  expect(code).toBe(0);
  const { stdout: borrowed } = await ran(['model', '--machine', 'apple-m1-pro'], built);
  expect(borrowed).toContain('nothing was fitted for this machine');
});
test('a loop of snapshots on one lock’s line gets slower by company', async () => {
  const rows = await rowsOf('--workload snapshot --active 1,4 --machine core-i5-10310u --design pg14');
  const [alone, four] = rows.map((row) => Number(row.tps));
  expect(four).toBeLessThan(alone ?? 0);
});
test('of several random starts come the median and how far they lie apart', async () => {
  const args = '--active 4 --idle 500 --design pg13 --machine core-i5-10310u';
  const [one] = await rowsOf(args);
  const [several] = await rowsOf(`${args} --seeds 3`);
  expect(one).toMatchObject({ seeds: 1 });
  expect(one).not.toHaveProperty('spread');
  expect(several).toMatchObject({ seeds: 3, spread: { tps: { n: 3 }, nsPerSnapshot: { n: 3 } } });
  const spread = several?.spread;
  if (!isRecord(spread) || !isRecord(spread.tps)) throw new Error('no spread');
  expect(several?.tps).toBe(spread.tps.median);
  expect(Number(spread.tps.low)).toBeLessThan(Number(spread.tps.high));
  const { stdout } = await ran(['model', ...args.split(' '), '--seeds', '3'], built);
  expect(stdout).toMatch(/tps +lowest–highest +ns\/snapshot +lowest–highest/);
  expect(stdout).toContain('3 random starts');
});
test('Ctrl-C ends it within a turn and prints no half result', async () => {
  const abort = new AbortController();
  let stderr = '';
  const ended = await ran(['model', '--active', '48', '--idle', '12000', '--design', 'pg13'], {
    ...built,
    signal: abort.signal,
    err: (text) => {
      stderr += text;
      abort.abort(130);
    },
  });
  expect(ended).toMatchObject({ code: 130, stdout: '' });
  expect(stderr).toContain('Interrupted');
});
