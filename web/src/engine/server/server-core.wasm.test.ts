/** The bridge to the simulated server, in both directions. Figures are from real servers where the test says so. */
import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { WasmServer } from './server-core.ts';
import type { ServerOptions } from './server-engine.ts';
import { Bench, serverOf } from './server-fake.node.ts';
import { faultBits, plantedFaults } from './server-faults.ts';

let core: WasmServer;
beforeAll(async () => {
  core = await serverOf({ rules: 17 });
});

function fresh(options: ServerOptions, sessions = 3): Bench {
  const again = core.again(options);
  if (!again.ok) throw new Error(again.error);
  return new Bench(again.value, sessions);
}

/** A table with (1,10) and (2,20), made by xid `first`. */
function filled(options: ServerOptions, sessions = 3): Bench {
  const bench = fresh(options, sessions);
  bench.begin(0);
  bench.insert(0, 1, 10);
  bench.insert(0, 2, 20);
  bench.commit(0);
  return bench;
}

describe.each([13, 17] as const)('rules of %i', (rules) => {
  test('what is written is seen by its writer at once, by others after commit', () => {
    const bench = filled({ rules });
    bench.begin(0);
    bench.begin(1);
    expect(bench.update(0, 1, 11)).toMatchObject({
      status: 'done',
      tm: 'ok',
      hot: true,
      ctid: { block: 0, offset: 3 },
    });
    expect(bench.delete(0, 2)).toMatchObject({ status: 'done', tm: 'ok' });
    bench.insert(0, 3, 30);
    expect(bench.select(0)).toEqual(['1|11', '3|30']);
    expect(bench.select(1)).toEqual(['1|10', '2|20']);
    bench.commit(0);
    expect(bench.select(1)).toEqual(['1|11', '3|30']);
  });

  test('REPEATABLE READ keeps what it saw first, and a change to what has changed since is not made', () => {
    const bench = filled({ rules });
    bench.begin(0, 'repeatable read');
    expect(bench.select(0)).toEqual(['1|10', '2|20']);
    bench.begin(1);
    bench.update(1, 1, 11);
    bench.delete(1, 2);
    bench.commit(1);
    expect(bench.select(0)).toEqual(['1|10', '2|20']);
    expect(bench.update(0, 1, 12)).toMatchObject({ status: 'done', tm: 'updated' });
    expect(bench.delete(0, 2)).toMatchObject({ status: 'done', tm: 'deleted' });
  });

  test('who changes a row that somebody is changing waits, is woken by the end, and goes on from there', () => {
    const bench = filled({ rules });
    for (const end of ['commit', 'rollback'] as const) {
      bench.begin(0);
      bench.begin(1);
      bench.update(0, 1, 11);
      expect(bench.update(1, 1, 12).status).toBe('wait');
      expect(bench.core.blockers(1)).toEqual([0]);
      expect(bench.core.takeWoken()).toEqual([]);
      bench[end](0);
      expect(bench.core.takeWoken()).toEqual([1]);
      expect(bench.core.takeWoken()).toEqual([]);
      expect(bench.run(1)).toMatchObject({ status: 'done', tm: end === 'commit' ? 'updated' : 'ok' });
      bench.rollback(1);
    }
  });

  test('row locks: share goes with share, NOWAIT and SKIP LOCKED say so, members stand in a multixact', () => {
    const bench = filled({ rules });
    for (const session of [0, 1, 2]) bench.begin(session);
    expect(bench.lock(0, 1, 'share')).toMatchObject({ status: 'done', tm: 'ok' });
    expect(bench.lock(1, 1, 'share')).toMatchObject({ status: 'done', tm: 'ok' });
    expect(bench.tuples()[0]?.members.map(({ status }) => status)).toEqual(['for share', 'for share']);
    expect(bench.lock(2, 1, 'update', 'error').status).toBe('not-available');
    expect(bench.lock(2, 1, 'update', 'skip')).toMatchObject({ status: 'done', tm: 'would-block' });
    expect(bench.lock(2, 1, 'update').status).toBe('wait');
    // It waits for one member after another.
    expect(bench.core.blockers(2)).toEqual([0]);
    bench.commit(0);
    expect(bench.core.takeWoken()).toEqual([2]);
    expect(bench.run(2).status).toBe('wait');
    expect(bench.core.blockers(2)).toEqual([1]);
    bench.commit(1);
    expect(bench.core.takeWoken()).toEqual([2]);
    expect(bench.run(2)).toMatchObject({ status: 'done', tm: 'ok' });
  });

  test('two who wait for each other: the one who waited first gives way, or who closed the cycle', () => {
    for (const lastWaiterIsVictim of [false, true]) {
      const bench = filled({ rules, lastWaiterIsVictim });
      bench.begin(0);
      bench.begin(1);
      bench.update(0, 1, 11);
      bench.update(1, 2, 21);
      expect(bench.update(0, 2, 22).status).toBe('wait');
      const closes = bench.update(1, 1, 12);
      expect(closes.status).toBe(lastWaiterIsVictim ? 'deadlock' : 'wait');
      if (lastWaiterIsVictim) continue;
      expect(bench.core.takeWoken()).toEqual([0]);
      expect(bench.run(0).status).toBe('deadlock');
    }
  });

  test('with deadlocks when checked, a cycle stands until somebody looks', () => {
    const bench = filled({ rules, deadlocks: 'when-checked' });
    bench.begin(0);
    bench.begin(1);
    bench.update(0, 1, 11);
    bench.update(1, 2, 21);
    expect(bench.update(0, 2, 22).status).toBe('wait');
    expect(bench.core.checkDeadlock(0)).toBe(false);
    expect(bench.update(1, 1, 12).status).toBe('wait');
    expect(bench.core.takeWoken()).toEqual([]);
    expect(bench.core.checkDeadlock(1)).toBe(true);
    expect(bench.core.takeWoken()).toEqual([1]);
    expect(bench.run(1).status).toBe('deadlock');
  });

  test('what a subtransaction wrote goes with it', () => {
    const bench = filled({ rules });
    bench.begin(0);
    bench.update(0, 1, 11);
    expect(bench.core.subxactStart(0)).toBe(true);
    bench.update(0, 2, 21);
    expect(bench.select(0)).toEqual(['1|11', '2|21']);
    bench.core.subxactAbort(0);
    expect(bench.select(0)).toEqual(['2|20', '1|11']);
    bench.core.subxactStart(0);
    bench.insert(0, 3, 30);
    bench.core.subxactCommit(0);
    bench.commit(0);
    bench.begin(1);
    expect(bench.select(1)).toEqual(['2|20', '1|11', '3|30']);
  });

  test('a prepared transaction keeps its rows to itself until it is finished', () => {
    const bench = filled({ rules });
    bench.begin(0);
    bench.update(0, 1, 11);
    const handle = bench.core.prepare(0);
    // freeGXacts is a stack: the last one pushed comes out first.
    expect(handle).toBe(31);
    bench.begin(1);
    expect(bench.select(1)).toEqual(['1|10', '2|20']);
    expect(bench.update(1, 1, 12).status).toBe('wait');
    expect(bench.core.blockers(1)).toEqual([64 + 31]);
    expect(bench.session(1).waitsFor).toEqual(['prepared 31']);
    expect(bench.state().prepared).toEqual([{ name: 'prepared 31', xids: [732] }]);
    bench.core.finishPrepared(0, handle ?? 0, true);
    expect(bench.core.takeWoken()).toEqual([1]);
    expect(bench.run(1)).toMatchObject({ tm: 'updated' });
    expect(bench.select(1)).toEqual(['2|20', '1|11']);
  });

  test('a checkpoint put back is the server as it was: to the byte, and in what follows', () => {
    const bench = filled({ rules });
    bench.begin(0);
    bench.begin(1);
    bench.core.subxactStart(1);
    bench.update(0, 1, 11);
    expect(bench.update(1, 1, 12).status).toBe('wait');
    const saved = bench.core.checkpoint();
    const goOn = () => {
      bench.commit(0);
      const woken = bench.core.takeWoken();
      const outcome = structuredClone(bench.run(1));
      bench.insert(1, 3, 30);
      bench.commit(1);
      return { woken, outcome, state: bench.state(), bytes: hashOf(bench.core.checkpoint()) };
    };
    const before = bench.state();
    const first = goOn();
    bench.core.restore(saved);
    expect(bench.state()).toEqual(before);
    expect(hashOf(bench.core.checkpoint())).toBe(hashOf(saved));
    expect(goOn()).toEqual(first);
    expect(saved.byteLength).toBeLessThan(1_000_000);
  });

  test('a checkpoint goes on in another instance of the module', async () => {
    const bench = filled({ rules });
    bench.begin(0);
    bench.update(0, 1, 11);
    const saved = bench.core.checkpoint();
    const elsewhere = await serverOf({ rules });
    elsewhere.restore(saved);
    elsewhere.xactCommit(0);
    bench.commit(0);
    expect(hashOf(elsewhere.checkpoint())).toBe(hashOf(bench.core.checkpoint()));
  });
});

/** Comparing a million numbers one by one takes vitest seconds. */
const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

describe('what was seen on servers (facts, section 11)', () => {
  test('1 and 2, seen on 13: who runs at or above xmax is not listed', () => {
    const bench = fresh({ rules: 13, firstXid: 486n });
    bench.begin(0);
    bench.insert(0, 1, 1);
    bench.begin(1);
    bench.insert(1, 2, 2);
    bench.core.subxactStart(1);
    bench.insert(1, 3, 3);
    expect(bench.snapshot(2)).toBe('486:486:');
    expect(bench.state()).toMatchObject({ nextXid: 489, latestCompletedXid: 485 });
    expect(bench.session(2).snapshot).toMatchObject({ xmin: 486, xmax: 486, xip: [], subxip: [] });
    bench.commit(0);
    expect(bench.snapshot(2)).toBe('487:487:');
  });

  test('3, seen on 15: three sessions, two with xids', () => {
    const bench = fresh({ rules: 15, firstXid: 737n });
    bench.begin(0);
    bench.insert(0, 1, 1);
    bench.begin(1);
    bench.insert(1, 2, 2);
    expect([0, 1, 2].map((id) => bench.snapshot(id))).toEqual(['737:737:', '737:737:', '737:737:']);
    bench.rollback(0);
    expect([1, 2].map((id) => bench.snapshot(id))).toEqual(['738:738:', '738:738:']);
    bench.rollback(1);
    expect(bench.snapshot(2)).toBe('739:739:');
  });

  test('4, seen on 15: an aborted subtransaction moves xmax', () => {
    const bench = fresh({ rules: 15, firstXid: 733n });
    bench.begin(0);
    for (let i = 0; i < 3; i++) bench.core.subxactStart(0);
    bench.insert(0, 1, 1);
    expect(bench.session(0)).toMatchObject({ xid: 733, currentXid: 736, ownXids: [733, 734, 735, 736], level: 4 });
    expect(bench.snapshot(1)).toBe('733:733:');
    bench.core.subxactAbort(0);
    expect(bench.snapshot(1)).toBe('733:737:733');
    expect(bench.session(1).snapshot).toMatchObject({ xip: [733], subxip: [734, 735], suboverflowed: false });
    bench.commit(0);
    expect(bench.snapshot(1)).toBe('737:737:');
  });

  test('5, seen on 17: 64 subtransactions fit, the 65th overflows until the top transaction ends', () => {
    const bench = fresh({ rules: 17 });
    const cache = () => [bench.session(0).subxids.length, bench.session(0).overflowed];
    bench.begin(0);
    bench.insert(0, 0, 0);
    for (let i = 1; i <= 65; i++) {
      bench.core.subxactStart(0);
      bench.insert(0, i, 0);
      expect(cache()).toEqual([Math.min(i, 64), i === 65]);
      // A transaction that starts later and ends makes the snapshot list the others.
      if (i < 64) continue;
      bench.begin(2);
      bench.core.currentXid(2);
      bench.commit(2);
      bench.begin(1);
      bench.select(1);
      const { snapshot } = bench.session(1);
      expect([snapshot?.subxip.length, snapshot?.suboverflowed]).toEqual(i === 64 ? [64, false] : [0, true]);
      expect(bench.select(1)).toEqual([]);
      bench.commit(1);
    }
    for (let i = 0; i < 6; i++) bench.core.subxactAbort(0);
    expect(cache()).toEqual([59, true]);
    bench.core.subxactStart(0);
    bench.insert(0, 66, 0);
    expect(cache()).toEqual([60, true]);
    bench.commit(0);
    expect(cache()).toEqual([0, false]);
    bench.begin(1);
    expect(bench.select(1)).toHaveLength(61);
  });

  test('6, seen on 17: who moves xactCompletionCount, and that a kept snapshot is used again meanwhile', () => {
    const bench = fresh({ rules: 17 }, 2);
    const count = () => bench.state().xactCompletionCount;
    const start = count();
    bench.begin(0);
    bench.insert(0, 1, 1);
    bench.snapshot(1);
    bench.snapshot(1);
    expect(bench.session(1).snapshot).toMatchObject({ reused: true, taken: 2 });
    expect(count()).toBe(start);
    bench.core.subxactStart(0);
    bench.insert(0, 2, 2);
    bench.core.subxactAbort(0);
    expect(count()).toBe(start + 1);
    bench.commit(0);
    expect(count()).toBe(start + 2);
    bench.snapshot(1);
    expect(bench.session(1).snapshot).toMatchObject({ reused: false, taken: 3 });
  });

  test('7, seen on 15: READ COMMITTED advertises no xmin between statements, REPEATABLE READ from the first one on', () => {
    const bench = filled({ rules: 15, firstXid: 733n }, 2);
    bench.begin(0);
    bench.select(0);
    bench.begin(1, 'repeatable read');
    expect([bench.session(0).xmin, bench.session(1).xmin]).toEqual([0, 0]);
    bench.select(1);
    expect([bench.session(0).xmin, bench.session(1).xmin]).toEqual([0, 734]);
    expect(bench.state().horizons.holders).toEqual([{ kind: 'xmin', who: 'B', xid: 734 }]);
  });
});

test('64 bits: the epoch is in front of what SQL shows', () => {
  const bench = fresh({ rules: 17, firstXid: (5n << 32n) - 2n });
  bench.begin(0);
  bench.insert(0, 1, 1);
  bench.begin(1);
  bench.insert(1, 2, 2);
  bench.begin(2);
  expect(bench.core.topFullXid(2)).toBe((5n << 32n) + 3n);
  expect(bench.core.topFullXid(0)).toBe((5n << 32n) - 2n);
  bench.commit(2);
  expect(bench.snapshot(2)).toBe(`${(5n << 32n) - 2n}:${(5n << 32n) + 4n}:${(5n << 32n) - 2n},${(5n << 32n) - 1n}`);
  expect(bench.state().nextXid).toBe(5 * 2 ** 32 + 4);
});

test('no slot, no table, a row that is too long, memory used up: answers, and the server goes on', () => {
  const bench = fresh({ rules: 17 }, 64);
  expect(bench.core.connect()).toBeUndefined();
  bench.core.disconnect(63);
  expect(bench.core.isConnected(63)).toBe(false);
  expect(bench.core.connect()).toBe(63);
  for (let i = 1; i < 64; i++) expect(bench.core.createRelation(false, 100)).toBe(i);
  expect(bench.core.createRelation(false, 100)).toBeUndefined();
  bench.core.dropRelation(7);
  expect(bench.core.createRelation(false, 100)).toBe(7);
  bench.begin(0);
  const long = { data: new Uint8Array(8137), nullBitmap: undefined, natts: 1, hasVarwidth: true };
  bench.core.pushActiveSnapshot(0);
  expect(bench.core.insert(0, 0, long)).toBe('too-long');
  expect(bench.core.insert(0, 0, { ...long, data: new Uint8Array(9000) })).toBe('too-long');
  const page = { ...long, data: new Uint8Array(8136) };
  let rows = 0;
  for (let block = 0; block < 3; block++)
    while (bench.core.insert(0, block, page) !== 'no-memory') if (++rows > 10_000) throw new Error('no end to memory');
  expect(rows).toBeGreaterThan(2000);
  bench.end(0);
  bench.commit(0);
  expect(bench.core.blocks(0)).toBeLessThanOrEqual(rows);
});

test('a planted fault is asked for by name, and then something is wrong', () => {
  const ids = plantedFaults(core).map(({ id }) => id);
  expect(ids).toContain('no-subxids');
  expect(new Set(ids).size).toBe(ids.length);
  expect(faultBits(core, ['no-subxids', 'unheard-of'])).toEqual({ ok: false, error: 'unheard-of' });
  const reads = (names: readonly string[]) => {
    const faults = faultBits(core, names);
    const bench = filled({ rules: 17, faults: faults.ok ? faults.value : 0 });
    bench.begin(0);
    bench.core.subxactStart(0);
    bench.update(0, 1, 11);
    bench.core.subxactCommit(0);
    bench.begin(1);
    bench.core.currentXid(1);
    bench.commit(1);
    bench.begin(1, 'repeatable read');
    // It takes its snapshot and looks at no row yet, because that would leave hints.
    bench.snapshot(1);
    bench.commit(0);
    return bench.select(1);
  };
  expect(reads([])).toEqual(['1|10', '2|20']);
  expect(reads(['no-subxids'])).toEqual(['2|20', '1|11']);
});

test('a server that cannot be is refused', () => {
  for (const options of [{ rules: 17, firstXid: 2n }, { rules: 12 }, { rules: 17, design: 'none' }])
    expect(core.again(options as ServerOptions)).toMatchObject({ ok: false });
});
