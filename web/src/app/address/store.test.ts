import { expect, test, vi } from 'vitest';
import type { Lang } from '../../base/messages/index.ts';
import type { Address } from './address.ts';
import type { AddressHost } from './store.ts';

// A module keeps what it has fetched, and test files share their modules: these tests say what is there before a codec is.
vi.resetModules();
const { messagesIn } = await import('../../base/messages/index.ts');
const { addressNeeds } = await import('./address.ts');
const { createAddressStore } = await import('./store.ts');
await addressNeeds('#/');

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
    /** On a busy page the event comes later than the address. */
    leave: (next: string) => {
      hash = next;
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
test('going elsewhere drops what was not written yet', async () => {
  const { store, writes, wait, goTo } = fakeBrowser('#/');
  store.set(home(5));
  goTo('#/lab?v=1');
  wait();
  expect(writes).toEqual([]);
  await addressNeeds('#/lab?v=1');
  await Promise.resolve();
  expect(store.get()).toMatchObject({ ok: true, value: { route: { page: 'lab' } } });
});
test('a reader who has left is not taken back by a write that comes before the browser tells of it', () => {
  const { store, writes, wait, leave, goTo } = fakeBrowser('#/');
  store.set(home(5));
  leave('#/?v=1&idle=7');
  wait();
  expect(writes).toEqual([]);
  goTo('#/?v=1&idle=7');
  expect(store.get()).toMatchObject({ ok: true, value: home(7) });
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

test('an address that needs its codec first is taken up when that is there; the page before stays, and writes nothing', async () => {
  const { store, writes, wait, goTo } = fakeBrowser('#/');
  goTo('#/calculator?v=1');
  expect(store.get()).toMatchObject({ ok: true, value: { route: { page: 'home' } } });
  store.set(home(5));
  wait();
  expect(writes).toEqual([]);
  await addressNeeds('#/calculator');
  await Promise.resolve();
  expect(store.get()).toMatchObject({ ok: true, value: { route: { page: 'calculator' } } });
});
test('a language chosen while a page is being fetched comes along to that page, also in the address line', async () => {
  const { store, writes, wait, goTo } = fakeBrowser('#/?lang=en&theme=dark');
  const lang = 'zh' as Lang;
  const display = () => {
    const now = store.get();
    return (now.ok ? now.value : now.error).display;
  };
  goTo('#/exercises?v=1&lang=en&theme=dark');
  store.set({ ...home(5), display: { lang, theme: 'dark', stage: false } });
  store.set({ ...home(5), display: { lang, theme: 'light', stage: false } });
  expect(writes).toEqual([]);
  await addressNeeds('#/exercises');
  await Promise.resolve();
  expect(store.get()).toMatchObject({ ok: true, value: { route: { page: 'exercises' } } });
  expect(display()).toEqual({ lang, theme: 'light', stage: false });
  wait();
  expect(writes).toEqual(['replace #/exercises?v=1&lang=zh&theme=light']);
  // It was a choice for that page: an address that asks for another language has it.
  goTo('#/exercises?v=1&lang=en');
  expect(display().lang).toBe('en');
});
test('who goes on before a codec is there stays where he went', async () => {
  const { store, goTo } = fakeBrowser('#/');
  goTo('#/lab/lines?v=1');
  goTo('#/play?v=1');
  await addressNeeds('#/lab/lines');
  await Promise.resolve();
  expect(store.get()).toMatchObject({ ok: true, value: { route: { page: 'play' } } });
});

test('a theme that only the address asks for goes along to addresses that name none, also in the address line', () => {
  const { store, writes, wait, goTo } = fakeBrowser('#/?theme=dark');
  const theme = () => {
    const now = store.get();
    return (now.ok ? now.value : now.error).display.theme;
  };
  goTo('#/?v=1&idle=5');
  expect(theme()).toBe('dark');
  wait();
  expect(writes).toEqual(['replace #/?v=1&idle=5&theme=dark']);
  // Through an address that cannot be read, too, and until an address asks for another theme.
  goTo('#/?idle=ten');
  expect(theme()).toBe('dark');
  goTo('#/');
  expect(theme()).toBe('dark');
  goTo('#/?theme=light');
  expect(theme()).toBe('light');
  goTo('#/');
  expect(theme()).toBe('light');
});
test('an embedded figure’s theme does not leave it, nor get into one', () => {
  const { store, goTo } = fakeBrowser('#/embed/?v=1&theme=dark');
  goTo('#/');
  expect(store.get()).toMatchObject({ ok: true, value: { display: { stage: false } } });
  expect(JSON.stringify(store.get())).not.toContain('dark');
  goTo('#/?theme=dark');
  goTo('#/embed/?v=1');
  expect(JSON.stringify(store.get())).not.toContain('dark');
});
