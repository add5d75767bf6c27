/** What lesson 14 says of its figures: who failed, at which arrows, and what was locked. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseSpec } from '../../scenario/spec-parse.ts';
import { loadCompiler } from '../../sql/compile.ts';
import { compileSpec } from '../spec/spec-compile.ts';
import { wasmPlaceInNode } from '../wasm/wasm-place.node.ts';
import { StageHost } from './stage-host.ts';

const compile = await loadCompiler();

/** A permutation of a shipped scenario, counted from 1, as the stage tells it at a tick. */
async function play(id: string, permutation: number) {
  const text = readFileSync(new URL(`../../../../scenarios/specs/${id}.spec`, import.meta.url), 'utf8');
  const spec = parseSpec(text);
  if (!spec.ok) throw new Error('no spec');
  const compiled = compileSpec(text, spec.value, compile);
  if (!compiled.ok) throw new Error('not compiled');
  const host = await StageHost.open(wasmPlaceInNode('xip-engine'), compiled.value, {
    rules: 17,
    design: 'pg14',
    file: 'f',
  });
  if (!host.ok) throw new Error(host.error);
  const names = compiled.value.spec.permutations?.[permutation - 1]?.map(({ step }) => step) ?? [];
  return (tick: number) => {
    const shown = host.value.show({ permutation: null, moves: names, tick, look: {}, eventsFrom: 0 });
    const { ssi } = shown.state;
    const who = (number: number | null) => ssi?.transactions.find((one) => one.number === number)?.session ?? '';
    const event = shown.events.findLast((one) => one.tick === tick && one.step === names[tick - 1]);
    return {
      event,
      isFailure: event?.error?.includes('read/write dependencies') === true,
      arrows: (ssi?.conflicts ?? []).map(({ reader, writer }) => `${who(reader)} → ${who(writer)}`),
      victims: (ssi?.structures ?? []).map(({ victim }) => who(victim)),
      pivots: (ssi?.structures ?? []).map(({ pivot, out }) => `${who(pivot)}, out ${who(out)}`),
      locks: (ssi?.locks ?? []).map(({ transaction, target: { table, index, page, offset } }) =>
        [who(transaction), index ?? table, page, offset].filter((part) => part !== null).join(' '),
      ),
    };
  };
}

test('the report between the clerk and the manager: two arrows that meet, and the clerk is their pivot', async () => {
  const at = await play('receipts-and-report', 2);
  expect(at(9)).toMatchObject({ arrows: ['clerk → manager'], victims: [] });
  expect(at(9).locks).toContain('report receipt');
  expect(at(10)).toMatchObject({
    isFailure: true,
    arrows: ['clerk → manager', 'report → clerk'],
    pivots: ['clerk, out manager'],
    victims: ['clerk'],
  });
});

test('the same without SERIALIZABLE: the second count contradicts the report', async () => {
  const at = await play('receipts-and-report', 1);
  expect(at(8).event?.results[0]?.rows).toEqual([['2', '30']]);
  expect(at(12).event?.results[0]?.rows).toEqual([['3', '60']]);
});

test('the report at last: one arrow, and nobody fails', async () => {
  const at = await play('receipts-and-report', 3);
  expect(at(11)).toMatchObject({ arrows: ['clerk → manager'], victims: [] });
  expect(at(10).event?.results[0]?.rows).toEqual([['3', '60']]);
});

test('a deferrable report waits for the clerk, and then has no lock', async () => {
  const at = await play('receipts-and-report', 4);
  expect(at(7).event?.status).toBe('waiting');
  expect(at(10)).toMatchObject({ arrows: ['clerk → manager'], victims: [], locks: [] });
  // The snapshot from before the wait was unsafe: the clerk had not seen the batch that this one shows.
  expect(at(10).event?.results[0]?.rows).toEqual([['3', '60']]);
});

test('a false alarm by locks on the table; none by locks on rows', async () => {
  const wide = await play('false-alarm', 1);
  expect(wide(2).locks).toEqual(['a seat', 'b seat']);
  expect(wide(6)).toMatchObject({ isFailure: true, arrows: ['b → a', 'a → b'], victims: ['b'] });
  const narrow = await play('false-alarm', 2);
  expect(narrow(2).locks.toSorted()).toEqual(
    ['a seat 0 1', 'a seat 0 2', 'a seat_pkey 1', 'b seat 0 3', 'b seat 0 4', 'b seat_pkey 1'].toSorted(),
  );
  expect(narrow(6)).toMatchObject({ isFailure: false, arrows: [], victims: [] });
});

test('again from BEGIN on Bob counts one; only the UPDATE again leaves nobody on call', async () => {
  const whole = await play('retry-loop', 1);
  expect(whole(6).isFailure).toBe(true);
  expect(whole(8).event?.results[0]?.rows).toEqual([['1']]);
  const blind = await play('retry-loop', 2);
  expect(blind(10).event?.results[0]?.rows.map(([, isOnCall]) => isOnCall)).toEqual(['f', 'f', 'f']);
});

test('whoever locks the rows that a decision rests on makes the other one wait', async () => {
  const at = await play('two-accounts', 4);
  expect(at(4).event?.status).toBe('waiting');
});
