/**
 * The shipped scenarios about savepoints: readers' lookups in pg_subtrans, step by step, and pages that are loaded and
 * evicted.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseSpec } from '../../scenario/spec-parse.ts';
import { loadCompiler } from '../../sql/compile.ts';
import type { Rules } from '../../sql/core.ts';
import type { StageSlru } from '../server/slru-types.ts';
import { type CompiledSpec, compileSpec } from '../spec/spec-compile.ts';
import { wasmPlaceInNode } from '../wasm/wasm-place.node.ts';
import { StageHost } from './stage-host.ts';
import type { Shown } from './stage-types.ts';

const compile = await loadCompiler();

function compiled(text: string): CompiledSpec {
  const spec = parseSpec(text);
  if (!spec.ok) throw new Error(JSON.stringify(spec.error));
  const done = compileSpec(text, spec.value, compile);
  if (!done.ok) throw new Error(JSON.stringify(done.error));
  return done.value;
}
const shipped = (id: string): string =>
  readFileSync(new URL(`../../../../scenarios/specs/${id}.spec`, import.meta.url), 'utf8');

/** Plays the first permutation; the state after each of its steps. */
async function play(
  text: string,
  rules: Rules,
): Promise<{ readonly names: readonly string[]; at(tick: number): Shown }> {
  const spec = compiled(text);
  const host = await StageHost.open(wasmPlaceInNode('xip-engine'), spec, {
    rules,
    design: rules < 14 ? 'pg13' : 'pg14',
    file: 'a.spec',
  });
  if (!host.ok) throw new Error(host.error);
  const moves = (spec.spec.permutations?.[0] ?? []).map(({ step }) => step);
  const names = moves.map((step) => spec.spec.steps[step]?.name ?? '');
  const at = (tick: number): Shown => host.value.show({ permutation: 1, moves, tick, look: {}, eventsFrom: tick });
  return { names, at };
}
/** Only the readers' lookups. */
const walks = (slru: StageSlru): StageSlru['lookups'] => slru.lookups.filter(({ why }) => why === 'snapshot');
/** The pages in the slots before these lookups. */
function before({ slots, lookups }: StageSlru): readonly (number | null)[] {
  const pages = slots.map((slot) => slot?.page ?? null);
  for (const { slot, hit, evicted } of lookups.toReversed()) if (!hit) pages[slot] = evicted;
  return pages;
}

describe('thirty-six pages, thirty-two buffers', async () => {
  const text = shipped('subtrans-pages');

  test.each([13, 16, 17, 18] as const)(
    'by the rules of %i a reader looks up nothing beside 64 subxids, and a page for each row beside 65',
    { timeout: 60_000 },
    async (rules) => {
      const { names, at } = await play(text, rules);
      expect(names).toHaveLength(10);
      const [read = 0, over = 0] = [names.indexOf('read') + 1, names.indexOf('read_over') + 1];
      const full = at(read).state;
      expect(full.sessions[0]).toMatchObject({ subxids: { length: 64 }, overflowed: false });
      expect(full.slru).toMatchObject({ buffers: 32, banks: rules < 17 ? 1 : 2, latestPage: 36, lookups: [] });
      expect(full.slru.counts.reader?.subtrans).toMatchObject({ lookups: 0, reads: 0 });
      // 73,000 xids later the page still shows the writer’s: they run.
      const rows = new Set(full.page?.tuples.map(({ xmin }) => xmin));
      expect(full.xids.filter(({ owner, xid }) => owner === 'others' && rows.has(xid))).toHaveLength(36);
      expect(full.xids[0]).toMatchObject({ status: 'running', owner: 'writer', parent: null });
      expect(full.xids.filter(({ owner }) => owner === 'writer')).toHaveLength(65);
      expect(full.slru.slots.every((slot) => slot !== null)).toBe(true);

      for (const tick of [over, over + 1]) {
        const { state } = at(tick);
        const done = walks(state.slru);
        expect(state.sessions[0]?.overflowed).toBe(true);
        // 36 rows of others, the writer's 65th subxid, and the top one above it.
        expect(done).toHaveLength(38);
        expect(done.filter(({ begins }) => begins)).toHaveLength(37);
        expect(done.every(({ session }) => session === 'reader')).toBe(true);
        expect(done.slice(0, 36).map(({ page }) => page)).toEqual(Array.from({ length: 36 }, (_, i) => i + 1));
        expect(done.at(-1)).toMatchObject({ page: 0, parent: null, begins: false });
        expect(done.at(-2)?.parent).toBe(done.at(-1)?.xid);
        expect(done.filter(({ hit }) => !hit).length).toBeGreaterThan(30);
        expect(done.every(({ hit, evicted }) => hit === (evicted === null))).toBe(true);
        expect(before(state.slru)).toEqual(at(tick - 1).state.slru.slots.map((slot) => slot?.page ?? null));
      }
      const { subtrans, xact } = at(over + 1).state.slru.counts.reader ?? {};
      expect(subtrans?.lookups).toBe(76);
      expect(subtrans?.hits).toBe(76 - (subtrans?.reads ?? 0));
      expect(subtrans?.evictions).toBe(subtrans?.reads);
      // One lookup for each row's xmin: after that there is a hint bit.
      expect(xact?.lookups).toBe(36);
      // The writer has finished: nobody looks up anything.
      expect(walks(at(names.length).state.slru)).toEqual([]);
    },
  );

  test('xids that were given out elsewhere are nobody’s, and not the set-up’s', async () => {
    const { names, at } = await play(text, 17);
    const { xids } = at(names.length).state;
    expect(xids.some(({ elsewhere }) => elsewhere === true)).toBe(true);
    expect(xids.filter(({ elsewhere, owner }) => elsewhere === true && owner !== null)).toEqual([]);
    // The very first xid is the set-up's.
    const first = at(0).state.xids[0];
    expect(first).toMatchObject({ owner: null });
    expect(first).not.toHaveProperty('elsewhere');
  });

  test('with 64 buffers, as a setting of 17, everything is a hit from the second time on', {
    timeout: 60_000,
  }, async () => {
    const { names, at } = await play(`#: subtransaction_buffers: 64\n${text}`, 17);
    const over = names.indexOf('read_over') + 1;
    const { slru } = at(over + 1).state;
    expect(slru).toMatchObject({ buffers: 64, banks: 4 });
    expect(walks(slru)).toHaveLength(38);
    expect(walks(slru).every(({ hit }) => hit)).toBe(true);
    // Up to 16 this setting does not exist.
    const old = await play(`#: subtransaction_buffers: 64\n${text}`, 16);
    expect(old.at(1).state.slru.buffers).toBe(32);
  });
});

test('nested savepoints: the n-th costs n + 1 lookups, and what the log has no room for is counted', async () => {
  const { names, at } = await play(shipped('subxid-overflow').replace(/^permutation begin fill later.*$/m, ''), 17);
  const tick = names.indexOf('read_over') + 1;
  const { slru } = at(tick).state;
  // A top transaction and 65 nested subtransactions: 1 + 2 + … + 66.
  expect(slru.counts.reader?.subtrans).toMatchObject({ lookups: 2211, hits: 2211, reads: 0 });
  expect(slru.lookups).toHaveLength(1024);
  expect(slru.lookupsBefore).toBe(2211 - 1024);
  expect(walks(slru)).toHaveLength(1024);
});
