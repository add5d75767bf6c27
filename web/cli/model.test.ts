/** `xipscope model`: every bad input ends with code 2, words on standard error, and nothing on standard output. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { MODEL_LIMITS } from '../src/engine/simulation/model-config.ts';
import { FITTED } from '../src/engine/simulation/model-types.ts';
import { CONSTANT_NAMES, constantName } from '../src/viewmodel/prediction/model-chart.ts';
import { ran } from './io.fake.ts';

const BAD: readonly (readonly [what: string, args: string, says: RegExp])[] = [
  [
    'an unknown machine',
    '--machine pdp-11',
    /--machine: there is no machine.*“pdp-11”.*xeon-gold-5215-2s.*machine file/,
  ],
  ['a machine file that is not there', '--machine nowhere/x.json', /nowhere\/x\.json/],
  ['a folder for a machine', '--machine scenarios/machines', /scenarios\/machines/],
  ['no active connection', '--active 0', /--active: 0 is too small/],
  ['too many active connections', '--active 12501', /--active: 12501 is too large.*12,500/],
  ['half a connection', '--active 1.5', /--active: 1.5 is not a whole number/],
  ['a negative number of idle connections', '--idle -5', /--idle: -5 is negative/],
  ['an exponent', '--idle 1e3', /--idle: “1e3” is not a number/],
  ['a list with a hole', '--idle 1,,2', /--idle is empty/],
  ['the same count twice', '--mostly-idle 5,5', /--mostly-idle: 5 is given twice/],
  ['too many together', '--active 1,10 --idle 12495', /--active \+ --idle \+ --mostly-idle: 12,505 connections/],
  ['an unknown design', '--design pg15', /--design: unknown “pg15”.*csn/],
  ['a design twice', '--design pg13,pg13', /--design: pg13 is given twice/],
  [
    'an unknown workload',
    '--workload pgbench',
    /--workload: unknown “pgbench”; choose from snapshot, readonly, batch, readwrite/,
  ],
  [
    'connections that come and go',
    '--workload churn',
    /“churn”: connections that come and go are measured, not modelled/,
  ],
  [
    'savepoints of another workload',
    '--savepoints 60',
    /--savepoints goes with the workloads subtrans-60, subtrans-90/,
  ],
  ['buffers of another workload', '--workload batch --slru pg16', /--slru goes with the workloads subtrans-60/],
  ['too many savepoints', '--workload subtrans-90 --savepoints 1001', /--savepoints: 1001 is too large/],
  ['buffers that 17 refuses', '--workload subtrans-spread --slru pg17:24', /--slru: .*pg17:24/],
  ['a shape twice', '--workload subtrans-spread --slru pg16,pg16', /--slru: pg16 .*twice/],
  ['more clients with savepoints than the lab', '--workload subtrans-60 --active 65', /--active: 65 is too large/],
  ['a pgbench script', '--workload mine.sql', /“mine.sql”: pgbench scripts are not modelled/],
  ['negative think time', '--think-ms -1', /--think-ms: -1 is negative/],
  ['a day of think time', '--think-ms 86400000', /--think-ms: 86400000 is too large/],
  ['a word for the network', '--network-ms slow', /--network-ms: “slow” is not a number/],
  ['too much work', '--other-work 1000001', /--other-work: 1000001 is too large/],
  [
    'an unknown mechanism',
    '--without caches',
    /--without: unknown “caches”; choose from queues, lock, entries, wakeups/,
  ],
  ['a mechanism twice', '--without lock,lock', /--without: lock is given twice/],
  ['a negative shared server', '--shared-ns -1', /--shared-ns: -1 is negative/],
  [
    'a mechanism left out with savepoints',
    '--workload subtrans-60 --without lock --shared-ns 45',
    /--without and --shared-ns go with the workloads without savepoints, not with subtrans-60/,
  ],
  ['no seed', '--seeds 0', /--seeds: “0” is not a whole number from 1 to 99/],
  ['half a seed', '--seeds 1.5', /--seeds: “1.5” is not/],
  ['an unknown option', '--seconds 3', /unknown option '--seconds'/],
  ['a word too many', 'pg13', /too many arguments/],
];

const folder = mkdtempSync(join(tmpdir(), 'xipscope-model-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('model', () => {
  test.each(BAD)('%s is refused: %s', async (_, args, says) => {
    const { code, stdout, stderr } = await ran(['model', ...args.split(' ')]);
    expect(stderr.replaceAll('\n', ' ')).toMatch(says);
    expect(stderr.startsWith('xipscope: ')).toBe(true);
    expect(stdout).toBe('');
    expect(code).toBe(2);
  });
  test('bad input stays bad with --json', async () => {
    expect(await ran(['model', '--json', '--idle', '-1'])).toMatchObject({ code: 2, stdout: '' });
  });
  test('lists that multiply to too many points are refused before anything runs', async () => {
    const list = Array.from({ length: 25 }, (_, i) => i + 1).join(',');
    const { code, stderr } = await ran(['model', '--active', list, '--idle', list]);
    expect(stderr).toContain('--design × --active × --idle × --mostly-idle: 1,250 points');
    expect(code).toBe(2);
  });
  test('the largest that is allowed is not refused', async () => {
    const most = ['model', '--active', '1,10', '--idle', String(MODEL_LIMITS.connections - 10)];
    await expect(ran(most)).rejects.toThrow('before anything is built');
    await expect(ran(['model', '--active', '12500'])).rejects.toThrow('before anything is built');
  });
  test('a broken machine file: each fault with file, line and column', async () => {
    const text = readFileSync(new URL('../../scenarios/machines/epyc-7742.json', import.meta.url), 'utf8');
    const file = join(folder, 'broken.json');
    writeFileSync(file, text.replace('"MOESI"', '"MOSI"').replace('"MESI"', '"MOSI"'));
    const { code, stdout, stderr } = await ran(['model', '--machine', file]);
    expect(stderr).toMatch(/broken\.json:\d+:\d+: .*“MOSI”/);
    expect(stdout).toBe('');
    expect(code).toBe(2);
  });
  test('--help is a result and names the machines and workloads', async () => {
    const { code, stdout } = await ran(['model', '--help']);
    for (const word of ['--machine', 'apple-m1-pro', '--think-ms', '--network-ms', '--no-coherence', 'readwrite'])
      expect(stdout).toContain(word);
    expect(stdout).not.toContain('churn');
    expect(code).toBe(0);
  });
});

test('every constant that can be fitted has words of its own, and no other name has', () => {
  expect([...CONSTANT_NAMES].sort()).toEqual(Object.values(FITTED).sort());
  for (const name of CONSTANT_NAMES) expect(constantName(name)).toBe(name);
  expect(constantName('toString')).toBeNull();
});
