/**
 * Pinned schedules (pinned.ts) on the engine and on real servers: the one known difference between 13 and later, and
 * one for each planted fault, which shows in a row or an error. `xipscope fuzz --fault NAME` looks for others.
 */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { at } from '../tree.mjs';
import { acrossMajors, compare, drive, inTurn, type Run } from './drive.ts';
import { engineTarget, faultsOfEngine } from './engine-target.ts';
import type { Target } from './facts.ts';
import { type Major, platformHasServers, TESTED_MAJORS } from './packages.ts';
import { deletedUnderWaiter, FAULT_SCHEDULES, FAULTS_OF_THREADS } from './pinned.ts';
import { type Schedule, TABLES } from './schedule.ts';
import { startServers } from './server.ts';
import { FUZZ_SETTINGS, serverTarget } from './server-target.ts';

const platform = platformHasServers();

async function engine(rules: Major, fault?: string): Promise<Target> {
  const made = await engineTarget({ rules, ...(fault === undefined ? {} : { fault }) });
  if (!made.ok) throw new Error(made.error);
  return made.value;
}

const runOn = (target: Target, { table, steps }: Schedule): Promise<Run> => drive(target, TABLES[table], inTurn(steps));

describe.skipIf(!platform.ok)('kept schedules', () => {
  const servers = new Map<Major, Target>();
  const engines = new Map<Major, Target>();
  beforeAll(async () => {
    // Every engine's glue listens for events that end this process.
    process.setMaxListeners(100);
    const started = await startServers(TESTED_MAJORS, { settings: FUZZ_SETTINGS });
    if (!started.ok) throw new Error(started.error.message);
    for (const server of started.value) {
      servers.set(server.major, await serverTarget(server));
      engines.set(server.major, await engine(server.major));
    }
  });
  afterAll(async () => {
    await Promise.all([...servers.values()].map((target) => target.stop()));
  });
  const both = async (major: Major, schedule: Schedule): Promise<{ server: Run; engine: Run }> => {
    const [server, ours] = [servers.get(major), engines.get(major)];
    if (server === undefined || ours === undefined) throw new Error(`no server ${major}`);
    return { server: await runOn(server, schedule), engine: await runOn(ours, schedule) };
  };

  for (const mode of ['FOR KEY SHARE', 'FOR SHARE', 'FOR NO KEY UPDATE', 'FOR UPDATE']) {
    for (const isolation of ['READ COMMITTED', 'REPEATABLE READ']) {
      it(`${mode} in ${isolation} takes an xid for a row deleted meanwhile on 13, none on 14 and 17`, async () => {
        const schedule = deletedUnderWaiter(mode, isolation);
        const taken: (string | undefined)[] = [];
        const runs: Run[] = [];
        for (const major of TESTED_MAJORS) {
          const { server, engine: ours } = await both(major, schedule);
          expect(compare(ours, server)).toBeUndefined();
          runs.push(server);
          // +0 is the deleter's.
          taken.push(server.moments.at(-1)?.facts[0]?.lines[0]);
        }
        expect(taken).toEqual(['+2', '+1', '+1']);
        const [of13, of14, of17] = runs;
        if (of13 === undefined || of14 === undefined || of17 === undefined) throw new Error('three runs');
        expect(compare(of14, of17, { reading: acrossMajors })).toBeUndefined();
        expect(compare(of13, of17, { reading: acrossMajors })?.isVisible).toBe(false);
      });
    }
  }

  for (const { fault, schedule } of FAULT_SCHEDULES) {
    it(`a row or an error tells that the fault ${fault} is planted`, async () => {
      const { server, engine: ours } = await both(17, schedule);
      expect(compare(ours, server)).toBeUndefined();
      const broken = await runOn(await engine(17, fault), schedule);
      expect(compare(broken, server, { visibleOnly: true })?.isVisible).toBe(true);
    });
  }

  it('there is a schedule for every fault but those that take threads', async () => {
    const faults = await faultsOfEngine();
    if (!faults.ok) throw new Error(faults.error);
    const kept = [...FAULT_SCHEDULES.map(({ fault }) => fault), ...Object.keys(FAULTS_OF_THREADS)];
    expect(kept.sort()).toEqual(faults.value.map(({ id }) => id).sort());
    // Two threads at the end of a transaction; here one step ends before the next begins, and a lock is never missed.
    expect(readFileSync(at('wasm-core/test/race_history.c'), 'utf8')).toContain(
      'an end without ProcArrayLock is caught in pg14',
    );
  });
});
