/**
 * The engine against real servers: a fixed set of random schedules, planted faults, and isolationtester itself.
 * Skipped where npm has no servers for the platform. `xipscope fuzz` runs any other number of schedules.
 */
import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rng } from '../../src/base/random.ts';
import { loadEvaluator } from '../../src/engine/evaluator/pglite.ts';
import { acrossMajors } from './drive.ts';
import { type EngineUnderTest, engineTarget } from './engine-target.ts';
import type { Target } from './facts.ts';
import { fuzz, type Pair } from './fuzz.ts';
import { KeyGenerator } from './generate-keys.ts';
import { startTesters } from './isolationtester.ts';
import { platformHasServers, TESTED_MAJORS } from './packages.ts';
import { type PgServer, startServers } from './server.ts';
import { FUZZ_SETTINGS, serverTarget } from './server-target.ts';

const SEED = 20260821;
const SCHEDULES = 200;
const SERIALIZABLE = 80;
const KEYED = 100;
const WRITES = 60;

const platform = platformHasServers();
if (!platform.ok) process.stderr.write(`Skipped: ${platform.error.message}\n`);

async function engine(rules: (typeof TESTED_MAJORS)[number], fault?: string): Promise<Target> {
  const made = await engineTarget({ rules, ...(fault === undefined ? {} : { fault }) });
  if (!made.ok) throw new Error(made.error);
  return made.value;
}

describe.skipIf(!platform.ok)('beside PostgreSQL 13, 14 and 17', () => {
  let servers: readonly PgServer[] = [];
  let targets: readonly Target[] = [];
  beforeAll(async () => {
    const started = await startServers(TESTED_MAJORS, { settings: FUZZ_SETTINGS });
    if (!started.ok) throw new Error(started.error.message);
    servers = started.value;
    targets = await Promise.all(servers.map(serverTarget));
  });
  afterAll(async () => {
    await Promise.all(targets.map((target) => target.stop()));
    expect(servers.filter(({ socketDir }) => existsSync(socketDir))).toEqual([]);
  });

  it(`agrees after every step of ${SCHEDULES} random schedules`, async () => {
    const pairs: Pair[] = [];
    for (const [i, right] of targets.entries()) pairs.push({ left: await engine(TESTED_MAJORS[i] ?? 17), right });
    const result = await fuzz(pairs, { seed: SEED, schedules: SCHEDULES, rowLocks: true });
    expect(result.found.map(({ spec }) => spec).join('\n')).toBe('');
    // Schedules without any effect would agree, too.
    expect(result.waited).toBeGreaterThan(SCHEDULES / 5);
    expect(result.deadlocks).toBeGreaterThan(0);
    expect(result.timedOut).toBeGreaterThan(0);
  });

  it(`agrees after every step of ${SERIALIZABLE} schedules of SERIALIZABLE transactions`, async () => {
    const pairs: Pair[] = [];
    for (const [i, right] of targets.entries()) pairs.push({ left: await engine(TESTED_MAJORS[i] ?? 17), right });
    const result = await fuzz(pairs, { seed: SEED, schedules: SERIALIZABLE, rowLocks: true, serializable: true });
    expect(result.found.map(({ spec }) => spec).join('\n')).toBe('');
    expect(result.dangerous).toBeGreaterThan(0);
  });

  it(`agrees after every step of ${KEYED} schedules with a foreign key`, async () => {
    const pairs: Pair[] = [];
    for (const [i, right] of targets.entries()) pairs.push({ left: await engine(TESTED_MAJORS[i] ?? 17), right });
    const generator = (rng: Rng) => new KeyGenerator(rng);
    const result = await fuzz(pairs, { seed: SEED, schedules: KEYED, rowLocks: true, generator });
    expect(result.found.map(({ spec }) => spec).join('\n')).toBe('');
    expect(result.waited).toBeGreaterThan(KEYED / 3);
    expect(result.failed).toBeGreaterThan(KEYED / 3);
    expect(result.deadlocks).toBeGreaterThan(0);
  });

  it(`agrees after every step of ${WRITES} schedules of ON CONFLICT, UPDATE … FROM and their like`, async () => {
    const evaluator = await loadEvaluator();
    const pairs: Pair[] = [];
    for (const [i, right] of targets.entries()) {
      const left = await engineTarget({ rules: TESTED_MAJORS[i] ?? 17, evaluator });
      if (!left.ok) throw new Error(left.error);
      pairs.push({ left: left.value, right });
    }
    const result = await fuzz(pairs, { seed: SEED, schedules: WRITES, rowLocks: true, writes: true });
    expect(result.found.map(({ spec }) => spec).join('\n')).toBe('');
    expect(result.waited).toBeGreaterThan(WRITES / 5);
  });

  for (const fault of ['ignores-xmax', 'no-subxids', 'no-recheck', 'curcid-off-by-one']) {
    it(`tells by a row or an error that the fault ${fault} is planted`, async () => {
      const right = targets[TESTED_MAJORS.indexOf(17)];
      if (right === undefined) throw new Error('no server 17');
      const pair: Pair = { left: await engine(17, fault), right, visibleOnly: true };
      const result = await fuzz([pair], { seed: SEED, schedules: 1000, rowLocks: true });
      const [found] = result.found;
      expect(found?.difference.isVisible).toBe(true);
      expect(found?.spec).toMatch(/^permutation /m);
    });
  }

  /** What breaks a cursor in TypeScript, where no fault of the C engine reaches. */
  const brokenCursors: Readonly<Record<string, (target: EngineUnderTest) => void>> = {
    'sees what was committed after its DECLARE': ({ core }) => {
      core.pushRegistered = (session) => core.pushActiveSnapshot(session);
    },
    'fetches a row too many': (target) => {
      const submit = target.submit.bind(target);
      target.submit = (session, sql) =>
        submit(
          session,
          sql.replace(/^FETCH (\d)/, (_, n) => `FETCH ${Number(n) + 1}`),
        );
    },
  };
  for (const [fault, plant] of Object.entries(brokenCursors))
    it(`tells by a row that a cursor ${fault}`, async () => {
      const right = targets[TESTED_MAJORS.indexOf(17)];
      if (right === undefined) throw new Error('no server 17');
      const left = await engineTarget({ rules: 17, evaluator: await loadEvaluator() });
      if (!left.ok) throw new Error(left.error);
      plant(left.value);
      const pair: Pair = { left: left.value, right, visibleOnly: true };
      const result = await fuzz([pair], { seed: SEED, schedules: 1000, rowLocks: true, writes: true });
      const [found] = result.found;
      expect(found?.difference.isVisible).toBe(true);
      expect(found?.spec).toMatch(/^step \w+ \{ FETCH /m);
    });

  it('has servers that agree with each other where their rules are the same', async () => {
    const [left, right] = [targets[TESTED_MAJORS.indexOf(14)], targets[TESTED_MAJORS.indexOf(17)]];
    if (left === undefined || right === undefined) throw new Error('no servers');
    const pair: Pair = { left, right, reading: acrossMajors, visibleOnly: true };
    const result = await fuzz([pair], { seed: SEED, schedules: 20, rowLocks: false });
    expect(result.found.map(({ spec }) => spec).join('\n')).toBe('');
  });
});

describe.skipIf(!platform.ok)('isolationtester', () => {
  it('prints the same for a spec on all servers, and leaves nothing to the next one', async () => {
    const testers = await startTesters(TESTED_MAJORS);
    if (!testers.ok) throw new Error(testers.error.message);
    try {
      const spec = [
        'setup { CREATE TABLE t (id int PRIMARY KEY, v int); INSERT INTO t VALUES (1, 10); }',
        'session s1',
        'step b1 { BEGIN; UPDATE t SET v = 11; }',
        'step c1 { COMMIT; }',
        'session s2',
        'step u2 { UPDATE t SET v = v + 1 RETURNING v; }',
        'permutation b1 u2 c1',
      ].join('\n');
      const wanted = [
        'Parsed test spec with 2 sessions',
        '',
        'starting permutation: b1 u2 c1',
        'step b1: BEGIN; UPDATE t SET v = 11;',
        'step u2: UPDATE t SET v = v + 1 RETURNING v; <waiting ...>',
        'step c1: COMMIT;',
        'step u2: <... completed>',
        ' v',
        '--',
        '12',
        '(1 row)',
        '',
        '',
      ].join('\n');
      for (const major of TESTED_MAJORS) {
        // No teardown: the second run would fail if the first had left its table.
        for (let again = 0; again < 2; again++) {
          expect(await testers.value.run(major, spec)).toEqual({ stdout: wanted, stderr: '', code: 0 });
        }
        expect(await testers.value.run(major, 'session')).toMatchObject({ code: 1, stdout: '' });
      }
    } finally {
      await testers.value.stop();
    }
  });
});
