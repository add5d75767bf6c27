/**
 * The page's state on the real engine: where the standby has replayed everything that the primary had written, both
 * report the same running xids, whatever was run; and an address restores all of it.
 */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { messagesIn } from '../../base/messages/index.ts';
import type { SnapshotAsked } from '../../engine/server/snapshot-answers.ts';
import { sourceCompilerInNode } from '../../engine/spec/compile-source.node.ts';
import type { CompiledSpec } from '../../engine/spec/spec-compile.ts';
import type { StageClient } from '../../engine/stage/stage-client.ts';
import { StageHost } from '../../engine/stage/stage-host.ts';
import type { Shown, ShowRequest } from '../../engine/stage/stage-types.ts';
import { wasmPlaceInNode } from '../../engine/wasm/wasm-place.node.ts';
import { permutationsOf } from '../../scenario/spec-types.ts';
import type { StandbyAddress } from '../../viewmodel/addresses.ts';
import { answerAbout } from '../../viewmodel/stage/xid-axis-text.ts';
import { STANDBY_EXAMPLES } from '../../viewmodel/standby/place.ts';
import { standbyModel } from '../../viewmodel/standby/view.ts';
import { findingText } from '../../viewmodel/standby/words.ts';
import { StandbyStore } from './standby-store.ts';

const compile = await sourceCompilerInNode();
function compiled(text: string): CompiledSpec {
  const done = compile(text);
  if (!done.ok) throw new Error(JSON.stringify(done.error));
  return done.value;
}
const shipped = (id: string): CompiledSpec =>
  compiled(readFileSync(new URL(`../../../../scenarios/specs/${id}.spec`, import.meta.url), 'utf8'));
const openHost = async (spec: CompiledSpec): Promise<StageHost> => {
  const options = { rules: 17, design: 'pg14', file: 'a.spec', standby: true } as const;
  const host = await StageHost.open(wasmPlaceInNode('xip-engine'), spec, options);
  if (!host.ok) throw new Error(host.error);
  return host.value;
};

const SAVEPOINTS = (n: number): string =>
  Array.from({ length: n }, (_, i) => `SAVEPOINT s${i}; INSERT INTO t VALUES (${i});`).join(' ');
const session = (name: string): string => `session ${name}
step ${name}_begin { BEGIN; }
step ${name}_write { INSERT INTO t VALUES (0); }
step ${name}_few { BEGIN; ${SAVEPOINTS(3)} }
step ${name}_many { BEGIN; ${SAVEPOINTS(30)} }
step ${name}_back { ROLLBACK TO SAVEPOINT s1; }
step ${name}_release { RELEASE SAVEPOINT s2; }
step ${name}_commit { COMMIT; }
step ${name}_abort { ROLLBACK; }
`;
const RANDOM = `setup { CREATE TABLE t (n int); }
teardown { DROP TABLE t; }
${['a', 'b', 'c'].map(session).join('')}
session keeper
step log { SELECT pg_log_standby_snapshot(); }
permutation a_begin`;

describe('beside its primary', () => {
  test('at the end of each step both call the same xids running, and so does a copy made on the way', async () => {
    const spec = compiled(RANDOM);
    const host = await openHost(spec);
    const many = spec.spec.steps.flatMap(({ name }, i) => (name.endsWith('_many') ? [i, i, i] : [i]));
    let asked = 0;
    let overflowed = 0;
    let copies = 0;
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...many), { minLength: 5, maxLength: 25 }), fc.nat(24), (moves, copyAt) => {
        const request = (tick: number, from: number): ShowRequest => ({
          permutation: null,
          moves,
          tick,
          look: {},
          eventsFrom: tick,
          standby: { from, replay: 'end', held: [] },
        });
        const { ends = [] } = host.show(request(moves.length, 0)).standby ?? {};
        for (let tick = 1; tick <= moves.length; tick += 3) {
          for (const from of [0, ends[Math.min(copyAt, tick)] ?? 0]) {
            const shown = host.show(request(tick, from));
            const [said, ready] = disagreement(shown);
            expect(said).toEqual([]);
            if (ready && from > 0) copies++;
          }
          asked++;
          if (host.show(request(tick, 0)).standby?.snapshot?.suboverflowed === true) overflowed++;
        }
      }),
      { numRuns: 40, seed: 64 },
    );
    expect(asked).toBeGreaterThan(150);
    expect(overflowed).toBeGreaterThan(5);
    expect(copies).toBeGreaterThan(5);
  }, 120_000);
});

describe('the finding about an xid that ended on the primary', () => {
  test.each(STANDBY_EXAMPLES.map(({ id, address: { source, tick } }) => ({ id, source, tick })))(
    '$id: at every replay position it runs on a standby that has heard of it, and else is only at or above xmax',
    async ({ source, tick: shownFirst }) => {
      const spec = shipped(source?.kind === 'shipped' ? source.id : '');
      const host = await openHost(spec);
      const moves = [...permutationsOf(spec.spec)][0]?.map(({ step }) => step) ?? [];
      const messages = messagesIn('en');
      let late = 0;
      for (const tick of new Set([shownFirst ?? 0, moves.length]))
        for (let replay = 0, end = 0; replay <= end; replay++) {
          const standby = { from: 0, replay, held: [] };
          const asked = { permutation: null, moves, tick, look: {}, eventsFrom: tick, standby };
          const { state, standby: shown } = host.show(asked);
          if (shown === undefined) throw new Error('there is no standby');
          end = shown.records.length;
          const { finding } = standbyModel(state, shown, null);
          if (finding.kind !== 'late') continue;
          late++;
          const isHeardOf = finding.xid < shown.state.nextXid;
          const text = findingText(finding, messages);
          expect(text).toContain(isHeardOf ? 'it still runs' : 'it has not begun');
          if (isHeardOf) continue;
          expect(finding.xid).toBeGreaterThanOrEqual(finding.xmax);
          expect(finding.xmax).toBe(shown.snapshot?.xmax);
          expect(text).toContain('counts as running');
        }
      expect(late).toBeGreaterThan(0);
    },
  );
});

/** Xids on which primary and standby disagree, and whether the standby has a snapshot at all. */
function disagreement({ state, standby }: Shown): readonly [readonly number[], boolean] {
  if (standby === undefined) throw new Error('there is no standby');
  if (standby.snapshot === null) return [[], false];
  const runs = ({ answers }: SnapshotAsked, xid: number) => answerAbout(answers, xid, state.nextXid)?.runs;
  const [primary, other] = [standby.primary.now, standby.snapshot];
  const status = new Map(state.xids.map(({ xid, status: is }) => [xid, is]));
  const parent = new Map(state.xids.map(({ xid, parent: of }) => [xid, of]));
  const top = (xid: number): number => {
    const above = parent.get(xid) ?? null;
    return above === null ? xid : top(above);
  };
  const differ = state.xids.filter(({ xid }) => {
    // A rolled-back xid below a running one is invisible anyway: suboverflowed snapshots may report either.
    if (status.get(xid) === 'aborted' && status.get(top(xid)) === 'running') return false;
    expect(runs(primary, xid)).toBeDefined();
    return runs(primary, xid) !== runs(other, xid);
  });
  return [differ.map(({ xid }) => xid), true];
}

function page(): { readonly store: StandbyStore; readonly told: StandbyAddress[] } {
  let host: StageHost | undefined;
  const told: StandbyAddress[] = [];
  const client: StageClient = {
    open: async (spec, options) => {
      const opened = await StageHost.open(wasmPlaceInNode('xip-engine'), spec, options);
      host = opened.ok ? opened.value : undefined;
      return opened.ok ? { ok: true, value: null } : opened;
    },
    show: async (request) => ({ ok: true, value: host?.show(request) ?? null }),
    serial: async () => null,
    verdict: async () => null,
    attempt: async () => null,
    trace: async () => ({ ok: true, value: [] }),
    stop: () => undefined,
    dispose: () => undefined,
  };
  const store = new StandbyStore({
    client,
    load: async (id) => shipped(id),
    compile: async () => ({ ok: false, error: [] }),
    messages: messagesIn('en'),
    later: () => () => undefined,
    onAddress: (address) => told.push(address),
  });
  return { store, told };
}
const settled = async ({ play }: StandbyStore): Promise<void> => {
  for (let i = 0; i < 50 && (play.get().isBusy || play.get().phase === 'loading'); i++) await Promise.resolve();
};
const standbyOf = ({ play }: StandbyStore) => {
  const { shown } = play.get();
  if (shown?.standby === undefined) throw new Error('there is no standby');
  return { stage: shown.state, shown: shown.standby };
};

describe('the page', () => {
  test('examples show what they are named after', async () => {
    const kinds: string[] = [];
    for (const { address } of STANDBY_EXAMPLES) {
      const { store } = page();
      await store.applyAddress(address);
      await settled(store);
      const { stage, shown } = standbyOf(store);
      kinds.push(standbyModel(stage, shown, null).finding.kind);
      expect(shown.held.map(({ state }) => state)).toEqual((address.held ?? []).map(() => 'taken'));
    }
    // One record before the event: the 64 leave the array with the next.
    expect(kinds).toEqual(['late', 'behind', 'pending']);
  });

  test('an example’s spec alone opens the example; its beginning has an address of its own', async () => {
    const { store, told } = page();
    const source = { kind: 'shipped', id: 'standby-late-commit' } as const;
    await store.applyAddress({ source });
    await settled(store);
    const { stage, shown } = standbyOf(store);
    expect(standbyModel(stage, shown, null).finding.kind).toBe('late');
    await store.openScenario(source.id);
    await settled(store);
    expect(standbyOf(store).shown.at).toBe(2);
    expect(told.at(-1)).toMatchObject({ source, from: 0 });
  });

  test('a snapshot that was taken stays while replay goes on; the address brings all of it back', async () => {
    const { store, told } = page();
    await store.applyAddress({ source: { kind: 'shipped', id: 'standby-late-commit' }, from: 0 });
    for (let i = 0; i < 5; i++) {
      store.play.step();
      await settled(store);
    }
    store.replayBy(1);
    store.replayBy(1);
    await settled(store);
    expect(standbyOf(store).shown.at).toBe(4);
    store.take();
    await settled(store);
    store.follow(true);
    await settled(store);
    const before = standbyOf(store).shown;
    expect(before.at).toBe(before.records.length);
    expect(before.held).toMatchObject([{ at: 4, state: 'taken', snapshot: { xmax: 732 } }]);
    const other = page();
    await other.store.applyAddress(JSON.parse(JSON.stringify(told.at(-1))));
    await settled(other.store);
    expect(standbyOf(other.store)).toEqual(standbyOf(store));
  });

  test('another way of the primary’s takes with it what the standby knew of the old one', async () => {
    const { store } = page();
    await store.applyAddress({
      source: { kind: 'shipped', id: 'standby-late-commit' },
      tick: 5,
      replay: 6,
      held: [3, 6],
    });
    await settled(store);
    store.play.seek(2);
    await settled(store);
    expect(standbyOf(store).shown).toMatchObject({ at: 3, held: [{ at: 3, state: 'taken' }, { state: 'ahead' }] });
    store.play.moveSession(2);
    await settled(store);
    expect(store.get().place).toEqual({ from: 0, replay: 3, held: [3] });
  });
});
