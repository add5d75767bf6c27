/** A standby's answer depends only on the request; a held snapshot shows the state of the moment when it was taken. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseSpec } from '../../scenario/spec-parse.ts';
import { permutationsOf } from '../../scenario/spec-types.ts';
import { loadCompiler } from '../../sql/compile.ts';
import type { StandbyRequest, StandbyShown } from '../server/standby-types.ts';
import { type CompiledSpec, compileSpec } from '../spec/spec-compile.ts';
import { wasmPlaceInNode } from '../wasm/wasm-place.node.ts';
import { StageHost } from './stage-host.ts';
import type { Move, ShowRequest } from './stage-types.ts';

const compile = await loadCompiler();
function compiled(name: string): CompiledSpec {
  const text = readFileSync(new URL(`../../../../scenarios/specs/${name}.spec`, import.meta.url), 'utf8');
  const spec = parseSpec(text);
  if (!spec.ok) throw new Error(JSON.stringify(spec.error));
  const done = compileSpec(text, spec.value, compile);
  if (!done.ok) throw new Error(JSON.stringify(done.error));
  return done.value;
}
async function open(spec: CompiledSpec): Promise<StageHost> {
  const options = { rules: 17, design: 'pg14', file: 'a.spec', standby: true } as const;
  const host = await StageHost.open(wasmPlaceInNode('xip-engine'), spec, options);
  if (!host.ok) throw new Error(host.error);
  return host.value;
}
const planOf = ({ spec }: CompiledSpec): readonly Move[] => [...permutationsOf(spec)][0]?.map(({ step }) => step) ?? [];
const NOTHING: StandbyRequest = { from: 0, replay: null, held: [] };
const request = (moves: readonly Move[], tick: number, standby: Partial<StandbyRequest> = {}): ShowRequest => ({
  permutation: null,
  moves,
  tick,
  look: {},
  eventsFrom: tick,
  standby: { ...NOTHING, ...standby },
});
function standbyOf(host: StageHost, asked: ShowRequest): StandbyShown {
  const { standby, stopped } = host.show(asked);
  expect(stopped).toBeNull();
  if (standby === undefined) throw new Error('there is no standby');
  return standby;
}

const SPECS = ['standby-late-commit', 'standby-64-subtransactions', 'standby-pending'] as const;

describe.each(SPECS)('%s', (name) => {
  test('the same request gives the same answer, whatever was asked before', async () => {
    const spec = compiled(name);
    const plan = planOf(spec);
    const asked = fc.record({
      // Branches: some steps of the plan, then one that was not planned.
      moves: fc
        .tuple(fc.nat(plan.length), fc.array(fc.nat(spec.spec.steps.length - 1), { maxLength: 2 }))
        .map(([at, more]) => [...plan.slice(0, at), ...more]),
      tick: fc.nat(plan.length),
      from: fc.oneof(fc.constant(0), fc.nat(150)),
      replay: fc.oneof(fc.constant(null), fc.constant('end' as const), fc.nat(150)),
      held: fc.array(fc.nat(150), { maxLength: 4 }),
    });
    const host = await open(spec);
    const answered: { readonly asked: ShowRequest; readonly standby: StandbyShown }[] = [];
    await fc.assert(
      fc.asyncProperty(asked, async ({ moves, tick, from, replay, held }) => {
        const made = request(moves, Math.min(tick, moves.length), { from, replay, held });
        const { standby } = host.show(made);
        if (standby === undefined) throw new Error('there is no standby');
        answered.push({ asked: made, standby });
      }),
      { numRuns: 60, seed: 17 },
    );
    for (const one of answered.reverse()) expect(host.show(one.asked).standby).toEqual(one.standby);
    const fresh = await open(spec);
    for (const one of answered.slice(0, 12)) expect(fresh.show(one.asked).standby).toEqual(one.standby);
  });

  test('a snapshot that is held is the one that was taken there', async () => {
    const spec = compiled(name);
    const plan = planOf(spec);
    const host = await open(spec);
    const all = standbyOf(host, request(plan, plan.length, { replay: 'end' }));
    expect(all.at).toBe(all.records.length);
    for (let at = 0; at <= all.at; at += 7) {
      const then = standbyOf(host, request(plan, plan.length, { replay: at }));
      const later = standbyOf(host, request(plan, plan.length, { replay: 'end', held: [at] }));
      expect(then.at).toBe(at);
      expect(later.held).toEqual([{ at, state: 'taken', snapshot: then.snapshot }]);
      expect(standbyOf(host, request(plan, plan.length, { replay: at, held: [at + 1] })).held[0]?.state).toBe('ahead');
    }
  });
});

test('the 64th subtransaction: its record takes 64 entries out of the array', async () => {
  const spec = compiled('standby-64-subtransactions');
  const plan = planOf(spec);
  const host = await open(spec);
  const all = standbyOf(host, request(plan, plan.length));
  const at = all.records.findIndex(({ kind }) => kind === 'assignment');
  expect(all.records[at]?.xids).toHaveLength(64);
  const counted = (replay: number) => {
    const { state, parents, snapshot } = standbyOf(host, request(plan, plan.length, { replay }));
    return [state.known.entries.filter(({ valid }) => valid).length, parents.length, snapshot?.suboverflowed];
  };
  expect(counted(at)).toEqual([64, 0, false]);
  expect(counted(at + 1)).toEqual([1, 64, true]);
});

test('a copy made while somebody had overflowed: pending until a record of who runs is past it', async () => {
  const spec = compiled('standby-pending');
  const plan = planOf(spec);
  const host = await open(spec);
  const { ends, records } = standbyOf(host, request(plan, plan.length));
  const from = ends[2] ?? 0;
  const readiness = ends.slice(2).map((replay) => {
    const { state, snapshot } = standbyOf(host, request(plan, plan.length, { from, replay }));
    expect(snapshot === null).toBe(state.readiness !== 'ready');
    return state.readiness;
  });
  expect(readiness).toEqual(['initialized', 'pending', 'pending', 'pending', 'pending', 'ready', 'ready', 'ready']);
  expect(records.filter(({ overflowed }) => overflowed)).toHaveLength(2);
});
