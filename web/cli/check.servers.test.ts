/**
 * `xipscope check` as a user calls it, on the servers that the other tests leave out: 15, 16 and 18. One of the specs
 * has a step that isolationtester cancels, which it does only after six minutes.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { platformHasServers } from '../node/pg/packages.ts';
import { ran } from './io.fake.ts';

const platform = platformHasServers();
if (!platform.ok) process.stderr.write(`Skipped: ${platform.error.message}\n`);

/** No session ends the prepared transaction while u waits for it. */
const CANCELLED = `setup { CREATE TABLE t (id int PRIMARY KEY, v int); INSERT INTO t VALUES (1, 10); }
teardown { DROP TABLE t; }
session a
step au { BEGIN; UPDATE t SET v = 11; PREPARE TRANSACTION 'p'; }
step ar { ROLLBACK PREPARED 'p'; }
session b
step u { UPDATE t SET v = 12; }
step r { SELECT v FROM t; }
permutation au u r ar
`;
const SHIPPED = [
  'hermitage-p4',
  'hermitage-g2-item',
  'row-locks',
  'unique-key-race',
  'savepoint-rollback',
  'deadlock',
  'doctors-serializable',
  'two-accounts',
  'receipts-and-report',
  'false-alarm',
  'siread-promotion',
  'retry-loop',
];

describe.skipIf(!platform.ok)('check', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'xipscope-check-'));
    writeFileSync(join(folder, 'cancelled.spec'), CANCELLED);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('holds on 15, 16 and 18, too, also for a step that isolationtester cancels', async () => {
    const files = [join(folder, 'cancelled.spec'), ...SHIPPED.map((name) => `scenarios/specs/${name}.spec`)];
    const { code, stdout } = await ran(['check', ...files, '--against', '15,16,18'], { prepare: async () => {} });
    expect(stdout.trim().split('\n').at(-1)).toContain(`${3 * files.length} runs: no difference`);
    expect(code).toBe(0);
  });
});
