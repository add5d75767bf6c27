/** A false alarm or not: what the serial orders of a run say, for shipped scenarios and for specs at the limits. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseSpec } from '../../scenario/spec-parse.ts';
import { loadCompiler } from '../../sql/compile.ts';
import { compileSpec } from '../spec/spec-compile.ts';
import { wasmPlaceInNode } from '../wasm/wasm-place.node.ts';
import { StageHost } from './stage-host.ts';

const compile = await loadCompiler();
const shipped = (id: string): string =>
  readFileSync(new URL(`../../../../scenarios/specs/${id}.spec`, import.meta.url), 'utf8');

/** What is found after these steps. */
async function found(text: string, steps: string) {
  const spec = parseSpec(text);
  if (!spec.ok) throw new Error('no spec');
  const compiled = compileSpec(text, spec.value, compile);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.error));
  const options = { rules: 17, design: 'pg14', file: 'f' } as const;
  const host = await StageHost.open(wasmPlaceInNode('xip-engine'), compiled.value, options);
  if (!host.ok) throw new Error(host.error);
  const moves = steps.split(' ').map((name) => spec.value.steps.findIndex((step) => step.name === name));
  const request = { permutation: null, moves, tick: moves.length };
  const before = host.value.show({ ...request, look: {}, eventsFrom: 0 });
  const finding = await host.value.serial(request);
  // Asking changes nothing.
  expect(host.value.show({ ...request, look: {}, eventsFrom: 0 })).toEqual(before);
  host.value.close();
  return finding;
}

const DOCTORS = shipped('doctors-serializable');
const RECEIPTS = shipped('receipts-and-report');
const ALARM = shipped('false-alarm');

test('write skew: neither order gives both doctors a count of two, doomed or rolled back', async () => {
  const none = { kind: 'none', victim: 2, of: [1, 2], orders: 2 };
  expect(await found(DOCTORS, 'a_count b_count a_leave b_leave a_commit')).toEqual(none);
  expect(await found(DOCTORS, 'a_count b_count a_leave b_leave a_commit b_commit look')).toEqual(none);
});

test('nobody has failed: nothing to ask', async () => {
  expect(await found(DOCTORS, 'a_count b_count a_leave b_leave')).toBeNull();
});

test('two theatre-goers who scan one table: either order would have done', async () => {
  const fits = { kind: 'fits', victim: 2, order: [1, 2] };
  expect(await found(ALARM, 'a_scan b_scan a_book b_book a_end')).toEqual(fits);
  expect(await found(ALARM, 'a_scan b_scan a_book b_book a_end b_end look')).toEqual(fits);
});

test('the report between clerk and manager: none of six orders; without its read of the open batch, one would do', async () => {
  const before = 'clerk_s man_s batch close man_end rep_s';
  expect(await found(RECEIPTS, `${before} open total rep_end receipt`)).toEqual({
    kind: 'none',
    victim: 1,
    of: [1, 2, 3],
    orders: 6,
  });
  expect(await found(RECEIPTS, `${before} total rep_end receipt`)).toEqual({
    kind: 'fits',
    victim: 1,
    order: [3, 1, 2],
  });
});

test('the retry is no part of the question: it began after the failure', async () => {
  const steps = 'a_count b_count a_leave b_leave a_commit b_commit b_again b_recount b_recommit';
  expect(await found(shipped('retry-loop'), steps)).toMatchObject({ kind: 'none', of: [1, 2] });
});

const spec = (names: string, read: string, more = ''): string =>
  `setup { CREATE TABLE t (id int PRIMARY KEY, n int); INSERT INTO t VALUES (1, 1), (2, 1), (3, 1); }
${names
  .split(' ')
  .map(
    (name, i) => `session ${name}
setup { BEGIN ISOLATION LEVEL SERIALIZABLE; }
step ${name}_read { ${read} }
step ${name}_write { UPDATE t SET n = n - 1 WHERE id = ${i + 1}; }
step ${name}_end { COMMIT; }`,
  )
  .join('\n')}
${more}`;
const SKEW = 'a_read b_read a_write b_write a_end b_end';
const SUM = 'SELECT sum(n) FROM t;';

test.each([
  ['places', spec('a b', 'SELECT ctid, n FROM t;'), SKEW],
  ['others-wrote', spec('a b', SUM, 'session c step c_write { UPDATE t SET n = 5 WHERE id = 3; }'), `c_write ${SKEW}`],
  ['outside', spec('a b', SUM).replace('SERIALIZABLE; }', 'SERIALIZABLE; SELECT 1; }'), SKEW],
  ['prepared', spec('a b', SUM).replace('step a_end { COMMIT; }', "step a_end { PREPARE TRANSACTION 'a'; }"), SKEW],
  [
    'shared-step',
    spec(
      'a b',
      SUM,
      'session c step c_one { BEGIN ISOLATION LEVEL SERIALIZABLE; SELECT sum(n) FROM t; } step c_next { COMMIT; BEGIN ISOLATION LEVEL SERIALIZABLE; SELECT sum(n) FROM t; }',
    ),
    `c_one c_next ${SKEW}`,
  ],
  [
    'many',
    spec('a b', SUM, 'session c step c_one { BEGIN ISOLATION LEVEL SERIALIZABLE; SELECT sum(n) FROM t; COMMIT; }'),
    `c_one c_one c_one ${SKEW}`,
  ],
  [
    'one-session',
    spec('a b', SUM, 'session c step c_one { BEGIN ISOLATION LEVEL SERIALIZABLE; SELECT sum(n) FROM t; COMMIT; }'),
    `c_one c_one ${SKEW}`,
  ],
])('not decided: %s', async (why, text, steps) => {
  expect(await found(text, steps)).toEqual({ kind: 'undecided', why });
});

test('what others only read is no part of it', async () => {
  const text = spec('a b', SUM, 'session c step c_read { SELECT sum(n) FROM t; }');
  expect(await found(text, `c_read ${SKEW}`)).toMatchObject({ kind: 'none', orders: 2 });
});

test('a read inside a write shows in the rows that are left', async () => {
  const text = spec('a b', SUM).replaceAll('n = n - 1', 'n = (SELECT count(*) FROM t WHERE n = 1)');
  expect(await found(text, 'a_write b_write a_end b_end')).toMatchObject({ kind: 'none', orders: 2 });
});

test('not decided: a third one waits for the victim', async () => {
  const wait =
    'session c setup { BEGIN ISOLATION LEVEL SERIALIZABLE; } step c_wait { UPDATE t SET n = 7 WHERE id = 2; }';
  const finding = await found(spec('a b', SUM, wait), 'a_read b_read a_write b_write c_wait a_end');
  expect(finding).toEqual({ kind: 'undecided', why: 'not-repeated' });
});

test('a report that waits for a safe snapshot has its place in the orders', async () => {
  const begin = 'BEGIN ISOLATION LEVEL SERIALIZABLE, READ ONLY, DEFERRABLE;';
  const text = spec('a b', SUM, `session d setup { ${begin} } step d_read { SELECT sum(n) FROM t; }`);
  const finding = await found(text, 'a_read b_read a_write d_read b_write a_end b_end');
  expect(finding).toMatchObject({ kind: 'none', of: [1, 2, 3], orders: 6 });
});

test('not decided: what tells the level of isolation is told something else', async () => {
  const text = spec('a b', 'SHOW transaction_isolation; SELECT sum(n) FROM t;');
  expect(await found(text, SKEW)).toEqual({ kind: 'undecided', why: 'not-repeated' });
});
