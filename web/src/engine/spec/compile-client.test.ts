import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type CompileWorker, createCompileClient } from './compile-client.ts';
import type { CompileResult, FromCompileWorker, ToCompileWorker } from './compile-messages.ts';

const LIMITS = { loadMs: 1000, answerMs: 100 };
const problem = (message: string): CompileResult => ({ ok: false, error: [{ line: 7, column: 1, message }] });

/** Workers that do what the test says. */
class FakeWorker implements CompileWorker {
  onmessage: CompileWorker['onmessage'] = null;
  onerror: CompileWorker['onerror'] = null;
  readonly asked: ToCompileWorker[] = [];
  ended = false;
  postMessage(message: ToCompileWorker): void {
    this.asked.push(message);
  }
  terminate(): void {
    this.ended = true;
  }
  say(data: FromCompileWorker): void {
    this.onmessage?.({ data } as MessageEvent<FromCompileWorker>);
  }
  break(): void {
    this.onerror?.({ message: 'broke' } as ErrorEvent);
  }
}

let workers: FakeWorker[];
const client = () =>
  createCompileClient(() => {
    const worker = new FakeWorker();
    workers.push(worker);
    return worker;
  }, LIMITS);
const nth = (n: number): FakeWorker => {
  const worker = workers[n];
  if (worker === undefined) throw new Error(`worker ${n} was not started`);
  return worker;
};
const settle = () => vi.advanceTimersByTimeAsync(0);
const messageOf = (result: CompileResult): string => {
  if (result.ok) throw new Error('compiled');
  expect(result.error).toMatchObject([{ line: 1, column: 1 }]);
  return result.error[0]?.message ?? '';
};

beforeEach(() => {
  workers = [];
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

describe('a page’s compiler', () => {
  test('starts no worker before it is asked, and one for all calls', async () => {
    const { compile } = client();
    await settle();
    expect(workers).toHaveLength(0);
    const first = compile('a');
    const second = compile('b');
    await settle();
    nth(0).say({ kind: 'loaded' });
    nth(0).say({ kind: 'answer', answer: problem('a') });
    await settle();
    nth(0).say({ kind: 'answer', answer: problem('b') });
    expect([await first, await second]).toEqual([problem('a'), problem('b')]);
    expect(workers).toHaveLength(1);
    expect(nth(0).asked.map(({ source }) => source)).toEqual(['a', 'b']);
  });

  test('ends a worker that hangs, says so at line 1, and starts another for the next text', async () => {
    const { compile } = client();
    const hangs = compile('a');
    const next = compile('b');
    await settle();
    nth(0).say({ kind: 'loaded' });
    await vi.advanceTimersByTimeAsync(LIMITS.answerMs);
    expect(messageOf(await hangs)).toMatch(/too long/);
    expect(nth(0).ended).toBe(true);
    await settle();
    nth(1).say({ kind: 'loaded' });
    nth(1).say({ kind: 'answer', answer: problem('b') });
    expect(await next).toEqual(problem('b'));
  });

  test('gives a text its time from when the parser is there', async () => {
    const { compile } = client();
    const slow = compile('a');
    await vi.advanceTimersByTimeAsync(LIMITS.loadMs - 1);
    nth(0).say({ kind: 'loaded' });
    await vi.advanceTimersByTimeAsync(LIMITS.answerMs - 1);
    nth(0).say({ kind: 'answer', answer: problem('a') });
    expect(await slow).toEqual(problem('a'));
    // Nothing is left running that would end the worker later.
    await vi.advanceTimersByTimeAsync(LIMITS.loadMs);
    expect(nth(0).ended).toBe(false);
  });

  test.each([
    ['cannot load the parser', (worker: FakeWorker) => worker.say({ kind: 'unloadable' }), /could not be loaded/],
    ['cannot load itself', (worker: FakeWorker) => worker.break(), /could not be loaded/],
    [
      'breaks',
      (worker: FakeWorker) => {
        worker.say({ kind: 'loaded' });
        worker.break();
      },
      /breaks the parser/,
    ],
  ])('a worker that %s is answered for, and the next call starts another', async (_, fate, message) => {
    const { compile } = client();
    const first = compile('a');
    await settle();
    fate(nth(0));
    expect(messageOf(await first)).toMatch(message);
    expect(nth(0).ended).toBe(true);
    void compile('b');
    await settle();
    expect(workers).toHaveLength(2);
  });

  test('a parser that never arrives is given up', async () => {
    const { compile } = client();
    const first = compile('a');
    await vi.advanceTimersByTimeAsync(LIMITS.loadMs);
    expect(messageOf(await first)).toMatch(/could not be loaded/);
  });

  test('a browser that refuses workers is answered for', async () => {
    const { compile } = createCompileClient(() => {
      throw new Error('no workers here');
    }, LIMITS);
    expect(messageOf(await compile('a'))).toMatch(/could not be loaded/);
  });
});
