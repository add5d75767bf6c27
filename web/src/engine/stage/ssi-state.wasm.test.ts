/** What SERIALIZABLE remembers, as the stage tells it after each step: locks, conflicts, states, roles. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseSpec } from '../../scenario/spec-parse.ts';
import { loadCompiler } from '../../sql/compile.ts';
import type { StageSsi } from '../server/ssi-types.ts';
import { type CompiledSpec, compileSpec } from '../spec/spec-compile.ts';
import { wasmPlaceInNode } from '../wasm/wasm-place.node.ts';
import { StageHost } from './stage-host.ts';

const compile = await loadCompiler();

function compiledOf(text: string): CompiledSpec {
  const spec = parseSpec(text);
  if (!spec.ok) throw new Error('no spec');
  const compiled = compileSpec(text, spec.value, compile);
  if (!compiled.ok) throw new Error('not compiled');
  return compiled.value;
}

async function stage(text: string) {
  const compiled = compiledOf(text);
  const host = await StageHost.open(wasmPlaceInNode('xip-engine'), compiled, { rules: 17, design: 'pg14', file: 'f' });
  if (!host.ok) throw new Error(host.error);
  const { steps } = compiled.spec;
  const moves = (names: string) => names.split(' ').map((name) => steps.findIndex((step) => step.name === name));
  return (names: string, tick = names.split(' ').length) =>
    host.value.show({ permutation: null, moves: moves(names), tick, look: {}, eventsFrom: 0 });
}

const ssiOf = ({ state }: { readonly state: { readonly ssi?: StageSsi } }): StageSsi => {
  if (state.ssi === undefined) throw new Error('nothing serializable');
  return state.ssi;
};

const DOCTORS = readFileSync(new URL('../../../../scenarios/specs/doctors-serializable.spec', import.meta.url), 'utf8');
const ALL = 'a_count b_count a_leave b_leave a_commit b_commit';

test('the doctors, step by step: locks, conflicts with their statements, the doomed one, its failure', async () => {
  const show = await stage(DOCTORS);
  expect(show(ALL, 0).state.ssi).toBeUndefined();
  expect(ssiOf(show(ALL, 1)).locks).toMatchObject([
    { transaction: 1, committed: false, step: 1, target: { table: 'doctors', index: null, page: null, offset: null } },
  ]);
  expect(ssiOf(show(ALL, 2)).transactions).toMatchObject([
    { number: 1, session: 'alice', state: 'runs', began: 1 },
    { number: 2, session: 'bob', state: 'runs', began: 2 },
  ]);
  expect(ssiOf(show(ALL, 2)).conflicts).toEqual([]);
  const first = { reader: 2, writer: 1, step: 3, readStep: 2, writeStep: 3, atWrite: true };
  expect(ssiOf(show(ALL, 3)).conflicts).toMatchObject([first]);
  const second = { reader: 1, writer: 2, step: 4, readStep: 1, writeStep: 4, atWrite: true };
  expect(ssiOf(show(ALL, 4)).conflicts).toMatchObject([first, second]);
  expect(ssiOf(show(ALL, 4)).structures).toEqual([]);
  const doomed = { step: 5, failedAt: null, failure: null, victim: 2, in: 1, pivot: 2, out: 1 };
  expect(ssiOf(show(ALL, 5)).structures).toEqual([doomed]);
  expect(ssiOf(show(ALL, 5)).transactions.map(({ state }) => state)).toEqual(['committed', 'doomed']);
  expect(ssiOf(show(ALL, 5)).locks.filter(({ committed }) => committed).length).toBeGreaterThan(0);
  const end = show(ALL);
  expect(ssiOf(end).structures).toEqual([{ ...doomed, failedAt: 6, failure: 'pivot-commit' }]);
  expect(ssiOf(end).transactions).toMatchObject([
    { state: 'committed', remembered: false, ended: 5 },
    { state: 'rolled-back', remembered: false, ended: 6 },
  ]);
  expect(ssiOf(end).locks).toEqual([]);
  expect(end.events.findLast(({ tick }) => tick === 6)?.error).toContain('could not serialize access');
});

test('a position shows the same, whether it is reached forwards or backwards', async () => {
  const show = await stage(DOCTORS);
  const onward = [0, 1, 2, 3, 4, 5, 6].map((tick) => show(ALL, tick).state.ssi);
  expect([6, 5, 4, 3, 2, 1, 0].map((tick) => show(ALL, tick).state.ssi).reverse()).toEqual(onward);
});

const ROWS = `setup { CREATE TABLE t (id int PRIMARY KEY, v int); INSERT INTO t VALUES (1, 1), (2, 2), (3, 3), (9, 9); }
session s1
setup { BEGIN ISOLATION LEVEL SERIALIZABLE; }
step r1 { SELECT v FROM t WHERE id = 1; }
step r2 { SELECT v FROM t WHERE id = 2; }
step r3 { SELECT v FROM t WHERE id = 3; }
step a1 { COMMIT; }
session s2
step w1 { BEGIN ISOLATION LEVEL SERIALIZABLE; UPDATE t SET v = 0 WHERE id = 9; }`;

test('row locks become one lock on their page at the third', async () => {
  const show = await stage(ROWS);
  const rows = (names: string) =>
    ssiOf(show(names))
      .locks.filter(({ target }) => target.index === null)
      .map(({ target: { page, offset } }) => `${page},${offset}`)
      .sort();
  expect(rows('r1')).toEqual(['0,1']);
  expect(rows('r1 r2')).toEqual(['0,1', '0,2']);
  expect(rows('r1 r2 r3')).toEqual(['0,null']);
  expect(ssiOf(show('r1')).locks.find(({ target }) => target.index !== null)?.target.index).toBe('t_pkey');
});

test('sessions that are not serializable leave no trace in it', async () => {
  const show = await stage(DOCTORS.replaceAll('SERIALIZABLE', 'REPEATABLE READ'));
  expect(show(ALL).state.ssi).toBeUndefined();
});
