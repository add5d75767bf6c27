/**
 * Snapshots that are taken to read catalogs (src/sql/relcache.ts), seen by what they make a REPEATABLE READ transaction
 * prune later. Each schedule was seen to differ when its lookup was left out of the engine.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compare, drive, inTurn } from './drive.ts';
import { engineTarget } from './engine-target.ts';
import type { Pair } from './fuzz.ts';
import { platformHasServers } from './packages.ts';
import { type Step, TABLES } from './schedule.ts';
import { startServers } from './server.ts';
import { FUZZ_SETTINGS, serverTarget } from './server-target.ts';

const MAJORS = [13, 17] as const;
const RR = 'BEGIN ISOLATION LEVEL REPEATABLE READ';
const step = (session: number, ...statements: string[]): Step => ({ session, statements });

/** What goes before: session 0 has an old snapshot, everything is updated, and session 2's xid keeps RecentXmin. */
const before: readonly Step[] = [
  step(0, RR),
  step(0, 'SELECT id, v FROM w'),
  step(1, 'UPDATE w SET v = v + 4'),
  step(2, 'BEGIN'),
  step(2, 'SELECT id, v FROM w FOR UPDATE'),
];
/** Pruned or not? That depends on RecentXmin when session 0 last had the horizons computed. */
const after: readonly Step[] = [step(0, 'ROLLBACK'), step(0, 'INSERT INTO w (id, v) VALUES (2, 7)')];

const schedules: Readonly<Record<string, readonly Step[]>> = {
  'a table that VACUUM has invalidated, opened under a lock of another mode': [
    ...before,
    step(3, 'VACUUM w'),
    step(0, 'UPDATE w SET v = 0 WHERE id = 4'),
    ...after,
  ],
  'the same under a lock that is held': [...before, step(3, 'VACUUM w'), step(0, 'SELECT id, v FROM w'), ...after],
  'no VACUUM: nothing to look up': [...before, step(0, 'UPDATE w SET v = 0 WHERE id = 4'), ...after],
};

const platform = platformHasServers();
describe.skipIf(!platform.ok)('catalog snapshots', () => {
  let pairs: readonly Pair[] = [];
  beforeAll(async () => {
    const started = await startServers(MAJORS, { settings: FUZZ_SETTINGS });
    if (!started.ok) throw new Error(started.error.message);
    pairs = await Promise.all(
      started.value.map(async (server, i) => {
        const engine = await engineTarget({ rules: MAJORS[i] ?? 17 });
        if (!engine.ok) throw new Error(engine.error);
        return { left: engine.value, right: await serverTarget(server) };
      }),
    );
  });
  afterAll(async () => {
    await Promise.all(pairs.map(({ right }) => right.stop()));
  });

  for (const [name, steps] of Object.entries(schedules))
    it(name, async () => {
      for (const { left, right } of pairs) {
        const here = await drive(left, TABLES.wide, inTurn(steps));
        const there = await drive(right, TABLES.wide, inTurn(steps));
        expect(compare(here, there), left.name).toBeUndefined();
      }
    });
});
