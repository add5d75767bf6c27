/**
 * Runs random schedules on two servers and compares them with each other, to check the harness itself.
 *
 *   npx tsx web/node/pg/servers-agree.ts --seed 1 --schedules 500 --pg 13,17 [--no-row-locks] [--all]
 */
import { parseArgs } from 'node:util';
import { say } from '../proc.mjs';
import { acrossMajors } from './drive.ts';
import { fuzz } from './fuzz.ts';
import { isMajor } from './packages.ts';
import { startServers } from './server.ts';
import { FUZZ_SETTINGS, serverTarget } from './server-target.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    schedules: { type: 'string', default: '200' },
    from: { type: 'string', default: '0' },
    pg: { type: 'string', default: '13,17' },
    'no-row-locks': { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
  },
});
const servers = await startServers(values.pg.split(',').map(Number).filter(isMajor), { settings: FUZZ_SETTINGS });
if (!servers.ok) {
  say(servers.error.message);
  process.exit(1);
}
const [left, right] = await Promise.all(servers.value.map(serverTarget));
if (left === undefined || right === undefined) {
  say('servers-agree.ts: name two servers, --pg 13,17');
  process.exit(2);
}
const result = await fuzz([{ left, right, reading: acrossMajors }], {
  seed: Number(values.seed),
  schedules: Number(values.schedules),
  from: Number(values.from),
  rowLocks: !values['no-row-locks'],
  differences: values.all ? Number.POSITIVE_INFINITY : 1,
});
for (const { spec } of result.found) process.stdout.write(`${spec}\n`);
const { found, ...counts } = result;
say(JSON.stringify({ ...counts, differences: found.length }));
await Promise.all([left.stop(), right.stop()]);
process.exitCode = found.length === 0 ? 0 : 1;
