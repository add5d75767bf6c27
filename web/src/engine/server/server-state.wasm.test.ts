/** The reported state of a simulated server agrees with its behaviour, and looking changes nothing. */
import { beforeAll, expect, test } from 'vitest';
import { DESIGN_IDS } from '../../base/designs.ts';
import type { WasmServer } from './server-core.ts';
import type { ServerOptions } from './server-engine.ts';
import { Bench, NAMES, serverOf } from './server-fake.node.ts';
import { explainVisibility, heapPageItems } from './server-pages.ts';
import { readServerState, snapshotInForce } from './server-state.ts';

let core: WasmServer;
beforeAll(async () => {
  core = await serverOf({ rules: 17 });
});

function filled(options: ServerOptions, sessions = 3): Bench {
  const again = core.again(options);
  if (!again.ok) throw new Error(again.error);
  const bench = new Bench(again.value, sessions);
  bench.begin(0);
  bench.insert(0, 1, 10);
  bench.insert(0, 2, 20);
  bench.commit(0);
  return bench;
}

const SESSIONS = [0, 1, 2, 3];

/** Numbers from 0 up to `below`: the same for the same seed (mulberry32). */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

/** One random action in a random session, which never waits. */
function doSomething(bench: Bench, pick: (below: number) => number, prepared: number[]): void {
  const { core } = bench;
  const session = pick(3);
  const { level, isolation } = bench.session(session);
  if (level === 0) {
    if (prepared.length > 0 && pick(4) === 0) {
      core.finishPrepared(session, prepared.shift() ?? 0, pick(2) === 0);
      return;
    }
    bench.begin(session, pick(2) === 0 ? 'read committed' : 'repeatable read');
    return;
  }
  const what = pick(12);
  if (what === 0) bench.commit(session);
  else if (what === 1) bench.rollback(session);
  else if (what === 2 && level < 4) core.subxactStart(session);
  else if (what === 3 && level > 1) core.subxactCommit(session);
  else if (what === 4 && level > 1) core.subxactAbort(session);
  else if (what === 5 && prepared.length < 2 && isolation === 'read committed') {
    const handle = core.prepare(session);
    if (handle !== undefined) prepared.push(handle);
  } else if (what < 8) bench.insert(session, pick(100), 0);
  else if (what === 8)
    for (let i = 0; i < 66; i++) [core.subxactStart(session), core.currentXid(session), core.subxactCommit(session)];
  else {
    const free = bench
      .tuples()
      .filter((tuple) => tuple.visibleTo.includes(NAMES[session] ?? '') && isFree(bench, tuple));
    const [id] = free[pick(Math.max(1, free.length))]?.values ?? [];
    if (id === undefined || id === null) bench.select(session);
    else if (what < 11) bench.update(session, Number(id), pick(100));
    else bench.delete(session, Number(id));
  }
}

/** Nothing blocks the row: no xmax, and no other row with that id. */
function isFree(
  bench: Bench,
  tuple: { readonly infomask: number; readonly values: readonly (string | null)[] },
): boolean {
  const twins = bench.tuples().filter(({ values }) => values[0] === tuple.values[0]);
  return twins.length === 1 && (tuple.infomask & 0x800) !== 0;
}

const asNumbers = (xids: readonly number[] | undefined): number[] => [...(xids ?? [])].sort((a, b) => a - b);

test.each([[13, 'pg13'] as const, ...DESIGN_IDS.map((design) => [17, design] as const)])(
  'rules of %i, %s: what is shown is what happens, and looking changes nothing',
  (rules, design) => {
    for (let seed = 1; seed <= 2; seed++) {
      const bench = filled({ rules, design }, 4);
      const { core, relation } = bench;
      const pick = random(seed);
      const prepared: number[] = [];
      for (let step = 0; step < 60; step++) {
        doSomething(bench, pick, prepared);
        const saved = core.checkpoint();
        const shown = bench.state();
        const forces = SESSIONS.map((id) => snapshotInForce(core, id));
        for (const tuple of shown.tables.t ?? []) {
          if (tuple.removable) expect(tuple.visibleTo).toEqual([]);
          const [block = 0, offset = 0] = tuple.ctid.slice(1, -1).split(',').map(Number);
          const visibleTo = SESSIONS.filter((id) => explainVisibility(core, id, relation, { block, offset })?.visible);
          expect(visibleTo.map((id) => NAMES[id])).toEqual(tuple.visibleTo);
        }
        heapPageItems(core, relation, 0);
        expect(Buffer.compare(core.checkpoint(), saved)).toBe(0);
        // Now each session looks itself; afterwards the test restores what that changed.
        for (const id of SESSIONS) {
          const seen = shown.tables.t?.filter(({ visibleTo }) => visibleTo.includes(NAMES[id] ?? ''));
          if (shown.sessions[id]?.level === 0) bench.begin(id);
          expect(bench.select(id)).toEqual(seen?.map(({ values }) => values.join('|')));
          const taken = bench.session(id).snapshot;
          const force = forces[id];
          expect([taken?.xmin, taken?.xmax, asNumbers(taken?.xip)]).toEqual([
            force?.xmin,
            force?.xmax,
            asNumbers(force?.xip),
          ]);
          // A reused snapshot does not know later subtransactions, which are all beyond its xmax.
          if (taken?.reused !== true)
            expect([taken?.suboverflowed, asNumbers(taken?.subxip)]).toEqual([
              force?.suboverflowed,
              asNumbers(force?.subxip),
            ]);
          core.restore(saved);
        }
      }
    }
  },
);

test('what is removable is what VACUUM takes away, and what somebody needs is not', () => {
  for (const rules of [13, 17] as const) {
    const bench = filled({ rules }, 3);
    bench.begin(2, 'repeatable read');
    bench.select(2);
    bench.begin(0);
    bench.update(0, 1, 11);
    bench.delete(0, 2);
    bench.commit(0);
    bench.begin(0);
    bench.insert(0, 3, 30);
    bench.rollback(0);
    const removable = () => bench.tuples().flatMap((tuple) => (tuple.removable ? [tuple.ctid] : []));
    const vacuum = () => {
      bench.begin(1);
      bench.core.vacuum(1, bench.relation);
      bench.commit(1);
      return [bench.tuples().map(({ ctid }) => ctid), bench.state().items.t];
    };
    expect(removable()).toEqual(['(0,4)']);
    expect(bench.state().horizons).toMatchObject({
      oldestNonRemovable: 732,
      holders: [{ kind: 'xmin', who: 'C', xid: 732 }],
    });
    expect(vacuum()[0]).toEqual(['(0,1)', '(0,2)', '(0,3)']);
    bench.commit(2);
    expect(bench.state().horizons).toMatchObject({ oldestNonRemovable: 734, holders: [] });
    expect(removable()).toEqual(['(0,1)', '(0,2)']);
    expect(vacuum()).toEqual([
      ['(0,3)'],
      [
        { ctid: '(0,1)', flags: 'redirect', to: 3 },
        { ctid: '(0,2)', flags: 'unused', to: 0 },
        // 14 truncates the unused pointers at the end.
        ...(rules === 13 ? [{ ctid: '(0,4)', flags: 'unused', to: 0 }] : []),
      ],
    ]);
  }
});

test('horizons: 13 has two xids with every snapshot; from 14 on bounds, and accurate ones when asked', () => {
  const old = filled({ rules: 13 }, 2);
  old.begin(1);
  old.select(1);
  expect(old.state().horizons.sessions.B).toEqual({ recentGlobalXmin: 732, recentGlobalDataXmin: 732 });
  const bench = filled({ rules: 17 }, 2);
  bench.begin(1);
  bench.select(1);
  const kinds = { shared: 732, catalog: 732, data: 732, temp: 732 };
  expect(bench.state().horizons.sessions.B).toEqual({
    definitelyNeeded: kinds,
    maybeNeeded: { ...kinds, shared: 731, catalog: 731, data: 731 },
    computed: 0,
  });
  bench.core.vacuum(1, bench.relation);
  expect(bench.state().horizons.sessions.B).toMatchObject({ maybeNeeded: kinds, computed: 1 });
});

test('a page as pageinspect shows it', () => {
  const bench = filled({ rules: 17 });
  bench.begin(0);
  bench.update(0, 1, 11);
  bench.insert(0, 3, -1);
  bench.delete(0, 3);
  const items = heapPageItems(bench.core, bench.relation, 0);
  expect(items.map((item) => [item.lp, item.lp_off, item.lp_flags, item.lp_len])).toEqual([
    [1, 8160, 1, 32],
    [2, 8128, 1, 32],
    [3, 8096, 1, 32],
    [4, 8064, 1, 32],
  ]);
  // XMIN_COMMITTED; natts 2 and HEAP_HOT_UPDATED.
  expect(items[0]).toMatchObject({ t_xmin: 731, t_xmax: 732, t_field3: 0, t_ctid: '(0,3)' });
  expect(items[0]).toMatchObject({ t_infomask: 0x100, t_infomask2: 0x4002, t_hoff: 24, t_bits: null });
  expect(items[0]?.t_data).toBe('\\x010000000a000000');
  // HEAP_UPDATED and XMAX_INVALID; heap-only.
  expect(items[2]).toMatchObject({ t_xmin: 732, t_xmax: 0, t_infomask: 0x2800, t_infomask2: 0x8002, t_ctid: '(0,3)' });
  // A combo cid, which only its own transaction can resolve; HEAP_KEYS_UPDATED.
  expect(items[3]).toMatchObject({ t_field3: 0, t_infomask: 0x20, t_infomask2: 0x2002 });
  expect(bench.tuples()[3]).toMatchObject({ cid: 0, cmin: 1, cmax: 2, next: '(0,4)' });
  const nulls = {
    data: new Uint8Array([7, 0, 0, 0]),
    nullBitmap: new Uint8Array([0b10]),
    natts: 2,
    hasVarwidth: false,
  };
  bench.core.pushActiveSnapshot(0);
  bench.core.insert(0, bench.relation, nulls);
  bench.end(0);
  expect(heapPageItems(bench.core, bench.relation, 0)[4]).toMatchObject({ t_bits: '01000000', t_data: '\\x07000000' });
  bench.rollback(0);
  expect(bench.tuples()[3]).toMatchObject({ cid: 0, cmin: 0, cmax: 0 });
  expect(heapPageItems(bench.core, bench.relation, 1)).toEqual([]);
});

test('why a row is visible: the questions in their order, with their values', () => {
  const bench = filled({ rules: 17 });
  const { core, relation } = bench;
  bench.begin(0);
  core.subxactStart(0);
  bench.update(0, 1, 11);
  bench.begin(1);
  core.currentXid(1);
  bench.commit(1);
  bench.begin(1);
  const why = (session: number, offset: number) => {
    const { visible, steps } = explainVisibility(core, session, relation, { block: 0, offset }) ?? { steps: [] };
    return [visible, ...steps.map(({ question, a, b, answer }) => `${question} ${a} ${b} ${answer ? 'yes' : 'no'}`)];
  };
  expect(why(1, 1)).toEqual([
    true,
    'page-all-visible 0 0 no',
    'xmin-hint-committed 731 0 yes',
    'xmin-frozen 731 0 no',
    'below-xmin 731 732 yes',
    'in-snapshot 731 0 no',
    'xmax-invalid 0 0 no',
    'locked-only 733 0 no',
    'xmax-multi 733 0 no',
    'xmax-hint-committed 733 0 no',
    'xmax-mine 733 0 no',
    'below-xmin 733 732 no',
    'from-xmax-on 733 735 no',
    'suboverflowed 0 0 no',
    'in-snapshot 733 0 yes',
  ]);
  expect(why(0, 3)).toEqual([
    true,
    'page-all-visible 0 0 no',
    'xmin-hint-committed 733 0 no',
    'xmin-hint-invalid 733 0 no',
    'xmin-mine 733 0 yes',
    'inserted-later 0 1 no',
    'xmax-invalid 0 0 yes',
  ]);
  expect(explainVisibility(core, 0, relation, { block: 0, offset: 3 })?.steps[4]).toMatchObject({
    function: 'HeapTupleHeaderGetCmin',
    text: "Was it inserted by command 0, not before the snapshot's curcid 1?",
  });
  expect(explainVisibility(core, 0, relation, { block: 0, offset: 9 })).toBeUndefined();
  // Overflowed: it has to look in pg_subtrans.
  for (let i = 0; i < 65; i++) [core.subxactStart(0), core.currentXid(0), core.subxactCommit(0)];
  expect(why(1, 1).slice(-5)).toEqual([
    'from-xmax-on 733 735 no',
    'suboverflowed 0 0 yes',
    'topmost 733 732 yes',
    'below-xmin 732 732 no',
    'in-snapshot 733 0 yes',
  ]);
});

test('what was gathered before the first who overflowed is no list of subtransactions, and is not shown', () => {
  const bench = filled({ rules: 17 });
  const { core } = bench;
  for (const [session, subxacts] of [
    [0, 1],
    [1, 65],
  ] as const) {
    bench.begin(session);
    for (let i = 0; i < subxacts; i++)
      [core.subxactStart(session), core.currentXid(session), core.subxactCommit(session)];
  }
  bench.begin(2);
  core.currentXid(2);
  bench.commit(2);
  bench.begin(2);
  bench.select(2);
  expect(bench.session(2).snapshot).toMatchObject({ xip: [732, 734], subxip: [], suboverflowed: true });
});

test('a session is shown with what it waits for; whoever has no name is left out', () => {
  const bench = filled({ rules: 17 });
  bench.begin(0);
  bench.update(0, 1, 11);
  bench.begin(1, 'repeatable read');
  bench.update(1, 1, 12);
  expect(bench.session(1)).toMatchObject({
    state: 'active',
    isolation: 'repeatable read',
    keepsSnapshot: true,
    waitsFor: ['A'],
    lock: { kind: 'transaction', on: [732], mode: 5 },
    xid: 733,
    xmin: 732,
  });
  expect(bench.session(0)).toMatchObject({
    state: 'idle in transaction',
    waitsFor: [],
    lock: null,
    xmin: 0,
    curcid: 1,
  });
  expect(bench.session(2)).toMatchObject({ state: 'idle', snapshot: null, xid: 0, level: 0 });
  const { sessions } = readServerState(bench.core, { session: (id) => (id === 1 ? 'only' : undefined), tables: [] });
  expect(sessions.map(({ session, waitsFor }) => [session, waitsFor])).toEqual([['only', ['session 0']]]);
});
