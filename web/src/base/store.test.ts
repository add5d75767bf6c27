/** Laws of every store: who hears of a change, in which order, and which of several answers counts. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Store, Turns } from './store.ts';

describe('a store', () => {
  test('gives the value that was set last; listeners are called in the order in which they came', () => {
    const store = new Store(1);
    const heard: string[] = [];
    store.subscribe(() => heard.push(`a${store.get()}`));
    store.subscribe(() => heard.push(`b${store.get()}`));
    store.set(2);
    store.set(3);
    expect(store.get()).toBe(3);
    expect(heard).toEqual(['a2', 'b2', 'a3', 'b3']);
  });

  test('changes the given fields and keeps the others', () => {
    const store = new Store({ a: 1, b: 'x' });
    const before = store.get();
    store.change({ a: 2 });
    expect(store.get()).toEqual({ a: 2, b: 'x' });
    expect(before).toEqual({ a: 1, b: 'x' });
  });

  test('a listener that ends itself while it is called hears nothing more, and the others still hear', () => {
    const store = new Store(0);
    const heard: string[] = [];
    const end = store.subscribe(() => {
      heard.push('first');
      end();
    });
    store.subscribe(() => heard.push('second'));
    store.set(1);
    store.set(2);
    expect(heard).toEqual(['first', 'second', 'second']);
  });

  test('a listener that adds a listener does not make the store call for ever: the new one hears of the next change', () => {
    const store = new Store(0);
    const heard: string[] = [];
    const add = (): void => {
      heard.push('old');
      store.subscribe(() => heard.push('new'));
    };
    const end = store.subscribe(add);
    store.set(1);
    end();
    store.set(2);
    expect(heard).toEqual(['old', 'new']);
  });

  test('a change that a listener makes is what every listener sees last', () => {
    const store = new Store(0);
    const seen: number[] = [];
    store.subscribe(() => {
      if (store.get() === 1) store.set(2);
    });
    store.subscribe(() => seen.push(store.get()));
    store.set(1);
    expect(seen).toEqual([2, 2]);
  });
});

describe('of several turns', () => {
  test('the newest one wins, in whatever order the answers come', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(9), { minLength: 1, maxLength: 6 }), async (answersAfter) => {
        const turns = new Turns();
        const store = new Store(-1);
        const ask = async (question: number, after: number): Promise<void> => {
          const isNewest = turns.begin();
          for (let i = 0; i < after; i++) await null;
          if (isNewest()) store.set(question);
        };
        await Promise.all(answersAfter.map((after, question) => ask(question, after)));
        expect(store.get()).toBe(answersAfter.length - 1);
      }),
    );
  });

  test('a task that joins the current turn ends with it', () => {
    const turns = new Turns();
    const first = turns.begin();
    const joined = turns.current();
    expect([first(), joined()]).toEqual([true, true]);
    const second = turns.begin();
    expect([first(), joined(), second()]).toEqual([false, false, true]);
  });

  test('none counts after the end', () => {
    const turns = new Turns();
    const isNewest = turns.begin();
    turns.end();
    expect(isNewest()).toBe(false);
    expect(turns.begin()()).toBe(true);
  });
});
