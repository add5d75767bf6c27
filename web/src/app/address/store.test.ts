import { expect, test } from 'vitest';
import { messagesIn } from '../../base/messages/index.ts';
import type { Address } from './address.ts';
import { type AddressHost, createAddressStore } from './store.ts';

function fakeBrowser(start: string) {
  let hash = start;
  let changed = () => {};
  let pending: (() => void) | null = null;
  const writes: string[] = [];
  const host: AddressHost = {
    hash: () => hash,
    write: (next, how) => {
      hash = next;
      writes.push(`${how} ${next}`);
    },
    onHashChange: (callback) => {
      changed = callback;
    },
    later: (callback) => {
      pending = callback;
      return () => {
        pending = null;
      };
    },
  };
  const store = createAddressStore(host, () => messagesIn('en'));
  return {
    store,
    writes,
    wait: () => {
      const callback = pending;
      pending = null;
      callback?.();
    },
    goTo: (next: string) => {
      hash = next;
      changed();
    },
  };
}
const home = (idle: number): Address => ({ route: { page: 'home', address: { idle } }, display: { stage: false } });

test('a slider’s hundred values are seen at once and written once', () => {
  const { store, writes, wait } = fakeBrowser('#/');
  let told = 0;
  store.subscribe(() => told++);
  for (let idle = 1; idle <= 100; idle++) store.set(home(idle));
  expect(store.get()).toEqual({ ok: true, value: home(100) });
  expect(told).toBe(100);
  expect(writes).toEqual([]);
  wait();
  expect(writes).toEqual(['replace #/?v=1&idle=100']);
});
test('going elsewhere drops what was not written yet', () => {
  const { store, writes, wait, goTo } = fakeBrowser('#/');
  store.set(home(5));
  goTo('#/lab?v=1');
  wait();
  expect(writes).toEqual([]);
  expect(store.get()).toMatchObject({ ok: true, value: { route: { page: 'lab' } } });
});
test('a pushed address is written at once; an unchanged one not at all', () => {
  const { store, writes } = fakeBrowser('#/');
  store.set(home(5), 'push');
  store.set(home(5), 'push');
  expect(writes).toEqual(['push #/?v=1&idle=5']);
});
test('the same value is the same object until something changes', () => {
  const { store } = fakeBrowser('#/lab');
  expect(store.get()).toBe(store.get());
});
