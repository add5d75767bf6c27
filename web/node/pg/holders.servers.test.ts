/**
 * Compares the holders of the horizon on the engine and on real servers of 13, 14 and 17: random schedules in which
 * long transactions, prepared ones, slots, standbys and sessions of another database come and go. After every step it
 * compares everything: xids and xmins of sessions (pg_stat_activity), those of slots (pg_replication_slots), the bytes
 * of every page, which show what a touch pruned, VACUUM VERBOSE's cutoff and counts; on 17 also
 * pg_stat_get_backend_subxact. `XIP_HOLDER_SCHEDULES=500` runs more of them, `XIP_HOLDER_SEED` others.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engineTarget } from './engine-target.ts';
import type { Target } from './facts.ts';
import { fuzz, type Pair } from './fuzz.ts';
import { HolderGenerator } from './holder-generate.ts';
import { SITUATION_SETTINGS } from './holder-situation.ts';
import { EngineWithHolders, ServerWithHolders } from './holder-target.ts';
import { platformHasServers, TESTED_MAJORS } from './packages.ts';
import { type PgServer, startServers } from './server.ts';
import { FUZZ_SETTINGS, serverUnderTest } from './server-target.ts';

const SEED = Number(process.env.XIP_HOLDER_SEED ?? 20261121);
const SCHEDULES = Number(process.env.XIP_HOLDER_SCHEDULES ?? 20);
const STEPS = 40;

async function engine(rules: (typeof TESTED_MAJORS)[number], fault?: string): Promise<Target> {
  const made = await engineTarget({ rules, holders: true, ...(fault === undefined ? {} : { fault }) });
  if (!made.ok) throw new Error(made.error);
  return new EngineWithHolders(made.value);
}

const platform = platformHasServers();
describe.skipIf(!platform.ok)('holders of the horizon beside PostgreSQL 13, 14 and 17', () => {
  let servers: readonly PgServer[] = [];
  let targets: readonly Target[] = [];
  beforeAll(async () => {
    const started = await startServers(TESTED_MAJORS, { settings: { ...SITUATION_SETTINGS, ...FUZZ_SETTINGS } });
    if (!started.ok) throw new Error(started.error.message);
    servers = started.value;
    targets = await Promise.all(
      servers.map(async (server) => ServerWithHolders.of(await serverUnderTest(server, true))),
    );
  });
  afterAll(async () => {
    await Promise.all(targets.map((target) => target.stop()));
  });
  const options = {
    seed: SEED,
    steps: STEPS,
    rowLocks: false,
    generator: (rng: ConstructorParameters<typeof HolderGenerator>[0]) => new HolderGenerator(rng),
  };

  it(`agrees after every step of ${SCHEDULES} random schedules`, { timeout: 60_000 + SCHEDULES * 5_000 }, async () => {
    const pairs: Pair[] = [];
    for (const [i, right] of targets.entries()) pairs.push({ left: await engine(TESTED_MAJORS[i] ?? 17), right });
    const result = await fuzz(pairs, { ...options, schedules: SCHEDULES });
    expect(result.found.map(({ spec }) => spec).join('\n')).toBe('');
    process.stderr.write(
      `${result.schedules} schedules, ${result.steps} steps on each of ${TESTED_MAJORS.join(', ')}, ${Math.round(result.seconds)} s\n`,
    );
  });

  it('tells that a horizon which ignores other sessions is wrong', { timeout: 120_000 }, async () => {
    const right = targets[TESTED_MAJORS.indexOf(17)];
    if (right === undefined) throw new Error('no server 17');
    const pair: Pair = { left: await engine(17, 'horizon-ignores-xmin'), right };
    const result = await fuzz([pair], { ...options, schedules: 50 });
    expect(['heap', 'VACUUM', 'session 1']).toContain(result.found[0]?.difference.about);
  });
});
