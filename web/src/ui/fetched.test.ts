/** Modules for later are fetched one at a time, and a failure or a cancel blocks none of them. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fetchInTurn } from './fetched.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function setUp() {
  const asked: string[] = [];
  const ends = new Map<string, (isThere: boolean) => void>();
  const all = ['a', 'b', 'c'].map((name) => ({
    fetch: () => {
      asked.push(name);
      return new Promise<void>((resolve, reject) => {
        ends.set(name, (isThere) => (isThere ? resolve() : reject(new Error('gone'))));
      });
    },
  }));
  const end = async (name: string, isThere = true): Promise<void> => {
    ends.get(name)?.(isThere);
    await vi.runAllTimersAsync();
  };
  return { all, asked, end };
}

test('the next one is asked for when the last one is there, or cannot be had', async () => {
  const { all, asked, end } = setUp();
  fetchInTurn(all);
  expect(asked).toEqual([]);
  await vi.runAllTimersAsync();
  expect(asked).toEqual(['a']);
  await end('a', false);
  expect(asked).toEqual(['a', 'b']);
  await end('b');
  await end('c');
  expect(asked).toEqual(['a', 'b', 'c']);
});
test('once it is ended nothing more is asked for', async () => {
  const { all, asked, end } = setUp();
  const stop = fetchInTurn(all);
  await vi.runAllTimersAsync();
  stop();
  await end('a');
  expect(asked).toEqual(['a']);
});
