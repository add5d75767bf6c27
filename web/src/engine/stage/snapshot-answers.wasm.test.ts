/** The answers of a stage's snapshots about the xids shown: complete, with true reasons, and the same as for rows. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseSpec } from '../../scenario/spec-parse.ts';
import { permutationsOf } from '../../scenario/spec-types.ts';
import { loadCompiler } from '../../sql/compile.ts';
import type { AnswerRun } from '../server/snapshot-answers.ts';
import { compileSpec } from '../spec/spec-compile.ts';
import { wasmPlaceInNode } from '../wasm/wasm-place.node.ts';
import { StageHost } from './stage-host.ts';
import type { Look, StageState } from './stage-types.ts';

const compile = await loadCompiler();

/** Every tick of a scenario's last permutation. */
async function play(name: string) {
  const text = readFileSync(new URL(`../../../../scenarios/specs/${name}.spec`, import.meta.url), 'utf8');
  const spec = parseSpec(text);
  if (!spec.ok) throw new Error(JSON.stringify(spec.error));
  const compiled = compileSpec(text, spec.value, compile);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.error));
  const options = { rules: 17, design: 'pg14', file: 'a.spec' } as const;
  const host = await StageHost.open(wasmPlaceInNode('xip-engine'), compiled.value, options);
  if (!host.ok) throw new Error(host.error);
  const moves = [...permutationsOf(spec.value)].at(-1)?.map(({ step }) => step) ?? [];
  const show = (tick: number, look: Look) =>
    host.value.show({ permutation: null, moves, tick, look, eventsFrom: tick });
  return { ticks: moves.map((_, i) => i + 1), show };
}
const RUNNING: readonly string[] = ['from-xmax', 'listed', 'parent-listed'];
const about = (answers: readonly AnswerRun[], xid: number) =>
  answers.filter(({ first, last }) => first <= xid && xid <= last);

function topOf(xids: StageState['xids'], xid: number): number {
  const parent = xids.find((one) => one.xid === xid)?.parent ?? null;
  return parent === null ? xid : topOf(xids, parent);
}

test.each(['subxid-overflow', 'savepoint-rollback', 'prepared-transaction'])(
  '%s: each xid shown has one answer, and its reason implies it',
  async (name) => {
    const { ticks, show } = await play(name);
    const reasons = new Set<string>();
    for (const tick of ticks) {
      const { state } = show(tick, {});
      for (const { answers } of state.sessions) {
        for (const xid of [...state.xids.map((one) => one.xid), state.nextXid])
          expect(about(answers, xid)).toHaveLength(1);
        for (const { first, runs, why, list, parent } of answers) {
          reasons.add(why);
          expect(runs).toBe(RUNNING.includes(why));
          expect(list === null).toBe(!why.endsWith('listed'));
          expect(parent !== null).toBe(why.startsWith('parent-'));
          if (why === 'parent-listed') expect(parent).toBe(topOf(state.xids, first));
        }
      }
    }
    expect(reasons).toContain('before-xmin');
    if (name === 'subxid-overflow') expect(reasons).toContain('parent-listed');
  },
  60_000,
);

test('a row’s decision path has the same answer and the same topmost parent', async () => {
  const { ticks, show } = await play('subxid-overflow');
  let compared = 0;
  let parents = 0;
  for (const tick of ticks) {
    const { state } = show(tick, { table: 'log' });
    const tuples = (state.page?.tuples ?? []).filter((_, i) => i % 13 === 0);
    for (const { session, answers } of state.sessions)
      for (const { lp } of tuples) {
        const tuple = { table: 'log', block: 0, offset: lp };
        const steps = show(tick, { table: 'log', session, tuple }).explanation?.steps ?? [];
        for (const { question, a, b, answer } of steps) {
          if (question === 'in-snapshot') {
            expect(about(answers, a).map(({ runs }) => runs)).toEqual([answer]);
            compared++;
          }
          if (question === 'topmost') {
            expect(about(answers, a).map(({ parent }) => parent ?? a)).toEqual([b]);
            parents++;
          }
        }
      }
  }
  expect(compared).toBeGreaterThan(20);
  expect(parents).toBeGreaterThan(5);
}, 60_000);
