/** The Playground without a page: real scenarios and the real engine behind the store, one request after the other. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import '../../../base/messages/en/prompt.ts';
import { messagesIn } from '../../../base/messages/index.ts';
import { err, ok } from '../../../base/result.ts';
import { sourceCompilerInNode } from '../../../engine/spec/compile-source.node.ts';
import type { StageClient } from '../../../engine/stage/stage-client.ts';
import { StageHost } from '../../../engine/stage/stage-host.ts';
import type { StageState } from '../../../engine/stage/stage-types.ts';
import { wasmPlaceInNode } from '../../../engine/wasm/wasm-place.node.ts';
import type { PlayAddress } from '../../../viewmodel/addresses.ts';
import { newFrame } from '../../../viewmodel/prompt/databases.ts';
import { writeTyped } from '../../../viewmodel/prompt/typed.ts';
import { verdictWords } from '../../../viewmodel/stage/lane-words.ts';
import { packText } from '../../../viewmodel/stage/packed-text.ts';
import { currentBranch } from '../../../viewmodel/stage/playback.ts';
import { isAtEnd } from './play-moves.ts';
import type { PlayDeps } from './play-state.ts';
import { PlayStore } from './play-store.ts';
import { pageAt } from './table-at.ts';

const compiled = await sourceCompilerInNode();
const compiledOf: PlayDeps['compile'] = async (source) => compiled(source);

function makeClient(): StageClient {
  let host: StageHost | undefined;
  return {
    open: async (compiled, options) => {
      const opened = await StageHost.open(wasmPlaceInNode('xip-engine'), compiled, options);
      if (!opened.ok) return opened;
      host = opened.value;
      return ok(null);
    },
    show: async (request) => (host === undefined ? err('closed') : ok(structuredClone(host.show(request)))),
    serial: async (request) => (host === undefined ? null : host.serial(request)),
    verdict: async () => null,
    attempt: async () => null,
    trace: async (moves, permutation) =>
      host === undefined ? err({ kind: 'failed', error: 'closed' }) : host.trace(moves, permutation),
    stop: () => undefined,
    dispose: () => {
      host = undefined;
    },
  };
}

function makeStore(more: Partial<PlayDeps> = {}) {
  const addresses: PlayAddress[] = [];
  const timers: (() => void)[] = [];
  const store = new PlayStore({
    client: makeClient(),
    load: async (id) => {
      const text = readFileSync(new URL(`../../../../../scenarios/specs/${id}.spec`, import.meta.url));
      const read = await compiledOf(text);
      return read.ok ? read.value : null;
    },
    compile: compiledOf,
    messages: messagesIn('en'),
    later: (callback) => {
      timers.push(callback);
      return () => void timers.splice(timers.indexOf(callback), 1);
    },
    onAddress: (address) => addresses.push(address),
    ...more,
  });
  /** Waits until the engine has answered the last question. */
  const settled = async () => {
    for (let i = 0; i < 50 && store.get().isBusy; i++) await Promise.resolve();
    expect(store.get().isBusy).toBe(false);
  };
  return { store, addresses, timers, settled };
}

const stepNames = ({ store }: Pick<ReturnType<typeof makeStore>, 'store'>): readonly string[] => {
  const { compiled, playback } = store.get();
  return currentBranch(playback)
    .moves.slice(0, playback.tick)
    .map((move) => compiled?.spec.steps[move]?.name ?? String(move));
};

describe('a lost update', () => {
  test('is played, undone, branched, and the link finds the same state again', async () => {
    const one = makeStore();
    const { store, settled } = one;
    await store.applyAddress({ source: { kind: 'shipped', id: 'hermitage-p4' } });
    expect(store.get().phase).toBe('ready');
    for (const session of [0, 1, 0, 1, 0]) {
      store.moveSession(session);
      await settled();
    }
    expect(stepNames(one)).toEqual(['b1_rc', 'b2_rc', 't1_r', 't2_r', 't1_w']);
    store.moveSession(1);
    await settled();
    expect(store.get().shown?.state.sessions[1]?.waitsFor).toEqual(['t1']);
    // A waiting session cannot be moved.
    const before = store.get().playback;
    store.moveSession(1);
    expect(store.get().playback).toBe(before);
    store.moveSession(0);
    await settled();
    expect(store.get().events.at(-1)).toMatchObject({ session: 't2', completed: true, error: null });
    store.back();
    store.back();
    await settled();
    expect(stepNames(one)).toHaveLength(5);
    store.move(4);
    await settled();
    expect(store.get().playback).toMatchObject({ current: 1, tick: 6 });
    store.select({ session: 't2', tuple: { table: 'test', block: 0, offset: 3 } });
    await settled();
    expect(store.get().shown?.explanation).toMatchObject({ session: 't2', offset: 3 });

    const link = one.addresses.at(-1);
    if (link === undefined) throw new Error('no address was told');
    const two = makeStore();
    await two.store.applyAddress(structuredClone(link));
    await two.settled();
    const [a, b] = [store.get(), two.store.get()];
    expect(b.playback).toEqual(a.playback);
    expect(b.shown?.state).toEqual(a.shown?.state);
    expect(b.shown?.explanation).toEqual(a.shown?.explanation);
    expect(b.selection).toEqual(a.selection);
    expect(b.events).toEqual(a.events);
  });

  test('plays by itself, as planned, and stops at the end', async () => {
    const { store, timers, settled } = makeStore();
    await store.applyAddress({ source: { kind: 'shipped', id: 'hermitage-p4' } });
    store.play();
    for (let i = 0; i < 30 && store.get().isPlaying; i++) {
      await settled();
      timers.shift()?.();
    }
    expect(store.get().isPlaying).toBe(false);
    expect(store.get().playback.tick).toBe(currentBranch(store.get().playback).moves.length);
  });

  test('the other permutation is refused by the server', async () => {
    const { store, settled } = makeStore();
    await store.applyAddress({ source: { kind: 'shipped', id: 'hermitage-p4' }, permutation: 2, tick: 7 });
    await settled();
    expect(store.get().events.findLast(({ error }) => error !== null)?.error).toMatch(/could not serialize access/);
    await store.setRules(13);
    expect(store.get().shown?.state.rules).toBe(13);
    expect(store.get().playback.tick).toBe(7);
  });
});

test('a version or session that the stage chose by itself is kept when it is chosen again, and let go only as one’s own', async () => {
  const { store, settled } = makeStore();
  await store.applyAddress({ source: { kind: 'shipped', id: 'hermitage-p4' }, tick: 3 });
  await settled();
  const { question } = store.get();
  expect(question.tuple).not.toBeNull();
  for (const what of ['tuple', 'session'] as const) {
    expect(store.get().selection[what]).toBeNull();
    store.clearSelection(what);
    await settled();
    expect(store.get().selection[what]).toEqual(question[what]);
  }
  // The reader's choice stays after later moves; the stage's own choice does not.
  store.moveSession(1);
  await settled();
  expect(store.get().question).toEqual(question);
  store.clearSelection('tuple');
  await settled();
  expect(store.get().selection).toMatchObject({ tuple: null, session: question.session });
});

describe('Finish', () => {
  test('a lost update’s result stands, and is said; the teardown is another step', async () => {
    const { store, settled, addresses } = makeStore();
    await store.openScenario('hermitage-p4');
    for (const session of [0, 1, 0, 1]) store.moveSession(session);
    await settled();
    await store.finish();
    const { shown } = store.get();
    expect(isAtEnd(store.get())).toBe(true);
    expect(shown?.state.tables.map(({ name }) => name)).toEqual(['test']);
    expect(shown?.state.sessions.every(({ state }) => state === 'idle')).toBe(true);
    expect(shown?.events.some(({ kind }) => kind === 'end')).toBe(false);
    expect(addresses.at(-1)?.moves ?? 'p').not.toMatch(/z/);
    const said = shown === null ? '' : verdictWords(shown.state, messagesIn('en'));
    expect(said).toMatch(/^Everyone has finished\. Committed in test: \(2, 20\) \(1, 12\)\.$/);

    store.tearDown();
    await settled();
    const after = store.get().shown?.state;
    expect(after?.tables).toEqual([]);
    expect(after?.tornDown).toBe(true);
    const setUp = (state: StageState | undefined) =>
      state?.xids.flatMap(({ xid, owner, teardown }) => (owner === null && teardown !== true ? [xid] : []));
    expect(setUp(after)).toEqual(setUp(shown?.state));
    expect(after?.xids.some(({ teardown }) => teardown)).toBe(true);
    store.back();
    await settled();
    expect(store.get().shown?.state.tornDown).toBeUndefined();
  });
  test('somebody who waits for an open transaction is said to wait; sessions outside the permutation are left alone', async () => {
    const { store, settled } = makeStore();
    await store.openText(
      'setup { CREATE TABLE t (a int); INSERT INTO t VALUES (1); } session a step x { BEGIN; UPDATE t SET a = 2; } ' +
        'session b step y { UPDATE t SET a = 3; } session c step w { SELECT 1; } permutation x y permutation w',
      'mine.spec',
    );
    await settled();
    await store.finish();
    expect(isAtEnd(store.get())).toBe(true);
    expect(store.get().shown?.events.map(({ step }) => step)).not.toContain(2);
    const { shown } = store.get();
    const said = shown === null ? '' : verdictWords(shown.state, messagesIn('en'));
    expect(said).toMatch(/^No step is left, and B.* still waits for A/);
  });
  test('whoever waits no longer than a lock_timeout gives up, and there it ends', async () => {
    const { store, settled } = makeStore();
    await store.openText(
      'setup { CREATE TABLE t (a int); INSERT INTO t VALUES (1); } session a step x { BEGIN; UPDATE t SET a = 2; } ' +
        "session b setup { SET lock_timeout = '500ms'; } step y { UPDATE t SET a = 3; } permutation x y",
      'mine.spec',
    );
    await settled();
    await store.finish();
    expect(isAtEnd(store.get())).toBe(true);
    const { shown } = store.get();
    expect(shown?.events.at(-1)?.error).toBe('ERROR:  canceling statement due to lock timeout');
    expect(shown?.state.sessions.map(({ active }) => active)).toEqual([null, null]);
    const said = shown === null ? '' : verdictWords(shown.state, messagesIn('en'));
    expect(said).toMatch(/^No step is left. The transaction of A is still open\.$/);
  });
  test('an older link with the end in it still leads there', async () => {
    const { store, settled } = makeStore();
    await store.applyAddress({ source: { kind: 'shipped', id: 'first-look' }, moves: 'p-z', tick: 7 });
    await settled();
    expect(store.get().shown?.state.tornDown).toBe(true);
  });
});

describe('what is opened', () => {
  test('a step beyond the last one is said not to fit, and the run begins from its first', async () => {
    for (const [tick, fits] of [
      [6, true],
      [7, false],
      [999, false],
    ] as const) {
      const { store, settled } = makeStore();
      await store.applyAddress({ source: { kind: 'shipped', id: 'first-look' }, tick });
      await settled();
      expect(store.get().playback.tick).toBe(fits ? tick : 0);
      expect(store.get().note === null).toBe(fits);
    }
  });
  test('a session that the spec does not have is named, and none is chosen', async () => {
    const { store, settled } = makeStore();
    await store.applyAddress({ source: { kind: 'shipped', id: 'first-look' }, session: 'nobody' });
    await settled();
    expect(store.get().selection.session).toBe(null);
    expect(store.get().note).toMatch(/no session “nobody”/);
  });
  test('a person’s own text lives in the link', async () => {
    const one = makeStore();
    await one.store.openText('session a step x { SELECT 1; } session b step y { SELECT 2; }', 'mine.spec');
    one.store.moveSession(1);
    await one.settled();
    const link = one.addresses.at(-1);
    expect(link?.source?.kind).toBe('text');
    const two = makeStore();
    await two.store.applyAddress(structuredClone(link ?? {}));
    await two.settled();
    expect(two.store.get().text).toBe(one.store.get().text);
    expect(two.store.get().shown?.state).toEqual(one.store.get().shown?.state);
    // The person who opened the file knows where it came from; someone who follows a link does not.
    expect([one.store.get().isFromAddress, two.store.get().isFromAddress]).toEqual([false, true]);
    await two.store.runText('session a step x { SELECT 3; }', 'linked.spec');
    expect(two.store.get().isFromAddress).toBe(true);
    await two.store.openScenario('first-look');
    expect(two.store.get().isFromAddress).toBe(false);
  });
  test('a link to a database that the site begins with has the site’s own words; with one more word they are foreign', async () => {
    const own = writeTyped(
      newFrame('accounts', messagesIn('en').t('prompt.db.accounts'), messagesIn('en').t('prompt.about')),
      [],
    );
    for (const [text, isForeign] of [
      [own, false],
      [own.replace('Accounts', 'Accounts of mine'), true],
      [`${own}# mine\n`, true],
    ] as const) {
      const { store, settled } = makeStore();
      await store.applyAddress({ source: { kind: 'text', packed: packText(text) } });
      await settled();
      expect(store.get().phase).toBe('ready');
      expect(store.get().isFromAddress).toBe(isForeign);
    }
  });
  test('a broken one is told with its place; the next one opens', async () => {
    const { store } = makeStore();
    await store.openText('session a step x { CREATE ROLE r; }', 'bad.spec');
    expect(store.get()).toMatchObject({ phase: 'problems', problems: [{ line: 1, column: 20 }] });
    await store.openText(Uint8Array.of(0xff, 0xfe), 'bad.bin');
    expect(store.get().phase).toBe('problems');
    await store.openScenario('first-look');
    expect(store.get()).toMatchObject({ phase: 'ready', problems: [] });
  });
  test('a link that does not fit says so and begins at the first step', async () => {
    const { store } = makeStore();
    await store.applyAddress({ source: { kind: 'shipped', id: 'first-look' }, moves: '999', tick: 3 });
    expect(store.get().note).toMatch(/do not fit/);
    expect(store.get().phase).toBe('ready');
    await store.applyAddress({ source: { kind: 'text', packed: 'AAAA' } });
    expect(store.get().phase).toBe('failed');
    expect(store.get().note).toMatch(/broken or cut off/);
  });
  test('the trace of what was done is what the command line writes', async () => {
    const { store, settled } = makeStore();
    await store.applyAddress({ source: { kind: 'shipped', id: 'first-look' }, tick: 99 });
    store.tearDown();
    await settled();
    const lines = await store.trace();
    if (!lines.ok) throw new Error(lines.error.kind);
    expect(lines.value[0]).toContain('"format":"xipscope-trace/1"');
    expect(lines.value.at(-1)).toContain('"status":"end"');
  });
});

describe('two tables', () => {
  const TEXT = `setup { CREATE TABLE product (stock int); CREATE TABLE orders (n int); INSERT INTO product VALUES (10); }
session A
step a { UPDATE product SET stock = 7; }
step b { INSERT INTO orders VALUES (3); }
step c { SELECT 1; }
permutation a b c
`;
  const tables = async (address: PlayAddress, isFirst = true) => {
    const one = makeStore();
    // The page may come before or after its scenario.
    if (isFirst) one.store.follow(pageAt);
    await one.store.openText(TEXT, 'mine.spec', address);
    await one.settled();
    if (!isFirst) one.store.follow(pageAt);
    await one.settled();
    const table = () => one.store.get().shown?.state.page?.table;
    const go = async (act: () => void) => {
      act();
      await one.settled();
      return table();
    };
    return { ...one, table, go };
  };
  test.each([true, false])(
    'the rows are those of the step, whichever way the reader comes to it (%s)',
    async (isFirst) => {
      const { store, table, go } = await tables({ tick: 2 }, isFirst);
      expect(table()).toBe('orders');
      expect(await go(() => store.step())).toBe('orders');
      expect(await go(() => store.walk(1))).toBe('product');
      expect(await go(() => store.step())).toBe('orders');
      expect(await go(() => store.seek(0))).toBe('orders');
    },
  );
  test('the reader’s own choice holds at this step, and in its link', async () => {
    const { store, go, addresses } = await tables({ tick: 1 });
    expect(await go(() => store.showPage('orders', 0))).toBe('orders');
    expect((await tables(structuredClone(addresses.at(-1) ?? {}))).table()).toBe('orders');
    expect(await go(() => store.back())).toBe('orders');
    expect(await go(() => store.step())).toBe('product');
  });
});
