/** The bench's store with a worker that answers when the test lets it: which answers count, and what is said of them. */
import '../../../base/messages/en/index.ts';
import { describe, expect, it } from 'vitest';
import { messagesIn } from '../../../base/messages/index.ts';
import { ok } from '../../../base/result.ts';
import type { LayoutTally } from '../../../engine/replay/layout-types.ts';
import { loadMachine } from '../../../scenario/machines.node.ts';
import { EXAMPLE_LAYOUT, layoutFile } from '../../../viewmodel/layout/format.ts';
import { BESIDE, DEFAULT_LAYOUT } from '../../../viewmodel/layout/settings.ts';
import { challengeInput, isCurrent } from './judge.ts';
import { LayoutStore } from './layout-store.ts';

const messages = messagesIn('en');
const loaded = loadMachine(DEFAULT_LAYOUT.machine);
if (!loaded.ok) throw new Error('no machine');
const machine = loaded.value;

const tallyOf = (ns: number): LayoutTally => ({
  ...{ operations: 1, transactions: 1, snapshots: 1, accesses: 1, misses: 0, trueSharing: 0, restored: 0 },
  ...{ falseSharing: 0, forHorizon: 0, upgrades: 0, cold: 0, transfersWithin: 0, transfersAcross: 0 },
  ns,
  cells: [],
});

/** A store whose questions wait. Read-only replays take half the time; tables as long as they have bytes. */
function startStore() {
  const waiting: (() => void)[] = [];
  const later = (ns: number) =>
    new Promise<ReturnType<typeof ok<LayoutTally>>>((done) => waiting.push(() => done(ok(tallyOf(ns)))));
  const client = {
    run: ({ workload }: { readonly workload: string }) => later(workload === 'readonly' ? 500 : 1000),
    table: ({ bytes }: { readonly bytes: number }) => later(bytes),
    dispose: () => {},
  };
  const kept = { getItem: () => null, setItem: () => {} };
  const store = new LayoutStore({ start: () => client, machine: () => machine, messages, kept, onAddress: () => {} });
  store.applyAddress({});
  /** Answers so many questions, each with time for the next one to be asked; without a number, all. */
  const answer = async (most = Number.POSITIVE_INFINITY): Promise<void> => {
    const turn = () => new Promise((done) => setImmediate(done));
    await turn();
    for (let i = 0; i < most && waiting.length > 0; i++) {
      waiting.shift()?.();
      await turn();
    }
  };
  return { store, answer };
}

describe('an answer that comes late', () => {
  it('is none to the new question: neither shown as one, nor judged', async () => {
    const { store, answer } = startStore();
    // The layout's own, and the first of the versions beside it are under way.
    await answer(14);
    store.change({ workload: 'readonly' });
    const { settings } = store.get();
    await answer(21);
    expect(BESIDE.filter((design) => store.get().beside[design] !== null)).toEqual([]);
    await answer();
    expect(BESIDE.map((design) => store.get().beside[design]?.settings === settings)).toEqual([true, true, true]);
    expect(challengeInput(store.get()).beside.pg14?.ns).toBe(500);
    // Until it has come, the old one is shown as old.
    store.change({ workload: 'readwrite' });
    expect([isCurrent.all(store.get()), isCurrent.beside(store.get(), 'pg14')]).toEqual([false, false]);
    expect(challengeInput(store.get()).beside.pg14).toBeNull();
    expect(store.get().beside.pg14).not.toBeNull();
  });
});

describe('what is said', () => {
  it('of a refused move is the refusal alone, also when an earlier move is still being replayed', async () => {
    const { store, answer } = startStore();
    await answer();
    store.step('TransamVariables.nextXid', 'up');
    store.step('ProcArrayLock.state', 'up');
    await answer();
    expect(store.get().said).toContain('no struct beyond ProcArrayLock');
    expect(store.get().effect).toBe('');
  });

  it('of another table compares nothing, of a move within a table does, and each has its own start', async () => {
    const { store, answer } = startStore();
    await answer();
    const read = async (pad: number) => {
      const structs = EXAMPLE_LAYOUT.structs.map((struct) => ({ ...struct, pad }));
      store.read(layoutFile({ ...EXAMPLE_LAYOUT, structs }), null);
      await answer();
    };
    await read(1);
    await read(32);
    expect(store.get().effect).toBe('');
    const given = store.get().given?.layout;
    expect(given).toBe(store.get().origin);
    store.setPadded(0, true);
    await answer();
    expect(store.get().effect).toContain('An operation takes');
    expect(store.get().given?.layout).toBe(given);
    store.undo();
    store.undo();
    await answer();
    expect([store.get().effect, store.get().given?.layout.structs[0]?.pad]).toEqual(['', 1]);
    expect(isCurrent.all(store.get())).toBe(true);
  });
});
