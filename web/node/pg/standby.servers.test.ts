/**
 * The engine's standby and a real primary and standby of 17: random transactions with savepoints up to and past the
 * 64th, prepared ones, and replay that is paused now and then. Skipped if npm has no servers for the platform.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { platformHasServers } from './packages.ts';
import { type Pair, runPair, startPair } from './standby-pair.ts';

const SEED = 20260311;
const SCHEDULES = 60;

const platform = platformHasServers();
if (!platform.ok) process.stderr.write(`Skipped: ${platform.error.message}\n`);

describe.skipIf(!platform.ok)('beside a primary and its standby, 17', () => {
  let pair: Pair | undefined;
  beforeAll(async () => {
    const started = await startPair();
    if (!started.ok) throw new Error(started.error.message);
    pair = started.value;
  });
  afterAll(async () => {
    await pair?.stop();
  });

  it('snapshots taken in recovery and the rows they see are the same after every step', async () => {
    if (pair === undefined) throw new Error('there is no pair');
    const run = await runPair(pair, SEED, SCHEDULES);
    process.stdout.write(
      `seed ${SEED}: ${run.schedules} schedules, ${run.steps} steps, ${run.overflowed} overflowed, ${run.paused} pauses, ${run.passedOver} passed over\n`,
    );
    expect(run.difference).toBeNull();
    expect(run.overflowed).toBeGreaterThan(SCHEDULES);
    expect(run.passedOver).toBeLessThan(SCHEDULES / 10);
  }, 180_000);
});
